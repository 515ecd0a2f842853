// Transitions of calls: what people decide about them, and what becomes of those that fail.
#include "stores.h"

namespace fermata::durable {
namespace {

class Decisions : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (!store) return;
    id = submit();
    Lease lease = claim();
    store->advance(lease, {.state = "s", .waiting = {asked(1, "refund", "command"), waiting(2, "ask")}});
  }
  Decision decision(Verdict verdict) {
    return {.run = id, .call = 1, .shown = store->approvals().at(0).shown, .who = "ada", .channel = "test", .verdict = verdict};
  }
  std::string id;
};

TEST_P(Decisions, AnApprovedCallIsMade) {
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(store->approvals({.tenant = "other"}).size(), 0u);
  EXPECT_EQ(store->approval(id, 1)->shown, store->approvals().at(0).shown);
  EXPECT_FALSE(store->approval(id, 2)) << "it waits for an answer";
  EXPECT_NE(refusal([&] { store->answer(id, 1, Data(1)); }), "");
  Decision approve = decision(Verdict::kApprove);
  approve.args = {Data(80)};
  store->decide(approve);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(call(id, 1).call.args, (std::vector<Data>{80}));
  EXPECT_EQ(refusal([&] { store->decide(approve); }), "call " + id + ":1:1 is pending; ada decided: approve (2023-11-14T22:13:20.000Z)");
  Lease lease = claim();
  store->dispatch(lease, 1, "command", false);
  EXPECT_TRUE(store->approvals().empty());
}

TEST_P(Decisions, ADeniedCallRaises) {
  Decision deny = decision(Verdict::kDeny);
  deny.reason = "too much";
  store->decide(deny);
  const auto error = std::get<Error>(*call(id, 1).answer);
  EXPECT_EQ(error.type, "PermissionError");
  EXPECT_EQ(error.message, "refund() was denied by ada: too much");
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(Decisions, APersonAnswersInstead) {
  Decision answer = decision(Verdict::kAnswer);
  EXPECT_THROW(store->decide(answer), UsageError);
  answer.answer = Data("by hand");
  store->decide(answer);
  EXPECT_EQ(value(call(id, 1)), Data("by hand"));
}

TEST_P(Decisions, SeveralOfOneRun) {
  const std::string other = submit();
  Lease lease = claim();
  store->advance(lease,
                 {.state = "s", .waiting = {asked(1, "refund", "command"), asked(2, "refund", "command"), asked(3, "refund", "command")}});
  std::vector<Decision> decisions;
  for (const Approval& approval : store->approvals())
    decisions.push_back({.run = approval.call.run,
                         .call = approval.call.call.id,
                         .shown = approval.shown,
                         .who = "ada",
                         .channel = "test",
                         .verdict = Verdict::kApprove});
  ASSERT_EQ(decisions.size(), 4u);
  const size_t second = decisions.at(0).run == other ? 1 : 2;
  decisions.at(second).shown = "0";
  const auto said = store->decide(decisions);
  for (size_t i = 0; i < decisions.size(); ++i) {
    EXPECT_EQ(std::holds_alternative<Refused>(said.at(i)), i == second);
    EXPECT_EQ(call(decisions[i].run, decisions[i].call).state, i == second ? CallState::kAwaitingApproval : CallState::kPending);
    EXPECT_EQ(store->decisions(decisions[i].run).size(), decisions[i].run == other ? 2u : 1u);
  }
  EXPECT_NE(std::string(std::get<Refused>(said.at(second)).what()).find("isn't what was shown any more"), std::string::npos);
  EXPECT_EQ(status(other), RunStatus::kReady);
}

TEST_P(Decisions, WhatWasShownMustStillBeSo) {
  const Decision approve = decision(Verdict::kApprove);
  store->answer(id, 2, Data(1));  // the program goes on
  Lease lease = claim();
  store->advance(lease, {.state = "t", .consumed = {2}, .waiting = {asked(1, "refund", "command")}});
  EXPECT_EQ(refusal([&] { store->decide(approve); }), "call " + id + ":1:1 isn't what was shown any more: look at it again");
  EXPECT_EQ(call(id, 1).state, CallState::kAwaitingApproval);
  store->decide(decision(Verdict::kApprove));
}

// Any worker goes on with a call that failed, when its time has come.
TEST_P(StoreTest, AFailedCallIsDueLater) {
  const std::string id = submit();
  Lease lease = claim("w1");
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "fetch", "command", true)}});
  const Retries retries{.attempts = 3, .pause_ms = 1000, .longest_ms = 1500};
  EXPECT_THROW(store->dispatch(lease, 1, "command", false, retries), UsageError);
  store->dispatch(lease, 1, "command", true, retries);
  const Failure failure{.error = {.type = "OSError", .message = "gone"}};
  EXPECT_EQ(store->fail_call(lease, 1, failure), CallState::kPending);
  const Time due = *call(id, 1).due;
  EXPECT_GE(due, time + 500);
  EXPECT_LE(due, time + 1000);
  EXPECT_EQ(refusal([&] { store->dispatch(lease, 1, "command", true, retries); }), "call " + id + ":1:1 isn't due yet");
  store->release(lease);
  EXPECT_EQ(status(id), RunStatus::kSleeping);
  EXPECT_EQ(store->next_due(), due);
  pass(due - time);
  EXPECT_EQ(store->wake(), 1u);
  lease = claim("w2");
  store->dispatch(lease, 1, "command", true, retries);
  EXPECT_EQ(store->fail_call(lease, 1, failure), CallState::kPending);
  EXPECT_GE(*call(id, 1).due, time + 750);
  EXPECT_LE(*call(id, 1).due, time + 1500);
  pass(1500);
  EXPECT_EQ(store->dispatch(lease, 1, "command", true, retries), 3u);
  EXPECT_EQ(store->fail_call(lease, 1, failure), CallState::kRaised);
  EXPECT_EQ(std::get<Error>(*call(id, 1).answer).type, "OSError");
  EXPECT_EQ(refusal([&] { store->fail_call(lease, 1, failure); }), "call " + id + ":1:1 is raised: no tool was called");
  store->release(lease);
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(StoreTest, AHeldCallWaitsForAPerson) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(
      lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "fetch", "command"), waiting(2, "ask")}, .timer = time + 50});
  store->dispatch(lease, 1, "command", false);
  EXPECT_EQ(store->fail_call(lease, 1, {Failure::Kind::kHold, {.type = "RuntimeError", .message = "no such command"}}), CallState::kHeld);
  store->release(lease);
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(store->unanswered().size(), 2u);
  EXPECT_EQ(store->unanswered({.tenant = "other"}).size(), 0u);
  EXPECT_EQ(store->stats().at(0).held, 1u);
  EXPECT_EQ(store->stats().at(0).unanswered, 1u);
  EXPECT_EQ(store->stats().at(0).runs.at(RunStatus::kWaiting), 1u);
  EXPECT_TRUE(store->stats("other").empty());
  store->reconcile({.run = id, .call = 1, .who = "ada"});
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(call(id, 1).reason, "");
  lease = claim();
  store->dispatch(lease, 1, "command", false);
  store->fail_call(lease, 1, {Failure::Kind::kTimeout, {.type = "TimeoutError", .message = "10 s"}});
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt) << "it may act still";
  store->cancel(id);
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt);
  EXPECT_EQ(store->unanswered().size(), 1u) << "somebody may want to know";
}

// Answers that come later, by the token of an attempt.
class Deferred : public StoreTest {
 protected:
  void begin(bool idempotent, const Retries& retries = {}) {
    id = submit();
    lease = claim();
    store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "render", "http", idempotent)}});
    dispatch(idempotent, retries);
  }
  void dispatch(bool idempotent, const Retries& retries = {}) {
    token = store->dispatch(lease, {1, "http", idempotent, retries, /*may_defer=*/true}).token;
  }
  void defer(uint64_t within_ms = 1'000) {
    EXPECT_EQ(store->defer(lease, 1, within_ms), CallState::kDeferred);
    store->release(lease);
  }
  std::string id, token;
  Lease lease;
};

TEST_P(Deferred, ItsTokenAnswersItOnce) {
  begin(false);
  defer();
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(call(id, 1).token, "") << "only its tool has it";
  EXPECT_EQ(store->unanswered().size(), 1u);
  EXPECT_EQ(store->stats().at(0).deferred, 1u);
  EXPECT_EQ(store->next_due(), time + 1'000);
  EXPECT_NE(refusal([&] { store->answer(id, 1, Data(1)); }), "");
  std::string wrong = token;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& other : {wrong, std::string(), std::string("."), id + ".1.1.", id + ".1.2." + token.substr(token.rfind('.') + 1),
                                   id + ".99999999999999999999.1.x", std::string("a.b.c.d"), token + "0"})
    EXPECT_EQ(refusal([&] { store->answer_by_token(other, Data(1)); }), "no call has this token") << other;
  EXPECT_EQ(store->call_by_token(token).key, id + ":1:1");
  EXPECT_TRUE(store->answer_by_token(token, Data("film")));
  EXPECT_EQ(value(call(id, 1)), Data("film"));
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_FALSE(store->answer_by_token(token, Data("film"))) << "sent again";
  EXPECT_EQ(refusal([&] { store->answer_by_token(token, Data("other")); }), "call " + id + ":1:1 is answered");
  EXPECT_EQ(store->attempts(id).at(0).outcome, "answered");
  lease = claim("w2");
  store->advance(lease, {.then = Step::Then::kDone, .state = "t", .consumed = {1}});
  EXPECT_FALSE(store->answer_by_token(token, Data("film"))) << "and when the run is over";
}

TEST_P(Deferred, AnErrorIsRaised) {
  begin(false);
  defer();
  EXPECT_TRUE(store->answer_by_token(token, Error{.type = "ValueError", .message = "no film", .traceback = "line 7"}));
  EXPECT_EQ(std::get<Error>(*call(id, 1).answer).message, "no film");
  EXPECT_FALSE(store->answer_by_token(token, Error{.type = "ValueError", .message = "no film", .traceback = "line 7"}));
}

// The service is quicker than the worker that it has told "later".
TEST_P(Deferred, TheAnswerMayComeBeforeItIsDeferred) {
  begin(false);
  EXPECT_TRUE(store->answer_by_token(token, Data("film")));
  EXPECT_EQ(store->defer(lease, 1, 1'000), CallState::kAnswered);
  EXPECT_FALSE(store->answer(lease, 1, Data("other"))) << "the first one counts";
  EXPECT_EQ(store->fail_call(lease, 1, {.error = {.type = "OSError"}}), CallState::kAnswered);
  Lease before = lease;
  EXPECT_NE(refusal([&] {
              store->step(before, {{1, Data("other")}}, {.then = Step::Then::kDone, .state = "t", .consumed = {1}}, {});
            }),
            "")
      << "a program that was given another answer doesn't go on with it";
  store->release(lease);
  EXPECT_EQ(value(call(id, 1)), Data("film"));
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(Deferred, WithoutAnAnswerItIsInDoubt) {
  begin(false);
  defer();
  pass(1'000);
  EXPECT_EQ(store->wake(), 1u);
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt);
  EXPECT_EQ(call(id, 1).reason, "the answer of render() that was to come later didn't come in time");
  EXPECT_TRUE(store->answer_by_token(token, Data("late"))) << "nobody knows better what happened";
  EXPECT_EQ(value(call(id, 1)), Data("late"));
}

TEST_P(Deferred, WithoutAnAnswerItIsMadeAgainIfItMayBe) {
  begin(true, {.attempts = 2, .pause_ms = 10, .longest_ms = 10});
  const std::string first = token;
  defer();
  pass(1'000);
  store->wake();
  EXPECT_EQ(call(id, 1).state, CallState::kPending);
  pass(10);
  lease = claim("w2");
  dispatch(true, {.attempts = 2});
  EXPECT_NE(token, first);
  EXPECT_TRUE(store->answer_by_token(first, Data("film"))) << "it is the same work";
  EXPECT_FALSE(store->answer_by_token(token, Data("film")));
  EXPECT_FALSE(store->answer(lease, 1, Data("film")));
  store->release(lease);
  EXPECT_EQ(store->attempts(id).at(1).outcome, "answered");
}

TEST_P(Deferred, UsedUpRetriesRaiseTimeoutError) {
  begin(true);
  defer();
  pass(1'000);
  store->wake();
  EXPECT_EQ(std::get<Error>(*call(id, 1).answer).type, "TimeoutError");
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(Deferred, AnEarlierAttemptDoesNotAnswerWhatMayNotBeMadeTwice) {
  begin(false);
  const std::string first = token;
  defer();
  store->reconcile({.run = id, .call = 1, .who = "ada"});
  EXPECT_EQ(store->attempts(id).at(0).outcome, "lost");
  lease = claim();
  dispatch(false);
  EXPECT_EQ(refusal([&] { store->answer_by_token(first, Data(1)); }),
            "call " + id + ":1:1 has been made again: this token is of an earlier attempt");
  EXPECT_TRUE(store->answer_by_token(token, Data(2)));
  store->release(lease);
}

TEST_P(Deferred, ItOutlivesItsWorkerAndNotItsRun) {
  begin(false);
  EXPECT_EQ(store->defer(lease, 1, 60'000), CallState::kDeferred);
  pass(10'000);
  EXPECT_EQ(store->expire(), 1u);
  EXPECT_EQ(call(id, 1).state, CallState::kDeferred);
  const std::string file = store->export_run(id);
  EXPECT_EQ(file.find(token.substr(token.rfind('.'))), file.npos);
  store->cancel(id);
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt) << "somebody may want to know";
  EXPECT_EQ(refusal([&] { store->answer_by_token(token, Data(1)); }), "run " + id + " has ended: it is cancelled");
  store->prune({.ended_before = time + 1});
  EXPECT_EQ(store->import_run(file), id);
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt) << "where it came from it may be answered still";
  EXPECT_EQ(refusal([&] { store->answer_by_token(token, Data(1)); }), "no call has this token");
}

TEST_P(Deferred, TheProgramMayGiveItUp) {
  begin(true);
  EXPECT_EQ(store->defer(lease, 1, 60'000), CallState::kDeferred);
  store->advance(lease, {.state = "t", .waiting = {waiting(2, "ask")}});
  EXPECT_EQ(refusal([&] { store->answer_by_token(token, Data(1)); }), "call " + id + ":1:1 is abandoned");
  EXPECT_THROW(store->defer(lease, 1, 0), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Databases, Deferred, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);
INSTANTIATE_TEST_SUITE_P(Databases, Decisions, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
