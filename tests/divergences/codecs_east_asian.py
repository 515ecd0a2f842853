# description: The codecs of East Asian character sets (gbk, big5, shift_jis, euc_kr, …) are unknown.
# cause: Their tables are megabytes, and the C library's converters are not on every machine.
# workaround: Use utf-8; for other data ask a function of the host's to convert it.
# cpython:
#   b'\xd6\xd0'
# fermata:
#   LookupError: unknown encoding: gbk (the East Asian codecs are not part of the sandbox)
print("中".encode("gbk"))
