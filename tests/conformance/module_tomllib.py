# tomllib: values, the places of errors, what may be declared again.
import decimal
import io
import tomllib

document = r'''
title = "TOML \u00e9 \U0001f600 \"q\""   # a comment
'literal key' = 'C:\n'
dotted.a.b = 1
dotted."c d" = +2_000
long = """
one \
   two""""
raw = """''' + "'''" + r'''"""
numbers = [0xff, 0o17, 0b101, -0, 1.5e3, 1_0.2_5, inf, -inf,
  1e-2, # in an array
]
when = [1979-05-27T07:32:00.1234567Z, 1979-05-27 07:32:00-07:00, 1979-05-27T00:32:00, 1979-05-27, 07:32:00.5]
inline = { x = 1, y.z = [true, false, {}], "" = '' }

[table]
[table.sub]
k = 1
[other.deep.er]
v = """a"b""c"""
[other]
[[many]]
n = 1
[many.sub]
[[many.inner]]
[[many.inner]]
x = 2
[[many]]
'''
print(tomllib.loads(document))
print(tomllib.load(io.BytesIO(b"a = 1\r\nb = 1.50\r\n"), parse_float=decimal.Decimal), repr(tomllib.loads("a = nan")["a"]), tomllib.loads(""))
for text in ("a=1\n[a]\n", "[a]\n[a]\n", "[[a]]\n[a]\n", "a=[1]\n[[a]]\n", "a={b=1}\n[a.c]\n", "a={b=1}\na.c=2\n", "a.b=1\n[a]\n", "[a.b]\n[a]\nb.c=1\n", "[a.b.c]\n[a]\nb.x=1\n",
             "[f]\na.c=1\n[f.a]\n", "[f]\na.c=1\n[f.a.t]\ns=1", "a=0x_1", "a=1__0", "a=2023-02-30", 'a="\\ud800"', 'a="\\q"', 'a="x', "a='x", "a=", "=1", "a", "a b=1", "[a", "[[a]", "[]", "a=[1,",
             "a=[1 2]", "a={b=1", "a={b=1,}", "a={b=1,b=2}", "a={b={c=1},b.d=2}", "a=1 b=2", "a=\x01", "# \x01", 'a="\x01"', "a=1\rb=2", 'a="""x\\ y"""', 'a="""x\\', 'a="\\u12"', "a=True", "a..b=1",
             "x.y=1\n[[x]]", "a=[1]\na.b=2", "[x.y]\n[[x]]"):
    try:
        print(ascii(text), tomllib.loads(text))
    except tomllib.TOMLDecodeError as e:
        print(ascii(text), e)
for bad in (lambda: tomllib.load(io.StringIO("a = 1")), lambda: tomllib.loads("a = 1.5", parse_float=lambda s: [])):
    try:
        print(bad())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
