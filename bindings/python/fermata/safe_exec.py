"""The API of SafeExec on Fermata: a policy on the program's text, a run, and a run that stops at each external function.

    SafeExec("result = fetch_price('AAPL') < 160", external_functions={"fetch_price": fetch_price}).run()

    executor = InteractiveExecutor(code, inputs={"url": "…"}, external_functions=["fetch"])
    state = executor.start()
    text = state.to_json()                                                  # keep it
    state = InteractiveExecutor.from_json(text).resume(call_result=[1, 2])  # elsewhere

The policy (no imports, classes, eval and the like, names with double underscores) is that API's own, for its users. The sandbox doesn't
need it: `allow` lifts its parts.
"""

from fermata._compat.safe_exec import ExecutionState, Functions, InteractiveExecutor, SafeExec, SecurityViolation, violations_of
from fermata._core import offer

__all__ = ["ExecutionState", "Functions", "InteractiveExecutor", "SafeExec", "SecurityViolation", "violations_of"]
offer(globals())
