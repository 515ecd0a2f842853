def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


assert 7 // 2 == 3 and -7 // 2 == -4 and 7 // -2 == -4 and -7 // -2 == 3
assert 7 % 3 == 1 and -7 % 3 == 2 and 7 % -3 == -2 and -7 % -3 == -1
assert divmod(-7, 2) == (-4, 1) and divmod(7, -2) == (-4, -1)
assert 2 ** 10 == 1024 and 2 ** -1 == 0.5 and (-2) ** 3 == -8 and 0 ** 0 == 1
assert pow(3, 200, 13) == 9 and pow(3, -1, 7) == 5 and pow(2, 0, 1) == 0
assert 1 << 70 == 2 ** 70 and (1 << 70) >> 68 == 4 and -1 >> 100 == -1 and -5 >> 1 == -3
assert 6 & 3 == 2 and 6 | 3 == 7 and 6 ^ 3 == 5 and ~6 == -7
assert -6 & 0xFF == 250 and -1 ^ 2 ** 70 == -(2 ** 70) - 1 and (-(2 ** 70)) & (2 ** 71 - 1) == 2 ** 70
assert 10 / 4 == 2.5 and 10 ** 400 // 10 ** 399 == 10 and 10 ** 400 / 10 ** 399 == 10.0
assert True + True == 2 and True * 3 == 3 and type(True + 0) is int and type(True & False) is bool and True | 4 == 5
assert 0x_ff == 255 and 0b1_01 == 5 and 0o17 == 15 and 1_000_000 == 10 ** 6
# the border of machine words
for n in (2 ** 30, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 61, 2 ** 62, 2 ** 63, 2 ** 64, 2 ** 127):
    for m in (n - 1, n, n + 1, -n - 1, -n, -n + 1):
        assert m + 1 - 1 == m and m * 2 // 2 == m and -(-m) == m and m - m == 0 and abs(m) >= 0
        assert m * m // m == m and (m << 5) >> 5 == m and int(str(m)) == m and int(hex(m), 16) == m
        assert m // 7 * 7 + m % 7 == m and (m ^ 12345) ^ 12345 == m and hash(m) == hash(m + 0)
        print(m, m + 1, m * 3, m // 10, m % 1000, m & 0xFFFF, m >> 3, ~m, m.bit_length())
factorial = 1
for i in range(1, 60):
    factorial *= i
print(factorial, factorial % 1000007, len(str(factorial ** 20)))
print(error(lambda: 1 // 0), error(lambda: 1 % 0), error(lambda: 1 / 0), error(divmod, 1, 0))
print(error(lambda: 0 ** -1), error(lambda: 1 << -1), error(lambda: 1 >> -1), error(pow, 2, 3, 0), error(pow, 2, -1, 4))
print(error(lambda: 1 + "a"), error(lambda: "a" + 1), error(lambda: 1 - None), error(lambda: [] * 1.0), error(lambda: 1 & 1.0))
print(error(lambda: 10 ** 400 / 1), error(lambda: 10 ** 400 * 1.0), error(lambda: -"a"), error(lambda: ~1.5), error(lambda: 1 @ 2))
print(error(lambda: None < 1), error(lambda: 1 < "a"), error(lambda: [] >= ()), error(pow, 2.0, 1, 3))
