x = a if b else lambda p, /, q=1, *r, s, t=2, **u: not p
1 + 2 * 3 - -4 ** 5 // 6 % 7 @ 8 << 9 >> 10 & 11 ^ 12 | ~13
a < b <= c == d != e >= f > g is h is not i in j not in k
a and b or c and not d
f(1, *a, b=2, **c)(x for x in y)
o.p.q[1][1:2][::3][1:2, 3, ...][*z]
[], [1], [1, *a], (), (1,), (1, 2), {}, {1}, {1, *a}, {1: 2, **b}
[x for x in y if x if z for (w, *v) in x], {x for x in y}, {x: y for x in z}, (x async for x in y)
(n := 10), None, True, False, ...
0x_ff, 0o17, 0b101, 1_000, 1.5e-7, .5, 2j, 10 ** 100
'a' "b" '''c
d''', b'\x00\xff', r'\n', u'u', "\'\"\a\101\x41\u0041\U0001F600"
