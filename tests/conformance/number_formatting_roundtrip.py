x = 123456789
floats = [0.1, 1 / 3, 2 / 3, 1e-7, 1e21, 123.456, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 9007199254740993.0, 0.30000000000000004, 1e15 + 0.3, 4.35, 1.005, 2.675, 1e-5, 0.0001, 1e16]
for v in floats:
    assert float(repr(v)) == v and float(f"{v:.17g}") == v and float.fromhex(v.hex()) == v
    print(repr(v), f"{v:.0f}"[:25], f"{v:.6e}", f"{v:.10g}", v.hex(), v.as_integer_ratio()[1].bit_length())
seed = 1
for i in range(200):
    seed = seed * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
    v = (seed >> 11) / (1 << 53) * 10.0 ** (seed % 60 - 30)
    assert float(str(v)) == v and float(f"{v:.16e}") == v and float(-v) == -v
    if i % 10 == 0: print(v, f"{v:.3f}" if v < 1e15 else "", f"{v:.5g}", round(v, 3), f"{v:012.4e}", int(v) if v < 1e18 else "big")
    n = seed ** (i % 5 + 1) * (-1) ** i
    assert int(str(n)) == n and int(hex(n), 16) == n and int(bin(n), 2) == n and int(oct(n), 8) == n and n == n // 10 ** 9 * 10 ** 9 + n % 10 ** 9
    assert (n << 37) >> 37 == n and n * n // n == n and divmod(n, 12345)[0] * 12345 + divmod(n, 12345)[1] == n and -(-n) == n
    if i % 20 == 0: print(n, n % 97, n // 1000003, n & 0xFFFFFFFF, n.bit_length(), f"{n:,}", f"{n:_x}"[:20], f"{float(n):.6e}", hash(n))
print(sum(0.1 for _ in range(1000)), 1.1 + 2.2, 3 * 1.1, 1e308 * 10, 0.1 * 3, 1 / 49 * 49, 2 ** 0.5 * 2 ** 0.5, 1e23, 1e22 + 1, 10 ** 23 / 10, 7 ** 77 / 7 ** 76, 10 ** 300 * 10 ** 300 // 10 ** 599)
print(round(0.5), round(1.5), round(2.5), round(1e16 + 1), round(5e-324), round(1.15, 1), round(1.25, 1), round(1.35, 1), round(-2.5), round(123.456, -1), round(150, -2), round(250, -2), round(10 ** 20 + 5, -1))
