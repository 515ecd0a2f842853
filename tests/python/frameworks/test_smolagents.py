"""fermata.smolagents with the real package: a CodeAgent whose model is a script."""

import dataclasses
import unittest

from support import needs

needs("smolagents")

from smolagents import CodeAgent, Tool, tool  # noqa: E402
from smolagents.local_python_executor import InterpreterError  # noqa: E402
from smolagents.models import ChatMessage, MessageRole, Model  # noqa: E402
from smolagents.monitoring import LogLevel  # noqa: E402

import fermata  # noqa: E402
from fermata.smolagents import FermataExecutor  # noqa: E402


class Script(Model):
    """A model that says one prepared program after the other, and keeps what it was told."""

    def __init__(self, *programs):
        super().__init__(model_id="script")
        self.programs = list(programs)
        self.told = []

    def generate(self, messages, stop_sequences=None, response_format=None, tools_to_call_from=None, **kwargs):
        self.told.append(messages)
        return ChatMessage(role=MessageRole.ASSISTANT, content=f"Thought: go on.\n<code>\n{self.programs.pop(0)}\n</code>")

    def last_observation(self):
        return text_of(self.told[-1][-1])


@dataclasses.dataclass
class Order:
    id: int
    items: list


def text_of(message):
    return "".join(part["text"] for part in message.content)


@tool
def population(city: str) -> int:
    """How many people live in a city.

    Args:
        city: The city's name.
    """
    if city == "Atlantis":
        raise LookupError("no such city: Atlantis")
    return {"Paris": 2_100_000, "Lyon": 520_000}[city]


def agent(*programs, executor=None, tools=(population,), **options):
    model = Script(*programs)
    return model, CodeAgent(tools=list(tools), model=model, executor=executor or FermataExecutor(), verbosity_level=LogLevel.OFF, **options)


class Agents(unittest.TestCase):
    def test_state_is_kept_from_step_to_step(self):
        model, code_agent = agent(
            "people = population('Paris')\nprint('so', people)", "people += population(city='Lyon')", "final_answer(people)"
        )
        self.assertEqual(code_agent.run("how many?"), 2_620_000)
        self.assertEqual(model.programs, [])

    def test_the_model_reads_what_was_printed_and_the_last_value(self):
        model, code_agent = agent("print('hello')\n6 * 7", "final_answer('done')")
        code_agent.run("?")
        self.assertIn("Execution logs:\nhello\n", model.last_observation())
        self.assertIn("Last output from code snippet:\n42", model.last_observation())

    def test_an_error_is_told_with_its_line_and_what_was_printed_before(self):
        model, code_agent = agent("print('before')\nx = 1\nx / 0", "final_answer(x)")
        self.assertEqual(code_agent.run("?"), 1)
        self.assertIn("Code execution failed at line 'x / 0' due to: ZeroDivisionError: division by zero", model.last_observation())
        self.assertIn("Execution logs:\nbefore\n", "".join(map(text_of, model.told[-1])))

    def test_a_tools_own_exception_is_raised_in_the_code(self):
        program = "try:\n    population('Atlantis')\nexcept LookupError as e:\n    final_answer(f'caught {e}')"
        self.assertEqual(agent(program)[1].run("?"), "caught no such city: Atlantis")

    def test_a_syntax_error_is_told(self):
        model, code_agent = agent("x = (", "final_answer(0)")
        code_agent.run("?")
        self.assertIn("Code parsing failed on line 1 due to: SyntaxError: '(' was never closed", model.last_observation())

    def test_the_final_answer_can_not_be_caught(self):
        program = "try:\n    final_answer(1)\nexcept BaseException:\n    final_answer(2)\nfinally:\n    print('too late')"
        model, code_agent = agent(program)
        self.assertEqual(code_agent.run("?"), 1)
        step = code_agent.memory.steps[-1]
        self.assertNotIn("too late", step.observations)

    def test_a_final_answer_in_a_function_and_the_next_run_goes_on(self):
        model, code_agent = agent("def answer():\n    final_answer({'a': [1, 2]})\nanswer()", "final_answer(callable(answer))")
        self.assertEqual(code_agent.run("?"), {"a": [1, 2]})
        self.assertIs(code_agent.run("again", reset=False), True)

    def test_a_limit_that_is_used_up_ends_the_step_not_the_session(self):
        executor = FermataExecutor(limits=fermata.Limits(steps=20_000))
        model, code_agent = agent("n = 5\nwhile True: n += 1", "final_answer(n > 5)", executor=executor)
        self.assertIs(code_agent.run("?"), True)
        self.assertIn("its limit of steps is used up", model.last_observation())

    def test_the_host_is_out_of_reach(self):
        model, code_agent = agent("open('/etc/passwd').read()", "import subprocess; subprocess.run(['true'])", "final_answer(0)")
        code_agent.run("?")
        told = "".join(map(text_of, model.told[-1]))
        self.assertNotIn("root:", told)
        self.assertIn("PermissionError", told)

    def test_arguments_of_the_run_are_variables(self):
        self.assertEqual(agent("final_answer(sum(numbers))")[1].run("add", additional_args={"numbers": [1, 2, 3]}), 6)

    def test_a_managed_agent_is_a_function(self):
        _, helper = agent("final_answer('from below')")
        helper.name, helper.description = "helper", "Helps."
        _, manager = agent("final_answer(helper(task='do it'))", managed_agents=[helper])
        self.assertIn("from below", manager.run("?"))

    def test_a_tool_class_with_an_optional_input(self):
        class Greet(Tool):
            name = "greet"
            description = "Greets."
            inputs = {
                "name": {"type": "string", "description": "whom"},
                "word": {"type": "string", "description": "how", "nullable": True},
            }
            output_type = "string"

            def forward(self, name: str, word: str | None = None) -> str:
                return f"{word or 'Hello'} {name}"

        self.assertEqual(
            agent("final_answer(greet('Ann') + greet(name='Bob', word='Bye'))", tools=[Greet()])[1].run("?"), "Hello AnnBye Bob"
        )


class Values(unittest.TestCase):
    """What isn't a plain value."""

    class Image:
        """An object that can't cross."""

    def executor(self, **options):
        executor = FermataExecutor(functions=[self.draw, self.look], **options)
        self.image = self.Image()
        executor.send_variables({"image": self.image, "many": [1, {"it": self.image}]})
        return executor

    def draw(self, what: str) -> object:
        return self.Image()

    def look(self, image: object) -> str:
        return type(image).__name__ + (" that was sent" if image is self.image else "")

    def test_objects_are_handed_on_to_tools_and_back(self):
        executor = self.executor()
        self.assertEqual(executor("[look(image), look(many[1]['it']), look(draw('x'))]").output, ["Image that was sent"] * 2 + ["Image"])
        self.assertIs(executor("image").output, self.image)

    def test_the_code_can_do_nothing_else_with_them(self):
        with self.assertRaisesRegex(InterpreterError, "AttributeError"):
            self.executor()("image.pixels")

    def test_they_are_bound_again_at_load(self):
        executor = self.executor()
        name = executor("repr(image)").output.split("'")[1]
        other = FermataExecutor.load(executor.save(), handles={name: self.image}, functions=[self.look])
        self.assertEqual(other("look(image)").output, "Image that was sent")

    def test_classes_of_the_host(self):
        executor = FermataExecutor(types=[Order])
        executor.send_variables({"order": Order(1, ["a"])})
        self.assertEqual(executor("Order(order.id + 1, order.items * 2)").output, Order(2, ["a", "a"]))
        executor = FermataExecutor.load(executor.save(), types=[Order])
        self.assertEqual(executor("order").output, Order(1, ["a"]))


class Saved(unittest.TestCase):
    def test_an_executor_is_saved_between_two_steps_and_another_agent_goes_on(self):
        executor = FermataExecutor()
        agent(
            "class Cart:\n    def __init__(self): self.items = []\ncart = Cart()\ncart.items.append(population('Lyon'))\nfinal_answer(0)",
            executor=executor,
        )[1].run("?")
        state = executor.save()
        self.assertIsInstance(state, bytes)
        _, other = agent("cart.items.append(population('Paris'))", "final_answer(cart.items)", executor=FermataExecutor.load(state))
        self.assertEqual(other.run("go on"), [520_000, 2_100_000])

    def test_under_seal(self):
        executor, sealer = FermataExecutor(), fermata.Sealer({"k1": bytes(32)})
        executor("x = 41")
        state = executor.save(sealer=sealer, bound={"chat": 1})
        self.assertEqual(FermataExecutor.load(state, sealer=sealer, bound={"chat": 1})("x + 1").output, 42)
        with self.assertRaises(fermata.StateError):
            FermataExecutor.load(state, sealer=sealer, bound={"chat": 2})

    def test_variables_that_no_step_has_seen_yet_are_saved(self):
        executor = FermataExecutor()
        executor.send_variables({"x": 41})
        self.assertEqual(FermataExecutor.load(executor.save())("x + 1").output, 42)

    def test_where_nobody_approves_a_call_that_waits_for_it_is_not_made(self):
        session = fermata.Session(functions=["population"], pause_at=["population"])
        session.feed("x = 1")
        executor = FermataExecutor.load(session.save())
        executor.send_tools({"population": population})
        with self.assertRaisesRegex(InterpreterError, r"nobody is here to approve the call population\('Lyon'\)"):
            executor("population('Lyon')")
        self.assertEqual(executor("x + 1").output, 2)

    def test_what_is_no_state_is_refused(self):
        with self.assertRaises(fermata.StateError):
            FermataExecutor.load(b"no state")


class Direct(unittest.TestCase):
    def test_a_step_that_can_not_be_compiled_loses_no_variables(self):
        executor = FermataExecutor()
        executor.send_variables({"x": 1})
        with self.assertRaises(InterpreterError):
            executor("x = = 2")
        self.assertEqual(executor("x").output, 1)

    def test_long_logs_lose_their_middle(self):
        executor = FermataExecutor(max_print_outputs_length=100)
        logs = executor("print('a' * 1000, 'end')").logs
        self.assertLess(len(logs), 300)
        self.assertTrue(logs.endswith("end\n"))

    def test_functions_of_ones_own_and_asynchronous_ones(self):
        async def slow(x: int) -> int:
            return x * 2

        def quick(x: int) -> int:
            return x + 1

        executor = FermataExecutor(functions=[slow, quick])
        executor.send_tools({})
        self.assertEqual(executor("import asyncio\nquick(1), await asyncio.gather(slow(1), slow(2))").output, (2, [2, 4]))

    def test_cleanup_forgets(self):
        executor = FermataExecutor()
        executor("x = 1")
        executor.cleanup()
        with self.assertRaisesRegex(InterpreterError, "name 'x' is not defined"):
            executor("x")


if __name__ == "__main__":
    unittest.main()
