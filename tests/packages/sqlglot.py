# packages: sqlglot
import sqlglot

assert sqlglot.transpile("SELECT a FROM t LIMIT 5", write="tsql") == ["SELECT TOP 5 a FROM t"]
e = sqlglot.parse_one("select a, b+1 as c from t join u on t.x=u.x where a>1")
print(e.sql(pretty=True), [t.name for t in e.find_all(sqlglot.exp.Table)])
from sqlglot.optimizer import optimize

print(optimize(e, schema={"t": {"a": "int", "b": "int", "x": "int"}, "u": {"x": "int"}}).sql())
