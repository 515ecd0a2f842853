"""For tests, on PYTHONPATH: what fermata would run in this process it runs in a pool, in the processes that a test starts, too.

The engine's module is wrapped when it is imported, so that the package itself needs no switch for it.
"""

import importlib.machinery
import sys


class _Finder:
    """Wraps fermata._native."""

    def find_spec(self, name, path=None, target=None):
        if name != "fermata._native":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None:
            run = spec.loader.exec_module

            def exec_module(module):
                run(module)
                _wrap(module)

            spec.loader.exec_module = exec_module
        return spec


def _wrap(native):
    pool = None

    def the_pool():
        nonlocal pool
        if pool is None:  # (late: not each process that imports the package runs something)
            pool = native.Pool(2, 0, [], 0, 5_000, [], False, 3)
        return pool

    session, load, check = native.Session, native.load, native.check

    def make_session(program, grants, limits, types, surroundings, allow_eval, pool=None):
        return session(program, grants, limits, types, surroundings, allow_eval, pool or the_pool())

    def load_in_pool(*args, pool=None):
        return load(*args, pool=pool or the_pool())

    def check_in_pool(code, name, functions, inputs, pool=None):
        return check(code, name, functions, inputs, pool or the_pool())

    def compile_in_pool(code, name):
        findings = [finding for finding in check(code, name, (), [], the_pool()) if finding[0] == "syntax"]
        return findings or (code, name)

    native.Session, native.load, native.check, native.compile = make_session, load_in_pool, check_in_pool, compile_in_pool


sys.meta_path.insert(0, _Finder())
