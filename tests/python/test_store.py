"""fermata.Store and its Runs: what is submitted, looked at, cancelled, forked and pruned; values that a store holds."""

import asyncio
import copy
import dataclasses
import datetime
import decimal
import enum
import os
import pathlib
import pickle
import sqlite3
import threading
import unittest

import fermata
from durable_support import StoreCase


class Size(enum.Enum):
    SMALL = 1


@dataclasses.dataclass
class Parcel:
    to: str
    size: Size = Size.SMALL


class OrderError(Exception):
    def __init__(self, order, message):
        super().__init__(order, message)
        self.order = order


class Runs(StoreCase):
    def test_a_run(self):
        run = self.store.submit("print('so far')\nn * 2", {"n": 21}, name="agent.py", key="order-17", tags={"for": "ada"}, priority=2)
        self.assertEqual((run.status, run.source), ("ready", "print('so far')\nn * 2"))
        info = run.info()
        self.assertEqual((info.id, info.name, info.key, info.tags, info.priority), (run.id, "agent.py", "order-17", {"for": "ada"}, 2))
        self.assertEqual((info.queue, info.tenant, info.seq, info.ended, info.limits), ("default", "default", 0, None, fermata.Limits()))
        self.assertEqual(info.created.tzinfo, datetime.timezone.utc)
        self.drain()
        self.assertEqual((run.wait(timeout=0), run.result(), run.stdout, run.stderr), ("done", 42, "so far\n", ""))
        self.assertGreaterEqual(run.info().ended, info.created)
        self.assertGreater(run.info().spent.steps, 0)
        self.assertEqual(self.store.run(run.id[:12]), run)
        self.assertEqual(self.store.runs(), [run])

    def test_classes_that_have_changed(self):
        before = dataclasses.make_dataclass("Money", [("amount", str)])
        today = dataclasses.make_dataclass("Money", [("cents", int)])
        path = os.path.join(self.folder, "changed.db")
        code = "pay(Money('2.50'))\nMoney('1.00')"
        run = fermata.Store(path, types=[before]).submit(code)
        fermata.Worker(fermata.Store(path, types=[before]), tools=[]).drain()

        def pay(money):
            self.assertEqual(money, today(250))

        store = fermata.Store(path, types=[today], migrate=lambda name, fields: {"cents": int(fields["amount"].replace(".", ""))})
        fermata.Worker(store, tools=[pay]).drain()
        self.assertEqual(store.run(run.id).result(), today(100))
        self.assertEqual(store.run(run.id).calls()[0].args, (today(250),))
        with self.assertRaisesRegex(fermata.CrossingError, "its fields are amount"):
            fermata.Store(path, types=[today]).run(run.id).result()
        self.assertEqual(fermata.Store(path, types=[before]).run(run.id).result(), before("1.00"))

    def test_a_key_has_one_run(self):
        run = self.store.submit("1", key="a")
        self.assertEqual(self.store.submit("1", key="a"), run)
        self.assertNotEqual(self.store.submit("1", key="a", tenant="other"), run)
        with self.assertRaisesRegex(fermata.RefusedError, "whose program is another one"):
            self.store.submit("2", key="a")
        self.assertNotEqual(self.store.submit("1"), self.store.submit("1"))

    def test_files(self):
        code = "import os\nask()\nopen('out', 'wb').write(open('in.csv', 'rb').read() + input().encode())\nimport time\nos.environ['A'], time.tzname[0]"

        def ask():
            return None

        given = {"files": {"in.csv": "ü,", "/srv/b": b"\xff"}, "stdin": "said\n", "environ": {"A": "b"}, "zone": "Asia/Tokyo"}
        run = self.store.submit(code, key="f", **given)
        self.assertEqual((run.files(), self.store.submit(code, key="f", **given)), ({}, run))
        for other in ({"files": {"in.csv": "u,"}}, {"stdin": None}, {"stdin": "else"}, {"environ": {}}, {"zone": None}):
            with self.subTest(other), self.assertRaisesRegex(fermata.KeyConflictError, "other files, standard input or environment"):
                self.store.submit(code, key="f", **{**given, **other})
        self.drain(ask)
        self.assertEqual((run.result(), run.files()), (("b", "JST"), {"/home/user/out": "ü,said".encode()}))
        self.assertEqual(run.at(1).files, {})
        # Where it is forked, all of it is there, and the other one isn't changed.
        fork = run.fork(1)
        self.drain(ask)
        self.assertEqual(fork.files(), run.files())
        self.assertEqual(self.store.submit("1").files(), {})

    def test_impossible_files(self):
        for given, why in (
            ({"files": {"a/": "x"}}, "a/"),
            ({"files": {"a": "x", "a/b": "y"}}, "a"),
            ({"files": {"a": 1}}, "a"),
            ({"environ": {"A=": "x"}}, "A="),
            ({"stdin": 1}, "stdin must be text or bytes"),
            ({"files": {"a": b"x" * 2_000_000}, "limits": fermata.Limits(heap_bytes=1_000_000)}, "doesn't fit"),
        ):
            with self.subTest(given=list(given)), self.assertRaisesRegex(fermata.UsageError, why):
                self.store.submit("1", **given)
        self.assertEqual(self.store.runs(), [])

    def test_what_can_not_be_compiled_is_not_kept(self):
        with self.assertRaisesRegex(fermata.SyntaxError, "invalid syntax"):
            self.store.submit("x = = 1")
        self.assertEqual(self.store.runs(), [])

    def test_a_program(self):
        program = fermata.Program("1 / 0", name="mine.py")
        run = self.store.submit(program)
        self.drain()
        with self.assertRaises(fermata.RuntimeError) as caught:
            run.result()
        error = caught.exception
        self.assertEqual(
            (error.type, error.message, str(error)),
            ("ZeroDivisionError", "division by zero", "ZeroDivisionError: division by zero (mine.py, line 1)"),
        )
        self.assertEqual(type(error.exception), ZeroDivisionError)
        self.assertIn('File "mine.py", line 1, in <module>\n    1 / 0\n', error.traceback)
        self.assertEqual([frame.line for frame in error.frames], [1])

    def test_wrong_arguments(self):
        for wrong, error, said in (
            (lambda: fermata.Store(7), TypeError, "a store is a path"),
            (lambda: fermata.Store(os.path.join(self.folder, "no", "such", "folder")), fermata.StoreError, "no/such"),
            (lambda: fermata.Store("mysql://x"), fermata.StoreError, "mysql"),
            (lambda: fermata.Store(self.where, types=[int]), fermata.UsageError, "int"),
            (
                lambda: fermata.Store(self.where, types=[fermata.HandleType("Database", methods=["query"])]),
                fermata.UsageError,
                "can't keep handles",
            ),
            (lambda: fermata.Store(self.where, patience_ms=-1), fermata.UsageError, "patience_ms must be a number"),
            (lambda: fermata.Store(self.where, sealer="keys"), TypeError, "sealer must be a fermata.Sealer"),
            (lambda: self.store.submit(7), TypeError, "code must be a str"),
            (lambda: self.store.submit("1", ["n"]), fermata.UsageError, "inputs must be a mapping"),
            (lambda: self.store.submit("1", {"n": object()}), TypeError, r"'object' can't enter the sandbox: it is at \['n'\]"),
            (lambda: self.store.submit("1", {"n": fermata.handle(object(), "file")}), TypeError, "a store can't keep it"),
            (lambda: self.store.submit("1", at="tomorrow"), fermata.UsageError, "at must be a datetime"),
            (lambda: self.store.submit("1", seed=-1), fermata.UsageError, "seed"),
            (lambda: self.store.submit("1", limits=7), TypeError, "limits must be a fermata.Limits"),
            (lambda: self.store.submit("1", arguments="x"), fermata.UsageError, "arguments must be a list"),
            (lambda: self.store.run("zz"), fermata.RefusedError, "there is no run zz"),
            (lambda: self.store.runs(status="finished"), fermata.UsageError, "status must be one of ready"),
            (lambda: self.store.runs(most=0), fermata.UsageError, "most must be a number from 1"),
            (lambda: self.store.prune("yesterday"), fermata.UsageError, "before must be a datetime"),
        ):
            with self.subTest(said), self.assertRaisesRegex(error, said):
                wrong()
        self.assertEqual(self.store.runs(), [])

    def test_waits(self):
        run = self.store.submit("1")
        with self.assertRaisesRegex(TimeoutError, f"the run {run.id} is ready after 0.01 seconds"):
            run.wait(timeout=0.01)
        with self.assertRaises(TimeoutError):
            asyncio.run(run.result_async(timeout=0.01))
        results = []
        thread = threading.Thread(target=lambda: results.append(run.result()))
        thread.start()

        async def wait():
            return await asyncio.gather(run.wait_async(), run.result_async(), fermata.Worker(self.store, jail=False).drain_async())

        self.assertEqual(asyncio.run(wait())[:2], ["done", 1])
        thread.join()
        self.assertEqual(results, [1])

    def test_runs_are_found(self):
        done = self.store.submit("1", queue="a")
        self.drain(queues=["a"])
        others = [self.store.submit("1", queue="b", tenant=f"t{i}") for i in range(3)]
        middle = others[1]
        others.sort(key=lambda run: run.id)  # (some may be of one millisecond)
        self.assertEqual(self.store.runs(), [*reversed(others), done])
        self.assertEqual(self.store.runs(status="done"), [done])
        self.assertEqual(self.store.runs(queue="b", most=2), [others[2], others[1]])
        self.assertEqual(self.store.runs(queue="b", most=2, before=others[1]), [others[0]])
        self.assertEqual(self.store.runs(tenant="t1"), [middle])

    def test_is_cancelled(self):
        run = self.store.submit("wait()")
        run.cancel("not needed")
        with self.assertRaisesRegex(fermata.RunCancelledError, f"the run {run.id} was cancelled: not needed") as caught:
            run.result()
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((again.run, again.reason, str(again)), (run.id, "not needed", str(caught.exception)))
        with self.assertRaises(fermata.RefusedError):
            run.cancel()

    def test_is_dead_and_tried_again(self):
        run = self.store.submit("for n in range(10_000): pass\n'enough'", limits=fermata.Limits(steps=1_000))
        self.drain()
        with self.assertRaisesRegex(fermata.RunDeadError, "is dead: the limit of steps is used up"):
            run.result()
        run.retry(limits=fermata.Limits())
        self.drain()
        self.assertEqual(run.result(), "enough")

    def test_history_and_snapshots(self):
        run = self.store.submit("def twice(n):\n    print('asks', n)\n    return ask(n) * 2\ntwice(4)", name="agent.py")
        self.drain(lambda_named("ask", lambda n: n + 1))
        self.assertEqual([event.kind for event in run.history()], ["submit", "claim", "advance", "dispatch", "answer", "advance"])
        first, last = run.history()[0], run.history()[-1]
        self.assertEqual((first.number, first.status, first.worker, last.status, last.seq), (1, "ready", None, "done", 2))
        self.assertEqual(run.history()[3].data["key"], f"{run.id}:1:1")
        self.assertIsInstance(first.at, datetime.datetime)
        at = run.at(1)
        self.assertEqual([(frame.function, frame.line) for frame in at.stack], [("<module>", 4), ("twice", 3)])
        self.assertEqual((at.locals, at.stdout, at.printed, at.stderr), ({"n": "4"}, "asks 4\n", "asks 4\n", ""))
        self.assertEqual((run.at().seq, run.at().printed, run.at().stdout, run.at().step.value), (2, "", "asks 4\n", 10))
        self.assertEqual(at.step.call.function, "ask")
        self.assertEqual(at.step.resume(0).value, 0)  # the run knows nothing of that
        self.assertEqual(run.at(2).parent, at.hash)
        self.assertEqual([snapshot.seq for snapshot in run.snapshots()], [1, 2])
        with self.assertRaisesRegex(fermata.UsageError, "has no snapshot 9: it has those from 1 to 2"):
            run.at(9)
        with self.assertRaisesRegex(fermata.UsageError, "has no snapshot: it hasn't begun"):
            self.store.submit("1").at()

    def test_a_fork_goes_its_own_way(self):
        run = self.store.submit("ok = ask('a')\nok and ask('b')")
        asked = []

        def ask(what):
            asked.append(what)
            return True

        self.drain(ask)
        self.assertEqual((run.result(), asked), (True, ["a", "b"]))
        first, second = run.calls()
        with self.assertRaisesRegex(
            fermata.RefusedError, r"may do again what that has done since: ask\('b'\) \(answered\); say that it may"
        ):
            run.fork(at=1, answers={first.id: False})
        fork = run.fork(at=1, answers={first.id: False}, repeat=True)
        self.assertEqual(fork.info().parent, run.id)
        failing = run.fork(2, {second.id: KeyError("b")}, queue="other")
        self.drain(ask, queues=["default", "other"])
        self.assertEqual((fork.result(), asked), (False, ["a", "b"]))
        self.assertEqual(self.outcome(failing).type, "KeyError")
        for wrong, error in (((9,), fermata.RefusedError), ((2, {77: 1}), fermata.RefusedError), ((1, [True]), fermata.UsageError)):
            with self.subTest(wrong), self.assertRaises(error):
                run.fork(*wrong)

    def test_is_pruned(self):
        run, other = self.store.submit("1"), self.store.submit("1", queue="later")
        self.drain()
        now = datetime.datetime.now(datetime.timezone.utc)
        self.assertEqual(self.store.prune(now - datetime.timedelta(days=1)), [])
        self.assertEqual(self.store.prune(now + datetime.timedelta(days=1), dry_run=True), [run.id])
        self.assertEqual(self.store.prune(now + datetime.timedelta(days=1), status="dead"), [])
        with self.assertRaisesRegex(fermata.UsageError, "status must be one of done, raised"):
            self.store.prune(now, status="ready")
        self.assertEqual(self.store.prune(now + datetime.timedelta(days=1)), [run.id])
        self.assertEqual(self.store.runs(), [other])
        for gone in (lambda: run.status, run.info, run.calls, run.history, run.snapshots, lambda: run.stdout, run.result):
            with self.assertRaisesRegex(fermata.RefusedError, f"there is no run {run.id}"):
                gone()

    def test_not_before(self):
        run = self.store.submit("1", at=datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1))
        self.drain()
        self.assertEqual(run.status, "sleeping")
        with self.assertRaisesRegex(fermata.UsageError, "at needs a zone"):
            self.store.submit("2", at=datetime.datetime(2020, 1, 1))
        past = self.store.submit("2", at=datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc))
        self.drain()
        self.assertEqual(past.result(), 2)


def lambda_named(name, function):
    function.__name__ = name
    return function


class Values(StoreCase):
    options = {"types": [Parcel, Size, OrderError]}

    def test_cross_both_ways(self):
        values = [None, True, 2**70, 1.5, "ä\ud800", b"\x00\xff", (1, 2), {3}, frozenset({4}), {"a": 1, 2: "b"}, decimal.Decimal("1.50")]
        values += [datetime.datetime(2026, 11, 23, tzinfo=datetime.timezone.utc), datetime.timedelta(1, 2, 3), Parcel("Ada"), Size.SMALL]
        got = []

        def keep(value):
            got.append(value)
            return value

        run = self.store.submit("[keep(value) for value in given]", {"given": values})
        self.drain(keep)
        self.assertEqual(run.result(), values)
        self.assertEqual(got, values)
        self.assertEqual([call.value for call in run.calls()], values)
        self.assertEqual([call.args[0] for call in run.calls()], values)
        again = fermata.Store(self.where, types=[Parcel, Size])
        self.assertEqual(again.run(run.id).result(), values)
        unknown = fermata.Store(self.where).run(run.id).result()[-2]
        self.assertEqual((type(unknown), unknown.fields["to"]), (fermata.Record, "Ada"))

    def test_classes_of_the_host(self):
        run = self.store.submit("box = Parcel('Bo')\nbox.to += '!'\nsend(box)")
        self.drain(lambda_named("send", lambda box: (type(box) is Parcel, box)))
        self.assertEqual(run.result(), (True, Parcel("Bo!")))

    def test_what_is_shared_is_written_in_each_place(self):
        one = ["x"]
        run = self.store.submit("given[0].append('y')\ngiven", {"given": [one, one]})
        self.drain()
        self.assertEqual(run.result(), [["x", "y"], ["x"]])

    def test_a_result_that_can_not_cross(self):
        run = self.store.submit("class Local:\n    pass\n[1, Local()]")
        self.drain()
        self.assertEqual(run.result()[1].type_name, "Local")

    def test_exceptions_cross_both_ways(self):
        def refuse(order):
            raise OrderError(order, "too late")

        code = "try:\n    refuse(17)\nexcept OrderError as error:\n    caught = (type(error).__name__, error.order, error.args)\nrefuse(18)"
        run = self.store.submit(code + "\n")
        self.drain(refuse)
        error = self.outcome(run)
        self.assertEqual((error.type, error.arguments), ("OrderError", (18, "too late")))
        self.assertEqual((type(error.exception), error.exception.order), (OrderError, 18))
        self.assertEqual(run.at().globals["caught"], "('OrderError', 17, (17, 'too late'))")
        failed = run.calls()[0]
        self.assertEqual(
            (failed.state, failed.value, failed.error.type, failed.error.arguments), ("raised", None, "OrderError", (17, "too late"))
        )

    def test_what_is_kept_of_an_exception(self):
        def fail(kind):
            if kind == "group":
                raise ExceptionGroup("several", [KeyError("a"), ValueError("b")])
            if kind == "cause":
                raise ValueError("v") from KeyError("k")
            error = LookupError(1, "two")
            error.add_note("look elsewhere")
            raise error

        code = """
try:
    fail("group")
except* KeyError as errors:
    found = [type(e).__name__ for e in errors.exceptions]
except* ValueError:
    pass
try:
    fail("cause")
except ValueError as error:
    found.append(repr(error.__cause__))
try:
    fail("note")
except LookupError as error:
    found += [error.args, error.__notes__]
found
"""
        run = self.store.submit(code)
        self.drain(fail)
        self.assertEqual(run.result(), ["KeyError", "KeyError('k')", (1, "two"), ["look elsewhere"]])


class Processes(StoreCase):
    def test_is_closed(self):
        with self.store:
            run = self.store.submit("1")
        for use in (lambda: run.status, self.store.runs, lambda: self.store.submit("1")):
            with self.assertRaisesRegex(fermata.UsageError, "the store is closed"):
                use()
        self.store.close()
        self.store = fermata.Store("sqlite:///" + self.where)
        self.assertEqual(self.store.runs()[0].id, run.id)
        self.assertEqual(fermata.Store(pathlib.Path(self.where)).runs()[0].id, run.id)

    def test_can_not_be_copied(self):
        for make in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaisesRegex(TypeError, "another process opens it again"):
                make(self.store)

    def test_after_a_fork_the_store_is_opened_again(self):
        run = self.store.submit("1")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                try:
                    run.status
                except fermata.UsageError as error:
                    status = 0 if "opened by another process" in str(error) else 2
                with fermata.Store(self.where) as mine:
                    mine.submit("2", key="child")
                del run
                self.store = None  # (the parent's, which must not hang at its end here)
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(len(self.store.runs()), 2)

    def test_a_child_that_ends_properly(self):
        parent = self.process(
            """
            import multiprocessing

            store = fermata.Store(where)
            store.submit("1")

            def child():
                with fermata.Store(where) as mine:
                    mine.submit("2")

            process = multiprocessing.get_context("fork").Process(target=child)
            process.start()
            process.join()
            print(process.exitcode, len(store.runs()))
            """
        )
        self.assertEqual(parent.communicate(timeout=60), ("0 2\n", ""))

    def test_somebody_else_has_it_locked(self):
        impatient = fermata.Store(self.where, patience_ms=20)
        with sqlite3.connect(self.where) as connection:
            connection.execute("BEGIN IMMEDIATE")
            with self.assertRaises(fermata.StoreError) as caught:
                impatient.submit("1")
            connection.rollback()
        connection.close()
        self.assertEqual(caught.exception.kind, "busy")
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).kind, "busy")
        impatient.submit("1")

    def test_sealed_states(self):
        path = os.path.join(self.folder, "keys")
        fermata.Sealer.new_key(path)
        sealer = fermata.Sealer.from_file(path)
        store = fermata.Store(os.path.join(self.folder, "sealed.db"), sealer=sealer)
        run = store.submit("secret = 7\nask()")
        fermata.Worker(store, ["ask"], jail=False).drain()
        self.assertEqual(run.at().globals["secret"], "7")
        self.assertEqual(store.moments(), (1, store.moments().bytes))
        first = store.sealed_by
        with self.assertRaisesRegex(fermata.StoreError, "the store is sealed, with the key '.*': its keys are needed") as caught:
            fermata.Store(os.path.join(self.folder, "sealed.db"))
        self.assertEqual(caught.exception.kind, "sealed")
        looks = fermata.Store(os.path.join(self.folder, "sealed.db"), any_keys=True)
        self.assertEqual(looks.run(run.id).status, "waiting")
        with self.assertRaises(fermata.StoreError) as caught:
            fermata.Worker(looks, ["ask"], jail=False).drain()
        self.assertEqual(caught.exception.kind, "sealed")
        # A new key, while this store is open: it looks for it in its file.
        second = fermata.Sealer.new_key(path)
        both = fermata.Store(os.path.join(self.folder, "sealed.db"), sealer=fermata.Sealer.from_file(path))
        self.assertEqual(both.sealed_by, first)
        self.assertEqual(both.reseal(), (1, 1, 0, ()))
        run.calls()[0].answer(1)
        fermata.Worker(store, ["ask"], jail=False).drain()
        self.assertEqual((run.status, store.sealed_by, both.reseal().states), ("done", second, 0))
        with open(path) as file:
            lines = [line for line in file if not line.startswith(first)]
        with open(path, "w") as file:
            file.writelines(lines)
        last = fermata.Store(os.path.join(self.folder, "sealed.db"), sealer=fermata.Sealer.from_file(path))
        self.assertEqual(last.run(run.id).at(1).globals["secret"], "7")
        self.assertEqual(last.reseal(unsealed=True).states, 2)
        self.assertEqual(fermata.Store(os.path.join(self.folder, "sealed.db")).run(run.id).at(1).globals["secret"], "7")

    def test_what_is_no_store(self):
        path = os.path.join(self.folder, "text")
        pathlib.Path(path).write_text("not a database, for sure" * 100)
        with self.assertRaises(fermata.StoreError) as caught:
            fermata.Store(path)
        self.assertEqual(caught.exception.kind, "open")

    def test_what_somebody_changed_is_found(self):
        run = self.store.submit("1")
        self.drain()
        with sqlite3.connect(self.where) as connection:
            connection.execute("UPDATE event SET worker = 'mallory' WHERE number = 2")
        connection.close()
        found = self.store.check(run)
        self.assertEqual({violation.run for violation in found}, {run.id})
        self.assertIn("log", {violation.law for violation in found})
        self.store.close()


if __name__ == "__main__":
    unittest.main()
