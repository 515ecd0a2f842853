// Readiness: whether the store answers, for whoever looks after the server: they learn within a second that it doesn't, however long the
// store itself waits for its database.
#pragma once

#include <chrono>
#include <future>
#include <mutex>

#include "fermata/durable/store.h"

namespace fermata::server {

class Readiness {
 public:
  // `store` outlives it.
  explicit Readiness(durable::Store& store) : store_(store) {}

  // Throws StoreError. From any thread.
  void check();

 private:
  durable::Store& store_;
  std::mutex mutex_;
  std::shared_future<void> asked_;  // what is under way, on a thread of its own
  std::chrono::steady_clock::time_point until_;
};

}  // namespace fermata::server
