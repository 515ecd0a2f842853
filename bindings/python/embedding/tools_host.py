"""The Python half of `fermata run --tools FILE`: imports the file and calls its functions. plugin.cpp holds this text and runs it.

It is loaded at each start of the command: what few tools need is imported where it is needed (typing and inspect take as long as the rest).
"""

from __future__ import annotations

import os
import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Function = Callable[..., Any]
    Ended = tuple[int, bool, Any]  # a call's number, whether it returned, and what it returned or raised


def is_async(function: object) -> bool:
    """Whether calling it gives a coroutine; an object's own __call__ counts."""
    if type(function) is types.FunctionType and not vars(function):
        return bool(function.__code__.co_flags & 0x80)  # CO_COROUTINE
    import inspect

    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))


def import_file(path: str) -> types.ModuleType:
    """Imports a file as a module of its stem's name, its folder first on the path. Raises what the file raises."""
    path = os.path.abspath(path)
    folder, name = os.path.split(path)
    stem = os.path.splitext(name)[0]
    sys.path.insert(0, folder)
    sys.argv = [path]
    module = _module_of_text(stem, path) if name.endswith(".py") else _module_of_file(stem, path)
    sys.modules[stem] = module
    loader: Any = module.__loader__
    loader.exec_module(module)
    return module


def _module_of_text(name: str, path: str) -> types.ModuleType:
    """As importlib.util makes it, which takes longer to import than most files of tools."""
    from importlib.machinery import ModuleSpec, SourceFileLoader

    module = types.ModuleType(name)
    module.__loader__ = SourceFileLoader(name, path)
    module.__spec__ = ModuleSpec(name, module.__loader__, origin=path)
    module.__spec__.has_location = True
    module.__file__, module.__cached__, module.__package__ = path, module.__spec__.cached, ""
    return module


def _module_of_file(name: str, path: str) -> types.ModuleType:
    import importlib.util

    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} isn't a Python file: its name should end with .py")
    return importlib.util.module_from_spec(spec)


class Package:
    """The folders of the package that know functions and values: those of the real one where the file has imported that, else the
    command's own copy. This stands in sys.modules only while something of it is imported, as the file may import the real one later."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = {"fermata": "", "fermata._core": "", **texts}  # by module names
        self.copies: dict[str, types.ModuleType] = {}
        self.importing = False
        self.offered: Any = self.load("fermata._offered", fromlist=["*"])

    def module(self, wanted: str) -> Any:
        return __import__(wanted, fromlist=["*"]) if "fermata._values" in sys.modules else self.load(wanted, fromlist=["*"])

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """What the import machinery asks."""
        if name not in self.texts:
            return None
        from importlib.machinery import ModuleSpec

        loader: Any = self
        return ModuleSpec(name, loader, is_package=any(other.startswith(name + ".") for other in self.texts))

    def create_module(self, spec: object) -> None:
        """A plain module will do."""

    def exec_module(self, module: types.ModuleType) -> None:
        import builtins

        # (What a function of it imports later is of the copy, too.)
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": self.load}
        exec(compile(self.texts[module.__name__], f"<{module.__name__}>", "exec"), vars(module))

    def load(self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        """The copy's __import__()."""
        if self.importing or (level == 0 and name.partition(".")[0] != "fermata"):
            return __import__(name, globals, locals, fromlist, level)
        others = _taken_modules()
        sys.modules.update(self.copies)
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]
        self.importing = True
        try:
            return __import__(name, globals, locals, fromlist, level)
        finally:
            self.importing = False
            sys.meta_path.remove(self)  # type: ignore[arg-type]
            self.copies = _taken_modules()
            sys.modules.update(others)


def _taken_modules() -> dict[str, types.ModuleType]:
    """Those of the package that were imported, out of sys.modules."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "fermata"}


class Errors(types.ModuleType):
    """Stands for fermata._errors in sys.modules, where the engine's values look for exceptions: of the real package where it is imported,
    too."""

    def __init__(self, package: Package) -> None:
        super().__init__("fermata._errors")
        self._package = package

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if "fermata" not in sys.modules:
            return getattr(self._package.load("fermata._errors", fromlist=["*"]), name)
        if sys.modules.get("fermata._errors") is self:
            del sys.modules["fermata._errors"]
        return getattr(__import__("fermata._errors", fromlist=["*"]), name)


class Values:
    """The file's classes of values and its handles: a Types of fermata/_values, which is imported when something asks for it."""

    def __init__(self, module: types.ModuleType, package: Package) -> None:
        offered = package.offered
        self.module = package.module
        self.known: Any = None
        self.handles = {value.name: value for value in vars(module).values() if offered.is_of_package(value, "Handle")}
        self.declared = offered.value_classes_of(module)
        functions = offered.functions_of(module)
        if not offered.has_plain_signatures(functions.values()):
            self.declared = offered.with_classes(self.declared, self.module("fermata._describe").classes_of(functions))
        self.declared += [value for value in vars(module).values() if offered.is_of_package(value, "HandleType")]
        self.declared += [handle.type for handle in self.handles.values()]
        self.migrate: Any = getattr(module, "__migrate__", None)
        self.migrate_back: Any = getattr(module, "__migrate_back__", None)

    def flatten(self, value: Any) -> Any:
        return self._types().flatten(value)

    def exception(self, error: BaseException) -> Any:
        return self._types().exception(error)

    def knows(self, cls: type) -> bool:
        return bool(self._types().knows(cls))

    def revive(self, kind: int, type_name: str, fields: dict[str, Any]) -> Any:
        return self._types().revive(kind, type_name, fields)

    def declarations(self) -> list[Any]:
        return list(self._types().declarations()) if self.declared else []

    def shapes(self) -> dict[str, str]:
        return dict(self._types().shapes()) if self.declared else {}

    def functions(self) -> dict[str, Function]:
        """What answers the calls of methods and attributes of handles."""
        return dict(self._types().functions()) if self.declared else {}

    def gone(self, classes: list[tuple[int, str, str]]) -> list[str]:
        """Those of a state's classes (kinds, names and shapes) whose values the file doesn't have and `__migrate__` doesn't map."""
        if not classes:
            return []
        known, values = self._types(), self.module("fermata._values")
        known.know_shapes(classes)
        gone = [name for kind, name, _ in classes if kind in (values.ENUM, values.NAMED_TUPLE, values.RECORD) and name not in known.classes]
        if self.migrate is None:
            return gone
        known.gone = frozenset(gone)
        return []

    def _types(self) -> Any:
        if self.known is None:
            self.known = self.module("fermata._values").Types(self.declared, self.handles)
            self.known.migrate, self.known.migrate_back = self.migrate, self.migrate_back
        return self.known


def show_failed_import(error: BaseException) -> None:
    """Prints a traceback that begins in the file: what comes above is ours and the import machinery's."""
    import traceback

    frames = error.__traceback__
    while frames is not None and (frames.tb_frame.f_code.co_filename.startswith("<frozen ") or frames.tb_frame.f_globals is globals()):
        frames = frames.tb_next
    traceback.print_exception(type(error), error, frames)


def prepare() -> None:
    """Once, before anything is imported: what tools print goes to standard error, and Ctrl-C is KeyboardInterrupt to them."""
    import _signal  # (the module signal makes enums of its numbers)

    sys.stdout = sys.stderr
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    environment = os.environ.get("VIRTUAL_ENV")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if environment and not os.path.isdir(os.path.join(environment, "lib", version)):
        print(
            f"fermata: warning: --tools runs {version}, which VIRTUAL_ENV={environment} is not made for: its packages are not found",
            file=sys.stderr,
        )


class Tools:
    """The functions of a file, and those of them that run. One loop, in the main thread, which stands still between two waits."""

    def __init__(self, path: str, verbose: bool, package: dict[str, str]) -> None:
        self.verbose = verbose
        self.path = path
        self.file = import_file(path) if path else types.ModuleType("")  # (none: packages alone are wanted)
        copy = Package(package)
        self.offered = copy.offered.functions_of(self.file)
        if "fermata" not in sys.modules:
            sys.modules["fermata._errors"] = Errors(copy)
        self.values = Values(self.file, copy)
        self.functions = self.offered | self.values.functions()
        self.loop: Any = None
        self.tasks: dict[int, Any] = {}
        self.ended: list[Ended] = []
        self.waiter: Any = None
        self.package: Any = None
        self.packages: list[Any] = []  # for programs: mounts
        self.box: Any = None  # for a worker

    def grants(self) -> list[tuple[str, bool]]:
        return [(name, is_async(function)) for name, function in self.offered.items()]

    def asks(self) -> list[str]:
        """Those that somebody is asked about before each call: fermata.tool(approve=True). (A file may have declared nothing.)"""
        describe = self.values.module("fermata._describe") if "fermata._describe" in sys.modules else None
        return [name for name, function in self.offered.items() if describe and describe.declaration_of_tool(function).approve]

    def input(self, name: str) -> Any:
        """What the file has under that name. Raises LookupError."""
        if name not in vars(self.file):
            raise LookupError(f"'{self.path}' has no {name!r}")
        return vars(self.file)[name]

    def mounts(self, packages: list[str]) -> list[Any]:
        """Packages for programs, as mounts. Raises UsageError."""
        self.packages = self.values.module("fermata._core.packages").package_mounts(packages)
        return list(self.values.module("fermata._core.mounts").natives(self.packages))

    def importable(self) -> list[str]:
        """What can be imported from them, without what is within packages."""
        return sorted(self.values.module("fermata._core.packages").module_names(self.packages))

    def check(self, code: str, name: str) -> list[Any]:
        """Calls of the functions in a program's text whose arguments don't fit: Findings of fermata/_errors."""
        signatures = self.values.module("fermata._describe").signatures_of(self.offered)
        errors = [cls for cls in self.values.declared if isinstance(cls, type) and issubclass(cls, BaseException)]
        return list(self.values.module("fermata._values").argument_findings(code, signatures, name, errors))

    def gone(self, classes: list[tuple[int, str, str]]) -> list[str]:
        return self.values.gone(classes)

    def doubt(self, value: Any) -> str:
        return str(self.values.module("fermata._values").field_problem(value))

    def misfit(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """Why a function doesn't take the arguments of a call that waits; empty when it does, or when there is none of that name."""
        if name not in self.functions:
            return ""
        return str(self.values.module("fermata._values").call_problem(name, args, kwargs, self.offered.get(name), self.values._types()))

    def parameters(self, name: str) -> list[str]:
        """What a function calls its arguments, by their places, as far as that is known: "a/" has no keyword, "*a" takes all others."""
        import inspect

        try:
            found = inspect.signature(self.functions[name]).parameters.values()
        except (KeyError, TypeError, ValueError):
            return []
        forms = {"POSITIONAL_ONLY": "{}/", "POSITIONAL_OR_KEYWORD": "{}", "VAR_POSITIONAL": "*{}"}
        return [forms[one.kind.name].format(one.name) for one in found if one.kind.name in forms]

    def call(self, number: int, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What the function gives; of an asynchronous one when it has ended, while others go on. Raises what it raises."""
        with self._context(number):
            value = self.functions[name](*args, **kwargs)
            if not hasattr(type(value), "__await__"):
                return value
            task = self._loop().create_task(_awaited(value), name=f"{name}()")
        try:
            self._run_until(task)
        except KeyboardInterrupt:
            task.cancel()
            raise
        return task.result()

    def begin(self, number: int, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Lets the function run in wait(); a plain one runs in a thread at once."""
        with self._context(number):
            task = self._loop().create_task(self._run(self.functions[name], args, kwargs), name=f"{name}() of call {number}")
        self.tasks[number] = task
        task.add_done_callback(lambda task: self._note(number, task))

    def cancel(self, number: int) -> None:
        task = self.tasks.pop(number, None)
        if task is not None:
            task.cancel()

    def wait(self, seconds: float) -> list[Ended]:
        """What has ended, in its order; waits at most that many seconds for the first. Raises KeyboardInterrupt."""
        if self.loop is None:
            import time

            time.sleep(min(seconds, 3600.0))
            return []
        if not self.ended:
            self.waiter = self.loop.create_future()
            timeout = self.loop.call_later(seconds, self._wake) if seconds < 1e9 else None
            try:
                self._run_until(self.waiter)
            finally:
                self.waiter = None
                if timeout is not None:
                    timeout.cancel()
        ended, self.ended = self.ended, []
        return ended

    def worker_toolbox(self, check_types: bool) -> Any:
        """The functions for a worker, whose threads ask answer(). With `check_types` arguments must have their parameters' types."""
        self.package = self.values.module("fermata._tools")
        self.box = self.package.Toolbox(self.offered, self.values._types(), check_types=check_types)
        return self.box

    def answer(self, fields: tuple[Any, ...], *context: Any) -> Any:
        return self.box.answer(*fields[1:4], self.package.Context(*context))

    def failure(self, error: BaseException) -> Any:
        """What a worker makes of what answer() raised."""
        return self.package.failure(error)

    def close(self) -> None:
        """Gives up what runs."""
        if self.box is not None:
            self.box.close()
        if self.loop is None or self.loop.is_closed():
            return
        import asyncio

        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        try:
            self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
        finally:
            self.loop.close()

    def tell(self, error: BaseException, name: str) -> None:
        """With --verbose: where in the file it was raised."""
        if not self.verbose:
            return
        import traceback

        frames = error.__traceback__
        while frames is not None and frames.tb_frame.f_globals is globals():
            frames = frames.tb_next
        print(f"fermata: {name}() raised", file=sys.stderr)
        traceback.print_exception(type(error), error, frames, file=sys.stderr)

    def _context(self, call: int) -> Any:
        """What fermata.context() gives meanwhile, for a file that has imported the package."""
        package = sys.modules.get("fermata._tools")
        return _Nothing() if package is None else package.within(package.made_up(call))

    def _loop(self) -> Any:
        import asyncio

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        return self.loop

    def _run_until(self, future: Any) -> None:
        """Lets all go on until this is done. A SystemExit would end the loop, whosever it is; it is its function's answer."""
        while not future.done():
            try:
                self.loop.run_until_complete(future)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                if not future.done() and not isinstance(error, SystemExit):
                    raise

    async def _run(self, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        import asyncio

        value = function(*args, **kwargs) if is_async(function) else await asyncio.to_thread(function, *args, **kwargs)
        return await value if hasattr(type(value), "__await__") else value

    def _note(self, number: int, task: Any) -> None:
        error = _cancelled() if task.cancelled() else task.exception()
        if self.tasks.get(number) is not task:
            return  # it was given up
        del self.tasks[number]
        self.ended.append((number, False, error) if error is not None else (number, True, task.result()))
        self._wake()

    def _wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)


class _Nothing:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *raised: object) -> None:
        pass


async def _awaited(value: Any) -> Any:
    return await value


def _cancelled() -> BaseException:
    import asyncio

    return asyncio.CancelledError("the function cancelled itself")
