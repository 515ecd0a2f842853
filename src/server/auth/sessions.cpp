#include "server/auth/sessions.h"

#include <algorithm>

#include "server/auth/secrets.h"

namespace fermata::server {

std::string Sessions::begin(Session session, Clock::time_point now) {
  std::string cookie = random_text();
  session.csrf = random_text();
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= kMost) entries_.erase(std::ranges::min_element(entries_, {}, [](const auto& entry) { return entry.second.used; }));
  entries_[token_hash(cookie)] = {std::move(session), now};
  return cookie;
}

std::optional<Session> Sessions::find(const std::string& cookie, Clock::time_point now, bool is_used) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(token_hash(cookie));
  if (found == entries_.end()) return std::nullopt;
  if (now - found->second.used > kIdle || now > found->second.session.until) {
    entries_.erase(found);
    return std::nullopt;
  }
  if (is_used) found->second.used = now;
  return found->second.session;
}

void Sessions::end(const std::string& cookie) {
  const std::lock_guard lock(mutex_);
  entries_.erase(token_hash(cookie));
}

size_t Sessions::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

uint64_t Failures::wait_s(const std::string& of, Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(of);
  if (found == entries_.end() || found->second.count < most_ || now - found->second.since >= kTime) return 0;
  return uint64_t(std::chrono::ceil<std::chrono::seconds>(kTime - (now - found->second.since)).count());
}

void Failures::add(const std::string& of, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (!entries_.contains(of) && entries_.size() >= kMost) {
    std::erase_if(entries_, [&](const auto& entry) { return now - entry.second.since >= kTime; });
    if (entries_.size() >= kMost)
      entries_.erase(std::ranges::min_element(entries_, {}, [](const auto& entry) { return entry.second.since; }));
  }
  Entry& entry = entries_[of];
  if (!entry.count || now - entry.since >= kTime) entry = {0, now};
  ++entry.count;
}

void Failures::forget(const std::string& of) {
  const std::lock_guard lock(mutex_);
  entries_.erase(of);
}

size_t Failures::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace fermata::server
