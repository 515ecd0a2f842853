"""Statements, functions, generators, coroutines."""

EXCEPTIONS = [
    "ValueError",
    "KeyError",
    "TypeError",
    "ZeroDivisionError",
    "IndexError",
    "RuntimeError",
    "StopIteration",
    "ArithmeticError",
    "AttributeError",
    "LookupError",
]
AUGMENTED = ["+=", "-=", "*=", "//=", "%=", "|=", "&=", "^=", ">>=", "/="]


class Statements:
    def statements(self, count, depth):
        for _ in range(count):
            if self.budget <= 0:
                break
            self.statement(depth)

    def statement(self, depth):
        self.budget -= 1
        scope = self.scopes[-1]
        table = {
            "assign": 7,
            "show": 5,
            "unpack": 3,
            "augment": 2,
            "if": 2.5,
            "for": 3.5,
            "while": 1,
            "try": 3,
            "with": 1.5,
            "del": 0.7,
            "match": 1.2,
            "raise": 0.4,
            "assert": 0.4,
            "mutate": 2.5,
            "expression": 1.5,
            "function": 1,
            "class": 0.3,
            "multiple": 0.7,
            "annotated": 0.4,
            "global": 0.3,
            "import": 0.15,
            "row": 0.8,
            "item_assign": 1,
            "star": 0.3,
        }
        if depth >= 3:
            for name in ("if", "for", "while", "try", "with", "match", "function", "class", "row", "star"):
                table[name] = 0
        if len([s for s in self.scopes if s.kind == "function"]) >= 3:
            table["function"] = table["class"] = 0
        if scope.kind == "function" and not scope.in_star:
            table["return"] = 0.6
        if scope.loops and not scope.in_star:
            table["break"] = 0.8
            table["continue"] = 0.6
        if scope.is_generator:
            table["yield"] = 5
        if scope.is_async:
            table.update({"await": 4, "async_for": 1.5 if depth < 3 else 0, "async_with": 1.5 if depth < 3 else 0})
        getattr(self, "state_" + self.weighted(table))(depth)

    def body(self, depth, count=None):
        return lambda: self.statements(count or self.pick(1, 1, 2, 3), depth + 1)

    # --- simple ones

    def state_assign(self, depth):
        kind = self.kind_of_value() if self.chance(0.9) else "set"
        value = self.expression(kind, 2)
        self.emit(f"{self.bind(kind)} = {value}")

    def state_show(self, depth):
        values = [self.expression(self.pick("any", "any", "set"), self.pick(1, 2)) for _ in range(self.pick(1, 1, 2))]
        name = self.any_name()
        if name and self.chance(0.6):
            values.append(name)
        self.emit(f"show({', '.join(values)})")

    def state_expression(self, depth):
        self.emit(self.expression("any", 2))

    def state_multiple(self, depth):
        value = self.expression("any", 1)
        targets = [self.target() for _ in range(self.pick(2, 3))]
        self.emit(" = ".join(targets + [value]))

    def target(self):
        """Something to assign to."""
        form = self.weighted({"name": 8, "item": 1.5, "attribute": 1, "slice": 0.4})
        if form == "item":
            name = self.name_of(self.pick("list", "dict"))
            if name:
                return f"{name}[{self.expression(self.pick('int', 'str'), 0)}]"
        if form == "slice":
            name = self.name_of("list")
            if name:
                return f"{name}[{self.slice(0)}]"
        if form == "attribute":
            objects = self.names_of_objects()
            if objects:
                return f"{self.random.choice(objects)}.{self.pick('x', 'y', 'z', 'p')}"
        return self.bind("any")

    def state_unpack(self, depth):
        count = self.pick(1, 2, 2, 2, 3)
        form = self.pick("fit", "fit", "parallel", "any", "star", "nested", "swap")
        if form == "swap":
            names = [name for name, _ in self.scopes[-1].names.items() if name not in self.scopes[-1].declared][-3:]
            if len(names) > 1:
                self.emit(f"{', '.join(names)} = {', '.join(self.random.sample(names, len(names)))}")
                return
            form = "fit"
        if form in ("fit", "parallel"):
            values = [self.expression("any", 1) for _ in range(count)]
            targets = [self.target() for _ in range(count)]
            if len(set(targets)) < count:
                targets = [self.fresh() for _ in range(count)]  # CPython 3.11 stores `a, a = x, y` in the wrong order
                self.scopes[-1].names.update(dict.fromkeys(targets, "any"))
            tail = "," if count == 1 else ""
            self.emit(f"{', '.join(targets)}{tail} = {', '.join(values)}{tail}")
        elif form == "any":
            value = self.iterable(1)
            targets = [self.target() for _ in range(count)]
            self.emit(f"[{', '.join(targets)}] = {value}")
        elif form == "star":
            value = self.iterable(1)
            targets = [self.target() for _ in range(count)]
            starred = self.bind("list")
            targets.insert(self.random.randrange(len(targets) + 1), "*" + starred)
            self.emit(f"{', '.join(targets)} = {value}")
        else:
            values = f"({self.expression('any', 1)}, ({self.expression('any', 0)}, {self.expression('any', 0)}))"
            targets = [self.target() for _ in range(3)]
            if len(set(targets)) == 3:
                self.emit(f"{targets[0]}, ({targets[1]}, {targets[2]}) = {values}")

    def state_augment(self, depth):
        kind = self.pick("int", "int", "list", "str", "set", "dict", "any")
        operators = {
            "int": AUGMENTED,
            "list": ["+=", "*="],
            "str": ["+=", "*=", "%="],
            "set": ["|=", "&=", "-=", "^="],
            "dict": ["|="],
        }.get(kind, AUGMENTED)
        operator = self.random.choice(operators)
        value = self.expression("int" if operator in ("*=", ">>=") else kind, 1)
        if operator == "*=":
            value = self.pick("2", "3", "0", "-1")
        if self.chance(0.25):
            target = self.target()
        else:
            target = self.name_of(kind) or self.bind(kind)
        self.emit(f"{target} {operator} {value}")

    def state_annotated(self, depth):
        value = self.expression("any", 1)
        if self.chance(0.25):
            self.emit(f"{self.bind('any')}: {self.pick('int', 'list[int]', repr('later'))}")
            return
        self.emit(f"{self.bind('any')}: {self.pick('int', 'str | None', 'list[int]', repr('later'))} = {value}")

    def state_item_assign(self, depth):
        name = self.name_of(self.pick("list", "dict"))
        if not name:
            return self.state_assign(depth)
        where = self.pick(self.expression("int", 0), self.expression("str", 0), self.slice(0), "0", "-1")
        self.emit(f"{name}[{where}] = {self.expression('any', 1)}")

    def state_mutate(self, depth):
        kind = self.pick("list", "list", "dict", "set")
        name = self.name_of(kind)
        if not name:
            return self.state_assign(depth)
        any_value, number = self.expression("any", 1), self.expression("int", 0)
        if kind == "list":
            call = self.pick(
                f"append({any_value})",
                f"insert({number}, {any_value})",
                f"pop({self.pick('', '0', number)})",
                f"extend({self.iterable(1) if not self.scopes[-1].loops else '[1]'})",
                f"remove({number})",
                "reverse()",
                f"sort({self.pick('', 'key=str', 'reverse=True', 'key=lambda v: (str(v), 0)')})",
                "clear()",
                "copy()",
            )
        elif kind == "dict":
            call = self.pick(
                f"update({self.expression('dict', 1)})",
                f"pop({self.expression('str', 0)}{self.pick('', ', None')})",
                f"setdefault({number}, {any_value})",
                "popitem()",
                "clear()",
                f"update(k={any_value})",
                "copy()",
            )
        else:
            call = self.pick(
                f"add({number})",
                f"discard({number})",
                f"remove({number})",
                f"update({self.iterable(0)})",
                "copy()",
                f"difference_update({self.iterable(0)})",
            )
        self.emit(f"{'show(' if self.chance(0.3) else '('}{name}.{call})")

    def state_del(self, depth):
        scope = self.scopes[-1]
        form = self.pick("name", "item", "slice", "attribute")
        names = [name for name in scope.names if name not in scope.declared and not name.startswith("i")]
        if form == "name" and names:
            name = self.random.choice(names)
            self.emit(f"del {name}")
            if self.chance(0.6):  # else what follows may meet the gap
                del scope.names[name]
            return
        container = self.name_of(self.pick("list", "dict"))
        if container:
            self.emit(f"del {container}[{self.slice(0) if form == 'slice' else self.expression(self.pick('int', 'str'), 0)}]")
        elif names and self.chance(0.3):
            self.emit(f"del {', '.join(self.random.sample(names, min(2, len(names))))}")
        else:
            self.state_assign(depth)

    def state_global(self, depth):
        scope = self.scopes[-1]
        if scope.kind != "function" or scope.names:
            return self.state_show(depth)
        outer = [s for s in self.scopes[:-1] if s.kind == "function"]
        word, source = ("nonlocal", outer[-1]) if outer and outer[-1].names and self.chance(0.7) else ("global", self.scopes[0])
        names = [name for name in source.names if name not in source.declared and name not in scope.names]
        if not names:
            return self.state_show(depth)
        name = self.random.choice(names)
        if name in scope.declared or any(name in s.names for s in self.scopes[:-1] if s is not source):
            return self.state_show(depth)
        self.emit(f"{word} {name}")
        self.emit(f"{name} = {self.expression('any', 1)}")
        scope.declared.add(name)

    def state_import(self, depth):
        line, name = self.pick(
            ("import math as {}", "math"),
            ("from math import floor as {}", "floor"),
            ("import collections.abc as {}", "abc"),
            ("from functools import reduce as {}", "reduce"),
        )
        self.emit(line.format(self.fresh("m")))

    def state_raise(self, depth):
        kind = self.random.choice(EXCEPTIONS)
        value = f"{kind}({self.shown(1)})" if self.chance(0.8) else kind
        self.emit(f"if {self.condition(0)}: raise {value}{self.pick('', '', '', ' from None', ' from ValueError(1)')}")

    def state_assert(self, depth):
        self.emit(f"assert {self.condition(1)}{self.pick('', ', ' + self.shown(0))}")

    def state_return(self, depth):
        scope = self.scopes[-1]
        value = "" if scope.is_async and scope.is_generator else self.expression("any", 1)
        if self.chance(0.6):
            self.block(f"if {self.condition(0)}:", lambda: self.emit(f"return {value}"))
        else:
            self.emit(f"return {value}")

    def state_break(self, depth):
        self.emit(f"if {self.condition(0)}: break" if self.chance(0.8) else "break")

    def state_continue(self, depth):
        self.emit(f"if {self.condition(0)}: continue" if self.chance(0.9) else "continue")

    def state_yield(self, depth):
        scope = self.scopes[-1]
        if self.chance(0.25) and not scope.is_async:
            self.emit(f"{self.bind('any')} = yield from {self.iterable(1)}")
        elif self.chance(0.4):
            value = self.expression("any", 1)
            self.emit(f"{self.bind('any')} = yield {value}")
        else:
            self.emit(f"yield {self.expression('any', 1)}")

    def state_await(self, depth):
        made = self.awaitable(1)
        if self.chance(0.6):
            self.emit(f"{self.bind('any')} = await {made}")
        else:
            self.emit(f"show(await {made})")

    # --- compound ones

    def state_if(self, depth):
        self.block(f"if {self.condition(2)}:", self.body(depth))
        if self.chance(0.25):
            self.block(f"elif {self.condition(1)}:", self.body(depth))
        if self.chance(0.4):
            self.block("else:", self.body(depth))

    def in_loop(self, body):
        def run():
            scope = self.scopes[-1]
            scope.loops += 1
            star, scope.in_star = scope.in_star, 0
            body()
            scope.loops -= 1
            scope.in_star = star

        return run

    def state_for(self, depth, header="for"):
        scope = self.scopes[-1]
        source = self.iterable(2) if header == "for" else self.async_iterable()
        target = self.loop_target(scope)
        if self.chance(0.08):
            target = self.target()
        self.block(f"{header} {target} in {source}:", self.in_loop(self.body(depth)))
        if self.chance(0.2):
            self.block("else:", self.body(depth))

    def state_row(self, depth):
        """An item that is taken apart at once, and used whole."""
        row, a, b = self.bind("any"), self.bind("any"), self.bind("any")
        source = self.pick(
            f"zip({self.iterable(1)}, {self.iterable(1)})",
            f"{self.operand('dict', 1)}.items()",
            f"enumerate({self.iterable(1)})",
            "[(1, 2), (3, 4)]",
            self.iterable(1),
        )

        def body():
            self.emit(f"{self.pick(a + ', ' + b, a + ', *' + b, '[' + b + ', ' + a + ']')} = {row}")
            self.body(depth)()
            self.emit(f"show({row}, {a})")

        self.block(f"for {row} in {source}:", self.in_loop(body))

    def state_while(self, depth):
        name = self.fresh("n")
        self.emit(f"{name} = {self.pick(1, 2, 3)}")

        def body():
            self.emit(f"{name} -= 1")
            self.body(depth)()

        self.block(f"while {name} > 0{self.pick('', '', ' and ' + self.operand('bool', 1))}:", self.in_loop(body))
        if self.chance(0.25):
            self.block("else:", self.body(depth))

    def state_try(self, depth):
        scope = self.scopes[-1]
        self.block("try:", self.body(depth, self.pick(1, 2, 3)))
        form = self.weighted({"except": 4, "finally": 2, "both": 2, "star": 0.5})
        if form == "star":
            for _ in range(self.pick(1, 2)):
                name = self.fresh("e")

                def body():
                    scope.in_star += 1
                    self.emit(f"show({name})")
                    self.body(depth, 1)()
                    scope.in_star -= 1

                self.block(f"except* {self.some_exceptions()} as {name}:", body)
            return
        if form in ("except", "both"):
            for _ in range(self.pick(1, 1, 2)):
                if self.chance(0.5):
                    name = self.fresh("e")

                    def body():
                        self.emit(f"fails({name})")
                        self.body(depth)()
                        if self.chance(0.15):
                            self.emit(
                                self.pick(
                                    "raise",
                                    f"raise KeyError({name}.args) from {name}",
                                    f"raise ValueError(text({name}.__context__))",
                                    f"del {name}",
                                )
                            )

                    self.block(f"except {self.some_exceptions()} as {name}:", body)
                else:
                    self.block(f"except {self.some_exceptions()}:", self.body(depth))
            if self.chance(0.25):
                self.block("except Exception:", self.body(depth))
            if self.chance(0.25):
                self.block("else:", self.body(depth))
        if form != "except":
            self.block("finally:", self.body(depth))

    def some_exceptions(self):
        if self.chance(0.4):
            return "Exception"
        if self.chance(0.3):
            return f"({', '.join(self.random.sample(EXCEPTIONS, 2))})"
        return self.random.choice(EXCEPTIONS)

    def state_star(self, depth):
        group = f"ExceptionGroup({self.literal('str')}, [{', '.join(self.random.choice(EXCEPTIONS) + '(' + self.shown(0) + ')' for _ in range(self.pick(1, 2, 3)))}])"
        scope = self.scopes[-1]
        self.block("try:", lambda: self.emit(f"raise {group}"))
        name = self.fresh("e")

        def body():
            scope.in_star += 1
            self.emit(f"show({name}, {name}.exceptions)")
            self.body(depth, 1)()
            if self.chance(0.2):
                self.emit("raise" if self.chance(0.5) else "raise ValueError('again')")
            scope.in_star -= 1

        self.block(f"except* {self.some_exceptions()} as {name}:", body)
        if self.chance(0.5):
            self.block("except* Exception:", lambda: self.emit("show('the rest')"))
        if self.chance(0.3):
            self.block("finally:", self.body(depth, 1))

    def state_with(self, depth):
        managers = [name for scope in self.scopes for name, shape in scope.classes if "manager" in shape.abilities]
        if not managers:
            return self.state_try(depth)
        items = []
        for _ in range(self.pick(1, 1, 2)):
            manager = f"{self.random.choice(managers)}({self.expression('int', 0)})"
            items.append(manager + (f" as {self.target()}" if self.chance(0.7) else ""))
        text = ", ".join(items)
        self.block(f"with {'(' + text + ')' if self.chance(0.2) else text}:", self.body(depth))

    def state_async_with(self, depth):
        managers = [name for scope in self.scopes for name, shape in scope.classes if "async_manager" in shape.abilities]
        if not managers:
            return self.state_await(depth)
        self.block(
            f"async with {self.random.choice(managers)}({self.expression('int', 0)}){self.pick('', f' as {self.bind(chr(97) + chr(110) + chr(121))}')}:",
            self.body(depth),
        )

    def state_async_for(self, depth):
        self.state_for(depth, "async for")

    def async_iterable(self):
        found = [f for scope in self.reachable_scopes() for f in scope.functions if f[2] == "async_generator"]
        classes = [name for scope in self.scopes for name, shape in scope.classes if "async_iterator" in shape.abilities]
        if classes and (not found or self.chance(0.3)):
            return f"{self.random.choice(classes)}({self.expression('int', 0)})"
        return self.call(self.random.choice(found), 0) if found else self.iterable(0)

    def state_match(self, depth):
        subject = self.expression(self.pick("any", "list", "tuple", "dict", "int", "str"), 1)

        def body():
            for _ in range(self.pick(1, 2, 3)):
                bound = {}
                pattern = self.pattern(2, bound)
                self.scopes[-1].names.update(bound)
                guard = f" if {self.condition(0)}" if self.chance(0.25) else ""
                self.block(f"case {pattern}{guard}:", self.body(depth, self.pick(1, 2)))
            if self.chance(0.4):
                self.block("case _:", self.body(depth, 1))

        self.block(f"match {subject}:", body)

    def pattern(self, depth, bound):
        def name():
            made = self.fresh("c")
            bound[made] = "any"
            return made

        inner = lambda: self.pattern(depth - 1, bound)
        table = {"literal": 3, "capture": 1, "class": 2, "value": 0.3}
        if depth > 0:
            table.update({"sequence": 4, "mapping": 2, "as": 2, "group": 0.3})
        form = self.weighted(table)
        if form == "literal":
            literal = self.pick("0", "1", "-1", "'a'", "None", "True", "2.5", "b'x'", "1 + 2j", "'' 'b'")
            return f"{literal} | {self.pick('2', chr(39) + 'q' + chr(39), 'False')}" if self.chance(0.25) else literal
        if form == "capture":
            return f"({name()})" if depth < 2 else f"[{name()}, *_]" if self.chance(0.5) else f"{{**{name()}}}"
        if form == "class":
            cls = self.pick("int", "str", "list", "tuple", "dict", "bool", "float")
            return f"{cls}({self.pick('', name() if self.chance(0.7) else '_')})"
        if form == "value":
            return "operator.pi" if self.chance(0.1) else "Exception()"
        if form == "group":
            return f"({inner()})"
        if form == "as":
            return f"({self.pattern(0, bound)} as {name()})" if depth < 2 else f"({self.pick(1, -1, 0)} | [*_]) as {name()}"
        if form == "mapping":
            parts = [f"{key}: {inner()}" for key in self.random.sample(["'a'", "1", "'x'", "None"], self.pick(1, 2))]
            if self.chance(0.4):
                parts.append(f"**{name()}")
            return "{" + ", ".join(parts) + "}"
        parts = [inner() for _ in range(self.pick(0, 1, 2, 2, 3))]
        if self.chance(0.4):
            parts.insert(self.random.randrange(len(parts) + 1), self.pick("*_", f"*{name()}"))
        return "[" + ", ".join(parts) + "]" if self.chance(0.5) or len(parts) < 2 else "(" + ", ".join(parts) + ")"

    # --- functions

    def parameters(self):
        """[(name, how)] and the text of a parameter list."""
        made, parts = [], []
        count = self.pick(0, 1, 1, 2, 3)
        only = self.random.randrange(1, count + 1) if count and self.chance(0.12) else 0
        defaults = False
        for i in range(count):
            name = self.fresh("a")
            defaults = defaults or self.chance(0.25)
            made.append((name, "only" if i < only and not defaults else "optional" if defaults else "plain"))
            if i < only and defaults:
                only = i
            annotation = self.pick("", "", "", ": int", ": 'x'")
            parts.append(name + annotation + (f" = {self.expression('any', 0)}" if defaults else ""))
        if only:
            parts.insert(only, "/")
        if self.chance(0.2):
            name = self.fresh("r")
            made.append((name, "rest"))
            parts.append("*" + name)
        elif self.chance(0.12):
            parts.append("*")
        if parts and parts[-1].startswith("*"):
            for _ in range(1 if parts[-1] == "*" else self.pick(0, 1)):
                name = self.fresh("k")
                given = self.chance(0.5)
                made.append((name, "optional_keyword" if given else "keyword"))
                parts.append(name + (f"={self.expression('any', 0)}" if given else ""))
        if self.chance(0.15):
            name = self.fresh("kw")
            made.append((name, "keywords"))
            parts.append("**" + name)
        made = [(name, "optional" if how == "optional_keyword" and False else how) for name, how in made if how != "optional_keyword"] + [
            (name, how) for name, how in made if how == "optional_keyword"
        ]
        return [(name, how) for name, how in made if how != "optional_keyword"], made, ", ".join(parts)

    def define(self, name, kind, depth, extra="", first=None, count=None):
        """def name(…): of a kind: plain, generator, coroutine, async_generator. Gives the parameters for call()."""
        from grow import Scope

        callable_with, all_parameters, text = self.parameters()
        if first:
            text = first + (", " + text if text else "")
        scope = Scope("function", kind in ("coroutine", "async_generator"), kind in ("generator", "async_generator"))
        for parameter, how in all_parameters:
            scope.names[parameter] = {"rest": "tuple", "keywords": "dict"}.get(how, self.pick("int", "int", "any", "list", "str"))

        def body():
            if scope.is_generator:
                self.emit(f"{self.pick('yield', 'v0 = yield')} {self.expression('any', 0)}")
            self.statements(count or self.pick(2, 3, 4, 6), depth + 1)
            if not scope.is_generator and self.chance(0.7):
                self.emit(f"return {self.expression('any', 2)}")

        self.scopes.append(scope)
        prefix = "async " if scope.is_async else ""
        self.block(f"{prefix}def {name}({text}){self.pick('', '', ' -> int')}:", body)
        self.scopes.pop()
        return callable_with

    def decorate(self):
        if self.chance(0.12):
            self.emit(self.pick("@functools.wraps(len)", "@functools.lru_cache(None)", "@(lambda f: f)"))

    def state_function(self, depth):
        kind = self.weighted({"plain": 4, "generator": 1.5})
        name = self.fresh("f")
        self.decorate()
        parameters = self.define(name, kind, depth)
        self.scopes[-1].functions.append((name, parameters, kind))

    def state_class(self, depth):
        self.part_class(depth)

    def part_function(self):
        name = self.fresh("f")
        self.decorate()
        parameters = self.define(name, "plain", 0)
        function = (name, parameters, "plain")
        for _ in range(self.pick(1, 2)):
            self.guarded(lambda: self.emit(f"show({self.call(function, 1)})"))
        self.scopes[-1].functions.append(function)

    def part_generator(self):
        name = self.fresh("g")
        parameters = self.define(name, "generator", 0)
        function = (name, parameters, "generator")
        self.scopes[-1].functions.append(function)
        made = self.fresh("it")

        def drive():
            self.emit(f"{made} = {self.call(function, 1)}")
            for _ in range(self.pick(1, 2, 4)):
                self.emit(
                    self.pick(
                        f"show(next({made}))",
                        f"show(next({made}, 'end'))",
                        f"show({made}.send({self.expression('any', 0)}))",
                        f"show({made}.throw({self.pick('ValueError(3)', 'KeyError', 'GeneratorExit')}))",
                        f"show({made}.close())",
                        f"for x in {made}: show(x)",
                        f"show(list({made}))",
                    )
                )

        self.guarded(drive)

    def part_closure(self):
        """A function that makes functions over its variables."""
        from grow import Scope

        name, inner, variable = self.fresh("f"), self.fresh("f"), self.fresh("v")
        scope = Scope("function")

        def body():
            self.emit(f"{variable} = {self.expression('int', 0)}")
            scope.names[variable] = "int"
            inside = Scope("function")
            inside.names["a"] = "int"

            def inner_body():
                self.emit(f"nonlocal {variable}")
                self.emit(f"{variable} {self.pick('+=', '=', '-=')} {self.pick('a', '1')}")
                inside.declared.add(variable)
                self.statements(self.pick(1, 2), 2)
                self.emit(f"return {self.expression('any', 1)}, {variable}")

            self.scopes.append(inside)
            self.block(f"def {inner}(a=1):", inner_body)
            self.scopes.pop()
            scope.functions.append((inner, [("a", "optional")], "plain"))
            self.statements(self.pick(1, 2), 1)
            self.emit(f"return {inner}, lambda: {variable}")

        self.scopes.append(scope)
        self.block(f"def {name}():", body)
        self.scopes.pop()

        def use():
            self.emit(f"{inner}a, {inner}b = {name}()")
            for _ in range(2):
                self.emit(f"show({inner}a({self.pick('', '2')}), {inner}b())")

        self.guarded(use)

    def part_async(self):
        for _ in range(self.pick(1, 2)):
            kind = self.weighted({"coroutine": 3, "async_generator": 1.5})
            name = self.fresh("c")
            parameters = self.define(name, kind, 0)
            self.scopes[-1].functions.append((name, parameters, kind))
        main = self.fresh("main")
        parameters = self.define(main, "coroutine", 0)
        self.guarded(lambda: self.emit(f"show(asyncio.run({self.call((main, parameters, 'coroutine'), 0)}))"))
