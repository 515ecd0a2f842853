def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print("{} {}".format(1, 2), "{1} {0} {1}".format("a", "b"), "{a} {b}".format(a=1, b=2), "{0} {k}".format(1, k=2))
print("{0[1]} {1[key]}".format([1, 2], {"key": "v"}))
class P:
    def __init__(self): self.x, self.d = 3, {"k": [10, 20]}
print("{0.x} {p.d[k][1]} {p.d}".format(P(), p=P()))
print("{{}} {{{}}} }}{{".format(5), "{!r} {!s} {!a}".format("a'b", "c", "é"), "{!r:>6}|{:<4}|".format("x", 1))
print("{:{w}.{p}f}|{:>{w}}".format(3.14159, "r", w=8, p=2), "{0:{1}{2}}".format("x", ">", 5), "{:{}}".format("abc", 6) + "|")
print("{a[0]}{a[1]}".format(a="xy"), "{0[a b]}".format({"a b": 1}), "{0[0]}".format({0: "int key"}), "{:d}".format(True))
print("{}".format(None), "{:}".format("x"), "{0}{0}".format([]), "{:,}".format(1234567), "{:.3}".format("abcdef"))
print("{name} {age:03d}".format_map({"name": "Z", "age": 7}))
class D(dict):
    def __missing__(self, key): return f"<{key}>"
print("{a} {b}".format_map(D(a=1)))
for call in [lambda: "{}".format(), lambda: "{1}".format(0), lambda: "{a}".format(), lambda: "{} {1}".format(1, 2), lambda: "{0} {}".format(1, 2), lambda: "{".format(), lambda: "}".format(), lambda: "{!x}".format(1), lambda: "{0.nope}".format(1), lambda: "{0[9]}".format([1]), lambda: "{a.b}".format(a=1), lambda: "{!}".format(1), lambda: "{0[}".format(1), lambda: "{:{:{}}}".format(1, 2, 3), lambda: "{0[x]}".format([1])]:
    print(error(call))
print("".join("{:02x}".format(b) for b in b"\x00\xff"), "{:>10}{:<10}{:^10}|".format(*"abc"), "{x}{y}".format(**{"x": 1, "y": 2}))
fmt = "{:>{}}".format
print(fmt("a", 4), list(map("<{}>".format, [1, 2])), str.format("{}-{}", 1, 2))
