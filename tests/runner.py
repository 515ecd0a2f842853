"""Runs the tests and counts them. tests/run calls it; the last line it prints is "N passed, N failed".

Kinds:
  unit         build/tests/unit_*                the GoogleTest programs, one count per test
  checks       tests/layers.py, packages.py, …   laws about the tree
  lint         tests/lint                        what formatters and linters say, one count per tool; with --quick, of the quick ones,
                                                 about what changed
  sources      every Python file at hand            what CPython compiles is compiled, and passes the verifier that loaded code must pass;
                                                 what CPython refuses is refused; symtable says the same of CPython's own files, of every
                                                 fifth that is
  fuzz         tests/fuzz/differential/run          a few hundred grown programs do the same in python3 and in fermata, in three modes
  golden       tests/golden/<stage>/NAME.py      `fermata <stage> NAME.py` prints NAME.txt (stages: tokens, ast, dis, trace, check)
  conformance  tests/conformance/*.py            python3 and `fermata run` print the same and exit with 0
  tracebacks   tests/tracebacks/*.py             python3 and `fermata run` end with the same traceback on standard error
  pausing      tests/pausing/*.py                each call of ask(x) answers x: under python3 a function does, under fermata each call
                                                 pauses, is saved, and is resumed by a new process, MessagePack and JSON in turn.
                                                 A line `# async: fetch` names asynchronous functions that do so: they are answered
                                                 in any order, timers when nothing else is pending
  divergences  tests/divergences/*.py            the header's `cpython:` and `fermata:` blocks are what each prints
  states       tests/states/v*/NAME.{msgpack,json}  a saved state loads and finishes; NAME.expect.json has answers and output
  jail         tests/jail/                          conformance again with --jail, where a system call beyond the table ends the program;
                                                 attempts to get out, of which none may succeed; processes killed at random moments;
                                                 machines without some of the walls
  durable      tests/durable/kill                 workers over one store, killed and stopped at random moments
  cli          tests/cli/test_*.py               unittest files; FERMATA names the command
  python       tests/python/test_*.py            unittest files, with the Python package of the build folder
  python-pool  tests/python/test_*.py            the same, in a pool whatever they run; tests/python/not_in_pool.txt lists what can't be so
  frameworks   tests/python/frameworks/test_*.py the same in a virtual environment with smolagents, Pydantic AI, LangGraph and the MCP SDK;
                                                 and `fermata serve` with schemathesis and a provider of OpenID Connect

With --quick all of sources, golden, tracebacks and divergences runs, and of the others a part, always the same: each ninth test of a
GoogleTest program, script, state and unittest file, and of that each ninth test, from the first one on; one short kill test.

The scripts of conformance and pausing run again in two modes, `--teleport` and `--gc-stress` of the command.
"""

import argparse
import concurrent.futures
import dataclasses
import difflib
import glob
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.pop("PYTHONUNBUFFERED", None)  # CPython would have other streams
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
# The modes take long by their nature. Teleport: besides host calls, at every 20th safepoint, then at fewer and fewer.
TELEPORT = ["--teleport", "20", "--limit-time-ms", "0"]
GC_STRESS = ["--gc-stress", "--limit-time-ms", "0"]
# With --quick one in so many runs; odd, as states come in two encodings by turns.
QUICK_STEP = 9
# CPython, which the command's plugin embeds, keeps memory at its end.
SANITIZER_ENV = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=0:detect_leaks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "LSAN_OPTIONS": "print_suppressions=0:suppressions=" + os.path.join(ROOT, "tests", "support", "leaks.txt"),
}


@dataclasses.dataclass
class Result:
    name: str
    passed: int = 1
    failed: int = 0
    detail: str = ""
    seconds: float = 0


@dataclasses.dataclass
class Test:
    name: str
    run: callable  # () -> Result; an AssertionError or OSError is a failure


class Runner:
    def __init__(self, args):
        self.args = args
        self.build = os.path.join(ROOT, args.build)
        self.fermata = os.path.join(self.build, "fermata")
        # Sanitizers make system calls that no jailed process may make: theirs is the plain build's program, and their parent is sanitized.
        self.jail_program = os.path.join(ROOT, "build" if args.sanitize else args.build, "fermata-jail")
        self.patience = 5 if args.sanitize else 1
        self.timeout = 240 * self.patience
        self.jobs = args.jobs or max(2, os.cpu_count() or 2) + args.quick
        self.env = {
            **os.environ,
            **SANITIZER_ENV,
            "FERMATA": self.fermata,
            "FERMATA_JAIL": self.jail_program if os.path.exists(self.jail_program) else "",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if args.quick:
            self.env |= {"FERMATA_QUICK": "1", "GTEST_TOTAL_SHARDS": str(QUICK_STEP), "GTEST_SHARD_INDEX": "0"}

    # --- pieces ---

    def command(self, argv, stdin=None, timeout=None, more=()):
        """`more` are variables of the environment."""
        env = {**self.env, **dict(more)}
        process = subprocess.run(argv, cwd=ROOT, env=env, input=stdin, capture_output=True, timeout=timeout or self.timeout)
        return process.returncode, decode(process.stdout), decode(process.stderr)

    def cpython(self, path):
        """What python3 prints for a script, with ask() there for those that call it."""
        return self.command([PYTHON, "-c", CPYTHON_PRELUDE, path, *async_functions(path)])

    # --- kinds: each yields tests ---

    def unit(self):
        for program in sorted(glob.glob(os.path.join(self.build, "tests", "unit_*"))):
            if os.access(program, os.X_OK) and os.path.isfile(program):
                yield Test("unit/" + os.path.basename(program), lambda program=program: self.run_unit(program))

    def run_unit(self, program):
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            code, out, err = self.command([program, "--gtest_brief=1", f"--gtest_output=json:{report.name}"], timeout=600 * self.patience)
            try:
                with open(report.name, encoding="utf-8") as file:
                    summary = json.load(file)
            except ValueError:  # it crashed before it could write
                return Result("", 0, 1, f"exit code {code}\n{out}{err}")
        failed = summary["failures"] + summary.get("errors", 0)
        if code != 0 and failed == 0:
            failed = 1
        return Result("", summary["tests"] - summary["failures"] - summary.get("disabled", 0), failed, out + err if failed else "")

    def checks(self):
        scripts = [
            "layers",
            "python_layers",
            "packages",
            "attributes",
            "module_list",
            "provenance",
            "long_files",
            "named_files",
            "format_page",
            "transitions_page",
            "routes_page",
        ]
        if not self.args.quick:
            scripts.append("generated")  # makes all of Unicode's tables anew
        for script in scripts:
            yield Test(f"checks/{script}", lambda script=script: self.run_check(script))

    def run_check(self, script):
        code, out, err = self.command([PYTHON, f"tests/{script}.py"])
        assert code == 0, out + err
        return Result("")

    def lint(self):
        yield Test("lint", self.run_lint)

    def run_lint(self):
        quick = ["--quick"] if self.args.quick else []
        code, out, err = self.command([PYTHON, "tests/lint", "--build", self.args.build, *quick], timeout=1200 * self.patience)
        counts = re.findall(r"^[\w-]+: (nothing|\d+) found \(", out, re.M)
        failed = sum(count != "nothing" for count in counts)
        assert counts and not err and (code == 0) == (failed == 0), f"exit code {code}\n{out}{err}"
        skipped = re.findall(r"^[\w-]+: skipped: .*$", out, re.M)
        for line in skipped:
            print(f"lint: {line}")
        return Result("", len(counts) - failed - len(skipped), failed, out)

    def sources(self):
        """The tree's files, and those of CPython with its tests, where they are installed. Beyond the repository: FERMATA_SOURCES, folders
        parted by colons."""
        folders = [
            ROOT + "/tests",
            ROOT + "/src",
            ROOT + "/bindings",
            ROOT + "/examples",
            "/usr/lib/python3.11",
            *os.environ.get("FERMATA_SOURCES", "").split(":"),
        ]
        for folder in folders:
            if folder and os.path.isdir(folder):
                yield Test("sources/" + os.path.relpath(folder, ROOT), lambda folder=folder: self.run_sources(folder))
        paths = sorted(glob.glob("/usr/lib/python3.11/**/*.py", recursive=True))[::5]
        for at in range(0, len(paths), 20):
            yield Test(f"sources/names {at}", lambda batch=paths[at : at + 20]: self.run_names(batch))

    def run_names(self, paths):
        texts = []
        for path in paths:
            if not has_cookie(path):
                with open(path, encoding="utf-8-sig") as file:
                    texts.append((path, file.read()))
        with tempfile.TemporaryDirectory() as folder, open(os.path.join(ROOT, "tests/sources/names.py"), encoding="utf-8") as walk:
            script = os.path.join(folder, "all_names.py")
            with open(script, "w", encoding="utf-8") as file:
                file.write(f"TEXTS = {texts!r}\n{walk.read()}")
            expected = self.command([PYTHON, script])
            same(expected[1], self.command([self.fermata, "run", "--limit-time-ms", "0", script])[1], "cpython", "fermata")
            assert expected[0] == 0, expected[2]
        return Result("", len(texts))

    def run_sources(self, folder):
        paths = sorted(glob.glob(os.path.join(glob.escape(folder), "**/*.py"), recursive=True))
        assert paths, "no Python files"
        wrong = []
        for at in range(0, len(paths), 500):
            code, out, err = self.command([os.path.join(self.build, "tests/verify_sources"), *paths[at : at + 500]])
            assert code in (0, 1), f"exit code {code}\n{out[-1000:]}{err}"
            refused = dict(re.findall(r"^refused (.*?): (.*)$", out, re.M))
            wrong += re.findall(r"^WRONG .*$", out, re.M)
            for path in paths[at : at + 500]:
                expected = syntax_error(path)
                if (expected is None) != (path not in refused) and os.path.relpath(path, ROOT) not in NEWER_SYNTAX and not has_cookie(path):
                    wrong.append(f"{path}: CPython says {expected}, fermata {refused.get(path)}")
        return Result("", len(paths) - len(wrong), len(wrong), "\n".join(wrong))

    def fuzz(self):
        for seed in self.some(range(1, 401, 100)):
            yield Test(f"fuzz/differential {seed}", lambda seed=seed: self.run_fuzz("language", seed))
        for seed in self.some(range(1, 201, 100)):
            yield Test(f"fuzz/differential files {seed}", lambda seed=seed: self.run_fuzz("files", seed))

    def run_fuzz(self, what, seed, count=100):
        code, out, err = self.command(
            [
                PYTHON,
                "tests/fuzz/differential/run",
                "--of",
                what,
                "--build",
                self.build,
                "--seed",
                str(seed),
                "--count",
                str(count),
                "--jobs",
                "1",
                "--no-reduce",
            ]
        )
        told = re.search(r"^(\d+) programs compared, (\d+) not comparable, (\d+) differ", out, re.M)
        assert told, f"exit code {code}\n{out}{err}"
        assert int(told[1]) > count / 2, told[0]
        return Result("", int(told[1]) - int(told[3]), int(told[3]), out)

    def golden(self):
        for path in scripts("tests/golden/*/*.py"):
            yield Test(path, lambda path=path: self.run_golden(path))

    def run_golden(self, path):
        stage = os.path.basename(os.path.dirname(path))
        code, out, err = self.command([self.fermata, stage, path])
        expected_path = os.path.join(ROOT, path[:-3] + ".txt")
        actual = out + err + (f"exit code {code}\n" if code else "")
        if self.args.update:
            with open(expected_path, "w", encoding="utf-8") as file:
                file.write(actual)
        with open(expected_path, encoding="utf-8") as file:
            same(file.read(), actual, os.path.basename(expected_path), "fermata")
        return Result("")

    def conformance(self, flags=()):
        for path in self.some(scripts("tests/conformance/*.py")):
            if flags != TELEPORT or not is_too_large(path):
                yield Test(path, lambda path=path: self.run_conformance(path, flags))

    def run_conformance(self, path, flags):
        code, expected, err = self.cpython(path)
        assert code == 0, f"under CPython: exit code {code}\n{err}"
        code, out, err = self.command([self.fermata, "run", *flags, path])
        same(expected, out, "cpython", "fermata", err)
        assert code == 0, f"exit code {code}\n{err}"
        return Result("")

    def jail(self):
        if not os.path.exists(self.jail_program):
            print(f"jail: skipped: there is no {os.path.relpath(self.jail_program, ROOT)}")
            return
        for path in self.some(scripts("tests/conformance/*.py")):
            yield Test("jail/" + path, lambda path=path: self.run_conformance(path, ["--jail"]))
        yield Test("jail/fallbacks", lambda: self.run_counted(["fallbacks"], r"^(\d+) machines, (\d+) wrong$"))
        if self.args.sanitize:
            return  # what tries to get out is shut in itself, and freed memory is kept for a while
        patterns = ["--patterns", "2" if self.args.quick else "24"]
        yield Test("jail/attempts", lambda: self.run_counted(["attempts", *patterns], r"^(\d+) attempts, (\d+) succeeded$"))
        moments = ["--moments", "12" if self.args.quick else "40"]
        yield Test("jail/kill_children", lambda: self.run_counted(["kill_children", *moments], r"^(\d+) moments, .* (\d+) wrong$"))

    def run_counted(self, argv, last_line):
        code, out, err = self.command([os.path.join(self.build, "tests/jail", argv[0]), *argv[1:]], timeout=900)
        told = re.search(last_line, out, re.M)
        assert told and code == 0, f"exit code {code}\n{out}{err}"
        return Result("", int(told[1]))

    def durable(self):
        amount = ["--seconds", "5", "--runs", "3"] if self.args.quick else ["--seconds", "60", "--runs", "30"]
        yield Test("durable/kill", lambda: self.run_kill(["--workers", "3", "--seed", "1", *amount]))
        if not self.args.quick:
            yield Test("durable/kill_postgres", lambda: self.run_kill(["--postgres", "--workers", "3", "--seed", "2", *amount]))

    def run_kill(self, amount):
        code, out, err = self.command([PYTHON, "tests/durable/kill", "--build", self.args.build, *amount], timeout=900)
        if out.startswith("skipped: "):
            print(f"durable/kill_postgres: {out.strip()}")
            return Result("", 0)
        told = re.search(r"^(\d+) runs, .* (\d+) wrong$", out, re.M)
        assert told and code == 0, f"exit code {code}\n{out}{err}"
        return Result("", int(told[1]))

    def tracebacks(self):
        for path in scripts("tests/tracebacks/*.py"):
            yield Test(path, lambda path=path: self.run_traceback(path))

    def run_traceback(self, path):
        expected_code, expected_out, expected_err = self.command([PYTHON, path])
        code, out, err = self.command([self.fermata, "run", path])
        same(expected_out, out, "cpython", "fermata", err)
        same(expected_err, err, "cpython", "fermata")
        assert code == expected_code, f"exit code {code}, not {expected_code}"
        return Result("")

    def pausing(self, flags=None):
        for path in self.some(scripts("tests/pausing/*.py")):
            if flags is None:
                yield Test(path, lambda path=path: self.run_pausing(path))
            else:
                yield Test(path, lambda path=path: self.run_handler(path, flags))

    def run_pausing(self, path):
        code, expected, err = self.cpython(path)
        assert code == 0, f"under CPython: exit code {code}\n{err}"
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "0.fermata")
            argv = [self.fermata, "start", path, "--function", "ask", *async_options(path), "--json", "-o", state]
            same(expected, self.resume_to_end(argv, state, folder, lambda call: call["args"][0]), "cpython", "fermata")
        return Result("")

    def resume_to_end(self, argv, state, folder, answer, choose=None, more=()):
        """Runs a start or resume command, then answers each pause in a new process, the two encodings in turn. Returns the whole output."""
        chance = random.Random(1)
        for step in range(1, 10_000):
            code, out, err = self.command(argv)
            assert code in (0, 3), f"{argv}: exit code {code}\n{out}{err}"
            report = json.loads(out.splitlines()[-1])
            if report["status"] == "done":
                return report["stdout"]  # the state holds the output so far: the last report has it all
            assert report["status"] == "paused" and report["pending"], report
            call = choose(report["pending"]) if choose else self.next_call(report["pending"], chance)
            new_state = os.path.join(folder, f"{step}.{'json' if step % 2 else 'fermata'}")
            result = ["--result", json.dumps(answer(call))] if call["kind"] != "timer" else []
            argv = [self.fermata, "resume", state, "--call", str(call["id"]), *result, *more, "--json", "-o", new_state]
            state = new_state
        raise AssertionError("it never ends")

    def next_call(self, pending, chance):
        """The call at which the program stands, any of the others, or the next timer."""
        timers = [call for call in pending if call["kind"] == "timer"]
        return next((call for call in pending if call["kind"] == "call"), None) or (
            chance.choice([call for call in pending if call["kind"] == "async"])
            if len(timers) < len(pending)
            else min(timers, key=lambda call: call["due"])
        )

    def run_handler(self, path, flags):
        code, expected, err = self.cpython(path)
        assert code == 0, f"under CPython: exit code {code}\n{err}"
        echo = f"={PYTHON} -S tests/support/echo.py"
        handlers = [f"--handler={name}{echo}" for name in ["ask", *async_functions(path)]]
        code, out, err = self.command([self.fermata, "run", *flags, *handlers, *async_options(path), path])
        same(expected, out, "cpython", "fermata", err)
        assert code == 0, f"exit code {code}\n{err}"
        return Result("")

    def divergences(self):
        for path in scripts("tests/divergences/*.py"):
            yield Test(path, lambda path=path: self.run_divergence(path))

    def run_divergence(self, path):
        header = read_divergence(path)
        code, out, err = self.command([PYTHON, path])
        same(header["cpython"], visible(out, err), "written", "cpython")
        code, out, err = self.command([self.fermata, "run", path])
        same(header["fermata"], visible(out, err), "written", "fermata")
        assert header["cpython"] != header["fermata"], "this is no divergence any more: make it a conformance script"
        return Result("")

    def states(self):
        found = []
        for expectation in scripts("tests/states/v*/*.expect.json"):
            for state in sorted(glob.glob(os.path.join(ROOT, expectation[: -len("expect.json")] + "*"))):
                if not state.endswith(".expect.json"):
                    found.append((os.path.relpath(state, ROOT), expectation))
        for state, expectation in self.some(found):
            yield Test(state, lambda state=state, expectation=expectation: self.run_state(os.path.join(ROOT, state), expectation))

    def run_state(self, state, expectation):
        """NAME.expect.json: {"call": the first call's id, "answers": [of each call, oldest first; later ones are answered with their first
        argument], "stdout": the whole output at the end, "kept": members of the state that the one after the first answer has, too}"""
        with open(os.path.join(ROOT, expectation), encoding="utf-8") as file:
            expect = json.load(file)
        answers = iter(expect["answers"])
        with tempfile.TemporaryDirectory() as folder:
            new_state = os.path.join(folder, "0.json")
            call = ["--call", str(expect["call"])] if "call" in expect else []
            then = ("--clock", "2000-01-01")  # the state's own clock is later: so it goes on when it was saved
            argv = [self.fermata, "resume", state, *call, "--result", json.dumps(next(answers)), *then, "--json", "-o", new_state]
            out = self.resume_to_end(argv, new_state, folder, lambda call: next(answers, call["args"][0]), lambda pending: pending[0], then)
            same(expect["stdout"], out, "written", "fermata")
            with open(new_state, encoding="utf-8") as file:
                after = json.load(file)
            for member, value in expect.get("kept", {}).items():
                assert after[member] == value, f"{member} is {after[member]!r}, not {value!r}"
        return Result("")

    def cli(self):
        for path in self.some(scripts("tests/cli/test_*.py")):
            yield Test(path, lambda path=path: self.run_unittest(path))

    def has_package(self, kind):
        """Whether there is a Python package to test; says so when not."""
        built = glob.glob(os.path.join(self.build, "bindings/python/fermata/_native.*.so"))
        if self.args.sanitize or not built:
            print(
                f"{kind}: skipped: "
                + ("a Python without sanitizers can't load the module" if self.args.sanitize else "built without Python")
            )
        return built and not self.args.sanitize

    def python(self):
        if not self.has_package("python"):
            return
        self.env["PYTHONPATH"] = os.path.join(self.build, "bindings/python")
        self.env["FERMATA_CODE_CACHE"] = ""  # nothing is kept from one test for another
        for path in self.some(scripts("tests/python/test_*.py")):
            yield Test(path, lambda path=path: self.run_unittest(path))

    def python_pool(self):
        if not self.has_package("python-pool"):
            return
        if not os.path.exists(os.path.join(self.build, "fermata-jail")):
            print("python-pool: skipped: built without it")
            return
        env = {"PYTHONPATH": f"{ROOT}/tests/support/in_pool:{self.build}/bindings/python", "FERMATA_JAIL": ""}  # (the package has its own)
        for path in self.some(scripts("tests/python/test_*.py")):
            yield Test(path, lambda path=path: self.run_unittest(path, env))

    def run_unittest(self, path, pool=None):
        """`pool`: the environment with which it runs in a pool."""
        step = [str(QUICK_STEP)] if self.args.quick else []
        if pool:
            argv = ["tests/support/pool_tests.py", path, *step]
        else:
            argv = ["tests/support/some_tests.py", path, *step] if step else [path]
        code, out, err = self.command([PYTHON, *argv], timeout=600 * self.patience, more=pool or {})
        ran = re.search(r"^Ran (\d+) tests?", err, re.M)
        if not ran:
            return Result("", 0, 1, out + err)
        failed = sum(int(number) for number in re.findall(r"(?<!expected )(?:failures|errors)=(\d+)", err.splitlines()[-1]))
        if code != 0 and failed == 0:
            failed = 1
        return Result("", int(ran[1]) - failed, failed, out + err if failed else "")

    def frameworks(self):
        if self.args.quick:
            print("frameworks: skipped: --quick")
        elif self.has_package("frameworks"):
            yield Test("python/frameworks", self.run_frameworks)

    def run_frameworks(self):
        _, installs, _ = self.command(["tests/python/frameworks/run", self.build, "--installs"])
        if installs:
            print("frameworks:", installs.strip(), flush=True)
        code, out, err = self.command(["tests/python/frameworks/run", self.build], timeout=900)
        counts = [(int(passed), int(failed)) for passed, failed in re.findall(r"^\w+: (\d+) passed, (\d+) failed$", out, re.M)]
        for skipped in re.findall(r"^\w+: skipped: .*$|^pip: .*$", out, re.M):
            print(f"frameworks: {skipped}")
        # One test, whatever the network gave: its own counts are printed.
        print("frameworks:", "; ".join(re.findall(r"^\w+: \d+ passed, \d+ failed$", out, re.M)) or "none there")
        assert code == 0 and not any(failed for _, failed in counts), out + err
        return Result("")

    # --- the whole ---

    def some(self, paths):
        return paths[::QUICK_STEP] if self.args.quick else paths

    def groups(self):
        """(title, tests) in the order they run."""
        teleport = [("teleport", [*self.conformance(TELEPORT), *self.pausing(TELEPORT)])]
        gc_stress = [("gc-stress", [*self.conformance(GC_STRESS), *self.pausing(GC_STRESS)])]
        if self.args.teleport or self.args.gc_stress:
            return (teleport if self.args.teleport else []) + (gc_stress if self.args.gc_stress else [])
        kinds = [
            "unit",
            "checks",
            "lint",
            "sources",
            "fuzz",
            "golden",
            "conformance",
            "tracebacks",
            "pausing",
            "divergences",
            "states",
            "jail",
            "durable",
            "cli",
            "python",
            "python-pool",
            "frameworks",
        ]
        groups = [(kind, list(getattr(self, kind.replace("-", "_"))())) for kind in kinds]
        return groups if self.args.quick else groups + teleport + gc_stress

    def wanted(self):
        """The groups that the arguments ask for, those without a test left out."""
        for title, tests in self.groups():
            tests = [test for test in tests if not self.args.filter or self.args.filter in test.name]
            if tests and (not self.args.only or title in self.args.only):
                yield title, tests

    def run(self):
        passed = failed = 0
        failures, known, mended = [], [], []
        expected = known_failures()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            groups = [(title, [pool.submit(run_one, test) for test in tests]) for title, tests in self.wanted()]
            for title, futures in groups:
                try:
                    results = [future.result() for future in futures]
                except KeyboardInterrupt:
                    pool.shutdown(cancel_futures=True)
                    raise
                for result in results:
                    name = f"{title}: {result.name}"
                    if name in expected:
                        (known if result.failed else mended).append(f"{name}  # {expected[name]}")
                        result.failed = 0
                good, bad = sum(result.passed for result in results), sum(result.failed for result in results)
                for result in results:
                    if result.failed:
                        failures.append(f"{title}: {result.name}")
                        print(f"--- FAILED {title}: {result.name}\n{indent(shortened(result.detail))}")
                print(f"{title}: {good} passed, {bad} failed ({sum(result.seconds for result in results):.1f} s)", flush=True)
                passed, failed = passed + good, failed + bad
        if self.args.slowest:
            every = [
                (result.seconds, title, result.name) for title, futures in groups for result in [future.result() for future in futures]
            ]
            for seconds, title, name in sorted(every, reverse=True)[: self.args.slowest]:
                print(f"{seconds:7.1f} s  {title}: {name}")
        if failures:
            print("failed:\n  " + "\n  ".join(failures))
        if known:
            print("known failures, not counted (tests/known_failures.txt):\n  " + "\n  ".join(known))
        if mended:
            print("listed as known failures, but they pass now: take them off the list:\n  " + "\n  ".join(mended))
        print(f"{passed} passed, {failed} failed")
        return 1 if failed or not passed else 0


# What CPython 3.11 doesn't have yet.
NEWER_SYNTAX = {"tests/golden/ast/fstrings.py", "tests/golden/dis/generics.py"}

CPYTHON_PRELUDE = """
import sys
sys.path.pop(0)
path = sys.argv.pop(1)
with open(path, encoding="utf-8") as file:
    code = compile(file.read(), path, "exec", dont_inherit=True)
def later(name):
    async def function(x):
        import asyncio
        await asyncio.sleep(0)
        return x
    function.__name__ = function.__qualname__ = name
    return function
main = sys.modules["__main__"] = type(sys)("__main__")
vars(main).update({"__file__": path, "ask": lambda x: x, **{name: later(name) for name in sys.argv[1:]}})
exec(code, vars(main))
"""


def syntax_error(path):
    """What CPython says against a file, or None."""
    with open(path, "rb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(file.read(), path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as e:
            return str(e)


def has_cookie(path):
    """Is it in an encoding other than UTF-8?"""
    with open(path, "rb") as file:
        return re.search(rb"^.*\n?#.*coding[:=] *(?!utf-?8\n)", file.read(200)) is not None


def is_too_large(path):
    """Does a script say that its states are too large for being saved all the time: `# teleport: no`, and why?"""
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return re.search(r"^# teleport: no", file.read(1000), re.M) is not None


def async_functions(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        named = re.search(r"^# async: (.*)$", file.read(), re.M)
    return named[1].split() if named else []


def async_options(path):
    return [option for name in async_functions(path) for option in ("--async", name)]


def known_failures():
    """{"kind: name": why} from tests/known_failures.txt, lines of `kind: name  # why`. What is listed is a debt, and printed at every
    run."""
    with open(os.path.join(ROOT, "tests/known_failures.txt"), encoding="utf-8") as file:
        lines = [line.split("#", 1) for line in file if line.strip() and not line.startswith("#")]
    return {line[0].strip(): line[1].strip() for line in lines}


def decode(data):
    return data.decode("utf-8", "backslashreplace")


def scripts(pattern):
    return sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, pattern)))


def run_one(test):
    began = time.monotonic()
    try:
        result = test.run()
    except subprocess.TimeoutExpired as error:
        result = Result("", 0, 1, f"no end after {error.timeout:.0f} s")
    except (AssertionError, OSError, ValueError, KeyError, IndexError, StopIteration) as error:
        result = Result("", 0, 1, f"{error}" if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}")
    result.name, result.seconds = test.name, time.monotonic() - began
    return result


def same(expected, actual, expected_name, actual_name, more=""):
    if expected != actual:
        lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), expected_name, actual_name, lineterm="", n=2)
        raise AssertionError("\n".join(lines) + ("\n" + more if more else ""))


def visible(out, err):
    """A divergence is written down by what is printed, and the last line of the traceback if there is one."""
    last = err.strip().splitlines()[-1:] if err.strip() else []
    return "".join(line + "\n" for line in out.splitlines() + last)


def read_divergence(path):
    """The header of a divergence: comment lines from the top, `key: text`, deeper lines belong to the key above.

    # description: what differs
    # cause: why
    # workaround: what a program does instead
    # cpython:
    #   output lines
    # fermata:
    #   output lines
    """
    fields, key = {}, None
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                break
            start = re.match(r"# (description|cause|workaround|cpython|fermata):\s*(.*)$", line.rstrip("\n"))
            if start:
                key = start[1]
                fields[key] = start[2] + "\n" if start[2] else ""
            elif key:
                text = line[1:].rstrip("\n")
                fields[key] += text.removeprefix("   ") + "\n"
    missing = {"description", "cause", "workaround", "cpython", "fermata"} - fields.keys()
    assert not missing, f"{path}: the header lacks {', '.join(sorted(missing))}"
    for key in ("description", "cause", "workaround"):
        assert fields[key].strip(), f"{path}: {key} is empty"
    return fields


def shortened(text, limit=40):
    lines = text.splitlines()
    return "\n".join(lines if len(lines) <= limit else lines[:limit] + [f"... {len(lines) - limit} more lines"])


def indent(text):
    return "\n".join("    " + line for line in text.splitlines())


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell begins in the background ignores it, and so would all programs
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build directory")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="prints which N tests took longest")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--teleport", action="store_true")
    parser.add_argument("--gc-stress", action="store_true")
    parser.add_argument("--update", action="store_true", help="write golden outputs instead of comparing them")
    parser.add_argument("--only", action="append", metavar="KIND")
    parser.add_argument("--filter", metavar="TEXT", help="only tests with this in their name")
    parser.add_argument(
        "-j", "--jobs", type=int, help="tests at a time: as many as there are cores; with --quick, most of which waits, one more"
    )
    version = subprocess.run(
        [PYTHON, "-c", "import sys; print(*sys.version_info[:2], sep='.')"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if version != "3.11":
        sys.exit(f"{PYTHON} is Python {version}: the reference is 3.11, from Debian 12")
    sys.exit(Runner(parser.parse_args()).run())


if __name__ == "__main__":
    main()
