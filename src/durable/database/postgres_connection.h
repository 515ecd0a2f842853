// A connection to a PostgreSQL server, by libpq's C API in pipelines: what is sent waits for no answer to what was sent before, and answers
// come in the same order. Made by postgres.cpp and postgres_listener.cpp; used by one thread at a time.
#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>

#include "durable/database/database.h"
#include "durable/database/postgres_library.h"

namespace fermata::durable {

// The server is gone, or out of reach. What was under way there is forgotten, but for a commit, which may have happened.
class ConnectionLost : public StoreError {
 public:
  explicit ConnectionLost(const std::string& why, Kind kind = Kind::kFailed) : StoreError(kind, "the store's server: " + why) {}
};

// Two transactions met in a way that leaves one of them: the other one goes through when it is done again.
class Conflict : public StoreError {
 public:
  explicit Conflict(const std::string& why) : StoreError(Kind::kFailed, "the store: " + why) {}
};

class PostgresConnection {
 public:
  struct Clear {
    void operator()(PGresult* result) const { libpq().clear(result); }
  };
  using Result = std::unique_ptr<PGresult, Clear>;

  // `where` is a URL. Nothing is waited for longer than `patience` (and what the server itself takes for a statement). Throws
  // ConnectionLost when nobody answers there, or says no.
  PostgresConnection(const std::string& where, std::chrono::milliseconds patience);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  // Each of these is answered by one result. They throw ConnectionLost.
  void send_prepare(const std::string& name, const std::string& sql);
  void send(const std::string& prepared, std::initializer_list<Param> params);  // the result's cells are binary
  void send_sync();                                                             // after an error all is skipped until here
  void flush();

  // The next result. Throws what is wrong with it: StoreError, ConnectionLost, Conflict, Fenced (of a `change`).
  Result next();
  // After a mistake: what was sent behind it isn't done.
  static bool is_skipped(const Result& result) { return libpq().resultStatus(result.get()) == PGRES_PIPELINE_ABORTED; }

  // Statements parted by semicolons; nothing else may be under way.
  void run_script(const std::string& sql);

  // Waits for a notification, for at most so long; gives its text, or nothing. Nothing else may be under way.
  std::optional<std::string> notification(std::chrono::milliseconds most);

  bool is_lost() const { return is_lost_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  void set_up();
  Result get();
  bool wait_until(Time until, bool writes);
  [[noreturn]] void lose();
  void sent(int good);

  struct Finish {
    void operator()(PGconn* connection) const { libpq().finish(connection); }
  };
  std::unique_ptr<PGconn, Finish> connection_;
  std::chrono::milliseconds patience_;
  bool is_lost_ = false;
};

}  // namespace fermata::durable
