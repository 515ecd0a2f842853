"""Databases in memory and in a file, within a savepoint of a transaction, with settings of the connection's."""

import sqlite3

db = sqlite3.connect(":memory:", isolation_level=None)
db.execute("pragma foreign_keys = on")
db.execute("create table notes(id integer primary key, text)")
db.execute("create table marks(note references notes(id))")
db.executemany("insert into notes(text) values(?)", [(f"note {i} é",) for i in range(500)])
db.execute("attach 'other.db' as other")
db.execute("create table other.seen(id)")
db.execute("create temp table kept as select id from notes where id < 4")

db.execute("begin")
db.execute("insert into seen select id from kept")
db.execute("savepoint before")
db.execute("update notes set text = 'changed' where id in (select id from seen)")
db.execute("delete from seen")
reading = db.execute("select id from notes")
print(next(reading))
print(ask("one"))
print(sum(row[0] for row in reading), db.in_transaction, db.total_changes)
print(db.execute("select (select count(*) from seen), min(text) from notes").fetchone())
db.execute("rollback to before")
print(db.execute("select (select count(*) from seen), min(text) from notes").fetchone())
try:
    db.execute("insert into marks values(600)")
except sqlite3.IntegrityError as error:
    print(error, error.sqlite_errorname)
print(ask("two"))
db.execute("release before")
db.execute("commit")
print(db.execute("select sum(id) from other.seen").fetchone(), db.execute("select count(*) from kept").fetchone())
print(ask("three"))
db.execute("delete from notes where id > 10")
print(db.execute("select count(*) from notes").fetchone(), db.in_transaction)
