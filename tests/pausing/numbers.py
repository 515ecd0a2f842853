import math
import random


class I:
    def __index__(self):
        return ask(7)


class F:
    def __float__(self):
        return ask(2.25)

    def __int__(self):
        return ask(2)

    def __round__(self, digits=None):
        return ask(digits)

    def __abs__(self):
        return ask("abs")

    def __divmod__(self, other):
        return ask(("divmod", other))

    def __pow__(self, other, modulus=None):
        return ask(("pow", other, modulus))

    def __floor__(self):
        return ask("floor")

    def __radd__(self, other):
        return ask(other + 1)

    def __lt__(self, other):
        return ask(False)

    def __eq__(self, other):
        return ask(other == 9)


print(hex(I()), bin(I()), int(I()), float(I()), range(I()), [10, 20, 30, 40, 50, 60, 70, 80][I()])
print(int(F()), float(F()), complex(F(), F()), round(F()), round(F(), 2), abs(F()), divmod(F(), 3), pow(F(), 2), pow(F(), 2, 5))
print(math.sqrt(F()), math.floor(F()), math.factorial(I()), math.gcd(I(), 14), math.hypot(F(), 3), math.log(F(), 2), math.comb(I(), I()))
print(sum([1, 2, F()]), min(5, F()), max([3, 1, 2], key=lambda x: ask(-x)), min([3, 1, 2], key=lambda x: ask(-x)), sum(ask(x) for x in range(4)))
print(F() in range(5, 12), range(5, 12).index(F()), (5).to_bytes(I(), "big"), int.from_bytes([1, I()], "big"), int("12", I()))
random.seed(3)
print(random.randint(1, 100), ask(1), random.random(), ask(2), random.gauss(0, 1), ask(3), random.gauss(0, 1), sorted(random.sample(range(50), 5)))
r = random.Random(4)
print(r.random(), ask(5), r.random(), r.choice("abc"))
total = 0
for i in range(2 ** 70, 2 ** 70 + 3):
    total += ask(i)
print(total, [ask(x) for x in reversed(range(2 ** 64, 2 ** 64 + 3))])
it = iter(range(5))
print(next(it), ask(0), next(it), ask(0), list(it))
