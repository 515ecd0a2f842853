// What many threads and processes do to one SQLite store: groups of commits, locks, a full disk, files that are no stores.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <mutex>
#include <thread>

#include "durable/database/schema.h"
#include "durable/database/sqlite.h"
#include "stores.h"

namespace fermata::durable {
namespace {

StoreError::Kind failure(const std::function<void()>& transition) {
  try {
    transition();
  } catch (const StoreError& error) {
    return error.kind();
  }
  ADD_FAILURE() << "it didn't fail";
  return StoreError::Kind::kUnknown;
}

// Of the transitions that become one commit each is refused alone.
TEST_F(StoreTest, ARefusedTransitionLeavesTheOthersOfItsGroup) {
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
TEST_F(StoreTest, ARunIsClaimedByOneWorker) {
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

TEST_F(StoreTest, ALockedStoreIsAnErrorInTime) {
  store = nullptr;
  store = open({.patience_ms = 50});
  const auto other = open_sqlite(folder.file("runs.db"), SqliteUse::kWrite, 0);
  other->begin(true);
  EXPECT_EQ(failure([&] { submit(); }), StoreError::Kind::kBusy);
  EXPECT_TRUE(store->runs().empty()) << "who only looks waits for nobody";
  other->rollback();
  submit();
  EXPECT_EQ(store->runs().size(), 1u);
}

// The system's limit on the size of files stands for a full disk: what was committed stays, and the store goes on when there is room.
TEST_F(StoreTest, AFullDiskIsAnErrorAndLosesNothing) {
  const std::string before = submit();
  rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{256 * 1024, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  size_t made = 0;
  std::optional<StoreError::Kind> kind;
  for (int i = 0; i < 100 && !kind; ++i) {
    try {
      store->submit({.source = std::string(20'000, char('a' + i % 26)) + std::to_string(i)});
      ++made;
    } catch (const StoreError& error) {
      kind = error.kind();
    }
  }
  EXPECT_TRUE(kind) << "256 KB were never full";
  const auto later = kind ? std::optional(failure([&] { store->submit({.source = std::string(300'000, 'b')}); })) : std::nullopt;
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(later == StoreError::Kind::kFull || later == StoreError::Kind::kFailed);
  EXPECT_EQ(store->runs({.most = 1000}).size(), made + 1);
  submit();
  store = nullptr;
  store = open();
  EXPECT_EQ(store->runs({.most = 1000}).size(), made + 2);
  EXPECT_TRUE(store->run(before));
}

// Stores of all versions that have been.
TEST_F(StoreTest, AnOldStoreBecomesOneOfToday) {
  for (int64_t version = 1; version < kSchemaVersion; ++version) {
    const std::string path = folder.file("v" + std::to_string(version));
    {
      const auto old = open_sqlite(path, SqliteUse::kWrite, 0);
      old->begin(true);
      migrate(*old, version);
      old->commit();
    }
    store = Store::open(path);
    submit();
    Lease lease = store->claim({.worker = "w"}).at(0);
    store->advance(lease, {.state = "s", .waiting = {waiting(1, "ask")}});
    EXPECT_EQ(told(check(*store)), "");
  }
}

TEST_F(StoreTest, WhatIsNoStoreIsLeftAlone) {
  const auto opens = [](const std::string& where) { return failure([&] { Store::open(where); }); };
  std::ofstream(folder.file("text")) << std::string(5000, 'x');
  EXPECT_EQ(opens(folder.file("text")), StoreError::Kind::kOpen);
  EXPECT_EQ(opens(folder.file("no/such/folder")), StoreError::Kind::kOpen);
  EXPECT_EQ(opens("mysql://x"), StoreError::Kind::kOpen);
  open_sqlite(folder.file("other.db"), SqliteUse::kWrite, 0)->run_script("CREATE TABLE theirs (x)");
  EXPECT_EQ(opens(folder.file("other.db")), StoreError::Kind::kOpen);
  open_sqlite(folder.file("runs.db"), SqliteUse::kWrite, 0)->run_script("UPDATE fermata_store SET version = 99");
  EXPECT_EQ(opens(folder.file("runs.db")), StoreError::Kind::kVersion);
  open_sqlite(folder.file("runs.db"), SqliteUse::kWrite, 0)
      ->run_script("UPDATE fermata_store SET version = " + std::to_string(kSchemaVersion));
  EXPECT_EQ(Store::open("sqlite:///" + folder.file("runs.db"))->runs().size(), 0u);
}

}  // namespace
}  // namespace fermata::durable
