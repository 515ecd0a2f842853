"""How Unicode 3.2 differs: characters as ranges of hexadecimal numbers. Written by src/unicode/tools/unicode_3_2.py."""

# Not there yet.
UNASSIGNED = (
    '221 234-24f 2ae-2af 2ef-2ff 350-35f 370-373 376-377 37b-37d 37f 3cf 3f7-3ff 487 4cf 4f6-4f7 4fa-4ff 510-52f 560 588 58d-58f 5a2 '
    '5ba 5c5-5c7 5ef 600-60b 60d-61a 61c-61e 620 63b-63f 656-65f 6ee-6ef 6ff 72d-72f 74d-77f 7c0-7fa 7fd-82d 830-83e 840-85b 85e '
    '860-86a 870-88e 890-891 898-900 904 93a-93b 94e-94f 955-957 971-980 9bd 9ce 9fb-9fe a01 a03 a51 a75-a76 a8c ae1-ae3 af0-af1 '
    'af9-aff b35 b44 b55 b62-b63 b71-b77 bb6 bd0 be6 bf3-bfa c00 c04 c34 c3c-c3d c58-c5a c5d c62-c63 c77-c81 c84 cbc-cbd cdd ce2-ce3 '
    'cf1-cf2 d00-d01 d04 d29 d3a-d3d d44 d4e-d4f d54-d56 d58-d5f d62-d63 d70-d7f d81 de6-def e86 e89 e8c e8e-e93 e98 ea0 ea8-ea9 eac '
    'eba ede-edf f6b-f6c f8c-f8f fce fd0-fda 1022 1028 102b 1033-1035 103a-103f 105a-109f 10c7 10cd 10f9-10fa 10fc-10ff 115a-115e '
    '11a3-11a7 11fa-11ff 1207 1247 1287 12af 12cf 12ef 130f 131f 1347 135d-1360 1380-1399 13f5 13f8-13fd 1400 1677-167f 16f1-16f8 170d '
    '1715 171f 17dd 17f0-17f9 180f 1878 18aa 18b0-18f5 1900-191e 1920-192b 1930-193b 1940 1944-196d 1970-1974 1980-19ab 19b0-19c9 '
    '19d0-19da 19de-1a1b 1a1e-1a5e 1a60-1a7c 1a7f-1a89 1a90-1a99 1aa0-1aad 1ab0-1ace 1b00-1b4c 1b50-1b7e 1b80-1bf3 1bfc-1c37 1c3b-1c49 '
    '1c4d-1c88 1c90-1cba 1cbd-1cc7 1cd0-1cfa 1d00-1dff 1e9c-1e9f 1efa-1eff 2053-2056 2058-205e 2064 2066-2069 2090-209c 20b2-20c0 '
    '20eb-20f0 213b-213c 214c-2152 2184-218b 23cf-23ff 24ff 2614-2615 2618 267e-267f 268a-2700 2705 270a-270b 2728 274c 274e 2753-2755 '
    '2757 275f-2760 2795-2797 27b0 27bf-27cf 27ec-27ef 2b00-2b73 2b76-2b95 2b97-2cf3 2cf9-2d25 2d27 2d2d 2d30-2d67 2d6f-2d70 2d7f-2d96 '
    '2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe 2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2de0-2e5d 312d-312f 31b8-31e3 321d-321e 3244-3250 '
    '327c-327e 32cc-32cf 32ff 3377-337a 33de-33df 33ff 4db6-4dff 9fa6-9fff a4d0-a62b a640-a6f7 a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 '
    'a7f2-a82c a830-a839 a840-a877 a880-a8c5 a8ce-a8d9 a8e0-a953 a95f-a97c a980-a9cd a9cf-a9d9 a9de-a9fe aa00-aa36 aa40-aa4d aa50-aa59 '
    'aa5c-aac2 aadb-aaf6 ab01-ab06 ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e ab30-ab6b ab70-abed abf0-abf9 d7b0-d7c6 d7cb-d7fb fa2e-fa2f '
    'fa6b-fa6d fa70-fad9 fbb2-fbc2 fd40-fd4f fdcf fdfd-fdff fe10-fe19 fe24-fe2f fe47-fe48 10000-1000b 1000d-10026 10028-1003a '
    '1003c-1003d 1003f-1004d 10050-1005d 10080-100fa 10100-10102 10107-10133 10137-1018e 10190-1019c 101a0 101d0-101fd 10280-1029c '
    '102a0-102d0 102e0-102fb 1031f 1032d-1032f 10350-1037a 10380-1039d 1039f-103c3 103c8-103d5 10426-10427 1044e-1049d 104a0-104a9 '
    '104b0-104d3 104d8-104fb 10500-10527 10530-10563 1056f-1057a 1057c-1058a 1058c-10592 10594-10595 10597-105a1 105a3-105b1 '
    '105b3-105b9 105bb-105bc 10600-10736 10740-10755 10760-10767 10780-10785 10787-107b0 107b2-107ba 10800-10805 10808 1080a-10835 '
    '10837-10838 1083c 1083f-10855 10857-1089e 108a7-108af 108e0-108f2 108f4-108f5 108fb-1091b 1091f-10939 1093f 10980-109b7 '
    '109bc-109cf 109d2-10a03 10a05-10a06 10a0c-10a13 10a15-10a17 10a19-10a35 10a38-10a3a 10a3f-10a48 10a50-10a58 10a60-10a9f '
    '10ac0-10ae6 10aeb-10af6 10b00-10b35 10b39-10b55 10b58-10b72 10b78-10b91 10b99-10b9c 10ba9-10baf 10c00-10c48 10c80-10cb2 '
    '10cc0-10cf2 10cfa-10d27 10d30-10d39 10e60-10e7e 10e80-10ea9 10eab-10ead 10eb0-10eb1 10f00-10f27 10f30-10f59 10f70-10f89 '
    '10fb0-10fcb 10fe0-10ff6 11000-1104d 11052-11075 1107f-110c2 110cd 110d0-110e8 110f0-110f9 11100-11134 11136-11147 11150-11176 '
    '11180-111df 111e1-111f4 11200-11211 11213-1123e 11280-11286 11288 1128a-1128d 1128f-1129d 1129f-112a9 112b0-112ea 112f0-112f9 '
    '11300-11303 11305-1130c 1130f-11310 11313-11328 1132a-11330 11332-11333 11335-11339 1133b-11344 11347-11348 1134b-1134d 11350 '
    '11357 1135d-11363 11366-1136c 11370-11374 11400-1145b 1145d-11461 11480-114c7 114d0-114d9 11580-115b5 115b8-115dd 11600-11644 '
    '11650-11659 11660-1166c 11680-116b9 116c0-116c9 11700-1171a 1171d-1172b 11730-11746 11800-1183b 118a0-118f2 118ff-11906 11909 '
    '1190c-11913 11915-11916 11918-11935 11937-11938 1193b-11946 11950-11959 119a0-119a7 119aa-119d7 119da-119e4 11a00-11a47 '
    '11a50-11aa2 11ab0-11af8 11c00-11c08 11c0a-11c36 11c38-11c45 11c50-11c6c 11c70-11c8f 11c92-11ca7 11ca9-11cb6 11d00-11d06 '
    '11d08-11d09 11d0b-11d36 11d3a 11d3c-11d3d 11d3f-11d47 11d50-11d59 11d60-11d65 11d67-11d68 11d6a-11d8e 11d90-11d91 11d93-11d98 '
    '11da0-11da9 11ee0-11ef8 11fb0 11fc0-11ff1 11fff-12399 12400-1246e 12470-12474 12480-12543 12f90-12ff2 13000-1342e 13430-13438 '
    '14400-14646 16800-16a38 16a40-16a5e 16a60-16a69 16a6e-16abe 16ac0-16ac9 16ad0-16aed 16af0-16af5 16b00-16b45 16b50-16b59 '
    '16b5b-16b61 16b63-16b77 16b7d-16b8f 16e40-16e9a 16f00-16f4a 16f4f-16f87 16f8f-16f9f 16fe0-16fe4 16ff0-16ff1 17000-187f7 '
    '18800-18cd5 18d00-18d08 1aff0-1aff3 1aff5-1affb 1affd-1affe 1b000-1b122 1b150-1b152 1b164-1b167 1b170-1b2fb 1bc00-1bc6a '
    '1bc70-1bc7c 1bc80-1bc88 1bc90-1bc99 1bc9c-1bca3 1cf00-1cf2d 1cf30-1cf46 1cf50-1cfc3 1d129 1d1de-1d1ea 1d200-1d245 1d2e0-1d2f3 '
    '1d300-1d356 1d360-1d378 1d4c1 1d6a4-1d6a5 1d7ca-1d7cb 1d800-1da8b 1da9b-1da9f 1daa1-1daaf 1df00-1df1e 1e000-1e006 1e008-1e018 '
    '1e01b-1e021 1e023-1e024 1e026-1e02a 1e100-1e12c 1e130-1e13d 1e140-1e149 1e14e-1e14f 1e290-1e2ae 1e2c0-1e2f9 1e2ff 1e7e0-1e7e6 '
    '1e7e8-1e7eb 1e7ed-1e7ee 1e7f0-1e7fe 1e800-1e8c4 1e8c7-1e8d6 1e900-1e94b 1e950-1e959 1e95e-1e95f 1ec71-1ecb4 1ed01-1ed3d '
    '1ee00-1ee03 1ee05-1ee1f 1ee21-1ee22 1ee24 1ee27 1ee29-1ee32 1ee34-1ee37 1ee39 1ee3b 1ee42 1ee47 1ee49 1ee4b 1ee4d-1ee4f '
    '1ee51-1ee52 1ee54 1ee57 1ee59 1ee5b 1ee5d 1ee5f 1ee61-1ee62 1ee64 1ee67-1ee6a 1ee6c-1ee72 1ee74-1ee77 1ee79-1ee7c 1ee7e '
    '1ee80-1ee89 1ee8b-1ee9b 1eea1-1eea3 1eea5-1eea9 1eeab-1eebb 1eef0-1eef1 1f000-1f02b 1f030-1f093 1f0a0-1f0ae 1f0b1-1f0bf '
    '1f0c1-1f0cf 1f0d1-1f0f5 1f100-1f1ad 1f1e6-1f202 1f210-1f23b 1f240-1f248 1f250-1f251 1f260-1f265 1f300-1f6d7 1f6dd-1f6ec '
    '1f6f0-1f6fc 1f700-1f773 1f780-1f7d8 1f7e0-1f7eb 1f7f0 1f800-1f80b 1f810-1f847 1f850-1f859 1f860-1f887 1f890-1f8ad 1f8b0-1f8b1 '
    '1f900-1fa53 1fa60-1fa6d 1fa70-1fa74 1fa78-1fa7c 1fa80-1fa86 1fa90-1faac 1fab0-1faba 1fac0-1fac5 1fad0-1fad9 1fae0-1fae7 '
    '1faf0-1faf6 1fb00-1fb92 1fb94-1fbca 1fbf0-1fbf9 2a6d7-2a6df 2a700-2b738 2b740-2b81d 2b820-2cea1 2ceb0-2ebe0 30000-3134a '
    'e0100-e01ef'
)

# What else they were, by the function that says so: values, and the characters that have them.
CHANGED = {
    'category': {
        'So': (
            'a7 b6 f14 2118 2132'
        ),
        'Ll': (
            'aa ba 294 2071 207f'
        ),
        'Pd': (
            'ad'
        ),
        'Sk': (
            '2b9-2ba 2c6-2cf 2ec 374'
        ),
        'Po': (
            '5be 166d 23b6'
        ),
        'Me': (
            '6de'
        ),
        'Lo': (
            '10d0-10f8 13a0-13f4 1885-1886 a015 10341'
        ),
        'Nd': (
            '1369-1371'
        ),
        'Mn': (
            '1734 302e-302f'
        ),
        'Mc': (
            '17b4-17b5'
        ),
        'Zs': (
            '200b'
        ),
        'Nl': (
            '2183'
        ),
        'Sm': (
            '2308-230b'
        ),
        'Ps': (
            '23b4 fd3e'
        ),
        'Pe': (
            '23b5 fd3f'
        ),
        'Pc': (
            '30fb ff65'
        ),
    },
    'bidirectional': {
        'ET': (
            '2b 2d 207a-207b 208a-208b 2212 fb29 fe62-fe63 ff0b ff0d'
        ),
        'ES': (
            '2f ff0f'
        ),
        'ON': (
            'ad 2044 2132 2800-28ff'
        ),
        'AL': (
            '6dd'
        ),
        'NSM': (
            '6de cbf cc6 1734 302e-302f'
        ),
        'BN': (
            '70f fff9-fffb'
        ),
        'L': (
            '17b4-17b5 1885-1886 1d6db 1d715 1d74f 1d789 1d7c3'
        ),
        'WS': (
            '202f'
        ),
        'EN': (
            '2460-2487 24ea'
        ),
    },
    'east_asian_width': {
        'N': (
            '231a-231b 25fd-25fe 2648-2653'
        ),
    },
    'mirrored': {
        0: (
            'f3a-f3d 169b-169c fe59-fe5e fe64-fe65 1d6db 1d715 1d74f 1d789 1d7c3'
        ),
        1: (
            '29a1'
        ),
    },
    'decimal': {
        2: (
            'b2 136a 2082'
        ),
        3: (
            'b3 136b 2083'
        ),
        1: (
            'b9 1369 2081'
        ),
        4: (
            '136c 2074 2084'
        ),
        5: (
            '136d 2075 2085'
        ),
        6: (
            '136e 2076 2086'
        ),
        7: (
            '136f 2077 2087'
        ),
        8: (
            '1370 2078 2088'
        ),
        9: (
            '1371 2079 2089'
        ),
        0: (
            '2070 2080'
        ),
    },
}

# What they were decomposed into.
DECOMPOSED = {
    '\U0002f868': '\U0002136a',
    '\U0002f874': '\u5f33',
    '\U0002f91f': '\u43ab',
    '\U0002f95f': '\u7aae',
    '\U0002f9bf': '\u4d57',
}
