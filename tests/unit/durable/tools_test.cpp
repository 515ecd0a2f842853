// What tools declare: how often they are tried, how long they may take, how much of them there is at once.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "fermata/durable/workers.h"
#include "workers.h"

namespace fermata::durable {
namespace {

class ToolTest : public WorkerTest {
 protected:
  // Fails so many times, then gives the number of the attempt.
  Tool& add(const std::string& function, uint64_t failures, Retries retries, bool idempotent = true) {
    retries.pause_ms = 1;
    tools.push_back({.function = function,
                     .idempotent = idempotent,
                     .answer = [failures](const RunCall&, uint64_t attempt) -> Answer {
                       if (attempt <= failures) return Error{.type = "OSError", .message = "no network", .traceback = "at line 7"};
                       return Data(int64_t(attempt));
                     },
                     .retries = std::move(retries)});
    return tools.back();
  }
  // (A run sleeps until its next attempt, and a worker that drains doesn't wait for that.)
  void work_until(const std::string& run, RunStatus status) {
    Worker worker(*store, options());
    std::thread thread([&] { worker.run(); });
    EXPECT_TRUE(becomes(run, status));
    worker.stop();
    thread.join();
  }
};

TEST_P(ToolTest, WhatFailsIsTriedAgain) {
  add("fetch", 2, {.attempts = 5});
  const std::string id = submit("fetch() * 10");
  work_until(id, RunStatus::kDone);
  EXPECT_EQ(store->run(id)->result, Data(30));
  const std::vector<Attempt> attempts = store->attempts(id);
  ASSERT_EQ(attempts.size(), 3u);
  EXPECT_EQ(attempts[0].outcome, "failed");
  EXPECT_EQ(attempts[0].error->message, "no network");
  EXPECT_EQ(attempts[0].error->traceback, "at line 7");
  EXPECT_EQ(attempts[2].outcome, "answered");
  EXPECT_FALSE(attempts[2].error);
}

TEST_P(ToolTest, UsedUpRetriesRaise) {
  add("fetch", 9, {.attempts = 2});
  const std::string id = submit("try:\n    fetch()\nexcept OSError as e:\n    r = str(e)\nr");
  work_until(id, RunStatus::kDone);
  EXPECT_EQ(store->run(id)->result, Data("no network"));
  EXPECT_EQ(store->attempts(id).size(), 2u);
}

TEST_P(ToolTest, UsedUpRetriesHoldTheCall) {
  add("fetch", 2, {.attempts = 2, .holds = true});
  const std::string id = submit("fetch()");
  work_until(id, RunStatus::kWaiting);
  const RunCall call = store->unanswered().at(0);
  EXPECT_EQ(call.state, CallState::kHeld);
  EXPECT_EQ(call.reason, "2 attempts failed, the last with OSError: no network");
  EXPECT_THROW(store->answer(id, call.call.id, Data(1)), Refused);
  store->reconcile({.run = id, .call = call.call.id, .who = "ada"});
  drain();
  EXPECT_EQ(store->run(id)->result, Data(3));
}

TEST_P(ToolTest, AFinalErrorIsNotTriedAgain) {
  add("fetch", 9, {.attempts = 5, .final = {"OSError"}});
  const std::string id = submit("fetch()");
  drain();
  EXPECT_EQ(store->run(id)->error->type, "OSError");
  EXPECT_EQ(store->attempts(id).size(), 1u);
  EXPECT_EQ(store->attempts(id)[0].outcome, "raised");
}

TEST_P(ToolTest, WhatNobodyCanMendIsRaisedAtOnce) {
  Tool& fetch = add("fetch", 0, {.attempts = 5, .holds = true});
  fetch.answer = [](const RunCall&, uint64_t) -> Answer {
    throw FinalError({.type = "TypeError", .message = "not so", .args = {"not so", 7}});
  };
  const std::string id = submit("try:\n    fetch(1)\nexcept TypeError as e:\n    r = e.args\nr");
  drain();
  EXPECT_EQ(store->run(id)->result, Data::tuple({"not so", 7}));
  EXPECT_EQ(store->attempts(id).size(), 1u);
}

TEST_P(ToolTest, APolicyLooksAtEachCallOnce) {
  std::atomic<int> looked = 0;
  WorkerOptions with_policy = options();
  with_policy.policy = [&](const PolicyCall& call) -> PolicyVerdict {
    if (!call.is_due) looked += 1;
    if (call.call.args.at(0) != Data(500)) return {};
    return Ask{.note = "more than 100"};
  };
  const std::string id = submit("double(5) + double(500)");
  Worker(*store, with_policy).drain();
  EXPECT_EQ(looked, 2);
  const Approval asked = store->approvals().at(0);
  EXPECT_EQ(asked.call.policy, "more than 100");
  EXPECT_EQ(asked.call.call.args.at(0), Data(500));
  store->decide({.run = id, .call = asked.call.call.id, .shown = asked.shown, .who = "ada", .verdict = Verdict::kApprove});
  Worker(*store, with_policy).drain();
  EXPECT_EQ(store->run(id)->result, Data(1010));
}

TEST_P(ToolTest, APolicyKnowsWhoAsks) {
  std::vector<std::string> looks;
  std::mutex mutex;
  WorkerOptions with_policy = options();
  with_policy.policy = [&](const PolicyCall& call) -> PolicyVerdict {
    const std::lock_guard lock(mutex);
    const PolicyRun& run = *call.run;
    looks.push_back(run.run().tenant + " " + run.run().by + " " + std::to_string(run.roles().size()) + " " +
                    std::to_string(run.inputs().size()) + " " + std::to_string(run.decisions().size()) + (call.is_due ? " due " : " new ") +
                    std::to_string(call.attempt) + call.asked);
    if (call.call.args.at(0) == Data(7)) return PolicyVerdict::deny("seven");
    if (call.asked.empty() && !call.is_due) return Ask{.note = "!"};
    return {};
  };
  const std::string id = submit("double(x)", {.inputs = {{"x", Data(5)}}, .tenant = "acme", .by = "ada", .roles = {"boss", "dev"}});
  Worker(*store, with_policy).drain();
  const Approval asked = store->approvals().at(0);
  store->decide({.run = id, .call = asked.call.call.id, .shown = asked.shown, .who = "bo", .verdict = Verdict::kApprove});
  Worker(*store, with_policy).drain();
  EXPECT_EQ(store->run(id)->result, Data(10));
  EXPECT_EQ(looks, (std::vector<std::string>{"acme ada 2 1 0 new 1", "acme ada 2 1 1 due 1!"}));
  const std::string denied = submit("try:\n    double(7)\nexcept PermissionError as e:\n    r = str(e)\nr");
  Worker(*store, with_policy).drain();
  EXPECT_EQ(store->run(denied)->result, Data("double() was denied: seven"));
}

TEST_P(ToolTest, WithoutAPolicyThatWorksNothingIsCalled) {
  WorkerOptions with_policy = options();
  with_policy.policy = [](const PolicyCall&) -> PolicyVerdict { throw std::runtime_error("no such rule"); };
  const std::string id = submit("double(5)");
  Worker(*store, with_policy).drain();
  const auto waits = [&](const std::string& why) {
    const RunCall call = store->open_calls(id).at(0);
    EXPECT_EQ(call.state, CallState::kPending);
    EXPECT_EQ(call.reason, why);
    EXPECT_GT(*call.due, store->now());
    EXPECT_EQ(store->attempts(id).size(), 0u);
    EXPECT_EQ(store->run(id)->failures, 0u);
    EXPECT_FALSE(has_ended(store->run(id)->status));
    EXPECT_EQ(problem_of(*store, Answering(*store), *store->run(id)), "double() isn't called: " + why);
  };
  waits("no such rule");
  EXPECT_EQ(store->log(id).back().kind, "release");
  // Just before the tool is called the policy is asked again.
  with_policy.policy = [](const PolicyCall& call) -> PolicyVerdict {
    if (call.is_due) throw std::runtime_error("not now");
    return {};
  };
  for (int i = 0; i < 7; ++i) Worker(*store, with_policy).drain();
  waits("not now");
  Worker(*store, options()).drain();  // which begins, and has none
  EXPECT_EQ(store->run(id)->result, Data(10));
  EXPECT_EQ(store->attempts(id).size(), 1u);
}

TEST_P(ToolTest, APolicyIsAskedAgainByTheSameWorker) {
  std::atomic<int> looked = 0;
  WorkerOptions with_policy = options();
  with_policy.policy = [&](const PolicyCall&) -> PolicyVerdict {
    if (++looked == 1) throw std::runtime_error("the directory isn't there");
    return {};
  };
  const std::string id = submit("double(5)");
  Worker worker(*store, with_policy);
  std::thread thread([&] { worker.run(); });
  EXPECT_TRUE(becomes(id, RunStatus::kDone));
  worker.stop();
  thread.join();
  EXPECT_EQ(looked, 3);
}

// What people give instead of a call's own arguments, when nobody is there who could say that it doesn't fit.
TEST_P(ToolTest, ArgumentsThatDoNotFitAreAskedAboutAgain) {
  const auto decimal = [](const char* text) { return Data::object(ObjectKind::kDecimal, "", {{"text", text}}); };
  std::vector<Data> called;
  tools.push_back(tool("refund", [&](const RunCall& call) {
    called.push_back(call.call.args.at(0));
    return Data("done");
  }));
  WorkerOptions with = options();
  with.approve = {"refund"};
  const std::string id = submit("refund(5)");
  Worker(*store, with).drain();
  const auto approve = [&](const Data& amount) {
    store->decide(
        {.run = id, .call = 1, .shown = store->approval(id, 1)->shown, .who = "bo", .verdict = Verdict::kApprove, .args = {{amount}}});
    Worker(*store, with).drain();
    if (store->run(id)->status == RunStatus::kDone) return std::string();
    const Approval again = *store->approval(id, 1);
    EXPECT_EQ(again.call.call.args, (std::vector<Data>{5}));
    return again.call.reason;
  };
  with.tools.back().parameters =
      Data::dict({{"properties", Data::dict({{"amount", Data::dict({{"x-type", "decimal"}})}})}, {"x-places", Data::list({"amount"})}});
  with.tools.back().misfit = [&](const fermata::Call& call) { return call.args[0] == decimal("7") ? "no sevens" : ""; };
  with.policy = [&](const PolicyCall& call) -> PolicyVerdict {
    if (call.is_due && call.call.args.at(0) == decimal("8")) throw std::runtime_error("no eights");
    return {};
  };
  EXPECT_EQ(approve("ninety"), "amount has to be a Decimal, such as \"84.50\", not 'ninety'");
  EXPECT_EQ(approve("7"), "no sevens");
  EXPECT_EQ(approve("8"), "no eights");
  EXPECT_TRUE(called.empty());
  EXPECT_EQ(approve("9"), "");
  EXPECT_EQ(called, (std::vector<Data>{decimal("9")}));
  EXPECT_EQ(store->run(id)->failures, 0u);
}

TEST_P(ToolTest, AToolThatNeedsSomebodyHoldsItsCall) {
  std::atomic<bool> is_mended = false;
  tools.push_back({.function = "charge", .answer = [&](const RunCall&, uint64_t) -> Answer {
                     if (!is_mended) throw HoldCall("the key isn't accepted");
                     return Data("paid");
                   }});
  const std::string id = submit("charge(5)");
  drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kWaiting);
  EXPECT_EQ(store->open_calls(id).at(0).reason, "the key isn't accepted");
  EXPECT_EQ(store->attempts(id).at(0).error->message, "the key isn't accepted");
  drain();
  EXPECT_EQ(store->attempts(id).size(), 1u) << "nobody has mended it";
  is_mended = true;
  store->reconcile({.run = id, .call = 1, .who = "ada"});
  drain();
  EXPECT_EQ(store->run(id)->result, Data("paid"));
  const std::string answered = submit("charge(5)");
  is_mended = false;
  drain();
  store->reconcile({.run = answered, .call = 1, .who = "ada", .answer = Data("by hand")});
  drain();
  EXPECT_EQ(store->run(answered)->result, Data("by hand"));
}

TEST_P(ToolTest, ATimeoutIsAFailureOrADoubt) {
  std::atomic<bool> go_on = false;
  const auto waits = [&](const RunCall&, uint64_t attempt) -> Answer {
    while (attempt == 1 && !go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return Data(int64_t(attempt));
  };
  tools.push_back({.function = "fetch", .idempotent = true, .answer = waits, .retries = {.attempts = 2, .pause_ms = 1}, .timeout_ms = 20});
  tools.push_back({.function = "charge", .answer = waits, .timeout_ms = 20});
  tools.push_back({.function = "gives_up", .answer = [](const RunCall&, uint64_t) -> Answer { throw ToolTimeout("gone for lunch"); }});
  const std::string fetches = submit("fetch()"), charges = submit("charge()"), gives_up = submit("gives_up()");
  {
    Worker worker(*store, options());
    std::thread thread([&] { worker.run(); });
    EXPECT_TRUE(becomes(fetches, RunStatus::kDone));
    EXPECT_TRUE(becomes(charges, RunStatus::kWaiting));
    EXPECT_TRUE(becomes(gives_up, RunStatus::kWaiting));
    worker.stop();
    thread.join();
    go_on = true;  // what was given up ends later, and nobody hears of it
  }
  EXPECT_EQ(store->run(fetches)->result, Data(2));
  EXPECT_EQ(store->attempts(fetches).at(0).error->type, "TimeoutError");
  EXPECT_EQ(store->open_calls(charges).at(0).state, CallState::kInDoubt);
  EXPECT_EQ(store->open_calls(charges).at(0).reason, "its tool took too long");
  EXPECT_EQ(store->open_calls(gives_up).at(0).reason, "gone for lunch");
}

TEST_P(ToolTest, AToolHasOnlySoManyCallsAtOnce) {
  std::atomic<int> at_work = 0, most = 0, calls = 0;
  tools.push_back({.function = "slow",
                   .answer =
                       [&](const RunCall&, uint64_t) {
                         ++calls;
                         const int now = ++at_work;
                         int seen = most;
                         while (now > seen && !most.compare_exchange_weak(seen, now)) {
                         }
                         std::this_thread::sleep_for(std::chrono::milliseconds(5));
                         --at_work;
                         return Answer(Data(1));
                       },
                   .concurrency = 1});
  for (int i = 0; i < 6; ++i) submit("slow()");
  drain();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(calls, 6);
}

TEST_P(ToolTest, AToolBeginsOnlySoOften) {
  std::atomic<int> calls = 0;
  tools.push_back({.function = "fetch",
                   .answer =
                       [&](const RunCall&, uint64_t) {
                         ++calls;
                         return Answer(Data(1));
                       },
                   .rate = {2, 3'600'000}});
  for (int i = 0; i < 3; ++i) submit("fetch()");
  Worker worker(*store, options());
  std::thread thread([&] { worker.run(); });
  for (int i = 0; i < 1000 && store->runs({.status = RunStatus::kDone}).size() < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  worker.stop();
  thread.join();
  EXPECT_EQ(calls, 2) << "the third one is for the next hour";
  EXPECT_EQ(store->runs({.status = RunStatus::kReady}).size(), 1u) << "and the run was handed back";
}

TEST_P(ToolTest, RetriesNeedAToolThatMayBeCalledTwice) {
  add("charge", 0, {.attempts = 2}, false);
  EXPECT_THROW(Worker(*store, options()), UsageError);
}

TEST_P(ToolTest, OneThatAnswersLater) {
  std::string token;
  tools.push_back({.function = "render", .asynchronous = true, .answer = [&](const RunCall& call, uint64_t) -> Answer {
                     token = call.token;
                     throw AnswersLater(60'000);
                   }});
  const std::string id = submit("import asyncio\nawait asyncio.gather(render(1), adouble(2))");
  drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kWaiting);
  store->answer_by_token(token, Data("film"));
  drain();
  EXPECT_EQ(store->run(id)->result, Data::list({Data("film"), Data(4)}));
}

// What comes back is given to the program once, whichever way it took first.
TEST_P(ToolTest, ItsTokenMayBeQuickerThanItself) {
  tools.push_back({.function = "same", .answer = [&](const RunCall& call, uint64_t) -> Answer {
                     store->answer_by_token(call.token, Data("film"));
                     return Data("film");
                   }});
  tools.push_back({.function = "later", .answer = [&](const RunCall& call, uint64_t) -> Answer {
                     store->answer_by_token(call.token, Data("film"));
                     throw AnswersLater();
                   }});
  tools.push_back({.function = "other", .answer = [&](const RunCall& call, uint64_t) -> Answer {
                     store->answer_by_token(call.token, Data("film"));
                     return Data("another");
                   }});
  WorkerOptions given = options();
  given.functions.clear();
  const std::string id = submit("[same(), later(), other()]");
  Worker(*store, given).drain();
  EXPECT_EQ(store->run(id)->result, Data::list({Data("film"), Data("film"), Data("film")}));
}

INSTANTIATE_TEST_SUITE_P(Databases, ToolTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
