# The scopes of what is in annotations of local variables, which is never evaluated; the order in which names appear.
def outer():
    kind = 1
    def inner():
        x: kind
    return inner

print(outer().__code__.co_freevars, outer.__code__.co_cellvars)


def generator():
    x: (yield)

print(type(generator()).__name__, list(generator()))


def bound():
    x: (y := 1)
    try:
        y
    except UnboundLocalError as error:
        print(error)

bound()


def shadowed(given):
    x: [given for given in given]
    y: lambda: given
    return given

print(shadowed(3), shadowed.__code__.co_cellvars)


def orders():
    try:
        a = 1
    except ValueError as b:
        c = 2
    else:
        d = 3
    finally:
        e = 4
    (f := (g := 5))

print(orders.__code__.co_varnames)
names, own = {}, {}
exec("[late := 1 for _ in (1,)]\nlate = 2\nprint(late)", names, own)
print(names["late"], own.keys())
