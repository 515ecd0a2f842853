// Schedules: runs that begin at times of a timetable. Plain values, as in run.h.
//
// A timetable is one of these:
//   "15m", "90s", "2h", "7d"   so long after the schedule was made, and so on
//   "0 9 * * mon-fri"          minute, hour, day of the month, month, day of the week, by the clocks of a zone: each *, or a list of
//   numbers,
//                              names and ranges, which may have steps: "0,30", "8-18/2", "*/5", "jan-mar". Sunday is 0 and 7. When both
//                              days are given (begin with no *), either of them will do
//   "@hourly", "@daily", "@weekly", "@monthly", "@yearly"
//
// Where clocks are put forward, a time that doesn't come is right after that. Where they are put back, a time that comes twice is the first
// one; of timetables for every hour it is both.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "fermata/durable/run.h"

namespace fermata::durable {

// What becomes of times at which no worker was there. (One that is there a little late misses none: kPunctualMs.)
enum class Missed : uint8_t {
  kSkip,  // nothing
  kOnce,  // the last of them has its run
  kAll,   // each has
};
const char* to_string(Missed missed);  // "once"
std::optional<Missed> missed_from(std::string_view name);

inline constexpr Time kPunctualMs = 60'000;

struct Schedule {
  std::string id{};
  std::string when{};  // its timetable
  std::string zone{};  // "Europe/Berlin"
  Missed missed = Missed::kOnce;
  std::string tenant{}, queue{}, name{};  // as those of its runs, like what follows
  std::string by{};                       // who made it; empty: nobody knows
  int64_t priority = 0;
  std::map<std::string, std::string> tags{};
  std::string program{};  // the hash of its text
  Limits limits{};
  std::string key{};  // made again under this key it is the schedule that is there; empty: none
  Time created = 0;
  std::optional<Time> next{};  // nothing: it is paused
  std::optional<Time> last{};  // the time that it had a run for last; nothing: none yet
  std::string last_run{};      // the one that began then; its key is "schedule:", the schedule's id, ":" and its time
  uint64_t fired = 0;          // how many runs
};

}  // namespace fermata::durable
