def classify(n):
    if n < 0: return "negative"
    elif n == 0: return "zero"
    elif n < 10: return "small"
    else: return "large"
print([classify(n) for n in (-5, 0, 5, 50)])
out = []
for i in range(10):
    if i == 2: continue
    if i == 6: break
    out.append(i)
else:
    out.append("no break")
print(out, i)
for i in []: pass
else: print("empty else")
n = 27
steps = 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
else: print("reached", steps)
while True:
    steps -= 1
    if steps < 100: break
else: print("never")
for i in range(3):
    for j in range(3):
        if j == i: break
        if i == 2: continue
        print(i, j)
    else: print("inner done", i)
def find(matrix, wanted):
    for r, row in enumerate(matrix):
        for c, v in enumerate(row):
            if v == wanted: return r, c
    return None
print(find([[1, 2], [3, 4]], 4), find([[1]], 9))
def in_finally():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print("try", i)
        finally: print("finally", i)
    return "out"
print(in_finally())
def loops():
    while True:
        try: return "returned"
        finally: print("cleanup")
print(loops())
def override():
    try: return 1
    finally: return 2
def swallow():
    while True:
        try: raise ValueError
        finally: break
    return "swallowed"
print(override(), swallow())
def nested():
    try:
        try: return "inner"
        finally: print("f1")
    finally: print("f2")
print(nested())
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1, 1 == 1.0 == True, "a" < "b" > "a", 1 in [1] == True, not 1 == 2, None is None is not 5)
calls = []
def t(v): calls.append(v); return v
print(t(1) < t(0) < t(5), t(0) or t("") or t(3) or t(4), t(1) and t(0) and t(2), not t(0), t(1) if t(0) else t(2), calls)
x = 5 if True else 1 / 0
assert x == 5, "message"
assert (x, "tuple is true") if x else 0
if (m := 10) > 5 and (k := m * 2): print(m, k)
while (m := m - 3) > 0: print(m, end=" ")
print([y for v in range(5) if (y := v * v) > 3], y)
pass; a = 1; b = 2; print(a, b)
for i, (a, *b) in enumerate([(1, 2, 3), "xyz"]): print(i, a, b)
for d["k"] in range(2) if (d := {}) is not None else []: print(d)
total = 0
for i in range(100000): total += i & 3
print(total)
