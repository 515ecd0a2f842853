# What the library's own imports leave in sys.modules: codeop catches warnings in a program that never imported warnings.
import codeop

print(codeop.compile_command("a = 1") is not None, codeop.compile_command("if a:"), codeop.compile_command("if a:\n  b = 2\n") is not None)

import code
import sys

console = code.InteractiveInterpreter()
print(console.runsource("x = 3"), console.runsource("for i in range(2):"), console.runsource("print(x, 'hi')"))
import warnings

print(sys.modules["warnings"] is warnings, repr(warnings.catch_warnings(record=True)))
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    warnings.warn("old")
print([str(w.message) for w in log])
