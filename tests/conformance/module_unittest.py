import io
import re
import unittest
from unittest import mock


class Account:
    def __init__(self, bank):
        self.bank, self.total = bank, 0

    def pay(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.total += self.bank.transfer(amount, to=self)
        return self.total


class Paying(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.log = []

    def setUp(self):
        self.bank = mock.Mock()
        self.bank.transfer.return_value = 5
        self.account = Account(self.bank)
        self.addCleanup(self.log.append, "cleaned")

    def test_pays(self):
        self.assertEqual(self.account.pay(5), 5)
        self.bank.transfer.assert_called_once_with(5, to=self.account)

    def test_refuses(self):
        with self.assertRaisesRegex(ValueError, "positive"):
            self.account.pay(0)
        self.bank.transfer.assert_not_called()

    def test_differs(self):
        self.assertEqual({"a": [1, 2]}, {"a": [1, 3]})

    def test_breaks(self):
        self.bank.transfer.side_effect = RuntimeError("no line")
        self.account.pay(1)

    @unittest.skip("not today")
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail("as expected")

    def test_parts(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertNotEqual(n, 1)

    def test_almost(self):
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        self.assertCountEqual([1, 2, 2], [2, 1, 2])
        self.assertIn(1, [1])
        with self.assertLogs("x", "INFO") as logs:
            import logging
            logging.getLogger("x").info("told")
        self.assertEqual(logs.output, ["INFO:x:told"])


class Waiting(unittest.IsolatedAsyncioTestCase):
    async def test_awaits(self):
        ask = mock.AsyncMock(return_value=3)
        self.assertEqual(await ask(1), 3)
        ask.assert_awaited_once_with(1)


stream = io.StringIO()
suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in (Paying, Waiting))
result = unittest.TextTestRunner(stream=stream, verbosity=2).run(suite)
print(result, Paying.log)
for line in stream.getvalue().splitlines():
    if re.match(r"test_|FAIL|ERROR|Ran|[A-Z]\w*Error|[-+?] ", line):
        print(re.sub(r"in [\d.]+s", "in s", line))
with mock.patch.dict("os.environ", {"A": "1"}), mock.patch("math.floor", side_effect=lambda x: -1), mock.patch.object(Account, "pay", autospec=True) as pay:
    import math
    import os
    Account(None).pay(3)
    print(os.environ["A"], math.floor(2.5), pay.call_args.args[1:], pay.call_count)
m = mock.MagicMock(spec=["a", "__len__"])
m.a.b.c = 1
m.__len__.return_value = 4
print(m.a.b.c, len(m), mock.call(1, x=2), mock.ANY == 3, mock.sentinel.thing)
try:
    m.missing
except AttributeError as e:
    print(e)
