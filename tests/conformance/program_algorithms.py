def lcs(a, b):
    t = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            t[i + 1][j + 1] = t[i][j] + x if x == y else max(t[i + 1][j], t[i][j + 1], key=len)
    return t[-1][-1]
def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]
def queens(n, row=0, cols=(), d1=(), d2=()):
    if row == n: yield cols; return
    for c in range(n):
        if c not in cols and row + c not in d1 and row - c not in d2:
            yield from queens(n, row + 1, cols + (c,), d1 + (row + c,), d2 + (row - c,))
def quicksort(x): return x if len(x) < 2 else quicksort([v for v in x[1:] if v < x[0]]) + [x[0]] + quicksort([v for v in x[1:] if v >= x[0]])
def merge_sort(x):
    if len(x) < 2: return x
    a, b, out = merge_sort(x[:len(x) // 2]), merge_sort(x[len(x) // 2:]), []
    while a and b: out.append((a if a[0] <= b[0] else b).pop(0))
    return out + a + b
def sieve(n):
    s = bytearray([1]) * (n + 1)
    s[:2] = b"\0\0"
    for i in range(2, int(n ** 0.5) + 1):
        if s[i]: s[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, v in enumerate(s) if v]
def hanoi(n, a="A", b="B", c="C"):
    if n: yield from hanoi(n - 1, a, c, b); yield a + c; yield from hanoi(n - 1, b, a, c)
def roman(n):
    out = ""
    for v, s in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "M CM D CD C XC L XL X IX V IV I".split()):
        k, n = divmod(n, v); out += s * k
    return out
def bisect(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x: lo = mid + 1
        else: hi = mid
    return lo
def life(cells):
    from collections import Counter
    n = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return {c for c, k in n.items() if k == 3 or k == 2 and c in cells}
def knap(items, cap):
    best = [0] * (cap + 1)
    for w, v in items:
        for c in range(cap, w - 1, -1): best[c] = max(best[c], best[c - w] + v)
    return best[-1]
def matmul(a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
def power_set(s): return [[x for i, x in enumerate(s) if k >> i & 1] for k in range(1 << len(s))]
def collatz(n, memo={1: 1}):
    if n not in memo: memo[n] = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    return memo[n]
data = [(i * 7919) % 101 for i in range(60)]
print(lcs("AGGTAB", "GXTXAYB"), distance("kitten", "sitting"), len(list(queens(6))), next(queens(8)), quicksort(data) == merge_sort(data) == sorted(data), sieve(50), "".join(hanoi(3)), [roman(n) for n in (4, 9, 1994, 3888)], bisect(sorted(data), 50))
glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for _ in range(4): glider = life(glider)
print(sorted(glider), knap([(1, 1), (3, 4), (4, 5), (5, 7)], 7), matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]]), power_set("abc"), max(range(1, 300), key=collatz), len(str(2 ** 1000)), sum(map(int, str(2 ** 1000))))
text = "it was the best of times it was the worst of times"
freq = {}
for w in text.split(): freq[w] = freq.get(w, 0) + 1
print(sorted(freq.items(), key=lambda p: (-p[1], p[0]))[:4], "".join(chr((ord(c) - 97 + 13) % 26 + 97) if c.isalpha() else c for c in text)[:20], text.title(), [w[::-1] for w in text.split()[:3]], all(text[i] == text[i] for i in range(5)))
def spiral(m):
    while m:
        yield from m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
print(list(spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]])), [[1 if i in (0, r) else None for i in range(r + 1)] for r in range(3)])
