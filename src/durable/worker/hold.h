// Hold: what a worker has of a run: its lease, kept alive by the worker's renewals while the run's turn goes on in another thread. Whatever
// is written under the lease is written here, as each new snapshot changes it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "fermata/durable/store.h"

namespace fermata::durable {

class Hold {
 public:
  using Clock = std::chrono::steady_clock;
  // `since`: before the claim was made: the store counts from a later moment.
  Hold(Store& store, Lease lease, uint64_t lease_ms, Clock::time_point since)
      : store_(store), lease_(std::move(lease)), lease_ms_(lease_ms), until_(since + std::chrono::milliseconds(lease_ms)) {}

  const std::string& run() const { return lease_.run; }

  // Once a third of the lease is over. Never throws: a renewal that fails is tried again until the lease is over.
  void renew_if_due() noexcept;
  // The run is somebody else's, or may be by now: by this clock the lease is over. Nothing may be done for it any more.
  bool is_lost() const { return lost_ || Clock::now() >= until_.load(); }

  // `write` gets the lease, and may change it. Throws what it throws; Fenced makes the lease lost.
  template <class F>
  auto write(F write) {
    std::lock_guard lock(mutex_);
    if (is_lost()) throw Fenced("the lease of run " + lease_.run + " is over");
    try {
      return write(store_, lease_);
    } catch (const Fenced&) {
      lost_ = true;
      throw;
    }
  }

 private:
  Store& store_;
  std::mutex mutex_;
  Lease lease_;
  const uint64_t lease_ms_;
  std::atomic<Clock::time_point> until_;
  std::atomic<bool> lost_{false};
};

}  // namespace fermata::durable
