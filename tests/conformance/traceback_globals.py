"""Frames that a traceback keeps have the globals of the library's modules whose code they ran."""
import argparse
import ast
import io
import string
import unittest
import unittest.case


def names(error):
    found = []
    traceback = error.__traceback__
    while traceback:
        found.append(traceback.tb_frame.f_globals["__name__"])
        traceback = traceback.tb_next
    return found


for action in (
    lambda: string.Template("$a").substitute(),
    lambda: unittest.TestCase().fail("no"),
    lambda: argparse.ArgumentParser(exit_on_error=False).parse_args(["--unknown", "--n"]),
):
    try:
        action()
    except (Exception, SystemExit) as error:
        print(names(error)[:2], type(error).__name__)


class Failing(unittest.TestCase):
    def test_that_fails(self):
        self.assertEqual([1, 2], [1, 3])

    def test_with_an_error(self):
        {}["key"]


out = io.StringIO()
result = unittest.TextTestRunner(out).run(unittest.defaultTestLoader.loadTestsFromTestCase(Failing))
for _, text in result.failures + result.errors:
    print([line.split(", ")[0].rsplit("/")[-1] for line in text.splitlines() if line.startswith("  File")])
