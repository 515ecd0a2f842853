"""A refund that a human approves, in another process and at another time.

approval.py                        plays it all in a temporary folder
approval.py start FOLDER           runs the agent's code to the call of refund() and keeps the state as a file
approval.py decide FOLDER yes|no   another process: shows what waits, and goes on with the decision
"""

import pathlib
import subprocess
import sys
import tempfile

import fermata

AGENT = """\
order = lookup(order_id)
if order["total"] > 100:
    try:
        receipt = refund(order_id, order["total"], reason="arrived broken")
    except PermissionError as error:
        receipt = f"no refund: {error}"
else:
    receipt = "not worth it"
print("done with", order_id)
receipt
"""


def lookup(order_id: str) -> dict[str, object]:
    """Finds an order."""
    return {"id": order_id, "total": 249, "customer": "Ada"}


def refund(order_id: str, amount: int, *, reason: str) -> str:
    """Pays money back. Only after a human has agreed."""
    return f"refunded {amount} for {order_id}"


def start(folder: pathlib.Path) -> None:
    pool = fermata.Pool()  # a model wrote it: it runs in a process that has nothing
    program = fermata.Program(AGENT, name="agent.py", inputs=["order_id"], functions=[lookup, refund], pool=pool)
    step = program.start({"order_id": "ord-17"}, pause_at=["refund"])  # lookup() is called right away
    assert isinstance(step, fermata.Paused)
    (folder / "waiting.state").write_bytes(step.save())
    print(f"start:  waits for {step.call}, line {step.call.line}; kept {len(step.save())} bytes")


def decide(folder: pathlib.Path, answer: str) -> None:
    file = folder / "waiting.state"
    step = fermata.load(file.read_bytes(), functions=[lookup, refund], pool=fermata.Pool())
    assert isinstance(step, fermata.Paused)
    print(f"decide: {step.call.function} {step.call.args} {step.call.kwargs}: {answer}")
    step = step.perform() if answer == "yes" else step.throw(PermissionError("the manager said no"))
    file.unlink()
    print(f"decide: the program gave {step.value!r} and printed {step.stdout!r}")


def main(arguments: list[str]) -> None:
    if arguments:
        folder = pathlib.Path(arguments[1])
        if arguments[0] == "start":
            start(folder)
        else:
            decide(folder, arguments[2])
        return
    for answer in ("yes", "no"):
        with tempfile.TemporaryDirectory() as folder_name:
            for command in (["start", folder_name], ["decide", folder_name, answer]):
                subprocess.run([sys.executable, __file__, *command], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
