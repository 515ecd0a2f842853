import socket


def tried(f, *args):
    shown = [int(arg) if isinstance(arg, int) else arg for arg in args]
    try:
        print(f.__name__, shown, f(*args))
    except Exception as e:
        print(f.__name__, shown, type(e).__name__, e)


for text in (
    "1.2.3.4", "1.2.3", "1.2", "4294967295", "4294967296", "0x7f.1", "0X7F.0x1", "017.1", "08.1", "1.2.3.256", "1.2.65536", "", ".",
    "1..2", "1.2.3.4.", "1.2.3.4.5", " 1.2.3.4", "1.2.3.4 x", "1.2.3.4\n", "+1.2.3.4", "1_0.2.3.4", "0x", "١.2.3.4", None, 5, b"1.2.3.4",
):
    tried(socket.inet_aton, text)
for packed in (b"abcd", b"abc", bytearray(b"abcd"), "abcd", None):
    tried(socket.inet_ntoa, packed)
for family, text in (
    (socket.AF_INET, "1.2.3.4"), (socket.AF_INET, "1.2.3"), (socket.AF_INET, "01.2.3.4"), (socket.AF_INET, "::1"), (socket.AF_INET6, "::1"),
    (socket.AF_INET6, "::ffff:1.2.3.4"), (socket.AF_INET6, "1:2:3:4:5:6:7:8"), (socket.AF_INET6, "g"), (socket.AF_INET6, "fe80::1%lo"), (5, "1"),
):
    tried(socket.inet_pton, family, text)
for family, packed in (
    (socket.AF_INET, b"abcd"), (socket.AF_INET, b"a"), (socket.AF_INET6, bytes(16)), (socket.AF_INET6, bytes(15) + b"\1"),
    (socket.AF_INET6, bytes(10) + b"\xff\xff\1\2\3\4"), (socket.AF_INET6, bytes(12) + b"\1\2\3\4"), (socket.AF_INET6, bytes(14) + b"\1\2"),
    (socket.AF_INET6, bytes(range(16))), (socket.AF_INET6, b"\1\2" + bytes(4) + b"\1\2" + bytes(8)), (socket.AF_INET6, b"a"), (7, b"a"),
):
    tried(socket.inet_ntop, family, packed)
for f in (socket.htons, socket.ntohs, socket.htonl, socket.ntohl):
    for x in (0, 1, 258, 65535, 65536, 2**32 - 1, 2**32, -1, 2**70, -(2**40), True):
        tried(f, x)
