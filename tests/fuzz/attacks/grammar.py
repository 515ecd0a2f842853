"""Random programs that mean harm: they make data that is deep, wide, shared, self-referential or huge, and objects that change it when they are
asked something, and then do what Python can do with data. program(seed) is always the same text."""

import random

# How a value gets one deeper, x being the one before.
DEEPER = (
    "[x]", "(x,)", "{0: x}", "[x, 1]", "(1, x)", "{'k': x}", "frozenset((x,))", "Node(x)", "lambda x=x: x()", "functools.partial(x)",
    "classmethod(x)", "staticmethod(x)", "property(x)", "types.MethodType(print, x)", "types.MethodType(x, 1)", "map(str, x)", "filter(None, x)",
    "zip(x)", "enumerate(x)", "iter((x,))", "itertools.chain(x)", "itertools.islice(x, 5)", "(y for y in x)", "reversed([x])", "slice(x, x)",
    "list[x]", "collections.deque([x])", "ValueError(x)", "ExceptionGroup('g', [x if isinstance(x, Exception) else ValueError(x)])",
    "type('T', (x if isinstance(x, type) else object,), {})", "functools.wraps(x)(lambda: 0)", "types.MappingProxyType({0: x})",
    "Holder(x)", "dict.fromkeys([0], x)", "collections.ChainMap({0: x})", "super(int, x) if isinstance(x, int) else [x]", "Evil(x)",
    "chained(x)", "[*x, x] if isinstance(x, list) and len(x) < 9 else [x]", "functools.lru_cache(lambda: x)", "contextlib.suppress(x)", "Opt(x)",
)  # fmt: skip
SHARED = (
    "[x, x]", "(x, x)", "{0: x, 1: x}", "Node(x, x)", "ExceptionGroup('g', [ValueError(x), ValueError(x)])", "[x] * 3", "(x,) * 3",
    "frozenset([(x, 0), (x, 1)])", "dict[x, x]", "collections.deque([x, x])", "Pair(x, x)", "x + x if isinstance(x, (str, list, tuple)) else [x, x]",
)  # fmt: skip
SEEDS = (
    "[]", "()", "{}", "0", "'a'", "b'a'", "1.5", "None", "int", "str", "print", "len", "object()", "Evil()", "Node(1)", "set()", "lambda: 0", "range(3)",
    "ValueError('v')", "[1, 2, 3]", "'é' * 300", "float('nan')", "-1", "(int, str)", "collections.deque()", "bytearray(b'ab')", "Pair(1, 2)", "{1, 2}",
)  # fmt: skip
WIDE = (
    "[0] * {n}", "'ab' * {n}", "'é\U0001f600' * {n}", "bytes({n})", "list(range({n}))", "dict.fromkeys(range({n}))", "set(range({n}))", "tuple(range({n}))",
    "1 << {n}", "-(10 ** {m})", "range({n})", "' ' * {n}", "'(' * {n}", "'[' * {m} + ']' * {m}", "'a,' * {n}", "'1' * {n}", "'x=' * {m}", "'-' * {m} + '1'",
    "'a.' * {m} + 'b'", "bytearray({n})", "array.array('i', [1]) * {n}", "['x' * 99] * {n}", "[str(i) for i in range({m})]", "{{str(i): i for i in range({m})}}",
    "'%s' * {m}", "'{{}}' * {m}", "'\\n' * {n}", "memoryview(bytearray({n}))", "collections.deque(range({m}), 9)", "[Evil() for _ in range(99)]",
    "'lambda:' * {m} + '0'", "'f(' * {m} + ')' * {m}", "'a+' * {m} + 'a'", "'if 1:\\n ' * 90 + 'pass'", "'{{' * {m}", "'not ' * {m} + 'x'", "'x' * {m} + ' = 1'",
    "'class A:pass\\n' * {m}", "'def f(): pass\\n' * {m}", "'[' + '1,' * {n} + ']'", "'\"' + 'a' * {n} + '\"'", "float({m})", "2 ** {m}", "complex({m}, 1)",
)  # fmt: skip
SELF = (
    "x = []; x.append(x)", "x = {}; x['a'] = x", "x = Node(1); x.a = x", "x = [1]; x.extend([x, x])", "x = collections.deque(); x.append(x)",
    "x = ValueError(); x.__cause__ = ValueError(x); x.__cause__.__context__ = x", "x = ValueError(); x.args = (x,)", "x = Evil(); x.target = x",
    "x = [(), {}]; x[1][0] = (x, x)", "x = collections.defaultdict(lambda: x); x[0] = x", "x = types.SimpleNamespace(); x.x = x", "x = Node(1); x.__dict__['d'] = x.__dict__",
    "x = Holder(1); Holder.__call__ = Holder", "x = Opt(1); Opt.__get__ = lambda *a: x", "x = []; x += [x] * 9; x.append(lambda: x)",
    "def x(): return x\nx.x = x; x.__wrapped__ = x", "x = functools.partial(print); x.__setstate__((x, (), {}, {}))",
    "class x(type): pass\nx.__call__ = property(x)", "class x: pass\nx.__init__ = x", "class x: pass\nx.__getattr__ = lambda s, n: getattr(s, n + 'a')",
    "class x: __slots__ = 's'\nx = x(); x.s = x", "class x(list): __repr__ = lambda s: repr(s)\nx = x()", "class x:\n    __eq__ = lambda a, b: a == b\n    __hash__ = lambda a: hash(a)\nx = x()",
)  # fmt: skip
# What may be done with a and b; n, m, k are numbers of growing size.
DO = (
    "repr(a)", "str(a)", "hash(a)", "a == b", "a != a", "a < b", "a in b", "b in a", "sorted(a)", "sorted(a, key=Evil(b))", "sorted([a, b, a])", "list(a)", "tuple(a)",
    "set(a)", "dict(a)", "frozenset(a)", "sum(a)", "sum(a, [])", "min(a)", "max(a, key=Evil(a))", "a + b", "a * {m}", "a * b", "a % b", "a ** b", "a << b", "a // b", "divmod(a, b)",
    "f'{{a!r:>{m}}}'", "f'{{a}}'", "'%s' % (a,)", "'{{}}'.format(a)", "format(a, '{m}')", "'%*d' % ({n}, 5)", "'%r %r' % (a, a)", "json.dumps(a)", "json.loads(a)",
    "json.dumps(a, indent={m})", "copy.deepcopy(a)", "copy.copy(a)", "isinstance(a, b)", "isinstance(1, a)", "issubclass(int, a)", "issubclass(a, b)", "bool(a)",
    "a()", "a(b)", "a(*b)", "a(**b)", "print(a)", "print(*a)", "ask(a)", "ask(*a)", "ask(**{{str(a): 1}})", "ask(**{{'k' * {m}: 1}})", "len(a)", "abs(a)", "iter(a)", "next(a)", "list(iter(a))",
    "'x'.join(a)", "a.join(b)", "a.replace(b, a)", "a.replace('', 'xyz')", "a.split(b)", "a.split()", "a.translate(b)", "a.upper().lower()", "a.center({n})", "a.zfill({n})", "a.expandtabs({m})", "a.encode('utf-16')",
    "a.partition(b)", "a.splitlines()", "a.count(b)", "a.find(b)", "a.startswith(b)", "a.casefold()", "a.encode().decode('latin1')", "int(a)", "int(a, 36)", "float(a)", "complex(a)", "bytes(a)", "bytearray(a)",
    "str(a, 'utf8')", "chr(a)", "ord(a)", "hex(a)", "bin(a)", "pow(a, b)", "pow(a, {n}, {k})", "pow({k}, {m})", "round(a, b)", "a.to_bytes({n}, 'big')", "int.from_bytes(a)", "a.bit_length()",
    "math.factorial({m})", "math.comb({n}, {m})", "math.perm({n}, {m})", "math.prod(a)", "math.fsum(a)", "math.gcd(a, b)", "math.isqrt(a)", "math.hypot(*a)", "fractions.Fraction(a, b)", "decimal.Decimal(a)",
    "decimal.Decimal(10) ** {n}", "decimal.Decimal(a).sqrt()", "statistics.mean(a)", "statistics.median(a)", "list(itertools.product(a, repeat={k}))", "list(itertools.permutations(a))",
    "list(itertools.combinations(a, {k}))", "list(itertools.accumulate(a))", "list(zip(a, b, a))", "functools.reduce(lambda p, q: [p, q], a)", "functools.reduce(operator.add, a)", "collections.Counter(a)",
    "collections.Counter(a).most_common()", "collections.deque(a, {m})", "collections.OrderedDict(a)", "collections.ChainMap(a, b)", "collections.namedtuple('N', a)", "textwrap.fill(a, {k})", "textwrap.dedent(a)",
    "difflib.SequenceMatcher(None, a, b).ratio()", "difflib.get_close_matches(a, b)", "pprint.pformat(a)", "reprlib.repr(a)", "ast.literal_eval(a)", "ast.parse(a)", "ast.unparse(ast.parse(a))",
    "ast.dump(ast.parse(a))", "compile(a, 'f', 'exec')", "eval(a)", "exec(a)", "exec(a * {k})", "exec('x = ' + a)", "eval(repr(a))", "compile(a, a, 'single')", "getattr(a, 'x' * {m})", "getattr(a, str(b))",
    "setattr(a, 'x', b)", "setattr(math, 'x' + str(a)[:9], b)", "delattr(a, 'x')", "type('T', (a,), {{}})", "type(a)(b)", "type(a)(a)", "enum.Enum('E', a)", "dataclasses.make_dataclass('D', a)",
    "dataclasses.asdict(a)", "dataclasses.replace(a, a=b)", "traceback.format_exception(a)", "boom(a)", "boom(boom, a)", "gc.collect()", "gc.get_referents(a)", "sys.getsizeof(a)", "id(a)", "vars(a)",
    "dir(a)", "weakref.ref(a)", "weakref.WeakValueDictionary({{1: a}})", "asyncio.run(tasks(a, {m}))", "asyncio.run(waits({m}))", "string.Template(a).substitute(b)", "string.Formatter().vformat(a, b, {{}})",
    "list(csv.reader(a))", "csv.writer(io.StringIO()).writerow(a)", "html.unescape(a)", "html.escape(a)", "urllib.parse.quote(a)", "urllib.parse.parse_qs(a)", "base64.b64encode(a)", "base64.b85decode(a)",
    "zlib.crc32(a)", "hashlib.sha256(a)", "hashlib.pbkdf2_hmac('sha1', b'', b'', {n})", "struct.pack('{n}s', a)", "struct.unpack('{k}I', a)", "struct.calcsize('{n}q' * {k})", "array.array('d', a)", "array.array('u', a)",
    "list(heapq.merge(a, b))", "heapq.nlargest({m}, a)", "heapq.heapify(a)", "bisect.insort(a, b)", "random.sample(a, {k})", "random.choices(a, k={n})", "random.shuffle(a)", "random.getrandbits({n})",
    "unicodedata.normalize('NFKD', a)", "codecs.encode(a, 'rot13')", "a.encode('punycode')", "a.encode('idna')", "datetime.timedelta(a)", "datetime.datetime.strptime(a, a)", "datetime.date(2000, 1, 1).strftime(a)",
    "uuid.UUID(a)", "ipaddress.ip_network(a)", "list(ipaddress.ip_network('10.0.0.0/8').subnets({k}))", "shlex.split(a)", "tomllib.loads(a)", "inspect.signature(a)", "inspect.getdoc(a)", "inspect.unwrap(a)",
    "typing.get_type_hints(a)", "typing.Union[a, b]", "typing.Literal[a]", "graphlib.TopologicalSorter(a).prepare()", "calendar.calendar(a)", "fnmatch.filter(a, b)", "operator.attrgetter(a)(b)",
    "operator.itemgetter(*a)(b)", "io.StringIO(a).readlines()", "io.BytesIO(a).read()", "logging.warning('%s', a)", "warnings.warn(a)", "a[::{k}]", "a[-{n}:{n}:{k}]", "a[b]", "a[{m}]", "a[:] + a[:]",
    "memoryview(a).tolist()", "memoryview(a).cast('b')", "re.match(a, b)", "re.match(r'(a+)+$', 'a' * {m} + 'b')", "re.match(r'(?:(?=[^x]*x)a)*b', 'a' * {n})", "re.compile(a)", "re.compile('(' * {m})", "re.sub('', a, 'b' * {m})",
    "re.sub('.', Evil(a), b)", "re.findall('.*?', a)", "re.split('', a)", "re.compile('a{{{m}}}').match('a' * {n})", "re.compile('|'.join(map(str, range({m}))))", "re.escape(a)", "re.fullmatch('(.*)*', a)",
    "a | b", "a & b", "a ^ b", "a - b", "a.union(b)", "a.issubset(b)", "a.keys() == b.keys()", "a.items() & b.items()", "a.isdisjoint(b)", "{{**a}}", "[*a, *b]", "{{*a}}", "(lambda *p, **q: p)(*a)",
    "sys.intern(a)", "[sys.intern(str(i) * 9) for i in range({n})]", "[getattr(a, 'n%d' % i, 0) for i in range({n})]", "__import__(a)", "contextlib.ExitStack().enter_context(a)", "a.__reduce_ex__(2)",
    "a.__class_getitem__(b)", "a.__init__(b)", "a.__init__(*a)", "a.__setstate__(b)", "a.__get__(b)", "a.__set_name__(int, 'x')", "a.__eq__(b)", "a.__iadd__(a)", "type.__call__(a)", "type.mro(a)", "object.__new__(a)",
    "object.__repr__(a)", "[i for i in a for j in a for k in a]", "max(len(str(i)) for i in a)", "any(i == a for i in b)", "list(map(Evil(a), b))", "list(filter(Evil(b), a))", "[*map(str, a)]", "dict.fromkeys(a, a)",
    "dict(zip(a, b))", "{{i: a for i in b}}", "''.join(chr(i % 65536) for i in range({n}))", "'é' * {n} == 'é' * {n}", "('é' * {n})[{m}]", "[('é' * 300 + str(i))[5] for i in range({n})]",
)  # fmt: skip
CHANGE = (
    "a.append(a)", "a.append(b)", "a.extend(a)", "a.extend(b)", "a.insert(0, a)", "a.pop()", "a.pop(0)", "a.clear()", "a.sort()", "a.sort(key=Evil(a))", "a.reverse()", "a.update(b)", "a.update(a)",
    "a.add(b)", "a.discard(b)", "a.setdefault(b, a)", "a.popitem()", "a[b] = a", "a[0] = a", "a[:] = a", "a[::2] = b", "a[5:2] = a", "del a[0]", "del a[::2]", "a += a", "a *= {m}", "a += b", "a |= b", "a.x = b",
    "a.rotate({n})", "a.appendleft(a)", "a.remove(b)", "x = a; a = b; b = x", "a = [a, b]", "b = (a, a)", "a = a[1:]", "a = a + a", "a = str(a)", "b = Evil(a)", "a.__dict__ = b", "a.__class__ = type(b)",
    "a.__bases__ = (b,)", "a.__cause__ = b", "a.__code__ = b.__code__", "a.__defaults__ = (b,)", "a.__call__ = a", "kept.append(a)", "kept.append(str(a))", "kept.extend(kept)", "kept.append(b * 99)",
    "kept = kept[::-1]", "globals()['a%d' % len(kept)] = a", "sys.setrecursionlimit({m})", "sys.modules['math'] = a", "builtins.len = a", "sys.stdout = Evil(a)", "kept.append([0] * {m})",
    "kept = [o for i, o in enumerate(kept) if i % 7]", "kept.append(iter(a)); next(kept[-1])", "asyncio.get_event_loop().create_task(waits(5))",
)  # fmt: skip
HEAD = '''import argparse, array, ast, asyncio, base64, bisect, builtins, calendar, codecs, collections, contextlib, copy, csv, dataclasses, datetime, decimal, difflib
import enum, fnmatch, fractions, functools, gc, graphlib, hashlib, heapq, html, inspect, io, ipaddress, itertools, json, logging, math, operator, pprint, random, re
import reprlib, shlex, statistics, string, struct, sys, textwrap, tomllib, traceback, types, typing, unicodedata, urllib.parse, uuid, warnings, weakref, zlib
kept = []
class Node:
    def __init__(self, a, b=None): self.a, self.b = a, b
class Holder:
    def __init__(self, a): self.a = a
    def __getattr__(self, name): return getattr(self.__dict__['a'], name)
@dataclasses.dataclass
class Pair:
    a: object
    b: object
class Opt:
    def __init__(self, a): self.__wrapped__ = a
    __get__ = lambda self, *a: self.__wrapped__
class Evil:
    """Each question changes what it holds."""
    def __init__(self, target=None): self.target = target
    def harm(self):
        global a, b, kept
        try: EVIL
        except Exception: pass
    def __repr__(self): self.harm(); return 'e' + repr(self.target)
    def __eq__(self, o): self.harm(); return RARELY
    def __hash__(self): self.harm(); return len(kept) % 3
    def __lt__(self, o): self.harm(); return RARELY
    def __len__(self): self.harm(); return NUMBER
    def __index__(self): self.harm(); return NUMBER
    def __bool__(self): self.harm(); return RARELY
    def __iter__(self): self.harm(); return self
    def __next__(self): self.harm(); return self
    def __call__(self, *p, **q): self.harm(); return p or self
    def __getitem__(self, i): self.harm(); return self
    def __contains__(self, o): self.harm(); return RARELY
    def __add__(self, o): self.harm(); return [self, o]
    __radd__ = __mul__ = __rmul__ = __sub__ = __mod__ = __or__ = __and__ = __truediv__ = __pow__ = __add__
    def __enter__(self): self.harm(); return self
    def __exit__(self, *e): self.harm(); return RARELY
    def __get__(self, *p): self.harm(); return self.target
    def write(self, text): self.harm()
    def keys(self): return self
def chained(x):
    e = ValueError(1)
    e.__cause__ = e.__context__ = x if isinstance(x, BaseException) else None
    return e
def boom(*p):
    try: raise ValueError(p)
    except ValueError as e: raise KeyError(e) from (p[0] if isinstance(p[0], BaseException) else None)
async def tasks(x, n): return await asyncio.gather(*[asyncio.sleep(0, x) for _ in range(n)])
async def waits(n):
    waiting = [asyncio.ensure_future(send(**{'k' * (n % 5000) + str(i): i})) for i in range(n)]
    await asyncio.gather(*waiting)
'''


class Grammar:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def number(self, least=2):
        return self.rng.choice((2, 3, 9, 40, 1000, 5000, 60_000, 1_000_000, 3_000_000, 40_000_000, 2**31, 2**63)[least - 2 : self.rng.choice((5, 7, 9, 10, 12))])

    def fill(self, template):
        rng = self.rng
        if "{" not in template:
            return template
        return template.format(n=rng.choice((99, 5000, 200_000, 3_000_000, 50_000_000)), m=rng.choice((5, 300, 3000, 40_000)), k=rng.choice((2, 3, 7, 20, -1, 2**62)))

    def value(self, name):
        """Lines that make a value of that name."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.2:
            lines = rng.choice(SELF).split("\n")
        elif kind < 0.5:
            lines = [f"x = {self.fill(rng.choice(WIDE))}"]
        else:
            deep = kind < 0.8
            turns = rng.choice((50, 900, 20_000, 300_000)) if deep else rng.choice((5, 12, 22, 60))
            ways = rng.sample(DEEPER if deep else SHARED, rng.choice((1, 1, 2)))
            lines = [f"x = {rng.choice(SEEDS)}", f"for i in range({turns}):"]
            lines += [f"    x = {way}" if len(ways) == 1 else f"    {'if' if at == 0 else 'else'}{' i % 2' if at == 0 else ''}: x = {way}" for at, way in enumerate(ways)]
        return [*lines, f"{name} = x"]

    def action(self):
        rng = self.rng
        if rng.random() < 0.3:
            return self.fill(rng.choice(CHANGE))
        done = self.fill(rng.choice(DO))
        return done if rng.random() < 0.7 else f"{rng.choice(('a', 'b', 'kept'))} = {done}" if rng.random() < 0.7 else f"kept.append({done})"

    def guarded(self, lines):
        how = self.rng.random()
        body = ["    " + line for line in lines]
        if how < 0.8:
            return ["try:", *body, "except Exception as e: kept.append(e)"]
        if how < 0.9:
            return ["try:", *body, "except BaseException: pass", "finally:", "    kept.append(a)"]
        return ["try:", "    with Evil(a):", *("    " + line for line in body), "except Exception: pass"]

    def block(self, depth=0):
        rng = self.rng
        lines = self.guarded([self.action() for _ in range(rng.choice((1, 1, 2)))])
        how = rng.random()
        if depth < 2 and how < 0.35:
            head = rng.choice(("for i in range(60):", "for i in range(20_000):", "while True:", "for i in a:", "for i in iter(lambda: a, b):", "for i in [*range(9)]:"))
            inner = lines + (self.block(depth + 1) if rng.random() < 0.5 else [])
            lines = self.guarded([head, *("    " + line for line in inner)])
        elif how < 0.45:
            name = f"f{rng.randrange(99)}"
            ends = rng.choice((f"return {name}()", "yield a", f"yield from {name}()", "return a"))
            lines = [f"def {name}(*p):", "    global a, b, kept", *("    " + line for line in lines), f"    {ends}", *self.guarded([f"a = {name}()", "kept.extend(a)"])]
        return lines

    def program(self):
        rng = self.rng
        evil = "; ".join(line for line in (self.action() for _ in range(rng.choice((1, 2)))) if not line.startswith(("for", "with")))
        head = HEAD.replace("EVIL", evil or "pass").replace("RARELY", rng.choice(("True", "False", "len(kept) % 5 == 1", "NotImplemented")))
        head = head.replace("NUMBER", str(rng.choice((0, 1, 5, 10**6, 2**31, 2**62, -1))))
        lines = ["a = b = []", *self.guarded(self.value("a")), *self.guarded(self.value("b"))]
        for _ in range(rng.choice((2, 4, 8))):
            lines += self.block()
        return head + "\n".join(lines) + "\n"


def program(seed):
    return Grammar(seed).program()
