#include "base/budget.h"

#include <algorithm>

namespace fermata {

namespace {
// Steps between two looks at the clock: about 100 microseconds of running.
constexpr int64_t kChunk = 10'000;
// What natives get done of the work they charge, at the slowest (bigint.h's costs are 5 to 25 ns a step).
constexpr uint64_t kStepsPerMs = 40'000;
}  // namespace

const char* limit_name(Limit limit) {
  switch (limit) {
    case Limit::kNone: return "none";
#define LIMIT(name, default_value, unit, since, doc) \
  case Limit::k_##name: return #name;
#include "base/limits.def"
#undef LIMIT
    case Limit::kInterrupt: return "interrupt";
  }
  return "none";
}

uint64_t limit_value(const LimitValues& limits, Limit limit) {
  switch (limit) {
#define LIMIT(name, default_value, unit, since, doc) \
  case Limit::k_##name: return limits.name;
#include "base/limits.def"
#undef LIMIT
    case Limit::kNone:
    case Limit::kInterrupt: break;
  }
  return 0;
}

void Budget::start_clock() {
  wall_ns = wall_time_ns();
  started_ = wall_seen_ = std::chrono::steady_clock::now();
  clock_runs_ = true;
}

void Budget::stop_clock() {
  time_ns = running_time_ns();
  wall_ns = wall_time_ns();
  wall_seen_ = std::chrono::steady_clock::now();
  clock_runs_ = false;
}

uint64_t Budget::wall_time_ns() const {
  if (wall_seen_ == std::chrono::steady_clock::time_point()) return wall_ns;
  return wall_ns + uint64_t(std::chrono::nanoseconds(std::chrono::steady_clock::now() - wall_seen_).count());
}

void Budget::reset_wall_clock() {
  wall_ns = 0;
  wall_seen_ = {};
}

uint64_t Budget::running_time_ns() const {
  if (!clock_runs_) return time_ns;
  return time_ns + uint64_t(std::chrono::nanoseconds(std::chrono::steady_clock::now() - started_).count());
}

Limit Budget::over() const {
  if (interrupt_pending()) return Limit::kInterrupt;
  if (limits.steps && steps() >= limits.steps) return Limit::k_steps;
  if (out_of_time()) return Limit::k_time_ms;
  if (out_of_wall_time()) return Limit::k_wall_ms;
  return Limit::kNone;
}

void Budget::refill() {
  settled_ = steps();
  int64_t chunk = kChunk;
  if (limits.steps) chunk = std::min<int64_t>(chunk, int64_t(std::min<uint64_t>(limits.steps - settled_, kChunk)));
  if (slice_end > settled_) chunk = std::min<int64_t>(chunk, int64_t(std::min<uint64_t>(slice_end - settled_, kChunk)));
  granted_ = fuel = chunk;
}

Limit Budget::settle() {
  Limit limit = over();
  forced_ = false;
  if (limit == Limit::kNone) refill();
  return limit;
}

bool Budget::tick_slow(uint64_t n) {
  if (int64_t(n) < 0 || (limits.steps && n > limits.steps - std::min(limits.steps, steps()))) {
    trapped = Limit::k_steps;
    return false;
  }
  trapped = over();
  if (trapped != Limit::kNone) return false;
  // Work that can't be interrupted must fit into the time that is left.
  if (limits.time_ms) {
    uint64_t left_ms = limits.time_ms - std::min(limits.time_ms, running_time_ns() / 1'000'000);
    if (n / kStepsPerMs > left_ms) {
      trapped = Limit::k_time_ms;
      return false;
    }
  }
  // A native may spend more than a chunk at once: fuel goes below zero for a moment, then is refilled. Not when somebody waits for the next
  // safepoint: a program that does nothing but call such natives would never come to one.
  fuel -= int64_t(n);
  forced_ = forced_ || time_slice_over() || (turn_ != kNoTurn && turn_over());
  if (!forced_) refill();
  return true;
}

}  // namespace fermata
