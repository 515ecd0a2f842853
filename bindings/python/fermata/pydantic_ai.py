"""Pydantic AI on Fermata: Agent(model, toolsets=[FermataToolset([get_weather, send_mail])]).

The model sees one tool, `run_code`, and in its description the other tools as Python functions. Its code calls them on the host,
several at once when it gathers them. Where a call needs approval (or a result from elsewhere) the program is kept: the run
ends with DeferredToolRequests, whose metadata carries the program's state, and goes on from it with DeferredToolResults.
"""

from fermata._core import offer
from fermata._integrations.pydantic_ai import FermataToolset, nested_calls, results

__all__ = ["FermataToolset", "nested_calls", "results"]
offer(globals())
