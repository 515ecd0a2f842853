#include "durable/database/sqlite.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>
#include <unordered_map>

#include "durable/database/sqlite_library.h"

namespace fermata::durable {

namespace {

constexpr Dialect kDialect{
    .lock = "",  // BEGIN IMMEDIATE locks everything
    .skip = "",
    .bytes = "BLOB",
    .text = "TEXT",
    .clustered = "WITHOUT ROWID",
    .place = "",  // (a file; BEGIN IMMEDIATE keeps others out)
    .sealed = "",
    .tables = {"SELECT name FROM sqlite_master WHERE type = 'table'"},
};

using Clock = std::chrono::steady_clock;

// Made by the kernel when it started; empty: it doesn't tell.
std::string boot_id() {
  std::string id;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
  return id;
}

// A file that isn't there is made for its owner alone, and with it what SQLite puts beside it, which has the same mode: programs' texts,
// arguments and answers are in it. What can't be made SQLite tells.
void make_private(const std::string& path) {
  if (path.empty() || path.starts_with(':')) return;  // in memory
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
}

class Sqlite : public Database {
 public:
  Sqlite(const std::string& path, SqliteUse use, uint64_t patience_ms) : patience_(patience_ms), path_(path) {
    if (use == SqliteUse::kWrite) make_private(path);
    const int flags = use == SqliteUse::kWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
    const int code = sqlite().open_v2(path.c_str(), &db_, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    if (code != SQLITE_OK) {
      const std::string why = db_ ? sqlite().errmsg(db_) : "out of memory";
      sqlite().close(db_);
      throw StoreError(StoreError::Kind::kOpen, "can't open the store '" + path + "': " + why);
    }
    sqlite().busy_handler(db_, wait_for_others, this);
    try {
      begin_wal();
      run_script("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON");
      if (use == SqliteUse::kRead) run_script("PRAGMA query_only=ON");
      file_ = file_there();
    } catch (const StoreError& error) {
      close();
      throw StoreError(error.kind() == StoreError::Kind::kDamaged ? StoreError::Kind::kOpen : error.kind(),
                       "can't open the store '" + path + "': " + error.what());
    }
  }
  ~Sqlite() override { close(); }
  Sqlite(const Sqlite&) = delete;
  Sqlite& operator=(const Sqlite&) = delete;

  const Dialect& dialect() const override { return kDialect; }

  Rows run(const Statement& statement, std::initializer_list<Param> params) override {
    sqlite3_stmt* prepared = prepare(statement);
    struct Reset {
      sqlite3_stmt* statement;
      ~Reset() {
        sqlite().reset(statement);
        sqlite().clear_bindings(statement);
      }
    } reset{prepared};
    int number = 0;
    for (const Param& param : params) bind(prepared, ++number, param);
    Rows rows;
    int code;
    const int columns = sqlite().column_count(prepared);
    while ((code = sqlite().step(prepared)) == SQLITE_ROW) rows.push_back(row_of(prepared, columns));
    if (code != SQLITE_DONE) fail(code);
    return rows;
  }
  void write_one(const Statement& statement, std::initializer_list<Param> params, std::exception_ptr otherwise) override {
    run(statement, params);
    if (sqlite().changes64(db_) != 1) std::rethrow_exception(otherwise);
  }
  void write(const Statement& statement, std::initializer_list<Param> params) override { run(statement, params); }

  void run_script(const std::string& sql) override {
    const int code = sqlite().exec(db_, in_dialect(sql, kDialect).c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
  }

  void begin(bool writes) override {
    // What is written into a file that was deleted or replaced is lost to everybody else.
    if (file_there() != file_)
      throw StoreError(StoreError::Kind::kFailed, "the store's file '" + path_ + "' is gone, or another one is in its place");
    static constexpr Statement kWrite{"BEGIN IMMEDIATE"}, kRead{"BEGIN"};
    run(writes ? kWrite : kRead, {});
  }
  void commit() override {
    static constexpr Statement kCommit{"COMMIT"};
    try {
      run(kCommit, {});
    } catch (const StoreError& error) {
      // What couldn't be written didn't happen: the commit's mark comes last, with a checksum. What fsync() failed at nobody knows.
      if (error.kind() == StoreError::Kind::kFailed && code_ != SQLITE_IOERR_WRITE)
        throw StoreError(StoreError::Kind::kUnknown, error.what());
      throw;
    }
  }
  void rollback() noexcept override {
    if (!sqlite().get_autocommit(db_)) sqlite().exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);  // (some errors have done it already)
  }

  void hint(const std::string&) override {}

  // All that have the file open are on one machine: its clock is the only one.
  Time now() override { return Time(clock_() * 1000); }
  MachineTime machine() override {
    static const std::string kBoot = boot_id();
    if (kBoot.empty()) return {};
    return {kBoot, uint64_t(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count())};
  }

 private:
  // Which one is there: its device and number; {0, 0}: none.
  std::pair<dev_t, ino_t> file_there() const {
    struct stat info;
    return stat(path_.c_str(), &info) == 0 ? std::pair(info.st_dev, info.st_ino) : std::pair(dev_t(0), ino_t(0));
  }

  // Two processes that both make the file's first write wait for each other here without the busy handler's help.
  void begin_wal() {
    for (const auto since = Clock::now();;) {
      try {
        return run_script("PRAGMA journal_mode=WAL");
      } catch (const StoreError& error) {
        if (error.kind() != StoreError::Kind::kBusy || Clock::now() - since > patience_) throw;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
  }

  // Others hold the lock for a commit's time: some hundred microseconds to some milliseconds. Random waits, as otherwise those that came
  // together come together again.
  static int wait_for_others(void* self, int times) {
    auto& sqlite = *static_cast<Sqlite*>(self);
    if (times == 0) sqlite.waiting_since_ = Clock::now();
    if (Clock::now() - sqlite.waiting_since_ > sqlite.patience_) return 0;
    const int most = times < 10 ? 500 : 5000;
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution<int>(100, most)(sqlite.random_)));
    return 1;
  }

  sqlite3_stmt* prepare(const Statement& statement) {
    sqlite3_stmt*& prepared = prepared_[&statement];
    if (prepared) return prepared;
    const std::string sql = in_dialect(statement.sql, kDialect);
    const int code = sqlite().prepare_v3(db_, sql.c_str(), int(sql.size()), SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
    if (code != SQLITE_OK) {
      prepared_.erase(&statement);
      fail(code, sql);
    }
    return prepared;
  }

  void bind(sqlite3_stmt* statement, int number, const Param& param) {
    struct Binder {
      sqlite3_stmt* statement;
      int number;
      int operator()(std::monostate) const { return sqlite().bind_null(statement, number); }
      int operator()(int64_t value) const { return sqlite().bind_int64(statement, number, value); }
      // The parameters live until the statement has run. (A null pointer would be NULL.)
      int operator()(std::string_view text) const {
        return sqlite().bind_text64(statement, number, text.data() ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
      }
      int operator()(BytesView bytes) const {
        return sqlite().bind_blob64(statement, number, bytes.bytes.data() ? bytes.bytes.data() : "", bytes.bytes.size(), SQLITE_STATIC);
      }
    };
    const int code = std::visit(Binder{statement, number}, param.value());
    if (code != SQLITE_OK) fail(code);
  }

  static Row row_of(sqlite3_stmt* statement, int columns) {
    Row row;
    row.cells.reserve(size_t(columns));
    for (int column = 0; column < columns; ++column) {
      switch (sqlite().column_type(statement, column)) {
        case SQLITE_INTEGER: row.cells.emplace_back(int64_t(sqlite().column_int64(statement, column))); break;
        case SQLITE_NULL: row.cells.emplace_back(); break;
        default: {
          const auto* data = static_cast<const char*>(sqlite().column_blob(statement, column));
          row.cells.emplace_back(std::string(data ? data : "", size_t(sqlite().column_bytes(statement, column))));
        }
      }
    }
    return row;
  }

  [[noreturn]] void fail(int code, const std::string& sql = "") {
    code_ = code;
    const std::string text = std::string(sqlite().errmsg(db_)) + (sql.empty() ? "" : ": " + sql);
    switch (code & 0xff) {
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        throw StoreError(StoreError::Kind::kBusy,
                         "the store is locked by others, for more than " + std::to_string(patience_.count()) + " ms");
      case SQLITE_FULL: throw StoreError(StoreError::Kind::kFull, "no room for the store: " + text);
      case SQLITE_CONSTRAINT:
      case SQLITE_NOTADB:
      case SQLITE_CORRUPT: throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: " + text);
      default: throw StoreError(StoreError::Kind::kFailed, "the store: " + text);
    }
  }

  void close() {
    for (const auto& [statement, prepared] : prepared_) sqlite().finalize(prepared);
    prepared_.clear();
    sqlite().close(db_);
    db_ = nullptr;
  }

  sqlite3* db_ = nullptr;
  std::chrono::milliseconds patience_;
  const std::string path_;
  std::pair<dev_t, ino_t> file_{};
  std::unordered_map<const Statement*, sqlite3_stmt*> prepared_;
  Clock::time_point waiting_since_;
  std::minstd_rand random_{std::random_device()()};
  fermata::Clock clock_ = system_clock();
  int code_ = SQLITE_OK;  // of the last error
};

}  // namespace

std::unique_ptr<Database> open_sqlite(const std::string& path, SqliteUse use, uint64_t patience_ms) {
  return std::make_unique<Sqlite>(path, use, patience_ms);
}

}  // namespace fermata::durable
