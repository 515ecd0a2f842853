#include "server/oidc/pending.h"

#include <algorithm>

#include "server/auth/secrets.h"

namespace fermata::server {

std::string Pending::add(const std::string& browser, Begun begun, Clock::time_point now) {
  std::string state = random_text();
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= kMost) {
    std::erase_if(entries_, [&](const auto& entry) { return now - entry.second.at > kTime; });
    if (entries_.size() >= kMost) entries_.erase(std::ranges::min_element(entries_, {}, [](const auto& entry) { return entry.second.at; }));
  }
  entries_[token_hash(state)] = {token_hash(browser), std::move(begun), now};
  return state;
}

std::optional<Begun> Pending::take(const std::string& state, const std::string& browser, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(token_hash(state));
  if (found == entries_.end() || !is_same_secret(found->second.browser, token_hash(browser))) return std::nullopt;
  std::optional<Begun> begun;
  if (now - found->second.at <= kTime) begun = std::move(found->second.begun);
  entries_.erase(found);
  return begun;
}

size_t Pending::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace fermata::server
