#include "durable/worker/hold.h"

namespace fermata::durable {

void Hold::renew_if_due() noexcept {
  const Clock::time_point now = Clock::now();
  const std::chrono::milliseconds lease(lease_ms_);
  if (until_.load() - now > lease - lease / 3 || is_lost()) return;
  std::lock_guard lock(mutex_);
  try {
    store_.renew(lease_, lease_ms_);
    until_ = now + lease;
  } catch (const Fenced&) {
    lost_ = true;
  } catch (const std::exception&) {
    // The store will be asked again; is_lost() says when it was too late.
  }
}

}  // namespace fermata::durable
