def outer(a):
    b = a + 1
    def middle(c):
        nonlocal b
        b += ask(c)
        def inner():
            nonlocal a
            a += ask(b)
            return a, b, c
        return inner
    return middle

f = outer(1)(10)
print(f(), f())
counters = [lambda i=i: ask(i) for i in range(4)]
print([c() for c in counters])
late = [lambda: ask(i) for i in range(3)]
print([c() for c in late])
