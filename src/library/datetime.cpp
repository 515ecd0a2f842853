// Module datetime's native part: dates, times and differences of the library's own classes, made, moved, subtracted and compared. Each
// answers None to what it leaves, so above all to what is wrong: that is datetime.py's, which asks these first.
#include <array>
#include <chrono>
#include <span>
#include <string_view>

#include "library/slotted.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr int64_t kDayUs = 86'400'000'000, kMostDays = 999'999'999, kLastOrdinal = 3'652'059, kOrdinal1970 = 719'163;
constexpr std::string_view kDelta[] = {"_days", "_seconds", "_microseconds"};
constexpr std::string_view kDateTime[] = {"_year", "_month", "_day", "_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold"};
constexpr size_t kDateFields = 3, kZone = 7, kFold = 8;

// --- the calendar

struct Day {
  int64_t year, month, day;
};

std::chrono::year_month_day date_of(int64_t year, int64_t month, int64_t day) {
  return {std::chrono::year(int(year)), std::chrono::month(unsigned(month)), std::chrono::day(unsigned(day))};
}

bool is_date(int64_t year, int64_t month, int64_t day) {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && date_of(year, month, day).ok();
}

int64_t ordinal_of(int64_t year, int64_t month, int64_t day) {
  return std::chrono::sys_days(date_of(year, month, day)).time_since_epoch().count() + kOrdinal1970;
}

Day day_of(int64_t ordinal) {
  const std::chrono::year_month_day date(std::chrono::sys_days(std::chrono::days(ordinal - kOrdinal1970)));
  return {int(date.year()), unsigned(date.month()), unsigned(date.day())};
}

bool is_time(int64_t hour, int64_t minute, int64_t second, int64_t microsecond) {
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59 && microsecond >= 0 &&
         microsecond < 1'000'000;
}

// --- the objects

enum class What : uint8_t { kNothing, kDelta, kDate, kDateTime };

// A difference, or a date or datetime as a day and what has passed of it.
struct Moment {
  What what = What::kNothing;
  Instance* object = nullptr;
  int64_t days = 0, microseconds = 0;  // of a difference; else the ordinal and the time of day
  Value zone;
};

Moment read(Context& cx, Value v) {
  auto* o = try_as<Instance>(v);
  const uint32_t count = o ? o->shape->count : 0;
  if (count != kDateFields && count != std::size(kDateTime)) return {};
  const bool is_delta = has_slots(cx, o, kDelta);
  if (!is_delta && !has_slots(cx, o, SlotNames(kDateTime).first(count))) return {};
  std::array<int64_t, std::size(kDateTime)> n{};
  for (uint32_t i = 0; i < count; ++i) {
    if (i == kZone) continue;
    if (!o->slot(i).is_small()) return {};
    n[i] = o->slot(i).as_small();
  }
  if (is_delta) {
    if (count != kDateFields) return {};
    if (n[0] < -kMostDays || n[0] > kMostDays || n[1] < 0 || n[1] >= 86400 || n[2] < 0 || n[2] >= 1'000'000) return {};
    return {What::kDelta, o, n[0], n[1] * 1'000'000 + n[2], Value::none()};
  }
  if (!is_date(n[0], n[1], n[2]) || !is_time(n[3], n[4], n[5], n[6])) return {};
  const bool is_day = count == kDateFields;
  return {is_day ? What::kDate : What::kDateTime, o, ordinal_of(n[0], n[1], n[2]), ((n[3] * 60 + n[4]) * 60 + n[5]) * 1'000'000 + n[6],
          is_day ? Value::none() : o->slot(kZone)};
}

int64_t floor_divide(int64_t* n, int64_t by) {
  int64_t quotient = *n / by;
  *n %= by;
  if (*n < 0) {
    *n += by;
    --quotient;
  }
  return quotient;
}

Value make_delta(Context& cx, Class* cls, const Instance* like, int64_t days, int64_t microseconds) {
  days += floor_divide(&microseconds, kDayUs);
  if (days < -kMostDays || days > kMostDays) return Value::none();
  const Value values[] = {Value::small(days), Value::small(microseconds / 1'000'000), Value::small(microseconds % 1'000'000)};
  return make_slotted(cx, cls, like, kDelta, values);
}

Value make_date(Context& cx, Class* cls, const Instance* like, const Day& d) {
  const Value values[] = {Value::small(d.year), Value::small(d.month), Value::small(d.day)};
  return make_slotted(cx, cls, like, SlotNames(kDateTime).first(kDateFields), values);
}

Value make_datetime(Context& cx, Class* cls, const Instance* like, const Day& d, int64_t microseconds, Value zone, int64_t fold) {
  const int64_t seconds = microseconds / 1'000'000;
  const Value values[] = {Value::small(d.year),
                          Value::small(d.month),
                          Value::small(d.day),
                          Value::small(seconds / 3600),
                          Value::small(seconds / 60 % 60),
                          Value::small(seconds % 60),
                          Value::small(microseconds % 1'000'000),
                          zone,
                          Value::small(fold)};
  return make_slotted(cx, cls, like, kDateTime, values);
}

// --- natives

// _new_timedelta(cls, days, seconds, microseconds, milliseconds, minutes, hours, weeks), of ints
Value new_timedelta(Context& cx, Value* args) {
  constexpr int64_t kUnits[] = {kDayUs, 1'000'000, 1, 1000, 60'000'000, 3'600'000'000, 7 * kDayUs};
  __int128 total = 0;
  for (size_t i = 0; i < std::size(kUnits); ++i) {
    if (!args[i + 1].is_small()) return Value::none();
    total += __int128(args[i + 1].as_small()) * kUnits[i];
  }
  if (total > __int128(kMostDays) * kDayUs || total < -__int128(kMostDays) * kDayUs) return Value::none();
  return make_delta(cx, as<Class>(args[0]), nullptr, int64_t(total / kDayUs), int64_t(total % kDayUs));
}

// _new_date(cls, year, month, day)
Value new_date(Context& cx, Value* args) {
  for (size_t i = 1; i <= kDateFields; ++i)
    if (!args[i].is_small()) return Value::none();
  const Day d{args[1].as_small(), args[2].as_small(), args[3].as_small()};
  return is_date(d.year, d.month, d.day) ? make_date(cx, as<Class>(args[0]), nullptr, d) : Value::none();
}

// _new_datetime(cls, year, month, day, hour, minute, second, microsecond, tzinfo, fold, zones): `zones` is the class of time zones
Value new_datetime(Context& cx, Value* args) {
  for (const size_t i : {1, 2, 3, 4, 5, 6, 7, 9})
    if (!args[i].is_small()) return Value::none();
  if (!args[8].is_none() && !is_instance_of(cx, args[8], as<Class>(args[10]))) return Value::none();
  const auto n = [&](size_t i) { return args[i].as_small(); };
  if (!is_date(n(1), n(2), n(3)) || !is_time(n(4), n(5), n(6), n(7)) || (n(9) != 0 && n(9) != 1)) return Value::none();
  return make_datetime(cx, as<Class>(args[0]), nullptr, {n(1), n(2), n(3)}, ((n(4) * 60 + n(5)) * 60 + n(6)) * 1'000'000 + n(7), args[8],
                       n(9));
}

// _moved(moment, delta, sign, cls): a date, datetime or difference, of just this class, plus or minus a difference
Value moved(Context& cx, Value* args) {
  const Moment a = read(cx, args[0]), b = read(cx, args[1]);
  if (a.what == What::kNothing || b.what != What::kDelta || a.object->shape->cls != as<Class>(args[3])) return Value::none();
  const int64_t sign = args[2].as_small() < 0 ? -1 : 1;
  Class* cls = a.object->shape->cls;
  int64_t days = a.days + sign * b.days;
  if (a.what == What::kDelta) return make_delta(cx, cls, a.object, days, a.microseconds + sign * b.microseconds);
  int64_t microseconds = a.microseconds;
  if (a.what == What::kDateTime) {
    microseconds += sign * b.microseconds;
    days += floor_divide(&microseconds, kDayUs);
  }
  if (days < 1 || days > kLastOrdinal) return Value::none();
  if (a.what == What::kDate) return make_date(cx, cls, a.object, day_of(days));
  return make_datetime(cx, cls, a.object, day_of(days), microseconds, a.zone, 0);
}

// Two of a kind, in one time zone: what is between them says all.
bool comparable(const Moment& a, const Moment& b) { return a.what != What::kNothing && a.what == b.what && a.zone == b.zone; }

// _between(a, b, cls): a - b for dates or datetimes; `cls` is timedelta
Value between(Context& cx, Value* args) {
  const Moment a = read(cx, args[0]), b = read(cx, args[1]);
  if (!comparable(a, b) || a.what == What::kDelta) return Value::none();
  return make_delta(cx, as<Class>(args[2]), nullptr, a.days - b.days, a.microseconds - b.microseconds);
}

// _order(a, b): -1, 0 or 1
Value order(Context& cx, Value* args) {
  const Moment a = read(cx, args[0]), b = read(cx, args[1]);
  if (!comparable(a, b)) return Value::none();
  const auto sign = [](int64_t x, int64_t y) { return (x > y) - (x < y); };
  return Value::small(a.days != b.days ? sign(a.days, b.days) : sign(a.microseconds, b.microseconds));
}

// _ordinal(year, month, day), which are a date's
Value ordinal(Context&, Value* args) {
  for (size_t i = 0; i < kDateFields; ++i)
    if (!args[i].is_small()) return Value::none();
  const int64_t year = args[0].as_small(), month = args[1].as_small(), day = args[2].as_small();
  return is_date(year, month, day) ? Value::small(ordinal_of(year, month, day)) : Value::none();
}

bool read_digits(std::string_view text, size_t at, size_t count, int64_t* out) {
  if (at + count > text.size()) return false;
  *out = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return false;
    *out = *out * 10 + (c - '0');
  }
  return true;
}

bool is_at(std::string_view text, size_t at, char c) { return at < text.size() && text[at] == c; }

// _from_iso(cls, text, with_time): YYYY-MM-DD, and if so behind any character HH:MM[:SS[.fff[fff]]]
Value from_iso(Context& cx, Value* args) {
  const std::string_view text = as<Str>(args[1])->view();
  Day d{};
  if (!read_digits(text, 0, 4, &d.year) || !is_at(text, 4, '-') || !read_digits(text, 5, 2, &d.month) || !is_at(text, 7, '-') ||
      !read_digits(text, 8, 2, &d.day) || !is_date(d.year, d.month, d.day))
    return Value::none();
  auto* cls = as<Class>(args[0]);
  if (!args[2].is_true()) return text.size() == 10 ? make_date(cx, cls, nullptr, d) : Value::none();
  int64_t hour = 0, minute = 0, second = 0, microsecond = 0;
  if (text.size() > 10) {
    if (static_cast<unsigned char>(text[10]) >= 0x80 || !read_digits(text, 11, 2, &hour) || !is_at(text, 13, ':') ||
        !read_digits(text, 14, 2, &minute))
      return Value::none();
    if (text.size() > 16 && (text[16] != ':' || !read_digits(text, 17, 2, &second))) return Value::none();
    if (text.size() > 19) {
      const size_t digits = text.size() - 20;
      if (text[19] != '.' || (digits != 3 && digits != 6) || !read_digits(text, 20, digits, &microsecond)) return Value::none();
      if (digits == 3) microsecond *= 1000;
    }
    if (!is_time(hour, minute, second, microsecond)) return Value::none();
  }
  return make_datetime(cx, cls, nullptr, d, ((hour * 60 + minute) * 60 + second) * 1'000'000 + microsecond, Value::none(), 0);
}

constexpr NativeRow kRows[] = {
    {"_between", between, "a, b, cls: class, /"},
    {"_from_iso", from_iso, "cls: class, text: str, with_time, /"},
    {"_moved", moved, "moment, delta, sign: small, cls: class, /"},
    {"_new_date", new_date, "cls: class, year, month, day, /"},
    {"_new_datetime", new_datetime, "cls: class, year, month, day, hour, minute, second, microsecond, tzinfo, fold, zones: class, /"},
    {"_new_timedelta", new_timedelta, "cls: class, days, seconds, microseconds, milliseconds, minutes, hours, weeks, /"},
    {"_order", order, "a, b, /"},
    {"_ordinal", ordinal, "year, month, day, /"},
};

}  // namespace

extern const ModuleRow kDatetimeModule = {.name = "datetime", .functions = kRows};

}  // namespace fermata
