# Module sqlite3: databases in files, what they share, and what a state in the midst of their work has to bring back.
import contextlib
import os
import sqlite3
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "a.db")


def tried(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print(result.fetchall() if isinstance(result, sqlite3.Cursor) else result)
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "sqlite_errorname", ""))


# --- two connections to one file
one, two = sqlite3.connect(path), sqlite3.connect(path, timeout=0)
one.execute("create table t(a integer primary key, b)")
one.executemany("insert into t(b) values(?)", [(str(i) * 50,) for i in range(300)])
tried(two.execute, "select count(*) from t")
one.commit()
tried(two.execute, "select count(*), sum(length(b)) from t")
one.execute("delete from t where a > 100")
tried(two.execute, "delete from t")
two.rollback()
tried(two.execute, "select count(*) from t")
tried(one.execute, "select count(*) from t")
one.rollback()
tried(one.execute, "select count(*) from t")
print(os.path.getsize(path) % 4096, open(path, "rb").read(15), sorted(os.listdir(folder)))
reading = two.execute("select a from t")
print(next(reading))
one.execute("update t set b = 'x' where a = 1")
tried(one.commit)
print(len(reading.fetchall()))
one.commit()
tried(two.execute, "select b from t where a = 1")
two.close()
one.close()
os.rename(path, path + "2")
with contextlib.closing(sqlite3.connect(f"file:{path}2?mode=ro", uri=True)) as c:
    tried(c.execute, "select count(*) from t")
    tried(c.execute, "delete from t")
tried(sqlite3.connect, f"file:{path}?mode=rw", uri=True)

# --- savepoints
c = sqlite3.connect(path, isolation_level=None)
c.execute("create table t(a)")
c.execute("begin")
for i in range(5):
    c.execute("insert into t values(?)", (i,))
    c.execute(f"savepoint s{i}")
c.execute("rollback to s3")
tried(c.execute, "select a from t")
c.execute("release s2")
c.execute("insert into t values('more')")
tried(c.execute, "rollback to s3")
c.execute("rollback to s1")
tried(c.execute, "select a from t")
c.execute("commit")
tried(c.execute, "release s0")
tried(c.execute, "select a from t")
c.execute("savepoint alone")
c.execute("delete from t")
c.execute("rollback to alone")
c.execute("release alone")
print(c.in_transaction, c.execute("select count(*) from t").fetchone(), c.total_changes)

# --- settings
c.execute("pragma foreign_keys = on")
c.execute("pragma case_sensitive_like = on")
c.execute("pragma user_version = 7")
c.execute("create table parent(id integer primary key)")
c.execute("create table child(of references parent(id) deferrable initially deferred)")
tried(c.execute, "insert into child values(5)")
c.execute("begin")
c.execute("insert into parent values(5)")
c.execute("insert into child values(5)")
c.execute("commit")
tried(c.execute, "delete from parent")
for name in ("foreign_keys", "user_version", "recursive_triggers", "journal_mode"):
    tried(c.execute, f"pragma {name}")
tried(c.execute, "select 'a' like 'A', 'a' like 'a', 'a' glob 'A'")
c.execute("pragma query_only = 1")
tried(c.execute, "insert into parent values(6)")
c.execute("pragma query_only = 0")

# --- what is in no file, and in several
c.execute("create temp table kept(x)")
c.executemany("insert into kept values(?)", [(i,) for i in range(3)])
c.execute("attach ':memory:' as m")
c.execute("attach ? as other", (path + "3",))
c.execute("create table m.t(x)")
c.execute("create table other.t(x)")
c.execute("insert into m.t select x from kept")
c.execute("begin")
c.execute("insert into other.t select x + 10 from m.t")
c.execute("insert into main.t select x from other.t")
tried(c.execute, "select (select count(*) from main.t), (select count(*) from other.t), (select sum(x) from m.t), (select max(x) from temp.kept)")
c.execute("rollback")
tried(c.execute, "select (select count(*) from main.t), (select count(*) from other.t)")
tried(c.execute, "select name, file != '' from pragma_database_list order by seq")
tried(c.execute, "detach other")

# --- cursors in the midst of their rows
many = c.execute("with recursive n(x) as (select 1 union all select x + 1 from n where x < 3000) select x, hex(x) from n")
total = 0
for x, _ in many:
    total += x
    if x == 1500:
        other = c.execute("select a from t order by a")
        print(next(other), next(many))
print(total, next(other))
inserted = c.execute("insert into t(a) values('r1'), ('r2') returning a, rowid")
print(next(inserted))
tried(inserted.fetchall)

# --- a corrupted file
with open(path + "4", "wb") as file:
    file.write(b"no database" * 100)
c = sqlite3.connect(path + "4")
tried(c.execute, "select * from sqlite_master")
with open(path + "2", "rb") as file:
    data = bytearray(file.read())
data[4096:8192] = b"\xff" * 4096
with open(path + "5", "wb") as file:
    file.write(data)
tried(sqlite3.connect(path + "5").execute, "select * from t")
with open(path + "5", "wb") as file:
    file.write(data[:5000])
tried(sqlite3.connect(path + "5").execute, "select count(*) from t")

# --- a file that had a write-ahead log
with open(path, "rb") as file:
    data = bytearray(file.read())
data[18:20] = b"\2\2"
with open(path + "6", "wb") as file:
    file.write(data)
with contextlib.closing(sqlite3.connect(path + "6")) as c, c:
    tried(c.execute, "select count(*) from t")
    c.execute("insert into t values('more')")
with contextlib.closing(sqlite3.connect(path + "6")) as c:
    tried(c.execute, "select count(*) from t")
