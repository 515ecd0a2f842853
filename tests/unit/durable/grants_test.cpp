// Standing grants: which calls they approve, and how many.
#include <atomic>
#include <cmath>
#include <thread>

#include "stores.h"

namespace fermata::durable {
namespace {

using Rule = ArgumentRule::Kind;

class GrantsTest : public StoreTest {
 protected:
  std::string grant(NewGrant grant = {}) {
    if (grant.function.empty()) grant.function = "refund";
    if (grant.who.empty()) grant.who = "ada";
    if (grant.terms.reason.empty()) grant.terms.reason = "small ones";
    if (!grant.terms.until) grant.terms.until = time + 10'000;
    return store->grant(grant);
  }
  // Of any arguments.
  std::string open_grant(uint64_t most, const std::string& who = "ada", std::set<std::string> roles = {}) {
    return grant({.who = who, .roles = std::move(roles), .terms = {.others = true, .most = most}});
  }
  // A run in the midst of its work, for which refund(…) is about to be asked.
  Lease begun(Submission submission = {}) {
    submission.queue = submission.queue == "default" ? "q" + std::to_string(++runs) : submission.queue;
    submit(submission);
    return store->claim({.worker = "w1", .queues = {submission.queue}}).at(0);
  }
  static Step asking(std::vector<Data> args = {5}, const Ask& ask = {.note = "refunds"}) {
    Waiting call = waiting(1, "refund", "command");
    call.call.args = std::move(args);
    call.ask = ask;
    return {.state = "s", .waiting = {call}};
  }
  CallState asked_about(Lease lease, const Step& step) {
    store->advance(lease, step);
    return call(lease.run, 1).state;
  }
  uint64_t used(const std::string& id) {
    for (const StandingGrant& grant : store->grants({.over = true}))
      if (grant.id == id) return grant.used;
    ADD_FAILURE() << "no grant " << id;
    return 0;
  }
  int runs = 0;
};

TEST_P(GrantsTest, AGrantApprovesSoManyCalls) {
  const std::string id = open_grant(2);
  const Lease lease = begun();
  EXPECT_EQ(asked_about(lease, asking()), CallState::kPending);
  EXPECT_EQ(status(lease.run), RunStatus::kReady);
  const Decided decided = store->decisions(lease.run).at(0);
  EXPECT_EQ(decided.grant, id);
  EXPECT_EQ(decided.who, "ada");
  EXPECT_EQ(decided.reason, "small ones");
  EXPECT_NE(store->log(lease.run).back().data.find("\"grant\": \"" + id), std::string::npos) << store->log(lease.run).back().data;
  EXPECT_EQ(asked_about(begun(), asking()), CallState::kPending);
  EXPECT_EQ(asked_about(begun(), asking()), CallState::kAwaitingApproval) << "it is used up";
  EXPECT_EQ(used(id), 2u);
  EXPECT_EQ(store->grants().size(), 0u);
  EXPECT_EQ(store->grants({.over = true}).size(), 1u);
}

TEST_P(GrantsTest, OneStepUsesItOncePerCall) {
  const std::string id = open_grant(2);
  Lease lease = begun();
  Step step = asking();
  for (const uint64_t call : {2, 3}) {
    step.waiting.push_back(step.waiting[0]);
    step.waiting.back().call.id = call;
  }
  store->advance(lease, step);
  EXPECT_EQ(call(lease.run, 1).state, CallState::kPending);
  EXPECT_EQ(call(lease.run, 2).state, CallState::kPending);
  EXPECT_EQ(call(lease.run, 3).state, CallState::kAwaitingApproval);
}

TEST_P(GrantsTest, OnlyWhatItSays) {
  grant({.terms = {.arguments = {{.name = "0", .kind = Rule::kBetween, .value = 0, .high = 100}}, .most = 100}});
  for (const Data& inside : {Data(0), Data(100), Data(99.5)}) EXPECT_EQ(asked_about(begun(), asking({inside})), CallState::kPending);
  for (const Data& outside :
       {Data(101), Data(-1), Data(100.5), Data("5"), Data(true), Data(), Data(double(NAN)), Data::big_int("99999999999999999999")})
    EXPECT_EQ(asked_about(begun(), asking({outside})), CallState::kAwaitingApproval);
  EXPECT_EQ(asked_about(begun(), asking({5, 6})), CallState::kAwaitingApproval) << "nothing is said of the second";
  EXPECT_EQ(asked_about(begun(), asking({})), CallState::kAwaitingApproval);
  Step named = asking({});
  named.waiting[0].call.kwargs = {{"0", Data(5)}};
  EXPECT_EQ(asked_about(begun(), named), CallState::kAwaitingApproval) << "a keyword isn't a position";
  named.waiting[0].call.function = "pay";
  EXPECT_EQ(asked_about(begun(), named), CallState::kAwaitingApproval);
}

TEST_P(GrantsTest, OnlyWhereItSays) {
  const std::string source = "refund(1)";
  const std::string program = store->run(begun({.source = source}).run)->program;
  grant({.tenant = "t", .queue = "mine", .program = program, .terms = {.others = true, .most = 9}});
  const auto state = [&](const char* tenant, const char* queue, const std::string& text) {
    const Lease lease = begun({.source = text, .tenant = tenant, .queue = queue});
    const CallState state = asked_about(lease, asking());
    store->cancel(lease.run);
    return state;
  };
  EXPECT_EQ(state("t", "mine", source), CallState::kPending);
  EXPECT_EQ(state("other", "mine", source), CallState::kAwaitingApproval);
  EXPECT_EQ(state("t", "other", source), CallState::kAwaitingApproval);
  EXPECT_EQ(state("t", "mine", "refund(2)"), CallState::kAwaitingApproval);
}

TEST_P(GrantsTest, OnlyWhereTheTextSaysWhatIsDone) {
  const std::string source = "refund(1)";
  const std::string program = store->run(begun({.source = source}).run)->program;
  grant({.program = program, .terms = {.others = true, .most = 9}});
  const auto with = [&](const char* path) { return begun({.source = source, .surroundings = {.files = {{path, "x"}}}}); };
  EXPECT_EQ(asked_about(with("/home/user/data.csv"), asking()), CallState::kPending);
  EXPECT_EQ(asked_about(with("/home/user/pricing.py"), asking()), CallState::kAwaitingApproval) << "imported instead of the worker's";
  Lease lease = begun({.source = source});
  store->advance(lease, {.state = "s", .waiting = {waiting(2, "lookup")}});
  const std::string fork = store->fork({.run = lease.run, .seq = 1, .answers = {{2, Data(1'000'000)}}, .queue = "forks"});
  Lease forked = store->claim({.worker = "w1", .queues = {"forks"}}).at(0);
  ASSERT_EQ(forked.run, fork);
  Step step = asking();
  step.consumed = {2};
  EXPECT_EQ(asked_about(forked, step), CallState::kAwaitingApproval) << "it may have been given anything";
}

TEST_P(GrantsTest, NotLongerThanItSays) {
  const std::string id = open_grant(9);
  const std::string other = open_grant(9);
  store->revoke(id, "bo");
  EXPECT_NE(refusal([&] { store->revoke(id, "cy"); }).find("bo revoked grant"), std::string::npos);
  EXPECT_NE(refusal([&] { store->revoke("none", "cy"); }), "");
  EXPECT_EQ(asked_about(begun(), asking()), CallState::kPending);
  EXPECT_EQ(used(id), 0u);
  EXPECT_EQ(store->grant_named(other), other);
  pass(10'000);
  EXPECT_EQ(asked_about(begun(), asking()), CallState::kAwaitingApproval);
}

TEST_P(GrantsTest, ItIsItsMakersApproval) {
  open_grant(9, "ada", {"support"});
  const Ask finance{.note = "n", .roles = {"finance"}}, two{.note = "n", .quorum = 2};
  EXPECT_EQ(asked_about(begun(), asking({5}, finance)), CallState::kAwaitingApproval);
  EXPECT_EQ(asked_about(begun(), asking({5}, two)), CallState::kAwaitingApproval);
  open_grant(9, "ada", {"finance"});
  EXPECT_EQ(asked_about(begun(), asking({5}, finance)), CallState::kPending);
  EXPECT_EQ(asked_about(begun(), asking({5}, two)), CallState::kAwaitingApproval) << "two of one person's";
  open_grant(9, "bo");
  const Lease lease = begun();
  EXPECT_EQ(asked_about(lease, asking({5}, two)), CallState::kPending);
  EXPECT_EQ(store->decisions(lease.run).size(), 2u);
}

TEST_P(GrantsTest, NobodyGrantsTheirOwn) {
  open_grant(9);
  EXPECT_EQ(asked_about(begun({.by = "ada"}), asking()), CallState::kAwaitingApproval);
  EXPECT_EQ(asked_about(begun({.by = "ada"}), asking({5}, {.note = "n", .self_approval = true})), CallState::kPending);
  EXPECT_EQ(asked_about(begun({.by = "bo"}), asking()), CallState::kPending);
}

TEST_P(GrantsTest, NobodyGrantsWhatTheyForked) {
  Lease first = begun();
  store->advance(first, {.then = Step::Then::kKeep, .state = "r"});
  store->advance(first, {.then = Step::Then::kDone, .state = "s"});
  open_grant(9);
  for (const char* who : {"ada", "bo"}) {
    const std::string fork = store->fork({.run = first.run, .seq = 1, .by = who});
    const Lease lease = store->claim({.worker = "w1", .queues = {store->run(fork)->queue}}).at(0);
    ASSERT_EQ(lease.run, fork);
    EXPECT_EQ(asked_about(lease, asking()), who == std::string("ada") ? CallState::kAwaitingApproval : CallState::kPending);
  }
}

TEST_P(GrantsTest, ItIsMadeAtADecision) {
  const std::string queue = "mine";
  const Lease first = begun({.queue = queue});
  EXPECT_EQ(asked_about(first, asking({17, 5})), CallState::kAwaitingApproval);
  Decision decision{.run = first.run, .call = 1, .shown = store->approval(first.run, 1)->shown, .who = "ada", .verdict = Verdict::kApprove};
  decision.grant = {.arguments = {{.name = "1", .kind = Rule::kBetween, .value = 0, .high = 10}}, .until = time + 1000, .most = 20};
  EXPECT_THROW(store->decide(decision), UsageError) << "it has no reason";
  decision.reason = "a known customer";
  Decision elsewhere = decision;
  elsewhere.grant->arguments[0].name = "amount";
  EXPECT_THROW(store->decide(elsewhere), UsageError) << "it doesn't mean this call";
  store->decide(decision);
  const StandingGrant made = store->grants().at(0);
  EXPECT_EQ(made.run, first.run);
  EXPECT_EQ(made.queue, queue);
  EXPECT_EQ(made.terms.reason, "a known customer");
  EXPECT_EQ(asked_about(begun({.queue = "mine2"}), asking({17, 5})), CallState::kAwaitingApproval);
  store->cancel(first.run);
  EXPECT_EQ(asked_about(begun({.queue = queue}), asking({18, 5})), CallState::kAwaitingApproval) << "another customer";
  EXPECT_EQ(asked_about(begun({.queue = queue}), asking({17, 7})), CallState::kPending);
}

TEST_P(GrantsTest, ALaterPolicyUsesIt) {
  const std::string id = open_grant(1);
  Lease lease = begun();
  store->advance(lease,
                 {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "refund", "command"), waiting(2, "refund", "command")}});
  EXPECT_EQ(store->ask(lease, 1, {.note = "new"}), CallState::kPending);
  EXPECT_EQ(store->ask(lease, 2, {.note = "new"}), CallState::kAwaitingApproval);
  EXPECT_EQ(used(id), 1u);
  store->dispatch(lease, 1, "command", false);
  store->answer(lease, 1, Data(1));
}

TEST_P(GrantsTest, WhatMakesNoSense) {
  EXPECT_THROW(store->grant({.function = "f", .who = "ada", .terms = {.until = time + 1}}), UsageError);
  EXPECT_THROW(store->grant({.function = "f", .who = "ada", .terms = {.until = time, .reason = "r"}}), UsageError);
  EXPECT_THROW(store->grant({.function = "f", .who = "ada", .terms = {.until = time + 1, .most = 0, .reason = "r"}}), UsageError);
  EXPECT_THROW(store->grant({.function = "f", .terms = {.until = time + 1, .reason = "r"}}), UsageError);
  EXPECT_THROW(grant({.terms = {.arguments = {{.name = "a"}, {.name = "a"}}}}), UsageError);
  EXPECT_THROW(grant({.terms = {.arguments = {{.name = "a", .kind = Rule::kBetween, .value = "x", .high = 1}}}}), UsageError);
  EXPECT_TRUE(store->grants({.over = true}).empty());
}

// Four workers, each with a store of its own; runs that use two functions' grants in either order.
TEST_P(GrantsTest, NeverUsedMoreOftenThanItSays) {
  constexpr int kWorkers = 4, kEach = 6, kGranted = 7;
  const std::string id = open_grant(kGranted);
  const std::string pay = grant({.function = "pay", .terms = {.others = true, .most = kGranted}});
  std::vector<Lease> leases;
  for (int i = 0; i < kWorkers * kEach; ++i) leases.push_back(begun());
  std::atomic<int> refunds = 0, pays = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kWorkers; ++t)
    threads.emplace_back([&, t] {
      const auto mine = open();
      for (int i = 0; i < kEach; ++i) {
        Lease& lease = leases[size_t(t * kEach + i)];
        Step step = asking();
        step.waiting.push_back(step.waiting[0]);
        step.waiting[1].call.id = 2;
        step.waiting[size_t(i % 2)].call.function = "pay";
        mine->advance(lease, step);
        for (const RunCall& call : mine->calls(lease.run))
          if (call.state == CallState::kPending) ++(call.call.function == "pay" ? pays : refunds);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refunds, kGranted);
  EXPECT_EQ(pays, kGranted);
  EXPECT_EQ(used(id), uint64_t(kGranted));
  EXPECT_EQ(used(pay), uint64_t(kGranted));
}

TEST_P(GrantsTest, TheLastUseAgainstARevocation) {
  for (int i = 0; i < 10; ++i) {
    const std::string id = open_grant(1);
    Lease one = begun(), two = begun();
    const auto mine = open(), other = open();
    std::thread first([&] { mine->advance(one, asking()); }), second([&] { other->advance(two, asking()); });
    store->revoke(id, "bo");
    first.join();
    second.join();
    const uint64_t pending =
        uint64_t(call(one.run, 1).state == CallState::kPending) + uint64_t(call(two.run, 1).state == CallState::kPending);
    EXPECT_EQ(pending, used(id));
    EXPECT_LE(pending, 1u);
  }
}

TEST_P(GrantsTest, WhatWasOverUsedIsFound) {
  const std::string id = open_grant(1);
  asked_about(begun(), asking());
  const auto broken = [&](const std::string& sql) {
    database.connect()->run_script(sql);
    std::string laws;
    for (const Violation& violation : check(*store)) laws += violation.law + ";";
    return laws;
  };
  EXPECT_EQ(broken("UPDATE standing_grant SET used = 2"), "grants;");
  EXPECT_EQ(broken("UPDATE standing_grant SET used = 0"), "grants;");
  EXPECT_EQ(broken("UPDATE standing_grant SET used = 1, tenant = 'other'"), "tenants;");
  EXPECT_EQ(broken("UPDATE standing_grant SET tenant = 'default', who = 'bo'"), "grants;");
  EXPECT_EQ(broken("UPDATE standing_grant SET who = 'ada'"), "");
  EXPECT_EQ(broken("UPDATE decision SET who = 'bo'"), "as shown;grants;as written;");
  EXPECT_EQ(broken("UPDATE decision SET who = 'ada'"), "");
}

INSTANTIATE_TEST_SUITE_P(Databases, GrantsTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
