# packages: pytest==8.3.3 pluggy==1.5.0 iniconfig==2.0.0 packaging==24.1
import os
import textwrap

import pytest

os.makedirs("suite/lib", exist_ok=True)
files = {
    "conftest.py": """
        import pytest

        @pytest.fixture(scope="session")
        def numbers():
            yield [1, 2, 3]

        def pytest_configure(config):
            config.addinivalue_line("markers", "slow: takes its time")
        """,
    "lib/stack.py": """
        class Stack:
            def __init__(self):
                self.items = []
            def push(self, item):
                self.items.append(item)
            def pop(self):
                if not self.items:
                    raise IndexError("the stack is empty")
                return self.items.pop()
        """,
    "test_stack.py": """
        import asyncio, sys, unittest
        import pytest
        sys.path.insert(0, "lib")
        from stack import Stack

        @pytest.mark.parametrize("items", [[], [1], ["a", "b"]])
        def test_order(items):
            stack = Stack()
            for item in items:
                stack.push(item)
            assert [stack.pop() for _ in items] == items[::-1]

        def test_empty():
            with pytest.raises(IndexError, match="is empty"):
                Stack().pop()

        def test_fixtures(numbers, tmp_path, monkeypatch, capsys):
            monkeypatch.setenv("MODE", "test")
            (tmp_path / "a.txt").write_text("text")
            print(sum(numbers))
            assert capsys.readouterr().out == "6\\n"

        @pytest.mark.slow
        @pytest.mark.xfail(strict=True)
        def test_told():
            left, right = {"a": [1, 2]}, {"a": [1, 3]}
            assert left == right, "they differ"

        def test_fails(numbers):
            assert len(numbers) == 4

        class TestCase(unittest.TestCase):
            def test_async(self):
                self.assertEqual(asyncio.run(asyncio.sleep(0, 5)), 5)
        """,
}
for name, text in files.items():
    with open(os.path.join("suite", name), "w") as file:
        file.write(textwrap.dedent(text))
os.chdir("suite")


class Told:
    def __init__(self):
        self.reports = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.reports[report.nodeid] = report


told = Told()
code = pytest.main(["-q", "-p", "no:cacheprovider"], plugins=[told])
assert code == pytest.ExitCode.TESTS_FAILED, code
outcomes = [report.outcome for report in told.reports.values()]
assert (outcomes.count("passed"), outcomes.count("failed"), outcomes.count("skipped")) == (6, 1, 1), outcomes
assert "assert 3 == 4" in str(told.reports["test_stack.py::test_fails"].longrepr)
