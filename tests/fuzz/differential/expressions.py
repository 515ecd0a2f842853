"""Expressions of a rough type. Types: int float str bytes bool list tuple dict set none; "any" is each of them but
set, whose order may differ where it gets out.
"""

TYPES = {"int": 8, "str": 5, "list": 5, "tuple": 3, "dict": 3, "float": 1, "bool": 1, "bytes": 0.7, "none": 0.3}
OPERATORS = ["+", "-", "*", "//", "%", "/", "**", "<<", ">>", "&", "|", "^", "@"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in"]
WORDS = ["", "a", "bc", "xyz", "Hello", "spam eggs", "é", "ß√", "\\n", "{}", "%s", "0", "12", "-3", "aab", "𝄐"]


class Expressions:
    def kind_of_value(self):
        return self.weighted(TYPES)

    def expression(self, kind="any", depth=2):
        if self.chance(0.03):
            kind = "any"  # what is of the wrong type raises
        if kind == "any":
            kind = self.kind_of_value()
        if depth > 0 and self.chance(0.12):
            return self.general(kind, depth - 1)
        if self.chance(0.4 if depth > 0 else 0.6):
            name = self.name_of(kind)
            if name:
                return name
        if depth <= 0:
            return self.literal(kind)
        return getattr(self, "make_" + kind)(depth - 1)

    def name_of(self, kind):
        """A name in reach that is likely to have such a value."""
        found = [name for scope in self.reachable_scopes() for name, held in scope.names.items() if held == kind]
        return self.random.choice(found) if found else None

    def reachable_scopes(self):
        """Class bodies are seen by themselves alone."""
        return [scope for scope in self.scopes if scope.kind != "class" or scope is self.scopes[-1]]

    def any_name(self):
        found = [name for scope in self.reachable_scopes() for name in scope.names]
        return self.random.choice(found) if found else None

    # --- literals

    def literal(self, kind):
        r = self.random
        if kind == "int":
            return self.pick(
                str(r.randrange(-3, 12)),
                str(r.randrange(-3, 12)),
                str(r.randrange(100)),
                "0",
                "1",
                "2",
                "10**20",
                "-1",
                str(2**62),
                str(2**64 - 1),
            )
        if kind == "float":
            return self.pick("0.5", "1.0", "-2.25", "1e10", "3.0", "0.1", "1e-300", "float('inf')")
        if kind == "str":
            return self.pick("'", '"').join(["", r.choice(WORDS), ""])
        if kind == "bytes":
            return self.pick("b''", "b'ab'", "b'\\x00\\xff'", "b'Hello'")
        if kind == "bool":
            return self.pick("True", "False")
        if kind == "list":
            return self.pick("[]", "[1, 2, 3]", "[3, 1, 2]", "['b', 'a']", "[0]", "[(1, 2), (3, 4)]", "[[1], [2, 3]]")
        if kind == "tuple":
            return self.pick("()", "(1,)", "(1, 2)", "(1, 2, 3)", "('x', 0)", "((1, 2), (3, 4))")
        if kind == "dict":
            return self.pick("{}", "{'a': 1}", "{1: 2, 3: 4}", "{'x': [1], 'y': [2]}", "{(1, 2): 'p', None: 0}")
        if kind == "set":
            return self.pick("set()", "{1, 2}", "{1, 2, 3}", "{'a'}", "frozenset({1, 4})")
        return "None"

    # --- of each type

    def operand(self, kind, depth):
        text = self.expression(kind, depth)
        return f"({text})" if any(c in text for c in " +-*/%<>&|^@") or text.isdigit() else text

    def make_int(self, depth):
        e = lambda kind="int": self.operand(kind, depth)
        form = self.weighted(
            {"binary": 8, "unary": 1, "len": 2, "item": 2, "sum": 1, "method": 1, "int": 1, "minmax": 1, "bool": 0.5, "divmod": 0.4}
        )
        if form == "binary":
            operator = self.random.choice(OPERATORS[:12])
            if operator in ("**", "<<"):
                return f"{e()} {operator} {self.random.randrange(6)}"
            return f"{e()} {operator} {e()}"
        if form == "unary":
            return f"{self.pick('-', '~', '+')}{e()}"
        if form == "len":
            return f"len({self.expression(self.pick('list', 'str', 'tuple', 'dict', 'set'), depth)})"
        if form == "item":
            return f"{self.operand(self.pick('list', 'tuple', 'dict'), depth)}[{self.pick('0', '-1', '1', e())}]"
        if form == "sum":
            return f"sum({self.iterable(depth)})"
        if form == "method":
            return self.pick(
                f"{e()}.bit_length()",
                f"{e('str')}.count({e('str')})",
                f"{e('str')}.find({e('str')})",
                f"{e('list')}.count({e()})",
                f"{e('tuple')}.index({e()})",
                f"{e('list')}.index({e()})",
                f"{e()}.real",
                f"{e('str')}.index('a')",
            )
        if form == "int":
            return f"int({self.expression(self.pick('str', 'float', 'bool', 'int'), depth)})"
        if form == "minmax":
            return f"{self.pick('min', 'max')}({self.iterable(depth)}{self.pick('', ', default=0', ', key=str', ', key=lambda v: -v')})"
        if form == "divmod":
            return f"divmod({e()}, {e()})[{self.pick(0, 1)}]"
        return f"{self.operand('bool', depth)} + {e()}"

    def make_float(self, depth):
        return self.pick(
            f"{self.operand('float', depth)} {self.pick('+', '-', '*', '/', '//', '%')} {self.operand(self.pick('float', 'int'), depth)}",
            f"float({self.expression(self.pick('int', 'str', 'bool'), depth)})",
            f"round({self.operand('float', depth)}, {self.pick(0, 1, 2)})",
            f"abs({self.operand('float', depth)})",
            f"{self.operand('int', depth)} / {self.operand('int', depth)}",
        )

    def make_str(self, depth):
        e = lambda kind="str": self.operand(kind, depth)
        form = self.weighted(
            {"fstring": 5, "concat": 2, "method": 4, "slice": 2, "str": 1, "percent": 1, "format": 1, "join": 2, "repeat": 1}
        )
        if form == "fstring":
            return self.fstring(depth)
        if form == "concat":
            return f"{e()} + {e()}"
        if form == "method":
            return e() + self.pick(
                ".upper()",
                ".lower()",
                ".title()",
                ".strip()",
                ".swapcase()",
                ".capitalize()",
                ".replace('a', 'b', 1)",
                ".zfill(5)",
                ".center(7, '*')",
                ".ljust(4)",
                ".rjust(6, '-')",
                ".partition('a')[0]",
                ".removeprefix('a')",
                ".expandtabs()",
                ".casefold()",
                ".translate({97: 'x', 98: None})",
                ".lstrip('ab')",
                ".rpartition('b')[2]",
                ".encode().decode()",
            )
        if form == "slice":
            return f"{e()}[{self.slice(depth)}]"
        if form == "str":
            return f"{self.pick('str', 'repr', 'ascii')}({self.shown(depth)})"
        if form == "percent":
            return self.pick(
                f"'%s %r' % ({self.shown(depth)}, {self.shown(depth)})",
                f"'%5d|%-3x' % ({e('int')}, {e('int')})",
                f"'%(a)s' % {e('dict')}",
                f"'%.2f %e' % ({e('float')}, {e('int')})",
                f"{e()} % {self.expression('tuple', depth)}",
            )
        if form == "format":
            return self.pick(
                f"'{{}} {{!r:>6}}'.format({self.shown(depth)}, {self.shown(depth)})",
                f"'{{0[0]}} {{k}}'.format({e('list')}, k={e()})",
                f"format({e('int')}, {self.pick(chr(39) + '>8' + chr(39), chr(39) + '#x' + chr(39), chr(39) + ',' + chr(39), chr(39) + '+05d' + chr(39), e())})",
            )
        if form == "join":
            return f"{e()}.join({self.pick('map(str, ' + self.iterable(depth) + ')', '[str(i) for i in ' + self.iterable(depth) + ']', self.expression('list', depth))})"
        return f"{e()} * {self.pick(0, 1, 2, 3, -1)}"

    def shown(self, depth):
        """Something whose repr is the same everywhere."""
        return self.expression(self.pick("int", "str", "list", "tuple", "float", "bool", "bytes", "none"), depth)

    def fstring(self, depth):
        parts = []
        for _ in range(self.pick(1, 1, 2, 3)):
            if self.chance(0.4):
                parts.append(self.pick("x", " ", "{{", "}}", "é", "%", "="))
            inner = self.shown(0 if depth <= 0 else depth - 1)
            if "'" in inner or "\\" in inner or '"' in inner or "{" in inner or ":" in inner or "!" in inner or "lambda" in inner:
                inner = self.name_of(self.pick("int", "str", "list")) or "1"
            parts.append(
                "{"
                + inner
                + self.pick("", "", "!r", "!s", "!a", "=", " = !s")
                + self.pick("", "", "", ":>8", ":5", ":{1 + 4}", ":^{width}", ":,")
                + "}"
            )
        return 'f"' + "".join(parts).replace("{width}", "{6}") + '"'

    def make_bytes(self, depth):
        return self.pick(
            f"{self.operand('bytes', depth)} + {self.operand('bytes', depth)}",
            f"bytes({self.pick('[1, 2, 65]', self.expression('list', depth), '3')})",
            f"{self.operand('str', depth)}.encode()",
            f"{self.operand('bytes', depth)}[{self.slice(depth)}]",
            f"{self.operand('bytes', depth)}.upper()",
            f"b'%d-%s' % ({self.operand('int', depth)}, b'x')",
            f"{self.operand('bytes', depth)}.hex().encode()",
        )

    def make_bool(self, depth):
        return self.condition(depth)

    def condition(self, depth=1):
        e = lambda kind: self.operand(kind, depth)
        form = self.weighted(
            {"compare": 6, "chain": 1, "not": 1, "bool": 2, "isinstance": 1, "any": 1, "truth": 2, "method": 1, "walrus": 0.5}
        )
        if form == "compare":
            kind = self.kind_of_value()
            if self.chance(0.3):
                return f"{e('int')} {self.pick('in', 'not in')} {e(self.pick('list', 'tuple', 'set', 'dict'))}"
            return f"{e(kind)} {self.random.choice(COMPARISONS[:6])} {e(kind)}"
        if form == "chain":
            return f"{e('int')} {self.random.choice(COMPARISONS[:6])} {e('int')} {self.random.choice(COMPARISONS[:6])} {e('int')}"
        if form == "not":
            return f"not {e('any')}"
        if form == "bool":
            return f"{e('any')} {self.pick('and', 'or')} {e('bool')}"
        if form == "isinstance":
            return f"isinstance({e('any')}, {self.pick('int', 'str', '(int, str)', 'list', 'int | str', 'object')})"
        if form == "any":
            return f"{self.pick('any', 'all')}({self.pick(self.iterable(depth), self.comprehension('()', depth))})"
        if form == "method":
            return e("str") + self.pick(
                ".startswith('a')", ".isdigit()", ".isalpha()", ".endswith(('b', 'c'))", ".islower()", ".isidentifier()"
            )
        if form == "walrus" and self.may_bind():
            return f"({self.bind('int')} := {self.expression('int', depth)}) > 1"
        return e("any")

    def may_bind(self):
        """A walrus binds in the function around; class bodies can't have one in a comprehension."""
        return self.scopes[-1].kind in ("module", "function") and not self.in_sources

    def bind(self, kind):
        """A name that is assigned now, an old one or a new one."""
        scope = self.scopes[-1]
        old = [name for name, held in scope.names.items() if name not in scope.declared]
        name = self.random.choice(old) if old and self.chance(0.35) else self.fresh()
        scope.names[name] = kind
        return name

    # --- containers

    def slice(self, depth):
        part = lambda: self.pick("", "", "1", "-1", "2", "0", "-3", self.expression("int", 0))
        return self.pick(f"{part()}:{part()}", f"{part()}:{part()}:{self.pick('', '1', '2', '-1', '-2')}")

    def elements(self, depth, low=0):
        return [
            ("*" + self.iterable(depth) if self.chance(0.12) else self.expression("any", depth))
            for _ in range(self.random.randrange(low, 4))
        ]

    def make_list(self, depth):
        e = lambda kind="list": self.operand(kind, depth)
        form = self.weighted(
            {"display": 4, "comprehension": 5, "slice": 2, "concat": 1, "list": 2, "sorted": 2, "split": 1, "repeat": 0.5, "items": 1}
        )
        if form == "display":
            return "[" + ", ".join(self.elements(depth)) + "]"
        if form == "comprehension":
            return self.comprehension("[]", depth)
        if form == "slice":
            return f"{e()}[{self.slice(depth)}]"
        if form == "concat":
            return f"{e()} + {e()}"
        if form == "list":
            return f"list({self.iterable(depth)})"
        if form == "sorted":
            key = self.pick("", "", ", reverse=True", ", key=str", ", key=lambda v: (str(v), 1)", ", key=repr, reverse=True")
            return f"sorted({self.iterable(depth)}{key})"
        if form == "split":
            return self.operand("str", depth) + self.pick(".split()", ".split('a')", ".splitlines()", ".rsplit('b', 1)")
        if form == "items":
            return f"list({self.operand('dict', depth)}.{self.pick('items', 'keys', 'values')}())"
        return f"{e()} * {self.pick(0, 1, 2)}"

    def make_tuple(self, depth):
        e = lambda kind="tuple": self.operand(kind, depth)
        form = self.weighted({"display": 5, "tuple": 2, "slice": 1, "concat": 1, "divmod": 1, "partition": 1})
        if form == "display":
            parts = self.elements(depth)
            return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
        if form == "tuple":
            return f"tuple({self.iterable(depth)})"
        if form == "slice":
            return f"{e()}[{self.slice(depth)}]"
        if form == "divmod":
            return f"divmod({e('int')}, {e('int')})"
        if form == "partition":
            return f"{e('str')}.{self.pick('partition', 'rpartition')}({self.pick(chr(39) + 'a' + chr(39), e('str'))})"
        return f"{e()} + {e()}"

    def make_dict(self, depth):
        form = self.weighted({"display": 4, "comprehension": 4, "dict": 2, "merge": 1.5, "fromkeys": 0.5})
        if form == "comprehension":
            return self.comprehension("{:}", depth)
        if form == "dict":
            return self.pick(
                f"dict(zip({self.iterable(depth)}, {self.iterable(depth)}))",
                f"dict(a={self.expression('any', depth)}, b=1)",
                f"dict({self.operand('dict', depth)}, z=0)",
                f"dict(enumerate({self.iterable(depth)}))",
            )
        if form == "merge":
            return f"{self.operand('dict', depth)} | {self.operand('dict', depth)}"
        if form == "fromkeys":
            return f"dict.fromkeys({self.iterable(depth)}, {self.expression('int', depth)})"
        parts = []
        for _ in range(self.random.randrange(4)):
            if self.chance(0.15):
                parts.append("**" + self.operand("dict", depth))
            else:
                parts.append(f"{self.expression(self.pick('int', 'str', 'tuple', 'str'), depth)}: {self.expression('any', depth)}")
        return "{" + ", ".join(parts) + "}"

    def make_set(self, depth):
        form = self.weighted({"display": 2, "comprehension": 3, "set": 2, "operator": 2})
        if form == "display":
            return "{" + ", ".join(self.expression(self.pick("int", "str"), depth) for _ in range(self.pick(1, 2, 3))) + "}"
        if form == "comprehension":
            return self.comprehension("{}", depth)
        if form == "set":
            return f"{self.pick('set', 'frozenset')}({self.iterable(depth)})"
        return f"{self.operand('set', depth)} {self.pick('|', '&', '-', '^')} {self.operand('set', depth)}"

    def make_none(self, depth):
        return self.pick("None", "print()", "[].append(1)")

    # --- what is looped over: never without end

    def iterable(self, depth):
        e = lambda kind: self.operand(kind, depth)
        form = self.weighted(
            {
                "range": 5,
                "list": 4,
                "tuple": 2,
                "str": 1,
                "dict": 1,
                "items": 1,
                "zip": 2,
                "enumerate": 2,
                "reversed": 1,
                "genexp": 2,
                "map": 1.5,
                "filter": 1,
                "generator": 2,
                "itertools": 1,
                "iter": 0.5,
                "bytes": 0.4,
                "set": 0.4,
            }
        )
        if form == "range":
            return self.pick(
                f"range({self.random.randrange(5)})",
                f"range({self.random.randrange(3)}, {self.random.randrange(3, 7)})",
                "range(5, 0, -2)",
                f"range({e('int')} % 5)",
            )
        if form in ("list", "tuple", "str", "dict", "bytes"):
            return self.expression(form, depth)
        if form == "items":
            return f"{e('dict')}.{self.pick('items', 'keys', 'values')}()"
        if form == "zip":
            return f"zip({', '.join(self.iterable(depth - 1) if depth > 0 else self.literal('list') for _ in range(self.pick(1, 2, 2, 3)))}{self.pick('', '', '', ', strict=True')})"
        if form == "enumerate":
            return f"enumerate({self.iterable(depth - 1) if depth > 0 else self.literal('str')}{self.pick('', ', 1', ', start=5')})"
        if form == "reversed":
            return f"reversed({self.expression(self.pick('list', 'tuple', 'str', 'dict'), depth)})"
        if form == "genexp":
            return self.comprehension("()", depth)
        if form == "map":
            return f"map({self.function(depth)}, {self.iterable(depth - 1) if depth > 0 else self.literal('list')})"
        if form == "filter":
            return f"filter({self.pick('None', self.function(depth))}, {self.iterable(depth - 1) if depth > 0 else self.literal('list')})"
        if form == "generator":
            made = self.generator_call(depth)
            return made or self.literal("list")
        if form == "itertools":
            inner = self.iterable(depth - 1) if depth > 0 else self.literal("list")
            return self.pick(
                f"itertools.chain({inner}, {self.literal('tuple')})",
                f"itertools.islice({inner}, 3)",
                f"itertools.accumulate({inner})",
                f"itertools.product({inner}, repeat={self.pick(1, 2)})",
                f"itertools.zip_longest({inner}, [1, 2])",
                f"itertools.pairwise({inner})",
                f"itertools.groupby({inner})",
                f"itertools.takewhile(bool, {inner})",
                f"itertools.combinations({inner}, 2)",
                "itertools.repeat(3, 2)",
            )
        if form == "iter":
            return f"iter({self.iterable(depth - 1) if depth > 0 else self.literal('list')})"
        return f"sorted({self.expression('set', depth)}, key=str)"

    def generator_call(self, depth):
        found = [f for scope in self.reachable_scopes() for f in scope.functions if f[2] == "generator"]
        return self.call(self.random.choice(found), depth) if found else None

    def function(self, depth):
        """Something to call with one argument."""
        if self.chance(0.5):
            name = self.fresh("p")
            return f"lambda {name}: {self.with_names({name: self.kind_of_value()}, lambda: self.expression('any', min(depth, 1)))}"
        return self.pick(
            "str",
            "int",
            "bool",
            "len",
            "repr",
            "list",
            "abs",
            "type",
            "functools.partial(max, 2)",
            "operator.neg",
            "operator.itemgetter(0)",
            "str.upper",
            "tuple",
            "sum",
        )

    def with_names(self, names, make):
        """What make() gives with these names in reach, as the parameters of a lambda or the variables of a comprehension."""
        from grow import Scope

        scope = Scope("lambda")
        scope.names.update(names)
        self.scopes.append(scope)
        try:
            return make()
        finally:
            self.scopes.pop()

    def comprehension(self, brackets, depth):
        from grow import Scope

        scope = Scope("lambda")
        clauses = []
        self.in_sources += 1
        first = self.iterable(min(depth, 1))
        self.in_sources -= 1
        self.scopes.append(scope)
        try:
            for i in range(self.pick(1, 1, 1, 2)):
                self.in_sources += 1
                source = first if i == 0 else self.iterable(0)
                self.in_sources -= 1
                clauses.append(f"for {self.loop_target(scope)} in {source}")
                while self.chance(0.3):
                    clauses.append(f"if {self.condition(min(depth, 1) - 1)}")
            tail = " ".join(clauses)
            inner = min(depth, 1)
            if brackets == "{:}":
                return f"{{{self.expression(self.pick('int', 'str', 'any'), inner)}: {self.expression('any', inner)} {tail}}}"
            kind = self.pick("int", "str") if brackets == "{}" else "any"
            element = self.expression(kind, inner)
            if self.chance(0.07) and self.scopes[-2].kind in ("module", "function") and not self.in_sources:
                name = self.fresh("w")
                self.scopes[-2].names[name] = "any"
                element = f"({name} := {element})"
            return f"{brackets[0]}{element} {tail}{brackets[1]}"
        finally:
            self.scopes.pop()

    def loop_target(self, scope):
        def one():
            name = self.fresh("i")
            scope.names[name] = self.pick("int", "int", "str", "any", "list")
            return name

        form = self.weighted({"one": 6, "two": 2, "star": 0.5, "nested": 0.5, "three": 0.4})
        if form == "one":
            return one()
        if form == "two":
            return f"{one()}, {one()}"
        if form == "three":
            return f"{one()}, {one()}, {one()}"
        if form == "star":
            starred = one()
            scope.names[starred] = "list"
            return self.pick(f"{one()}, *{starred}", f"*{starred}, {one()}")
        return f"{one()}, ({one()}, {one()})"

    # --- what fits any type

    def general(self, kind, depth):
        e = lambda k=kind: self.operand(k, depth)
        form = self.weighted(
            {
                "if": 4,
                "or": 2,
                "call": 6,
                "lambda": 1,
                "walrus": 1,
                "index": 1,
                "get": 1.5,
                "attribute": 2,
                "method": 2,
                "reduce": 0.5,
                "await": 2,
                "yield": 2,
                "next": 0.7,
                "operators": 1,
                "star_call": 1,
                "getattr": 0.3,
            }
        )
        if form == "if":
            return f"({self.expression(kind, depth)} if {self.condition(depth)} else {self.expression(kind, depth)})"
        if form == "or":
            return f"({e('any')} {self.pick('or', 'and')} {e()})"
        if form in ("call", "star_call"):
            functions = [f for scope in self.reachable_scopes() for f in scope.functions if f[2] == "plain"]
            if functions:
                return self.call(self.random.choice(functions), depth)
        if form == "lambda":
            name = self.fresh("p")
            body = self.with_names({name: kind}, lambda: self.expression(kind, depth))
            return f"(lambda {name}{self.pick('', '=1', ', *r', ', /', ', *, k=2')}: {body})({e()})"
        if form == "walrus" and self.may_bind():
            return f"({self.bind(kind)} := {self.expression(kind, depth)})"
        if form == "index":
            return f"[{e()}, {e()}][{self.pick('0', '1', '-1', self.operand('bool', depth))}]"
        if form == "get":
            return f"{self.operand('dict', depth)}.{self.pick('get', 'get', 'setdefault', 'pop')}({self.operand(self.pick('str', 'int'), depth)}, {e()})"
        if form in ("attribute", "method"):
            made = self.object_expression(form, depth)
            if made:
                return made
        if form == "reduce":
            return (
                f"functools.reduce({self.pick('operator.add', 'lambda p, q: [p, q]', 'max')}, {self.iterable(depth)}{self.pick('', ', 0')})"
            )
        if form == "await" and self.scopes[-1].is_async:
            made = self.awaitable(depth)
            if made:
                return f"(await {made})"
        if form == "yield" and self.scopes[-1].is_generator and self.scopes[-1].kind == "function":
            if self.chance(0.25) and not self.scopes[-1].is_async:
                return f"(yield from {self.iterable(depth)})"
            return f"(yield {self.pick('', self.expression('any', depth))})"
        if form == "next":
            return f"next(iter({self.iterable(depth)}), {e()})"
        if form == "operators":
            objects = self.names_of_objects()
            if objects:
                return f"({self.random.choice(objects)} {self.random.choice(OPERATORS)} {e('any')})"
        if form == "getattr":
            return f"getattr({e('any')}, {self.pick(chr(39) + 'x' + chr(39), chr(39) + 'real' + chr(39))}, {e()})"
        return self.expression(kind, min(depth, 0))

    def names_of_objects(self):
        return [name for scope in self.reachable_scopes() for name, held in scope.names.items() if held.startswith("object ")]

    def awaitable(self, depth):
        found = [f for scope in self.reachable_scopes() for f in scope.functions if f[2] == "coroutine"]
        choices = ["asyncio.sleep(0)", f"asyncio.sleep(0, {self.expression('any', 0)})"]
        choices += [self.call(self.random.choice(found), depth)] * 3 if found else []
        if found and self.chance(0.3):
            return f"asyncio.gather({self.call(self.random.choice(found), 0)}, {self.call(self.random.choice(found), 0)}{self.pick('', ', return_exceptions=True')})"
        return self.random.choice(choices)

    def call(self, function, depth):
        """A call by the parameters' kinds; rarely one that doesn't fit."""
        name, parameters, _ = function
        arguments, by_keyword = [], []
        for parameter, how in parameters:
            value = lambda: self.expression("any" if self.chance(0.3) else "int", min(depth, 1))
            if how == "optional" and self.chance(0.5):
                continue
            if how == "rest":
                arguments += [value() for _ in range(self.pick(0, 1, 2))] if not by_keyword else []
                if self.chance(0.3):
                    arguments.append("*" + self.operand(self.pick("list", "tuple"), 0))
            elif how == "keywords":
                by_keyword += [f"kw{i}={value()}" for i in range(self.pick(0, 1, 2))]
                if self.chance(0.2):
                    by_keyword.append("**{'z1': 1}")
            elif how == "keyword" or (by_keyword and how != "only") or (self.chance(0.2) and how != "only"):
                by_keyword.append(f"{parameter}={value()}")
            else:
                arguments.append(value())
        if self.chance(0.02):
            arguments = arguments[1:] if arguments and self.chance(0.5) else arguments + ["1"]
        return f"{name}({', '.join(arguments + by_keyword)})"
