// What is SQLite's alone: files that others have locked, that are too large for the disk, or no stores.
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "durable/database/sqlite.h"
#include "stores.h"

namespace fermata::durable {
namespace {

class SqliteTest : public StoreTest {};

TEST_P(SqliteTest, ALockedStoreIsAnErrorInTime) {
  store = nullptr;
  store = open({.patience_ms = 50});
  const auto other = open_sqlite(database.where(), SqliteUse::kWrite, 0);
  other->begin(true);
  EXPECT_EQ(failure([&] { submit(); }), StoreError::Kind::kBusy);
  EXPECT_TRUE(store->runs().empty()) << "who only looks waits for nobody";
  other->rollback();
  submit();
  EXPECT_EQ(store->runs().size(), 1u);
}

// The system's limit on the size of files stands for a full disk: what was committed stays, and the store goes on when there is room.
TEST_P(SqliteTest, AFullDiskIsAnErrorAndLosesNothing) {
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

TEST_P(SqliteTest, WhatIsNoStoreIsLeftAlone) {
  const Folder folder;
  const auto opens = [](const std::string& where) { return failure([&] { Store::open(where); }); };
  std::ofstream(folder.file("text")) << std::string(5000, 'x');
  EXPECT_EQ(opens(folder.file("text")), StoreError::Kind::kOpen);
  EXPECT_EQ(opens(folder.file("no/such/folder")), StoreError::Kind::kOpen);
  EXPECT_EQ(opens("mysql://x"), StoreError::Kind::kOpen);
  open_sqlite(folder.file("other.db"), SqliteUse::kWrite, 0)->run_script("CREATE TABLE theirs (x)");
  EXPECT_EQ(opens(folder.file("other.db")), StoreError::Kind::kOpen);
  EXPECT_EQ(Store::open("sqlite:///" + database.where())->runs().size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Only, SqliteTest, testing::Values(Kind::kSqlite), name_of);

}  // namespace
}  // namespace fermata::durable
