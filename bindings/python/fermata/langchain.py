"""LangChain and LangGraph on Fermata: FermataTool(tools=[search, send_mail], approve=["send_mail"]).

One tool, `run_code`, whose programs call the other tools on the host. In a LangGraph graph a call that needs approval is an
interrupt(); the program's state is in the graph's checkpoint, so Command(resume=…) goes on from it, in another process too,
and what the program has done before isn't done again. Outside graphs the result's artifact has the state, for resume().
"""

from fermata._core import offer
from fermata._integrations.langchain import FermataTool

__all__ = ["FermataTool"]
offer(globals())
