// Pending: sign-ins that a browser was sent to the provider for, until it comes back: in memory, bounded in number and in time. Each is
// taken once, and by the browser that began it alone. From any thread.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "server/auth/sessions.h"

namespace fermata::server {

struct Begun {
  std::string nonce{}, verifier{};  // of the token, and of PKCE
  std::string next{};               // the page to go to afterwards
  std::string identity{};           // the provider's
};

class Pending {
 public:
  static constexpr std::chrono::minutes kTime{10};
  static constexpr size_t kMost = 10'000;  // the oldest one goes for one more

  // `browser`: what its cookie holds. Gives the state, which the provider hands back.
  std::string add(const std::string& browser, Begun begun, Clock::time_point now);
  std::optional<Begun> take(const std::string& state, const std::string& browser, Clock::time_point now);
  size_t size() const;

 private:
  struct Entry {
    std::string browser;  // the hash
    Begun begun;
    Clock::time_point at;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by the state's hash
};

}  // namespace fermata::server
