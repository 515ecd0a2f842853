"""What E2B's sandboxes take and have, and a sandbox of Fermata's takes in another way, or hasn't."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping
from typing import Any

import fermata

# They say how E2B's servers are reached, or what they do: nothing here is reached by the network.
_WITHOUT_MEANING = {"api_key", "access_token", "domain", "debug", "request_timeout", "headers", "proxy", "secure"}

_REFUSED = {
    "template": "there are no templates: give `files`, `functions` and fermata's `limits`",
    "allow_internet_access": "programs have no network: give `functions` that fetch what they may have",
    "network": "programs have no network: give `functions` that fetch what they may have",
    "mcp": "there are no MCP servers in it: give their tools as `functions`",
}

_MISSING = {
    "commands": "there is no shell in it: texts are Python, and what else they may do are your `functions`",
    "pty": "there is no terminal in it",
    "git": "there is no git in it: write the files with `files`",
    "get_host": "nothing in it can listen: programs have no network",
    "download_url": "its files have no addresses: files.read()",
    "upload_url": "its files have no addresses: files.write()",
    "create_code_context": "it has one context: make another sandbox for each further one",
    "beta_pause": "pause() gives its state, or keeps it in a folder",
    "get_metrics": "it isn't measured: `limits` say what it may use",
    "list": "sandboxes belong to who made them: what was paused into a folder is listed there, ID.state",
}


@dataclasses.dataclass
class SandboxInfo:
    """What is known of a sandbox."""

    sandbox_id: str
    metadata: dict[str, str]
    started_at: datetime.datetime


def told_options(sandbox: str, given: Mapping[str, Any]) -> None:
    """Raises UsageError for options that would have to do something."""
    for name, value in given.items():
        if name in _WITHOUT_MEANING or (name in _REFUSED and not value):
            continue
        raise fermata.UsageError(f"{sandbox}(): {_REFUSED[name]}" if name in _REFUSED else f"{sandbox}() has no option {name!r}")


def explain_missing(sandbox: str, name: str) -> str:
    """The message of an AttributeError."""
    return f"{sandbox!r} object has no attribute {name!r}" + (f": {_MISSING[name]}" if name in _MISSING else "")


def environment_text() -> str:
    """A text that sets variables of os.environ, or takes away those that are None, and gives what they were."""
    return """\
def _fermata_environ():
    import builtins, os
    g = builtins.globals()
    given = g.pop("_fermata_envs")
    del g["_fermata_environ"]
    were = {name: os.environ.get(name) for name in given}
    for name, value in given.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    return were
_fermata_environ()
"""
