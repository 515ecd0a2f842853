"""OrderedDict keeps its keys when it moves them, asks them once, and is fast at both ends."""

import collections
import random

class O(collections.OrderedDict):
    def __delitem__(self, k): print('del', k); super().__delitem__(k)
    def __getitem__(self, k): print('get', k); return super().__getitem__(k)
    def __contains__(self, k): print('in', k); return super().__contains__(k)
    def __iter__(self): print('iter'); return super().__iter__()
    def __setitem__(self, k, v): print('set', k); super().__setitem__(k, v)
    def keys(self): print('keys'); return super().keys()
    def pop(self, *a): print('pop', a); return super().pop(*a)
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return hash(self.n)
    def __eq__(self, o): print('eq', self.n, getattr(o, 'n', o)); return self.n == getattr(o, 'n', o)
    def __repr__(self): return f'K{self.n}'
for c in (O, collections.OrderedDict):
    o = c([(K(1), 1), (K(2), 2), (K(3), 3), (4.0, 4)])
    print('--', c.__name__)
    o.move_to_end(K(1)); print(list(o.items()))
    o.move_to_end(4); print(list(o.items()))
    o.move_to_end(4); o.move_to_end(K(3), last=False); print(list(o.items()))
    print(o.popitem(last=False)); print(o.popitem()); print(o.popitem(False)); print(list(o))
    try: o.move_to_end('x')
    except KeyError as e: print(repr(e))
    try: o.move_to_end([])
    except TypeError as e: print(repr(e))
    try: o.popitem(); o.popitem(last=False)
    except KeyError as e: print(repr(e))
    print(o.pop(K(9), 'none')); 
    try: o.pop('z')
    except KeyError as e: print(repr(e))


def tried(seed, turns):
    chance = random.Random(seed)
    d, model = collections.OrderedDict(), []
    for turn in range(turns):
        key, what = chance.randrange(1 + seed * 7), chance.randrange(9)
        there = [k for k, _ in model]
        if what < 3:
            if key in there:
                model[there.index(key)] = (key, turn)
            else:
                model.append((key, turn))
            d[key] = turn
        elif what < 5 and key in there:
            pair = model.pop(there.index(key))
            model.insert(0 if what == 3 else len(model), pair)
            d.move_to_end(key, last=what == 4)
        elif what == 5 and model:
            assert d.popitem(last=False) == model.pop(0)
        elif what == 6 and model:
            assert d.popitem() == model.pop()
        elif what == 7:
            assert d.pop(key, None) == dict(model).get(key)
            model = [pair for pair in model if pair[0] != key]
        if turn % 50 == 0:
            assert list(d.items()) == model and list(reversed(d)) == [k for k, _ in reversed(model)], (seed, turn)
            assert list(d.copy()) == list(d) and d == collections.OrderedDict(model)
        if turn % 400 == 399:
            d.clear()
            model.clear()
    return list(d.items()) == model


print(all(tried(seed, 600) for seed in range(12)))

# An LRU cache, a queue, and a round of all: each turn in the same time, however many there were.
cache = collections.OrderedDict()
for i in range(30_000):
    cache[i] = i
    if len(cache) > 10_000:
        cache.popitem(last=False)
    cache.move_to_end(next(iter(cache)))
print(len(cache), next(iter(cache)), cache.popitem())
waiting = dict.fromkeys(range(30_000))
while len(waiting) > 1:
    del waiting[next(iter(waiting))]
print(waiting)
for k in range(20_000):
    cache[-k] = k
    cache.move_to_end(-k, last=False)
print(list(cache)[:3], len(cache))


# A key's __eq__ uses the dict that it is looked up in.
class Busy:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        cache.move_to_end(one)
        return True


cache.clear()
one = Busy()
cache[one] = 1
cache[2] = 2
print(cache[Busy()], Busy() in cache, cache.popitem()[0] is one)
