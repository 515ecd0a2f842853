// What a Store is made of. Shared by store.cpp, looking.cpp and the checker.
#pragma once

#include "durable/backend.h"
#include "durable/rows/audit.h"
#include "durable/rows/states.h"
#include "durable/rows/transaction.h"
#include "durable/tracing/span.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

class Store::Impl {
 public:
  Impl(std::shared_ptr<Backend> backend, StoreOptions given, std::shared_ptr<Seals> known_seals = nullptr)
      : options(std::move(given)),
        backend(std::move(backend)),
        seals(known_seals ? std::move(known_seals) : std::make_shared<Seals>(options)) {}

  StoreOptions options;
  std::shared_ptr<Backend> backend;
  std::shared_ptr<Seals> seals;
  Actor actor{};
  std::function<void(const AuditRecord&)> told{};
  std::shared_ptr<Tracer> tracer{};

  Time now_in(Database& database) const { return options.clock ? Time(options.clock() * 1000) : database.now(); }

  MachineTime machine_in(Database& database) const {
    return options.machine ? options.machine() : options.clock ? MachineTime() : database.machine();
  }

  // A transition in a transaction of its own. `expects` says before what it is going to read.
  template <class F>
  auto write(const F& transition, const Database::Use& expects = nullptr) {
    using Result = decltype(transition(std::declval<Transaction&>()));
    if constexpr (std::is_void_v<Result>) {
      transact(transition, expects);
    } else {
      Result result{};
      transact([&](Transaction& transaction) { result = transition(transaction); }, expects);
      return result;
    }
  }
  template <class F>
  auto read(const F& look) {
    decltype(look(std::declval<Database&>())) result{};
    backend->read([&](Database& database) { result = look(database); });
    return result;
  }
  void read_seals() {
    backend->read([&](Database& database) { seals->read(database); });
  }
  // What seals something, and writes it: anew when the store's key has been changed meanwhile.
  template <class F>
  auto sealing(const F& act) {
    for (int left = 10;; --left) {
      try {
        return act();
      } catch (const SealMoved&) {
        if (left == 0) throw;
        read_seals();
      }
    }
  }
  template <class F>
  auto sealing_write(const F& transition) {
    return sealing([&] { return write(transition); });
  }
  // As the next snapshot's.
  StoredState stored(const Lease& lease, const std::string& state);
  void open_seals();  // Throws StoreError (kSealed)
  Time now() {
    return read([&](Database& database) { return now_in(database); });
  }

 private:
  // What it notes for the audit is part of it.
  void transact(const std::function<void(Transaction&)>& transition, const Database::Use& expects) {
    std::vector<AuditRecord> records;
    std::vector<Span> spans;
    backend->write([&](Database& database) {
      spans.clear();
      if (expects) expects(database);
      Transaction transaction{database, now_in(database), options, *seals, machine_in(database)};
      if (tracer) transaction.spans = &spans;
      transition(transaction);
      records = write_notes(transaction, actor);
    });
    if (told)
      for (const AuditRecord& record : records) told(record);
    for (Span& span : spans) tracer->add(std::move(span));
  }
};

}  // namespace fermata::durable
