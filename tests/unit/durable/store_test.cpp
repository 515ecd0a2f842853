// Transitions, one by one: what each does, and what it refuses.
#include "stores.h"

namespace fermata::durable {
namespace {

TEST_P(StoreTest, ARunFromItsSubmissionToItsEnd) {
  const std::string id =
      submit({.source = "ask(1) + x", .inputs = {{"x", 2}}, .arguments = {"-v"}, .priority = 3, .tags = {{"team", "a"}}, .seed = 7});
  EXPECT_EQ(status(id), RunStatus::kReady);
  Lease lease = claim();
  EXPECT_EQ(lease.run, id);
  EXPECT_EQ(lease.epoch, 1u);
  EXPECT_TRUE(store->claim({.worker = "w2"}).empty());

  const Work work = store->load(lease);
  EXPECT_EQ(work.source, "ask(1) + x");
  EXPECT_EQ(work.inputs, (Inputs{{"x", 2}}));
  EXPECT_EQ(work.arguments, (std::vector<std::string>{"-v"}));
  EXPECT_EQ(work.seed, 7u);
  EXPECT_EQ(work.state, "");
  EXPECT_EQ(work.run.tags.at("team"), "a");

  store->advance(lease, {.then = Step::Then::kKeep,
                         .state = "first",
                         .waiting = {waiting(1, "ask", "command")},
                         .stdout_text = "hi\xff",
                         .spent = {.steps = 5}});
  EXPECT_EQ(lease.seq, 1u);
  EXPECT_EQ(call(id, 1).key, id + ":1:1");
  EXPECT_EQ(store->dispatch(lease, 1, "command", false), 1u);
  EXPECT_TRUE(store->answer(lease, 1, Data(40)));
  EXPECT_EQ(value(store->open_calls(id).at(0)), Data(40));
  store->advance(lease, {.then = Step::Then::kDone, .state = "second", .consumed = {1}, .spent = {.steps = 9}, .result = 42});

  const durable::Run run = *store->run(id);
  EXPECT_EQ(run.status, RunStatus::kDone);
  EXPECT_EQ(run.result, Data(42));
  EXPECT_EQ(run.spent.steps, 9u);
  EXPECT_EQ(run.ended, time);
  EXPECT_EQ(call(id, 1).consumed_by, 2u);
  EXPECT_EQ(store->state(id, 1), "first");
  EXPECT_EQ(store->snapshots(id).at(0).stdout_text, "hi\xff");
  EXPECT_EQ(store->snapshots(id).at(1).parent, store->snapshots(id).at(0).hash);
  std::string kinds;
  for (const Event& event : store->log(id)) kinds += event.kind + " ";
  EXPECT_EQ(kinds, "submit claim advance dispatch answer advance ");
}

TEST_P(StoreTest, AKeysInputsHaveNoOrder) {
  const Data some = Data::set({"a", "b", Data::frozenset({1, 2})}), same = Data::set({Data::frozenset({2, 1}), "b", "a"});
  const Submitted first = store->submit({.source = "1", .inputs = {{"x", Data(1)}, {"y", some}}, .key = "k", .roles = {"dev"}});
  EXPECT_EQ(store->submit({.source = "1", .inputs = {{"y", same}, {"x", Data(1)}}, .key = "k", .priority = 7}).run, first.run);
  EXPECT_THROW(store->submit({.source = "1", .inputs = {{"x", Data(1.0)}, {"y", some}}, .key = "k"}), KeyConflict);
}

TEST_P(StoreTest, AKeyIsSubmittedOnce) {
  const Submitted first = store->submit({.source = "1", .key = "order-17"});
  const Submitted again = store->submit({.source = "1", .key = "order-17"});
  EXPECT_TRUE(first.is_new);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(again.run, first.run);
  EXPECT_THROW(store->submit({.source = "2", .key = "order-17"}), KeyConflict);  // whoever submits it means another run
  const auto refused = [&](const Submission& other) { return refusal([&] { store->submit(other); }); };
  const std::string other = "the key 'order-17' is that of run " + first.run + ", which has ";
  EXPECT_EQ(refused({.source = "1", .inputs = {{"order", Data(17)}}, .key = "order-17"}), other + "no input 'order'");
  EXPECT_EQ(refused({.source = "1", .arguments = {"17"}, .key = "order-17"}), other + "other arguments");
  EXPECT_TRUE(store->submit({.source = "1", .tenant = "b", .key = "order-17"}).is_new);
  EXPECT_THROW(store->submit({.source = "1", .queue = "a\nb"}), UsageError);
  EXPECT_EQ(store->runs().size(), 2u);
}

TEST_P(StoreTest, ClaimsGoByPriorityThenByAge) {
  const std::string old = submit();
  pass(1);
  const std::string young = submit();
  pass(1);
  const std::string urgent = submit({.priority = 1});
  submit({.queue = "other"});
  std::vector<std::string> order;
  for (const Lease& lease : store->claim({.worker = "w1", .most = 9})) order.push_back(lease.run);
  EXPECT_EQ(order, (std::vector{urgent, old, young}));
}

TEST_P(StoreTest, ALaterRunWaitsForItsTime) {
  const std::string id = submit({.at = time + 500});
  EXPECT_EQ(status(id), RunStatus::kSleeping);
  EXPECT_EQ(store->next_due(), time + 500);
  EXPECT_EQ(store->wake(), 0u);
  pass(500);
  EXPECT_EQ(store->wake(), 1u);
  EXPECT_EQ(claim().run, id);
}

// A worker that was stopped for an hour, and goes on.
TEST_P(StoreTest, AnOldLeaseWritesNothing) {
  const std::string id = submit();
  Lease old = claim("w1", 1000);
  store->advance(old, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "ask", "command", true)}});
  store->dispatch(old, 1, "command", true);
  pass(1000);
  EXPECT_EQ(store->expire(), 1u);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(call(id, 1).state, CallState::kPending);

  const auto fenced = [&] {
    const uint64_t events = store->run(id)->events;
    EXPECT_THROW(store->renew(old, 1000), Fenced);
    EXPECT_THROW(store->dispatch(old, 1, "command", true), Fenced);
    EXPECT_THROW(store->answer(old, 1, Data(1)), Fenced);
    EXPECT_THROW(store->advance(old, {.state = "t"}), Fenced);
    EXPECT_THROW(store->release(old), Fenced);
    EXPECT_THROW(store->fail(old, "x"), Fenced);
    EXPECT_THROW(store->load(old), Fenced);
    EXPECT_EQ(store->run(id)->events, events);
  };
  fenced();
  Lease now = claim("w1");  // even under the same name
  fenced();
  EXPECT_EQ(store->dispatch(now, 1, "command", true), 2u);
  store->cancel(id, "enough");
  EXPECT_THROW(store->answer(now, 1, Data(1)), Fenced);
  EXPECT_EQ(store->run(id)->reason, "enough");
}

// A lease is of one snapshot: the same worker can't go on from the same place twice.
TEST_P(StoreTest, ALeaseIsOfOneSnapshot) {
  submit();
  Lease lease = claim();
  const Lease before = lease;
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s"});
  Lease copy = before;
  EXPECT_THROW(store->advance(copy, {.state = "t"}), Fenced);
  EXPECT_EQ(copy.seq, before.seq);
}

TEST_P(StoreTest, WhatMayHaveActedIsInDoubt) {
  const std::string id = submit();
  Lease lease = claim("w1", 1000);
  store->advance(
      lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "charge", "command"), waiting(2, "note", "command", true)}});
  store->dispatch(lease, 1, "command", false);
  store->dispatch(lease, 2, "command", true);
  pass(1000);
  store->expire();
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt);
  EXPECT_EQ(call(id, 2).state, CallState::kPending);
  lease = claim("w2");
  EXPECT_EQ(refusal([&] { store->dispatch(lease, 1, "command", false); }), "the call is in_doubt: no dispatch makes it dispatched");
  store->dispatch(lease, 2, "command", true);
  EXPECT_EQ(refusal([&] { store->release(lease); }), "call " + id + ":1:2 is on its way to its tool");
  store->answer(lease, 2, Data());
  store->advance(lease, {.state = "t", .consumed = {2}, .waiting = {waiting(1, "charge", "command")}});
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_NE(refusal([&] { store->answer(id, 1, Data(1)); }), "");
  EXPECT_THROW(store->reconcile({.run = id, .call = 1}), UsageError);
  store->reconcile({.run = id, .call = 1, .who = "ada"});  // it didn't act
  EXPECT_EQ(call(id, 1).state, CallState::kPending);
  lease = claim("w2");
  EXPECT_EQ(store->dispatch(lease, 1, "command", false), 2u);
  store->fail(lease, "crashed");
  store->reconcile({.run = id, .call = 1, .who = "ada", .answer = Data("paid")});
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(value(call(id, 1)), Data("paid"));
  EXPECT_NE(refusal([&] { store->reconcile({.run = id, .call = 1, .who = "bob", .answer = Data()}); }), "");
}

TEST_P(StoreTest, AnybodyAnswersWhatHasNoTool) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.state = "s", .waiting = {waiting(1, "ask"), waiting(2, "look", "command")}, .timer = time + 5000});
  EXPECT_EQ(status(id), RunStatus::kReady) << "a tool is to be called";
  EXPECT_NE(refusal([&] { store->answer(id, 2, Data(1)); }), "");
  lease = claim();
  store->release(lease, {2});
  EXPECT_EQ(status(id), RunStatus::kWaiting) << "this worker has no tool for it";
  EXPECT_EQ(store->run(id)->due, time + 5000);
  EXPECT_EQ(store->wake_for({"look"}, {"other"}), 0u);
  EXPECT_EQ(store->wake_for({"look"}, {"default"}), 1u);
  lease = claim();
  store->release(lease, {2});
  store->answer(id, 1, Error{.type = "ValueError", .message = "no"});
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_NE(refusal([&] { store->answer(id, 1, Data(2)); }), "") << "the first answer counts";
  EXPECT_EQ(std::get<Error>(*call(id, 1).answer).message, "no");
  EXPECT_NE(refusal([&] { store->answer(id, 9, Data(2)); }), "");
  EXPECT_EQ(refusal([&] { store->answer("r", 1, Data(2)); }), "there is no run r");
}

TEST_P(StoreTest, TimersWakeRunsThatWait) {
  const std::string sleeps = submit();
  Lease lease = claim();
  store->advance(lease, {.state = "s", .timer = time + 100});
  const std::string waits = submit();
  lease = claim();
  store->advance(lease, {.state = "s", .waiting = {waiting(1, "ask")}, .timer = time + 100});
  EXPECT_EQ(status(sleeps), RunStatus::kSleeping);
  EXPECT_EQ(status(waits), RunStatus::kWaiting);
  pass(100);
  EXPECT_EQ(store->wake(), 2u);
  EXPECT_EQ(store->claim({.worker = "w", .most = 9}).size(), 2u);
}

TEST_P(StoreTest, AnAnswerIsConsumedOnce) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "ask"), waiting(2, "ask")}});
  EXPECT_NE(refusal([&] { store->advance(lease, {.state = "t", .consumed = {1}}); }), "") << "there is no answer yet";
  store->answer(id, 1, Data(1));
  store->advance(lease, {.then = Step::Then::kKeep, .state = "t", .consumed = {1}, .waiting = {waiting(2, "ask")}});
  EXPECT_NE(refusal([&] { store->advance(lease, {.state = "u", .consumed = {1}}); }), "");
  EXPECT_NE(refusal([&] { store->advance(lease, {.state = "u", .waiting = {waiting(1, "ask")}}); }), "") << "its id comes a second time";
  EXPECT_EQ(lease.seq, 2u);
}

TEST_P(StoreTest, WhatTheProgramGivesUpIsAbandoned) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "slow", "command"), waiting(2, "ask")}});
  store->dispatch(lease, 1, "command", false);
  store->answer(id, 2, Data(1));
  store->advance(lease, {.then = Step::Then::kKeep, .state = "t", .waiting = {waiting(3, "ask")}});
  EXPECT_EQ(call(id, 1).state, CallState::kAbandoned);
  EXPECT_EQ(call(id, 2).state, CallState::kAbandoned);
  EXPECT_FALSE(store->answer(lease, 1, Data("late")));
  EXPECT_FALSE(call(id, 1).answer);
  store->advance(lease,
                 {.then = Step::Then::kRaised, .state = "u", .error = Error{.type = "KeyError", .message = "'x'", .traceback = "…"}});
  EXPECT_EQ(call(id, 3).state, CallState::kAbandoned);
  EXPECT_EQ(store->run(id)->error->type, "KeyError");
}

TEST_P(StoreTest, CrashesAreCountedUntilTheRunIsDead) {
  store = nullptr;
  store = open({.most_failures = 3});
  const std::string id = submit();
  Lease lease = claim();
  store->fail(lease, "SIGSEGV");
  EXPECT_EQ(status(id), RunStatus::kReady) << "the first time at once";
  lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "charge", "command")}});
  EXPECT_EQ(store->run(id)->failures, 0u) << "it came further";
  store->fail(lease, "SIGSEGV");
  lease = claim();
  store->fail(lease, "SIGSEGV");
  EXPECT_EQ(status(id), RunStatus::kSleeping);
  EXPECT_EQ(store->run(id)->due, time + 1000);
  pass(1000);
  store->wake();
  lease = claim();
  store->dispatch(lease, 1, "command", false);
  store->fail(lease, "SIGSEGV");
  EXPECT_EQ(status(id), RunStatus::kDead);
  EXPECT_EQ(store->run(id)->reason, "failed 3 times after snapshot 1: SIGSEGV");
  store->reconcile({.run = id, .call = 1, .who = "ada", .answer = Data(1)});
  EXPECT_EQ(status(id), RunStatus::kDead);
  store->retry(id);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_NE(refusal([&] { store->retry(id); }), "");
  lease = claim();
  EXPECT_EQ(store->load(lease).state, "s");
}

TEST_P(StoreTest, ARunAtALimitGoesOnWithMore) {
  const std::string id = submit({.limits = {.steps = 10}});
  Lease lease = claim();
  store->advance(lease,
                 {.then = Step::Then::kDead, .state = "s", .waiting = {waiting(1, "ask")}, .reason = "the limit of steps is used up"});
  EXPECT_EQ(status(id), RunStatus::kDead);
  EXPECT_EQ(call(id, 1).state, CallState::kPending);
  store->answer(id, 1, Data(1));
  EXPECT_EQ(status(id), RunStatus::kDead);
  store->retry(id, Limits{.steps = 100});
  EXPECT_EQ(store->run(id)->limits.steps, 100u);
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(StoreTest, CancellingEndsARun) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep,
                         .state = "s",
                         .waiting = {waiting(1, "charge", "c"), waiting(2, "note", "c", true), waiting(3, "ask"), asked(4, "ask")}});
  store->dispatch(lease, 1, "c", false);
  store->dispatch(lease, 2, "c", true);
  store->cancel(id);
  EXPECT_EQ(call(id, 1).state, CallState::kInDoubt) << "somebody may want to know";
  EXPECT_EQ(call(id, 2).state, CallState::kAbandoned);
  EXPECT_EQ(call(id, 3).state, CallState::kAbandoned);
  EXPECT_EQ(call(id, 4).state, CallState::kAbandoned);
  EXPECT_NE(refusal([&] { store->cancel(id); }), "");
  store->reconcile({.run = id, .call = 1, .who = "ada"});
  EXPECT_EQ(call(id, 1).state, CallState::kAbandoned);
  EXPECT_EQ(status(id), RunStatus::kCancelled);
}

TEST_P(StoreTest, ALimitIsRaisedOrTheRunStaysDead) {
  const std::string id = submit({.limits = {.steps = 10}});
  Lease lease = claim();
  store->advance(lease,
                 {.then = Step::Then::kDead, .state = "s", .spent = {.steps = 12}, .reason = "steps", .limit = "steps", .limit_at = 10});
  EXPECT_EQ(refusal([&] { store->retry(id); }), "run " + id + " has used up its limit of steps, 10: it needs more than 12");
  EXPECT_NE(refusal([&] { store->retry(id, Limits{.steps = 12}); }), "");
  EXPECT_EQ(store->run(id)->limits.steps, 10u);
  EXPECT_EQ(store->run(id)->limit, "steps");
  store->retry(id, Limits{.steps = 0});
  EXPECT_EQ(store->run(id)->limit, "");
}

TEST_P(StoreTest, AForkHasASnapshotAndItsCalls) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(
      lease,
      {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "ask"), waiting(2, "look", "command"), asked(3, "pay", "command")}});
  store->answer(id, 1, Data(1));
  store->dispatch(lease, 2, "command", false);
  store->answer(lease, 2, Data(2));
  store->decide({.run = id,
                 .call = 3,
                 .shown = store->approvals().at(0).shown,
                 .who = "ada",
                 .verdict = Verdict::kApprove,
                 .args = std::vector<Data>{5}});
  store->advance(lease, {.then = Step::Then::kDone, .state = "t", .consumed = {1, 2}});

  const std::string fork = store->fork({.run = id, .seq = 1, .answers = {{1, Data("other")}}});
  EXPECT_EQ(store->state(fork, 1), "s");
  EXPECT_EQ(store->run(fork)->parent, id);
  EXPECT_EQ(value(call(fork, 1)), Data("other"));
  EXPECT_EQ(value(call(fork, 2)), Data(2));
  EXPECT_EQ(call(fork, 3).state, CallState::kAwaitingApproval) << "the decision was about another run";
  EXPECT_EQ(call(fork, 3).call.args, (std::vector<Data>{3}));
  EXPECT_EQ(status(fork), RunStatus::kReady);
  EXPECT_NE(refusal([&] { store->fork({.run = id, .seq = 2, .answers = {{1, Data()}}}); }), "");
  EXPECT_NE(refusal([&] { store->fork({.run = id, .seq = 3}); }), "");
  EXPECT_EQ(refusal([&] { store->fork({.run = id, .seq = 2}); }),
            "run " + id + " has ended at its snapshot 2: nothing is left to go on with there");
  lease = claim();
  store->advance(lease, {.state = "u", .consumed = {1, 2}, .waiting = {asked(3, "pay", "command")}});
  EXPECT_EQ(status(fork), RunStatus::kWaiting);
}

TEST_P(StoreTest, AForkDoesNothingAgainUnlessThatIsSaid) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "a", .waiting = {waiting(1, "look", "command"), waiting(2, "ask")}});
  EXPECT_EQ(store->repeated({.run = id, .seq = 1}).size(), 0u) << "no tool was called";
  store->dispatch(lease, 1, "command", true);
  EXPECT_EQ(refusal([&] { store->fork({.run = id, .seq = 1}); }),
            "a fork of run " + id +
                " at its snapshot 1 may do again what that has done since: look(1) (dispatched); say that it may (--repeat, repeat=True, "
                "\"repeat\": true in JSON)");
  EXPECT_EQ(refusal([&] { store->fork({.run = id, .seq = 1, .answers = {{1, Data(5)}}}); }), "") << "it isn't called again";
  store->answer(lease, 1, Data(5));
  EXPECT_EQ(refusal([&] { store->fork({.run = id, .seq = 1}); }), "") << "its answer is known";
  store->advance(lease,
                 {.then = Step::Then::kKeep, .state = "b", .consumed = {1}, .waiting = {waiting(2, "ask"), waiting(3, "pay", "command")}});
  store->dispatch(lease, 3, "command", false);
  store->fail_call(lease, 3, {.kind = Failure::Kind::kTimeout, .error = {.type = "TimeoutError"}});
  EXPECT_NE(refusal([&] { store->fork({.run = id, .seq = 2}); }).find("pay(3) (in_doubt);"), std::string::npos);
  EXPECT_NE(refusal([&] { store->fork({.run = id, .seq = 1}); }).find("pay(3) (in_doubt);"), std::string::npos);
  EXPECT_EQ(store->repeated({.run = id, .seq = 1, .answers = {{2, Data()}}}).size(), 1u) << "another way may lead there, too";
  const std::string fork = store->fork({.run = id, .seq = 2, .repeats = true});
  EXPECT_EQ(call(fork, 3).state, CallState::kPending);
  EXPECT_EQ(store->repeated({.run = fork, .seq = 2}).size(), 0u) << "it has done nothing yet";
}

TEST_P(StoreTest, PruningLeavesWhatGoesOn) {
  const std::string ended = submit(), goes_on = submit(), other = submit({.source = "2"});
  store->cancel(ended);
  store->cancel(other);
  pass(10);
  EXPECT_EQ(store->prune({.ended_before = time, .dry_run = true}).size(), 2u);
  EXPECT_EQ(store->prune({.ended_before = time - 10}).size(), 0u);
  EXPECT_EQ(store->prune({.ended_before = time}).size(), 2u);
  EXPECT_FALSE(store->run(ended));
  EXPECT_EQ(store->source(goes_on), "ask(1)");
}

TEST_P(StoreTest, RunsAreFoundByTheBeginningOfTheirIds) {
  const std::string id = submit();
  EXPECT_EQ(store->run_named(id.substr(0, 12)), id);
  EXPECT_NE(refusal([&] { store->run_named("zz"); }), "");
  pass(1);
  submit();
  EXPECT_NE(refusal([&] { store->run_named("0"); }), "");
  EXPECT_EQ(store->runs({.status = RunStatus::kReady, .most = 1}).size(), 1u);
  EXPECT_EQ(store->runs({.before = id}).size(), 0u);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace fermata::durable
