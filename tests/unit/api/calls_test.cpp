// Several calls pending at once: asynchronous functions, timers, answers in any order and number, states between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "again.h"
#include "fermata/session.h"

namespace fermata {
namespace {

struct Program1 {
  explicit Program1(const std::string& text) {
    std::vector<Finding> findings;
    program = Program::compile(text, "agent.py", &findings);
    EXPECT_TRUE(program) << (findings.empty() ? "" : findings[0].text);
  }
  std::shared_ptr<const Program> program;
};

double fixed_clock() { return 1000.5; }

SessionOptions options() {
  SessionOptions o;
  o.functions = {Grant::async("fetch"), "ask"};
  o.clock = fixed_clock;
  return o;
}

std::vector<uint64_t> ids(const Session& s) {
  std::vector<uint64_t> out;
  for (const Call& c : s.pending()) out.push_back(c.id);
  return out;
}

constexpr char kThree[] = R"(
import asyncio
async def one(i):
    print('got', await fetch(i, key=str(i)))
    return i
async def main():
    return await asyncio.gather(*[one(i) for i in range(3)])
asyncio.run(main())
)";

TEST(Calls, AllArePending) {
  Session s(Program1(kThree).program, options());
  ASSERT_EQ(s.start().status, Status::kPaused);
  ASSERT_EQ(s.pending().size(), 3u);
  const Call& call = s.pending()[1];
  EXPECT_EQ(call.kind, Call::Kind::kAsync);
  EXPECT_EQ(call.function, "fetch");
  EXPECT_EQ(call.args, (std::vector<Data>{1}));
  EXPECT_EQ(call.kwargs[0].second, Data("1"));
  EXPECT_EQ(call.line, 4u);
  EXPECT_EQ(call.file, "agent.py");
  EXPECT_EQ(s.resume(s.pending()[2].id, Data("c")).status, Status::kPaused);
  EXPECT_EQ(s.pending().size(), 2u);
  EXPECT_EQ(s.take_output(), "got c\n");
  Outcome o = s.resume({{s.pending()[1].id, Data("b")}, {s.pending()[0].id, Data("a")}});
  EXPECT_EQ(o.status, Status::kDone);
  EXPECT_EQ(o.result, Data::list({0, 1, 2}));
  EXPECT_EQ(s.take_output(), "got b\ngot a\n");
}

TEST(Calls, WrongAnswersChangeNothing) {
  Session s(Program1(kThree).program, options());
  s.start();
  const std::string before = s.save();
  const std::vector<uint64_t> id = ids(s);
  EXPECT_THROW(s.resume(99, Data(1)), UsageError);
  EXPECT_THROW(s.resume({{id[0], Data(1)}, {id[0], Data(2)}}), UsageError);
  EXPECT_THROW(s.resume({{id[0], Data(1)}, {99, Data(2)}}), UsageError);
  EXPECT_THROW(s.resume(std::vector<CallAnswer>{}), UsageError);
  EXPECT_EQ(s.save(), before);
  s.resume(id[0], Data(1));
  EXPECT_THROW(s.resume(id[0], Data(1)), UsageError);
}

TEST(Calls, ErrorsAreRaisedWhereItIsAwaited) {
  Session s(Program1("try:\n    await fetch(1)\nexcept ValueError as e:\n    r = str(e)\nr").program, options());
  ASSERT_EQ(s.start().status, Status::kPaused);
  EXPECT_EQ(s.pending()[0].line, 2u);
  Outcome o = s.resume(s.pending()[0].id, Error{.type = "ValueError", .message = "no"});
  EXPECT_EQ(o.result, Data("no"));
  Session t(Program1("import math\nawait fetch(1)").program, options());
  t.start();
  o = t.resume(t.pending()[0].id, Error{.type = "KeyError", .message = "k"});
  ASSERT_EQ(o.status, Status::kRaised);
  EXPECT_EQ(o.error->traceback,
            "Traceback (most recent call last):\n  File \"agent.py\", line 2, in <module>\n    await fetch(1)\n  File \"<host>\", in "
            "fetch\nKeyError: 'k'\n");
}

TEST(Calls, StandingStillKeepsTheOthersAnswers) {
  Session s(Program1("import asyncio\nt = asyncio.create_task(fetch(1))\nawait asyncio.sleep(0)\nx = ask(2)\n[x, await t]").program,
            options());
  ASSERT_EQ(s.start().status, Status::kPaused);
  ASSERT_EQ(s.pending().size(), 2u);
  EXPECT_EQ(s.pending()[0].kind, Call::Kind::kAsync);
  EXPECT_EQ(s.pending()[1].kind, Call::Kind::kCall);
  EXPECT_EQ(s.resume(s.pending()[0].id, Data("first")).status, Status::kPaused);
  ASSERT_EQ(s.pending().size(), 1u);
  auto t = again(s, StateEncoding::kJson, options());
  Outcome o = t->resume(t->pending()[0].id, Data("second"));
  EXPECT_EQ(o.result, Data::list({"second", "first"}));
  o = s.resume({{s.pending()[0].id, Data(5)}});
  EXPECT_EQ(o.result, Data::list({5, "first"}));
}

TEST(Calls, GivenUpCallsVanish) {
  Session s(Program1(R"(
import asyncio
async def main():
    try:
        await asyncio.wait_for(fetch('slow'), 60)
    except TimeoutError:
        print('late')
    t = asyncio.create_task(fetch('cancelled'))
    await asyncio.sleep(0)
    t.cancel()
    return await fetch('last')
asyncio.run(main())
)")
                .program,
            options());
  ASSERT_EQ(s.start().status, Status::kPaused);
  ASSERT_EQ(s.pending().size(), 2u);
  EXPECT_EQ(s.pending()[0].line, 5u);
  EXPECT_EQ(s.pending()[1].line, 5u);
  const Call& timer = s.pending()[0].kind == Call::Kind::kTimer ? s.pending()[0] : s.pending()[1];
  EXPECT_EQ(timer.kind, Call::Kind::kTimer);
  EXPECT_EQ(timer.due, 1060.5);
  EXPECT_EQ(timer.line, 5u);
  EXPECT_EQ(s.next_due(), 1060.5);
  EXPECT_EQ(s.resume_due().status, Status::kPaused);  // not yet
  ASSERT_EQ(s.pending().size(), 2u);
  s.resume(timer.id, Data());  // early is allowed
  ASSERT_EQ(s.pending().size(), 1u);
  EXPECT_EQ(s.pending()[0].args[0], Data("last"));
  EXPECT_EQ(s.take_output(), "late\n");
  EXPECT_EQ(s.resume(s.pending()[0].id, Data(3)).result, Data(3));
  EXPECT_TRUE(s.pending().empty());
}

TEST(Calls, TimersGoByTheHostsClock) {
  double now = 5'000'000;
  SessionOptions o = options();
  o.clock = [&] { return now; };
  Session s(Program1(R"(
import asyncio
async def nap(n):
    await asyncio.sleep(n)
    print(n, asyncio.get_running_loop().time())
await asyncio.gather(nap(86400 * 3), nap(1), nap(2), nap(1))
)")
                .program,
            o);
  ASSERT_EQ(s.start().status, Status::kPaused);
  ASSERT_EQ(s.pending().size(), 3u);  // one for each time
  EXPECT_EQ(s.next_due(), 5'000'001);
  now += 1;
  s.resume_due();
  EXPECT_EQ(s.take_output(), "1 5000001.0\n1 5000001.0\n");
  const std::string state = s.save();
  auto t = Session::load(state, o, nullptr);
  EXPECT_EQ(*t->next_due(), 5'000'002);
  now += 86400 * 4;
  EXPECT_EQ(t->resume_due().status, Status::kDone);
  EXPECT_EQ(t->take_output(), "2 5345601.0\n259200 5345601.0\n");
}

TEST(Calls, ThePlaceIsTheProgramsOwn) {
  Session s(Program1("import asyncio\nx = 1\nawait asyncio.gather(asyncio.sleep(5),\n  fetch(1), asyncio.wait_for(fetch(2), 9))").program,
            options());
  ASSERT_EQ(s.start().status, Status::kPaused);
  ASSERT_EQ(s.pending().size(), 4u);
  for (const Call& call : s.pending()) {
    EXPECT_EQ(call.file, "agent.py");
    EXPECT_TRUE(call.line == 3 || call.line == 4) << call.line;
  }
}

// Code that has gone makes room for other code: the line is never that of the one before.
TEST(Calls, TheLineIsThatOfTheCodeThatRuns) {
  const Program1 p("import gc\nfor i in range(300):\n    gc.collect()\n    exec('\\n' * (i % 7) + 'ask()')");
  Session s(p.program, {.functions = {"ask"}});
  s.set_gc_stress(true);
  Outcome o = s.start();
  for (uint32_t i = 0; i < 300; ++i) {
    ASSERT_EQ(o.status, Status::kPaused);
    ASSERT_EQ(s.pending()[0].line, i % 7 + 1);
    o = s.resume(s.pending()[0].id, Data());
  }
  EXPECT_EQ(o.status, Status::kDone);
}

TEST(Calls, RefusedAndUncrossable) {
  Session s(Program1("import asyncio\ntry:\n    await fetch(object)\nexcept TypeError as e:\n    r = str(e)\nr").program, options());
  EXPECT_EQ(s.start().result, Data("argument 1 of host function 'fetch' holds a value of type 'type', which can't leave the sandbox"));
  Session p(Program1("c = fetch(1)\nask(0)\ntry:\n    await c\nexcept PermissionError as e:\n    r = str(e)\nr").program, options());
  p.start();
  SessionOptions fewer = options();
  fewer.functions = {"ask"};
  auto t = Session::load(p.save(), fewer, nullptr);
  EXPECT_EQ(t->resume(t->pending()[0].id, Data()).result, Data("the host does not grant the function 'fetch' here"));
}

TEST(Calls, WhoLoadsSaysWhatIsGranted) {
  Session s(Program1("ask(1)").program, options());
  s.start();
  const auto problem_with = [&](Grants functions) {
    SessionOptions o;
    o.functions = std::move(functions);
    StateProblem problem;
    return Session::load(s.save(), o, &problem) ? "loaded" : problem.kind + ": " + problem.message;
  };
  EXPECT_EQ(problem_with({}), "loaded");  // nothing said: the state's
  EXPECT_EQ(problem_with({"ask", "tell"}), "loaded");
  EXPECT_EQ(problem_with({"tell"}), "not granted: it waits for the function 'ask'");
  EXPECT_EQ(problem_with(std::vector<Grant>()), "not granted: it waits for the function 'ask'");
}

TEST(Calls, EvalStaysOffAndCanBeSwitchedOff) {
  const auto result = [](bool before, bool after) {
    SessionOptions o = options();
    o.allow_eval = before;
    Session s(Program1("ask(1)\ntry: r = eval('5')\nexcept PermissionError: r = 'off'\nr").program, o);
    s.start();
    SessionOptions then = options();
    then.allow_eval = after;
    auto t = Session::load(s.save(), then, nullptr);
    return t->resume(t->pending()[0].id, Data()).result;
  };
  EXPECT_EQ(result(true, true), Data(5));
  EXPECT_EQ(result(true, false), Data("off"));
  EXPECT_EQ(result(false, true), Data("off"));
}

// Calls that wait are outside the heap, and count as if they were in it: their names as well as their values.
TEST(Calls, WaitingOnesCountForTheHeapLimit) {
  SessionOptions o = options();
  o.limits.heap_bytes = 16 << 20;
  for (const char* call : {"fetch(**{f'{i}' + 'k' * 100_000: 1})", "fetch()", "asyncio.sleep(1000 + i)"}) {
    Session s(
        Program1("import asyncio\nasync def main():\n    for i in range(100_000):\n        asyncio.ensure_future(" + std::string(call) +
                 ")\n        if i % 50 == 0: await asyncio.sleep(0)\n    await asyncio.sleep(9)\nasyncio.run(main())")
            .program,
        o);
    const Outcome outcome = s.start();
    EXPECT_TRUE(outcome.status == Status::kExhausted || outcome.status == Status::kRaised || outcome.status == Status::kPaused)
        << call << to_string(outcome.status);
    uint64_t bytes = 0;
    for (const Call& waiting : s.pending()) {
      bytes += sizeof(Call);
      for (const auto& [name, value] : waiting.kwargs) bytes += name.size();
    }
    EXPECT_LT(bytes, 16u << 20) << call;
    EXPECT_GE(s.spent().heap_bytes, bytes) << call;
  }
}

TEST(Calls, ArgumentsOfAllShareTheRoom) {
  SessionOptions o = options();
  o.limits.heap_bytes = 16 << 20;
  Session s(Program1(R"(
import asyncio
big = 'x' * 1_000_000
async def main():
    got = await asyncio.gather(*[fetch(big) for _ in range(20)], return_exceptions=True)
    return [type(x).__name__ for x in got].count('TypeError')
asyncio.run(main())
)")
                .program,
            o);
  ASSERT_EQ(s.start().status, Status::kPaused);
  EXPECT_LE(s.pending().size(), 4u);
  std::vector<CallAnswer> answers;
  for (uint64_t id : ids(s)) answers.push_back({id, Data(1)});
  EXPECT_EQ(s.resume(answers).result, Data(int64_t(20 - answers.size())));
}

TEST(Calls, Deadlock) {
  Session s(Program1("import asyncio\nawait asyncio.Event().wait()").program, options());
  Outcome o = s.start();
  ASSERT_EQ(o.status, Status::kRaised);
  EXPECT_EQ(o.error->type, "RuntimeError");
  EXPECT_NE(o.error->message.find("deadlock"), std::string::npos);
}

TEST(Calls, TopLevelAwait) {
  Session s(Program1(R"(
total = 0
async def numbers():
    for i in range(2):
        yield await fetch(i)
async for n in numbers():
    total += n
class Box:
    async def __aenter__(self): return self
    async def __aexit__(self, *e): pass
async with Box() as box:
    names = sorted(k for k in globals() if k in ('total', 'box'))
[total, names, [x async for x in numbers()]]
)")
                .program,
            options());
  Outcome o = s.start();
  while (o.status == Status::kPaused) {
    auto t = again(s, StateEncoding::kMessagePack, options());
    o = s.resume(s.pending()[0].id, Data(s.pending()[0].args[0].as_int() + 10));
  }
  ASSERT_EQ(o.status, Status::kDone) << (o.error ? o.error->traceback : "");
  EXPECT_EQ(o.result, Data::list({21, Data::list({"box", "total"}), Data::list({10, 11})}));
  EXPECT_EQ(Session(Program1("import asyncio\nawait asyncio.sleep(0)\nresult = 7").program, options()).start().result, Data(7));
  o = Session(Program1("import asyncio\nasync def f(): pass\nc = f()\nawait f()\nasyncio.run(c)").program, options()).start();
  EXPECT_EQ(o.error->message, "asyncio.run() cannot be called from a running event loop");
  std::vector<Finding> findings;
  EXPECT_FALSE(Program::compile("def f():\n    await x", "p.py", &findings));
  EXPECT_EQ(findings[0].message, "'await' outside async function");
}

TEST(Calls, FedOnesAwait) {
  Session s(options());
  Outcome o = s.feed("x = await fetch(1)\nx * 2");
  ASSERT_EQ(o.status, Status::kPaused);
  EXPECT_EQ(s.resume(s.pending()[0].id, Data(4)).result, Data(8));
  EXPECT_EQ(s.feed("x").result, Data(4));
  s.feed("await fetch(2)");
  EXPECT_EQ(s.abandon().status, Status::kRaised);
  EXPECT_TRUE(s.pending().empty());
  EXPECT_EQ(s.feed("await fetch(3)").status, Status::kPaused);
  EXPECT_EQ(s.resume(s.pending()[0].id, Data("back")).result, Data("back"));
}

// 1,000 at once, answered in random order, with a save and a load between each two.
TEST(Calls, AThousand) {
  Session first(Program1(R"(
import asyncio
async def one(i):
    a = await fetch(i)
    return a + 1
async def main():
    return sum(await asyncio.gather(*[one(i) for i in range(1000)]))
asyncio.run(main())
)")
                    .program,
                options());
  ASSERT_EQ(first.start().status, Status::kPaused);
  ASSERT_EQ(first.pending().size(), 1000u);
  const auto begin = std::chrono::steady_clock::now();
  std::string state = first.save();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  RecordProperty("save_ms", std::to_string(time.count()));
  RecordProperty("bytes", int(state.size()));
  std::mt19937 random(7);
  Limits limits = first.limits();
  limits.time_ms = 0;
  std::unique_ptr<Session> s;
  Outcome o;
  for (int i = 0; i < 1000; ++i) {
    s = Session::load(state, options(), nullptr, &limits);
    ASSERT_TRUE(s);
    const Call& call = s->pending()[random() % s->pending().size()];
    o = s->resume(call.id, call.args[0]);
    ASSERT_EQ(s->pending().size(), size_t(999 - i));
    state = s->save();
  }
  EXPECT_EQ(o.status, Status::kDone);
  EXPECT_EQ(o.result, Data(int64_t(999 * 500 + 1000)));
}

// (Without that this would sleep for an hour.)
TEST(Calls, WaitingEndsWithTheWallTime) {
  for (const char* text : {"import time\ntime.sleep(3600)\n'over'", "import asyncio\nawait asyncio.sleep(3600)\n'over'"}) {
    SessionOptions o = options();
    o.limits.wall_ms = 300;
    Session s(Program1(text).program, o);
    const Outcome over = s.run_with({});
    EXPECT_EQ(over.status, Status::kExhausted);
    EXPECT_EQ(over.limit, "wall_ms");
    EXPECT_EQ(over.frames.empty(), std::string_view(text).starts_with("import asyncio"));  // (no frame waits there, a task does)
    EXPECT_EQ(s.end_waiting().status, Status::kExhausted);
    EXPECT_THROW(s.run(), UsageError);
    auto loaded = Session::load(s.save(), {}, nullptr);
    EXPECT_EQ(loaded->status(), Status::kPaused);
    EXPECT_EQ(s.save(), Session::load(s.save(), {.limits = {.wall_ms = 300}}, nullptr)->save());
    s.set_limits(Limits());
    EXPECT_EQ(s.run().status, Status::kPaused);
    EXPECT_EQ(s.resume_next().result, Data("over"));
  }
}

// Where run_with() stops is kept in states, and only saying so widens it.
TEST(Calls, PauseAt) {
  int paid = 0;
  const Functions functions{{"pay", [&](const Call&) { return ++paid, Answer(Data()); }},
                            {"look", [](const Call&) { return Answer(Data()); }}};
  const SessionOptions plain{.functions = {"pay", "look"}};
  const auto program = Program1("pay(1)\nlook()\npay(2)\npaid = True\n'end'").program;
  SessionOptions asks = plain;
  asks.pause_at = PauseAt{.names = {"pay"}};
  Session first(program, asks);
  ASSERT_EQ(first.run_with(functions).status, Status::kPaused);
  auto s = again(first, StateEncoding::kJson, plain);
  EXPECT_EQ(s->pause_at(), *asks.pause_at);
  s->run_with(functions);
  EXPECT_EQ(paid, 0);
  s->resume(s->pending()[0].id, Data());
  s->run_with(functions);
  ASSERT_EQ(s->pending().size(), 1u);
  EXPECT_EQ(s->pending()[0].args[0], Data(2));
  EXPECT_EQ(paid, 0);
  auto free = Session::load(s->save(), {.functions = plain.functions, .pause_at = PauseAt{}}, nullptr);
  EXPECT_EQ(free->run_with(functions).result, Data("end"));
  EXPECT_EQ(paid, 1);
  // A session of which nobody said anything pauses at every call once it is saved; run_with() is saying something.
  Session silent(program, plain);
  silent.start();
  EXPECT_EQ(again(silent, StateEncoding::kMessagePack, plain)->run_with(functions).status, Status::kPaused);
  EXPECT_EQ(silent.run_with(functions).result, Data("end"));
  EXPECT_EQ(paid, 3);
  // A name of nobody's would be a call that nobody is asked about.
  SessionOptions misspelt = plain;
  misspelt.pause_at = PauseAt{.names = {"pya"}};
  EXPECT_THROW(Session(program, misspelt), UsageError);
  EXPECT_THROW(Session::load(s->save(), misspelt, nullptr), UsageError);
  EXPECT_THROW(Session::load(s->save(), {.pause_at = misspelt.pause_at}, nullptr), UsageError);
  EXPECT_THROW(s->set_pause_at({.names = {"pya"}}), UsageError);
  EXPECT_EQ(s->pause_at(), *asks.pause_at);
  s->set_pause_at({.names = {"pya"}}, {"pya"});
}

}  // namespace
}  // namespace fermata
