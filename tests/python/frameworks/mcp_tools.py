"""Host functions for the tests of fermata.mcp, as a user of --tools writes them."""

import asyncio
import os

_log = os.environ.get("TOOLS_LOG")


def _note(text):
    if _log:
        with open(_log, "a", encoding="utf-8") as file:
            file.write(text + "\n")


def look(order: int) -> dict:
    """Looks up an order."""
    print("what a tool prints must not disturb the protocol")
    _note(f"look {order}")
    return {"total": order * 100}


def pay(amount: int, to: str = "shop") -> str:
    """Pays an amount, in cents."""
    _note(f"pay {amount} {to}")
    return f"paid {amount} to {to}"


async def slow(n: int) -> int:
    """Takes its time."""
    await asyncio.sleep(0.05)
    return n


class Refused(Exception):
    """Nobody gets that."""


def broken() -> None:
    raise LookupError("nothing there")


def refuse() -> None:
    """Raises Refused."""
    raise Refused("not today")
