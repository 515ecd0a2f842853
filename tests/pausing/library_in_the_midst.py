"""Host calls in the middle of the library's own code: what the library holds at that moment goes on with the program."""
import argparse
import bisect
import collections
import contextlib
import functools
import heapq
import itertools
import json
import logging
import random
import statistics
import string
import textwrap
import urllib.parse


class Asking:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(ask(self.n % 3))

    def __eq__(self, other):
        return ask(self.n % 3) == other.n % 3

    def __lt__(self, other):
        return ask(self.n) < other.n

    def __repr__(self):
        return f"Asking({ask(self.n)})"


print(statistics.multimode(map(Asking, range(7))), statistics.median([Asking(3), Asking(1), Asking(2)]))
print(collections.Counter(map(Asking, range(7))).most_common(2), heapq.nsmallest(2, map(Asking, (5, 3, 9, 1))))
print(bisect.bisect([1, 3, 5], 4, key=ask), list(itertools.accumulate([1, 2, 3], lambda a, b: ask(a) + b)))


class Kept(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(ask(self.format(record)))


class Told(logging.Formatter):
    def format(self, record):
        record.told = ask(record.levelname.lower())
        return super().format(record)


kept = Kept()
kept.setFormatter(Told("%(told)s %(name)s %(funcName)s %(lineno)d %(message)s"))
logger = logging.getLogger("shop.orders")
logging.getLogger("shop").addHandler(kept)
logger.setLevel(logging.INFO)
logger.addFilter(lambda record: ask(record.args != ("nothing",)))


def order(what):
    logger.info("ordered %s", what)
    logger.debug("not %s", what)
    try:
        raise KeyError(ask(what))
    except KeyError:
        logger.exception("no %s", what)


order("tea")
order("nothing")
print(*[line for text in kept.lines for line in text.split("\n") if "File" not in line], sep="\n")
print(logging.getLogger("shop.orders") is logger, logging.getLogger("shop").handlers == [kept])


class Asked(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, [ask(v) for v in values])


parser = argparse.ArgumentParser(prog="shop")
parser.add_argument("--things", nargs="+", action=Asked, type=lambda text: ask(text.upper()))
commands = parser.add_subparsers(dest="command")
commands.add_parser("buy").add_argument("n", type=int)
print(parser.parse_args(["buy", "3"]), parser.parse_args(["--things", "a", "b"]))

print(json.dumps({"a": [Asking(1), {"b": Asking(2)}]}, default=lambda o: {"n": ask(o.n)}, indent=1))
print(json.loads('[{"a": 1}, {"b": [{"c": 2.5}]}]', object_hook=lambda d: ask(sorted(d)), parse_float=lambda text: ask(text)))


@contextlib.contextmanager
def opened(n):
    ask(n)
    try:
        yield ask(n + 1)
    finally:
        ask(n + 2)


with contextlib.ExitStack() as stack:
    print([stack.enter_context(opened(n)) for n in range(2)])

random.seed(7)
before = random.getstate()
print(random.choices(range(10), k=3), ask(0), random.random())
random.setstate(before)
print(random.choices(range(10), k=3), ask(0), random.random())


class Fields(string.Formatter):
    def get_value(self, key, args, kwargs):
        return ask(super().get_value(key, args, kwargs))


print(Fields().format("{0} {name!r:>6}", 1, name="x"), string.Template("$a $b").substitute(collections.ChainMap({"a": 1}, collections.defaultdict(lambda: ask(2)))))
print(urllib.parse.urlencode({"q": [1, 2]}, doseq=True, quote_via=lambda text, *rest: ask(text)))
print(textwrap.indent("a\n\nb", "> ", lambda line: ask(bool(line.strip()))))


@functools.total_ordering
class Ranked:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return ask(self.n < other.n)


print(Ranked(1) >= Ranked(0), max(Ranked(1), Ranked(5)).n)
