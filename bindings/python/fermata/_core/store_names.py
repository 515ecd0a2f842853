"""What programs of a store's runs find besides their tools, as its workers answer it; for check()."""

from __future__ import annotations

from collections.abc import Container, Mapping

_CHILD = """\
class ChildRun:
    @property
    def id(self) -> str: ...
    def status(self) -> str: ...
    def cancel(self) -> None: ...
    def __await__(self) -> Generator[Any, None, Any]: ..."""
_STUBS = {
    "ask": "def ask(question: Any, schema: Mapping[str, Any] | None = None, **other: Any) -> Any: ...",
    "receive": "async def receive(channel: str, timeout: float | None = None) -> Any: ...",
    "run_id": "def run_id() -> str: ...",
    "spawn": "def spawn(source: str, /, **inputs: Any) -> ChildRun: ...",
}


def store_functions(taken: Container[str]) -> dict[str, str]:
    """Stubs of the functions, by name, without those whose names are taken by functions of the host's, which come first."""
    return {name: stub for name, stub in _STUBS.items() if name not in taken}


def store_stub(functions: Mapping[str, str]) -> str:
    """The text that a type checker reads for them."""
    return "\n".join(["from collections.abc import Generator, Mapping", _CHILD, *functions.values(), ""])
