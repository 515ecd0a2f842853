# json.dump has written what came before an error.
import codecs
import io
import json


class Key:
    def __lt__(self, other):
        raise ZeroDivisionError


def fails(value):
    raise KeyError(type(value).__name__)


circle = [1]
circle.append(circle)
SOME = [
    [1, object()],
    [object(), 1],
    {"a": 1, "b": [1, 2, {"c": {1}}]},
    {"a": 1, (1,): 2},
    {"a": 1, 2: 3, "b": object()},
    [1, [2, float("nan")]],
    [float("nan")],
    {"a": float("inf")},
    object(),
    circle,
    {"a": [], "b": {}, "c": b""},
    [],
    [1, 2, {"a": None}],
    "text",
    1.5,
    None,
    (1, 2, (True, False)),
]
OPTIONS = [
    {},
    {"indent": 2},
    {"allow_nan": False},
    {"sort_keys": True},
    {"skipkeys": True},
    {"default": fails},
    {"default": lambda value: [type(value).__name__]},
    {"separators": (",", ":")},
    {"check_circular": True, "indent": 1},
]


class Upper(json.JSONEncoder):
    def default(self, o):
        return "UPPER"


class Iterated(json.JSONEncoder):
    def iterencode(self, o, _one_shot=False):
        yield "iterated "
        yield from super().iterencode(o, _one_shot)


class Encoded(json.JSONEncoder):
    def encode(self, o):
        return "encoded"


for value in SOME:
    for options in [*OPTIONS, {"cls": Upper}, {"cls": Iterated}, {"cls": Encoded}]:
        file = io.StringIO()
        try:
            json.dump(value, file, **options)
        except Exception as e:
            print(type(e).__name__, e, end=" ")
        print(repr(file.getvalue()))
    pieces = []
    try:
        made = json.JSONEncoder().iterencode(value)
        for piece in made:
            pieces.append(piece)
    except Exception as e:
        print(type(e).__name__, end=" ")
    print("".join(pieces))

for text in ("", "1", "12", '"é"', "[1, 2]"):
    for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"):
        print(json.detect_encoding(text.encode(name)), end=" ")
print(json.detect_encoding(bytearray(codecs.BOM_UTF16_BE)))
