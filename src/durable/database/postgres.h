// PostgreSQL as a Database, by libpq's C API: its C++ wrapper libpqxx has neither pipelines nor waits that end (both are what a transition
// costs here), and tells less of why a connection ended. Used by postgres_backend.cpp, one thread at a time.
#pragma once

#include <deque>
#include <list>
#include <set>
#include <unordered_map>

#include "durable/database/postgres_connection.h"

namespace fermata::durable {

class Postgres : public Database {
 public:
  // Throws StoreError: ConnectionLost when nobody answers at `where`, or says no; kOpen.
  Postgres(const std::string& where, std::chrono::milliseconds patience);

  const Dialect& dialect() const override;
  Rows run(const Statement& statement, std::initializer_list<Param> params) override;
  void expect(const Statement& statement, const std::string& param) override;
  void write_one(const Statement& statement, std::initializer_list<Param> params, std::exception_ptr otherwise) override;
  void write(const Statement& statement, std::initializer_list<Param> params) override;
  void run_script(const std::string& sql) override;
  void begin(bool writes) override;
  void commit() override;
  void rollback() noexcept override;
  fermata::durable::Time now() override;
  void hint(const std::string& queue) override { hints_.insert(queue); }
  // Of another connection, once this one listens: waits for it so long.
  std::optional<std::string> notification(std::chrono::milliseconds most) { return connection_.notification(most); }

  bool is_lost() const { return connection_.is_lost(); }

  // The server's process behind this connection: when the connection is lost, it may still be at work.
  struct Process {
    int64_t id = 0;
    std::string began{};
  };
  const Process& process() const { return process_; }
  // Has the process of another connection ended. True: it is gone, and what it had under way either is committed or will never be. False:
  // ask again.
  bool ends(const Process& process);

 private:
  // What a result that is still to come is for.
  struct Awaited {
    const Statement* prepares = nullptr;
    Rows* rows = nullptr;
    std::exception_ptr otherwise{};  // instead of Fenced
    bool may_fail = false;
  };
  void send(const Statement& statement, const char* before, const char* behind, std::initializer_list<Param> params, Awaited awaited);
  // Ends what was sent, and takes all results.
  void finish_round();
  void take(const Awaited& awaited);

  PostgresConnection connection_;
  std::unordered_map<const Statement*, std::string> prepared_;  // their names
  uint64_t names_ = 0;
  std::deque<Awaited> awaited_;
  Rows clock_;
  struct Expected {
    const Statement* statement;
    std::string param;
    Rows rows{};
  };
  std::list<Expected> expected_;
  std::set<std::string> hints_;
  bool writes_ = false;
  Process process_;
};

}  // namespace fermata::durable
