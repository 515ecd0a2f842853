// Workers: programs from a store to their ends, with tools, people, timers and crashes in between.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "workers.h"

namespace fermata::durable {
namespace {

TEST_P(WorkerTest, ToolsAnswerUntilTheProgramEnds) {
  const std::string id =
      submit("total = 0\nfor i in range(5):\n    total += double(i)\n    print(total)\ntotal + start", {.inputs = {{"start", 100}}});
  drain();
  EXPECT_EQ(store->run(id)->result, Data(120));
  EXPECT_EQ(store->run(id)->seq, 6u);
  EXPECT_EQ(printed(id), "0\n2\n6\n12\n20\n");
  EXPECT_GT(store->run(id)->spent.steps, 0u);
}

// Its answer is there when somebody gives the run more.
TEST_P(WorkerTest, ALimitIsUsedUpWhileAToolIsAtWork) {
  std::atomic<int> calls = 0;
  const auto slow = [&](const RunCall&) -> Answer {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return Data(7);
  };
  tools.push_back(tool("slow", slow, false, true));
  tools.push_back(tool(
      "quick", [](const RunCall&) -> Answer { return Data(1); }, false, true));
  const std::string id = submit(
      "import asyncio\nasync def hog():\n    await quick()\n    for i in range(100_000): pass\n"
      "async def main():\n    return await asyncio.gather(slow(), hog())\nasyncio.run(main())",
      {.limits = {.steps = 50'000}});
  drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kDead);
  EXPECT_EQ(told(check(*store)), "");
  store->retry(id, Limits{.steps = 10'000'000});
  drain();
  EXPECT_EQ(store->run(id)->result, Data::list({Data(7), Data()}));
  EXPECT_EQ(calls, 1);
}

TEST_P(WorkerTest, WhatEndsAProgramEndsTheRun) {
  tools.push_back(tool("fails", [](const RunCall&) -> Answer { throw std::runtime_error("no network"); }));
  const std::string raises = submit("1 / 0"), wrong = submit("def"), endless = submit("while True: pass", {.limits = {.steps = 10'000}});
  const std::string catches = submit("try:\n    fails()\nexcept RuntimeError as e:\n    text = str(e)\ntext");
  drain();
  EXPECT_EQ(store->run(raises)->error->type, "ZeroDivisionError");
  EXPECT_EQ(store->run(wrong)->error->type, "SyntaxError");
  EXPECT_EQ(store->run(endless)->status, RunStatus::kDead);
  EXPECT_EQ(store->run(endless)->reason, "the limit of steps is used up");
  EXPECT_EQ(store->run(catches)->result, Data("no network"));
  EXPECT_THROW(store->retry(endless), Refused);
  EXPECT_THROW(store->retry(endless, Limits{.steps = 9'000}), Refused);
  store->retry(endless, Limits{.steps = 20'000});
  drain();
  EXPECT_EQ(store->run(endless)->status, RunStatus::kDead);
  EXPECT_GE(store->run(endless)->spent.steps, 20'000u);
}

TEST_P(WorkerTest, OthersAnswerAndDecide) {
  const std::string id =
      submit("print('once')\na = ask('x')\nb = pay(a)\ntry:\n    pay(1000)\nexcept PermissionError as e:\n    c = str(e)\n(a, b, c)");
  drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kWaiting);
  store->answer(id, store->open_calls(id).at(0).call.id, Data(21));
  drain();
  const Approval asked = store->approvals().at(0);
  EXPECT_EQ(asked.call.call.args, (std::vector<Data>{21}));
  store->decide({.run = id,
                 .call = asked.call.call.id,
                 .shown = asked.shown,
                 .who = "ada",
                 .verdict = Verdict::kApprove,
                 .args = std::vector<Data>{4}});
  drain();
  const Approval again = store->approvals().at(0);
  store->decide({.run = id, .call = again.call.call.id, .shown = again.shown, .who = "ada", .verdict = Verdict::kDeny, .reason = "no"});
  drain();
  EXPECT_EQ(store->run(id)->result, Data::tuple({21, 8, "pay() was denied by ada: no"}));
  EXPECT_EQ(printed(id), "once\n");
}

TEST_P(WorkerTest, CallsOfOneSnapshotRunSideBySide) {
  std::atomic<int> at_work = 0, most = 0;
  tools.push_back(tool(
      "slow",
      [&](const RunCall& call) {
        most = std::max(most.load(), ++at_work);
        for (int i = 0; i < 500 && most < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        --at_work;
        return doubled(call);
      },
      false, true));
  const std::string id =
      submit("import asyncio\nasync def main():\n    return sum(await asyncio.gather(slow(1), slow(2), slow(3)))\nasyncio.run(main())");
  drain();
  EXPECT_EQ(store->run(id)->result, Data(12));
  EXPECT_EQ(most, 3);
}

TEST_P(WorkerTest, TimersEndWhileRunsSleep) {
  const std::string id = submit(
      "import asyncio\nasync def main():\n    await asyncio.sleep(0.3)\n    try:\n        await asyncio.wait_for(later(1), 0.2)\n"
      "    except TimeoutError:\n        return 'late'\nasyncio.run(main())");
  Worker worker(*store, options());
  std::thread thread([&] { worker.run(); });
  EXPECT_TRUE(becomes(id, RunStatus::kDone));
  worker.stop();
  thread.join();
  EXPECT_EQ(store->run(id)->result, Data("late"));
  EXPECT_EQ(store->calls(id).at(0).state, CallState::kAbandoned);
}

TEST_P(WorkerTest, AStoppedWorkerHandsBackWhatItHas) {
  const std::string computes = submit("n = 0\nwhile not n < 0: n += 1\n", {.limits = {.steps = 0, .time_ms = 0}});
  std::atomic<bool> called = false;
  tools.push_back(tool("slow", [&](const RunCall& call) {
    called = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return doubled(call);
  }));
  const std::string calls = submit("slow(1) + double(5)");
  {
    WorkerOptions o = options();
    o.limits = {.steps = 0, .time_ms = 0};
    Worker worker(*store, o);
    std::thread thread([&] { worker.run(); });
    for (int i = 0; i < 1000 && !(called && store->run(computes)->status == RunStatus::kRunning); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    worker.stop();
    thread.join();
  }
  EXPECT_EQ(store->run(computes)->status, RunStatus::kReady);
  EXPECT_GT(store->run(computes)->seq, 0u) << "it goes on from there";
  EXPECT_EQ(store->run(calls)->status, RunStatus::kReady);
  EXPECT_EQ(store->open_calls(calls).at(0).state, CallState::kAnswered) << "the tool was waited for";
  store->cancel(computes);
  drain();
  EXPECT_EQ(store->run(calls)->result, Data(12));
  EXPECT_EQ(store->calls(calls).at(0).attempts, 1u);
}

// Another worker's tools, or a new release's.
TEST_P(WorkerTest, ACallWaitsForAWorkerThatHasItsTool) {
  const std::string id = submit("double(21)");
  WorkerOptions without = options();
  without.tools.clear();
  without.functions = {"double"};
  Worker(*store, without).drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kWaiting);
  drain();
  EXPECT_EQ(store->run(id)->result, Data(42));
}

// A worker that was started without one of the functions holds the calls; it doesn't end the programs.
TEST_P(WorkerTest, ACallOfAFunctionThatNobodyNamedWaits) {
  const std::string id = submit(
      "import asyncio\na = double(3)\nasync def main():\n    return await faraway(a) + await adouble(1)\nx = asyncio.run(main())\n"
      "try:\n    unknown\nexcept NameError as e:\n    x += 1\n[start, x]",
      {.inputs = {{"start", 1}}});
  WorkerOptions without = options();
  without.tools.clear();
  std::string told;
  without.told = [&](const WorkerNote& note) { told = note.what; };
  Worker(*store, without).drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kWaiting);
  EXPECT_EQ(told, "waits: no tool here answers double()");
  EXPECT_EQ(store->unanswered().at(0).call.function, "double");
  drain();
  EXPECT_EQ(store->open_calls(id).at(0).call.function, "faraway");
  EXPECT_EQ(store->open_calls(id).at(0).call.kind, Call::Kind::kAsync);
  store->answer(id, store->open_calls(id).at(0).call.id, Data(10));
  drain();
  EXPECT_EQ(store->run(id)->result, Data::list({1, 13}));
}

TEST_P(WorkerTest, ACallWhoseNameMayBeMissingDoesNotWait) {
  const std::string id = submit("try:\n    text = unicode('x')\nexcept NameError as e:\n    text = str(e)\ntext");
  drain();
  EXPECT_EQ(store->run(id)->result, Data("name 'unicode' is not defined"));
}

TEST_P(WorkerTest, AWorkerPermitsNoMoreThanItsOwnLimits) {
  const std::string id = submit("for i in range(100_000): pass\n'done'", {.limits = {.steps = 1'000'000}});
  WorkerOptions narrow = options();
  narrow.limits.steps = 1000;
  Worker(*store, narrow).drain();
  EXPECT_EQ(store->run(id)->reason, "the limit of steps is used up: this worker permits 1000");
  store->retry(id);
  Worker(*store, narrow).drain();
  EXPECT_EQ(store->run(id)->reason, "the limit of steps is used up: this worker permits 1000");
  store->retry(id);
  drain();
  EXPECT_EQ(store->run(id)->result, Data("done"));
}

// A worker that can't renew knows by its own clock when the run may be another's.
TEST_P(WorkerTest, AWorkerThatLostItsRunDoesNothingMore) {
  std::atomic<int> calls = 0;
  tools = {tool("first",
                [&](const RunCall& call) {
                  store->cancel(call.run);
                  ++calls;
                  return Answer(Data(1));
                }),
           tool("second", [&](const RunCall&) {
             ++calls;
             return Answer(Data(1));
           })};
  const std::string id = submit("first()\nsecond()");
  drain();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(store->run(id)->status, RunStatus::kCancelled);
}

TEST_P(WorkerTest, ManyRunsAtOnceByTwoWorkers) {
  std::mutex mutex;
  std::vector<std::string> keys;
  tools = {tool("double", [&](const RunCall& call) {
    std::lock_guard lock(mutex);
    keys.push_back(call.key);
    return doubled(call);
  })};
  std::vector<std::string> ids;
  for (int i = 0; i < 20; ++i) ids.push_back(submit("double(double(" + std::to_string(i) + "))"));
  std::thread other([&] { drain(); });
  drain();
  other.join();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(store->run(ids[size_t(i)])->result, Data(4 * i));
  EXPECT_EQ(keys.size(), 40u);
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 40u);
}

TEST_P(WorkerTest, InAJail) {
  if (find_jail_program().empty()) GTEST_SKIP() << "there is no fermata-jail";
  jailed = true;
  const std::string id = submit("a = ask('x')\nprint(a)\ndouble(a)");
  drain();
  store->answer(id, store->open_calls(id).at(0).call.id, Data(4));
  drain();
  EXPECT_EQ(store->run(id)->result, Data(8));
}

TEST_P(WorkerTest, OptionsThatMakeNoSense) {
  WorkerOptions twice = options();
  twice.functions = {"double"};
  EXPECT_THROW(Worker(*store, twice), UsageError);
}

// Its tool can't be asked a second time.
TEST_P(WorkerTest, AnAnswerIsWrittenThoughTheProgramComputesOn) {
  const std::string id = submit("double(1)\nwhile True: pass");
  Worker worker(*store, options());
  std::thread thread([&] { worker.run(); });
  const auto answered = [&] {
    const auto calls = store->calls(id);
    return !calls.empty() && calls[0].state == CallState::kAnswered;
  };
  for (int i = 0; i < 1000 && !answered(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(answered());
  EXPECT_EQ(store->run(id)->seq, 1u) << "no snapshot has come since";
  worker.stop();
  thread.join();
  EXPECT_EQ(store->run(id)->status, RunStatus::kReady);
}

// However many runs a tenant has, and however urgent it says that they are.
TEST_P(WorkerTest, TenantsHaveTheirTurns) {
  for (int i = 0; i < 30; ++i) submit("note('a')", {.tenant = "a", .priority = 100});
  for (int i = 0; i < 2; ++i) submit("note('b')", {.tenant = "b"});
  submit("note('urgent')", {.tenant = "c"});
  submit("note('more urgent')", {.tenant = "c", .priority = 1});
  std::mutex mutex;
  std::vector<std::string> seen;
  WorkerOptions one = options();
  one.concurrency = 1;
  one.tools = {tool("note", [&](const RunCall& call) {
    std::lock_guard lock(mutex);
    seen.push_back(call.call.args.at(0).as_str());
    return Answer(Data());
  })};
  Worker(*store, one).drain();
  ASSERT_EQ(seen.size(), 34u);
  seen.resize(8);
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b", "more urgent", "a", "b", "urgent", "a", "a"}));
}

INSTANTIATE_TEST_SUITE_P(Databases, WorkerTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
