def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def down(n): return 0 if n == 0 else 1 + down(n - 1)
print(down(900))
def forever(n): return forever(n + 1)
for _ in range(3):
    print(error(forever, 0))
class R:
    def __repr__(self): return repr(self)
    def __eq__(self, o): return self == o
    def __getattr__(self, n): return getattr(self, n + "x")
    def __call__(self): return self()
    def __len__(self): return len(self)
    def __iter__(self): return iter(self)
    def __hash__(self): return hash(self)
    def __getitem__(self, k): return self[k]
    def __add__(self, o): return self + o
    def __str__(self): return f"{self}"
r = R()
for f in (lambda: repr(r), lambda: r == r, lambda: r.a, lambda: r(), lambda: len(r), lambda: list(r), lambda: hash(r), lambda: r[0], lambda: r + 1, lambda: str(r), lambda: {r: 1}):
    print(error(f)[:14])
def gen(n):
    yield n
    yield from gen(n + 1)
print(error(lambda: sum(1 for _ in gen(0)))[:14])
def cleanup(n):
    try: return cleanup(n + 1)
    finally: pass
print(error(cleanup, 0)[:14])
def mutual_a(n): return n and mutual_b(n - 1)
def mutual_b(n): return n and mutual_a(n - 1)
print(mutual_a(800), (lambda f, n: f(f, n))(lambda f, n: n if n == 0 else f(f, n - 1), 300))
nest = []
for _ in range(100): nest = [nest]
print(len(repr(nest)), nest == nest, str(nest)[:5])
a, b = [], []
a.append(b); b.append(a)
print(a, error(lambda: a == b)[:14])
x = []
for _ in range(100000): x = [x]
print(error(repr, x)[:14])
y = []
for _ in range(100000): y = [y]
print(error(lambda: x == y)[:14])
def ack(m, n): return n + 1 if m == 0 else ack(m - 1, 1) if n == 0 else ack(m - 1, ack(m, n - 1))
print(ack(2, 9))
def depth():
    try: return 1 + depth()
    except RecursionError: return 0
print(depth() > 500)
