// Leases when the time of day isn't the same for all, or is set: they go by the clock of the machine.
#include "fermata/durable/workers.h"
#include "stores.h"

namespace fermata::durable {
namespace {

constexpr Time kHour = 3'600'000;

class ClocksTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (store) store = by(0);
  }
  // Whose time of day is so much ahead.
  std::unique_ptr<Store> by(Time ahead) {
    return Store::open(database.where(),
                       {.clock = [this, ahead] { return double(time + ahead) / 1000; }, .machine = [this] { return machine; }});
  }
  MachineTime machine{"boot 1", 5'000};
};
INSTANTIATE_TEST_SUITE_P(All, ClocksTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

TEST_P(ClocksTest, ALeaseIsOverWhenItsTimeHasPassedOnTheMachine) {
  const auto ahead = by(kHour), behind = by(-kHour);
  for (Store* holder : {store.get(), ahead.get(), behind.get()}) {
    const std::string id = submit();
    const Lease lease = holder->claim({.worker = "w1", .lease_ms = 10'000}).at(0);
    for (Store* other : {store.get(), ahead.get(), behind.get()}) {
      EXPECT_EQ(other->expire(), 0u) << "it is a live worker's";
      EXPECT_GT(other->next_due(), other->now());
    }
    machine.ms += 9'999;
    EXPECT_EQ(ahead->expire() + behind->expire(), 0u);
    machine.ms += 1;
    EXPECT_LE(behind->next_due(), behind->now());
    EXPECT_EQ(behind->expire(), 1u) << "it is a dead one's";
    EXPECT_EQ(status(id), RunStatus::kReady);
    EXPECT_THROW(holder->release(lease), Fenced);
    store->cancel(id);
  }
}

TEST_P(ClocksTest, TheTimeOfDayMayBeSetWhileAWorkerIsAtWork) {
  submit();
  Lease lease = claim();
  pass(24 * kHour);
  EXPECT_EQ(store->expire(), 0u);
  store->renew(lease, 10'000);
  pass(-48 * kHour);
  EXPECT_EQ(store->expire(), 0u);
  machine.ms += 10'000;
  EXPECT_EQ(store->expire(), 1u);
}

TEST_P(ClocksTest, WhatWasLeasedBeforeTheMachineWasStartedAnewIsOver) {
  const std::string id = submit();
  claim();
  machine = {"boot 2", 100};
  EXPECT_LE(store->next_due(), store->now());
  EXPECT_EQ(store->expire(), 1u);
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(ClocksTest, WithoutSuchAClockTheTimeOfDayDecides) {
  const MachineTime known = machine;
  machine = {};
  submit();
  claim();
  machine = known;
  EXPECT_EQ(store->expire(), 0u);
  EXPECT_EQ(store->next_due(), time + 10'000);
  pass(10'000);
  EXPECT_EQ(store->expire(), 1u);
}

TEST_P(ClocksTest, AWorkerLivesAsLongAsItIsHeardOfOnTheMachine) {
  hear_of(*by(-2 * kHour), {.name = "w1", .queues = {"default"}}, 16'000);
  ASSERT_EQ(workers(*store).size(), 1u);
  EXPECT_TRUE(workers(*store)[0].is_alive);
  hear_of(*store, {.name = "w2", .queues = {"default"}}, 16'000);
  EXPECT_EQ(workers(*store).size(), 2u) << "the first one isn't forgotten";
  machine.ms += 16'000;
  EXPECT_FALSE(Answering(workers(*by(-2 * kHour))).has_workers("default"));
}

// The machine's own clock.
TEST_P(ClocksTest, AFileHasTheClockOfItsMachine) {
  store = Store::open(database.where());
  const std::string id = submit();
  store->claim({.worker = "w1", .lease_ms = 1}).at(0);
  static constexpr Statement kClock{"SELECT lease_clock FROM run WHERE id = $1"};
  database.connect()->within(false, [&](Database& behind) {
    EXPECT_EQ(behind.find(kClock, {id})->is_null(0), GetParam() == Kind::kPostgres) << "a server has one clock";
  });
  while (store->next_due() > store->now()) {
  }
  EXPECT_EQ(store->expire(), 1u);
}

}  // namespace
}  // namespace fermata::durable
