# What SQL calls of the program's may wait for the host: the statement goes on where it was.
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table t(a, b)")
db.executemany("insert into t values(?, ?)", [(i, "xyz"[i % 3]) for i in range(6)])
db.commit()


class Total:
    def __init__(self):
        self.total = 0

    def step(self, x):
        self.total += ask(x)

    def inverse(self, x):
        self.total -= ask(x)

    def value(self):
        return ask(self.total)

    finalize = value


def failing(x):
    ask(x)
    raise ValueError(x)


db.create_function("asked", 1, ask)
db.create_function("failing", 1, failing)
db.create_aggregate("total_of", 1, Total)
db.create_window_function("moving", 1, Total)
db.create_collation("asking", lambda a, b: ask((a > b) - (a < b)))

print(db.execute("select asked(a) + 1, b from t where a < 3").fetchall())
print(db.execute("select b, total_of(a) from t group by b order by b").fetchall())
print(db.execute("select moving(a) over (order by a rows 1 preceding) from t where a < 3").fetchall())
print(db.execute("select distinct b from t order by b collate asking desc").fetchall())
for row in db.execute("select asked(a), (select asked(b)) from t limit 2"):
    print(row, ask("between"))
try:
    db.execute("select failing(a) from t")
except sqlite3.OperationalError as error:
    print(error)

# Within one another, and where rows are written.
db.create_function("within", 1, lambda x: db.execute("select asked(?) * 2", (x,)).fetchone()[0])
print(db.execute("select within(a) from t where a in (1, 2)").fetchall())
db.isolation_level = None
print(db.execute("insert into t select asked(a) + 100, b from t where a < 2 returning a").fetchall(), db.in_transaction)
db.executescript("create table log(x); create trigger tr after update on t begin insert into log values(asked(new.a)); end;")
db.execute("update t set b = 'w' where a in (1, 2)")
print(db.execute("select x from log").fetchall(), db.execute("select count(*) from t").fetchone())

# What watches statements.
db.set_trace_callback(lambda sql: ask(sql))
db.execute("select 5")
db.set_trace_callback(None)
db.set_authorizer(lambda action, *rest: ask(0))
print(db.execute("select a from t").fetchone())
db.set_authorizer(None)
db.set_progress_handler(lambda: ask(0), 400)
print(db.execute("with recursive n(x) as (select 1 union all select x + 1 from n where x < 100) select sum(x) from n").fetchone())
