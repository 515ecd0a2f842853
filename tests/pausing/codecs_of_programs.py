# Host calls in handlers of encoding errors, in codecs, in what struct and csv ask of objects, and in handlers of logging.
import codecs
import csv
import logging
import struct


def handler(e):
    return ask(f"<{e.start}>"), e.end


codecs.register_error("asks", handler)
print("aéb€".encode("ascii", "asks"), b"a\xffb\xfe".decode("utf-8", "asks"), "ж".encode("cp1252", "asks"), str(b"\xff", "ascii", "asks"), bytearray("é", "ascii", "asks"))


def search(name):
    ask(name)
    if name == "asking":
        return codecs.CodecInfo(lambda s, e="strict": (ask(s).encode(), len(s)), lambda b, e="strict": (ask(bytes(b).decode()), len(b)), name="asking")


codecs.register(search)
print("text".encode("asking"), b"data".decode("asking"), bytes("more", "asking"))


class Number:
    def __index__(self):
        return ask(7)

    def __float__(self):
        return ask(1.5)

    def __bool__(self):
        return ask(True)

    def __str__(self):
        return ask("a,b")


print(struct.pack("<id?", Number(), Number(), Number()), struct.unpack_from("<b", b"abc", Number() and 1))


class Target:
    def write(self, text):
        return ask(text)


print(csv.writer(Target()).writerow([Number(), 1]), list(csv.reader(ask(line) for line in ("a,b", '"c', 'd",e'))))


class Asking(logging.Handler):
    def emit(self, record):
        ask(record.getMessage())


log = logging.getLogger("x")
log.addHandler(Asking())
log.warning("one %s", Number())
print(log.handlers[0].level, list(codecs.iterencode((ask(c) for c in "aé"), "utf-16")))
