"""Tests again over PostgreSQL: a class before theirs, `class TracesOfPostgres(OnPostgres, Traces)`."""

import os
import sys
import unittest

from command import ROOT

sys.path.append(os.path.join(ROOT, "tests", "support"))
from postgres_server import NoPostgres, PostgresServer


class OnPostgres:
    """Each test has a `store` of its own in one server."""

    @classmethod
    def setUpClass(cls):
        try:
            cls.postgres = PostgresServer()
        except NoPostgres as absent:
            raise unittest.SkipTest(str(absent)) from None
        cls.addClassCleanup(cls.postgres.stop)
        cls.stores = 0

    def setUp(self):
        super().setUp()
        type(self).stores += 1
        self.store = self.postgres.url(f"t{self.stores}")
