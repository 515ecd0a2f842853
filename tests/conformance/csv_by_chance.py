# Rows of chance, read and written in dialects of all kinds.
import csv
import io
import random

r = random.Random(5)
out = []
def tried(f):
    try: return f()
    except Exception as e: return f"{type(e).__name__}: {e}"
dialects = [{}, {"delimiter": ";"}, {"quotechar": "'"}, {"doublequote": False}, {"strict": True}, {"quoting": 1}, {"quoting": 2}, {"quoting": 3, "escapechar": "\\"}, {"quoting": 3}, {"skipinitialspace": True}, {"escapechar": "\\"}, {"lineterminator": "\n"}, {"lineterminator": "é|"}, {"delimiter": "é"}, {"quotechar": "ü"}, {"delimiter": "\t", "strict": True}, {"quotechar": None, "quoting": 3}, {"delimiter": '"'}, {"delimiter": "\n"}, {"quotechar":"\n"}]
alphabet = ['a', 'b', ',', '"', '\n', '\r', ' ', ';', "'", 'é', 'ü', '\\', '', 'x' * 30, '\t', '1', '""']
for n in range(1500):
    d = r.choice(dialects)
    text = "".join(r.choice(alphabet) for _ in range(r.randrange(12)))
    lines = text.splitlines(True) if r.random() < .7 else [text, "q,w\n"]
    def read():
        rows = []
        reader = csv.reader(lines, **d)
        try:
            for row in reader: rows.append((row, reader.line_num))
        except Exception as e: rows.append(f"{type(e).__name__}: {e} {reader.line_num}")
        return rows
    out.append(repr((d, lines, tried(read))))
    row = [r.choice(["".join(r.choice(alphabet) for _ in range(r.randrange(4))), None, 1, 2.5, True, -3, 10**20, 1e300, float("nan")]) for _ in range(r.randrange(4))]
    def write():
        s = io.StringIO(newline="")
        w = csv.writer(s, **d)
        n = w.writerow(row if r.random() < .5 else tuple(row))
        return s.getvalue(), n
    out.append(repr((d, row, tried(write))))
old = csv.field_size_limit(3)
out.append(tried(lambda: list(csv.reader(["abc,abcd"]))))
out.append(tried(lambda: list(csv.reader(['abc,"abcd"']))))
out.append(tried(lambda: list(csv.reader(['abc,"ééé"']))))
csv.field_size_limit(old)
print("\n".join(map(str, out)))
