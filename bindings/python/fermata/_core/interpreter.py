"""Raises ImportError in a subinterpreter, before the engine's module is loaded there.

From CPython 3.12 on the interpreter refuses that by itself. In 3.11 the module would wait for the GIL, which its own thread holds, forever.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 12):
    try:
        _interpreters = __import__("_xxsubinterpreters")  # (whose types only some versions of mypy know)
    except ImportError:  # a Python without them
        pass
    else:
        if _interpreters.get_current() != _interpreters.get_main():
            raise ImportError("fermata can't be used in a subinterpreter")
