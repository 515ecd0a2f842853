"""Classes: their special methods, properties, descriptors, inheritance; objects in expressions."""

import dataclasses

BINARY = ["add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift", "truediv", "pow", "matmul"]
ORDER = ["eq", "ne", "lt", "le", "gt", "ge"]


@dataclasses.dataclass
class ClassShape:
    abilities: set
    methods: list


class Classes:
    def part_class(self, depth=0):
        from grow import Scope

        name = self.fresh("C")
        shape = ClassShape(set(), [])
        bases = self.bases(shape)
        scope = Scope("class")

        def body():
            if self.chance(0.3):
                self.emit(f"{self.pick('x', 'y', 'z')} = {self.expression('any', 1)}")
            if "exception" not in shape.abilities and self.chance(0.12) and not bases:
                self.emit(f"__slots__ = {self.pick(repr(('x', 'y')), repr(['x', 'y', 'p']), repr(('x', 'y', '__dict__')))}")
            if self.chance(0.85) or not bases:
                self.method(
                    "__init__",
                    ["a=0"],
                    [f"self.x = {self.pick('a', self.expression('any', 0))}", "self.y = 2"]
                    if self.chance(0.85)
                    else ["super().__init__()", "self.x = a"],
                )
            members = [
                "repr",
                "binary",
                "order",
                "container",
                "call",
                "manager",
                "property",
                "method",
                "static",
                "hooks",
                "iterator",
                "descriptor",
                "async",
                "format",
                "hash",
                "truth",
                "index",
                "in_place",
            ]
            for member in self.random.sample(members, self.pick(1, 2, 3, 5)):
                getattr(self, "member_" + member)(name, shape)
            if self.chance(0.1):
                self.emit(f"[print(i) for i in {self.iterable(0)}]")

        if self.chance(0.08):
            self.emit(self.pick("@(lambda c: c)", "@functools.total_ordering"))
        self.scopes.append(scope)
        self.block(f"class {name}{'(' + ', '.join(bases) + ')' if bases else ''}:", body)
        self.scopes.pop()
        self.scopes[-1].classes.append((name, shape))
        self.guarded(lambda: self.use(name, shape))

    def bases(self, shape):
        own = [(name, s) for scope in self.reachable_scopes() for name, s in scope.classes]
        if own and self.chance(0.4):
            name, base = self.random.choice(own)
            shape.abilities |= base.abilities
            shape.methods += base.methods
            return [name]
        if self.chance(0.25):
            kind = self.pick("int", "str", "list", "dict", "tuple", "Exception", "ValueError", "set", "float")
            shape.abilities.add("exception" if kind in ("Exception", "ValueError") else "value")
            return [kind]
        return []

    def method(self, name, parameters, lines=None, decorator=None, prefix="def", first="self", kind="function"):
        """A method with these lines, or with random statements."""
        from grow import Scope

        scope = Scope("function", prefix == "async def")
        for parameter in parameters:
            scope.names[parameter.split("=")[0].strip("*")] = "any"
        if first == "self":
            scope.names["self.x"] = "any"
        if decorator:
            self.emit(decorator)

        def body():
            if lines is None or self.chance(0.1):
                self.statements(self.pick(1, 2), 2)
            for line in lines if lines is not None else [f"return {self.expression('any', 1)}"]:
                self.emit(line)

        self.scopes.append(scope)
        self.block(f"{prefix} {name}({', '.join(([first] if first else []) + parameters)}):", body)
        self.scopes.pop()

    def value(self, kind="any"):
        return self.pick("self.x", self.expression(kind, 1), self.expression(kind, 0))

    def member_repr(self, name, shape):
        self.method(
            f"__{self.pick('repr', 'str', 'repr')}__",
            [],
            [f"return {self.pick(f'f{chr(34)}{name}({{self.x!r}}){chr(34)}', repr(name), self.value('str'))}"],
        )
        shape.abilities.add("repr")

    def member_binary(self, name, shape):
        for operator in self.random.sample(BINARY, self.pick(1, 2)):
            prefix = self.pick("", "", "r")
            lines = [f"return {self.pick('NotImplemented', self.value(), f'({repr(operator)}, self.x, other)', 'self')}"]
            if self.chance(0.3):
                lines.insert(
                    0, f"if isinstance(other, {self.pick('int', 'str', name)}): return {self.pick('NotImplemented', '1', 'other')}"
                )
            self.method(f"__{prefix}{operator}__", ["other"], lines)

    def member_in_place(self, name, shape):
        operator = self.random.choice(BINARY)
        self.method(f"__i{operator}__", ["other"], ["self.x = other", f"return {self.pick('self', 'self', 'NotImplemented', '5')}"])

    def member_order(self, name, shape):
        for operator in self.random.sample(ORDER, self.pick(1, 1, 2)):
            self.method(
                f"__{operator}__",
                ["other"],
                [f"return {self.pick('NotImplemented', 'True', 'False', 'self.x == other', self.value('bool'), '(1, other)')}"],
            )

    def member_hash(self, name, shape):
        self.method("__hash__", [], [f"return {self.pick('1', '7', self.value('int'))}"])

    def member_truth(self, name, shape):
        self.method(self.pick("__bool__", "__len__"), [], [f"return {self.pick('True', 'False', '1', '0', '-1', 'self.x')}"])

    def member_index(self, name, shape):
        self.method(
            self.pick("__index__", "__int__", "__float__", "__neg__", "__abs__", "__round__", "__invert__"),
            self.pick([], [], ["n=0"]),
            [f"return {self.pick('1', 'self.x', '2.5', '0')}"],
        )

    def member_container(self, name, shape):
        shape.abilities.add("container")
        for method, parameters in self.random.sample(
            [
                ("getitem", ["k"]),
                ("setitem", ["k", "v"]),
                ("delitem", ["k"]),
                ("contains", ["k"]),
                ("len", []),
                ("missing", ["k"]),
                ("reversed", []),
            ],
            self.pick(2, 3),
        ):
            if method == "getitem":
                lines = [
                    f"if k == {self.pick(2, 3, 4)}: raise {self.pick('IndexError', 'KeyError')}(k)",
                    "if isinstance(k, int) and k > 6: raise IndexError",
                    f"return {self.pick('k', '(k, 1)', 'self.x')}",
                ]
            elif method == "len":
                lines = [f"return {self.pick('3', '0', 'self.x')}"]
            elif method == "reversed":
                lines = [f"return iter({self.literal('list')})"]
            else:
                lines = [
                    f"show({repr(method)}, {', '.join(parameters)})",
                    f"return {self.pick('True', 'None', 'k')}" if parameters else "return 0",
                ]
            self.method(f"__{method}__", parameters, lines)

    def member_call(self, name, shape):
        shape.abilities.add("call")
        self.method(
            "__call__", self.pick(["a=1"], ["*a", "**k"], ["a=1", "*, k=2"]), [f"return {self.pick('a', '(a, self.x)', self.value())}"]
        )

    def member_manager(self, name, shape):
        shape.abilities.add("manager")
        self.method("__enter__", [], [f"show('enter', {self.pick('self.x', '1')})", f"return {self.pick('self', 'self.x', '(1, 2)')}"])
        self.method(
            "__exit__",
            self.pick(["*a"], ["t", "e", "tb"]),
            [f"show('exit', {self.pick('1', 'self.x')})", self.pick("return None", "return True", "return False", "return self.x")],
        )

    def member_property(self, name, shape):
        shape.methods.append(("p", None))
        self.method("p", [], [f"return {self.value()}"], decorator=self.pick("@property", "@property", "@functools.cached_property"))
        if self.chance(0.3) and "@property" in "".join(self.lines[-8:]):
            self.method("p", ["v"], ["self.x = v"], decorator="@p.setter")

    def member_method(self, name, shape):
        parameters = self.pick([], ["a=1"], ["*a"], ["a=1", "**k"])
        method = self.pick("m", "n")
        if self.chance(0.25):
            self.method(
                method,
                parameters,
                [f"return {self.pick(f'super().{method}()', 'super().__init__()', '__class__.__name__', 'super().__eq__(1)')}"],
            )
        else:
            self.method(method, parameters)
        shape.methods.append((method, []))

    def member_static(self, name, shape):
        if self.chance(0.5):
            self.method("s", ["a=1"], decorator="@staticmethod", first="")
        else:
            self.method("s", ["a=1"], [f"return cls.__name__, {self.pick('a', 'cls.__mro__[1:2]')}"], decorator="@classmethod", first="cls")
        shape.methods.append(("s", []))

    def member_hooks(self, name, shape):
        form = self.pick("getattr", "setattr", "getattribute", "init_subclass", "class_getitem", "set_name", "new")
        if form == "getattr":
            self.method(
                "__getattr__",
                ["name"],
                ["if name.startswith('__') or name == 'x': raise AttributeError(name)", f"return {self.pick('name', 'name * 2')}"],
            )
        elif form == "setattr":
            self.method("__setattr__", ["name", "v"], ["show('set', name)", "object.__setattr__(self, name, v)"])
        elif form == "getattribute":
            self.method(
                "__getattribute__",
                ["name"],
                [
                    f"if name == {self.pick(repr('y'), repr('m'))}: return {self.pick('5', 'lambda *a: a')}",
                    "return super().__getattribute__(name)",
                ],
            )
        elif form == "init_subclass":
            self.method("__init_subclass__", ["**k"], ["show('subclass', cls.__name__)"], first="cls")
        elif form == "class_getitem":
            self.method("__class_getitem__", ["k"], ["return (cls.__name__, k)"], first="cls")
        elif form == "new":
            self.method(
                "__new__",
                ["*a", "**k"],
                ["show('new')", f"return {self.pick('super().__new__(cls)', 'super().__new__(cls, *a)', '3')}"],
                first="cls",
            )

    def member_iterator(self, name, shape):
        shape.abilities.add("iterator")
        if self.chance(0.5):
            self.method("__iter__", [], [self.pick("yield 1", "yield self.x"), f"yield {self.value()}"])
        else:
            self.method("__iter__", [], ["self.i = 0", "return self"])
            self.method(
                "__next__",
                [],
                [
                    "self.i += 1",
                    f"if self.i > {self.pick(0, 2, 3)}: raise StopIteration",
                    f"return {self.pick('self.i', '(self.i, self.x)')}",
                ],
            )

    def member_descriptor(self, name, shape):
        helper = self.fresh("D")
        from grow import Scope

        scope = Scope("class")
        self.scopes.append(scope)

        def body():
            self.method("__get__", ["o", "t"], [f"return {self.pick('(o is None, t.__name__)', '7', 'self')}"])
            if self.chance(0.5):
                self.method("__set__", ["o", "v"], ["show('descriptor', v)"])
            if self.chance(0.3):
                self.method("__set_name__", ["o", "n"], ["show(n)"])

        self.block(f"class {helper}:", body)
        self.scopes.pop()
        self.emit(f"z = {helper}()")

    def member_async(self, name, shape):
        form = self.pick("manager", "iterator", "await")
        if form == "manager":
            shape.abilities.add("async_manager")
            self.method("__aenter__", [], ["await asyncio.sleep(0)", f"return {self.value()}"], prefix="async def")
            self.method("__aexit__", ["*a"], ["await asyncio.sleep(0)", f"return {self.pick('True', 'False', 'None')}"], prefix="async def")
        elif form == "iterator":
            shape.abilities.add("async_iterator")
            self.method("__aiter__", [], ["self.i = 0", "return self"])
            self.method("__anext__", [], ["self.i += 1", "if self.i > 3: raise StopAsyncIteration", "return self.i"], prefix="async def")
        else:
            self.method("__await__", [], [self.pick("yield", "return 3", "yield from asyncio.sleep(0).__await__()"), "return 4"])

    def member_format(self, name, shape):
        self.method("__format__", ["spec"], [f"return {self.pick('spec', repr(name), 'spec + str(self.y)')}"])

    # --- using them

    def use(self, name, shape):
        objects = []
        for _ in range(self.pick(1, 2)):
            made = self.fresh("o")
            self.emit(f"{made} = {name}({self.pick('', self.expression('int', 0), self.expression('any', 0))})")
            self.scopes[-1].names[made] = "object " + name
            objects.append(made)
        for _ in range(self.pick(1, 2, 3, 4)):
            self.emit(f"show({self.on_object(self.random.choice(objects), shape, 1)})")

    def on_object(self, made, shape, depth):
        e = lambda kind="any": self.operand(kind, depth)
        table = {
            "attribute": 3,
            "binary": 3,
            "compare": 2,
            "builtin": 2,
            "format": 1,
            "isinstance": 0.5,
            "vars": 0.5,
            "truth": 0.5,
            "hash": 0.3,
            "dict_key": 0.5,
            "item": 1,
            "iterate": 1,
            "unary": 0.5,
        }
        if shape.methods:
            table["method"] = 5
        if "call" in shape.abilities:
            table["call"] = 4
        if "iterator" in shape.abilities:
            table["iterate"] = 4
        if "container" in shape.abilities:
            table["item"] = 5
        form = self.weighted(table)
        if form == "attribute":
            return f"{made}.{self.pick('x', 'y', 'z', 'p', '__class__', 'missing')}"
        if form == "binary":
            operator = self.pick("+", "-", "*", "//", "%", "&", "|", "^", "<<", "@", "/", "**")
            return self.pick(f"{made} {operator} {e()}", f"{e()} {operator} {made}", f"{made} {operator} {made}")
        if form == "compare":
            operator = self.pick("<", "<=", ">", ">=", "==", "!=", "in", "not in")
            return self.pick(f"{made} {operator} {e()}", f"{e()} {operator} {made}", f"{made} {operator} {made}")
        if form == "builtin":
            return f"{self.pick('len', 'list', 'int', 'abs', 'iter', 'sorted', 'bool', 'reversed', 'tuple', 'dict', 'float', 'sum', 'max', 'str', 'repr', 'round', 'range', 'bytes', 'next')}({made})"
        if form == "format":
            return self.pick(
                f"f'{{{made}}}'",
                f"f'{{{made}!r:>9}}'",
                f"format({made}, '>4')",
                f"'%s' % {made}",
                f"'%d' % {made}",
                f"'{{}}'.format({made})",
            )
        if form == "vars":
            return self.pick(
                f"vars({made})",
                f"hasattr({made}, 'p')",
                f"getattr({made}, 'm', 0)",
                f"isinstance({made}, ({self.pick('int', 'str', 'list')}, dict))",
                f"type({made}).__mro__",
            )
        if form == "truth":
            return self.pick(f"not {made}", f"{made} and 1", f"1 if {made} else 2", f"bool({made})")
        if form == "hash":
            return f"hash({made}) == hash({made})"
        if form == "dict_key":
            return self.pick(
                f"{{{made}: 1}}[{made}]",
                f"{made} in [{made}]",
                f"[{made}].index({made})",
                f"{{{made}: 1, 1: 2}}.get(1)",
                f"sorted([{made}, {made}]) == 1",
                f"max({made}, {made}) is {made}",
            )
        if form == "item":
            return f"{made}[{self.pick('0', '1', '5', repr('k'), '1:2', '...', e('int'))}]"
        if form == "iterate":
            return self.pick(
                f"[*{made}]",
                f"list(zip({made}, 'ab'))",
                f"[i for i in {made}]",
                f"dict(enumerate({made}))",
                f"1 in {made}",
                f"sum({made}, 0)",
                f"(lambda *a: a)(*{made})",
                f"(lambda **k: k)(**{made})",
                f"max({made}, key=str)",
                f"', '.join({made})",
                f"list(itertools.islice({made}, 2))",
            )
        if form == "unary":
            return f"{self.pick('-', '~', '+')}{made}"
        if form == "method":
            method, parameters = self.random.choice(shape.methods)
            if parameters is None:
                return f"{made}.{method}"
            return f"{self.pick(made, made, f'type({made})')}.{method}({self.pick('', self.expression('any', 0), '', '*(1, 2)', 'a=3')})"
        if form == "call":
            return f"{made}({self.pick('', self.expression('any', 0), 'k=1', '*[1]')})"
        return f"isinstance({made}, int)"

    def object_expression(self, form, depth):
        found = [(name, held[7:]) for scope in self.reachable_scopes() for name, held in scope.names.items() if held.startswith("object ")]
        if not found:
            return None
        made, cls = self.random.choice(found)
        shapes = [shape for scope in self.scopes for name, shape in scope.classes if name == cls]
        return f"({self.on_object(made, shapes[0], min(depth, 0))})" if shapes else None
