"""Programs' databases: what they take is charged, what they do ends, states of them hold whatever they were doing, or refuse to be made."""

import datetime
import json
import random
import resource
import sqlite3
import time
import unittest

import fermata
from fermata import Limits, Program

# The host has used SQLite before any program does: ours can't be told apart there, and is another one.
sqlite3.connect(":memory:").execute("select 1")

NOON = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.timezone.utc)
START = "import sqlite3\nc = sqlite3.connect(':memory:', isolation_level=None)\ndef rows(sql, *p): return c.execute(sql, p).fetchall()\n"


def run(code, **options):
    return Program(START + code).run(**options).value


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


# What a program can do with the functions and records behind a connection: begin something that asks for a file, change or drop what it
# was given meanwhile, and answer.
BEHIND = """
import gc, sqlite3
natives = {}
class Spy(sqlite3.Connection):
    def _do(self, native, *args):
        natives[native.__name__] = native
        return super()._do(native, *args)
    def _settle(self, outcome, native, *args):
        natives[native.__name__] = native
        return super()._settle(outcome, native, *args)
spy = Spy(":memory:")
spy.executescript("create table t(a); insert into t values(x'00');")
spy.create_function("f", 1, abs)
spy.execute("select ?", (1,)).fetchall()
spy.blobopen("t", "a", 1)
spy.backup(sqlite3.connect(":memory:"))
class Stop(BaseException): pass
class Answering(sqlite3.Connection):
    todo = ()
    def _ask(self, question):
        if self.todo: return self.todo.pop()
        raise Stop
def answer(db):
    db[2]["/x"] = bytearray()
    connection = Answering(":memory:")
    connection._db, connection.todo = db, [(True, None)]
    try: connection._settle(["x", 0, 0, ()], natives["counts"] if "counts" in natives else natives["open"])
    except (Stop, sqlite3.Error, RuntimeError): pass
def record(path="/x"):
    return [path, 6, {"": bytearray()}, [], (False, False, 0), {}, (), None, None, None, 0, None, [], False, None, None]
def used_again():
    gc.collect()
    return [["q", 0] for _ in range(3000)] + [{i: i} for i in range(3000)] + [bytearray(2) for _ in range(3000)]
"""
CHANGED = (
    "place = ['select 1; select 2', 0]; natives['script'](db, place); place[0] = 5; answer(db)",
    "place = ['select 1; select 2', 0]; natives['script'](db, place); place.clear(); answer(db)",
    "place = ['select 1; select 2', 0]; natives['script'](db, place); del place; kept = used_again(); answer(db)",
    "data = bytes(5000); natives['blob'](db, ('main', 't', 'a', 1), True, 0, data, 0); del data; kept = used_again(); answer(db)",
    "natives['register'](db, (1, 'f' + str(len(db)), 1, 0, 0)); kept = used_again(); answer(db)",
    "to = record('memory'); natives['open'](to); natives['backup'](db, to, [], 'main', -1); to.clear(); del to; kept = used_again(); answer(db)",
    "to = record('memory'); natives['open'](to); natives['backup'](db, to, [], 'main', -1); del to; kept = used_again(); answer(db)",
)
BACKUP = """
import sqlite3
a, b = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
a.execute("create table t(x)")
a.executemany("insert into t values(?)", [(bytes(3000),)] * 20)
a.commit()
said = []
def progress(code, left, pages):
    try: DO
    except sqlite3.Error as error: said.append(type(error).__name__)
a.backup(b, pages=3, progress=progress)
(b.execute("select count(*) from t").fetchall(), len(said))
"""


class BoundsTest(unittest.TestCase):
    def test_records_that_change_meanwhile(self):
        for code in CHANGED:
            with self.subTest(code):
                run(BEHIND + "db = record()\n" + code + "\nkept = used_again()")

    def test_nothing_else_writes_to_a_backups_target(self):
        for code in (
            'b.execute("vacuum")',
            'b.execute("create table q(x)")',
            "left and b.close()",
            "b.deserialize(a.serialize())",
            "b.backup(a)",
        ):
            with self.subTest(code):
                rows, said = run(BACKUP.replace("DO", code))
                self.assertEqual(rows, [(20,)])
                self.assertGreater(said, 2)

    def test_work_ends_in_time(self):
        for code in (
            "rows('with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n')",
            "rows('with recursive n(x) as (select 1 union all select x + 1 from n) select sum(length(hex(zeroblob(9000000)))) from n')",
            "while 1: rows('select instr(?, ?)', 'a' * 4_000_000, 'a' * 2_000_000 + 'b')",
            "rows('select ? like ?', 'a' * 9_000_000, '%' + 'a' * 20_000 + 'b%')",
            "rows('select trim(?, ?)', 'z' * 4_000_000, ''.join(map(chr, range(100, 50_000))))",
            "text = '{' + ','.join(f'\"{i}\":{i}' for i in range(9_000)) + '}'\nwhile 1: rows('select json_patch(?1, ?1)', text)",
            "c._level = '\\0'\nc.execute('create table t(a)')\nc.execute('insert into t values(1)')\nwhile 1: pass",
            "while 1: c.executescript(';' * 1_000_000)",
            "c.create_function('f', 1, lambda x: x)\nrows('with recursive n(x) as (select 1 union all select f(x) from n) select x from n')",
        ):
            with self.subTest(code), self.assertRaises(fermata.LimitError) as caught:
                begun = time.monotonic()
                run(code, limits=Limits(time_ms=300))
            self.assertEqual(caught.exception.limit, "time_ms")
            self.assertLess(time.monotonic() - begun, 8)

    def test_views_of_views(self):
        # (Stopped while the statement is prepared, which took a minute.)
        views = "rows('create table v0(a)')\nfor i in range(1, 20):\n    rows(f'create view v{i} as select a from v{i-1} union all select a from v{i-1}')\n"
        with self.assertRaises(fermata.LimitError) as caught:
            run(views + "rows('select * from v15')", limits=Limits(steps=200_000, time_ms=0))
        self.assertEqual(caught.exception.limit, "steps")

    def test_steps_are_charged(self):
        with self.assertRaises(fermata.LimitError) as caught:
            run(
                "rows('with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n')",
                limits=Limits(steps=1_000_000),
            )
        self.assertEqual(caught.exception.limit, "steps")

    def test_memory_is_the_heaps(self):
        before = peak()
        for code in (
            "rows('create table t(x)')\nwhile 1: rows('insert into t values(zeroblob(100000))')",
            "rows('begin')\nrows('create table t(x)')\nwhile 1: rows('insert into t values(zeroblob(100000))')",
            "rows('create temp table t(x)')\nwhile 1: rows('insert into t values(zeroblob(100000))')",
            "kept = [c.execute('select ' + '1,' * 1900 + str(i)) for i in range(100_000)]",
            "for i in range(100_000): rows(f'create table t{i}(' + ', '.join(f'column_number_{n}' for n in range(500)) + ')')",
            "rows('with recursive n(x) as (select 1 union all select x + 1 from n where x < 100000) select group_concat(hex(zeroblob(1000))) from n')",
            "rows('with recursive n(x) as (select randomblob(100) union all select randomblob(100) from n) select x from n order by x')",
            "kept = [sqlite3.connect(':memory:').execute('select 1 union select 2') for _ in range(100_000)]",
            "rows('select length(hex(zeroblob(40000000)))')",
        ):
            with self.subTest(code):
                with self.assertRaises((fermata.LimitError, fermata.RuntimeError)) as caught:
                    run(code, limits=Limits(heap_bytes=48_000_000, time_ms=20_000))
                self.assertRegex(str(caught.exception), "heap_bytes|MemoryError|too big")
        self.assertLess(peak() - before, 300_000_000)

    def test_databases_in_memory_leave_nothing(self):
        code = "for _ in range(2_000):\n    rows('attach \":memory:\" as o')\n    rows('detach o')\n    sqlite3.connect(':memory:').close()"
        run(code, limits=Limits(heap_bytes=24 << 20, steps=0, time_ms=0))

    def test_depth(self):
        deep = "a" * 24_000
        self.assertEqual(run(f"rows('select ? like ?', {deep!r}, '%a' * 24_000)"), [(1,)])
        code = (
            "rows('create view v0 as select 1 as x')\n"
            "for i in range(1, 600): rows(f'create view v{i} as select x from v{i - 1}')\n"
            "try: r = rows('select * from v599')\nexcept sqlite3.Error as e: r = 'too deep'\nr"
        )
        self.assertIn(run(code), ([(1,)], "too deep"))
        nested = "def f(n): return rows('select f(?)', n + 1)[0][0]\nc.create_function('f', 1, f)\n"
        code = nested + "try: rows('select f(0)')\nexcept sqlite3.OperationalError as e: r = str(e)\n(r, rows('select 5'))"
        self.assertEqual(run(code), ("user-defined function raised exception", [(5,)]))

    def test_near_the_limit_of_recursion(self):
        code = (
            "import gc\nc.create_function('collect', 0, gc.collect)\nsaid = set()\n"
            "def f(n):\n try: said.add(str(rows('select collect()')))\n except RecursionError: said.add('deep')\n if n: f(n - 1)\n"
            "try: f(2000)\nexcept RecursionError: pass\n(sorted(said), rows('select 1'))"
        )
        self.assertEqual(run(code), (["[(0,)]", "deep"], [(1,)]))

    def test_nothing_of_the_host(self):
        code = "said = []\nfor sql in ({0}):\n try: said.append(rows(sql))\n except sqlite3.Error as e: said.append(str(e))\nsaid"
        asked = [
            "vacuum into 'file:/tmp/fermata-sqlite-test?vfs=unix'",
            "attach 'file:/etc/passwd?vfs=unix' as x",
            "select load_extension('libm.so.6')",
            "select fts3_tokenizer('simple')",
            "attach '/etc/passwd' as y",
        ]
        said = run(code.format(", ".join(map(repr, asked))))
        self.assertEqual(said[:2], ["authorization denied", "not authorized"])
        self.assertEqual(said[2:4], ["not authorized to use function: load_extension", "not authorized to use function: fts3_tokenizer"])

    def test_clock_zone_and_chance(self):
        code = "(rows(\"select datetime('now'), datetime('now', 'localtime')\"), rows('select random(), hex(randomblob(4))'))"
        options = {"clock": NOON, "zone": "Asia/Tokyo", "seed": 5}
        first = run(code, **options)
        self.assertEqual(first[0], [("2026-11-22 12:00:00", "2026-11-22 21:00:00")])
        self.assertEqual(first, run(code, **options))


class CallbacksTest(unittest.TestCase):
    def test_whatever_they_do(self):
        code = (
            "import gc\nrows('create table t(a)')\nrows('insert into t values(1), (2), (3)')\n"
            "other = sqlite3.connect(':memory:')\nsaid = []\n"
            "def tried(f, sql='select f(a) from t'):\n"
            " c.create_function('f', 1, lambda a: f())\n"
            " try: said.append(str(rows(sql)))\n except sqlite3.Error as e: said.append(str(e))\n"
            "cursor = c.cursor()\n"
            "tried(lambda: c.close())\ntried(lambda: c.__init__(':memory:'))\ntried(lambda: rows('drop table t'))\n"
            "tried(lambda: gc.collect() * 0)\ntried(lambda: c.create_function('f', 1, None))\ntried(lambda: c.interrupt())\n"
            "tried(lambda: rows('begin') and 0)\ntried(lambda: rows('rollback') and 0)\ntried(lambda: other.backup(c))\n"
            "tried(lambda: c.deserialize(other.serialize()))\ntried(lambda: c.set_authorizer(lambda *a: 1))\n"
            "said.append(c.execute('select count(*) from t').fetchone() if not c.set_authorizer(None) else 0)\nsaid"
        )
        said = run(code)
        self.assertEqual(said[0], "user-defined function raised exception")
        self.assertEqual(said[-1], (3,))

    def test_cycles_and_what_nobody_has_any_more(self):
        code = (
            "import gc\nclass C(sqlite3.Connection): pass\n"
            "for i in range(50):\n"
            " d = C(':memory:')\n d.me = d\n d.create_function('f', 1, lambda x, d=d: x)\n"
            " d.cursors = [d.execute('with recursive n(x) as (select 1 union all select f(x) from n) select x from n') for _ in range(5)]\n"
            " [next(one) for one in d.cursors]\n"
            " if i % 7 == 0: gc.collect()\n"
            "gc.collect()\nrows('select 1')"
        )
        self.assertEqual(run(code, limits=Limits(heap_bytes=64_000_000)), [(1,)])


PAUSING = START + (
    "c.execute('create table t(a)')\nc.executemany('insert into t values(?)', [(i,) for i in range(2000)])\n"
    "c.create_function('asked', 1, lambda x: ask(x))\n"
)


class StatesTest(unittest.TestCase):
    def goes_on(self, code, answers, **options):
        """What a program gives that is saved and loaded at each of its calls."""
        step = Program(PAUSING + code, functions=["ask"]).start(**options)
        for encoding in answers:
            step = fermata.load(step.save(encoding)).resume(step.calls_pending[0].args[0] * 10)
        return step.value

    def test_in_the_middle_of_a_statement(self):
        code = "rows('select asked(a) from t where a between 3 and 5 order by a')"
        self.assertEqual(self.goes_on(code, ["msgpack", "json", "msgpack"]), [(30,), (40,), (50,)])
        code = "c.execute('insert into t select asked(a) from t where a in (7, 8)')\nrows('select count(*), max(rowid), sum(a) from t')"
        self.assertEqual(self.goes_on(code, ["msgpack", "json"]), [(2002, 2002, 1999000 + 150)])

    def test_between_the_statements_of_a_script(self):
        # (Of long ones: what is soon done isn't stopped.)
        text = "insert into k values(1);--" + "x" * 4000 + "\\n"
        for begin, end in (("", ""), ("begin;", "commit;")):
            code = (
                f"c.execute('create table k(x)')\nc.executescript('{begin}' + '{text}' * 2000 + '{end}')\nrows('select max(rowid) from k')"
            )
            program = Program(START + code)
            steps = program.run().spent.steps
            for less in (1000, 9000, 17_000):
                step = program.start(limits=Limits(steps=steps - less))
                self.assertIsInstance(step, fermata.Exhausted)
                step = fermata.load(step.save()).resume(more=Limits(steps=2_000_000))
                self.assertEqual(step.value, [(2000,)])

    def test_nobody_is_asked_twice(self):
        code = "rows('select asked(a) from t where a between 3 and 6')"
        self.assertEqual(self.goes_on(code, ["msgpack", "json", "msgpack", "json"]), [(30,), (40,), (50,), (60,)])
        code = (
            "called = []\nc.create_function('noted', 1, lambda a: called.append(a) or a)\n"
            "d = c.execute('select noted(a) from t')\nfirst = [next(d) for _ in range(50)]\nask(1)\nnext(d)\nask(2)\nlen(called), next(d)"
        )
        self.assertEqual(self.goes_on(code, ["json", "msgpack"]), (52, (51,)))

    def test_what_an_authorizer_has_answered(self):
        # In a new process statements are prepared anew; it isn't asked again, unless another was set, which is asked about all of them.
        code = (
            "asked = []\nc.execute('create table s(a, secret)')\nc.execute('insert into s values(1, 2)')\n"
            "def ignore(action, *names):\n  asked.append(names[1])\n  return sqlite3.SQLITE_IGNORE if names[1] == 'secret' else 0\n"
            "c.set_authorizer(ignore)\nlook = lambda: rows('select a, secret from s')[0]\nseen = [look()]\nask(1)\nseen.append(look())\n"
            "c.set_trace_callback(asked.append)\nseen.append(look())\nc.set_trace_callback(None)\nask(2)\n"
            "c.set_authorizer(None)\nseen.append(look())\nask(3)\nseen.append(look())\n"
            "c.set_authorizer(lambda *_: asked.append('other') or 0)\nask(4)\nseen.append(look())\nask(5)\nseen.append(look())\n"
            "c.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)\nask(6)\n"
            "try: look()\nexcept sqlite3.DatabaseError as e: seen.append(str(e))\n(seen, asked)"
        )
        seen = [(1, None)] * 5 + [(1, 2)] * 2 + ["not authorized"]
        asked = [None, "a", "secret", "select a, secret from s", "other", "other", "other"]
        self.assertEqual(self.goes_on(code, ["msgpack", "json"] * 3), (seen, asked))
        self.assertEqual(Program(PAUSING + code, functions={"ask": lambda i: i}).run().value, (seen, asked))

    def test_nothing_else_uses_it_while_its_authorizer_is_asked(self):
        # SQLite reads a statement by what it knows of the tables: a change of them meanwhile was memory that was freed.
        start = "c.execute('create table a(x)')\nc.execute('create table b(x)')\ntold = []\ndef tried(f):\n  try: f()\n  except Exception as e: told.append(type(e).__name__ + str(e)[-27:])\n"
        for outer in (
            "drop table a",
            "alter table a rename to n",
            "analyze a",
            "delete from a",
            "create index i on a(x)",
            "select * from a",
        ):
            for inner in (
                "c.execute('drop table a')",
                "c.execute('select 1')",
                "c.executescript('drop table a')",
                "c.create_function('f', 1, abs)",
                "c.create_collation('k', max)",
                "c.backup(sqlite3.connect(':memory:'))",
                "sqlite3.connect(':memory:').backup(c)",
                "c.blobopen('a', 'x', 1)",
                "next(d)",
            ):
                code = (
                    start
                    + f"d = c.execute('select 1 union select 2')\ndef asked(*a):\n  c.set_authorizer(None)\n  tried(lambda: {inner})\n  return 0\nc.set_authorizer(asked)\nc.execute({outer!r})\nlen(told)"
                )
                with self.subTest(outer=outer, inner=inner):
                    self.assertIn(run(code), (0, 1))
        code = (
            start
            + "def asked(*a):\n  tried(lambda: c.execute('drop table a'))\n  return 0\nc.set_authorizer(asked)\nc.execute('drop table b')\ntold[0], c.in_transaction"
        )
        self.assertEqual(run(code), ("InterfaceErrorile its authorizer is asked", False))

    def test_a_state_while_the_authorizer_is_asked(self):
        # Another connection changes the tables, a state is made, and the session goes on, as itself or as another.
        code = (
            "x, y = (sqlite3.connect('f.db', isolation_level=None) for _ in 'ab')\nx.execute('create table a(x)')\nx.execute('insert into a values(7)')\n"
            "def asked(action, *names):\n  if action == sqlite3.SQLITE_READ:\n    y.execute('create table n(z)')\n    y.execute('drop table n')\n    ask(1)\n  return 0\n"
            "x.set_authorizer(asked)\nx.execute('select x from a').fetchall()"
        )
        step = Program(PAUSING + code, functions=["ask"]).start()
        other = fermata.load(step.save())
        while isinstance(step, fermata.Paused):
            step.save()
            step = step.resume(10)
        while isinstance(other, fermata.Paused):
            other = other.resume(10)
        self.assertEqual((step.value, other.value), ([(7,)], [(7,)]))

    def test_nothing_is_dropped_while_a_statement_runs(self):
        code = (
            "def drop(a):\n  ask(a)\n  for sql in ('drop table t', 'drop index i'):\n"
            "    try: c.execute(sql)\n    except sqlite3.OperationalError as e: told.append(str(e))\n"
            "told = []\nc.execute('create index i on t(a)')\nc.create_function('dropping', 1, drop)\nrows('select dropping(a) from t limit 2')\n"
            "c.execute('drop index i')\nc.execute('drop table t')\ntold"
        )
        self.assertEqual(self.goes_on(code, ["json", "msgpack"]), ["database table is locked"] * 4)

    def test_half_read_and_not_committed(self):
        code = (
            "d = c.execute('select a from t')\nfirst = [next(d) for _ in range(700)]\nc.execute('begin')\nc.execute('delete from t where a < 100')\n"
            "ask(1)\nleft = len(d.fetchall())\ninside = rows('select count(*) from t')\nc.execute('rollback')\n(left, inside, rows('select count(*) from t'))"
        )
        self.assertEqual(self.goes_on(code, ["json"]), (1300, [(1900,)], [(2000,)]))

    def test_what_waits_for_foreign_keys_is_refused(self):
        code = (
            "c.execute('pragma foreign_keys = 1')\nc.execute('create table p(a primary key)')\n"
            "c.execute('create table k(a references p(a) deferrable initially deferred)')\nc.execute('begin')\nc.execute('insert into k values(5)')\n"
            "ask(1)\nc.execute('insert into p values(5)')\nc.execute('commit')\nask(2)\nrows('select * from k')"
        )
        step = Program(PAUSING + code, functions=["ask"]).start()
        with self.assertRaisesRegex(fermata.UsageError, "no state can be made now: .* foreign keys"):
            step.save("msgpack")
        step = step.resume(1)
        self.assertEqual(fermata.load(step.save("msgpack")).resume(2).value, [(5,)])

    def test_a_full_heap(self):
        code = (
            "c.execute('begin')\nc.execute('insert into t values(zeroblob(9000000))')\nc.execute('savepoint s')\n"
            "c.execute('insert into t values(zeroblob(9000000))')\nkept = bytearray(19_000_000)\nask(1)\ndel kept\nc.execute('rollback')\nask(2)\nrows('select count(*) from t')"
        )
        step = Program(PAUSING + code, functions=["ask"]).start(limits=Limits(heap_bytes=40_000_000))
        with self.assertRaisesRegex(fermata.UsageError, "no room"):
            step.save("msgpack")
        step = step.resume(1)
        self.assertEqual(fermata.load(step.save("msgpack")).resume(2).value, [(2000,)])

    def test_states_that_lie(self):
        code = (
            "c.execute('create temp table k(x)')\nc.execute('begin')\nc.execute('delete from t where a > 10')\nc.execute('savepoint one')\n"
            "c.execute('delete from t where a > 5')\nask(1)\nd = c.execute('select * from t, t as u')\nnext(d)\n"
            "said = rows('select asked(a) from t where a < 2')\nc.execute('rollback to one')\nsaid += d.fetchall()[:1] + rows('select count(*) from t')\n"
            "c.execute('commit')\nc.create_function('asked', 1, None)\nsaid"
        )
        step = Program(PAUSING + code, functions=["ask"]).start()
        good = json.loads(step.save("json"))
        chance = random.Random(7)
        ended = 0
        for _ in range(150):
            state = json.loads(json.dumps(good))
            at = state["heap"] if isinstance(state.get("heap"), list) else list(state["heap"].values())
            for _ in range(chance.randrange(1, 4)):
                self.lie(chance.choice(at), chance)
            try:
                loaded = fermata.load(json.dumps(state).encode())
                while isinstance(loaded, fermata.Paused):
                    loaded = loaded.resume(1)
                ended += 1
            except (fermata.Error, ValueError):
                pass
        self.assertGreater(ended, 5)

    def test_every_slot_of_every_record(self):
        code = "d = c.execute('select asked(a) from t')\nnext(d), next(d)\nd.fetchall()[:1]"
        step = Program(PAUSING + code, functions=["ask"]).start().resume(1)
        good = step.save("json")

        def records(at, sizes=(16, 7)):  # of a connection, of a statement
            found = [at] if isinstance(at, list) and len(at) in sizes else []
            items = at if isinstance(at, list) else at.values() if isinstance(at, dict) else ()
            return found + [record for item in items for record in records(item)]

        sizes = [len(record) for record in records(json.loads(good)["heap"])]
        self.assertEqual((16 in sizes, 7 in sizes), (True, True))
        ended = 0
        for number, size in enumerate(sizes):
            for slot in range(size):
                for value in (None, False, 1, -1, 1 << 40, "\0", [], {}, {"$tuple": [1, 2, 3]}, {"$bytes": "AAAA"}):
                    state = json.loads(good)
                    records(state["heap"])[number][slot] = value
                    try:
                        loaded = fermata.load(json.dumps(state).encode(), limits=Limits(time_ms=1000))
                        while isinstance(loaded, fermata.Paused):
                            loaded = loaded.resume(1)
                        ended += 1
                    except fermata.Error:
                        pass
        self.assertGreater(ended, 20)

    def lie(self, record, chance):
        places = []

        def look(at):
            items = enumerate(at) if isinstance(at, list) else at.items() if isinstance(at, dict) else ()
            for key, value in items:
                places.append((at, key))
                look(value)

        look(record)
        if places:
            at, key = chance.choice(places)
            at[key] = chance.choice([None, 0, -1, 1, 2, 1 << 40, "", "main", [], True, {"$bytes": "AAAA" * 2000}, {"$tuple": []}])


if __name__ == "__main__":
    unittest.main()
