// Hears when runs become ready, over a connection of its own: a hint, which may come late, twice or never. Made by postgres_backend.cpp.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace fermata::durable {

class PostgresListener {
 public:
  // `told` is called from a thread of this: with the queue, or with "" when something may have been missed.
  PostgresListener(std::string where, std::chrono::milliseconds patience, std::function<void(const std::string& queue)> told);
  ~PostgresListener();
  PostgresListener(const PostgresListener&) = delete;
  PostgresListener& operator=(const PostgresListener&) = delete;

 private:
  void listen();
  void hear();

  const std::string where_;
  const std::chrono::milliseconds patience_;
  const std::function<void(const std::string&)> told_;
  std::atomic<bool> closing_{false};
  std::thread thread_;  // last: it uses the others
};

}  // namespace fermata::durable
