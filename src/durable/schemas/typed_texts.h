// What JSON has no type for, as people write it: "84.50", "2026-12-01", "2026-12-01T09:30:00+01:00". Asked for what somebody gives for a
// parameter of such a type, and for the fields of forms.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "fermata/value.h"

namespace fermata::durable {

inline constexpr size_t kMostDigits = 4'300;  // as Python's int() takes

// A decimal, date, time, datetime or UUID that the text means, as Python writes it. Nothing: it means none, or the kind is another one.
std::optional<Data> typed_text(ObjectKind kind, const std::string& text);
// "a date, such as 2026-12-01"
const char* example_of(ObjectKind kind);

}  // namespace fermata::durable
