"""Pools for tenants: processes that serve one program after the other."""

import asyncio
import os
import signal
import unittest

import fermata
from fermata import Pool, Program, Session


def setUpModule():
    try:
        Pool().close()
    except fermata.JailError as error:
        raise unittest.SkipTest(str(error)) from None


class Tenants(unittest.TestCase):
    def test_tenants(self):
        def lookup(n):
            return n * 2

        with Pool(2, resting=3) as pool:
            acme, other = pool.for_tenant("acme"), pool.for_tenant("other")
            self.assertEqual((acme.tenant, pool.tenant, acme.processes), ("acme", None, 2))
            used = []
            for whose in (acme, other, acme, pool, acme):
                with Session(pool=whose, functions=[lookup]) as session:
                    self.assertEqual(session.feed("seen = globals().get('x'); x = lookup(1); seen, x").value, (None, 2))
                    used.append(session._native.process())
            self.assertEqual((used[0], used[0]), (used[2], used[4]))
            self.assertEqual(len(set(used)), 3)
            self.assertEqual((pool.stats.sessions, pool.stats.resting, acme.stats), (0, 2, pool.stats))
            self.assertEqual(repr(acme), "<Pool for tenant 'acme': 0 of 2 in use>")
            program = Program("n + 1", inputs=["n"], pool=acme)
            before = pool.stats.forked
            self.assertEqual([program.run({"n": n}).value for n in range(10)], list(range(1, 11)))
            self.assertEqual(asyncio.run(program.run_async({"n": 5})).value, 6)
            self.assertEqual(pool.stats.forked, before)
            step = Program("lookup(1)", functions=["lookup"], pool=other).start()
            again = fermata.load(step.save(), functions=["lookup"], pool=other)
            self.assertEqual(again.resume(4).value, 4)
            with self.assertRaisesRegex(fermata.JailError, "all 2 processes"):  # whoever's they are
                Session(pool=acme)
            step.session.close()
            again.session.close()
            for wrong in ("", None, 3):
                with self.subTest(wrong), self.assertRaisesRegex(fermata.UsageError, "tenant must be a name"):
                    pool.for_tenant(wrong)
            other.close()
            self.assertEqual(repr(other), "<Pool, closed>")
            self.assertRaisesRegex(fermata.UsageError, "closed", Program, "1", pool=other)
            self.assertEqual(Program("1", pool=acme).run().value, 1)
        self.assertRaisesRegex(fermata.UsageError, "closed", Program, "1", pool=acme)
        self.assertEqual(repr(acme), "<Pool, closed>")

    def test_processes_that_were_killed_while_they_waited(self):
        with Pool() as pool:
            acme = pool.for_tenant("acme")
            for whose in (acme, acme, pool):
                with Session(pool=whose) as session:
                    process = session._native.process()
                os.kill(process, signal.SIGKILL) if whose is acme else None
                self.assertEqual(Program("1 + 2", pool=whose).run().value, 3)


if __name__ == "__main__":
    unittest.main()
