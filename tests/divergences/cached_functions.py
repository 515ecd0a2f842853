# description: What functools.lru_cache() makes is a function
# cause: It is one written in Python, so that a call in it can be saved; CPython's is an object of C's, of the class functools._lru_cache_wrapper
# workaround: ask for the attribute that matters: hasattr(f, "cache_info")
# cpython:
#   _lru_cache_wrapper False True
# fermata:
#   function True True
import functools
import inspect


@functools.lru_cache
def double(n):
    return 2 * n


print(type(double).__name__, inspect.isfunction(double), hasattr(double, "cache_info"))
