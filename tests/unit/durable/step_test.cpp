// Store::step, which reads and writes once what its transitions do one after another.
#include <gtest/gtest.h>

#include "cut_wire.h"
#include "durable/database/postgres.h"
#include "stores.h"

namespace fermata::durable {
namespace {

class StepTest : public StoreTest {
 protected:
  // Two calls that their tools have, and one that nobody has.
  Lease begun() {
    const std::string id = submit();
    Lease lease = claim();
    EXPECT_EQ(lease.run, id);
    store->advance(lease, {.then = Step::Then::kKeep,
                           .state = "one",
                           .waiting = {waiting(1, "look", "look", true), waiting(2, "pay", "pay"), waiting(3, "nobody")}});
    store->dispatch(lease, 1, "look", true);
    store->dispatch(lease, 2, "pay", false);
    return lease;
  }
  static Step second() {
    return {.then = Step::Then::kKeep,
            .state = "two",
            .consumed = {1, 2},
            .waiting = {waiting(3, "nobody"), waiting(4, "look", "look", true), asked(5, "pay", "pay")}};
  }
  static Answer failed() { return Error{.type = "ValueError", .message = "no", .traceback = "of the tool"}; }

  // All that the tables have of it, but for its id.
  std::string told_of(const std::string& id) {
    std::string text;
    for (const Event& event : store->log(id)) text += event.kind + " " + to_string(event.status) + " " + std::to_string(event.seq) + "\n";
    for (const RunCall& call : store->calls(id))
      text += std::to_string(call.call.id) + " " + call.call.function + " " + to_string(call.state) + " " + call.tool + " " +
              std::to_string(call.attempts) + " " + std::to_string(call.consumed_by) + " " + std::to_string(call.answer.has_value()) + "\n";
    for (const Attempt& attempt : store->attempts(id))
      text += std::to_string(attempt.call) + " " + std::to_string(attempt.number) + " " + attempt.worker + " " + attempt.outcome + " " +
              (attempt.error ? attempt.error->traceback : "") + "\n";
    for (const Snapshot& snapshot : store->snapshots(id))
      text += std::to_string(snapshot.seq) + " " + store->state(id, snapshot.seq) + "\n";
    return text;
  }
};
INSTANTIATE_TEST_SUITE_P(All, StepTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

TEST_P(StepTest, IsItsTransitions) {
  Lease apart = begun();
  store->answer(apart, 1, Data(7));
  store->answer(apart, 2, failed());
  store->advance(apart, second());
  store->dispatch(apart, 4, "look", true);
  Lease together = begun();
  const auto calls = store->step(together, {{1, Data(7)}, {2, failed()}}, second(), {{4, "look", true, {}}});
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].key, together.run + ":2:4");
  EXPECT_EQ(calls[0].attempts, 1u);
  EXPECT_EQ(told_of(together.run), told_of(apart.run));
  EXPECT_EQ(together.seq, apart.seq);
  // And it goes on from there, with this lease or another one.
  store->step(together, {{4, Data(1)}}, {.state = "three", .consumed = {4}, .waiting = {waiting(3, "nobody")}}, {});
  EXPECT_EQ(call(together.run, 5).state, CallState::kAbandoned);
  store->answer({.run = together.run, .call = 3, .who = "ada"}, Data(1));
  Lease again = claim("w2");
  store->step(again, {}, {.then = Step::Then::kDone, .state = "four", .consumed = {3}, .result = 5}, {});
  EXPECT_EQ(status(together.run), RunStatus::kDone);
}

TEST_P(StepTest, IsDoneWhollyOrNotAtAll) {
  Lease lease = begun();
  const std::string before = told_of(lease.run);
  Step twice = second();
  twice.waiting[1].call.id = 1;  // consumed now: it can't come again
  EXPECT_NE(refusal([&] { store->step(lease, {{1, Data(7)}, {2, Data(8)}}, twice, {}); }).find("comes a second time"), std::string::npos);
  EXPECT_NE(refusal([&] { store->step(lease, {{1, Data(7)}}, second(), {}); }), "") << "2 has no answer to consume";
  EXPECT_NE(refusal([&] {
              store->step(lease, {{1, Data(7)}, {2, Data(8)}}, second(), {{9, "look", true, {}}});
            }),
            "")
      << "there is no call 9";
  EXPECT_EQ(told_of(lease.run), before);
  Lease late = lease;
  store->step(lease, {{1, Data(7)}, {2, Data(8)}}, second(), {});
  const std::string after = told_of(lease.run);
  EXPECT_THROW(store->step(late, {{1, Data(7)}, {2, Data(8)}}, second(), {}), Fenced);
  EXPECT_EQ(told_of(lease.run), after);
}

// A grant's decision, and an attempt, refer to calls that the same step makes.
TEST_P(StepTest, GrantsApproveNewCalls) {
  store->grant({.function = "pay", .who = "ada", .terms = {.others = true, .until = time + 60'000, .most = 2, .reason = "known"}});
  Lease lease = begun();
  const auto calls = store->step(lease, {{1, Data(7)}, {2, Data(8)}}, second(), {{4, "look", true, {}}, {5, "pay", false, {}}});
  EXPECT_EQ(calls.size(), 2u);
  EXPECT_EQ(store->attempts(lease.run).size(), 4u);
}

// What is asked for ahead is what comes, once, and for what was asked.
TEST_P(StepTest, WhatIsExpectedIsAnsweredAsWhatIsAsked) {
  if (GetParam() != Kind::kPostgres) GTEST_SKIP() << "nothing is sent ahead";
  static constexpr Statement kEcho{"SELECT $1::text"}, kFails{"SELECT $1::int8"};
  Postgres behind(database.where(), std::chrono::seconds(10));
  behind.within(true, [&](Database& one) {
    one.expect(kEcho, "a");
    one.expect(kEcho, "b");
    EXPECT_EQ(one.run(kEcho, {"b"}).at(0).text(0), "b");
    EXPECT_EQ(one.run(kEcho, {"c"}).at(0).text(0), "c");
    EXPECT_EQ(one.run(kEcho, {"a"}).at(0).text(0), "a");
    EXPECT_EQ(one.run(kEcho, {"a"}).at(0).text(0), "a");
    one.expect(kEcho, "left over");
  });
  EXPECT_ANY_THROW(behind.within(true, [&](Database& one) {
    one.expect(kFails, "no number");
    one.run(kEcho, {"a"});
  }));
  behind.within(true, [&](Database& one) { EXPECT_EQ(one.run(kEcho, {"left over"}).at(0).text(0), "left over"); });
}

TEST_P(StepTest, IsDoneOnceWhenItsCommitIsNotHeardOf) {
  if (GetParam() != Kind::kPostgres) GTEST_SKIP() << "there is no wire";
  for (const Cut cut : {Cut::kBefore, Cut::kAfter, Cut::kLate}) {
    CutWire wire;
    const auto far = Store::open(wire.over(database.where()), {.clock = [this] { return double(time) / 1000; }, .patience_ms = 10'000});
    Lease lease = begun();
    wire.cut_next(cut);
    far->step(lease, {{1, Data(7)}, {2, Data(8)}}, second(), {{4, "look", true, {}}});
    EXPECT_TRUE(wire.was_cut());
    EXPECT_EQ(lease.seq, 2u);
    EXPECT_EQ(store->attempts(lease.run).size(), 3u);
    EXPECT_EQ(store->snapshots(lease.run).size(), 2u);
  }
}

}  // namespace
}  // namespace fermata::durable
