"""fermata.mcp with the SDK's own client: in-process, over stdio, over streamable HTTP; with elicitation and without."""

import asyncio
import enum
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from support import needs

needs("mcp")

from mcp import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402
from mcp_types import ElicitResult  # noqa: E402

import fermata  # noqa: E402
from fermata._integrations.mcp_states import StatesInFolder, StatesInMemory, StateTooLarge  # noqa: E402
from fermata.mcp import FermataServer, main  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "mcp_tools.py")
# The first is the latest protocol, where questions to the user are results; "legacy" has them as requests.
MODES = ("auto", "legacy")


def data(result):
    assert not result.is_error, result.content
    return result.structured_content


class User:
    """Answers elicitations; keeps what was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    async def __call__(self, context, params):
        self.asked.append(params.message)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, str):
            return ElicitResult(action=answer)
        return ElicitResult(action="accept", content=answer)


YES, NO = {"approve": True}, {"approve": False, "reason": "too dear"}


class Tools:
    def __init__(self):
        self.log = []

    def look(self, order: int) -> dict:
        """Looks up an order."""
        self.log.append(("look", order))
        return {"total": order * 100}

    def pay(self, amount: int, to: str = "shop") -> str:
        """Pays."""
        self.log.append(("pay", amount, to))
        return f"paid {amount} to {to}"

    async def slow(self, n: int) -> int:
        self.log.append(("start", n))
        await asyncio.sleep(0.03)
        self.log.append(("end", n))
        return n

    def server(self, **options):
        options.setdefault("approve", ["pay"])
        return FermataServer([self.look, self.pay, self.slow], **options)


PROGRAM = "receipt = pay(look(7)['total'])\nreceipt + '!'"


class Running(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.tools = Tools()

    async def run_code(self, code, inputs=None, **options):
        async with Client(self.tools.server(**options).mcp) as client:
            return data(await client.call_tool("run_python", {"code": code, **({"inputs": inputs} if inputs else {})}))

    async def test_a_value_and_what_was_printed(self):
        result = await self.run_code("print('hi')\n{'a': (1, 2.5), 'b': {3}, 4: None, 'c': b'x', 'd': 2**80, 'e': float('nan')}")
        self.assertEqual(result["status"], "done")
        self.assertEqual(result["value"], {"a": [1, 2.5], "b": [3], "4": None, "c": "x", "d": 2**80, "e": "nan"})
        self.assertEqual(result["stdout"], "hi\n")

    async def test_inputs_are_globals(self):
        self.assertEqual((await self.run_code("[n * 2 for n in numbers]", {"numbers": [1, 2]}))["value"], [2, 4])
        async with Client(self.tools.server().mcp) as client:
            for name in ("not a name", "class", "look"):
                result = await client.call_tool("run_python", {"code": "1", "inputs": {name: 1}})
                self.assertTrue(result.is_error)
                self.assertIn("not a name for an input", result.content[0].text)

    async def test_functions_of_the_server(self):
        result = await self.run_code("import asyncio\n[look(1)['total'], await asyncio.gather(slow(1), slow(2))]")
        self.assertEqual(result["value"], [100, [1, 2]])
        self.assertEqual(self.tools.log, [("look", 1), ("start", 1), ("start", 2), ("end", 1), ("end", 2)])

    async def test_an_exception_that_leaves_the_program(self):
        result = await self.run_code("print('before')\n1 / 0")
        self.assertEqual((result["status"], result["stdout"]), ("raised", "before\n"))
        self.assertEqual(result["error"]["type"], "ZeroDivisionError")
        self.assertIn('File "program.py", line 2, in <module>', result["error"]["traceback"])

    async def test_text_that_is_no_program(self):
        result = await self.run_code("x = (")
        self.assertEqual((result["status"], result["error"]["message"]), ("invalid", "'(' was never closed"))

    async def test_a_limit(self):
        result = await self.run_code("while True: pass", limits=fermata.Limits(steps=10_000))
        self.assertEqual((result["status"], result["limit"]), ("exhausted", "steps"))
        self.assertEqual(result["error"]["message"], "the limit of steps (10000) is used up (program.py, line 1)")
        self.assertIn("while True: pass", result["error"]["traceback"])

    async def test_types_of_arguments_are_checked(self):
        def size(text: str) -> int:
            return len(text)

        for checks, expected in ((True, "raised"), (False, "done")):
            async with Client(FermataServer({"size": size}, check_types=checks).mcp) as client:
                self.assertEqual(data(await client.call_tool("run_python", {"code": "size([1])"}))["status"], expected)

    async def test_the_classes_of_the_functions_are_there(self):
        class Size(enum.Enum):
            SMALL = "small"

        def ship(size: Size) -> str:
            return type(size).__name__ + size.value

        async with Client(FermataServer({"ship": ship}).mcp) as client:
            self.assertEqual(data(await client.call_tool("run_python", {"code": "ship(Size.SMALL)"}))["value"], "Sizesmall")

    async def test_output_comes_as_progress_while_the_program_runs(self):
        for mode in MODES:
            told, at_call = [], []

            def look(order: int) -> dict:
                at_call.append("".join(told))
                return {}

            async def progress(progress, total, message):
                told.append(message)

            server = FermataServer({"look": look, "pay": self.tools.pay}, approve=["pay"])
            async with Client(server.mcp, mode=mode) as client:
                code = "print('one')\nfor i in range(3000000): pass\nlook(1)\nprint('two')\npay(1)\nprint('three', end='')"
                result = data(await client.call_tool("run_python", {"code": code}, progress_callback=progress))
                self.assertEqual("".join(told), "one\ntwo\n")
                self.assertEqual(at_call, ["one\n"])
                result = data(
                    await client.call_tool("resume", {"state_id": result["state_id"], "approve": True}, progress_callback=progress)
                )
                self.assertEqual(("".join(told), result["stdout"]), ("one\ntwo\nthree", "one\ntwo\nthree"))

    async def test_a_long_program_does_not_hold_up_the_server(self):
        server = self.tools.server(limits=fermata.Limits(time_ms=2500, steps=0))
        async with Client(server.mcp) as client:
            long = asyncio.create_task(client.call_tool("run_python", {"code": "while True: pass"}))
            await asyncio.sleep(0.1)
            begun = time.monotonic()
            self.assertEqual(data(await client.call_tool("run_python", {"code": "1 + 1"}))["value"], 2)
            self.assertLess(time.monotonic() - begun, 2)
            self.assertEqual(data(await long)["limit"], "time_ms")

    async def test_the_tools_as_a_client_sees_them(self):
        async with Client(self.tools.server().mcp) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        self.assertEqual(sorted(tools), ["resume", "run_python"])
        run = tools["run_python"]
        self.assertIn("def pay(amount: int, to: str = 'shop') -> str", run.description)
        self.assertIn("async def slow(n: int) -> int", run.description)
        self.assertIn("wait for the user's approval: pay", run.description)
        self.assertEqual(run.input_schema["required"], ["code"])
        self.assertIn("state_id", run.output_schema["properties"])
        async with Client(FermataServer().mcp) as client:
            self.assertEqual([tool.name for tool in (await client.list_tools()).tools], ["run_python"])


class Elicited(unittest.IsolatedAsyncioTestCase):
    """The client's user is asked, in both ways that the protocol has had."""

    async def ask(self, user, code=PROGRAM, **options):
        tools = Tools()
        for mode in MODES:
            tools.log.clear()
            user.asked.clear()
            async with Client(tools.server(**options).mcp, elicitation_callback=user, mode=mode) as client:
                with self.subTest(mode=mode):
                    yield data(await client.call_tool("run_python", {"code": code})), tools

    async def test_an_approved_call_is_made_once(self):
        user = User(YES)
        async for result, tools in self.ask(user):
            self.assertEqual(result["value"], "paid 700 to shop!")
            self.assertEqual(tools.log, [("look", 7), ("pay", 700, "shop")])
            self.assertEqual(user.asked, ["The program, at line 1, wants to call:\n\npay(700)"])

    async def test_a_declined_call_raises(self):
        code = "try:\n    pay(5)\nexcept PermissionError as e:\n    r = str(e)\nr"
        for answer, told in ((NO, "too dear"), ("decline", "the user did not approve the call")):
            async for result, tools in self.ask(User(answer), code):
                self.assertEqual((result["value"], tools.log), (told, []))

    async def test_a_dismissed_question_gives_a_state_id(self):
        async for result, tools in self.ask(User("cancel")):
            self.assertEqual((result["status"], tools.log), ("paused", [("look", 7)]))
            self.assertTrue(result["state_id"])

    async def test_several_that_wait_at_once_are_decided_one_by_one(self):
        server = FermataServer
        code = "import asyncio\n[str(x) for x in await asyncio.gather(apay(1), apay(2), return_exceptions=True)]"
        log = []

        async def apay(amount: int) -> str:
            log.append(amount)
            return f"paid {amount}"

        class ByText(User):
            async def __call__(self, context, params):
                return ElicitResult(action="accept", content=YES if "apay(2)" in params.message else NO)

        for mode in MODES:
            log.clear()
            with self.subTest(mode=mode):
                async with Client(server([apay], approve=["apay"]).mcp, elicitation_callback=ByText(YES), mode=mode) as client:
                    result = data(await client.call_tool("run_python", {"code": code}))
                self.assertEqual((result["value"], log), (["too dear", "paid 2"], [2]))

    async def test_many_approvals_of_one_program(self):
        async for result, tools in self.ask(User(YES), "[pay(n) for n in range(6)][-1]"):
            self.assertEqual(result["value"], "paid 5 to shop")
            self.assertEqual(tools.log, [("pay", n, "shop") for n in range(6)])

    async def test_more_rounds_than_a_client_goes_along_with_end_with_a_state_id(self):
        tools = Tools()
        async with Client(tools.server().mcp, elicitation_callback=User(YES)) as client:
            result = data(await client.call_tool("run_python", {"code": "[pay(n) for n in range(12)][-1]"}))
            self.assertEqual((result["status"], len(tools.log)), ("paused", 8))
            result = data(await client.call_tool("resume", {"state_id": result["state_id"], "approve": True}))
            self.assertEqual((result["status"], len(tools.log)), ("done", 12))

    async def test_only_by_elicitation(self):
        tools = Tools()
        async with Client(tools.server(approval="elicit").mcp) as client:  # it can't
            result = data(await client.call_tool("run_python", {"code": PROGRAM}))
        self.assertEqual((result["status"], result["error"]["type"]), ("raised", "PermissionError"))
        self.assertEqual(tools.log, [("look", 7)])

    async def test_a_request_state_that_the_server_did_not_make_is_refused(self):
        tools = Tools()
        async with Client(tools.server().mcp) as client:
            with self.assertRaises(MCPError):
                await client.session.call_tool("run_python", {"code": "1"}, request_state="forged", allow_input_required=True)


class ByStateId(unittest.IsolatedAsyncioTestCase):
    """The fall back: the client can't ask."""

    def setUp(self):
        self.tools = Tools()

    async def paused(self, client, code=PROGRAM):
        result = data(await client.call_tool("run_python", {"code": code}))
        self.assertEqual(result["status"], "paused")
        return result

    async def test_resumed_in_every_way(self):
        code = "try:\n    r = pay(5)\nexcept Exception as e:\n    r = repr(e)\nr"
        for answer, value in (
            ({"approve": True}, "paid 5 to shop"),
            ({"approve": False}, "PermissionError('the call was not approved')"),
            ({"error": "no money"}, "RuntimeError('no money')"),
            ({"answer": "by hand"}, "by hand"),
            ({"answer": None}, None),
            ({}, None),
        ):
            with self.subTest(answer=answer):
                self.tools.log.clear()
                async with Client(self.tools.server().mcp) as client:
                    result = await self.paused(client, code)
                    self.assertEqual(result["pending"][0]["text"], "pay(5)")
                    result = data(await client.call_tool("resume", {"state_id": result["state_id"], **answer}))
                self.assertEqual(result["value"], value)
                self.assertEqual(self.tools.log, [("pay", 5, "shop")] if answer.get("approve") else [])

    async def test_a_state_is_resumed_once(self):
        async with Client(self.tools.server().mcp) as client:
            key = (await self.paused(client))["state_id"]
            data(await client.call_tool("resume", {"state_id": key, "approve": True}))
            again = await client.call_tool("resume", {"state_id": key, "approve": True})
        self.assertTrue(again.is_error)
        self.assertIn("resumed already", again.content[0].text)

    async def test_a_state_that_does_not_fit_the_functions_of_today_is_not_lost(self):
        server = self.tools.server()
        async with Client(server.mcp) as client:
            key = (await self.paused(client))["state_id"]
            server.functions["pay"] = lambda: "nothing"
            refused = await client.call_tool("resume", {"state_id": key, "approve": True})
            self.assertTrue(refused.is_error)
            self.assertIn("pay() takes 0 positional arguments but 1 was given", refused.content[0].text)
            server.functions["pay"] = self.tools.pay
            self.assertEqual(data(await client.call_tool("resume", {"state_id": key, "approve": True}))["value"], "paid 700 to shop!")
        self.assertEqual(self.tools.log.count(("pay", 700, "shop")), 1)

    async def test_two_at_the_same_time_resume_it_once(self):
        async with Client(self.tools.server().mcp) as client:
            key = (await self.paused(client))["state_id"]
            both = await asyncio.gather(*[client.call_tool("resume", {"state_id": key, "approve": True}) for _ in range(2)])
        self.assertEqual(sorted(result.is_error for result in both), [False, True])
        self.assertEqual(self.tools.log.count(("pay", 700, "shop")), 1)

    async def test_another_server_goes_on_from_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            async with Client(self.tools.server(state_dir=folder).mcp) as client:
                key = (await self.paused(client))["state_id"]
            (name,) = os.listdir(folder)
            self.assertEqual(os.stat(os.path.join(folder, name)).st_mode & 0o777, 0o600)
            async with Client(self.tools.server(state_dir=folder).mcp) as client:
                result = data(await client.call_tool("resume", {"state_id": key, "approve": True}))
            self.assertEqual((result["value"], os.listdir(folder)), ("paid 700 to shop!", []))
        self.assertEqual(self.tools.log, [("look", 7), ("pay", 700, "shop")])

    async def test_sealed_states_open_under_their_own_ids_alone(self):
        sealer = fermata.Sealer({"k1": bytes(32)})
        with tempfile.TemporaryDirectory() as folder:
            async with Client(self.tools.server(state_dir=folder, sealer=sealer).mcp) as client:
                key, other = [(await self.paused(client))["state_id"] for _ in range(2)]
                mine = os.path.join(folder, key + ".msgpack")
                with open(mine, "rb") as file:
                    self.assertEqual(fermata.Sealer.key_id_of(file.read()), "k1")
                os.rename(os.path.join(folder, other + ".msgpack"), os.path.join(folder, "kept"))
                shutil.copy(mine, os.path.join(folder, other + ".msgpack"))
                refused = await client.call_tool("resume", {"state_id": other, "approve": True})
                self.assertIn("sealed for another place", refused.content[0].text)
                result = data(await client.call_tool("resume", {"state_id": key, "approve": True}))
                self.assertEqual(result["value"], "paid 700 to shop!")
        self.assertEqual([call[0] for call in self.tools.log].count("pay"), 1)

    async def test_what_a_state_has_approved_another_server_asks_for_too(self):
        with tempfile.TemporaryDirectory() as folder:
            async with Client(self.tools.server(state_dir=folder).mcp) as client:
                key = (await self.paused(client, "[pay(1), pay(2)]"))["state_id"]
            async with Client(self.tools.server(state_dir=folder, approve=["look"]).mcp) as client:
                result = data(await client.call_tool("resume", {"state_id": key, "approve": True}))
        self.assertEqual([call["text"] for call in result["pending"]], ["pay(2)"])
        self.assertEqual(self.tools.log, [("pay", 1, "shop")])

    async def test_several_wait_and_a_wrong_call_id_spends_nothing(self):
        async def apay(amount: int) -> int:
            return amount

        code = "import asyncio\nawait asyncio.gather(apay(1), apay(2))"
        async with Client(FermataServer([apay], approve=["apay"]).mcp) as client:
            result = await self.paused(client, code)
            key, calls = result["state_id"], [call["id"] for call in result["pending"]]
            for wrong in ({}, {"call_id": 99}):
                refused = await client.call_tool("resume", {"state_id": key, "approve": True, **wrong})
                self.assertIn(f"call_id must be one of {calls[0]}, {calls[1]}", refused.content[0].text)
            result = data(await client.call_tool("resume", {"state_id": key, "approve": True, "call_id": calls[1]}))
            self.assertEqual([call["id"] for call in result["pending"]], calls[:1])
            result = data(await client.call_tool("resume", {"state_id": result["state_id"], "answer": 10}))
        self.assertEqual(result["value"], [10, 2])

    async def test_ways_out_of_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            states = os.path.join(folder, "states")
            async with Client(self.tools.server(state_dir=states).mcp) as client:
                key = (await self.paused(client))["state_id"]
                os.rename(os.path.join(states, key + ".msgpack"), os.path.join(folder, "outside.msgpack"))
                for wrong in ("../outside", os.path.join(folder, "outside"), "", "x", key):
                    self.assertTrue((await client.call_tool("resume", {"state_id": wrong, "approve": True})).is_error)

    async def test_a_damaged_state(self):
        with tempfile.TemporaryDirectory() as folder:
            async with Client(self.tools.server(state_dir=folder).mcp) as client:
                key = (await self.paused(client))["state_id"]
                with open(os.path.join(folder, key + ".msgpack"), "r+b") as file:
                    file.truncate(100)
                result = await client.call_tool("resume", {"state_id": key, "approve": True})
        self.assertIn("can't be loaded", result.content[0].text)

    async def test_a_state_that_is_too_large_is_not_kept(self):
        async with Client(self.tools.server(max_state_bytes=10_000).mcp) as client:
            result = await client.call_tool("run_python", {"code": "x = list(range(100000))\npay(1)\nx"})
        self.assertIn("10000 are kept at most", result.content[0].text)


class States(unittest.TestCase):
    def test_the_oldest_go(self):
        with tempfile.TemporaryDirectory() as folder:
            for states in (StatesInMemory(3, 100), StatesInFolder(folder, 3, 100)):
                keys = [states.put(b"%d" % n) for n in range(5)]
                self.assertEqual([states.take(key) for key in keys], [None, None, b"2", b"3", b"4"])
                self.assertEqual(len(set(keys)), 5)
                self.assertRegex(keys[0], r"^[A-Za-z0-9_-]{32}$")
                self.assertIsNone(states.take(keys[4]))
                with self.assertRaises(StateTooLarge):
                    states.put(b"x" * 101)


class Command(unittest.IsolatedAsyncioTestCase):
    """`python -m fermata.mcp` as clients start it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = os.path.join(self.folder.name, "log")
        self.environment = {**os.environ, "TOOLS_LOG": self.log}
        self.argv = ["-m", "fermata.mcp", "--tools", TOOLS, "--approve", "pay", "--limit-steps", "100000"]

    def logged(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    async def test_over_stdio(self):
        parameters = StdioServerParameters(command=sys.executable, args=self.argv, env=self.environment, cwd=HERE)
        async with Client(stdio_client(parameters), elicitation_callback=User(YES)) as client:
            self.assertEqual(data(await client.call_tool("run_python", {"code": PROGRAM}))["value"], "paid 700 to shop!")
            self.assertEqual(data(await client.call_tool("run_python", {"code": "while True: pass"}))["limit"], "steps")
            caught = "try:\n    refuse()\nexcept Refused as error:\n    told = str(error)\ntold"
            self.assertEqual(data(await client.call_tool("run_python", {"code": caught}))["value"], "not today")
            description = (await client.list_tools()).tools[0].description
            self.assertRegex(description, r"(?s)are not: the program imports what it uses.*class Refused\(Exception\)")
        self.assertEqual(self.logged(), ["look 7", "pay 700 shop"])

    async def test_over_stdio_without_elicitation_across_two_processes(self):
        self.argv += ["--state-dir", os.path.join(self.folder.name, "states")]
        parameters = StdioServerParameters(command=sys.executable, args=self.argv, env=self.environment, cwd=HERE)
        async with Client(stdio_client(parameters)) as client:
            key = data(await client.call_tool("run_python", {"code": PROGRAM}))["state_id"]
        async with Client(stdio_client(parameters)) as client:
            self.assertEqual(data(await client.call_tool("resume", {"state_id": key, "approve": True}))["value"], "paid 700 to shop!")
        self.assertEqual(self.logged(), ["look 7", "pay 700 shop"])

    async def test_over_streamable_http(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, *self.argv, "--http", str(port)],
            env=self.environment,
            cwd=HERE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        await self.until_it_listens(port)
        url = f"http://127.0.0.1:{port}/mcp"
        for mode in MODES:
            with self.subTest(mode=mode):
                async with Client(url, elicitation_callback=User(YES), mode=mode) as client:
                    self.assertEqual(data(await client.call_tool("run_python", {"code": PROGRAM}))["value"], "paid 700 to shop!")
                async with Client(url, mode=mode) as client:
                    key = data(await client.call_tool("run_python", {"code": PROGRAM}))["state_id"]
                async with Client(url, mode=mode) as client:
                    result = data(await client.call_tool("resume", {"state_id": key, "approve": False}))
                self.assertEqual(result["error"]["type"], "PermissionError")
        self.assertEqual(self.logged(), ["look 7", "pay 700 shop", "look 7"] * 2)

    async def until_it_listens(self, port):
        for _ in range(200):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
        self.fail("the server doesn't listen")

    def test_options_that_are_wrong(self):
        for argv, told in (
            (["--tools", "/nowhere/tools.py"], "no Python file"),
            (["--tools", TOOLS, "--approve", "nothing"], "no function to approve: nothing"),
            (["--limit-steps", "-1"], "steps"),
        ):
            process = subprocess.run([sys.executable, "-m", "fermata.mcp", *argv], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            self.assertEqual(process.returncode, 2)
            self.assertIn(told, process.stderr)
        with self.assertRaises(SystemExit):
            main(["--no-such-option"])


if __name__ == "__main__":
    unittest.main()
