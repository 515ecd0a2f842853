"""`fermata serve` while its store is locked, or gone: it says so, loses nothing, and goes on when that is over."""

import json
import os
import sqlite3
import sys
import threading
import time
import unittest

from command import ROOT
from serving import ServedTest

sys.path.append(os.path.join(ROOT, "tests", "support"))
from postgres_server import NoPostgres, PostgresServer  # noqa: E402

JSON = {"Content-Type": "application/json"}


class Store(ServedTest):
    def submit_one(self):
        return self.request("POST", "/v1/runs", '{"source": "1"}', JSON)

    def move(self, to, back=False):
        for more in ("", "-wal", "-shm"):
            ends = [self.path("fermata.db" + more), self.path(to + more)]
            if back:
                ends.reverse()
            if os.path.exists(ends[0]):
                os.rename(*ends)

    def test_a_store_that_is_gone(self):
        run = self.submit("1")
        self.serve()
        self.get("/readyz")
        self.move("elsewhere.db")
        for path in ("/readyz", "/", "/runs", "/runs/" + run, "/v1/runs", "/v1/runs/" + run, "/metrics"):
            page = self.get(path, 503)
            self.assertEqual(page.headers["retry-after"], "1", path)
            self.assertIn("is gone", page.words)
        self.assertEqual(self.submit_one().status, 503)
        self.assertEqual(self.get("/healthz").text, "ok\n")
        self.assertEqual(os.path.exists(self.path("fermata.db")), False)
        self.submit("2")  # by another process, which makes a new store
        self.assertEqual(self.submit_one().status, 503)
        self.move("new.db")
        self.move("elsewhere.db", back=True)
        self.get("/readyz")
        self.assertEqual(self.submit_one().status, 201)
        self.assertEqual(len(json.loads(self.get("/v1/runs").text)["runs"]), 2)

    def test_a_store_that_others_have_locked(self):
        self.serve()
        other = sqlite3.connect(self.path("fermata.db"))
        self.addCleanup(other.close)
        other.execute("BEGIN EXCLUSIVE")
        told = []
        writers = [threading.Thread(target=lambda: told.append(self.submit_one())) for _ in range(1)]
        for writer in writers:
            writer.start()
        self.assertEqual(self.get("/healthz").text, "ok\n")
        self.assertEqual(self.get("/readyz").text, "ok\n")
        for writer in writers:
            writer.join()
        self.assertEqual([(page.status, page.headers["retry-after"]) for page in told], [(503, "1")])
        other.rollback()
        self.assertEqual(self.submit_one().status, 201)
        self.assertEqual(len(json.loads(self.get("/v1/runs").text)["runs"]), 1)


class StoreOfPostgres(ServedTest):
    def test_whoever_looks_after_it_learns_within_a_second_that_its_database_is_gone(self):
        try:
            postgres = PostgresServer()
        except NoPostgres as absent:
            self.skipTest(str(absent))
        self.addCleanup(postgres.stop)
        self.serve("--store", postgres.url("ready"))
        self.assertEqual(self.get("/readyz").text, "ok\n")
        postgres.stop()
        for _ in range(3):
            began = time.monotonic()
            page = self.get("/readyz", 503)
            self.assertLess(time.monotonic() - began, 5)  # (the store itself waits for 10 s)
            self.assertEqual((page.headers["content-type"], page.headers["retry-after"]), ("application/problem+json", "1"))
        self.assertEqual(self.get("/healthz").text, "ok\n")


if __name__ == "__main__":
    unittest.main()
