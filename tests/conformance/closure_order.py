# The order of free and captured variables, which __closure__, co_freevars and co_cellvars show: by their names, parameters first.
def f(q=0, *, p=5):
    z = 1
    b = 2
    m = 3

    def g():
        return z + m + b + p + q

    class C:
        r = (m, b)

        def h(self):
            return __class__, z, b

    def deeper():
        def deepest():
            nonlocal m
            m += 1
            return z, lambda: (q, b)

        return deepest

    return g, C.h, deeper, deeper(), deeper()()[1], (m + x + z for x in [b])


for made in f():
    code = getattr(made, "__code__", None) or made.gi_code
    print(code.co_name, code.co_freevars, code.co_cellvars)
    for cell in getattr(made, "__closure__", ()):
        print(type(cell.cell_contents).__name__, end=" ")
    print()
print(f.__code__.co_cellvars, f.__code__.co_varnames)
print(f()[0](), [c.cell_contents for c in f()[0].__closure__], f()[3]()[0], f()[4](), list(f()[5]))


def k(z, a):
    return lambda: (z, a)


print(k(1, 2).__code__.co_freevars, k.__code__.co_cellvars, [c.cell_contents for c in k(1, 2).__closure__])


def shown(q, p):
    z = 1
    b = 2
    m = 3
    g = lambda: (z, b, q)
    print(list(locals()), g())

    def h():
        c = z, b
        print(locals())

    h()


shown(1, 2)
