// Budget: the one accountant for all limits. A session's Context owns it; the dispatch loop spends from it
// at every safepoint, natives through Context::tick, the heap when it allocates.
//
// Steps are spent by counting `fuel` down. When it is below zero the loop takes the slow path
// (settle), which looks at the clock, the interrupt flag and the limits, and hands out fuel again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace fermata {

enum class Limit : uint8_t {
  kNone,
#define LIMIT(name, default_value, unit, since, doc) k_##name,
#include "base/limits.def"
#undef LIMIT
  kInterrupt,  // not a limit of the table: Session::interrupt()
};
const char* limit_name(Limit limit);

struct LimitValues;
uint64_t limit_value(const LimitValues& limits, Limit limit);  // 0 for kNone and kInterrupt

struct LimitValues {
#define LIMIT(name, default_value, unit, since, doc) uint64_t name = default_value;
#include "base/limits.def"
#undef LIMIT
};

class Budget {
 public:
  LimitValues limits;

  // Spent so far; parts of the saved state.
  uint64_t time_ns = 0;  // up to the last start_clock
  uint64_t output_bytes = 0;
  uint64_t host_calls = 0;
  uint64_t wall_ns = 0;  // up to the last start_clock or stop_clock, what passed between them included
  uint64_t steps() const { return settled_ + uint64_t(granted_ - fuel); }
  void set_steps(uint64_t n) {
    settled_ = n;
    granted_ = fuel = 0;
  }
  uint64_t running_time_ns() const;
  uint64_t wall_time_ns() const;

  // Steps left until the next settle(). The dispatch loop keeps it here and counts it down itself.
  int64_t fuel = 0;

  // A time slice: run until this many steps in all, then yield. 0: no slice.
  uint64_t slice_end = 0;
  // The same in running time.
  uint64_t slice_end_ns = 0;
  bool time_slice_over() const { return slice_end_ns && running_time_ns() >= slice_end_ns; }
  bool slice_over() const { return (slice_end && steps() >= slice_end) || time_slice_over(); }
  // Turns of threads: that of the running one is over when it is another one than that which was begun, if one was.
  bool turn_over() const { return steps() / kTurn != turn_; }
  void begin_turn() { turn_ = steps() / kTurn; }
  void end_turns() { turn_ = kNoTurn; }

  // Ends the slice at the next safepoint.
  void end_slice() {
    slice_end = steps() ? steps() : 1;
    force_safepoint();
  }

  // Makes the next safepoint take the slow path (a collection is due, the host wants a pause).
  void force_safepoint() {
    granted_ -= fuel;
    fuel = 0;
    forced_ = true;
  }

  // Looks at steps, clock and interrupt. kNone: go on, fuel is there again.
  Limit settle();
  // Charges n steps of native work; false when that goes over a limit (then nothing was charged and
  // `trapped` says which limit).
  bool tick(uint64_t n) {
    if (int64_t(n) >= 0 && fuel >= int64_t(n)) {
      fuel -= int64_t(n);
      return true;
    }
    return tick_slow(n);
  }
  // Charges what can't be refused any more; the next tick or safepoint sees to it.
  void charge(uint64_t n) { fuel -= int64_t(n); }
  Limit trapped = Limit::kNone;

  bool out_of_time() const { return limits.time_ms && running_time_ns() / 1'000'000 >= limits.time_ms; }
  bool out_of_wall_time() const { return limits.wall_ms && wall_time_ns() / 1'000'000 >= limits.wall_ms; }
  // The wall clock starts over.
  void reset_wall_clock();
  void start_clock();
  void stop_clock();
  bool clock_runs() const { return clock_runs_; }
  void interrupt() { interrupted_.store(true, std::memory_order_relaxed); }
  bool interrupt_pending() const { return interrupted_.load(std::memory_order_relaxed); }
  void clear_interrupt() { interrupted_.store(false, std::memory_order_relaxed); }

 private:
  static constexpr uint64_t kTurn = 200'000;  // steps, a few milliseconds
  bool tick_slow(uint64_t n);
  Limit over() const;
  void refill();

  static constexpr uint64_t kNoTurn = UINT64_MAX;
  uint64_t turn_ = kNoTurn;
  uint64_t settled_ = 0;  // steps spent before the current grant of fuel
  int64_t granted_ = 0;   // fuel handed out at the last refill
  bool forced_ = false;   // until settle(): natives get no fuel that would put the safepoint off
  std::chrono::steady_clock::time_point started_{};
  std::chrono::steady_clock::time_point wall_seen_{};  // up to here wall_ns counts; nothing before the first start_clock
  bool clock_runs_ = false;
  std::atomic<bool> interrupted_{false};
};

}  // namespace fermata
