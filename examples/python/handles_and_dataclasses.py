"""Values of classes cross as what they are; a database crosses as a handle, on which only what we allow can be used."""

import dataclasses
import datetime
import decimal
import enum

import fermata


class State(enum.Enum):
    OPEN = "open"
    PAID = "paid"


@dataclasses.dataclass
class Invoice:
    number: int
    due: datetime.date
    amount: decimal.Decimal
    state: State = State.OPEN


class Database:
    """What the agent works on. It stays here: a connection, a password, and a method that nobody should call."""

    version = "3.1"

    def __init__(self) -> None:
        self.rows = [
            Invoice(1, datetime.date(2026, 11, 1), decimal.Decimal("120.50")),
            Invoice(2, datetime.date(2026, 12, 24), decimal.Decimal("80.00")),
            Invoice(3, datetime.date(2026, 10, 3), decimal.Decimal("9.90"), State.PAID),
        ]

    def query(self, state: State) -> list[Invoice]:
        return [row for row in self.rows if row.state is state]

    def drop_everything(self) -> None:
        self.rows.clear()


AGENT = """\
import datetime

late = [i for i in db.query(State.OPEN) if i.due < datetime.date(2026, 11, 21)]
print("version", db.version, "has", len(late), "late")
try:
    db.drop_everything()
except AttributeError as error:
    print("refused:", error)

fee = ask_fee(late[0])
Invoice(100, datetime.date(2026, 12, 1), late[0].amount + fee)
"""

DatabaseType = fermata.HandleType("Database", methods=["query"], attributes=["version"])


def main() -> None:
    database = Database()
    types: list[type | fermata.HandleType] = [State, Invoice, DatabaseType]
    program = fermata.Program(AGENT, name="agent.py", inputs=["db"], functions=["ask_fee"], types=types)
    step = program.start({"db": DatabaseType(database, "main")}, pause_at=["ask_fee"])
    assert isinstance(step, fermata.Paused)
    print(step.stdout, end="")
    print("waits for", step.call)

    # The state knows the database by its name. Whoever loads it says which object that is.
    again = fermata.load(step.save(), types=types, handles={"main": database})
    assert isinstance(again, fermata.Paused)
    step = again.resume(decimal.Decimal("4.50"))
    print(step.value)
    assert step.value == Invoice(100, datetime.date(2026, 12, 1), decimal.Decimal("125.00"))
    assert len(database.rows) == 3


if __name__ == "__main__":
    main()
