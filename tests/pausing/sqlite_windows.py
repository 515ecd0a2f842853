# Aggregates of several statements that wait for the host at once are told apart.
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table t(a, b)")
db.executemany("insert into t values(?, ?)", [(i, "xy"[i % 2]) for i in range(6)])
db.commit()


class Sum:
    def __init__(self):
        self.total = 0

    def step(self, x):
        self.total += x
        ask("step")

    def inverse(self, x):
        self.total -= x

    def value(self):
        return self.total

    finalize = value


class Other(Sum):
    def step(self, x):
        self.total += x + sum(row[0] for row in db.execute("select total_of(a) from t group by b"))


db.create_window_function("total_of", 1, Sum)
query = "select b, {}(a) over (partition by b order by a rows between 1 preceding and 1 following) from t order by b, a"
half = db.execute(query.format("total_of"))
print(next(half), next(half))
print(db.execute("select total_of(a) from t").fetchone(), ask("between"), next(half))
db.create_window_function("other", 1, Other)
print(db.execute(query.format("other")).fetchall())
print(half.fetchall())
