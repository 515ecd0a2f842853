# Module sqlite3: connections, cursors, rows, transactions, types and errors.
import datetime
import sqlite3


def tried(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print("object" if isinstance(result, (sqlite3.Cursor, sqlite3.Connection)) else result)
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e, getattr(e, "sqlite_errorcode", ""), getattr(e, "sqlite_errorname", ""))


print(sqlite3.apilevel, sqlite3.paramstyle, sqlite3.threadsafety, sqlite3.version)
print(sqlite3.SQLITE_DENY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_LIMIT_LENGTH, sqlite3.PARSE_COLNAMES)
print(sqlite3.complete_statement("select 1;"), sqlite3.complete_statement("select 1"))

# --- values
c = sqlite3.connect(":memory:")
c.execute("create table t(a integer primary key, b, c blob, d real)")
for value in (None, 5, -(2**63), 2**63 - 1, 1.5, float("inf"), "héllo", "", "a\0b", b"\x00\xff", b"", bytearray(b"xy"), memoryview(b"z"), True):
    print(c.execute("select ?, typeof(?1)", (value,)).fetchone())
tried(c.execute, "select ?", (2**63,))
tried(c.execute, "select ?", (object(),))
tried(c.execute, "select ?", ("\ud800",))
tried(c.execute, "select ?", (1, 2))
tried(c.execute, "select :a, @b, $c", {"a": 1, "b": 2})
tried(c.execute, "select ?", {"a": 1})
tried(c.execute, "select ?", 5)
print(c.execute("select :a, @b, $c, :a", {"a": 1, "b": 2, "c": 3}).fetchall())
print(c.execute("select ?2, ?1", [1, 2]).fetchall())

# --- statements
tried(c.execute, "select 1; select 2")
tried(c.execute, "select 1; -- no more")
tried(c.execute, "")
tried(c.execute, "nonsense")
tried(c.execute, "select\0")
tried(c.execute, 5)
tried(c.executemany, "select ?", [(1,)])
tried(c.executescript, "select 1;\0")
tried(c.executescript, 5)
tried(c.execute, "select * from nope")
tried(c.execute, "select cast(x'ff' as text) as z")
tried(c.execute("select cast(x'ff' as text) as z").fetchone)

# --- transactions
print(c.in_transaction, c.total_changes, c.isolation_level)
cursor = c.execute("insert into t(b) values('x')")
print(c.in_transaction, cursor.rowcount, cursor.lastrowid)
cursor = c.executemany("insert into t(b) values(?)", ((i,) for i in range(5)))
print(cursor.rowcount, cursor.lastrowid, c.total_changes)
c.rollback()
print(c.in_transaction, c.execute("select count(*) from t").fetchone())
with c:
    c.executemany("insert into t(b, d) values(?, ?)", [(str(i), i / 2) for i in range(6)])
try:
    with c:
        c.execute("delete from t")
        raise KeyError("no")
except KeyError as e:
    print(repr(e), c.execute("select count(*) from t").fetchone())
tried(c.execute, "insert into t(a) values(1)")
c.isolation_level = None
c.execute("begin")
c.execute("savepoint one")
c.execute("delete from t where a > 3")
c.execute("rollback to one")
c.execute("release one")
c.execute("commit")
print(c.execute("select count(*) from t").fetchone(), c.in_transaction)
tried(setattr, c, "isolation_level", 5)
tried(setattr, c, "isolation_level", "never")
c.isolation_level = "immediate"
print(c.isolation_level)
c.executescript("create table s(a); insert into s values(1); insert into s values(2);")
print(c.execute("insert into s values(3) returning a, rowid").fetchall(), c.in_transaction)
c.commit()

# --- rows
cursor = c.execute("select a, b as bee, d from t order by a")
print(cursor.description)
print(cursor.fetchone(), cursor.fetchmany(2), next(cursor), cursor.fetchall(), cursor.fetchone(), cursor.rowcount)
c.row_factory = sqlite3.Row
row = c.execute("select a, b as bee from t").fetchone()
print(row.keys(), row["BEE"], row[0], row[-1], tuple(row), len(row), row[0:1], dict(row), row == row, row != 5)
for key in ("c", 5, 1.5):
    tried(row.__getitem__, key)
c.row_factory = lambda cursor, row: dict(zip([d[0] for d in cursor.description], row))
print(c.execute("select a, b from t limit 2").fetchall())
c.row_factory = None
c.text_factory = bytes
print(c.execute("select 'héllo', x'00', 5").fetchone())
c.text_factory = lambda data: data.decode("latin-1")
print(c.execute("select 'hé'").fetchone())
c.text_factory = str


# --- adapters and converters
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __conform__(self, protocol):
        if protocol is sqlite3.PrepareProtocol:
            return f"{self.x};{self.y}"


print(c.execute("select ?", (Point(1, 2),)).fetchone())
sqlite3.register_adapter(complex, lambda z: f"{z.real}+{z.imag}j")
sqlite3.register_converter("point", lambda data: tuple(map(int, data.split(b";"))))
typed = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES | sqlite3.PARSE_COLNAMES)
typed.execute("create table t(p point, d date, s timestamp, z)")
day = datetime.date(2020, 2, 3)
typed.execute("insert into t values(?, ?, ?, ?)", (Point(4, 5), day, datetime.datetime(2021, 1, 2, 3, 4, 5, 6), 1j))
cursor = typed.execute('select p, d, s, z, z as "w [point]", null as "n [point]" from t where z like ?', ("%j",))
print(cursor.description[4])
tried(cursor.fetchone)
print(typed.execute("select p, d, s, z from t").fetchone())
tried(sqlite3.adapt, 5)
tried(sqlite3.register_converter, 5, 5)

# --- limits, the dump, copies
print(c.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH), c.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 20))
tried(c.execute, "select 'a long statement'")
c.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1_000_000)
print("\n".join(c.iterdump()))
other = sqlite3.connect(":memory:")
pages = []
c.backup(other, pages=1, progress=lambda status, left, total: pages.append((status, left, total)))
print(pages, other.execute("select count(*) from t").fetchone())
data = other.serialize()
other.execute("drop table t")
other.commit()
other.deserialize(data)
print(len(data), other.execute("select count(*) from t").fetchone())
other.execute("insert into s values(zeroblob(10))")
with other.blobopen("s", "a", 4) as blob:
    blob.write(b"hello")
    blob[-1] = 33
    print(len(blob), blob.tell(), blob[0], blob[1:4])
print(other.execute("select a from s where rowid = 4").fetchone())

# --- closed ones
cursor = c.cursor()
cursor.close()
tried(cursor.execute, "select 1")
tried(cursor.fetchone)
c.close()
c.close()
for what in (c.cursor, c.commit, lambda: c.total_changes, lambda: c.execute("select 1")):
    tried(what)
tried(sqlite3.Cursor, 5)
tried(sqlite3.connect, 5.5)
tried(sqlite3.connect, "/no/such/directory/x.db")
tried(sqlite3.connect, "file:x?mode=nope", uri=True)
