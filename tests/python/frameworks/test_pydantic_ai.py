"""fermata.pydantic_ai with the real package: agents whose model is a function."""

import asyncio
import base64
import json
import subprocess
import sys
import time
import unittest
from dataclasses import dataclass

from support import needs

needs("pydantic_ai")

from pydantic import BaseModel  # noqa: E402
from pydantic_ai import (  # noqa: E402
    Agent,
    ApprovalRequired,
    CallDeferred,
    DeferredToolRequests,
    DeferredToolResults,
    ModelRetry,
    RunContext,
    ToolApproved,
    ToolDenied,
)
from pydantic_ai.exceptions import UnexpectedModelBehavior  # noqa: E402
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse, TextPart, ToolCallPart, ToolReturnPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402
from pydantic_ai.models.test import TestModel  # noqa: E402
from pydantic_ai.toolsets import FunctionToolset  # noqa: E402

import fermata  # noqa: E402
from fermata.pydantic_ai import FermataToolset, nested_calls, results  # noqa: E402


class Script:
    """A model that runs prepared programs, one after the other, and then says "done". `returns` is what the tool gave."""

    __name__ = "script"  # a FunctionModel wants one

    def __init__(self, *programs):
        self.programs = list(programs)
        self.returns = []
        self.infos = []

    def __call__(self, messages, info):
        self.infos.append(info)
        parts = [part for part in messages[-1].parts if part.part_kind in ("tool-return", "retry-prompt")]
        self.returns += [part.content if isinstance(part, ToolReturnPart) else part for part in parts]
        if self.programs:
            program = self.programs.pop(0)
            programs = program if isinstance(program, list) else [program]
            return ModelResponse(parts=[ToolCallPart("run_code", {"code": code}) for code in programs])
        return ModelResponse(parts=[TextPart("done")])


class Weather(BaseModel):
    city: str
    celsius: float


def run(script, tools, output_type=str, **options):
    toolset = tools if isinstance(tools, FermataToolset) else FermataToolset(tools)
    agent = Agent(FunctionModel(script), toolsets=[toolset], output_type=output_type)
    return asyncio.run(agent.run("go", **options))


class Running(unittest.TestCase):
    def setUp(self):
        self.called = []

        async def get_weather(city: str, days: int = 1) -> Weather:
            """The weather in a city.

            Args:
                city: The city's name.
                days: How many days ahead.
            """
            self.called.append((city, days))
            return Weather(city=city, celsius=20 + days)

        def double(x: int) -> int:
            """Twice a number."""
            return 2 * x

        self.tools = [get_weather, double]

    def test_the_program_calls_the_tools_and_its_value_is_the_result(self):
        script = Script("print('hi')\nw = await get_weather('Paris', days=2)\n[w['celsius'], await double(4)]")
        self.assertEqual(run(script, self.tools).output, "done")
        self.assertEqual(script.returns, [{"value": [22.0, 8], "stdout": "hi\n"}])
        self.assertEqual(self.called, [("Paris", 2)])

    def test_the_model_sees_one_tool_with_the_others_as_functions(self):
        script = Script()
        run(script, self.tools)
        (tool,) = script.infos[0].function_tools
        self.assertEqual(tool.name, "run_code")
        self.assertEqual(list(tool.parameters_json_schema["properties"]), ["code"])
        self.assertIn("async def get_weather(city: str, days: int = 1)", tool.description)
        self.assertIn("The weather in a city.", tool.description)
        self.assertIn("How many days ahead.", tool.description)
        self.assertIn("async def double(x: int)", tool.description)

    def test_plain_functions_when_they_are_wanted(self):
        script = Script("double(get_weather('Paris')['celsius'])")
        run(script, FermataToolset(self.tools, asynchronous=False))
        self.assertEqual(script.returns, [{"value": 42}])

    def test_gathered_calls_run_at_the_same_time(self):
        running = most = 0

        async def slow(n: int) -> int:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.05)
            running -= 1
            return n

        script = Script("import asyncio\nawait asyncio.gather(*[slow(n) for n in range(10)])")
        run(script, [slow])
        self.assertEqual(script.returns, [{"value": list(range(10))}])
        self.assertEqual(most, 10)

    def test_arguments_are_checked_as_the_agent_does(self):
        script = Script(
            "try:\n    await double('many')\nexcept ValueError as e:\n    text = str(e)\n'unable to parse' in text, await double('4')"
        )
        run(script, self.tools)
        self.assertEqual(script.returns, [{"value": [True, 8]}])
        script = Script("try:\n    await double()\nexcept TypeError as e:\n    text = str(e)\ntext")
        run(script, self.tools)
        self.assertEqual(script.returns, [{"value": "double() missing 1 required positional argument: 'x'"}])

    def test_a_program_that_fails_goes_back_to_the_model(self):
        script = Script("print('a')\n1 / 0", "x = (", "await double(1)")
        run(script, self.tools)
        self.assertIn("ZeroDivisionError: division by zero", str(script.returns[0]))
        self.assertIn("Printed before that:\na", str(script.returns[0]))
        self.assertIn("'(' was never closed", str(script.returns[1]))
        self.assertEqual(script.returns[2], {"value": 2})

    def test_it_gives_up_after_max_retries(self):
        with self.assertRaises(UnexpectedModelBehavior):
            run(Script("1 / 0", "1 / 0"), FermataToolset(self.tools, max_retries=1))

    def test_a_limit_goes_back_to_the_model(self):
        script = Script("while True: pass", "1")
        run(script, FermataToolset(self.tools, limits=fermata.Limits(steps=10_000)))
        self.assertIn("its limit of steps is used up", str(script.returns[0]))

    def test_a_tools_retry_is_an_exception_in_the_program(self):
        def picky(word: str) -> str:
            raise ModelRetry("say please")

        script = Script("try:\n    await picky('now')\nexcept RuntimeError as e:\n    text = str(e)\ntext")
        run(script, [picky])
        self.assertEqual(script.returns, [{"value": "picky: say please"}])

    def test_a_tools_exception_that_nobody_expects_is_one_in_the_program(self):
        def broken() -> str:
            raise KeyError("gone")

        script = Script("try:\n    await broken()\nexcept KeyError as e:\n    text = repr(e)\ntext")
        run(script, [broken])
        self.assertEqual(script.returns, [{"value": "KeyError('gone')"}])

    def test_tools_get_the_context_of_the_run(self):
        @dataclass
        class Deps:
            user: str

        def whoami(ctx: RunContext[Deps]) -> str:
            return f"{ctx.deps.user} {ctx.tool_name}"

        script = Script("await whoami()")
        agent = Agent(FunctionModel(script), deps_type=Deps, toolsets=[FermataToolset([FunctionToolset([whoami])])])
        asyncio.run(agent.run("go", deps=Deps("ann")))
        self.assertEqual(script.returns, [{"value": "ann whoami"}])

    def test_what_was_called_is_in_the_tool_returns_metadata(self):
        result = run(Script("await double(4)"), self.tools)
        (part,) = [part for message in result.all_messages() for part in message.parts if isinstance(part, ToolReturnPart)]
        self.assertEqual(part.metadata["fermata"]["calls"], [{"tool": "double", "args": {"x": 4}, "line": 1}])

    def test_names_that_python_can_not_say(self):
        toolset = FunctionToolset()
        toolset.tool_plain(name="add-one")(add_one)
        script = Script("await add_one(1)")
        run(script, toolset)
        self.assertEqual(script.returns, [{"value": 2}])

    def test_a_test_model_can_call_it(self):
        agent = Agent(TestModel(custom_output_text="ok"), toolsets=[FermataToolset(self.tools, max_retries=3)])
        try:
            asyncio.run(agent.run("go"))
        except UnexpectedModelBehavior as error:  # it runs the program "a", again and again
            self.assertIn("run_code", str(error))

    def test_a_sequential_tool_runs_alone(self):
        log = []

        async def free(n: int) -> None:
            log.append(f"free {n}")
            await asyncio.sleep(0.02)
            log.append(f"end {n}")

        async def alone(n: int) -> None:
            log.append(f"alone {n}")
            await asyncio.sleep(0.02)
            log.append(f"end {n}")

        toolset = FunctionToolset([free])
        toolset.add_function(alone, sequential=True)
        run(Script("import asyncio\nawait asyncio.gather(free(1), alone(2), free(3), alone(4), free(5))"), toolset)
        self.assertEqual(sorted(log), sorted(f"{word} {n}" for n in range(1, 6) for word in ("end", "alone" if n in (2, 4) else "free")))
        for at, line in enumerate(log):
            if line.startswith("alone"):
                self.assertEqual(log[at + 1], "end" + line[5:])
                running = sum(1 if before.startswith("free") else -1 for before in log[:at] if before.split()[1] not in ("2", "4"))
                self.assertEqual(running, 0, log)

    def test_toolsets_and_functions_together_prefixed(self):
        script = Script("await shop_add_one(await double(3))")
        run(script, [FunctionToolset([add_one]).prefixed("shop"), self.tools[1]])
        self.assertEqual(script.returns, [{"value": 7}])

    def test_a_cancelled_run_stops_the_program(self):
        async def both():
            toolset = FermataToolset(self.tools, limits=fermata.Limits(steps=0, time_ms=20_000))
            agent = Agent(FunctionModel(Script("await double(1)\nwhile True: pass")), toolsets=[toolset])
            task = asyncio.create_task(agent.run("go"))
            await asyncio.sleep(0.3)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        begun = time.monotonic()
        asyncio.run(both())  # waits for its threads
        self.assertLess(time.monotonic() - begun, 5)

    def test_a_timer_of_the_program(self):
        script = Script("import asyncio\nawait asyncio.sleep(0.02)\nawait double(1)")
        run(script, self.tools)
        self.assertEqual(script.returns, [{"value": 2}])

    def test_a_timeout_in_the_program_cancels_the_tool(self):
        cancelled = []

        async def forever() -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        script = Script(
            "import asyncio\ntry:\n    await asyncio.wait_for(forever(), 0.05)\nexcept asyncio.TimeoutError:\n    r = 'late'\nr"
        )
        run(script, [forever])
        self.assertEqual(script.returns, [{"value": "late"}])
        self.assertEqual(cancelled, [True])


def add_one(x: int) -> int:
    """One more."""
    return x + 1


class Approvals(unittest.TestCase):
    """The program stops at a call that needs approval; the run ends, and another goes on from what it gave."""

    def setUp(self):
        self.log = []
        self.toolset = FunctionToolset()

        @self.toolset.tool_plain
        def look(order: int) -> int:
            self.log.append(("look", order))
            return order * 100

        @self.toolset.tool_plain(requires_approval=True)
        def pay(amount: int, to: str) -> str:
            self.log.append(("pay", amount, to))
            return f"paid {amount}"

        @self.toolset.tool
        def refund(ctx: RunContext, amount: int) -> str:
            if amount > 50 and not ctx.tool_call_approved:
                raise ApprovalRequired({"why": "more than 50"})
            self.log.append(("refund", amount))
            return f"refunded {amount}"

    def ask(self, *programs, toolset=None):
        self.script = Script(*programs)
        self.first = run(self.script, toolset or self.toolset, [str, DeferredToolRequests])
        self.assertIsInstance(self.first.output, DeferredToolRequests)
        return self.first.output

    def go_on(self, deferred, history=None):
        # A new agent and a new toolset: nothing but the messages and the results is handed on.
        return run(
            self.script,
            FermataToolset(self.toolset),
            [str, DeferredToolRequests],
            message_history=history or self.first.all_messages(),
            deferred_tool_results=deferred,
        )

    PROGRAM = "total = await look(order=7)\nreceipt = await pay(total, to='shop')\nf'{receipt}!'"

    def test_an_approved_call_is_made_and_nothing_is_done_twice(self):
        requests = self.ask(self.PROGRAM)
        (call,) = requests.approvals
        self.assertEqual(call.tool_name, "run_code")
        self.assertEqual([(part.tool_name, part.args) for part in nested_calls(requests)], [("pay", {"amount": 700, "to": "shop"})])
        self.assertEqual(self.log, [("look", 7)])
        self.assertEqual(self.go_on(results(requests, True)).output, "done")
        self.assertEqual(self.log, [("look", 7), ("pay", 700, "shop")])
        self.assertEqual(self.script.returns, [{"value": "paid 700!"}])

    def test_everything_can_be_stored_as_json_between(self):
        requests = self.ask(self.PROGRAM)
        stored = ModelMessagesTypeAdapter.dump_json(self.first.all_messages())
        metadata = json.loads(json.dumps(requests.metadata))
        deferred = DeferredToolResults(approvals={requests.approvals[0].tool_call_id: True}, metadata=metadata)
        self.go_on(deferred, ModelMessagesTypeAdapter.validate_json(stored))
        self.assertEqual(self.script.returns, [{"value": "paid 700!"}])

    def test_a_denied_call_raises_in_the_program(self):
        program = "try:\n    await pay(5, 'x')\nexcept PermissionError as e:\n    r = str(e)\nr"
        requests = self.ask(program)
        self.go_on(results(requests, False))
        self.assertEqual(self.script.returns, [{"value": "The tool call was denied."}])
        requests = self.ask(program)
        self.go_on(results(requests, {nested_calls(requests)[0].tool_call_id: ToolDenied("too much")}))
        self.assertEqual(self.script.returns, [{"value": "too much"}])
        self.assertEqual(self.log, [])

    def test_the_whole_program_can_be_denied(self):
        requests = self.ask(self.PROGRAM)
        self.go_on(DeferredToolResults(approvals={requests.approvals[0].tool_call_id: ToolDenied("stop")}))
        self.assertEqual(self.script.returns, ["stop"])

    def test_an_approval_with_other_arguments(self):
        requests = self.ask(self.PROGRAM)
        answer = ToolApproved(override_args={"amount": 1, "to": "shop"})
        self.go_on(results(requests, {nested_calls(requests)[0].tool_call_id: answer}))
        self.assertEqual(self.log, [("look", 7), ("pay", 1, "shop")])

    def test_an_answer_in_place_of_the_call(self):
        requests = self.ask(self.PROGRAM)
        self.go_on(results(requests, {nested_calls(requests)[0].tool_call_id: "paid by hand"}))
        self.assertEqual(self.script.returns, [{"value": "paid by hand!"}])
        self.assertEqual(self.log, [("look", 7)])

    def test_several_gathered_calls_wait_and_are_decided_one_by_one(self):
        program = (
            "import asyncio\n"
            "all = await asyncio.gather(pay(1, 'a'), look(2), pay(3, 'b'), refund(60), return_exceptions=True)\n"
            "[str(one) for one in all]"
        )
        requests = self.ask(program)
        calls = nested_calls(requests)
        self.assertEqual([part.args for part in calls], [{"amount": 1, "to": "a"}, {"amount": 3, "to": "b"}, {"amount": 60}])
        self.assertEqual(self.log, [("look", 2)])
        self.go_on(results(requests, {calls[0].tool_call_id: True, calls[2].tool_call_id: True}))
        self.assertEqual(sorted(self.log), [("look", 2), ("pay", 1, "a"), ("refund", 60)])
        self.assertEqual(self.script.returns, [{"value": ["paid 1", "200", "The tool call was denied.", "refunded 60"]}])

    def test_one_approval_after_the_other(self):
        requests = self.ask("a = await pay(1, 'a')\nb = await pay(2, 'b')\na + b")
        second = self.go_on(results(requests))
        self.assertIsInstance(second.output, DeferredToolRequests)
        self.assertEqual([part.args for part in nested_calls(second.output)], [{"amount": 2, "to": "b"}])
        self.go_on(results(second.output), second.all_messages())
        self.assertEqual(self.script.returns, [{"value": "paid 1paid 2"}])
        self.assertEqual(self.log, [("pay", 1, "a"), ("pay", 2, "b")])

    def test_what_a_state_has_approved_another_toolset_asks_for_too(self):
        requests = self.ask("a = await pay(1, 'a')\nb = await pay(2, 'b')\na + b")
        self.toolset.tools["pay"].requires_approval = False
        second = self.go_on(results(requests))
        self.assertEqual(([part.args for part in nested_calls(second.output)], self.log), ([{"amount": 2, "to": "b"}], [("pay", 1, "a")]))
        self.go_on(results(second.output), second.all_messages())
        self.assertEqual(self.log, [("pay", 1, "a"), ("pay", 2, "b")])

    def test_a_tool_that_asks_for_an_approval_itself(self):
        requests = self.ask("await refund(10), await refund(99)")
        (call,) = requests.metadata[requests.approvals[0].tool_call_id]["fermata"]["calls"]
        self.assertEqual(call["metadata"], {"why": "more than 50"})
        self.go_on(results(requests))
        self.assertEqual(self.log, [("refund", 10), ("refund", 99)])

    def test_two_programs_of_one_response(self):
        requests = self.ask(["await pay(1, 'a')", "await pay(2, 'b')"])
        self.assertEqual(len(requests.approvals), 2)
        self.go_on(results(requests))
        self.assertEqual(sorted(self.log), [("pay", 1, "a"), ("pay", 2, "b")])
        self.assertEqual(self.script.returns, [{"value": "paid 1"}, {"value": "paid 2"}])

    def test_an_external_call_waits_for_its_result(self):
        @self.toolset.tool_plain
        def research(topic: str) -> str:
            raise CallDeferred({"job": 17})

        requests = self.ask("(await research('owls')).upper()")
        (call,) = nested_calls(requests)
        again = self.go_on(results(requests, {}))  # without a result it is denied
        self.assertIn("PermissionError", str(self.script.returns[0]))
        requests = self.ask("(await research('owls')).upper()")
        (call,) = nested_calls(requests)
        self.go_on(results(requests, {call.tool_call_id: "they fly"}))
        self.assertEqual(self.script.returns, [{"value": "THEY FLY"}])
        del again

    def test_code_that_the_approver_changed_runs_from_its_beginning(self):
        requests = self.ask(self.PROGRAM)
        call = requests.approvals[0].tool_call_id
        deferred = DeferredToolResults(approvals={call: ToolApproved(override_args={"code": "await look(1)"})}, metadata=requests.metadata)
        self.go_on(deferred)
        self.assertEqual(self.script.returns, [{"value": 100}])
        self.assertEqual(self.log, [("look", 7), ("look", 1)])

    def test_versions_that_do_not_ask_for_approvals_are_refused(self):
        code = (
            "import importlib.metadata\nimportlib.metadata.version = lambda name: '2.20.0'\n"
            "try:\n    import fermata.pydantic_ai\nexcept ImportError as error:\n    print(error)"
        )
        process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("2.60 or later", process.stdout, process.stderr)

    def test_answers_for_another_call_approve_nothing(self):
        requests = self.ask(self.PROGRAM)
        deferred = results(requests)
        kept = deferred.metadata[requests.approvals[0].tool_call_id]["fermata"]
        kept["answers"] = {"another-call:1": True}
        self.go_on(deferred)
        self.assertIn("PermissionError: the call was not decided about", str(self.script.returns[0]))
        self.assertEqual(self.log, [("look", 7)])

    def test_a_state_that_was_tampered_with_is_refused(self):
        requests = self.ask(self.PROGRAM)
        deferred = results(requests)
        deferred.metadata[requests.approvals[0].tool_call_id]["fermata"]["state"] = "AAAA"
        with self.assertRaisesRegex(Exception, "can't be loaded"):
            self.go_on(deferred)
        self.assertEqual(self.log, [("look", 7)])

    def test_sealed_metadata_goes_on_with_its_own_call_alone(self):
        toolset = FermataToolset(self.toolset, sealer=fermata.Sealer({"k1": bytes(32)}))
        requests = self.ask(self.PROGRAM, toolset=toolset)
        deferred = results(requests)
        (kept,) = [each["fermata"] for each in deferred.metadata.values()]
        state = base64.b64decode(kept["state"])
        self.assertEqual(fermata.Sealer.key_id_of(state), "k1")
        go_on = {"message_history": self.first.all_messages(), "deferred_tool_results": deferred}
        for other in (
            state[:-1] + bytes([state[-1] ^ 1]),
            toolset.sealer.open(state, {"tool_call_id": requests.approvals[0].tool_call_id}),
        ):
            kept["state"] = base64.b64encode(other).decode()
            with self.assertRaisesRegex(Exception, "can't be loaded"):
                run(self.script, toolset, [str, DeferredToolRequests], **go_on)
        kept["state"] = base64.b64encode(state).decode()
        run(self.script, toolset, [str, DeferredToolRequests], **go_on)
        self.assertEqual(self.script.returns[-1], {"value": "paid 700!"})

    def test_without_the_metadata_the_same_toolset_goes_on_and_another_says_what_is_missing(self):
        toolset = FermataToolset(self.toolset)
        requests = self.ask(self.PROGRAM, toolset=toolset)
        deferred = DeferredToolResults(approvals={requests.approvals[0].tool_call_id: True})
        with self.assertRaisesRegex(Exception, "metadata=requests.metadata"):
            self.go_on(deferred)
        run(self.script, toolset, [str, DeferredToolRequests], message_history=self.first.all_messages(), deferred_tool_results=deferred)
        self.assertEqual(self.script.returns[-1], {"value": "paid 700!"})


if __name__ == "__main__":
    unittest.main()
