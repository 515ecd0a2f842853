"""A database in a file, in the middle of a transaction: one cursor is half read, and a function of the program's that SQL calls waits for an
answer."""

import sqlite3

db = sqlite3.connect("notes.db")
db.row_factory = sqlite3.Row
db.execute("create table notes(id integer primary key, text)")
db.executemany("insert into notes(text) values(?)", [(f"note {i} é",) for i in range(500)])
db.commit()
db.create_function("judge", 1, lambda text: f"{text}: {ask(text)}")
db.create_collation("backwards", lambda a, b: (a < b) - (a > b))

db.execute("delete from notes where id > 400")
reading = db.execute("select id, text from notes")
print([next(reading)["id"] for _ in range(3)])
print([tuple(row) for row in db.execute("select judge(text) from notes where id < 4 order by text collate backwards")])
print(sum(row["id"] for row in reading), db.in_transaction, db.total_changes)
print(ask("one"))
db.rollback()
print(tuple(db.execute("select count(*) from notes").fetchone()), db.in_transaction)
db.close()
with open("notes.db", "rb") as file:
    print(file.read(15))
