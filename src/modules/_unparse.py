"""Source text from syntax trees, for ast.unparse: as CPython words, spaces and brackets it."""

# How tightly an expression binds; it gets brackets where something tighter is wanted.
_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _COMPARE, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _TERM, _FACTOR, _POWER, _AWAIT, _ATOM = range(18)

_BINARY = {"Add": ("+", _SUM), "Sub": ("-", _SUM), "Mult": ("*", _TERM), "MatMult": ("@", _TERM), "Div": ("/", _TERM), "Mod": ("%", _TERM),
           "LShift": ("<<", _SHIFT), "RShift": (">>", _SHIFT), "BitOr": ("|", _BIT_OR), "BitXor": ("^", _BIT_XOR), "BitAnd": ("&", _BIT_AND),
           "FloorDiv": ("//", _TERM), "Pow": ("**", _POWER)}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not ", _NOT), "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARISONS = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in",
                "NotIn": "not in"}
_LONG_QUOTES = ('"""', "'''")
_QUOTES = ("'", '"', *_LONG_QUOTES)


def written(tree):
    """The source text of a node, or of a list of them."""
    writer = _Writer()
    if isinstance(tree, list):
        for node in tree:
            writer.any(node)
    else:
        writer.any(tree)
    return "".join(writer.parts)


def _is(node, name):
    return type(node).__name__ == name


def _escaped(c, whitespace_too):
    if not whitespace_too and c in "\n\t":
        return c
    return c.encode("unicode_escape").decode("ascii") if c == "\\" or not c.isprintable() else c


def _quoted(text, quotes, whitespace_too=False):
    """The text for between quotes, and which of these quotes may stand around it, the best one first."""
    inner = "".join([_escaped(c, whitespace_too) for c in text])
    fitting = [q for q in quotes if q not in inner and ("\n" not in inner or len(q) == 3)]
    if not fitting:
        shown = repr(text)
        return shown[1:-1], [next((q for q in quotes if shown[0] in q), shown[0])]
    if inner:
        # A text that ends in a quote is best put in others.
        fitting.sort(key=lambda q: q[0] == inner[-1])
        if fitting[0][0] == inner[-1]:
            inner = inner[:-1] + "\\" + inner[-1]
    return inner, fitting


class _Writer:
    def __init__(self, plain_strings=False):
        self.parts = []
        self.depth = 0
        self.plain_strings = plain_strings  # inside a replacement field: no backslashes
        self.in_try_star = False

    # ---- what all use

    def put(self, *texts):
        self.parts.extend(texts)

    def line(self, text=""):
        if self.parts:
            self.parts.append("\n")
        self.parts.append("    " * self.depth + text)

    def any(self, node, level=_TEST):
        method = getattr(self, "_" + type(node).__name__, None)
        if method is not None:
            return method(node, level)
        for name in node._fields:  # a node of the program's own
            value = getattr(node, name, None)
            for item in value if isinstance(value, list) else (value,):
                if hasattr(item, "_fields"):
                    self.any(item)

    def listed(self, nodes, level=_TEST, separator=", "):
        for i, node in enumerate(nodes):
            if i:
                self.put(separator)
            self.any(node, level)

    def items(self, nodes):
        # One alone has a comma behind it.
        self.listed(nodes)
        if len(nodes) == 1:
            self.put(",")

    def block(self, body):
        self.put(":")
        self.depth += 1
        for node in body:
            self.any(node)
        self.depth -= 1

    def documented(self, body):
        # The docstring stands in long quotes.
        first = body[0] if body else None
        if _is(first, "Expr") and _is(first.value, "Constant") and isinstance(first.value.value, str):
            self.line("u" if first.value.kind == "u" else "")
            self.string(first.value.value, _LONG_QUOTES)
            body = body[1:]
        for node in body:
            self.any(node)

    def documented_block(self, body):
        self.put(":")
        self.depth += 1
        self.documented(body)
        self.depth -= 1

    def opened(self, level, own):
        # Brackets are wanted: the closing one is the result.
        if level > own:
            self.put("(")
            return ")"
        return ""

    # ---- modules

    def _Module(self, node, level):
        self.documented(node.body)

    def _Interactive(self, node, level):
        for each in node.body:
            self.any(each)

    def _Expression(self, node, level):
        self.any(node.body)

    def _FunctionType(self, node, level):
        self.put("(")
        self.listed(node.argtypes)
        self.put(") -> ")
        self.any(node.returns)

    # ---- statements

    def _Expr(self, node, level):
        self.line()
        self.any(node.value, _YIELD)

    def definition(self, node, words):
        if self.parts:
            self.put("\n")
        for decorator in node.decorator_list:
            self.line("@")
            self.any(decorator)
        self.line(words + node.name)
        self.type_params(node)

    def type_params(self, node):
        if getattr(node, "type_params", None):
            self.put("[")
            self.listed(node.type_params)
            self.put("]")

    def function(self, node, words):
        self.definition(node, words)
        self.put("(")
        self.any(node.args)
        self.put(")")
        if node.returns:
            self.put(" -> ")
            self.any(node.returns)
        self.documented_block(node.body)

    def _FunctionDef(self, node, level):
        self.function(node, "def ")

    def _AsyncFunctionDef(self, node, level):
        self.function(node, "async def ")

    def _ClassDef(self, node, level):
        self.definition(node, "class ")
        if node.bases or node.keywords:
            self.put("(")
            self.listed([*node.bases, *node.keywords])
            self.put(")")
        self.documented_block(node.body)

    def _Return(self, node, level):
        self.line("return")
        if node.value:
            self.put(" ")
            self.any(node.value)

    def _Delete(self, node, level):
        self.line("del ")
        self.listed(node.targets)

    def _Assign(self, node, level):
        self.line()
        for target in node.targets:
            self.any(target, _TUPLE)
            self.put(" = ")
        self.any(node.value)

    def _TypeAlias(self, node, level):
        self.line("type ")
        self.any(node.name)
        self.type_params(node)
        self.put(" = ")
        self.any(node.value)

    def _AugAssign(self, node, level):
        self.line()
        self.any(node.target)
        self.put(f" {_BINARY[type(node.op).__name__][0]}= ")
        self.any(node.value)

    def _AnnAssign(self, node, level):
        self.line()
        brackets = not node.simple and _is(node.target, "Name")
        self.put("(" if brackets else "")
        self.any(node.target)
        self.put(")" if brackets else "", ": ")
        self.any(node.annotation)
        if node.value:
            self.put(" = ")
            self.any(node.value)

    def loop(self, node, words):
        self.line(words)
        self.any(node.target, _TUPLE)
        self.put(" in ")
        self.any(node.iter)
        self.block(node.body)
        self.otherwise(node.orelse)

    def otherwise(self, body, word="else"):
        if body:
            self.line(word)
            self.block(body)

    def _For(self, node, level):
        self.loop(node, "for ")

    def _AsyncFor(self, node, level):
        self.loop(node, "async for ")

    def _While(self, node, level):
        self.line("while ")
        self.any(node.test)
        self.block(node.body)
        self.otherwise(node.orelse)

    def _If(self, node, level):
        self.line("if ")
        self.any(node.test)
        self.block(node.body)
        while len(node.orelse) == 1 and _is(node.orelse[0], "If"):
            node = node.orelse[0]
            self.line("elif ")
            self.any(node.test)
            self.block(node.body)
        self.otherwise(node.orelse)

    def _With(self, node, level, words="with "):
        self.line(words)
        self.listed(node.items)
        self.block(node.body)

    def _AsyncWith(self, node, level):
        self._With(node, level, "async with ")

    def _Match(self, node, level):
        self.line("match ")
        self.any(node.subject)
        self.block(node.cases)

    def _match_case(self, node, level):
        self.line("case ")
        self.any(node.pattern)
        if node.guard:
            self.put(" if ")
            self.any(node.guard)
        self.block(node.body)

    def _Raise(self, node, level):
        self.line("raise")
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            return
        self.put(" ")
        self.any(node.exc)
        if node.cause:
            self.put(" from ")
            self.any(node.cause)

    def _Try(self, node, level, star=False):
        outer = self.in_try_star
        self.in_try_star = star
        self.line("try")
        self.block(node.body)
        for handler in node.handlers:
            self.any(handler)
        self.otherwise(node.orelse)
        self.otherwise(node.finalbody, "finally")
        self.in_try_star = outer

    def _TryStar(self, node, level):
        self._Try(node, level, True)

    def _ExceptHandler(self, node, level):
        self.line("except*" if self.in_try_star else "except")
        if node.type:
            self.put(" ")
            self.any(node.type)
        if node.name:
            self.put(" as ", node.name)
        self.block(node.body)

    def _Assert(self, node, level):
        self.line("assert ")
        self.any(node.test)
        if node.msg:
            self.put(", ")
            self.any(node.msg)

    def _Import(self, node, level):
        self.line("import ")
        self.listed(node.names)

    def _ImportFrom(self, node, level):
        self.line(f"from {'.' * (node.level or 0)}{node.module or ''} import ")
        self.listed(node.names)

    def _Global(self, node, level):
        self.line("global " + ", ".join(node.names))

    def _Nonlocal(self, node, level):
        self.line("nonlocal " + ", ".join(node.names))

    def _Pass(self, node, level):
        self.line("pass")

    def _Break(self, node, level):
        self.line("break")

    def _Continue(self, node, level):
        self.line("continue")

    # ---- parts

    def _alias(self, node, level):
        self.put(node.name)
        if node.asname:
            self.put(" as ", node.asname)

    def _withitem(self, node, level):
        self.any(node.context_expr)
        if node.optional_vars:
            self.put(" as ")
            self.any(node.optional_vars)

    def _keyword(self, node, level):
        self.put("**" if node.arg is None else node.arg + "=")
        self.any(node.value)

    def _arg(self, node, level):
        self.put(node.arg)
        if node.annotation:
            self.put(": ")
            self.any(node.annotation)

    def _arguments(self, node, level):
        parameters = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(parameters) - len(node.defaults)) + node.defaults
        rows = [("", arg, default) for arg, default in zip(parameters, defaults)]
        if node.posonlyargs:
            rows.insert(len(node.posonlyargs), ("/", None, None))
        if node.vararg or node.kwonlyargs:
            rows.append(("*", node.vararg, None))
        rows.extend(("", arg, default) for arg, default in zip(node.kwonlyargs, node.kw_defaults))
        if node.kwarg:
            rows.append(("**", node.kwarg, None))
        for i, (stars, arg, default) in enumerate(rows):
            self.put(", " if i else "", stars)
            if arg:
                self.any(arg)
            if default:
                self.put("=")
                self.any(default)

    def _TypeVar(self, node, level):
        self.put(node.name)
        if node.bound:
            self.put(": ")
            self.any(node.bound)

    def _TypeVarTuple(self, node, level):
        self.put("*", node.name)

    def _ParamSpec(self, node, level):
        self.put("**", node.name)

    # ---- names, numbers, strings

    def _Name(self, node, level):
        self.put(node.id)

    def _Constant(self, node, level):
        if isinstance(node.value, tuple):
            self.put("(")
            for i, value in enumerate(node.value):
                self.put(", " if i else "")
                self.constant(value)
            self.put(",)" if len(node.value) == 1 else ")")
        elif node.value is ...:
            self.put("...")
        else:
            if node.kind == "u":
                self.put("u")
            self.constant(node.value)

    def constant(self, value):
        if isinstance(value, (float, complex)):
            self.put(repr(value).replace("inf", "1e309").replace("nan", "(1e309-1e309)"))
        elif self.plain_strings and isinstance(value, str):
            self.string(value)
        else:
            self.put(repr(value))

    def string(self, text, quotes=_QUOTES):
        inner, fitting = _quoted(text, quotes)
        self.put(fitting[0], inner, fitting[0])

    def _JoinedStr(self, node, level):
        self.put("f")
        pieces = [(self.piece(value), _is(value, "Constant")) for value in node.values]
        if self.plain_strings:
            return self.string("".join([text for text, plain in pieces]))
        quotes = _QUOTES
        inner = []
        for text, plain in pieces:
            text, quotes = _quoted(text, quotes, plain)
            inner.append(text)
        self.put(quotes[0], *inner, quotes[0])

    def _FormattedValue(self, node, level):
        self.put("f", repr(self.piece(node)))

    def piece(self, node):
        # What stands in an f-string for one of its values.
        if _is(node, "Constant"):
            if not isinstance(node.value, str):
                raise ValueError("Constants inside JoinedStr should be a string.")
            return node.value.replace("{", "{{").replace("}", "}}")
        if _is(node, "JoinedStr"):
            return "".join([self.piece(value) for value in node.values])
        if not _is(node, "FormattedValue"):
            raise ValueError(f"Unexpected node inside JoinedStr, {node!r}")
        inner = _Writer(plain_strings=True)
        inner.any(node.value, _OR)
        text = "".join(inner.parts)
        if "\\" in text:
            raise ValueError("Unable to avoid backslash in f-string expression part")
        conversion = "!" + chr(node.conversion) if node.conversion != -1 else ""
        spec = ":" + self.piece(node.format_spec) if node.format_spec else ""
        return f"{{{' ' if text.startswith('{') else ''}{text}{conversion}{spec}}}"

    # ---- displays

    def _List(self, node, level):
        self.put("[")
        self.listed(node.elts)
        self.put("]")

    def _Tuple(self, node, level):
        brackets = not node.elts or level > _TUPLE
        self.put("(" if brackets else "")
        self.items(node.elts)
        self.put(")" if brackets else "")

    def _Set(self, node, level):
        if not node.elts:
            return self.put("{*()}")
        self.put("{")
        self.listed(node.elts)
        self.put("}")

    def _Dict(self, node, level):
        self.put("{")
        for i, (key, value) in enumerate(zip(node.keys, node.values)):
            self.put(", " if i else "")
            if key is None:
                self.put("**")
                self.any(value, _BIT_OR)
            else:
                self.any(key)
                self.put(": ")
                self.any(value)
        self.put("}")

    def comprehended(self, node, brackets):
        self.put(brackets[0])
        self.any(node.elt)
        for generator in node.generators:
            self.any(generator)
        self.put(brackets[1])

    def _ListComp(self, node, level):
        self.comprehended(node, "[]")

    def _SetComp(self, node, level):
        self.comprehended(node, "{}")

    def _GeneratorExp(self, node, level):
        self.comprehended(node, "()")

    def _DictComp(self, node, level):
        self.put("{")
        self.any(node.key)
        self.put(": ")
        self.any(node.value)
        for generator in node.generators:
            self.any(generator)
        self.put("}")

    def _comprehension(self, node, level):
        self.put(" async for " if node.is_async else " for ")
        self.any(node.target, _TUPLE)
        self.put(" in ")
        self.any(node.iter, _OR)
        for condition in node.ifs:
            self.put(" if ")
            self.any(condition, _OR)

    # ---- operators

    def _NamedExpr(self, node, level):
        closing = self.opened(level, _NAMED)
        self.any(node.target, _ATOM)
        self.put(" := ")
        self.any(node.value, _ATOM)
        self.put(closing)

    def waiting(self, node, level, own, word):
        closing = self.opened(level, own)
        self.put(word)
        if node.value:
            self.put(" ")
            self.any(node.value, _ATOM)
        elif word != "yield":
            raise ValueError("Node can't be used without a value attribute.")
        self.put(closing)

    def _Await(self, node, level):
        self.waiting(node, level, _AWAIT, "await")

    def _Yield(self, node, level):
        self.waiting(node, level, _YIELD, "yield")

    def _YieldFrom(self, node, level):
        self.waiting(node, level, _YIELD, "yield from")

    def _Lambda(self, node, level):
        closing = self.opened(level, _TEST)
        self.put("lambda")
        before = len(self.parts)
        self.any(node.args)
        if len(self.parts) > before:
            self.parts.insert(before, " ")
        self.put(": ")
        self.any(node.body, _TEST)
        self.put(closing)

    def _IfExp(self, node, level):
        closing = self.opened(level, _TEST)
        self.any(node.body, _OR)
        self.put(" if ")
        self.any(node.test, _OR)
        self.put(" else ")
        self.any(node.orelse, _TEST)
        self.put(closing)

    def _BoolOp(self, node, level):
        word, own = (" and ", _AND) if _is(node.op, "And") else (" or ", _OR)
        closing = self.opened(level, own)
        for i, value in enumerate(node.values):
            self.put(word if i else "")
            self.any(value, min(own + 1 + i, _ATOM))
        self.put(closing)

    def _UnaryOp(self, node, level):
        word, own = _UNARY[type(node.op).__name__]
        closing = self.opened(level, own)
        self.put(word)
        self.any(node.operand, own)
        self.put(closing)

    def _BinOp(self, node, level):
        symbol, own = _BINARY[type(node.op).__name__]
        closing = self.opened(level, own)
        right_first = own == _POWER
        self.any(node.left, own + 1 if right_first else own)
        self.put(f" {symbol} ")
        self.any(node.right, own if right_first else own + 1)
        self.put(closing)

    def _Compare(self, node, level):
        closing = self.opened(level, _COMPARE)
        self.any(node.left, _COMPARE + 1)
        for op, right in zip(node.ops, node.comparators):
            self.put(f" {_COMPARISONS[type(op).__name__]} ")
            self.any(right, _COMPARE + 1)
        self.put(closing)

    # ---- what follows a value

    def _Attribute(self, node, level):
        self.any(node.value, _ATOM)
        if _is(node.value, "Constant") and isinstance(node.value.value, int):
            self.put(" ")
        self.put(".", node.attr)

    def _Call(self, node, level):
        self.any(node.func, _ATOM)
        self.put("(")
        self.listed([*node.args, *node.keywords])
        self.put(")")

    def _Subscript(self, node, level):
        self.any(node.value, _ATOM)
        self.put("[")
        if _is(node.slice, "Tuple") and node.slice.elts:
            self.items(node.slice.elts)
        else:
            self.any(node.slice)
        self.put("]")

    def _Slice(self, node, level):
        if node.lower:
            self.any(node.lower)
        self.put(":")
        if node.upper:
            self.any(node.upper)
        if node.step:
            self.put(":")
            self.any(node.step)

    def _Starred(self, node, level):
        self.put("*")
        self.any(node.value, _BIT_OR)

    # ---- patterns

    def _MatchValue(self, node, level):
        self.any(node.value)

    def _MatchSingleton(self, node, level):
        self.constant(node.value)

    def _MatchSequence(self, node, level):
        self.put("[")
        self.listed(node.patterns)
        self.put("]")

    def _MatchStar(self, node, level):
        self.put("*", node.name or "_")

    def _MatchMapping(self, node, level):
        self.put("{")
        for i, (key, pattern) in enumerate(zip(node.keys, node.patterns)):
            self.put(", " if i else "")
            self.any(key)
            self.put(": ")
            self.any(pattern)
        if node.rest is not None:
            self.put(", " if node.keys else "", "**", node.rest)
        self.put("}")

    def _MatchClass(self, node, level):
        self.any(node.cls, _ATOM)
        self.put("(")
        self.listed(node.patterns)
        for i, (name, pattern) in enumerate(zip(node.kwd_attrs, node.kwd_patterns)):
            self.put(", " if i or node.patterns else "", name, "=")
            self.any(pattern)
        self.put(")")

    def _MatchAs(self, node, level):
        if node.name is None or node.pattern is None:
            return self.put(node.name or "_")
        closing = self.opened(level, _TEST)
        self.any(node.pattern, _BIT_OR)
        self.put(" as ", node.name, closing)

    def _MatchOr(self, node, level):
        closing = self.opened(level, _BIT_OR)
        self.listed(node.patterns, _BIT_OR + 1, " | ")
        self.put(closing)
