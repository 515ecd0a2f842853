// What is PostgreSQL's alone: connections that are lost at any moment, a server that crashes, locks, a database that isn't ours.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "cut_wire.h"
#include "durable/database/postgres.h"
#include "fermata/durable/worker.h"
#include "stores.h"

namespace fermata::durable {
namespace {

class PostgresTest : public StoreTest {
 protected:
  std::unique_ptr<Store> open_at(const std::string& where, uint64_t patience_ms = 10'000) {
    return Store::open(where, {.clock = [this] { return double(time) / 1000; }, .patience_ms = patience_ms});
  }
};

// Whatever becomes of a commit, its transition is done once, and its caller hears of it as if nothing had happened.
TEST_P(PostgresTest, ACommitThatIsNotHeardOfIsNeitherLostNorDoubled) {
  for (const Cut cut : {Cut::kBefore, Cut::kAfter, Cut::kLate}) {
    SCOPED_TRACE(int(cut));
    CutWire wire;
    const auto far = open_at(wire.over(database.where()));
    const auto cut_at = [&](const auto& transition) {
      wire.cut_next(cut);
      transition();
      EXPECT_TRUE(wire.was_cut());
    };
    std::string id;
    cut_at([&] { id = far->submit({.source = "1"}).run; });
    Lease lease;
    cut_at([&] { lease = far->claim({.worker = "w1"}).at(0); });
    EXPECT_EQ(lease.epoch, 1u);
    cut_at([&] { far->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "ask", "command")}}); });
    EXPECT_EQ(lease.seq, 1u);
    cut_at([&] { EXPECT_EQ(far->dispatch(lease, 1, "command", false), 1u); });
    cut_at([&] { far->renew(lease, 20'000); });
    cut_at([&] { EXPECT_TRUE(far->answer(lease, 1, Data(7))); });
    cut_at([&] { far->advance(lease, {.then = Step::Then::kDone, .state = "t", .consumed = {1}, .result = 7}); });
    std::string kinds;
    for (const Event& event : store->log(id)) kinds += event.kind + " ";
    EXPECT_EQ(kinds, "submit claim advance dispatch answer advance ");
    cut_at([&] { EXPECT_EQ(far->submit({.source = "2", .key = "k"}).is_new, true); });
    EXPECT_EQ(store->runs({.status = RunStatus::kReady}).size(), 1u);
    store->cancel(store->runs({.status = RunStatus::kReady}).at(0).id);
    time += 1000;
    cut_at([&] { far->prune({.ended_before = time}); });
    EXPECT_TRUE(store->runs().empty());
  }
}

// (When it can't be found out in time, that is what the caller is told.)
TEST_P(PostgresTest, ACommitThatNobodyCanAskAboutIsUnknown) {
  CutWire wire;
  const auto far = open_at(wire.over(database.where()), 300);
  std::thread closing;
  wire.cut_next(Cut::kAfter);
  closing = std::thread([&] {
    while (!wire.was_cut()) std::this_thread::yield();
    wire.close_all();
  });
  EXPECT_EQ(failure([&] { far->submit({.source = "1"}); }), StoreError::Kind::kUnknown);
  closing.join();
  EXPECT_EQ(store->runs().size(), 1u);
  EXPECT_EQ(failure([&] { far->runs(); }), StoreError::Kind::kFailed);
  wire.open();
  EXPECT_EQ(far->runs().size(), 1u);
}

// Workers that write without a pause, while the server crashes again and again: each sees all of its steps done, once.
TEST_P(PostgresTest, ACrashOfTheServerIsNotNoticed) {
  constexpr int kThreads = 4;
  constexpr size_t kAtLeast = 5;  // steps between two crashes
  std::atomic<bool> over = false;
  std::atomic<size_t> steps = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::string queue = "q" + std::to_string(t);
      const std::string id = submit({.queue = queue});
      Lease lease = store->claim({.worker = queue, .queues = {queue}}).at(0);
      for (uint64_t i = 1; !over; ++i) {
        store->advance(lease, {.then = Step::Then::kKeep, .state = "s" + std::to_string(i), .goes_on = true});
        ASSERT_EQ(lease.seq, i);
        ASSERT_EQ(store->state(id, i), "s" + std::to_string(i));
        ++steps;
      }
      ASSERT_EQ(store->log(id).size(), 2 + lease.seq);
    });
  }
  for (int crash = 0; crash < 3; ++crash) {
    const size_t before = steps;
    while (steps < before + kAtLeast) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    PostgresServer::get().restart();
  }
  over = true;
  for (std::thread& thread : threads) thread.join();
}

TEST_P(PostgresTest, ALockedRunIsAnErrorInTime) {
  const std::string id = submit();
  const auto impatient = open_at(database.where(), 50);
  static constexpr Statement kLock{"SELECT id FROM run{lock}"};
  const auto other = database.connect();
  other->begin(true);
  EXPECT_EQ(other->run(kLock, {}).size(), 1u);
  EXPECT_EQ(failure([&] { impatient->cancel(id); }), StoreError::Kind::kBusy);
  EXPECT_TRUE(impatient->claim({.worker = "w1"}).empty()) << "who looks for work takes other work";
  EXPECT_EQ(impatient->runs().size(), 1u) << "who only looks waits for nobody";
  // Whoever has a lock and stands still loses it.
  store->cancel(id);
  EXPECT_EQ(status(id), RunStatus::kCancelled);
  EXPECT_THROW(other->commit(), ConnectionLost);
}

// A worker that looks once an hour hears of work at once, also after the server was away.
TEST_P(PostgresTest, WorkersHearOfWork) {
  const auto now = Store::open(database.where());
  Worker worker(*now, {.poll_ms = 3'600'000, .jailed = false});
  std::thread thread([&] { worker.run(); });
  const auto is_done = [&](const std::string& id) {
    for (int i = 0; i < 1000 && now->run(id)->status != RunStatus::kDone; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return now->run(id)->status == RunStatus::kDone;
  };
  EXPECT_TRUE(is_done(now->submit({.source = "1"}).run));
  EXPECT_TRUE(is_done(now->submit({.source = "2"}).run));
  PostgresServer::get().restart();
  EXPECT_TRUE(is_done(now->submit({.source = "3"}).run));
  worker.stop();
  thread.join();
}

TEST_P(PostgresTest, ConnectionsAreFew) {
  StoreOptions options{.connections = 2};
  const auto narrow = open(options);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) narrow->submit({.source = "1"});
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store->runs().size(), 40u);
}

TEST_P(PostgresTest, WhatIsNoStoreIsLeftAlone) {
  const std::string& server = PostgresServer::get().url();
  const auto opens = [&](const std::string& where) { return failure([&] { Store::open(where); }); };
  EXPECT_EQ(opens("postgresql:///?host=/no/such/folder"), StoreError::Kind::kOpen);
  EXPECT_EQ(opens("postgresql://x@/none?host=" + PostgresServer::get().folder()), StoreError::Kind::kOpen);
  const TestDatabase theirs(Kind::kPostgres);
  theirs.connect()->run_script(
      "DO $$ BEGIN EXECUTE 'CREATE SCHEMA ' || current_setting('search_path'); END $$; CREATE TABLE theirs (x int)");
  EXPECT_EQ(opens(theirs.where()), StoreError::Kind::kOpen);
  database.connect()->run_script(
      "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER 'libc' TEMPLATE template0");
  const size_t name = server.find("/postgres?");
  EXPECT_EQ(opens(server.substr(0, name) + "/latin" + server.substr(name + 9)), StoreError::Kind::kOpen);
}

// By itself it is in a schema of its own, which leaves others in the database alone.
TEST_P(PostgresTest, TheSchemaIsItsOwn) {
  const auto plain = Store::open(PostgresServer::get().url());
  plain->submit({.source = "1"});
  EXPECT_TRUE(store->runs().empty());
  static constexpr Statement kTables{"SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'fermata' AND tablename = 'run'"};
  EXPECT_EQ(database.connect()->run(kTables, {}).size(), 1u);
}

// The database's language doesn't matter: its own order would take "a-b" for "ab".
TEST_P(PostgresTest, TextsAreComparedByteByByte) {
  static constexpr Statement kOthers{
      "SELECT column_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND data_type = 'text' AND "
      "collation_name IS DISTINCT FROM 'C'"};
  EXPECT_TRUE(database.connect()->run(kOthers, {}).empty());
}

// What a claim costs doesn't grow with what waits: each of its looks goes by an index that has its order.
TEST_P(PostgresTest, ClaimsGoByAnIndex) {
  for (int i = 0; i < 3; ++i) submit();
  static constexpr Statement kPlan{
      "EXPLAIN SELECT id, tenant FROM run WHERE queue = 'q' AND status = 'ready' AND tenant > 'a' ORDER BY tenant, priority DESC, "
      "ready_at, id LIMIT 1{skip}"};
  std::string plan;
  for (const Row& row : database.connect()->run(kPlan, {})) plan += row.text(0) + "\n";
  EXPECT_NE(plan.find("Index Scan using run_ready"), plan.npos) << plan;
  EXPECT_EQ(plan.find("Sort"), plan.npos) << plan;
}

INSTANTIATE_TEST_SUITE_P(Only, PostgresTest, testing::Values(Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
