#include "durable/times.h"

#include <ctime>

namespace fermata::durable {

std::optional<Time> time_from(const std::string& text) {
  std::tm parts{};
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (!end) {
    parts = {};
    end = strptime(text.c_str(), "%Y-%m-%d", &parts);
    return end && !*end ? std::optional(Time(timegm(&parts)) * 1000) : std::nullopt;
  }
  Time ms = Time(timegm(&parts)) * 1000;
  if (*end == '.') {
    int digits = 0;
    for (++end; *end >= '0' && *end <= '9'; ++end, ++digits) {
      constexpr int kOf[] = {100, 10, 1};
      if (digits < 3) ms += Time(*end - '0') * kOf[digits];
    }
    if (!digits) return std::nullopt;
  }
  return end[0] == 'Z' && !end[1] ? std::optional(ms) : std::nullopt;
}

}  // namespace fermata::durable
