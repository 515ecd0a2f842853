def down(n):
    if n == 0:
        return ask("bottom")
    return [n, down(n - 1)][1]
print(down(500))
def walk(n):
    if n == 0:
        yield ask("leaf")
    else:
        yield from walk(n - 1)
        yield n
print(list(walk(60))[-1])
def both(n): return ask(n) if n < 2 else both(n - 1) + both(n - 2)
print(both(6))
