"""Where the host switches eval off, nothing that a program reaches makes code of its text or its trees."""

import unittest

import fermata

# Every function of every module, and every method of every class, gets texts and trees; whatever gives code, or runs it, is told.
WALK = """
import sys, types, _ast, ast, io
ran, seen, asked = [], set(), 0
TEXT = "ran.append(1)"
TREE = ast.parse(TEXT)
NAMES = {"ran": ran}
INTO = io.StringIO()
ARGUMENTS = []
for source in (TEXT, TREE, TEXT.encode(), ast.parse(TEXT, mode="eval"), io.StringIO(TEXT)):
    kind = "eval" if isinstance(source, ast.Expression) else "exec"
    ARGUMENTS += [
        (source,), (source, "f"), (source, "f", kind), (source, "f", kind, False), (source, "f", kind, 0, False), (source, "f", kind, False, False),
        (source, "f", kind, False, _ast._CLASSES), ("f", source), (source, NAMES), (source, NAMES, NAMES), (source, None), (source, True),
        (source, NAMES, NAMES, kind, None), ("pass", source), (None, source, NAMES, NAMES), (source, 0, "f", kind),
    ]
SKIPPED = {"exit", "quit", "breakpoint", "input", "_exit", "abort", "interact", "sleep", "print", "display", "post_mortem", "runcall", "fork", "wait", "serve_forever"}
out = []
def tell(name, given, what):
    out.append((name, [type(a).__name__ for a in given], what))
def ask(name, function):
    global asked
    for given in ARGUMENTS:
        asked += 1
        before = len(ran)
        sys.stdin = io.StringIO()
        try:
            made = function(*given)
            for one in made if type(made) in (list, tuple) else (made,):
                if type(one) is types.CodeType or type(one) is types.FunctionType and one.__code__.co_filename in ("f", "<string>", "<unknown>"):
                    tell(name, given, "gives code")
        except BaseException as e:
            if type(e) is SystemError:
                tell(name, given, str(e))
        sys.settrace(None)
        if len(ran) != before:
            tell(name, given, "runs")
def walk(name, thing, depth=0):
    if id(thing) in seen or depth > 2:
        return
    seen.add(id(thing))
    for key, value in list(vars(thing).items()):
        if key in SKIPPED or isinstance(value, types.ModuleType) or key.startswith("__") and depth:
            continue
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if callable(value):
            if id(value) not in seen:
                seen.add(id(value)) if not isinstance(value, type) else None
                ask(f"{name}.{key}", value)
            if isinstance(value, type):
                walk(f"{name}.{key}", value, depth + 1)
for name in names:
    try:
        module = __import__(name, fromlist=["x"])
    except Exception:
        continue
    walk(name, module)
[asked, out]
"""


class NoEval(unittest.TestCase):
    def test_no_function_of_any_module_makes_code(self):
        names = fermata.Program(
            "import sys\nsorted(sys.stdlib_module_names | {'asyncio.sandbox', 'importlib._bootstrap_external', 'unittest.util'})"
        )
        names = [name for name in names.run().value if name not in ("this", "antigravity", "__main__")]
        asked = 0
        for at in range(0, len(names), 12):
            part = names[at : at + 12]
            with self.subTest(part):
                session = fermata.Session(allow_eval=False, limits=fermata.Limits(steps=3 * 10**9, time_ms=60_000, heap_bytes=256 << 20))
                step = session.feed(WALK, inputs={"names": part})
                self.assertIsInstance(step, fermata.Done, step)
                asked += step.value[0]
                self.assertEqual(step.value[1], [])
        self.assertGreater(asked, 100_000)

    def test_trees_are_not_compiled(self):
        code = "import _ast, ast\n_ast._code_of(ast.parse('x = 1'), 'f', 'exec', False)"
        with self.assertRaisesRegex(fermata.RuntimeError, "compile.. is switched off"):
            fermata.Program(code).run(allow_eval=False)
        self.assertEqual(fermata.Program(code).run().is_repr, True)

    def test_what_needs_no_eval_works(self):
        code = """
import ast, collections, dataclasses, enum, typing, symtable
P = collections.namedtuple("P", "x y")
@dataclasses.dataclass
class D:
    a: "int" = 1
    b: typing.Optional["D"] = None
[P(1, 2).y, D(2).a, ast.literal_eval("[1, {2: 3}]"), ast.unparse(ast.parse("a+b")), list(typing.get_type_hints(D)), symtable.symtable("x = 1", "f", "exec").get_name()]"""
        with self.assertRaisesRegex(fermata.RuntimeError, "eval.. is switched off"):  # get_type_hints() evaluates texts
            fermata.Program(code).run(allow_eval=False)
        self.assertEqual(
            fermata.Program(code.replace("list(typing.get_type_hints(D)), ", "")).run(allow_eval=False).value,
            [2, 2, [1, {2: 3}], "a + b", "top"],
        )


if __name__ == "__main__":
    unittest.main()
