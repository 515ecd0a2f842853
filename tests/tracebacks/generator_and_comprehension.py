def numbers():
    yield 1
    yield 2 / 0


print([n * 2
       for n in numbers()])
