#include "durable/timetable.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "fermata/error.h"
#include "fermata/host.h"

namespace fermata::durable {

namespace {

constexpr int64_t kDay = 86'400;
constexpr int64_t kMostDays = 41 * 366;  // a 29 February of a given day of the week is at most 40 years away

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

struct Field {
  const char* name;
  int low, high;
  std::vector<std::string_view> names;  // of `low` and those after it
};
const std::array<Field, 5>& fields() {
  static const std::array<Field, 5> kFields = {{
      {"minute", 0, 59, {}},
      {"hour", 0, 23, {}},
      {"day of the month", 1, 31, {}},
      {"month", 1, 12, {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
      {"day of the week", 0, 7, {"sun", "mon", "tue", "wed", "thu", "fri", "sat"}},
  }};
  return kFields;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<int> number_in(std::string_view text) {
  if (text.empty() || text.size() > 3 || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
  int value = 0;
  for (const char digit : text) value = value * 10 + (digit - '0');
  return value;
}

// One field's text.
class FieldReader {
 public:
  FieldReader(const Field& field, std::string_view text) : field_(field), text_(text) {}

  uint64_t read() const {
    uint64_t bits = 0;
    for (const std::string_view part : split(text_, ',')) bits |= range(part);
    return bits;
  }

 private:
  [[noreturn]] void wrong(const std::string& why) const {
    throw UsageError(std::string("the ") + field_.name + " '" + std::string(text_) + "' of a timetable: " + why);
  }
  int value(std::string_view text) const {
    std::string lower(text);
    for (char& c : lower)
      if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    const auto named = std::ranges::find(field_.names, lower);
    if (named != field_.names.end()) return field_.low + int(named - field_.names.begin());
    const auto number = number_in(text);
    if (!number || *number < field_.low || *number > field_.high)
      wrong("'" + std::string(text) + "' isn't a number from " + std::to_string(field_.low) + " to " + std::to_string(field_.high) +
            (field_.names.empty() ? "" : ", nor a name: " + std::string(field_.names[0]) + ", " + std::string(field_.names[1]) + ", …"));
    return *number;
  }
  // "*", "3", "3-8", "*/2", "3-8/2"
  uint64_t range(std::string_view text) const {
    const std::vector<std::string_view> steps = split(text, '/');
    const std::vector<std::string_view> ends = split(steps[0], '-');
    int low = field_.low, high = field_.high, step = 1;
    if (steps[0] != "*") {
      if (ends.size() > 2) wrong("a range has two ends");
      low = value(ends[0]);
      high = ends.size() == 2 ? value(ends[1]) : low;
      if (low > high) wrong("'" + std::string(steps[0]) + "' goes backwards");
      if (steps.size() > 1 && ends.size() == 1) wrong("a step needs a range: */2, or 3-8/2");
    }
    if (steps.size() > 2) wrong("one step is enough");
    if (steps.size() == 2) {
      step = number_in(steps[1]).value_or(0);
      if (step < 1) wrong("'" + std::string(steps[1]) + "' isn't a step");
    }
    uint64_t bits = 0;
    for (int i = low; i <= high; i += step) bits |= uint64_t(1) << i;
    return bits;
  }

  const Field& field_;
  std::string_view text_;
};

// "15m"; nothing: it isn't an interval at all.
std::optional<Time> interval_in(std::string_view text) {
  constexpr Time kMs[] = {1'000, 60'000, 3'600'000, 86'400'000};
  const size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == text.npos || digits + 1 != text.size()) return std::nullopt;
  const size_t unit = std::string_view("smhd").find(text[digits]);
  if (unit == std::string_view::npos) return std::nullopt;
  if (digits > 6) throw UsageError("an interval has at most six digits, not '" + std::string(text) + "'");
  const Time interval = std::stoll(std::string(text.substr(0, digits))) * kMs[unit];
  if (interval == 0) throw UsageError("an interval lasts a second or longer, not '" + std::string(text) + "'");
  return interval;
}

}  // namespace

Cron Cron::read(std::string_view text) {
  struct Name {
    std::string_view name, meaning;
  };
  constexpr Name kNames[] = {
      {"@hourly", "0 * * * *"}, {"@daily", "0 0 * * *"}, {"@weekly", "0 0 * * 0"}, {"@monthly", "0 0 1 * *"}, {"@yearly", "0 0 1 1 *"}};
  const std::string shown(text);
  for (const Name& known : kNames)
    if (text == known.name) text = known.meaning;
  std::vector<std::string_view> words = split(text, ' ');
  std::erase(words, std::string_view());
  if (words.size() != fields().size())
    throw UsageError(
        "a timetable is an interval, 15m, or five fields, '0 9 * * mon-fri': minute, hour, day of the month, month, day of the "
        "week; not '" +
        shown + "'");
  const auto field = [&](size_t i) { return FieldReader(fields()[i], words[i]).read(); };
  Cron cron{.minutes = field(0), .hours = field(1), .days = field(2), .months = field(3), .weekdays = field(4)};
  cron.any_day = words[2].starts_with('*');
  cron.any_weekday = words[4].starts_with('*');
  if (cron.weekdays >> 7 & 1) cron.weekdays |= 1;  // both are Sunday
  return cron;
}

bool Cron::has_day(int64_t days_since_1970) const {
  using namespace std::chrono;
  const sys_days date{std::chrono::days(days_since_1970)};
  const year_month_day parts(date);
  if (!(months >> unsigned(parts.month()) & 1)) return false;
  const bool day = days >> unsigned(parts.day()) & 1, weekday = weekdays >> std::chrono::weekday(date).c_encoding() & 1;
  return any_day || any_weekday ? day && weekday : day || weekday;
}

Timetable::Timetable(const std::string& when, const std::string& zone, Time since) : since_(since), zone_(Zone::find(zone)) {
  if (!zone_) throw UsageError("there is no time zone '" + zone + "' on this machine");
  if (const auto interval = interval_in(when)) {
    interval_ms_ = *interval;
    return;
  }
  cron_ = Cron::read(when);
  if (!find_next(floor_div(since, 1000))) throw UsageError("no time of the timetable '" + when + "' ever comes");
}

Time Timetable::next(Time after) const {
  if (interval_ms_) return after < since_ ? since_ + interval_ms_ : since_ + ((after - since_) / interval_ms_ + 1) * interval_ms_;
  // (One that had a time in 41 years has one in the next.)
  return find_next(floor_div(after, 1000)).value_or(floor_div(after, 1000) + kMostDays * kDay) * 1000;
}

Time Timetable::latest(Time first, Time now) const {
  if (interval_ms_) return std::max(first, next(now) - interval_ms_);
  // Not all that there were in a year are gone through: those of the last minute; if there is none, those of the last hour, and so on.
  for (const Time back : {Time(60), Time(3600), kDay, 32 * kDay, 366 * kDay}) {
    Time found = next(now - back * 1000);
    if (found > now) continue;
    for (Time later = next(found); later <= now; later = next(later)) found = later;
    return std::max(first, found);
  }
  for (Time later = next(first); later <= now; later = next(later)) first = later;
  return first;
}

// All in seconds from here on.
std::optional<int64_t> Timetable::find_next(int64_t after) const {
  // A day may be skipped, whose times are then on the next one.
  const int64_t today = floor_div(after + zone_->at(after).offset, kDay);
  for (int64_t day = today - 1; day < today + kMostDays; ++day)
    if (cron_.has_day(day))
      if (const auto found = next_on(day, after)) return found;
  return std::nullopt;
}

// The first one of a day's that is after that time.
std::optional<int64_t> Timetable::next_on(int64_t day, int64_t after) const {
  std::optional<int64_t> first;
  for (int hour = 0; hour < 24; ++hour) {
    if (!(cron_.hours >> hour & 1)) continue;
    for (int minute = 0; minute < 60; ++minute) {
      if (!(cron_.minutes >> minute & 1)) continue;
      const auto found = moment(day * kDay + hour * 3600 + minute * 60, after);
      if (found && (!first || *found < *first)) first = found;
    }
  }
  return first;
}

// When clocks show `local`, if that is after `after`.
std::optional<int64_t> Timetable::moment(int64_t local, int64_t after) const {
  const int64_t before = zone_->at(local - kDay).offset, behind = zone_->at(local + kDay).offset;
  const auto if_after = [&](int64_t at) { return at > after ? std::optional(at) : std::nullopt; };
  if (before == behind) return if_after(local - before);
  const int64_t early = local - std::max(before, behind), late = local - std::min(before, behind);
  const auto is_one = [&](int64_t at) { return zone_->at(at).offset == local - at; };
  if (is_one(early)) {
    if (const auto first = if_after(early)) return first;
    return cron_.is_hourly() && is_one(late) ? if_after(late) : std::nullopt;
  }
  if (is_one(late)) return if_after(late);
  // Clocks never show it: when they are put forward.
  int64_t low = local - kDay, high = local + kDay;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (zone_->at(middle).offset == before ? low : high) = middle;
  }
  return if_after(high);
}

}  // namespace fermata::durable
