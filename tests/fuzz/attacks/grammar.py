"""Random programs that mean harm: they make data that is deep, wide, shared, self-referential or huge, and objects that change it when they
are asked something, and then do what Python can do with data. program(seed) is always the same text."""

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
    "ExceptionGroup('g', [x if isinstance(x, Exception) else ValueError(x), ValueError(1)])", "types.SimpleNamespace(x=x)", "weakref.ref(Node(x))",
    "memoryview(x)", "decimal.Decimal(2) if isinstance(x, int) else [x]",
    "re.compile('(' + x.pattern + ')') if isinstance(x, re.Pattern) else re.compile('a')", "ast.UnaryOp(ast.USub(), x)", "ast.Expr(x)", "types.GenericAlias(list, (x,))",
    "fractions.Fraction(1, 3) if isinstance(x, float) else (x, 1)", "agen(x)", "coro(x)", "string.Template(x)", "x.__add__ if isinstance(x, int) else x.__eq__", "Slots(x)",
    "type('M', (type,), {'x': x})", "operator.itemgetter(x)", "operator.attrgetter('a' if not isinstance(x, str) else x)", "itertools.cycle(x)", "itertools.tee(x)[0]",
    "collections.UserList([x])", "functools.cached_property(x)",
)  # fmt: skip
SHARED = (
    "[x, x]", "(x, x)", "{0: x, 1: x}", "Node(x, x)", "ExceptionGroup('g', [ValueError(x), ValueError(x)])", "[x] * 3", "(x,) * 3",
    "frozenset([(x, 0), (x, 1)])", "dict[x, x]", "collections.deque([x, x])", "Pair(x, x)", "x + x if isinstance(x, (str, list, tuple)) else [x, x]",
    "x | {len(x): x} if isinstance(x, dict) else {0: x}", "itertools.chain(x, x)", "itertools.product([x], [x])", "map(lambda *p: p, x, x)", "zip(x, x)", "ast.BinOp(x, ast.Add(), x)",
    "'(%s+%s)' % (x, x)", "'[%s,%s]' % (x, x)", "b''.join([x, x]) if isinstance(x, bytes) else b'ab'", "types.SimpleNamespace(a=x, b=x)", "Slots((x, x))",
    "x * x if isinstance(x, (int, float)) else 3", "operator.add(x, x) if isinstance(x, (str, tuple)) else (x, x)", "chained2(x)",
)  # fmt: skip
SEEDS = (
    "[]", "()", "{}", "0", "'a'", "b'a'", "1.5", "None", "int", "str", "print", "len", "object()", "Evil()", "Node(1)", "set()", "lambda: 0", "range(3)",
    "ValueError('v')", "[1, 2, 3]", "'é' * 300", "float('nan')", "-1", "(int, str)", "collections.deque()", "bytearray(b'ab')", "Pair(1, 2)", "{1, 2}",
    "'(a)'", "'1'", "'x'", "ast.Constant(1)", "re.compile('a')", "datetime.datetime(2000, 1, 1)", "decimal.Decimal('1.5')", "fractions.Fraction(1, 3)", "agen(1)", "coro(1)",
    "memoryview(b'ab')", "array.array('d', [1.5])", "slice(1, 2)", "Slots(1)", "ExceptionGroup('g', [ValueError(1)])",
)  # fmt: skip
WIDE = (
    "[0] * {n}", "'ab' * {n}", "'é\U0001f600' * {n}", "bytes({n})", "list(range({n}))", "dict.fromkeys(range({n}))", "set(range({n}))", "tuple(range({n}))",
    "1 << {n}", "-(10 ** {m})", "range({n})", "' ' * {n}", "'(' * {n}", "'[' * {m} + ']' * {m}", "'a,' * {n}", "'1' * {n}", "'x=' * {m}", "'-' * {m} + '1'",
    "'a.' * {m} + 'b'", "bytearray({n})", "array.array('i', [1]) * {n}", "['x' * 99] * {n}", "[str(i) for i in range({m})]", "{{str(i): i for i in range({m})}}",
    "'%s' * {m}", "'{{}}' * {m}", "'\\n' * {n}", "memoryview(bytearray({n}))", "collections.deque(range({m}), 9)", "[Evil() for _ in range(99)]",
    "'lambda:' * {m} + '0'", "'f(' * {m} + ')' * {m}", "'a+' * {m} + 'a'", "'if 1:\\n ' * 90 + 'pass'", "'{{' * {m}", "'not ' * {m} + 'x'", "'x' * {m} + ' = 1'",
    "'class A:pass\\n' * {m}", "'def f(): pass\\n' * {m}", "'[' + '1,' * {n} + ']'", "'\"' + 'a' * {n} + '\"'", "float({m})", "2 ** {m}", "complex({m}, 1)",
    "'[' + '1.5,' * {m} + ']'", '\'f"\' + \'{{1}}\' * {m} + \'"\'', "'f(' + ','.join('a%d=1' % i for i in range({m})) + ')'",
    "'def f(' + ','.join('a%d' % i for i in range({m})) + '): pass'", "'\\n'.join('x%d = %d' % (i, i) for i in range({m}))",
    "'\\n'.join('def f%d(a, b=1, *c, d, **e): return a' % i for i in range({m}))", "'(a|' * {m} + ')' * {m}", "'(?P<a>b)' * {m}", "'(a)' * {m}", "'[a-z]' * {m}", "'(?i)' + 'é' * {n}",
    "'a{{1,1000}}' * {m}", '\'{{\' + \'"a": {{\' * {m}', '\'{{"k": [1, 2.5, null]}},\' * {m}', '\'[\' + \'{{"k": [1, 2.5, null]}},\' * {m} + \'1]\'', "zlib.compress(b'a' * {n})",
    "base64.b64encode(bytes({n}))", "decimal.Decimal('1' * {m})", "decimal.Decimal('1e{m}')", "fractions.Fraction(10 ** {m}, 3 ** {m})", "[decimal.Decimal(i) for i in range({m})]",
    "ExceptionGroup('g', [ValueError(i) for i in range({m})])", "[boomed() for _ in range({m})]", "ast.parse('a+' * 99 + 'a')", "ast.Tuple([ast.Constant(1)] * {m})",
    "'@a\\n' * {m} + 'def f(): pass'", "'x' * {m} + '=' + 'y' * {m}", "'match a:\\n' + ' case 1: pass\\n' * {m}", "'\\n'.join('class A%d: x = %d' % (i, i) for i in range({m}))",
    "'lambda: ' * 90 + '1'", "'a' + '[0]' * {m}", "'a' + '()' * {m}", "'{{' + ','.join('%d: %d' % (i, i) for i in range({m})) + '}}'", "'(' + ' or '.join(['a'] * {m}) + ')'",
    "'import ' + ','.join('m%d' % i for i in range({m}))", "'1 if a else ' * {m} + '2'", '\'b"\' + \'\\\\x00\' * {m} + \'"\'', '\'"""\' + \'a\\n\' * {n} + \'"""\'',
    "'try: pass\\n' + 'except A: pass\\n' * {m}", "'with ' + ', '.join(['a as b'] * {m}) + ': pass'", "'global ' + ','.join('a%d' % i for i in range({m}))",
    "[type('T%d' % i, (), {{'a': i}}) for i in range({m})]", "[lambda i=i: i for i in range({m})]", "[Node(i) for i in range({m})]", "[Slots(i) for i in range({m})]",
    "[weakref.ref(Node(i)) for i in range({m})]", "[coro(i) for i in range({m})]", "[agen(i) for i in range({m})]", "[(i for i in a) for _ in range({m})]",
    "[re.compile('a%d' % i) for i in range({m})]", "[datetime.date(2000, 1, 1 + i % 9) for i in range({m})]", '\'a,"b\\n\' * {n}', "'&amp;&#{m};' * {m}", "'%41' * {n}", "'x=1&' * {n}",
    "'\\udc80' * {n}", "'e\\u0301' * {n}", "'ß' * {n}", "'\\ufdfa' * {n}", "b'\\xff' * {n}", "'2000-01-01' * {m}", "'[a]\\nb = [1, 2]\\n' * {m}", "'a = {{b = ' * {m}",
    "'a.' * {m} + 'b = 1'", "type('x' * {n}, (), {{}})", "type('x' * {n}, (), {{}})()", "ValueError('x' * {n})", "types.SimpleNamespace(**{{'a%d' % i: i for i in range({m})}})",
    "collections.OrderedDict.fromkeys(range({m}))", "collections.Counter(range({m}))", "collections.deque([0]) * {n}", "array.array('u', 'é' * {n})",
    "memoryview(bytes({n})).cast('B', [{n}])", "slice({n}, {m}, {k})", "itertools.repeat(1, {n})", "itertools.combinations(range({m}), {k})", "itertools.permutations(range({m}))",
    "itertools.product(range({m}), repeat={k})",
)  # fmt: skip
SELF = (
    "x = []; x.append(x)", "x = {}; x['a'] = x", "x = Node(1); x.a = x", "x = [1]; x.extend([x, x])", "x = collections.deque(); x.append(x)",
    "x = ValueError(); x.__cause__ = ValueError(x); x.__cause__.__context__ = x", "x = ValueError(); x.args = (x,)", "x = Evil(); x.target = x",
    "x = [(), {}]; x[1][0] = (x, x)", "x = collections.defaultdict(lambda: x); x[0] = x", "x = types.SimpleNamespace(); x.x = x", "x = Node(1); x.__dict__['d'] = x.__dict__",
    "x = Holder(1); Holder.__call__ = Holder", "x = Opt(1); Opt.__get__ = lambda *a: x", "x = []; x += [x] * 9; x.append(lambda: x)",
    "def x(): return x\nx.x = x; x.__wrapped__ = x", "x = functools.partial(print); x.__setstate__((x, (), {}, {}))",
    "class x(type): pass\nx.__call__ = property(x)", "class x: pass\nx.__init__ = x", "class x: pass\nx.__getattr__ = lambda s, n: getattr(s, n + 'a')",
    "class x: __slots__ = 's'\nx = x(); x.s = x", "class x(list): __repr__ = lambda s: repr(s)\nx = x()", "class x:\n    __eq__ = lambda a, b: a == b\n    __hash__ = lambda a: hash(a)\nx = x()",
    "async def x(): await x()\nx = x()", "def x():\n    yield from x()\nx = x()", "x = ExceptionGroup('g', [ValueError()]); x.__cause__ = x; x.__context__ = x",
    "x = ast.Tuple([]); x.elts.append(x)", "x = functools.partial(print); x.__dict__['x'] = x", "x = type('X', (), {}); x.x = x; x.__class_getitem__ = x",
    "x = collections.ChainMap(); x.maps.append(x)", "x = collections.UserDict(); x.data = x", "x = types.ModuleType('x'); x.x = x; sys.modules['x'] = x",
    "x = itertools.chain.from_iterable(iter(lambda: x, 1))", "x = Slots(1); x.v = x", "x = []; x.append(reversed(x)); x.append(iter(x)); x.append(enumerate(x))",
    "class x(dict): __missing__ = lambda s, k: s[k + 1]\nx = x()", "class x(str): __str__ = lambda s: s\nx = x('a' * 999)",
    "class x:\n    def __iter__(s): return s\n    def __next__(s): kept.append(s); return s\nx = x()", "class x(int): __index__ = __int__ = __add__ = lambda s, *p: x(s + 1)\nx = x(5)",
    "class x(BaseException):\n    def __init__(s, *p): raise x(s)\ntry: x()\nexcept RecursionError as e: x = e", "x = (lambda: (yield x))(); kept.append(x)",
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
    "[setattr(math, 'x%d' % i, i) for i in range({n})]", "[setattr(a, 'x%d' % i, i) for i in range({n})]", "[setattr(Node, 'x%d' % i, i) for i in range({n})]",
    "[setattr(chained, 'x%d' % i, i) for i in range({n})]", "[setattr(Node(i), 'x%d' % i, i) for i in range({n})]", "[hasattr(a, 'y%d' % i) for i in range({n})]",
    "[globals().__setitem__('g%d' % i, i) for i in range({n})]", "[exec('v%d = 1' % i) for i in range({m})]", "[eval('lambda: %d' % i) for i in range({m})]",
    "[type('T%d' % i, (Node,), {{'m%d' % i: i}}) for i in range({m})]", "[ask(i) for i in range({m})]", "exec('x = [' + '1,' * {n} + ']')", 'eval(\'f"\' + \'{{1}}\' * {m} + \'"\')',
    "exec('\\n'.join('def f%d(): pass' % i for i in range({m})))", "exec('\\n'.join('x%d = %d' % (i, i) for i in range({n})))",
    "exec('class A:\\n' + '\\n'.join(' x%d = 1' % i for i in range({m})))", "ast.parse('[' + '1,' * {n} + ']')", "ast.dump(ast.parse('a.b.c\\n' * {m}), indent={k})",
    "compile(ast.parse('x = 1\\n' * {m}), 'f', 'exec')", "ast.unparse(a)", "ast.walk(a)", "list(ast.walk(ast.parse(a)))", "compile(a, 'f', 'eval')",
    "ast.literal_eval('[' + '1,' * {n} + ']')", "ast.literal_eval('{{' * {m})", "json.dumps({{str(i): a for i in range({m})}})",
    'json.loads(\'[\' + \'{{"k": [1, 2.5, null]}},\' * {m} + \'1]\')', "json.loads('[' * {m})", 'json.loads(\'"\' + \'é\' * {n} + \'"\')', 'json.loads(\'"\' + \'\\\\u00e9\' * {n} + \'"\')',
    "json.loads('1' * {m})", "json.dumps('é' * {n})", "json.dumps(a, sort_keys=True, default=Evil(a))", "json.loads(a, object_hook=Evil(b))", "zlib.compress(a)", "zlib.decompress(a)",
    "zlib.decompress(zlib.compress(bytes({n})))", "zlib.adler32(a)", "hashlib.sha512(a).hexdigest()", "hashlib.shake_256(a).digest({n})",
    "hashlib.scrypt(b'', salt=b'', n=2 ** 20, r=8, p=1)", "hashlib.blake2b(a).digest()", "struct.pack('{n}s', b'')", "struct.unpack('{n}s', bytes({n}))", "struct.unpack('{n}B', bytes({n}))",
    "list(struct.iter_unpack('B', a))", "struct.Struct('b' * {m})", "array.array('B', bytes({n})).tolist()", "array.array('d', range({n}))", "array.array('i', a) * {n}", "a.tolist()",
    "a.tobytes()", "a.byteswap()", "a.frombytes(b)", "a.fromlist(b)", 'list(csv.reader([\'"\' + \'a\' * {n}]))', "list(csv.reader(['a,' * {n}]))", "list(csv.DictReader(a, b))",
    "csv.writer(io.StringIO()).writerows([a, b])", "io.StringIO(a).write(a)", "io.StringIO(a).read() + io.StringIO(a).getvalue()", "io.BytesIO(bytes({n})).readlines()",
    "io.StringIO('a\\n' * {n}).readlines()", "'%{n}d' % 5", "'%.{n}f' % 1.5", "'%.{m}s' % a", "'%-{n}s' % 'a'", "f'{{5:0{n}}}'", "f'{{1.5:.{n}f}}'", "f'{{a!a:{n}}}'",
    "'{{:>{{}}}}'.format(a, {n})", "'{{0}}' * 3", "('{{0}}' * {m}).format('x' * {m})", "('%s' * {m}) % ((a,) * {m})", "a.format(*[a] * 99)", "a.format_map(b)", "a % (('x' * {m},) * 999)",
    "str(1 << {m})", "int('1' * {m})", "int('f' * {n}, 16)", "int('1' * {n}, 2)", "hex(1 << {n})", "bin(1 << {n})", "oct(1 << {n})", "(1 << {n}).to_bytes({n}, 'little')",
    "(1 << {n}) ** {k}", "(1 << {n}) * (1 << {n})", "(1 << {n}) // 3 ** {m}", "pow(3, 1 << {m}, (1 << {m}) - 1)", "math.gcd(3 ** {m}, 7 ** {m})", "math.lcm(*range(1, {m}))",
    "math.isqrt(1 << {n})", "complex('1' * {m})", "float('1' * {n})", "float(1 << {n})", "decimal.Decimal('1' * {n})", "decimal.Decimal(1 << {m})", "decimal.Decimal(2) ** {m}",
    "decimal.Decimal(10).scaleb({n}) + 1", "decimal.Context(prec={n}).divide(decimal.Decimal(1), 3)", "str(decimal.Decimal('1e{m}').quantize(1))", "format(decimal.Decimal(1), '.{n}f')",
    "fractions.Fraction('1/3') ** {m}", "fractions.Fraction(a)", "fractions.Fraction(1 << {n}, 3)", "sum(fractions.Fraction(1, i + 1) for i in range({m}))", "datetime.timedelta(days={n})",
    "datetime.datetime(2000, 1, 1).strftime('%Y' * {n})", "datetime.datetime(2000, 1, 1).strftime(a)", "datetime.datetime.fromisoformat('2000' * {m})", "copy.deepcopy([a, b, kept])",
    "copy.copy(kept)", "collections.deque(a * 9)", "collections.deque([0]) * {n}", "collections.OrderedDict((i, a) for i in range({n}))",
    "collections.defaultdict(list, {{i: [] for i in range({n})}})", "collections.Counter('ab' * {n})", "collections.Counter(a) + collections.Counter(b)",
    "collections.namedtuple('N', ['a%d' % i for i in range({m})])", "collections.namedtuple('N', 'a' * {m})", "collections.ChainMap(*[{{}}] * {m})['a']",
    "list(itertools.product(range({m}), repeat=2))", "list(itertools.permutations(range({m}), {k}))", "list(itertools.combinations_with_replacement(range({m}), {k}))",
    "next(itertools.combinations(range({n}), {m}))", "list(itertools.zip_longest(a, b, a))", "list(itertools.groupby(a))", "itertools.tee(a, {m})", "list(itertools.tee(a, 99)[5])",
    "list(itertools.islice(itertools.cycle(a), {n}))", "list(itertools.chain(*[a] * {m}))", "list(itertools.starmap(pow, [(3, {m})] * {m}))",
    "list(itertools.compress(a, b))", "list(itertools.pairwise(a))", "list(map(lambda *p: p, *[a] * {k}))", "list(zip(*[a] * {m}))", "list(zip(*[range({n})] * 9))", "sorted(a, key=repr)",
    "sorted(range({n}), key=lambda i: -i)", "sorted([a] * {m}, key=str)", "sorted(map(str, range({n})))", "max([a] * 9, key=repr)", "heapq.merge(*[a] * {m})",
    "heapq.nsmallest({n}, a, key=repr)", "unicodedata.normalize('NFC', a)", "unicodedata.normalize('NFKD', '\\ufdfa' * {n})", "unicodedata.name(a)", "unicodedata.lookup('x' * {n})",
    "'ß' .upper() * {n}", "('ΐ' * {n}).upper()", "('İ' * {n}).lower()", "a.title().swapcase().capitalize()", "a.translate({{97: 'x' * {m}}})",
    "a.translate(dict.fromkeys(range(128), 'xyz'))", "a.replace('a', 'x' * {m})", "a.rsplit('a')", "a.split('a', {n})", "a.ljust({n}) + a.rjust({n})", "' '.join([a] * {m})",
    "','.join(map(str, range({n})))", "''.join(['é' * {m}] * {m})", "b','.join([a] * {m})", "bytes(range(256)) * {n}", "bytes(a).hex(':')", "bytes.fromhex('00' * {n})",
    "a.decode('utf-8', 'backslashreplace')", "a.decode('utf-16', 'replace')", "a.encode('ascii', 'xmlcharrefreplace')", "a.encode('ascii', 'namereplace')", "a.encode('utf-7')",
    "codecs.decode(a, 'unicode_escape')", "codecs.encode(a, 'hex')", "codecs.decode(a, 'zlib')", "codecs.escape_decode(a)", "a.encode('utf-32')", "repr('\\x00' * {n})",
    "ascii('\\U0001f600' * {n})", "repr(bytes({n}))", "repr([a] * {m})", "str({{i: a for i in range({m})}})", "repr(range({n}))", "print('x' * {n})",
    "[print('x' * {m}) for _ in range({m})]", "sys.stdout.write('x' * {n})", "traceback.format_exc()", "traceback.format_exception(ExceptionGroup('g', [boomed() for _ in range({m})]))",
    "''.join(traceback.format_exception(chained(a)))", "traceback.TracebackException.from_exception(a)", "traceback.extract_stack()", "[boomed().with_traceback(None) for _ in range({m})]",
    "ExceptionGroup('g', [boomed() for _ in range({m})]).split(ValueError)", "ExceptionGroup('g' * {n}, [ValueError(a)]).subgroup(lambda e: True)", "a.derive([ValueError(1)])",
    "a.split(ValueError)", "a.subgroup(ValueError)", "a.add_note('x' * {n})", "[a.add_note('x') for _ in range({n})]", "boom(*[a] * {m})", "raise_('x' * {n})", "raise_(a)",
    "getattr(1, 'x' * {n})", "getattr(math, 'x' * {n})", "{{}}['x' * {n}]", "[].index('x' * {n})", "globals()['x' * {n}]", "eval('x' * {m})",
    'exec(\'raise ValueError("\' + \'x\' * {m} + \'")\')', "print(**{{'x' * {m}: 1}})", "Node(**{{'x' * {n}: 1}})", "(lambda **k: k)(**{{'x%d' % i: 1 for i in range({n})}})",
    "(lambda *p: p)(*range({n}))", "print(*range({n}), sep='')", "max(*range({n}))", "dict(**{{'a%d' % i: i for i in range({n})}})", "Node.__init__(*[a] * {m})", "asyncio.run(many({m}))",
    "asyncio.run(nested({m}))", "asyncio.run(queue({n}))", "asyncio.run(grouped({m}))", "asyncio.run(asyncio.wait_for(coro(a), {k}))", "asyncio.run(a)", "asyncio.gather(*[a] * {m})",
    "[coro(i) for i in range({n})]", "[agen(i) for i in range({n})]", "gc.get_objects()", "gc.get_referrers(a)", "gc.get_referents(*kept)",
    "[weakref.ref(Node(i)) for i in range({n})] and gc.collect()", "weakref.WeakSet([Node(i) for i in range({m})])", "weakref.WeakKeyDictionary({{Node(i): i for i in range({m})}})",
    "[weakref.finalize(Node(i), print, i) for i in range({m})]", "weakref.getweakrefs(a)", "weakref.proxy(a)", "type.__subclasses__(Node)", "object.__subclasses__()",
    "inspect.getmembers(a)", "inspect.getmro(type(a))", "inspect.signature(eval('lambda ' + ','.join('a%d=1' % i for i in range(250)) + ': 1'))",
    "enum.Enum('E', ['a%d' % i for i in range({m})])", "enum.Flag('F', ['a%d' % i for i in range(300)])", "dataclasses.make_dataclass('D', ['a%d' % i for i in range(300)])",
    "dataclasses.astuple(a)", "types.SimpleNamespace(**a)", "types.new_class('T', (a,))", "types.FunctionType(a.__code__, {{}})", "types.MethodType(a, a)()",
    "a.__code__.replace(co_consts=a.__code__.co_consts + (b,))", "a.__code__.co_consts", "string.Template('$a' * {n}).substitute(a='x' * {m})",
    "string.Formatter().format('{{0}}' * {m}, 'x' * {m})", "textwrap.wrap('a ' * {n}, {k})", "textwrap.indent(a, 'x' * {m})", "textwrap.shorten(a, {m})", "difflib.unified_diff(a, b)",
    "list(difflib.ndiff(a, b))", "difflib.SequenceMatcher(None, 'ab' * {m}, 'ba' * {m}).ratio()", "html.unescape('&amp;' * {n})", "html.escape('<' * {n})", "urllib.parse.quote('é' * {n})",
    "urllib.parse.unquote('%41' * {n})", "urllib.parse.parse_qsl('x=1&' * {n})", "urllib.parse.urlsplit(a)", "urllib.parse.urlencode(a)", "base64.b64decode(a)",
    "base64.b32encode(bytes({n}))", "base64.a85encode(bytes({n}))", "uuid.uuid5(uuid.NAMESPACE_DNS, a)", "ipaddress.ip_address(a)",
    "list(ipaddress.summarize_address_range(ipaddress.ip_address(0), ipaddress.ip_address({n})))", "tomllib.loads('a = [' + '1,' * {n} + ']')", "tomllib.loads('[' + 'a.' * {m} + 'a]')",
    "tomllib.loads('a = ' + '{{b = ' * {m})", "shlex.split('a ' * {n})", "shlex.quote(a)", "argparse.ArgumentParser().parse_args(a)", "argparse.ArgumentParser('x' * {m}).format_help()",
    "logging.error('%s' * 99, *[a] * 99)", "warnings.warn('x' * {n})", "pprint.pformat([a] * 99, width={k})", "reprlib.Repr().repr(a)",
    "graphlib.TopologicalSorter({{i: [i + 1] for i in range({m})}}).static_order()", "statistics.variance(range({n}))", "statistics.quantiles(a, n={m})", "statistics.mode(a)",
    "random.sample(range({n}), {m})", "random.choices(a, weights=b, k={m})", "random.randbytes({n})", "random.Random(a)", "random.Random(1 << {n})", "random.getstate()",
    "calendar.TextCalendar().formatyear({k}, {m})", "bisect.bisect(range({n}), {m}, key=Evil(a))", "memoryview(bytes({n})).tolist()", "memoryview(bytes({n})).cast('I').tolist()",
    "memoryview(bytearray({n}))[::2].tobytes()", "memoryview(a) == memoryview(b)", "a.hex('-', {k})", "bytearray({n}).join([a] * 9)", "bytearray(a).extend(range(200))",
    "bytearray(b'a' * {n}).replace(b'a', b'bc' * {k})", "a.maketrans(b, b)", "slice(a, b).indices({n})", "range({n})[::{k}]", "range({n}).index({m})", "range(1 << {m})[a]",
    "re.compile('(a)' * {m})", "re.compile('(?:' * 150 + 'a' + ')*' * 150)", "re.compile('[' + 'a-z' * {n} + ']')", "re.compile('a{{1,{m}}}' * 9)",
    "re.compile('|'.join('a%d' % i for i in range({m}))).sub('x', a)", "re.match('(a|b)*', 'ab' * {n})", "re.match('(?:a|(b))*c', 'ab' * {n})", "re.match('((a*)*)*b', 'a' * {n})",
    "re.match('(.+)+$', 'a' * {n} + '\\n\\n')", "re.match('(a)' * 99, 'a' * {n}).groups()", "re.findall('(a)(b)?', 'a' * {n})", "re.split('(a)', 'ab' * {n})",
    "re.sub('a', 'x' * {m}, 'a' * {n})", "re.sub('(a)', r'\\1\\1\\1', 'a' * {n})", "[m.span() for m in re.finditer('', 'a' * {n})]", "list(re.finditer(a, b))",
    "re.subn('a', lambda m: 'x' * {m}, 'a' * {m})", "re.sub('a', a, 'aa')", "re.compile('(?<=a{{{m}}})b').search('a' * {n})", "re.compile('x' * {n})",
    "[re.compile('a%d' % i + 'b' * {m}) for i in range({m})]", "re.escape('.' * {n})", "re.compile('(?P<' + 'a' * {m} + '>b)')", "re.compile('(?i)' + 'é' * {m})",
    "re.compile('\\\\N{{BULLET}}' * {m})",
)  # fmt: skip
CHANGE = (
    "a.append(a)", "a.append(b)", "a.extend(a)", "a.extend(b)", "a.insert(0, a)", "a.pop()", "a.pop(0)", "a.clear()", "a.sort()", "a.sort(key=Evil(a))", "a.reverse()", "a.update(b)", "a.update(a)",
    "a.add(b)", "a.discard(b)", "a.setdefault(b, a)", "a.popitem()", "a[b] = a", "a[0] = a", "a[:] = a", "a[::2] = b", "a[5:2] = a", "del a[0]", "del a[::2]", "a += a", "a *= {m}", "a += b", "a |= b", "a.x = b",
    "a.rotate({n})", "a.appendleft(a)", "a.remove(b)", "x = a; a = b; b = x", "a = [a, b]", "b = (a, a)", "a = a[1:]", "a = a + a", "a = str(a)", "b = Evil(a)", "a.__dict__ = b", "a.__class__ = type(b)",
    "a.__bases__ = (b,)", "a.__cause__ = b", "a.__code__ = b.__code__", "a.__defaults__ = (b,)", "a.__call__ = a", "kept.append(a)", "kept.append(str(a))", "kept.extend(kept)", "kept.append(b * 99)",
    "kept = kept[::-1]", "globals()['a%d' % len(kept)] = a", "sys.setrecursionlimit({m})", "sys.modules['math'] = a", "builtins.len = a", "sys.stdout = Evil(a)", "kept.append([0] * {m})",
    "kept = [o for i, o in enumerate(kept) if i % 7]", "kept.append(iter(a)); next(kept[-1])", "asyncio.get_event_loop().create_task(waits(5))",
    "a.data = a", "a.maps.append(a)", "a.__wrapped__ = a", "a.__notes__ = [a] * {m}", "a.__traceback__ = b", "a.extend(iter(a))", "a[len(a):] = a",
    "a.update({{str(i): i for i in range({m})}})", "a.__iadd__(a)", "a &= b", "a ^= a", "a -= a", "a.intersection_update(b)", "a.symmetric_difference_update(b)", "a.extendleft(a)",
    "a.insert({n}, b)", "kept = {{i: kept for i in range({m})}}", "kept = [copy.copy(kept), kept]", "kept.append((a, b) * {m})", "kept.append(bytearray({n}))",
    "kept.append([None] * {n})", "kept.append('é' * {m})", "kept.append(iter(a))", "kept.append(a.append)", "kept.append(lambda: (a, b))", "kept.append(memoryview(a))",
    "kept.append(coro(a))", "kept.append(Node(a, b))", "kept.append(sys.exc_info())", "kept.append(boomed())", "kept.append(re.compile('a' * (len(kept) % 5000)))",
    "kept.append(sys.intern('k%d' % len(kept)))", "kept.append(type('T', (), {{}}))", "kept.append(compile('x', 'f', 'eval'))", "kept.append(str(len(kept)) * {m})", "kept.append({{}})",
    "kept.append({{len(kept)}})", "kept.append(weakref.ref(Node(a)))", "math.x = a", "setattr(math, 'y%d' % len(kept), a)", "setattr(Node, 'y%d' % len(kept), a)",
    "setattr(boom, 'y%d' % len(kept), a)", "Node.__slots__ = a", "Node.__eq__ = lambda s, o: kept.append(s)", "Evil.__hash__ = None", "Evil.__del__ = Evil", "del Evil.__repr__",
    "sys.modules[str(len(kept))] = a", "sys.stdout.write(str(len(kept)) * 99)", "builtins.print = a", "builtins.__build_class__ = a", "json.dumps = a", "gc.collect()", "sys.excepthook = a",
    "sys.displayhook = a", "warnings.filters = a", "random.seed(a)", "decimal.getcontext().prec = {n}", "exec('kept.append(1)\\n' * {m})", "exec('def g%d(): pass' % len(kept))",
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
def boomed():
    try: boom(1)
    except KeyError as e: return e
def raise_(x): raise ValueError(x)
def chained2(x):
    e = ExceptionGroup('g', [x if isinstance(x, Exception) else ValueError(x)])
    e.__cause__ = e.__context__ = x if isinstance(x, BaseException) else None
    return e
class Slots:
    __slots__ = ('v', '__weakref__')
    def __init__(self, v): self.v = v
async def coro(x): return x
async def agen(x):
    while True: yield x
async def many(n):
    for i in range(n): asyncio.ensure_future(coro(i))
    await asyncio.sleep(1)
async def nested(n): return await (nested(n - 1) if n else coro(1))
async def queue(n):
    q = asyncio.Queue()
    for i in range(n): q.put_nowait(i)
    async with asyncio.timeout(5): await asyncio.gather(*[q.get() for _ in range(n)])
async def grouped(n):
    async with asyncio.TaskGroup() as g:
        for i in range(n): g.create_task(coro(1 // (i % 5)))
async def tasks(x, n): return await asyncio.gather(*[asyncio.sleep(0, x) for _ in range(n)])
async def waits(n):
    waiting = [asyncio.ensure_future(send(**{'k' * (n % 5000) + str(i): i})) for i in range(n)]
    await asyncio.gather(*waiting)
'''


class Grammar:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def number(self, least=2):
        return self.rng.choice(
            (2, 3, 9, 40, 1000, 5000, 60_000, 1_000_000, 3_000_000, 40_000_000, 2**31, 2**63)[
                least - 2 : self.rng.choice((5, 7, 9, 10, 12))
            ]
        )

    def fill(self, template):
        rng = self.rng
        if "{" not in template:
            return template
        return template.format(
            n=rng.choice((99, 5000, 200_000, 3_000_000, 50_000_000)),
            m=rng.choice((5, 300, 3000, 40_000)),
            k=rng.choice((2, 3, 7, 20, -1, 2**62)),
        )

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
            lines += [
                f"    x = {way}" if len(ways) == 1 else f"    {'if' if at == 0 else 'else'}{' i % 2' if at == 0 else ''}: x = {way}"
                for at, way in enumerate(ways)
            ]
        return [*lines, f"{name} = x"]

    def action(self):
        rng = self.rng
        if rng.random() < 0.3:
            return self.fill(rng.choice(CHANGE))
        done = self.fill(rng.choice(DO))
        return (
            done if rng.random() < 0.7 else f"{rng.choice(('a', 'b', 'kept'))} = {done}" if rng.random() < 0.7 else f"kept.append({done})"
        )

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
            head = rng.choice(
                (
                    "for i in range(60):",
                    "for i in range(20_000):",
                    "while True:",
                    "for i in a:",
                    "for i in iter(lambda: a, b):",
                    "for i in [*range(9)]:",
                )
            )
            inner = lines + (self.block(depth + 1) if rng.random() < 0.5 else [])
            lines = self.guarded([head, *("    " + line for line in inner)])
        elif how < 0.45:
            name = f"f{rng.randrange(99)}"
            ends = rng.choice((f"return {name}()", "yield a", f"yield from {name}()", "return a"))
            lines = [
                f"def {name}(*p):",
                "    global a, b, kept",
                *("    " + line for line in lines),
                f"    {ends}",
                *self.guarded([f"a = {name}()", "kept.extend(a)"]),
            ]
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
