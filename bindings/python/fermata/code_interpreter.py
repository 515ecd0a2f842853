"""The API of E2B's code interpreter on Fermata: a sandbox that keeps its names from one text to the next, with files of its own.

    with Sandbox.create(functions=[lookup]) as sandbox:
        execution = sandbox.run_code("total = lookup('ord-17')['total']\\nprint('asked')\\ntotal * 2")
        execution.text, execution.logs.stdout                 # ('498', ['asked\\n'])
        sandbox.files.write("data.csv", "x,y\\n1,2\\n")
        state = sandbox.pause()                               # bytes: keep them as long as you like

    sandbox = Sandbox.resume(state, functions=[lookup])       # elsewhere; names and files are there

Nothing runs anywhere but on this machine, in a process of a fermata.Pool. There is no shell and no network: only Python, and your
functions.
"""

from fermata._compat.code_interpreter import (
    AsyncSandbox, EntryInfo, Execution, ExecutionError, Logs, NotFoundException, OutputMessage, Result, Sandbox,
    SandboxInfo, TimeoutException,
)  # fmt: skip
from fermata._core import offer

__all__ = [
    "AsyncSandbox",
    "EntryInfo",
    "Execution",
    "ExecutionError",
    "Logs",
    "NotFoundException",
    "OutputMessage",
    "Result",
    "Sandbox",
    "SandboxInfo",
    "TimeoutException",
]
offer(globals())
