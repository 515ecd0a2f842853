"""A conversation: a model writes code piece by piece, names are kept, and the whole session rests as bytes between two messages."""

import fermata

PRICES = {"tea": 4.5, "coffee": 7.25, "sugar": 1.1}

MESSAGES = [
    "basket = {'tea': 2, 'sugar': 3}",
    "total = sum(price(name) * count for name, count in basket.items())\nround(total, 2)",
    "def with_tax(amount, rate=0.19):\n    return round(amount * (1 + rate), 2)",
    "with_tax(total)",
    "with_tax(tota1)",  # a slip: the model sees the error and goes on
    "basket['coffee'] = 1\nprint(f'{len(basket)} articles')\nwith_tax(sum(price(n) * c for n, c in basket.items()))",
]


def price(name: str) -> float:
    """What an article costs."""
    return PRICES[name]


def main() -> None:
    kept: bytes | None = None
    pool = fermata.Pool()  # a model writes: its code runs in processes that have nothing
    for number, code in enumerate(MESSAGES, 1):
        # Each message may reach another process: all that it needs are the bytes of the one before.
        session = (
            fermata.Session(functions=[price], pool=pool) if kept is None else fermata.Session.load(kept, functions=[price], pool=pool)
        )
        step = session.feed(code)
        if step.stdout:
            print(f"{number}: printed {step.stdout!r}")
        match step:
            case fermata.Done(value):
                print(f"{number}: {value!r}")
            case fermata.Raised(error):
                print(f"{number}: {error}")
        kept = session.save()
        session.close()
    print(f"the session has {len(kept or b'')} bytes")


if __name__ == "__main__":
    main()
