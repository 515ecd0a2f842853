#include "server/sandboxes.h"

#include <algorithm>

#include "fermata/durable/store.h"
#include "server/api/api.h"
#include "server/auth/secrets.h"

namespace fermata::server {

using std::chrono::steady_clock;

namespace {

// For whom it counts. (No tenant and no person has a line feed in its name.)
std::string owner_of(const NewSandbox& made) { return made.tenant.empty() ? "\n" + made.by : made.tenant; }

}  // namespace

void Sandboxes::check_room(const Entry* without, const NewSandbox& made, size_t bytes) const {
  const std::string owner = owner_of(made);
  size_t of_one = 0, of_one_bytes = bytes, all_bytes = bytes;
  for (const auto& [id, entry] : entries_) {
    if (entry.get() == without) continue;
    all_bytes += entry->made.state.size();
    if (owner_of(entry->made) != owner) continue;
    ++of_one;
    of_one_bytes += entry->made.state.size();
  }
  if (!without && of_one >= kMostOfOne) throw durable::Refused("there are " + std::to_string(of_one) + " sessions: delete one first");
  if (!without && entries_.size() >= kMost) throw durable::Refused("too many sessions are here now: try again later");
  if (of_one_bytes > kMostBytesOfOne)
    throw durable::Refused("with its " + std::to_string(bytes) + " bytes the sessions here would have more than " +
                           std::to_string(kMostBytesOfOne) + ": delete one, or hold less in this one");
  if (all_bytes > kMostBytes) throw durable::Refused("there is no room for its " + std::to_string(bytes) + " bytes now: try again later");
}

std::string Sandboxes::add(NewSandbox sandbox) {
  const std::lock_guard lock(mutex_);
  check_room(nullptr, sandbox, sandbox.state.size());
  const auto entry = std::make_shared<Entry>();
  entry->id = random_text();
  entry->made = std::move(sandbox);
  entry->number = ++made_;
  entry->used = steady_clock::now();
  entries_.emplace(entry->id, entry);
  return entry->id;
}

std::shared_ptr<Sandboxes::Entry> Sandboxes::find(const std::string& id, const Viewer& viewer) const {
  const auto found = entries_.find(id);
  if (found == entries_.end() || !viewer.sees(found->second->made.tenant)) throw NotFound("there is no session " + id);
  return found->second;
}

Sandboxes::About Sandboxes::about(const Entry& entry) const {
  const auto unused = std::chrono::duration_cast<std::chrono::seconds>(steady_clock::now() - entry.used);
  const std::chrono::seconds most = entry.is_paused ? kLongestPause : entry.made.idle;
  return {.id = entry.id,
          .tenant = entry.made.tenant,
          .by = entry.made.by,
          .limits = entry.made.limits,
          .is_busy = entry.is_busy,
          .is_paused = entry.is_paused,
          .bytes = entry.made.state.size(),
          .fed = entry.fed,
          .expires_in = entry.is_busy ? most : std::max(most - unused, std::chrono::seconds(0))};
}

Sandboxes::About Sandboxes::about(const std::string& id, const Viewer& viewer) {
  const std::lock_guard lock(mutex_);
  return about(*find(id, viewer));
}

std::vector<Sandboxes::About> Sandboxes::list(const Viewer& viewer) {
  const std::lock_guard lock(mutex_);
  std::vector<const Entry*> seen;
  for (const auto& [id, entry] : entries_)
    if (viewer.sees(entry->made.tenant)) seen.push_back(entry.get());
  std::ranges::sort(seen, {}, &Entry::number);
  std::vector<About> list;
  for (const Entry* entry : seen) list.push_back(about(*entry));
  return list;
}

void Sandboxes::pause(const std::string& id, const Viewer& viewer, bool on) {
  const std::lock_guard lock(mutex_);
  const auto entry = find(id, viewer);
  if (entry->is_busy) throw durable::Refused("a program runs in session " + id + " now");
  if (entry->is_paused == on) throw durable::Refused("session " + id + (on ? " is paused" : " isn't paused"));
  entry->is_paused = on;
  entry->used = steady_clock::now();
}

void Sandboxes::remove(const std::string& id, const Viewer& viewer) {
  const std::lock_guard lock(mutex_);
  const auto entry = find(id, viewer);
  entry->is_gone = true;
  if (entry->running) entry->running->end();
  entries_.erase(id);
}

std::shared_ptr<Sandboxes::Use> Sandboxes::use(const std::string& id, const Viewer& viewer) {
  const std::lock_guard lock(mutex_);
  const auto entry = find(id, viewer);
  if (entry->is_busy) throw durable::Refused("a program runs in session " + id + " now");
  if (entry->is_paused) throw durable::Refused("session " + id + " is paused");
  auto use = std::make_shared<Use>(*this, entry);
  entry->running = std::make_unique<Running>();
  entry->is_busy = true;
  return use;
}

void Sandboxes::expire(steady_clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const auto& one) {
    const Entry& entry = *one.second;
    return !entry.is_busy && now - entry.used > (entry.is_paused ? std::chrono::seconds(kLongestPause) : entry.made.idle);
  });
}

Sandboxes::Use::~Use() {
  const std::lock_guard lock(of_.mutex_);
  entry_->is_busy = false;
  entry_->running.reset();
  entry_->used = steady_clock::now();
}

// While it is busy nobody else changes these.
const std::string& Sandboxes::Use::state() const { return entry_->made.state; }
const Limits& Sandboxes::Use::limits() const { return entry_->made.limits; }
Running& Sandboxes::Use::running() const { return *entry_->running; }

void Sandboxes::Use::keep(std::string state, bool is_fed) {
  const std::lock_guard lock(of_.mutex_);
  if (entry_->is_gone) return;
  of_.check_room(entry_.get(), entry_->made, state.size());
  entry_->made.state = std::move(state);
  if (is_fed) ++entry_->fed;
}

}  // namespace fermata::server
