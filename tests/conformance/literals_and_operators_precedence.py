print(0xFF, 0o17, 0b101, 1_000, 0x_f, 1e3, 1.5e-3, .5, 5., 0.0, 00, 1_0.5_0, 10 ** 18, 0xFFFFFFFFFFFFFFFF, 123456789012345678901234567890)
print('a' "b" 'c', "a\tb", r"a\tb", b"x" b"y", """m
n""", '\'', "\"", '\\', "\x41\u0042\103", u"u", R"\d", "a" 'b' f"{1}", "line \
cont", "\a\b\f\v".encode(), b"\x00\xff\'", "{not f}", len("\\\n"))
print(1 + 2 * 3 ** 2, (1 + 2) * 3, -2 ** 2, (-2) ** 2, 2 ** -1, 2 ** 3 ** 2, 7 // 2 * 2, 7 % 4 * 2, 10 - 4 - 3, 1 << 2 + 1, 1 | 2 & 3 ^ 1, not 1 == 2, not True or True, 1 < 2 == True, 5 & 3 == 1, ~1 + 2, -1 ** 2, 2 * -3, 4 - -4, + + 1, - - 1, not not 0, ~ ~ 5, 1 if 0 else 2 if 0 else 3, 1 or 0 and 0, 3 > 2 > 1, 1 in [1] and 2 not in [1], 6 / 2 * 3, 2 ** 2 * 3, -7 // 2, -7 % 3, 1 - 1 if 1 else 5, [1, 2][0] + 1, "a" + "b" * 2, "%d" % 3 + "x", 10 % 3 ** 2, 1 == 1 != 0, not None is None)
print((1,), (), (1, 2), [], [1, ], {}, {1: 2, }, {1, }, (1), ((1)), 1, )
print(1 \
    + 2, (1
    + 2), [
    1,
    # comment
    2,
], {"a":
    1})
x = 5; y = 6; print(x, y)
if x: print("one line")
if x:
	print("tab indented")
for i in range(2): print(i); print("same line")
def f(): return 1; return 2
class C: a = 1; b = 2
print(f(), C.b)
while x: x -= 5
else: print("done")
print("yes")if 1 else print("no")
print([1,2,3][1:][0], {"a": {"b": [1]}}["a"]["b"][0], (lambda: [1, 2])()[1], "abc".upper()[0].lower(), (1).__add__(2), 1 .real, 1.0.is_integer(), "x".join(["a", "b"])[::-1], [[]][0], {}.get("a", {}).get("b"), -[1][0], not [1][0], 2 ** [3][0], (1, 2)[0], f"{1}"[0])
print(0.1, 1e16, 1e-5, 1.0, 100.0, 1e22, True, None, ..., 0XAB, 0B1, 0O7, 1E5, 1_000.0, 0_0)
def g(a, b=1, *c, d, e=2, **f): pass
assert True; assert (1, 2); assert not 0, "msg"
pass
