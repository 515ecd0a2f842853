// What a Store is made of. Shared by store.cpp, looking.cpp and the checker.
#pragma once

#include "durable/backend.h"
#include "durable/rows/transaction.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

class Store::Impl {
 public:
  Impl(std::unique_ptr<Backend> backend, StoreOptions options) : options(std::move(options)), backend(std::move(backend)) {}

  StoreOptions options;
  std::unique_ptr<Backend> backend;

  Time now_in(Database& database) const { return options.clock ? Time(options.clock() * 1000) : database.now(); }

  // A transition in a transaction of its own.
  template <class F>
  auto write(const F& transition) {
    using Result = decltype(transition(std::declval<Transaction&>()));
    if constexpr (std::is_void_v<Result>) {
      backend->write([&](Database& database) {
        Transaction transaction{database, now_in(database), options};
        transition(transaction);
      });
    } else {
      Result result{};
      backend->write([&](Database& database) {
        Transaction transaction{database, now_in(database), options};
        result = transition(transaction);
      });
      return result;
    }
  }
  template <class F>
  auto read(const F& look) {
    decltype(look(std::declval<Database&>())) result{};
    backend->read([&](Database& database) { result = look(database); });
    return result;
  }
  Time now() {
    return read([&](Database& database) { return now_in(database); });
  }
};

}  // namespace fermata::durable
