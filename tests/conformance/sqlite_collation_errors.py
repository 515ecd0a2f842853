"""What a collation raises goes through the statement; what isn't a number is 0."""
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table t(v)")
db.executemany("insert into t values (?)", [("a",), ("b",), ("c",)])


def tried(order, sql="select v from t order by v collate k"):
    db.create_collation("k", order)
    try:
        return db.execute(sql).fetchall()
    except Exception as e:
        return type(e).__name__, str(e)


def raises(a, b):
    raise ValueError("x")


print(tried(lambda a, b: 1 / 0), tried(raises), tried(lambda a: 0)[0])
print(tried(lambda a, b: "x"), tried(lambda a, b: None), tried(lambda a, b: 10**30), tried(lambda a, b: (a > b) - (a < b)))
print(tried(lambda a, b: 1 / 0, "select max(v collate k) from t"), tried(raises, "select count(*) from t where v = 'a' collate k"))
print(tried(lambda a, b: (a < b) - (a > b)), db.execute("select count(*) from t").fetchall())
