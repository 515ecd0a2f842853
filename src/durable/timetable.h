// Timetable: the times that a schedule's text means (fermata/durable/schedule.h has the grammar). A value; it reads its zone's file once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/zone.h"
#include "fermata/durable/run.h"

namespace fermata::durable {

// The five fields: bit n of each is set for n.
struct Cron {
  uint64_t minutes = 0, hours = 0, days = 0, months = 0, weekdays = 0;
  bool any_day = false, any_weekday = false;  // written with a *

  // Throws UsageError that says which field is wrong.
  static Cron read(std::string_view text);
  bool has_day(int64_t days_since_1970) const;
  bool is_hourly() const { return hours == (uint64_t(1) << 24) - 1; }
};

class Timetable {
 public:
  // Of a schedule that was made then. Throws UsageError: it makes no sense, no time of it ever comes, or this machine doesn't have the
  // zone.
  Timetable(const std::string& when, const std::string& zone, Time since);

  // The first one after that time.
  Time next(Time after) const;
  // The last one until `now`, or else `first`, which is one.
  Time latest(Time first, Time now) const;

 private:
  std::optional<int64_t> find_next(int64_t seconds) const;
  std::optional<int64_t> next_on(int64_t day, int64_t after) const;
  std::optional<int64_t> moment(int64_t local, int64_t after) const;

  Time since_;
  Time interval_ms_ = 0;  // 0: it is a cron
  Cron cron_;
  std::shared_ptr<const Zone> zone_;
};

}  // namespace fermata::durable
