"""The API of RunPython on Fermata: code that a model wrote, run with the caller's data and with those functions that were allowed.

    pyrun = RunPython()
    await pyrun('print("hello"); 1+1')       # {'stdout': 'hello\\n', 'result': 2}
    allow(greet)                             # or allow('greet'), or @allow
    await pyrun('greet("World")')            # {'result': 'Hello, World!'}
    await pyrun('counts_ = {"a": 1}')        # names ending in _ stay, and are the caller's too: counts_

The code runs in a session of its own: values that it uses are copied in, functions run on the host. It has Fermata's own library, no files
and no network.
"""

from fermata._compat.pyrun import Allowed, Entry, RunPython, SandboxFunction, allow
from fermata._core import offer

__all__ = ["Allowed", "Entry", "RunPython", "SandboxFunction", "allow"]
offer(globals())
