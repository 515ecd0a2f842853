// Browsers that are signed in, and sign-ins that failed: in memory, both bounded. A server that is started again knows none. From any
// thread.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/auth/provider.h"

namespace fermata::server {

using Clock = std::chrono::steady_clock;

enum class ProvedBy : uint8_t { kPassword, kToken, kProvider };

struct Session {
  std::string name;  // of the person, or of the token
  ProvedBy by = ProvedBy::kPassword;
  // The hash that they had then, or the provider's identity: with another one they sign in again.
  std::string secret;
  std::shared_ptr<const Claims> claims{};              // what the provider said of them
  Clock::time_point until = Clock::time_point::max();  // they sign in again at the latest
  std::string csrf{};
};

class Sessions {
 public:
  static constexpr std::chrono::hours kIdle{12};
  static constexpr size_t kMost = 10'000;  // the one that is idle for longest goes for one more

  // Gives what the cookie holds.
  std::string begin(Session session, Clock::time_point now);
  std::optional<Session> find(const std::string& cookie, Clock::time_point now, bool is_used = true);
  void end(const std::string& cookie);
  size_t size() const;

 private:
  struct Entry {
    Session session;
    Clock::time_point used;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by the cookie's hash
};

// Of each name and each address so many failures are taken within a time, and then nothing until it is over.
class Failures {
 public:
  static constexpr std::chrono::minutes kTime{15};
  static constexpr size_t kMost = 10'000;  // names and addresses; the oldest one goes for one more

  explicit Failures(size_t most) : most_(most) {}
  // Seconds; 0: it may be tried.
  uint64_t wait_s(const std::string& of, Clock::time_point now) const;
  void add(const std::string& of, Clock::time_point now);
  void forget(const std::string& of);
  size_t size() const;

 private:
  struct Entry {
    size_t count = 0;
    Clock::time_point since;
  };
  const size_t most_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace fermata::server
