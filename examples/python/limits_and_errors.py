"""What can go wrong, and what is left then: errors in the program, errors in its text, and limits that are used up."""

import fermata


def divide(a: float, b: float) -> float:
    """Divides."""
    return a / b


def main() -> None:
    # A host function's exception reaches the program as itself, and the caller if the program lets it through.
    try:
        fermata.Program("x = 1\ndivide(x, 0)\n", name="agent.py", functions=[divide]).run()
    except fermata.RuntimeError as error:
        print("type:", error.type, "| message:", error.message, "| as Python's:", repr(error.exception))
        print(error.traceback)
    caught = fermata.Program("try:\n    divide(1, 0)\nexcept ZeroDivisionError as e:\n    result = f'caught {e}'", functions=[divide])
    print("value:", caught.run().value)

    # Text that isn't Python; and what can be said about a text before it runs.
    try:
        fermata.Program("def f(:\n    pass\n")
    except fermata.SyntaxError as error:
        print("syntax:", error.findings[0])
    for finding in fermata.check("import requests\nprint(undefined)\ndivide(1)\n", functions=[divide]):
        print("check:", finding)

    # A limit that is used up stops the program where it is. It can't catch that; the host can give it more.
    program = fermata.Program("total = 0\nfor i in range(200_000):\n    total += i\ntotal\n")
    step = program.start(limits=fermata.Limits(steps=50_000))
    assert isinstance(step, fermata.Exhausted)
    print("limit:", step.limit, "| steps so far:", step.spent.steps, "| total so far:", step.globals["total"])
    state = step.save()  # it may rest here, too
    step = fermata.load(state, limits=fermata.Limits(steps=10_000_000))
    assert isinstance(step, fermata.Exhausted)
    print("value:", step.resume().value)

    # run() raises where start() would give a step.
    try:
        fermata.Program("while True: pass").run(limits=fermata.Limits(time_ms=50))
    except fermata.LimitError as error:
        print("limit:", error.limit)
    try:
        fermata.load(b"not a state")
    except fermata.StateError as error:
        print("state:", error.kind)


if __name__ == "__main__":
    main()
