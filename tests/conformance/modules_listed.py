# sys.modules has what the library imported itself, not only what the program did: CPython's files look there.
import codeop

print(codeop.compile_command("if 1:"), eval(codeop.compile_command("1 + 1", symbol="eval")))

import inspect

print(inspect.getmodule(len).__name__)

import sys

print(sys.modules["sys"] is sys, sys.modules["builtins"].len is len, sys.modules["warnings"].__name__)

# What is imported after the first look is there, with what it imports itself.
import json
import urllib.request

print([name in sys.modules for name in ("json", "json.decoder", "http.client", "socket", "re")])

# What the program takes away stays away, and what it puts there is what an import gives.
del sys.modules["warnings"]
print("warnings" in sys.modules)
import warnings

print(warnings is sys.modules["warnings"])
sys.modules["fractions"] = 5
import json.tool
import fractions

print(fractions)
