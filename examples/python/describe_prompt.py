"""What a model is told about the functions that it may call: stub text for a prompt, and the tool forms of two vendors."""

import dataclasses
import enum
import json
from collections.abc import Callable
from typing import Annotated

import fermata


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


@dataclasses.dataclass
class Pizza:
    """One pizza of an order."""

    name: str
    size: Size = Size.SMALL
    extras: list[str] = dataclasses.field(default_factory=list)


def menu(*, vegetarian: bool = False) -> list[str]:
    """Names of the pizzas there are today.

    Args:
        vegetarian: Only those without meat.
    """
    return ["margherita", "funghi"] if vegetarian else ["margherita", "funghi", "salame"]


async def order(pizzas: list[Pizza], address: Annotated[str, "Street and number"]) -> str:
    """Orders, and gives the order's number."""
    return f"order-{len(pizzas)}"


PROMPT = """\
Write Python that does what the user asks for. It can call:

{stubs}
Await those that are `async`. The value of the last expression is your answer.
"""


def main() -> None:
    functions: list[Callable[..., object] | str] = [
        menu,
        order,
        "def refund(number: str, amount: float = 0.0) -> bool:\n    'Pays back. A human has to agree.'",
    ]
    print(PROMPT.format(stubs=fermata.describe(functions)))
    print("OpenAI:", json.dumps(fermata.describe([menu], "openai", strict=True), indent=2))
    print("Anthropic:", json.dumps(fermata.describe([order], "anthropic"), indent=2))

    # The same knowledge finds calls that can't work, before anything runs.
    code = "for name in menu(vegan=True):\n    print(name)\nrefund()\n"
    for finding in fermata.check(code, functions=functions):
        print(finding)


if __name__ == "__main__":
    main()
