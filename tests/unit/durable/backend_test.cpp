// What many threads and processes do to one store.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "durable/database/schema.h"
#include "stores.h"

namespace fermata::durable {
namespace {

// Of the transitions that become one commit each is refused alone.
TEST_P(StoreTest, ARefusedTransitionLeavesTheOthersOfItsGroup) {
  constexpr int kThreads = 8, kEach = 20;
  std::vector<std::thread> threads;
  std::atomic<int> made = 0, known = 0, refused = 0;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        const bool is_new = store->submit({.source = "1", .key = std::to_string(i)}).is_new;
        ++(is_new ? made : known);
        try {
          store->cancel("no-such-run-" + std::to_string(t));
        } catch (const Refused&) {
          ++refused;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, kEach);
  EXPECT_EQ(known, kEach * (kThreads - 1));
  EXPECT_EQ(refused, kEach * kThreads);
  EXPECT_EQ(store->runs({.most = 1000}).size(), size_t(kEach));
}

// Each run is claimed by one of many workers, whichever store they came through.
TEST_P(StoreTest, ARunIsClaimedByOneWorker) {
  const auto other = open();
  for (int i = 0; i < 40; ++i) submit();
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::vector<std::string> claimed;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      Store& mine = t % 2 ? *store : *other;
      for (;;) {
        const auto leases = mine.claim({.worker = "w" + std::to_string(t), .most = 3});
        if (leases.empty()) return;
        std::lock_guard lock(mutex);
        for (const Lease& lease : leases) claimed.push_back(lease.run);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(claimed.size(), 40u);
  std::ranges::sort(claimed);
  EXPECT_EQ(std::ranges::unique(claimed).begin(), claimed.end());
}

TEST_P(StoreTest, AStoreOfALaterReleaseIsLeftAlone) {
  database.connect()->run_script("UPDATE fermata_store SET version = 99");
  EXPECT_EQ(failure([&] { open(); }), StoreError::Kind::kVersion);
  database.connect()->run_script("UPDATE fermata_store SET version = " + std::to_string(kSchemaVersion));
  EXPECT_EQ(open()->runs().size(), 0u);
}

// Whoever comes while another one makes the tables waits, and finds them.
TEST_P(StoreTest, ManyMakeAStoreAtOnce) {
  TestDatabase fresh(GetParam());
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) threads.emplace_back([&] { Store::open(fresh.where())->submit({.source = "1"}); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Store::open(fresh.where())->runs().size(), 6u);
}

// A program's text is kept once: whoever deletes the last run that has it never takes it from one that is being submitted.
TEST_P(StoreTest, PruningTakesNothingFromNewRuns) {
  std::atomic<bool> over = false;
  std::thread pruning([&] {
    while (!over) store->prune({.ended_before = time + 1});
  });
  for (int i = 0; i < 40; ++i) {
    const std::string id = store->submit({.source = "1"}).run;
    EXPECT_EQ(store->source(id), "1");
    store->cancel(id);
  }
  over = true;
  pruning.join();
}

// Stores of all versions that have been.
TEST_P(StoreTest, AnOldStoreBecomesOneOfToday) {
  for (int64_t version = 1; version < kSchemaVersion; ++version) {
    const TestDatabase old(GetParam());
    old.connect()->within(true, [&](Database& behind) { migrate(behind, version); });
    store = Store::open(old.where());
    submit();
    Lease lease = store->claim({.worker = "w"}).at(0);
    store->advance(lease, {.state = "s", .waiting = {waiting(1, "ask")}});
    EXPECT_EQ(told(check(*store)), "");
    store.reset();  // its file goes with `old`
  }
}

TEST_P(StoreTest, TextsAreUtf8) {
  EXPECT_THROW(store->submit({.source = "1", .name = std::string("a\0b", 3)}), UsageError);
  EXPECT_THROW(store->submit({.source = "1", .key = "\xff"}), UsageError);
  const std::string id = store->submit({.source = "'\xff'", .inputs = {{"x", "\xed\xa0\x80"}}, .key = "ключ"}).run;
  EXPECT_EQ(store->run(id)->key, "ключ");
  EXPECT_EQ(store->source(id), "'\xff'");
  EXPECT_EQ(store->load(claim()).inputs, (Inputs{{"x", "\xed\xa0\x80"}}));
}

}  // namespace
}  // namespace fermata::durable
