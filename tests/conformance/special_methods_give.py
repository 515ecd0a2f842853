# What natives do with the special methods of a program's classes, those of keys aside: which are called, and what is made of what they give.
import traceback

log = []


def tried(f, *args):
    del log[:]
    try:
        result = f(*args)
        shown = type(result).__name__ if " object at " in repr(result) else repr(result)
    except BaseException as e:
        shown = f"{type(e).__name__}: {e}"
        frames = [line.name for line in traceback.extract_tb(e.__traceback__) if line.name != "<listcomp>"]
        shown += f" in {frames[1:]}"
    print(shown, log)


class Key:
    def __init__(self, name, number=7):
        self.name = name
        self.number = number

    def __hash__(self):
        log.append("hash " + self.name)
        return self.number

    def __eq__(self, other):
        log.append(f"{self.name}=={getattr(other, 'name', other)}")
        return isinstance(other, Key) and self.name[0] == other.name[0]

    def __repr__(self):
        return self.name


a, a2 = Key("a"), Key("a2")

class Plain:
    def __repr__(self):
        return type(self).__name__


# what methods give
class Gives:
    def __init__(self, gives):
        self.gives = gives

    def give(self):
        log.append("asked")
        if isinstance(self.gives, BaseException):
            raise self.gives
        return self.gives

    __len__ = __bool__ = __hash__ = __str__ = __repr__ = __index__ = __iter__ = __next__ = __int__ = give


class Ends:
    def __init__(self, end):
        self.end = end

    def __iter__(self):
        return self

    def __next__(self):
        raise self.end


class Length:
    def __init__(self, gives):
        self.gives = gives

    def __len__(self):
        log.append("len")
        return self.gives


class Int(int):
    pass


class Text(str):
    pass


class Index(Plain):
    def __index__(self):
        log.append("index")
        return 3


def negated(x):
    return not x


def chosen(x):
    return "yes" if x else "no"


def unpacked(x):
    p, q = x
    return p, q


def looped(x):
    return [i for i in x]


uses = (len, bool, hash, str, repr, negated, chosen, iter, list, tuple, sorted, unpacked, looped, "abc".__getitem__, [1, 2, 3, 4].__getitem__,
        lambda x: [1, 2, 3, 4][x], lambda x: f"{x}", lambda x: f"{x!r}", lambda x: "%s" % x, lambda x: "%s %r" % (x, 1), lambda x: "{}".format(x),
        lambda x: "{!r:>5}".format(x), lambda x: " ".join(map(str, [x, x])), lambda x: next(x), lambda x: int(x), lambda x: all([x]), lambda x: any([x]),
        lambda x: list(filter(None, [x])) and 1, lambda x: [*x], lambda x: max(x), lambda x: ",".join(x), lambda x: print(x), lambda x: [x].__repr__())
for gives in (0, 1, 2, -1, -2, True, False, None, "text", Text("own"), Int(2), 2.0, 1 << 61, 1 << 70, -(1 << 70), [1], Index(), [], iter([1, 2]), (1, 2), iter("ab"),
              ValueError("raised"), StopIteration("stopped"), IndexError("index"), TypeError("type"), AttributeError("attribute")):
    print("---", type(gives).__name__)
    for number, use in enumerate(uses):
        if isinstance(gives, BaseException):
            gives = type(gives)(*gives.args)  # without what was noted of the last time
        if isinstance(gives, type(iter([]))):
            gives = iter([1, 2])
        if isinstance(gives, type(iter(""))):
            gives = iter("ab")
        print(number, end=" ")
        tried(use, Gives(gives))
    for use in (len, bool, negated, chosen):
        tried(use, Length(gives))


# methods that are generators, coroutines, or other objects
class Yields:
    def __len__(self):
        yield 1

    def __bool__(self):
        yield 1

    def __hash__(self):
        yield 1

    def __str__(self):
        yield "x"

    def __iter__(self):
        yield 1
        yield 2

    def __next__(self):
        yield 1

    def __contains__(self, x):
        yield False

    def __eq__(self, other):
        yield False


def shown(f):
    return lambda x: type(f(x)).__name__


for use in (len, bool, hash, str, negated, chosen, list, unpacked, lambda x: f"{x}", shown(next), lambda x: 5 in x, lambda x: x in [Yields()],
            lambda x: {x}, lambda x: (x, 1) == (Yields(), 1)):
    tried(use, Yields())


class Begins:
    def __init__(self):
        yield


class BeginsWell:
    def __init__(self):
        return None


tried(Begins)
tried(lambda: type(BeginsWell()).__name__)


class Static:
    __len__ = staticmethod(lambda: 3)
    __bool__ = staticmethod(lambda: False)
    __hash__ = staticmethod(lambda: 11)
    __str__ = staticmethod(lambda: "static")
    __iter__ = classmethod(lambda cls: iter((1, 2)))


for use in (len, bool, negated, hash, str, list, unpacked, lambda x: "%s" % x, lambda x: {x: 1}[x]):
    tried(use, Static())


class Meta(type):
    def __len__(cls):
        return 4

    def __bool__(cls):
        return False

    def __hash__(cls):
        return 12

    def __str__(cls):
        return "meta"

    def __iter__(cls):
        return iter("xy")


class Made(metaclass=Meta):
    pass


for use in (len, bool, negated, chosen, hash, str, list, unpacked, lambda x: "%s" % x, lambda x: {x: 1}[Made]):
    tried(use, Made)


class Failure(Exception):
    def __len__(self):
        return 2

    def __str__(self):
        return "own text"

    def __hash__(self):
        return 5


for use in (len, bool, hash, str, lambda x: f"{x}", lambda x: "%s" % x, lambda x: {x: 1}[x]):
    tried(use, Failure())


# iterators
class Count:
    def __init__(self, n, end=StopIteration):
        self.n = n
        self.end = end

    def __iter__(self):
        log.append("iter")
        return self

    def __next__(self):
        if self.n == 0:
            raise self.end
        self.n -= 1
        return self.n


class Hinted(Count):
    def __length_hint__(self):
        log.append("hint")
        return 3


class Measured(Count):
    def __len__(self):
        log.append("len")
        return 3


def loop_with_else(it):
    for x in it:
        log.append(x)
    else:
        return "ended"


def in_generator(it):
    for x in it:
        yield x


for use in (list, tuple, set, looped, loop_with_else, unpacked, lambda x: [*x], lambda x: next(x, 0), lambda x: max(x), lambda x: ",".join(x), lambda x: 5 in x,
            lambda x: list(zip(x)), lambda x: list(map(str, x)), lambda x: list(enumerate(x)), lambda x: dict.fromkeys(x), lambda x: sum(x), lambda x: any(x)):
    end = StopIteration()
    tried(use, Ends(end))
for kind in (Count, Hinted, Measured):
    for end in (lambda: StopIteration, lambda: StopIteration(5), lambda: ValueError("broken"), lambda: IndexError("index")):
        for use in (list, tuple, set, sum, sorted, loop_with_else, looped, unpacked, max, any, lambda x: [*x], lambda x: list(zip(x, "abcd")),
                    lambda x: list(map(str, x)), lambda x: list(enumerate(x)), lambda x: dict.fromkeys(x), lambda x: list(in_generator(x)),
                    lambda x: [next(x), next(x, "default"), next(x)], lambda x: [9] + list(x), lambda x: "".join(map(str, x)),
                    lambda x: 1 in x, lambda x: list(filter(None, x)), lambda x: bytes(x), lambda x: [0, *x, 1], lambda x: [].extend(x)):
            tried(use, kind(2, end()))


def stops(x):
    if x == 2:
        raise StopIteration("map's")
    return str(x)


class Stops:
    def __init__(self, x):
        if x == 2:
            raise StopIteration
        self.x = x

    def __repr__(self):
        return f"Stops({self.x})"


class StopsAsText:
    def __str__(self):
        raise StopIteration("as text")


for function in (stops, Stops, lambda x: stops(x)):
    for use in (list, looped, loop_with_else, tuple, unpacked, lambda m: [next(m), next(m)], lambda m: next(m, 0) and next(m, "default"), in_generator, sorted):
        tried(lambda: repr(use(map(function, [1, 2, 3]))) if use is not in_generator else list(use(map(function, [1, 2, 3]))))
tried(lambda: list(map(str, [1, StopsAsText(), 3])))
tried(lambda: [x for x in map(str, [1, StopsAsText(), 3])])
tried(lambda: list(map(next, [iter([1]), iter([]), iter([2])])))
tried(lambda: [x for x in map(next, [iter([1]), iter([]), iter([2])])])
tried(lambda: [x for x in map(len, [Length(1), Length("x")])])
tried(lambda: [(x, y) for x, y in map(lambda p: (p, p), [1, 2])])
tried(lambda: [x for x in map(Length, [1, 2])][0].gives)


# formats: each text is made in its turn
class Teller:
    def __init__(self, name, then=None):
        self.name = name
        self.then = then

    def __str__(self):
        log.append("str " + self.name)
        if self.then:
            self.then()
        return self.name

    def __repr__(self):
        log.append("repr " + self.name)
        return f"<{self.name}>"

    def __format__(self, spec):
        log.append(f"format {self.name} {spec}")
        return f"[{self.name}{spec}]"


t, u = Teller("t"), Teller("ü")
items = [1]
grows = Teller("g", lambda: items.append(2))
named = {"x": t}
swaps = Teller("s", lambda: named.update(x=5))
tried(lambda: "%s|%r|%a|%5s|%-5r|%.1s|%d|%%" % (t, t, u, t, t, t, 3))
tried(lambda: "%s %s %s" % (items, grows, items))
tried(lambda: "%s %s" % (grows, items))
tried(lambda: "%(x)s %(y)s %(x)s" % {"x": t, "y": u})
named["y"] = swaps
tried(lambda: "%(x)s %(y)s %(x)s" % named)
tried(lambda: "%s" % t)
tried(lambda: "%s %d" % (t, "x"))
tried(lambda: "%s %s" % (t,))
tried(lambda: "%s" % (t, t))
tried(lambda: "%s %z" % (t, t))
tried(lambda: "%*s|%.*s" % (5, t, 1, u))
tried(lambda: "%s %s" % ([t], (u, [t])))
tried(lambda: "%d %s" % (Index(), t))
tried(lambda: "%x %s" % (Index(), t))
tried(lambda: "{} {!r} {!s} {!a} {:>5} {0}".format(t, t, t, u, t))
tried(lambda: "{} {!r} {!s} {!a} {:>5} {!s:>5}".format(t, t, t, u, t, t))
tried(lambda: "{0} {1} {0.name} {2[0]}".format(t, u, [t]))
tried(lambda: "{x} {y:{z}} {x!r:>{w}}".format(x=t, y=u, z=3, w=9))
tried(lambda: "{} {}".format(items, grows))
tried(lambda: "{} {} {}".format(grows, items, t))
tried(lambda: "{} {}".format(t))
tried(lambda: "{} {!x}".format(t, t))
tried(lambda: "{x} {y} {x}".format_map(named))
tried(lambda: "{:d}".format(Index()))
tried(lambda: str.format("{}", Text("own")))
tried(lambda: type("%s" % Gives(Text("own"))).__name__)
tried(lambda: type("%s!" % Gives(Text("own"))).__name__)
tried(lambda: type(str(Gives(Text("own")))).__name__)
tried(lambda: type(f"{Gives(Text('own'))}").__name__)
tried(lambda: type("{}".format(Gives(Text("own")))).__name__)
tried(lambda: b"%b %a" % (b"x", t))
tried(lambda: " ".join(map(str, [t, u, 5])))
tried(lambda: [repr([t, (u, {t.name: t})]), str({1: t}), str((t,))])


# who comes first
class Mod:
    def __rmod__(self, other):
        return "rmod"

    def __str__(self):
        return "Mod"


class StrMod(str):
    def __rmod__(self, other):
        return "rmod of str's subclass"

    def __mod__(self, other):
        return "own mod"


tried(lambda: "%s" % Mod())
tried(lambda: "%s" % StrMod("x"))
tried(lambda: StrMod("%s") % 5)
tried(lambda: "%s" % (StrMod("x"),))


class Tuple(tuple):
    def __eq__(self, other):
        return "own"

    def __hash__(self):
        return 77


tried(lambda: (1, 2) == Tuple((1, 2)))
tried(lambda: Tuple((1, 2)) == (1, 2))
tried(lambda: (Tuple((a,)), 1) == ((a2,), 1))
tried(lambda: hash((Tuple((a,)), 1)) == hash((77, 1)))


class Spec:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return Text(self.text)

    def __format__(self, spec):
        return Text(f"{type(spec).__name__} {spec}")


tried(lambda: [type(x).__name__ for x in (f"{Spec('x')}", f"{Spec('x')!s}", f"{Spec('x')!r}" and f"{Spec('x')}{Spec('y')}", f"-{Spec('x')}")])
tried(lambda: f"{Spec('x')}|{Spec('y')!s}|{Spec('z'):{Spec('w')}}|{5:{Spec('>4')!s}}|{Spec('v'):{Spec('>4')!s}}")
tried(lambda: [type(x).__name__ for x in ("{}".format(Spec("x")), "{!s}".format(Spec("x")), "{}{}".format(Spec("x"), 1), " {}".format(Spec("x")))])
tried(lambda: "{:>4}{!s:>4}{0!s}{x}".format(Spec("x"), Spec("y"), x=Spec("z")))
tried(lambda: "{:>4}{!s:>4}{x}".format(Spec("x"), Spec("y"), x=Spec("z")))
