"""The tests of stores and workers that don't depend on SQLite's file, over PostgreSQL."""

import itertools
import os
import sys
import unittest

import fermata
import test_store
import test_store_approvals
import test_worker
import test_worker_processes

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tests", "support"))
from postgres_server import NoPostgres, PostgresServer

SERVER = None
NUMBERS = itertools.count(1)


def setUpModule():
    global SERVER
    try:
        SERVER = PostgresServer()
    except NoPostgres as error:
        raise unittest.SkipTest(str(error)) from None


def tearDownModule():
    SERVER.stop()


class OnPostgres:
    """Each test has a schema of its own."""

    def new_where(self):
        return SERVER.url(f"test{next(NUMBERS)}")


class Runs(OnPostgres, test_store.Runs):
    pass


class Values(OnPostgres, test_store.Values):
    pass


class Approvals(OnPostgres, test_store_approvals.Approvals):
    pass


class InDoubt(OnPostgres, test_store_approvals.InDoubt):
    pass


class Tools(OnPostgres, test_worker.Tools):
    pass


class Killed(OnPostgres, test_worker_processes.Killed):
    pass


class Servers(OnPostgres, test_store.StoreCase):
    def test_a_server_that_is_restarted(self):
        run = self.store.submit("1 + 1")
        SERVER.restart()
        self.drain()
        self.assertEqual(run.result(), 2)

    def test_a_server_that_is_not_there(self):
        with self.assertRaises(fermata.StoreError) as caught:
            fermata.Store("postgresql://fermata:hunter2@/postgres?host=/no/such/folder", patience_ms=10)
        self.assertIn(caught.exception.kind, ("open", "failed"))
        self.assertNotIn("hunter2", str(caught.exception))

    def test_a_password_is_not_shown(self):
        where = self.where.replace("fermata@", "fermata:hunter2@")
        with fermata.Store(where) as store:
            for shown in (repr(store), repr(fermata.Worker(store))):
                self.assertNotIn("hunter2", shown)


if __name__ == "__main__":
    unittest.main()
