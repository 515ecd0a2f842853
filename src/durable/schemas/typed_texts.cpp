#include "durable/schemas/typed_texts.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace fermata::durable {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// A text that is read from its beginning.
class Rest {
 public:
  explicit Rest(std::string_view text) : rest_(text) {}

  bool is_over() const { return rest_.empty(); }
  bool skip(std::string_view any) {
    const bool is_there = !rest_.empty() && any.find(rest_[0]) != any.npos;
    if (is_there) rest_.remove_prefix(1);
    return is_there;
  }
  std::string_view digits() {
    const std::string_view all = rest_.substr(0, size_t(std::ranges::find_if_not(rest_, is_digit) - rest_.begin()));
    rest_.remove_prefix(all.size());
    return all;
  }
  // Two digits of a number up to `most`. Nothing: they aren't there.
  std::optional<int> two(int most) {
    if (rest_.size() < 2 || !is_digit(rest_[0]) || !is_digit(rest_[1])) return std::nullopt;
    const int number = (rest_[0] - '0') * 10 + rest_[1] - '0';
    rest_.remove_prefix(2);
    return number <= most ? std::optional(number) : std::nullopt;
  }

 private:
  std::string_view rest_;
};

std::string two_digits(int number) { return std::to_string(100 + number).substr(1); }

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  Rest rest(text);
  const std::string_view year = rest.digits();
  rest.skip("-");
  const auto month = rest.two(12);
  rest.skip("-");
  const auto day = rest.two(31);
  if (year.size() != 4 || !month || !day) return false;
  const int number = std::stoi(std::string(year));
  return number >= 1 &&
         std::chrono::year_month_day(std::chrono::year(number), std::chrono::month(unsigned(*month)), std::chrono::day(unsigned(*day)))
             .ok();
}

// "+01:00", or "Z"; the same, as Python writes it. Empty: there is none. Nothing: it can't be read.
std::optional<std::string> zone_from(Rest& rest) {
  if (rest.is_over()) return "";
  if (rest.skip("Zz")) return "+00:00";
  const bool is_west = rest.skip("-");
  if (!is_west && !rest.skip("+")) return std::nullopt;
  const auto hours = rest.two(23);
  if (!hours) return std::nullopt;
  rest.skip(":");
  const auto minutes = rest.is_over() ? 0 : rest.two(59);
  if (!minutes) return std::nullopt;
  return (is_west && (*hours || *minutes) ? "-" : "+") + two_digits(*hours) + ":" + two_digits(*minutes);
}

// "09:30", with seconds, parts of them and a zone or without.
std::optional<std::string> time_from(std::string_view text) {
  Rest rest(text);
  const auto hour = rest.two(23);
  const auto minute = hour && rest.skip(":") ? rest.two(59) : std::nullopt;
  if (!minute) return std::nullopt;
  std::string iso = two_digits(*hour) + ":" + two_digits(*minute) + ":";
  if (rest.skip(":")) {
    const auto second = rest.two(59);
    if (!second) return std::nullopt;
    iso += two_digits(*second);
    if (rest.skip(".")) {
      std::string parts(rest.digits());
      if (parts.empty() || parts.size() > 6) return std::nullopt;
      parts.resize(6, '0');
      if (parts != "000000") iso += "." + parts;
    }
  } else {
    iso += "00";
  }
  const auto zone = zone_from(rest);
  return zone && rest.is_over() ? std::optional(iso + *zone) : std::nullopt;
}

std::optional<std::string> date_time_from(const std::string& text) {
  if (text.size() < 11 || !is_date(text.substr(0, 10)) || (text[10] != 'T' && text[10] != ' ')) return std::nullopt;
  const auto time = time_from(std::string_view(text).substr(11));
  return time ? std::optional(text.substr(0, 10) + "T" + *time) : std::nullopt;
}

bool is_decimal(const std::string& text) {
  Rest rest(text);
  rest.skip("+-");
  size_t all = rest.digits().size();
  if (rest.skip(".")) all += rest.digits().size();
  if (!all || all > kMostDigits) return false;
  if (rest.skip("eE")) {
    rest.skip("+-");
    const size_t exponent = rest.digits().size();
    if (!exponent || exponent > 6) return false;
  }
  return rest.is_over();
}

// In small letters. Nothing: it isn't one.
std::optional<std::string> uuid_from(std::string text) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (!std::ranges::equal(text, kForm, [](char c, char form) { return form == 'x' ? is_hexadecimal(c) : c == form; })) return std::nullopt;
  for (char& c : text)
    if (c >= 'A' && c <= 'F') c = char(c + ('a' - 'A'));
  return text;
}

std::optional<Data> made(ObjectKind kind, const char* field, std::optional<std::string> text) {
  if (!text) return std::nullopt;
  return Data::object(kind, "", {{field, std::move(*text)}});
}

}  // namespace

std::optional<Data> typed_text(ObjectKind kind, const std::string& text) {
  const auto if_so = [&](bool is_one) { return is_one ? std::optional(text) : std::nullopt; };
  switch (kind) {
    case ObjectKind::kDate: return made(kind, "iso", if_so(is_date(text)));
    case ObjectKind::kTime: return made(kind, "iso", time_from(text));
    case ObjectKind::kDateTime: return made(kind, "iso", date_time_from(text));
    case ObjectKind::kDecimal: return made(kind, "text", if_so(is_decimal(text)));
    case ObjectKind::kUuid: return made(kind, "text", uuid_from(text));
    default: return std::nullopt;
  }
}

const char* example_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kDate: return "a date, such as 2026-12-01";
    case ObjectKind::kTime: return "a time, such as 09:30:00";
    case ObjectKind::kDateTime: return "a date and time, such as 2026-12-01T09:30:00+01:00";
    case ObjectKind::kTimeDelta: return "a timedelta, such as {\"$timedelta\": [0, 90, 0]}";
    case ObjectKind::kDecimal: return "a Decimal, such as \"84.50\"";
    case ObjectKind::kUuid: return "a UUID, such as 12345678-1234-5678-1234-567812345678";
    default: return to_string(kind);
  }
}

}  // namespace fermata::durable
