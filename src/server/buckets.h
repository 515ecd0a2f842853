// Buckets: how often something may happen for each of many, whoever they are: a token bucket each. In memory, bounded: those that were used
// least recently go for others, as if they were full. From any thread.
#pragma once

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/auth/sessions.h"

namespace fermata::server {

// So many at once, and from then on so many a second; no burst: as many as they like.
struct Rate {
  double per_s = 0, burst = 0;
};

class Buckets {
 public:
  static constexpr size_t kMost = 10'000;

  explicit Buckets(Rate rate) : rate_(rate) {}

  // 0: it may happen, and has. Otherwise after how many seconds it may.
  double take(const std::string& of, Clock::time_point now);
  void give_back(const std::string& of);  // what was taken last: it doesn't count after all
  size_t size() const;

 private:
  struct Entry {
    std::string of;
    double left = 0;
    Clock::time_point at;
  };
  const Rate rate_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // the one that was used last is the first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_name_;
};

// By what an address counts: of IPv6 by its network (/64), as whoever has one address of it has all.
std::string network_of(const std::string& address);

}  // namespace fermata::server
