# description: In module sqlite3 journals can't be write-ahead logs, LIKE uses no index; the schema is defended (PRAGMA writable_schema), nothing loads extensions, only files of the session's are opened, and a connection that is opened again by __init__() forgets what its cursors read. While its authorizer is asked nothing else uses a connection (InterfaceError), as SQLite demands. A state that is made while a statement changes rows within a transaction, at a call of the host's, interrupts that statement when it is loaded, and its transaction is rolled back; within a savepoint, or while deferred foreign keys are open, no state is made. What a transaction did to temporary tables, and to those of databases attached in memory, stays when it is rolled back after a load.
# cause: Databases are the session's own files, kept in states. What one function of SQL does can't be interrupted, so those that may take for ever are Fermata's own.
# workaround: None is needed for files; call the host's functions outside of statements that change rows.
# cpython:
#   ('wal',)
#   SEARCH n USING COVERING INDEX i (name>? AND name<?)
# fermata:
#   ('delete',)
#   SCAN n
import os
import sqlite3
import tempfile

db = sqlite3.connect(os.path.join(tempfile.mkdtemp(), "a.db"))
print(db.execute("pragma journal_mode = wal").fetchone())
db.execute("create table n(name text collate nocase)")
db.execute("create index i on n(name)")
print(db.execute("explain query plan select name from n where name like 'a%'").fetchone()[3])
