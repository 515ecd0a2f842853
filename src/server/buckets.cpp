#include "server/buckets.h"

#include <arpa/inet.h>

#include <algorithm>

namespace fermata::server {

double Buckets::take(const std::string& of, Clock::time_point now) {
  if (rate_.burst <= 0) return 0;
  const std::lock_guard lock(mutex_);
  if (const auto found = by_name_.find(of); found != by_name_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
  } else {
    if (entries_.size() >= kMost) {
      by_name_.erase(entries_.back().of);
      entries_.pop_back();
    }
    entries_.push_front({of, rate_.burst, now});
    by_name_.emplace(of, entries_.begin());
  }
  Entry& entry = entries_.front();
  const double passed = std::chrono::duration<double>(now - entry.at).count();
  entry.left = std::min(rate_.burst, entry.left + std::max(passed, 0.0) * rate_.per_s);
  entry.at = now;
  if (entry.left >= 1) {
    entry.left -= 1;
    return 0;
  }
  return rate_.per_s > 0 ? (1 - entry.left) / rate_.per_s : 3600;
}

void Buckets::give_back(const std::string& of) {
  const std::lock_guard lock(mutex_);
  if (const auto found = by_name_.find(of); found != by_name_.end()) found->second->left = std::min(rate_.burst, found->second->left + 1);
}

size_t Buckets::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

std::string network_of(const std::string& address) {
  in6_addr binary;
  if (inet_pton(AF_INET6, address.c_str(), &binary) != 1) return address;
  if (IN6_IS_ADDR_V4MAPPED(&binary)) {
    char text[INET_ADDRSTRLEN];
    return inet_ntop(AF_INET, binary.s6_addr + 12, text, sizeof text) ? text : address;
  }
  std::fill(binary.s6_addr + 8, binary.s6_addr + 16, uint8_t(0));
  char text[INET6_ADDRSTRLEN];
  return inet_ntop(AF_INET6, &binary, text, sizeof text) ? std::string(text) + "/64" : address;
}

}  // namespace fermata::server
