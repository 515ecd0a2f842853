"""An agent that calls several tools at once and waits for three days, without making us wait: the state is kept meanwhile."""

import asyncio
import time

import fermata

AGENT = """\
import asyncio

async def check(city):
    report = await weather(city)
    return f"{city}: {report['sky']}, {report['degrees']} degrees"

reports = await asyncio.gather(*[check(city) for city in cities])
print(*reports, sep="\\n")

await asyncio.sleep(3 * 24 * 3600)     # the offer needs three days
await notify("The offer is there. " + reports[0])
len(reports)
"""


async def weather(city: str) -> dict[str, object]:
    """How the weather is. Takes a while."""
    await asyncio.sleep(0.2)
    return {"sky": "clear" if len(city) % 2 else "cloudy", "degrees": 15 + len(city)}


async def notify(text: str) -> None:
    """Sends a message to the user."""
    print("notify:", text)


async def main() -> None:
    pool = fermata.Pool()  # a model wrote it: it runs in a process that has nothing
    program = fermata.Program(AGENT, name="agent.py", inputs=["cities"], functions=[weather, notify], pool=pool)

    # The tools run on our own event loop, three at a time: 0.2 seconds for all, not 0.6. pause_at makes a stop at notify().
    began = time.monotonic()
    step = program.start({"cities": ["Rome", "Oslo", "Lisbon"]})
    while isinstance(step, fermata.Paused) and step.call.kind == "async":
        print("waits for", ", ".join(str(call) for call in step.calls_pending))
        answers = await asyncio.gather(*[weather(*call.args) for call in step.calls_pending])
        step = step.resume(answers={call.id: answer for call, answer in zip(step.calls_pending, answers)})
    print(f"three reports in {time.monotonic() - began:.1f} s")

    # Now only a timer is pending. The state waits for it in storage, not in memory.
    assert isinstance(step, fermata.Paused) and step.due is not None
    print(f"the timer is due in {(step.due - time.time()) / 3600:.0f} hours; the state has {len(step.save())} bytes")
    state = step.save()

    # Three days later (or now: a timer that is named ends at once), in whatever process, the rest runs with the functions given to it.
    step = fermata.load(state, functions=[weather, notify], pool=pool)
    assert isinstance(step, fermata.Paused)
    step = step.resume({step.call.id: None})
    if isinstance(step, fermata.Paused):
        step = await step.run_async(pause_at=[])
    print("value:", step.value)


asyncio.run(main())
