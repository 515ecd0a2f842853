"""What speaks with frameworks for agents: LangChain and LangGraph, MCP, Pydantic AI, smolagents.

Each has a module of its name beside this folder (fermata.langchain, …), which is the way in. `tool_functions` makes host functions of
tools that describe themselves by a JSON schema, `opaque` handles of what can't cross.
"""

from __future__ import annotations


def check_command(argv: list[str]) -> int:
    """`python -m fermata check`; returns the exit code."""
    from .checking_command import main

    return main(argv)
