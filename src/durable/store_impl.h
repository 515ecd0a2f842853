// What a Store is made of. Shared by store.cpp, looking.cpp and the checker.
#pragma once

#include <atomic>

#include "durable/backend.h"
#include "durable/rows/audit.h"
#include "durable/rows/transaction.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

class Store::Impl {
 public:
  Impl(std::shared_ptr<Backend> backend, StoreOptions options) : options(std::move(options)), backend(std::move(backend)) {}

  StoreOptions options;
  std::shared_ptr<Backend> backend;
  Actor actor{};
  std::function<void(const AuditRecord&)> told{};

  Time now_in(Database& database) const { return options.clock ? Time(options.clock() * 1000) : database.now(); }

  // A transition in a transaction of its own.
  template <class F>
  auto write(const F& transition) {
    using Result = decltype(transition(std::declval<Transaction&>()));
    if constexpr (std::is_void_v<Result>) {
      transact(transition);
    } else {
      Result result{};
      transact([&](Transaction& transaction) { result = transition(transaction); });
      return result;
    }
  }
  template <class F>
  auto read(const F& look) {
    decltype(look(std::declval<Database&>())) result{};
    backend->read([&](Database& database) { result = look(database); });
    return result;
  }
  static bool is_sealed(Database& database);
  static void set_sealed(Database& database, bool sealed);
  Time now() {
    return read([&](Database& database) { return now_in(database); });
  }

 private:
  // What it notes for the audit is part of it.
  void transact(const std::function<void(Transaction&)>& transition) {
    std::vector<AuditRecord> records;
    backend->write([&](Database& database) {
      if (options.sealer && !has_sealed_) set_sealed(database, true);
      Transaction transaction{database, now_in(database), options};
      transition(transaction);
      records = write_notes(transaction, actor);
    });
    has_sealed_ = options.sealer.has_value();
    if (told)
      for (const AuditRecord& record : records) told(record);
  }

  std::atomic<bool> has_sealed_{false};
};

}  // namespace fermata::durable
