"""smolagents on Fermata: CodeAgent(tools=[…], model=…, executor=FermataExecutor()).

The agent's code runs in a fermata.Session: what one step defines, the next one has. Tools run on the host, in the agent's process.
Between two steps the executor can be saved, and loaded again elsewhere.
"""

from fermata._core import offer
from fermata._integrations.smolagents import FermataExecutor

__all__ = ["FermataExecutor"]
offer(globals())
