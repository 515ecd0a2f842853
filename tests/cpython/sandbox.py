# What differs from CPython's test.support where a program has no processes and sockets, and where nothing counts
# references.
import contextlib
import results
import unittest


def skips(what):
    """A function that skips the test that calls it."""

    def function(*args, **kwargs):
        raise unittest.SkipTest("needs " + what)

    return function


def needs(what):
    return unittest.skip("needs " + what)


def import_fresh_module(name, fresh=(), blocked=(), **options):
    """There is one version of each module here: it stands for CPython's in C, and for the one in Python."""
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        return None


def load_package_tests(*args):
    """unittest's search for tests in folders: `run` names the files of a package one by one."""
    return unittest.TestSuite()


# By module: the names that have other values than CPython's.
OVERLAYS = {
    "test.support": {
        "verbose": 0,
        "use_resources": [],  # none of what CPython's own runs leave out, too, unless they are told otherwise
        # What tests say about CPython alone is mostly true here as well; skips.txt names what isn't.
        "cpython_only": lambda item: item,
        "impl_detail": lambda msg=None, **guards: lambda item: item,
        "load_package_tests": load_package_tests,
        "_run_suite": results.run_suite,
        "has_fork_support": False,
        "has_subprocess_support": False,
        # Files ask for sockets as a whole when all they do with them is to make asyncio's loop, which has none here.
        "requires_working_socket": lambda *, module=False: needs("sockets"),
        # There are no reference counts: an object goes when the collector runs, and its __del__ isn't called.
        "refcount_test": needs("reference counts"),
        "check_free_after_iterating": skips("reference counts"),
        "catch_unraisable_exception": skips("finalizers"),
        # Objects have other sizes, and builtins no docstrings.
        "check_sizeof": skips("sizes of objects"),
        "requires_docstrings": needs("docstrings of builtins"),
    },
    "test.support.import_helper": {
        "import_fresh_module": import_fresh_module,
        "frozen_modules": contextlib.nullcontext,  # no module is frozen
    },
    "test.support.socket_helper": {"skip_unless_bind_unix_socket": needs("sockets")},
    "test.support.os_helper": {"can_xattr": lambda: False},
}
