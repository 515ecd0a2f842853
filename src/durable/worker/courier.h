// Courier: delivers a store's notices to webhooks, from a thread of its own, as long as its worker works. Owned by the worker.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "fermata/durable/webhooks.h"

namespace fermata::durable {

class Courier {
 public:
  // `public_url`: WorkerOptions has it. `told`: what it meets, for people. The store outlives it, and what is told.
  Courier(Store& store, uint64_t poll_ms, std::string public_url, std::function<void(const std::string& what)> told);
  // When what it is about to send is sent.
  ~Courier();
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;

  // Sends what is due now. False: nothing is. From one thread at a time; not while it has its own.
  bool deliver();
  // Until then it works in its thread; afterwards deliver() may be called.
  void stop();

 private:
  void work();
  void send(const Delivery& delivery);

  Store& store_;
  Webhooks webhooks_;
  const uint64_t poll_ms_;
  const std::string public_url_;
  const std::function<void(const std::string& what)> told_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace fermata::durable
