"""fermata.pyrun: the samples of RunPython's documentation run as they stand, under our module's name.

The samples are a notebook's cells: their globals are this module's, which is what RunPython() takes as the caller's namespace.
"""

import asyncio
import fractions
import sys
import types
import unittest
from typing import Any

import fermata
from fermata.pyrun import Allowed, RunPython, allow

pyrun = RunPython()


def greet(name):  # type: ignore[no-untyped-def]
    return f"Hello, {name}!"


def secret() -> int:
    return 42


async def fetch_remote(n: int) -> int:
    await asyncio.sleep(0)
    return n * 100


data = {"rows": [1, 2, 3]}


class Documented(unittest.IsolatedAsyncioTestCase):
    async def test_results(self) -> None:
        self.assertEqual(await pyrun("1+1"), {"result": 2})
        self.assertEqual(await pyrun('print("hello"); 1+1'), {"stdout": "hello\n", "result": 2})
        self.assertEqual(await pyrun("[]"), {"result": []})
        self.assertEqual(await pyrun("print('tt')"), {"stdout": "tt\n"})
        self.assertEqual(await pyrun("\na = [1,2,3]\nprint(*a)\n"), {"stdout": "1 2 3\n"})

    async def test_standard_error(self) -> None:
        told = await RunPython()(
            """
import warnings
warnings.warn('a warning')
"ok"
"""
        )
        self.assertEqual(told["result"], "ok")
        self.assertTrue(told["stderr"].startswith("<tool>:2: UserWarning: a warning\n"), told["stderr"])

    async def test_imports(self) -> None:
        self.assertEqual(await pyrun('import re; re.findall(r"\\d+", "there are 3 cats and 10 dogs")'), {"result": ["3", "10"]})

    async def test_allow(self) -> None:
        global double

        allow("greet")
        self.assertEqual(await pyrun('greet("World")'), {"result": "Hello, World!"})

        @allow
        def double(x: int) -> int:
            return x * 2

        self.assertEqual(await pyrun("double(21)"), {"result": 42})

    async def test_not_allowed(self) -> None:
        try:
            await pyrun("secret()")
        except PermissionError as error:
            self.assertIn("secret", str(error))
        else:
            raise AssertionError("No exception")

    async def test_exported_names(self) -> None:
        await pyrun("def clean_(s): return s.strip().lower()")
        self.assertEqual(await pyrun('clean_("  Hello World  ")'), {"result": "hello world"})
        await pyrun("result_ = [x**2 for x in range(5)]")
        self.assertEqual(result_, [0, 1, 4, 9, 16])  # type: ignore[name-defined]  # noqa: F821
        await pyrun('counts_ = {"a": 1, "b": 2}')
        self.assertEqual(counts_, {"a": 1, "b": 2})  # type: ignore[name-defined]  # noqa: F821
        await pyrun("""aa_='33' """)
        self.assertEqual(await pyrun("""len(aa_) """), {"result": 2})

    async def test_async_code(self) -> None:
        self.assertEqual(
            await pyrun(
                """
import asyncio
async def fetch(n): return n * 10
await asyncio.gather(fetch(1), fetch(2), fetch(3))
"""
            ),
            {"result": [10, 20, 30]},
        )


class Names(unittest.IsolatedAsyncioTestCase):
    async def test_other_names_do_not_stay(self) -> None:
        run = RunPython({})
        await run("x = 1\ndef f(): return 2\nimport math\nkept_ = 3")
        for name in ("x", "f", "math"):
            with self.subTest(name=name), self.assertRaises(NameError):
                await run(name)
        self.assertEqual(await run("kept_"), {"result": 3})

    async def test_what_code_did_to_its_surroundings_does_not_stay(self) -> None:
        for code in (
            "__builtins__ = {}",
            "import builtins\nbuiltins.len = lambda x: 99",
            "import builtins\ndel builtins.hasattr",
            "import math\nmath.floor = len",
            "import sys\nsys.modules['math'] = 5",
            "import sys\nsys.modules.clear()",
            "import sys\nsys.stdout = None",
            "import sys\nsys.displayhook = None",
            "import sys\nsys.setrecursionlimit(60)",
            "import decimal\ndecimal.getcontext().prec = 2",
            "def greet(name): return 'stolen ' + name",
            "__name__ = 'else'",
            "__import__('sys').modules['__main__'] = 1",
            "globals().clear()",
            "exit()",
        ):
            own = RunPython(g={"greet": greet}, limits=fermata.Limits(time_ms=0))
            own.allow("greet")
            try:
                await own(code + "\nf_ = lambda: len('abc')")
            except BaseException as e:  # what the code itself comes to is another matter
                self.assertIsInstance(e, (Exception, SystemExit))
            after = await own(
                "import math, decimal, sys\ndef deep(n): return n and 1 + deep(n - 1)\nprint(__name__, deep(90))\n"
                "[len([1]), math.floor(2.5), hasattr(1, 'x'), decimal.getcontext().prec, greet('A')]"
            )
            self.assertEqual(after, {"stdout": "__main__ 90\n", "result": [1, 2, False, 28, "Hello, A!"]}, code)

    async def test_names_that_begin_with_an_underscore_are_private(self) -> None:
        space: dict[str, Any] = {}
        await RunPython(space)("_a_ = 1\n__b_ = 2\nc_ = 3\nd__ = 4")
        self.assertEqual(space, {"c_": 3, "d__": 4})

    async def test_the_callers_data_is_there(self) -> None:
        self.assertEqual(await pyrun("sum(data['rows'])"), {"result": 6})
        await pyrun("data['rows'].append(4)")
        self.assertEqual(data, {"rows": [1, 2, 3]})  # it was a copy

    async def test_what_the_caller_changed_is_seen(self) -> None:
        space: dict[str, Any] = {}
        run = RunPython(space)
        await run("n_ = 1")
        space["n_"] += 10
        self.assertEqual(await run("n_ + 1"), {"result": 12})

    async def test_functions_that_the_code_left_can_be_called(self) -> None:
        space: dict[str, Any] = {}
        run = RunPython(space)
        await run("factor_ = 3\ndef scale_(x, *, by=1): return x * factor_ * by")
        self.assertEqual(space["scale_"](2), 6)
        self.assertEqual(space["scale_"](2, by=5), 30)
        with self.assertRaises(TypeError):
            space["scale_"]()
        self.assertEqual(await run("scale_(1)"), {"result": 3})

    async def test_exports_of_code_that_raised(self) -> None:
        space: dict[str, Any] = {}
        with self.assertRaises(ZeroDivisionError):
            await RunPython(space)("a_ = 1\nb = 2\n1 / 0")
        self.assertEqual(space, {"a_": 1})

    async def test_values_that_cannot_cross_stay_inside(self) -> None:
        space: dict[str, Any] = {}
        run = RunPython(space)
        await run("it_ = iter([1, 2])\nclass K_: n = 5")
        self.assertNotIn("it_", space)
        self.assertEqual(await run("next(it_), K_.n"), {"result": (1, 5)})

    async def test_the_namespace_of_a_sentinel(self) -> None:
        self.assertIs(RunPython(sentinel="pyrun").g, globals())
        with self.assertRaises(fermata.UsageError):
            RunPython(sentinel="no_such_name_anywhere")


class Allowing(unittest.IsolatedAsyncioTestCase):
    async def test_names_and_values_in_a_dict(self) -> None:
        run = RunPython({})
        run.allow({"twice": lambda x: 2 * x, "limit": 10})
        self.assertEqual(await run("twice(limit)"), {"result": 20})

    async def test_asynchronous_functions(self) -> None:
        run = RunPython()
        run.allow(fetch_remote)
        code = "import asyncio\nawait asyncio.gather(*[fetch_remote(i) for i in range(3)])"
        self.assertEqual(await run(code), {"result": [0, 100, 200]})

    async def test_one_instance_alone(self) -> None:
        first, second = RunPython(), RunPython()
        first.allow("secret")
        self.assertEqual(await first("secret()"), {"result": 42})
        with self.assertRaises(PermissionError):
            await second("secret()")

    async def test_an_async_function_that_is_not_allowed(self) -> None:
        with self.assertRaises(PermissionError):
            await RunPython()("await fetch_remote(1)")

    async def test_what_allow_takes(self) -> None:
        allowed = Allowed()
        self.assertIs(allowed.add(greet), greet)
        self.assertIsNone(allowed.add("a", {fractions.Fraction: ["limit_denominator"], "x": 1}))
        self.assertTrue(allowed.has("Fraction.limit_denominator"))
        self.assertEqual(allowed.members(["Fraction"]), ["limit_denominator"])
        allowed.add(str.zfill)
        self.assertEqual(allowed.members(["str"]), ["zfill"])
        with self.assertRaises(fermata.UsageError):
            allowed.add(3)  # type: ignore[arg-type]


class Array:
    """Something like numpy's, which isn't installed here."""

    size_limit = 5

    def __init__(self, items: list[int]) -> None:
        self.items = items

    @property
    def shape(self) -> tuple[int]:
        return (len(self.items),)

    def sum(self) -> int:
        return sum(self.items)

    def plus(self, other: "Array") -> "Array":
        return Array([a + b for a, b in zip(self.items, other.items)])

    def save(self, path: str) -> None:
        raise AssertionError("this must not be reached")


class Members(unittest.IsolatedAsyncioTestCase):
    """Dotted names, and dicts from modules and classes to names."""

    def setUp(self) -> None:
        self.module = types.ModuleType("numbers_")
        self.module.array = Array  # type: ignore[attr-defined]
        self.module.secret = lambda: 1  # type: ignore[attr-defined]
        self.run = RunPython({"nb": self.module, "Fraction": fractions.Fraction, "a": Array([1, 2])})

    async def test_a_module_by_dotted_name(self) -> None:
        self.run.allow("numbers_.array", "Array.sum")
        self.run.allow({Array: ["sum"]})
        self.assertEqual(await self.run("nb.array([1,2,3]).sum()"), {"result": 6})
        with self.assertRaises(AttributeError):
            await self.run("nb.secret()")

    async def test_a_dict_of_names(self) -> None:
        self.run.allow({self.module: ["array"], Array: ["sum", "plus", "shape"]})
        self.assertEqual(await self.run("x = nb.array([1,2]); x.plus(nb.array([3,4])).sum(), x.shape"), {"result": (10, (2,))})
        with self.assertRaises(AttributeError):
            await self.run("nb.array([1]).save('x')")
        with self.assertRaises(AttributeError):
            await self.run("nb.array([1]).items")

    async def test_an_object_and_a_class(self) -> None:
        self.run.allow({Array: ["sum"], fractions.Fraction: ["from_float", "limit_denominator", "numerator"]})
        self.assertEqual(await self.run("Fraction(6, 4).numerator"), {"result": 3})
        self.assertEqual(await self.run("a.sum()"), {"result": 3})
        self.assertEqual(await self.run("Fraction.from_float(0.3333).limit_denominator(10).numerator"), {"result": 1})

    async def test_more_may_be_allowed_later(self) -> None:
        self.run.allow({Array: ["sum"]})
        await self.run("a.sum()")
        self.run.allow({Array: ["shape"]})
        self.assertEqual(await self.run("a.shape"), {"result": (2,)})

    async def test_what_was_not_allowed_is_not_there(self) -> None:
        with self.assertRaises(NameError):
            await self.run("nb.array([1])")
        with self.assertRaises(NameError):
            await self.run("a.sum()")

    async def test_a_result_that_cannot_cross(self) -> None:
        self.run.allow({self.module: ["array"]})
        with self.assertRaisesRegex(TypeError, "an object of class Array can't be given"):
            await self.run("nb.array([1])")

    async def test_inside_nothing_else_can_be_reached(self) -> None:
        self.run.allow({Array: ["sum"]})
        for code in ("a._target", "a._guards", "a.__dict__", "a.items", "type(a)([1])"):
            with self.subTest(code=code), self.assertRaises((AttributeError, TypeError)):
                await self.run(code)


class Vector:
    """What has operators."""

    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __getitem__(self, i: int) -> int:
        return self.items[i]

    def __setitem__(self, i: int, item: int) -> None:
        self.items[i] = item

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Any:
        return iter(self.items)

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector([a + b for a, b in zip(self.items, other.items)])

    def __rmul__(self, factor: int) -> "Vector":
        return Vector([factor * item for item in self.items])

    def __neg__(self) -> "Vector":
        return Vector([-item for item in self.items])

    def __call__(self, x: int) -> int:
        return self.items[0] + x

    def norm(self) -> int:
        return sum(item * item for item in self.items)


class Operators(unittest.IsolatedAsyncioTestCase):
    """Special methods that are allowed are what operators and builtins use."""

    def setUp(self) -> None:
        self.vector = Vector([1, 2, 3])
        self.run = RunPython({"v": self.vector})

    async def test_those_that_are_allowed(self) -> None:
        names = "__getitem__ __setitem__ __len__ __iter__ __contains__ __add__ __rmul__ __neg__ __call__ norm"
        self.run.allow({Vector: names.split()})
        code = "len(v), v[1], v[-1], [x for x in v], 2 in v, 5 in v, (v + v).norm(), (2 * -v).norm(), sum(v), v(5)"
        self.assertEqual(await self.run(code), {"result": (3, 2, 3, [1, 2, 3], True, False, 56, 56, 6, 6)})
        await self.run("v[0] = 10\nv += v")
        self.assertEqual(self.vector.items, [10, 2, 3])
        with self.assertRaises(TypeError):
            await self.run("v + 5")

    async def test_a_result_is_the_object_itself(self) -> None:
        self.run.allow({Vector: ["__add__"]})
        self.assertEqual((await self.run("sum_ = v + v\nsum_"))["result"].items, [2, 4, 6])
        self.assertEqual(self.run.g["sum_"].items, [2, 4, 6])

    async def test_those_that_are_not(self) -> None:
        self.run.allow({Vector: ["norm"]})
        for code in ("len(v)", "v[0]", "v + v", "-v", "2 in v", "list(v)", "v(1)"):
            with self.subTest(code=code), self.assertRaises((TypeError, AttributeError)):
                await self.run(code)
        self.assertEqual(await self.run("v.norm()"), {"result": 14})


class DottedNames(unittest.IsolatedAsyncioTestCase):
    """allow("numpy.array", "numpy.ndarray.sum", "numpy.linalg.norm"), with a module that stands in for numpy."""

    def setUp(self) -> None:
        self.module, self.inner = types.ModuleType("numx"), types.ModuleType("numx.linalg")
        self.module.__dict__.update(array=Vector, Vector=Vector, linalg=self.inner, secret=lambda: 1)
        self.inner.__dict__.update(norm=Vector.norm, secret=lambda: 1)
        self.run = RunPython({"np": self.module})
        sys.modules["numx"] = self.module
        self.addCleanup(sys.modules.pop, "numx")

    async def test_names_alone(self) -> None:
        self.run.allow("numx.array", "numx.Vector.norm", "Vector.__len__")
        self.assertEqual(await self.run("a = np.array([3, 4])\na.norm(), len(a)"), {"result": (25, 2)})
        for code in ("np.Vector([1])", "np.Vector.norm(np.array([1])).x", "np.secret()", "np.linalg", "np.array([1])[0]"):
            with self.subTest(code=code), self.assertRaises((AttributeError, TypeError)):
                await self.run(code)

    async def test_modules_within_modules(self) -> None:
        self.run.allow("numx.array", "numx.linalg.norm", {Vector: ["__len__"]})
        self.assertEqual(await self.run("np.linalg.norm(np.array([3, 4]))"), {"result": 25})
        for code in ("np.linalg.secret()", "np.secret()"):
            with self.subTest(code=code), self.assertRaises(AttributeError):
                await self.run(code)
        other = RunPython({"np": self.module})
        other.allow("numx.array", {self.inner: ["norm"]}, {Vector: ["__len__"]})
        self.assertEqual(await other("np.linalg.norm(np.array([3, 4]))"), {"result": 25})

    async def test_imports(self) -> None:
        self.run.allow("numx.array", "Vector.norm")
        self.assertEqual(
            await self.run("import numx as nx\nfrom numx import array\nnx.array([1]).norm() + array([2]).norm()"), {"result": 5}
        )
        with self.assertRaises(ImportError):
            await self.run("from numx import secret")
        with self.assertRaises(KeyError):
            await self.run("import sys\nsys.modules['numx']")
        with self.assertRaises(ModuleNotFoundError):
            await RunPython({})("import numx")


class Failing(unittest.IsolatedAsyncioTestCase):
    async def test_builtin_exceptions_come_as_themselves(self) -> None:
        for code, error in [
            ("1 / 0", ZeroDivisionError),
            ("{}['x']", KeyError),
            ("raise ValueError('no')", ValueError),
            ("nowhere", NameError),
        ]:
            with self.subTest(code=code), self.assertRaises(error) as caught:
                await pyrun(code)
            self.assertIsInstance(caught.exception.__cause__, fermata.RuntimeError)

    async def test_the_codes_own_exceptions(self) -> None:
        with self.assertRaises(fermata.RuntimeError) as caught:
            await pyrun("class Oops(Exception): pass\nraise Oops('no')")
        self.assertEqual((caught.exception.type, caught.exception.message), ("Oops", "no"))

    async def test_syntax(self) -> None:
        with self.assertRaises(fermata.SyntaxError):
            await pyrun("x = (")

    async def test_limits_and_going_on_after(self) -> None:
        run = RunPython({}, limits=fermata.Limits(steps=10_000))
        await run("a_ = 1")
        with self.assertRaises(fermata.LimitError):
            await run("while True: pass")
        self.assertEqual(await run("a_"), {"result": 1})

    async def test_being_cancelled_and_going_on_after(self) -> None:
        run = RunPython({})

        async def forever() -> None:
            await asyncio.sleep(3600)

        run.allow({"forever": forever})
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(run("await forever()"), 0.05)
        self.assertEqual(await run("1"), {"result": 1})

    async def test_runs_wait_for_each_other(self) -> None:
        run = RunPython({})
        run.allow({"later": lambda n: n})
        given = await asyncio.gather(*[run(f"later({i})") for i in range(5)])
        self.assertEqual(given, [{"result": i} if i is not None else {} for i in range(5)])

    async def test_a_function_that_runs_code_in_the_same_session(self) -> None:
        run = RunPython({})

        async def again() -> Any:
            return await run("1")

        run.allow({"again": again})
        with self.assertRaisesRegex(Exception, "can't run code in the same session"):
            await asyncio.wait_for(run("await again()"), 5)

    async def test_files(self) -> None:
        with self.assertRaises(fermata.UsageError):
            RunPython(ok_dests=["/tmp"])


if __name__ == "__main__":
    unittest.main()
