# What __reduce__ of the library's containers and callables gives, and copies made from it.
import collections
import copy
import operator
import pickle


class Ordered(collections.OrderedDict):
    pass


class Counted(collections.Counter):
    pass


class Defaults(collections.defaultdict):
    pass


ordered = Ordered(b=1, a=2)
ordered.note = [1]
defaults = Defaults(list, {1: [2]})
defaults.note = 3
for value in (collections.OrderedDict(b=1, a=2), ordered, collections.Counter("abca"), Counted("aab"), collections.defaultdict(int, {1: 2}),
              collections.defaultdict(None, a=1), defaults, operator.itemgetter(1), operator.itemgetter(1, "a"), operator.attrgetter("a.b"), operator.attrgetter("a", "b"),
              operator.methodcaller("f", 1), operator.methodcaller("f", 1, k=2)):
    parts = value.__reduce__()
    print([list(part) if hasattr(part, "__next__") else part for part in parts])
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        print(type(again).__name__, repr(again) == repr(value), getattr(again, "note", None), getattr(again, "default_factory", None))
