# Subclasses of str, and enums of str, where natives read a text.
import csv, sys, enum, ast, sqlite3, pickle, decimal, datetime, tempfile, copy, operator
class Color(str, enum.Enum): RED = "red"
class S(str):
    def __str__(self): return "STR"
class F(float, enum.Enum): A = 1.5
class N:
    def __index__(self): return 3
    def __str__(self): return "N"
csv.writer(sys.stdout).writerow([Color.RED, S("abc"), F.A, 1j, N(), None, 2.5])
for q in (csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
    csv.writer(sys.stdout, quoting=q, escapechar="\\").writerow([Color.RED, S("a,c"), F.A, 1j, N(), None, 2.5, decimal.Decimal("1.5"), True, b"a"])
csv.DictWriter(sys.stdout, ["c"]).writerow({"c": Color.RED})
class C(str, enum.Enum): J = "[1]"; S=","; OS="os"
print(ast.literal_eval(C.J))
class K(str): 
    def __str__(self): return "nope"
con = sqlite3.connect(":memory:")
print(con.execute(K("select 1")).fetchone())
con.executescript(K("create table t(a); insert into t values(3)")); print(con.execute("select * from t").fetchall())
print(con.execute("insert into t values(?)", (Color.RED,)).rowcount, con.execute("select * from t").fetchall())
print(__import__(K("os")).__name__)
class Money(decimal.Decimal): pass
m = pickle.loads(pickle.dumps(Money("1.5"))); print(type(m).__name__, m)
class D(datetime.date): pass
class MDT(datetime.datetime): pass
class TD(datetime.timedelta): pass
class T(datetime.time): pass
print(repr(D(2020,1,2)), repr(MDT(2020,1,2,fold=1)), repr(TD(1)), repr(T(3)), [MDT(2024,1,31)], D.__qualname__)
x = MDT(2020,1,2); x.a = 1
y = copy.copy(x); print(y is x, hasattr(y, "a"), copy.deepcopy(x) is x, copy.copy(D(2020,1,2)) == D(2020,1,2), type(abs(TD(-1))).__name__)
try: print(tempfile.TemporaryFile().write([97, 98]))
except TypeError as e: print(e)
for f in (lambda: eval(K("1+1")), lambda: exec(K("print(5)")), lambda: int(K("12")), lambda: float(K("1.5")), lambda: K("ab").upper(), lambda: "x".join([K("a"), Color.RED]), lambda: "%s %s" % (Color.RED, K("a")), lambda: f"{Color.RED} {K('b')}", lambda: Color.RED + "x", lambda: getattr(3, K("real")), lambda: decimal.Decimal(K("1.5")), lambda: {"red": 1}[Color.RED], lambda: sorted([Color.RED, "a"]), lambda: datetime.date.fromisoformat(K("2020-01-01")), lambda: datetime.datetime.strptime(K("2020"), K("%Y")), lambda: __import__("json").dumps({Color.RED: Color.RED, K("k"): K("v")}), lambda: __import__("json").loads(K("[1]")), lambda: __import__("re").sub(K("a"), K("b"), K("cac")), lambda: __import__("uuid").UUID(K("12345678123456781234567812345678")), lambda: __import__("fractions").Fraction(K("1/2")), lambda: __import__("base64").b64decode(K("YQ==")), lambda: bytes.fromhex(K("6162")), lambda: K("a b").split(), lambda: __import__("pathlib").Path(K("a/b")), lambda: __import__("os").path.join(K("a"), K("b")), lambda: __import__("urllib.parse").parse.quote(K("a b")), lambda: __import__("html").escape(K("<")), lambda: __import__("shlex").split(K("a b")), lambda: __import__("textwrap").fill(K("a b")), lambda: __import__("string").Template(K("$a")).substitute(a=K("x")), lambda: __import__("struct").unpack(K("B"), b"a"), lambda: __import__("hashlib").new(K("md5")).name, lambda: open(K("/nope")), lambda: str(K("a")), lambda: repr(K("a")), lambda: format(K("a"), K(">5")), lambda: K("a") == "a", lambda: hash(K("a")) == hash("a"), lambda: __import__("zoneinfo").ZoneInfo(K("UTC")).key, lambda: __import__("unicodedata").name(K("a")), lambda: __import__("io").StringIO(K("abc")).getvalue(), lambda: K("{}").format(K("x")), lambda: ord(K("a")), lambda: list(K("ab")), lambda: __import__("xml.etree.ElementTree").etree.ElementTree.fromstring(K("<a/>")).tag, lambda: __import__("configparser").ConfigParser().read_string(K("[a]\nb=1")), lambda: __import__("logging").getLogger(K("a")).name, lambda: __import__("tomllib").loads(K("a=1")), lambda: __import__("operator").attrgetter(K("real"))(3), lambda: __import__("binascii").unhexlify(K("61")), lambda: __import__("zlib").crc32(K("a").encode()), lambda: __import__("difflib").get_close_matches(K("a"), [K("a")]), lambda: __import__("statistics").mode([K("a"), "a"])):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).split(" at 0x")[0])
