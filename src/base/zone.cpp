#include "base/zone.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>

namespace fermata {

namespace {

constexpr const char* kDatabase = "/usr/share/zoneinfo/";
constexpr size_t kMostBytes = 1 << 20;

// A name of the database's: parts of letters, digits, _, - and +, so that no path leads out of it.
bool is_zone_name(std::string_view name) {
  if (name.empty() || name.size() > 64) return false;
  char before = '/';
  for (const char c : name) {
    const bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '+';
    if (!part && (c != '/' || before == '/')) return false;
    before = c;
  }
  return before != '/';
}

std::optional<std::string> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return std::nullopt;
  std::string bytes(kMostBytes, 0);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  return bytes;
}

// --- the calendar: days since 1970 of a day of the proleptic Gregorian one

int64_t days_before_year(int64_t year) {
  const int64_t y = year - 1;
  const auto floor_div = [](int64_t a, int64_t b) { return a / b - (a % b < 0); };
  return y * 365 + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) - 719'162;
}
bool is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
int days_in_month(int64_t year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap(year));
}
int64_t year_of(int64_t seconds) {
  const int64_t days = seconds / 86400 - (seconds % 86400 < 0);
  int64_t year = 1970 + days / 366;  // at most some off
  while (days_before_year(year + 1) <= days) ++year;
  while (days_before_year(year) > days) --year;
  return year;
}

// Big-endian numbers and parts, one after the other.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : left_(bytes) {}
  bool good = true;
  std::string_view take(size_t n) {
    if (n > left_.size()) {
      good = false;
      n = left_.size();
    }
    const std::string_view part = left_.substr(0, n);
    left_.remove_prefix(n);
    return part;
  }
  int64_t number(size_t n) {
    uint64_t value = 0;
    const std::string_view part = take(n);
    for (const char c : part) value = value << 8 | uint8_t(c);
    return n == 4 ? int32_t(uint32_t(value)) : int64_t(value);
  }
  std::string_view rest() const { return left_; }

 private:
  std::string_view left_;
};

}  // namespace

// POSIX's TZ: "CET-1CEST,M3.5.0,M10.5.0/3".
class Zone::RuleReader {
 public:
  explicit RuleReader(std::string_view text) : left_(text) {}

  bool read(Rule& rule) {
    rule.standard.name = name();
    rule.standard.offset = -time();
    if (!good_ || left_.empty()) return good_;
    rule.daylight = {.offset = rule.standard.offset + 3600, .daylight = true, .name = name()};
    if (!left_.empty() && left_[0] != ',') rule.daylight.offset = -time();
    rule.begin = {.month = 3, .week = 2};  // what C's library takes when the rule doesn't say it: the United States' days
    rule.end = {.month = 11, .week = 1};
    rule.changes = (left_.empty() || change(rule.begin)) && (left_.empty() || change(rule.end));
    return good_ && rule.changes && left_.empty();
  }

 private:
  bool skip(char c) {
    if (left_.empty() || left_[0] != c) return false;
    left_.remove_prefix(1);
    return true;
  }
  std::string name() {
    const bool quoted = skip('<');
    size_t n = 0;
    const auto is_part = [&](char c) { return quoted ? c != '>' : (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    while (n < left_.size() && is_part(left_[n])) ++n;
    std::string found(left_.substr(0, n));
    left_.remove_prefix(n);
    good_ = good_ && n > 0 && n < 32 && (!quoted || skip('>'));
    return found;
  }
  int number(int most) {
    int value = 0;
    size_t n = 0;
    for (; n < left_.size() && left_[n] >= '0' && left_[n] <= '9' && n < 4; ++n) value = value * 10 + (left_[n] - '0');
    left_.remove_prefix(n);
    good_ = good_ && n > 0 && value <= most;
    return value;
  }
  // [+-]hh[:mm[:ss]]
  int32_t time() {
    const bool negative = skip('-');
    if (!negative) skip('+');
    int32_t seconds = number(167) * 3600;
    if (skip(':')) seconds += number(59) * 60;
    if (skip(':')) seconds += number(59);
    return negative ? -seconds : seconds;
  }
  bool change(Change& c) {
    if (!skip(',')) return false;
    if (skip('M')) {
      c.month = number(12);
      good_ = good_ && skip('.');
      c.week = number(5);
      good_ = good_ && skip('.');
      c.day = number(6);
      good_ = good_ && c.month > 0 && c.week > 0;
    } else {
      c.kind = skip('J') ? Change::Kind::kDayNoLeap : Change::Kind::kDay;
      c.day = number(365);
    }
    if (skip('/')) c.seconds = time();
    return good_;
  }

  std::string_view left_;
  bool good_ = true;
};

int64_t Zone::Change::in_year(int64_t year) const {
  int64_t days = days_before_year(year);
  switch (kind) {
    case Kind::kDay: days += day; break;
    case Kind::kDayNoLeap: days += day - 1 + (is_leap(year) && day > 59); break;
    case Kind::kMonthWeekDay: {
      for (int m = 1; m < month; ++m) days += days_in_month(year, m);
      const int64_t first_weekday = ((days + 4) % 7 + 7) % 7;  // 1970 began on a Thursday
      int64_t in_month = (day - first_weekday + 7) % 7 + (week - 1) * 7;
      while (in_month >= days_in_month(year, month)) in_month -= 7;
      days += in_month;
    }
  }
  return days * 86400 + seconds;
}

const Zone::Type& Zone::Rule::at(int64_t seconds) const {
  if (!changes) return standard;
  const int64_t year = year_of(seconds + standard.offset);
  const int64_t begins = begin.in_year(year) - standard.offset, ends = end.in_year(year) - daylight.offset;
  const bool summer = begins < ends ? begins <= seconds && seconds < ends : !(ends <= seconds && seconds < begins);
  return summer ? daylight : standard;
}

namespace {
Zone::Source source_of_files = Zone::file;
}  // namespace

std::optional<std::string> Zone::file(const std::string& name) { return is_zone_name(name) ? read_file(kDatabase + name) : std::nullopt; }
void Zone::set_source(Source source) { source_of_files = source; }

std::shared_ptr<const Zone> Zone::find(const std::string& name) {
  if (name == "UTC") {
    auto utc = std::make_shared<Zone>();
    utc->name_ = name;
    utc->types_.push_back({.name = name});
    return utc;
  }
  const std::optional<std::string> bytes = source_of_files(name);
  return bytes ? read(name, *bytes) : nullptr;
}

std::shared_ptr<const Zone> Zone::of_variable(const std::string& text) {
  std::string_view value = text;
  if (value.starts_with(':')) value.remove_prefix(1);
  if (auto found = find(std::string(value.empty() ? "UTC" : value))) return found;
  auto zone = std::make_shared<Zone>();
  zone->name_ = text;
  zone->has_rule_ = RuleReader(value).read(zone->rule_);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const size_t letters = size_t(std::find_if_not(value.begin(), value.end(), is_letter) - value.begin());
  zone->types_.push_back({.name = std::string(value.substr(0, letters < 3 ? 0 : letters))});
  return zone;
}

std::shared_ptr<const Zone> Zone::read(std::string name, std::string_view bytes) {
  auto zone = std::make_shared<Zone>();
  zone->name_ = std::move(name);
  Bytes in(bytes);
  for (const size_t time_bytes : {size_t(4), size_t(8)}) {  // the block of old readers, then ours
    if (in.take(4) != "TZif") return nullptr;
    const std::string_view version = in.take(1);
    in.take(15);
    size_t counts[6];  // UT/local marks, standard/wall marks, leap seconds, transitions, types, letters
    for (size_t& count : counts) {
      count = size_t(in.number(4));
      if (!in.good || count > bytes.size()) return nullptr;
    }
    const auto [ut, standard, leaps, times, types, letters] = counts;
    if (time_bytes == 4 && version >= "2") {
      in.take(times * 5 + types * 6 + letters + leaps * 8 + standard + ut);
      continue;
    }
    zone->transitions_.resize(times);
    for (Transition& t : zone->transitions_) t.at = in.number(time_bytes);
    for (Transition& t : zone->transitions_) t.type = uint8_t(in.number(1));
    std::vector<uint8_t> names;
    for (size_t i = 0; i < types; ++i) {
      Type& type = zone->types_.emplace_back();
      type.offset = int32_t(in.number(4));
      type.daylight = in.number(1) != 0;
      names.push_back(uint8_t(in.number(1)));
    }
    const std::string_view text = in.take(letters);
    in.take(leaps * (time_bytes + 4) + standard + ut);
    if (!in.good || zone->types_.empty()) return nullptr;
    for (size_t i = 0; i < types; ++i) {
      if (names[i] >= text.size()) return nullptr;
      zone->types_[i].name = text.substr(names[i], text.find('\0', names[i]) - names[i]);
    }
    int64_t before = std::numeric_limits<int64_t>::min();
    for (const Transition& t : zone->transitions_) {
      if (t.at < before || t.type >= types) return nullptr;
      before = t.at;
    }
    if (time_bytes == 8) {
      std::string_view footer = in.rest();
      if (footer.size() > 2 && footer.front() == '\n' && footer.back() == '\n') {
        footer = footer.substr(1, footer.size() - 2);
        zone->has_rule_ = RuleReader(footer).read(zone->rule_);
      }
    }
    break;
  }
  return zone;
}

Zone::Local Zone::at(int64_t seconds) const {
  const auto local = [](const Type& type) { return Local{type.offset, type.daylight, type.name}; };
  const auto next =
      std::upper_bound(transitions_.begin(), transitions_.end(), seconds, [](int64_t s, const Transition& t) { return s < t.at; });
  if (next == transitions_.end() && has_rule_) return local(rule_.at(seconds));
  if (next != transitions_.begin()) return local(types_[std::prev(next)->type]);
  const auto first = std::find_if(types_.begin(), types_.end(), [](const Type& type) { return !type.daylight; });
  return local(first == types_.end() ? types_[0] : *first);
}

}  // namespace fermata
