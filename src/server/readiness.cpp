#include "server/readiness.h"

namespace fermata::server {

namespace {

constexpr std::chrono::seconds kPatience(1);

}  // namespace

// One question at a time; who comes while it waits for longer than that isn't kept at all.
void Readiness::check() {
  std::shared_future<void> asked;
  std::chrono::steady_clock::time_point until;
  {
    const std::lock_guard lock(mutex_);
    if (!asked_.valid() || asked_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      asked_ = std::async(std::launch::async, [this] { store_.run("readyz"); }).share();
      until_ = std::chrono::steady_clock::now() + kPatience;
    }
    asked = asked_;
    until = until_;
  }
  if (asked.wait_until(until) != std::future_status::ready)
    throw durable::StoreError(durable::StoreError::Kind::kBusy, "the store doesn't answer");
  asked.get();
}

}  // namespace fermata::server
