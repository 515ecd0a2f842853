// What a connection does on a fiber.
#pragma once

#include <memory>
#include <utility>

#include "library/_sqlite3/connection.h"

namespace fermata {

struct SqliteConnection::Run {
  // What a fiber takes, also while its question waits for the host. The stack's 2 MB are address space: only pages that were touched take
  // memory (8 kB for a function of SQL that calls the host).
  static constexpr int64_t kBytes = 64 << 10;

  Run(Databases& all, Work work, Finish finish, const Task* task, bool reads, Held held = {})
      : work(std::move(work)), finish(std::move(finish)), task(task), reads(reads), all(all), held(std::move(held)) {
    ++all.runs;
    all.heap.count_outside(kBytes);
  }
  ~Run() {
    --all.runs;
    all.heap.count_outside(-kBytes);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Work work;
  Finish finish;
  const Task* task;
  bool reads;
  Databases& all;
  Held held;
  std::unique_ptr<Fiber> fiber{};
  List* statement = nullptr;  // whose log it has
  List* asked = nullptr;      // the one that the program's authorizer is asked about
  int64_t log_at = -1;        // where its log is, among all
  size_t replay = 0;          // where it is in the log that a state brought; 0: at its end
  bool unlogged = false;      // something is missing in the log
  bool touched = false;       // it may have changed something
  bool traced = false;
  bool in_transaction = false;  // when it began
  const char* stack = nullptr;  // where it began
  SqlQuestion* question = nullptr;
  int code = 0;
  int64_t steps = 0;
  bool done = false, stopping = false;
  bool prepares = false;  // SQLite reads a statement
  bool lost = false;      // it was ended for a state, and is begun anew when it is answered

  // SQLite is in the midst of reading a statement: nobody may change what it knows of the database's tables.
  bool is_prepared() const { return prepares || (question && question->what == SqlAsks::kAuthorizer); }
};

struct SqliteConnection::Authorizing {
  Authorizing(SqliteConnection& c, List* record) : run(c.active_), before(run ? std::exchange(run->asked, record) : nullptr) {}
  ~Authorizing() {
    if (run) run->asked = before;
  }
  Authorizing(const Authorizing&) = delete;
  Authorizing& operator=(const Authorizing&) = delete;

  Run* run;
  List* before;
};

}  // namespace fermata
