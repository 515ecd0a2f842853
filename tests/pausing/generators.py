def gen(n):
    for i in range(n):
        got = yield ask(i)
        if got:
            print("got", ask(got))
    return ask("end")

def wrap():
    value = yield from gen(3)
    print("returned", value)
    yield ask("after")

g = wrap()
print(next(g))
print(g.send("hello"))
print(list(g))

def closing():
    try:
        while True:
            yield ask(1)
    except ValueError as e:
        print("caught", ask(str(e)))
        yield "still"
    finally:
        print("finally", ask("cleanup"))

g = closing()
print(next(g), g.throw(ValueError("bad")))
g.close()
half = gen(5)
next(half); next(half)
print(ask("between"), next(half), list(half))
