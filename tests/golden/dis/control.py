def loops(n):
    total = 0
    for i in range(n):
        if i % 3 == 0 and i > 2 or not i:
            continue
        total += i * 2
    while True:
        if 0 < total <= 10:
            break
        total //= 2
    else:
        never()
    for a, b in [(1, 2), (3, 4)]:
        pass
    while total:
        total -= 1
    else:
        return None
    return x if total else y


def conditions(a, b, c):
    if a is None or b is not None and c not in (1, 2):
        return a or b
    assert a < b < c, "ordered"
    t = a and b
    u = not (a or b)
    return t in {1, 2, 3}
    dead_code()


def unassigned(flag):
    if flag:
        x = 1
    print(x)
    del x
    return (flag := 2) + flag
