// The clocks of the public API.
#include "fermata/clock.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>

namespace fermata {

Clock system_clock() {
  // Programs divide by how long something took, and sort by when it was: two readings are never the same. (The machine's may be set back.)
  return [last = 0.0]() mutable {
    const double time = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    constexpr double kSame = 1e-3;
    return last = time > last || time < last - kSame ? time : std::nextafter(last, HUGE_VAL);
  };
}

Clock fixed_clock(double at) {
  return [at] { return at; };
}

Clock stepping_clock(double from, double step) {
  // Counted, so that the readings don't depend on how sums are rounded.
  return [from, step, readings = std::make_shared<double>(0)] { return from + step * (*readings)++; };
}

namespace {

// Takes parts of a text from its beginning.
struct Reader {
  std::string_view left;
  bool good = true;

  int number(size_t digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(left.data(), left.data() + std::min(digits, left.size()), value);
    good = good && error == std::errc() && end == left.data() + digits && left[0] != '-';
    if (good) left.remove_prefix(digits);
    return value;
  }
  bool skip(char c) {
    if (left.empty() || left[0] != c) return false;
    left.remove_prefix(1);
    return true;
  }
  void need(char c) { good = good && skip(c); }
};

}  // namespace

std::optional<Clock> clock_from_text(std::string_view text) {
  if (text == "system") return system_clock();
  Reader in{text};
  const int year = in.number(4);
  in.need('-');
  const int month = in.number(2);
  in.need('-');
  const int day = in.number(2);
  int hour = 0, minute = 0, second = 0;
  double fraction = 0, offset = 0;
  if (in.good && (in.skip('T') || in.skip(' '))) {
    hour = in.number(2);
    in.need(':');
    minute = in.number(2);
    if (in.good && in.skip(':')) second = in.number(2);
    if (in.good && in.skip('.'))
      for (double place = 0.1; !in.left.empty() && in.left[0] >= '0' && in.left[0] <= '9'; place /= 10, in.left.remove_prefix(1))
        fraction += place * (in.left[0] - '0');
    if (in.good && !in.skip('Z') && !in.left.empty() && in.left[0] != ',') {
      const bool west = in.skip('-');
      if (!west) in.need('+');
      offset = in.number(2) * 3600;
      in.skip(':');
      offset += in.number(2) * 60;
      if (west) offset = -offset;
    }
  }
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(unsigned(month)), std::chrono::day(unsigned(day))};
  if (!in.good || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const double days = double(std::chrono::sys_days(date).time_since_epoch().count());
  const double at = days * 86400 + hour * 3600 + minute * 60 + second + fraction - offset;
  if (in.left.empty()) return fixed_clock(at);
  in.need(',');
  double step = 0;
  const auto [end, error] = std::from_chars(in.left.data(), in.left.data() + in.left.size(), step);
  if (!in.good || error != std::errc() || end != in.left.data() + in.left.size() || !(step >= 0) || !std::isfinite(step))
    return std::nullopt;
  return stepping_clock(at, step);
}

}  // namespace fermata
