# Module sqlite3: what SQL calls of the program's: functions, aggregates, collations, handlers, whatever they do.
import sqlite3


def tried(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "sqlite_errorname", ""))


c = sqlite3.connect(":memory:")
c.execute("create table t(a, b)")
c.executemany("insert into t values(?, ?)", [(i, chr(97 + i % 5)) for i in range(10)])
c.commit()


def all_of(sql, *parameters):
    return c.execute(sql, parameters).fetchall()


# --- functions
c.create_function("twice", 1, lambda x: x * 2)
c.create_function("count", -1, lambda *args: len(args))
print(all_of("select twice(a), twice(b) from t limit 3"), all_of("select count(1, 2, 3)"))
for result in (None, 1, 1.5, "text", b"bytes", bytearray(b"x"), True, 2**63, [], object()):
    c.create_function("give", 0, lambda: result)
    tried(all_of, "select give(), typeof(give())")
c.create_function("fail", 1, lambda x: 1 / x)
tried(all_of, "select fail(2)")
tried(all_of, "select fail(0)")
c.create_function("sure", 1, abs, deterministic=True)
c.execute("create index i on t(sure(a))")
print(all_of("select a from t where sure(a) = 3"))
c.create_function("twice", 1, None)
tried(all_of, "select twice(1)")
tried(c.create_function, "twice", -5, abs)


# --- aggregates and windows
class Joined:
    def __init__(self):
        self.parts = []

    def step(self, x, separator):
        self.parts.append(x)
        self.separator = separator

    def finalize(self):
        return self.separator.join(self.parts)


class Sum:
    total = 0

    def step(self, x):
        self.total += x

    def inverse(self, x):
        self.total -= x

    def value(self):
        return self.total

    finalize = value


class Broken:
    def step(self, x):
        raise ValueError(x)


class NoStep:
    pass


c.create_aggregate("joined", 2, Joined)
print(all_of("select b, joined(a, '-') from (select b, cast(a as text) as a from t) group by b order by b"))
print(all_of("select joined(b, '') from t where a > 100"))
c.create_window_function("total_of", 1, Sum)
print(all_of("select a, total_of(a) over (order by a rows between 1 preceding and 1 following) from t"))
c.create_aggregate("broken", 1, Broken)
c.create_aggregate("no_step", 1, NoStep)
tried(all_of, "select broken(a) from t")
tried(all_of, "select no_step(a) from t")

# --- collations
c.create_collation("reverse", lambda a, b: (a < b) - (a > b))
print(all_of("select distinct b from t order by b collate reverse"))
c.create_collation("reverse", None)
tried(all_of, "select b from t order by b collate reverse")
tried(c.create_collation, "reverse", 5)

# --- handlers
traced = []
c.set_trace_callback(traced.append)
c.execute("insert into t values(?, ?)", (5, "it's"))
c.rollback()
c.set_trace_callback(None)
c.execute("select 1")
print(traced)


def authorizer(action, *arguments):
    if action == sqlite3.SQLITE_READ and arguments[1] == "b":
        return sqlite3.SQLITE_IGNORE
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_DELETE else sqlite3.SQLITE_OK


c.set_authorizer(authorizer)
print(all_of("select a, b from t limit 1"))
tried(all_of, "delete from t")
c.set_authorizer(lambda *args: 1 / 0)
tried(all_of, "select a from t")
c.set_authorizer(None)
ticks = []
c.set_progress_handler(lambda: ticks.append(1), 10)
all_of("select count(*) from t, t, t")
print(len(ticks) > 10)
c.set_progress_handler(lambda: len(ticks) > 0, 10)
tried(all_of, "select count(*) from t, t, t")
c.set_progress_handler(None, 10)

# --- callbacks that do something with the database
c.create_function("rows", 0, lambda: all_of("select count(*) from t")[0][0])
print(all_of("select rows()"))
c.create_function("drop_it", 1, lambda x: c.execute("drop table t"))
tried(all_of, "select drop_it(a) from t")
cursor = c.cursor()
c.create_function("again", 0, lambda: cursor.execute("select 1").fetchone()[0])
tried(lambda: cursor.execute("select again()").fetchall())
c.create_function("deep", 1, lambda n: all_of("select deep(?)", n - 1)[0][0] if n else 0)
tried(all_of, "select deep(5)")
print(all_of("select count(*) from t"))

# --- JSON
for a, b in (
    ('{"a":1}', '{"b":2}'),
    ('{"a":{"x":1,"y":[1,2]}}', '{"a":{"x":null,"z":{"q":1.50}}}'),
    ("[1]", '{"b":2}'),
    ('{"a":1}', "[2]"),
    ('{"a":1}', "{"),
    ('{"a": 1, "a": 2}', '{"a":3}'),
    (None, "{}"),
    ("{}", None),
    (1, 2),
    (b"{}", "{}"),
    ("", "{}"),
):
    tried(all_of, "select json_patch(?1, ?2), typeof(json_patch(?1, ?2)), json_object('v', json_patch(?1, ?2))", a, b)
all_of("create table texts(a)")
all_of("create table log(a)")
all_of("create trigger noted after update on texts begin insert into log values (json_extract(new.a, '$.x')); end")
all_of("insert into texts values (?)", '{"x": 4}')
all_of("""update texts set a = json_patch(a, '{"x": 5}')""")
print(all_of("select * from log"), all_of("pragma trusted_schema"))
