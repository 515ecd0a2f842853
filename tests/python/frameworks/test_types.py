"""The package's types: what mypy --strict and pyright say about the package, of the samples in the READMEs and of code that takes steps
apart, and what the stub of the native module says about the module."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import needs

needs("mypy")

from fermata.patterns import extract_blocks  # noqa: E402

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
PACKAGE = os.path.join(ROOT, "bindings/python/fermata")
PYRIGHT = os.path.join(os.path.dirname(sys.executable), "pyright")
# pybind11's classes have a metaclass of their own, and Program can't be made.
ALLOWED = "".join(
    f"fermata._native.{name}\n"
    for name in (
        *("Answering", "Answering.__init__", "Pool", "Program", "Program.__init__", "Sealer", "Session"),
        *("Store", "Submission", "Submission.__init__", "Worker"),
    )
)
# smolagents has no types of its own, so the base class of ours is unknown.
UNTYPED_BASES = {"fermata.smolagents.FermataExecutor", "fermata._integrations.smolagents.FermataExecutor"}

NARROWED = """
from typing import assert_never

import fermata


def by_match(step: fermata.Step) -> str:
    match step:
        case fermata.Done(value):
            return f"gave {value!r}"
        case fermata.Paused(call):
            return call.function
        case fermata.Raised(error):
            return error.type
        case fermata.Exhausted(limit):
            return limit
        case fermata.Crashed(reason):
            return reason


def by_class(step: fermata.Step) -> str:
    while isinstance(step, fermata.Paused):
        step = step.resume(step.call.args)
    if isinstance(step, fermata.Raised):
        return step.error.display("traceback")
    if isinstance(step, fermata.Exhausted):
        return step.limit
    if isinstance(step, fermata.Crashed):
        return step.reason
    return str(step.is_repr)


def by_status(step: fermata.Step) -> str:
    if step.status == "paused":
        return step.call.function
    if step.status == "raised":
        return step.error.type
    if step.status == "exhausted":
        return step.limit
    if step.status == "crashed":
        return step.reason
    if step.status == "done":
        return str(step.is_repr)
    assert_never(step)


def of_functions(session: fermata.Session, stopped: fermata.Error) -> int:
    functions = [by_match, of_functions]
    session.feed("by_match(1)", functions=functions)
    return sum(frame.line for frame in stopped.frames)
"""
# Each of these lines is an error for both.
WRONG = """
import fermata


def no_call(step: fermata.Step) -> None:
    step.call


def not_all(step: fermata.Step) -> str:
    match step:
        case fermata.Done():
            return "done"


def wrong_attribute(step: fermata.Step) -> None:
    if step.status == "raised":
        step.limit


def wrong_format(error: fermata.Error) -> None:
    error.display("html")
"""
WRONG_LINES = [6, 9, 17, 21]


def host_blocks(blocks):
    """From the first that imports the package; those before are programs for the sandbox."""
    first = next(at for at, block in enumerate(blocks) if "import fermata" in block.code.splitlines())
    return blocks[first:]


def sample(path):
    """The Python blocks of a document as one program, each at its own lines. They go on where the one before stopped, and may await."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    lines = ["async def document() -> None:"]
    for block in host_blocks(extract_blocks(text)):
        if block.language == "python":
            lines += [""] * (block.line - len(lines))
            lines += ["    " + line if line else "" for line in block.code.splitlines()]
    return "\n".join(lines) + "\n"


class Types(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_mypy(self, *arguments, module="mypy"):
        env = {**os.environ, "MYPY_CACHE_DIR": os.path.join(self.folder, "cache")}
        return subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, env=env, check=False)

    def check(self, *arguments, module="mypy"):
        process = self.run_mypy(*arguments, module=module)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def run_pyright(self, *arguments):
        """Its report. Pyright comes as a program of Node's, which the package on PyPI fetches: both need be there."""
        site = os.path.join(self.folder, "site")  # as users have it: installed
        if not os.path.exists(site):
            shutil.copytree(PACKAGE, os.path.join(site, "fermata"))
            # (Not that of a folder above. Values that samples show aren't used.)
            self.write("pyrightconfig.json", '{"reportUnusedExpression": false}')
        env = {**os.environ, "PYTHONPATH": site, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
        try:
            process = subprocess.run(
                [PYRIGHT, "--outputjson", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=110, env=env, check=False
            )
            return json.loads(process.stdout)
        except (OSError, subprocess.TimeoutExpired, ValueError):
            self.skipTest("pyright or Node can't be had")

    def test_package_and_examples_are_typed_strictly(self):
        # (In the environment that mypy runs in there is the package itself, too: its source is what is checked.)
        self.check("--strict", "--config-file", "pyproject.toml", "bindings/python/fermata", "examples/python")

    def test_the_stub_of_the_native_module_is_what_it_is(self):
        self.check("fermata._native", "--allowlist", self.write("allowed.txt", ALLOWED), module="mypy.stubtest")

    def test_samples_of_the_readmes(self):
        samples = [self.write(f"sample{number}.py", sample(path)) for number, path in enumerate(["README.md", "bindings/python/README.md"])]
        for path in samples:
            with open(path, encoding="utf-8") as file:
                self.assertGreater(file.read().count("fermata."), 2, path)
        self.check("--strict", "--config-file", "pyproject.toml", *samples)
        self.assertEqual(self.run_pyright(*samples)["generalDiagnostics"], [])

    def test_steps_are_narrowed(self):
        right = self.write("right.py", NARROWED)
        self.check("--strict", right)
        wrong = self.write("wrong.py", WRONG)
        told = self.run_mypy("--strict", wrong).stdout
        self.assertEqual(sorted({int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line}), WRONG_LINES, told)
        self.assertEqual(self.run_pyright(right)["generalDiagnostics"], [])
        told = self.run_pyright(wrong)["generalDiagnostics"]
        self.assertEqual(sorted({item["range"]["start"]["line"] + 1 for item in told if item["severity"] == "error"}), WRONG_LINES, told)

    def test_all_of_the_public_api_has_types(self):
        report = self.run_pyright("--verifytypes", "fermata", "--ignoreexternal")["typeCompleteness"]
        self.assertGreater(report["exportedSymbolCounts"]["withKnownType"], 50)
        self.assertGreater(report["otherSymbolCounts"]["withKnownType"], 200)  # what those are made of: attributes, methods, bases
        lacking = {
            symbol["name"]: symbol["diagnostics"] for symbol in report["symbols"] if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]
        }
        self.assertEqual(lacking.keys(), UNTYPED_BASES, json.dumps(lacking, indent=1))


if __name__ == "__main__":
    unittest.main()
