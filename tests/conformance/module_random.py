import random


def e(f, s=""):
    try: print(s, "=>", repr(f()))
    except Exception as x: print(s, "=>", type(x).__name__, x)
class I:
    def __index__(s): return 5
class P(int): pass
class MyFloat(float): pass
class R(random.Random):
    def random(self): return 0.25
x = R(5); e(lambda: x.randint(1, 10)); e(lambda: x.choice('abcdef')); e(lambda: x.uniform(0, 4)); e(lambda: x.shuffle([1])); e(lambda: x.getrandbits(8))
class G(random.Random):
    def getrandbits(self, k): return 1
e(lambda: G().randrange(5)); random.seed(42)
print(random.random())
print([random.randint(1, 100) for _ in range(10)], random.choice('abc'), random.sample(range(100), 5), random.sample('abcdef', 3), random.uniform(1, 2), random.gauss(0, 1), random.gauss(0, 1), random.choices('abc', k=4), random.choices([1, 2, 3], [1, 1, 5], k=5), random.getrandbits(70), random.randbytes(5), random.expovariate(2), random.betavariate(2, 3), random.triangular(0, 1, .3), random.normalvariate(), random.lognormvariate(0, 1), random.vonmisesvariate(1, 2), random.gammavariate(2, 3), random.paretovariate(2), random.weibullvariate(1, 2))
l = list(range(20)); random.shuffle(l); print(l)
st = random.getstate(); a = random.random(); random.setstate(st); print(a == random.random(), len(st), len(st[1]))
for s in ('abc', b'abc', bytearray(b'x'), 1.5, -3, 10**40, True, '', 0, P(9), MyFloat(1.25)):
    random.seed(s); print(random.random(), random.randrange(10**30))
random.seed('a', version=1); print(random.random())
y = random.Random('seed'); z = random.Random('seed'); print([y.random() == z.random() for _ in range(3)], y.randint(1, 6))
print(random.Random(1).random() != random.Random(2).random(), isinstance(random.random(), float))
e(lambda: random.randint(5, 1)); e(lambda: random.randrange(0)); e(lambda: random.randrange(5, 1)); e(lambda: random.randrange(1, 5, 0)); e(lambda: random.choice([]))
e(lambda: random.sample([1], 2)); e(lambda: random.sample({1}, 1)); e(lambda: random.sample(5, 1)); e(lambda: random.choices([])); e(lambda: random.choices([1], [1], cum_weights=[1]))
e(lambda: random.choices([1], [1, 2])); e(lambda: random.choices([1], [0])); e(lambda: random.seed([])); e(lambda: random.getrandbits(-1)); e(lambda: random.getrandbits(0)); e(lambda: random.shuffle((1, 2)))
e(lambda: random.expovariate(0)); e(lambda: random.getrandbits("a")); e(lambda: random.gammavariate(0, 1)); e(lambda: random.sample([1, 2], 3, counts=[1])); e(lambda: random.sample(["x", "y"], 4, counts=[3, 3]))
from random import randint, Random
random.seed(7); a = [randint(1, 6) for _ in range(5)]; b = Random(7); print(a, [b.randint(1, 6) for _ in range(5)])
print(Random.__name__, isinstance(b, Random), Random(3).getstate()[1][:3], [Random(i).random() for i in range(3)])

# SystemRandom: numbers that can't be repeated.
system = random.SystemRandom(5)
assert isinstance(system, random.Random)
assert 0 <= system.random() < 1 and 0 <= system.getrandbits(40) < 1 << 40 and len(system.randbytes(5)) == 5
assert system.choice([7]) == 7 and system.randint(3, 3) == 3 and sorted(system.sample(range(5), 5)) == [0, 1, 2, 3, 4]
assert system.seed(1) is None and system.gauss_next is None
a = system.random()
system.seed(1)
assert a != system.random()
for function in (lambda: system.getstate(), lambda: system.setstate(None)):
    try:
        function()
    except NotImplementedError as e:
        assert str(e) == "System entropy source does not have state."
    else:
        assert False

# The module's functions are methods of one generator.
import copy, pickle

random.seed(4)
print(random.gauss(), random.getstate()[2], random.gauss(), random.getstate()[2], random.gauss(5, 0.5))
kept = random.getstate()
a = random.gauss(), random.random()
hidden = random.random.__self__
twins = [random.Random(), copy.copy(hidden), copy.deepcopy(hidden), pickle.loads(pickle.dumps(hidden))]
for twin in twins:
    twin.setstate(kept)
    assert type(twin) is random.Random and (twin.gauss(), twin.random()) == a and twin.gauss_next is None
random.setstate(kept)
assert copy.copy(hidden).getstate() == kept and pickle.loads(pickle.dumps(hidden)).getstate() == kept and hidden.gauss_next == kept[2]
hidden.seed(9)
print(random.random(), hidden.randint(1, 6), hidden.gauss_next, isinstance(hidden, random.Random))
hidden.gauss_next = 0.5
print(random.gauss(1, 2), hidden.gauss_next, vars(random.Random(3)))
random.Random.VERSION, copy.deepcopy(random.randint)(2, 2)


class Halves(random.Random):
    def random(self):
        return 0.5


class Counts(Halves):
    n = 0

    def getrandbits(self, k):
        self.n += 1
        return self.n % 2**k


for cls in Halves, Counts:
    one = cls(1)
    print(one._randbelow.__name__, one.sample(range(10), 4), one.shuffle(x := list(range(6))), x, one.choice("abc"), one.randbytes(2) if cls is Counts else "")
print(random._inst is hidden, random.SystemRandom().gauss_next, random.Random._randbelow(random.Random(6), 10**30))
