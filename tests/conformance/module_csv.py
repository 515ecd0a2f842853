import csv
import io


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def read(text, **options):
    return err(lambda: list(csv.reader(text.splitlines(True), **options)))


for text in ("a,b\n1,2\n", 'x,"y,z",w\r\n', '"a ""q"" b",c\n', '"two\nlines",d\n', "\n\na\n", ",,\n", '"open\n', 'a"b,c"\n', '"a"b,c\n', "a\rb\n", " a, b\n", '"",""\n', "a,b", 'é,"ü,ß"\n'):
    print(repr(text), read(text), read(text, strict=True), read(text, skipinitialspace=True), read(text, quoting=csv.QUOTE_NONE), read(text, delimiter="b"))
print(read("1,'2',3.5\n", quoting=csv.QUOTE_NONNUMERIC, quotechar="'"), read("1,x\n", quoting=csv.QUOTE_NONNUMERIC), read("a\\,b,c\\\nd\n", escapechar="\\"), read("a|b\tc", delimiter="\t"), read("'a''b','c'", quotechar="'"), read("'a''b'", quotechar="'", doublequote=False))
for options in ({}, {"quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"quoting": csv.QUOTE_NONE}, {"delimiter": ";", "lineterminator": "\n"}, {"doublequote": False, "escapechar": "!"}, {"dialect": "excel-tab"}, {"dialect": "unix"}, {"quotechar": "'"}):
    for row in (["a", 1, 2.5, None, True], ["x,y", 'q"q', "l\nl", "t\tt", "s'e;e"], [""], [], ["", ""], "abc", 5, [1e100, 10 ** 20]):
        out = io.StringIO()
        print(options, row, err(csv.writer(out, **options).writerow, row), repr(out.getvalue()))
for options in ({"delimiter": ""}, {"delimiter": "ab"}, {"delimiter": 5}, {"quotechar": ""}, {"quotechar": None}, {"quoting": 9}, {"quoting": "x"}, {"escapechar": "ab"}, {"lineterminator": None}, {"nonsense": 1}, {"dialect": "none"}):
    print(options, err(csv.reader, [], **options) if not isinstance(err(csv.reader, [], **options), csv.reader if isinstance(csv.reader, type) else type(csv.reader([]))) else "a reader")
print(err(list, csv.reader([5])), err(list, csv.reader([b"a"])), err(csv.reader, 5), err(csv.writer, 5), err(csv.writer(io.StringIO()).writerows, [[1], 2]))
people = "name,age\nAnn,5\n\nBob\nCy,6,7,8\n"
r = csv.DictReader(io.StringIO(people), restkey="more", restval="?")
print(list(r), r.fieldnames, r.line_num, r.reader.line_num)
out = io.StringIO()
w = csv.DictWriter(out, ["a", "b"], restval=0, extrasaction="ignore")
print(w.writeheader(), w.writerow({"a": 1, "c": 2}), w.writerows([{"b": "x,y"}, {}]), repr(out.getvalue()), err(csv.DictWriter(out, ["a"]).writerow, {"a": 1, "zz": 2}), err(csv.DictWriter, out, [], extrasaction="no"))
class semi(csv.excel):
    delimiter = ";"
    quotechar = "'"
csv.register_dialect("semi", semi)
csv.register_dialect("tight", delimiter="|", skipinitialspace=True)
print(sorted(csv.list_dialects()), csv.get_dialect("semi").delimiter, read("a;'b;c'\n", dialect="semi"), read("a| b\n", dialect="tight"), read("a| b\n", dialect=semi), csv.get_dialect("excel").lineterminator)
csv.unregister_dialect("semi")
print(sorted(csv.list_dialects()), err(csv.get_dialect, "semi"), err(csv.unregister_dialect, "semi"), csv.field_size_limit(), csv.field_size_limit(3), read("abcd,e\n"), read('"abcd",e\n'), csv.field_size_limit(1000))
s = csv.Sniffer()
for sample in ("a;b;c\n1;2;3\n4;5;6\n", "name,age\nAnn,5\nBob,6\n", "'a'|'b'\n'c'|'d'\n", '"x", "y"\n"1", "2"\n', "a\tb\n1\t2\n"):
    d = s.sniff(sample)
    print(repr(d.delimiter), d.quotechar, d.doublequote, d.skipinitialspace, s.has_header(sample))
print(err(s.sniff, "abc\ndef\n"))
rows = [[str(i * j) + (',"' if (i + j) % 3 == 0 else "") + ("\n" if (i * j) % 5 == 0 else "") for j in range(6)] for i in range(200)]
out = io.StringIO(newline="")
csv.writer(out).writerows(rows)
assert list(csv.reader(io.StringIO(out.getvalue(), newline=""))) == rows

# What isn't a line, and line ends that are escaped.
for lines, options in (
    (["a", None, "b"], {}),
    ([None], {}),
    (['"a', None, 'b"'], {}),
    (["a", 1], {}),
    (["a\\\rX", "b"], {"escapechar": "\\"}),
    (["a\\\nX,c", "b\n"], {"escapechar": "\\"}),
    (["a\\\n,c\\\r", "b\n"], {"escapechar": "\\"}),
    (["a\\\r"], {"escapechar": "\\"}),
    (["a\\", "b"], {"escapechar": "\\"}),
):
    reader = csv.reader(lines, **options)
    rows = []
    try:
        for row in reader:
            rows.append(row)
    except Exception as e:
        rows.append(f"{type(e).__name__}: {e}")
    print(rows, reader.line_num)
for row in (["a"], ["", "b"], [], [None]):
    for options in ({"lineterminator": ""}, {"delimiter": ";", "lineterminator": ""}):
        out = io.StringIO()
        print(csv.writer(out, **options).writerow(row) if row != [None] else "", repr(out.getvalue()))
