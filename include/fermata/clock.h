// Clocks that a host may grant a session (SessionOptions::clock). Each gives seconds since 1970.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace fermata {

using Clock = std::function<double()>;

Clock system_clock();  // the machine's; each reading is later than the one before
Clock fixed_clock(double at);
Clock stepping_clock(double from, double step);  // each reading is `step` seconds after the one before

// "system"; a date and time in ISO 8601 ("2026-11-22T10:00:00Z", "2026-11-22 10:00:00.5+01:00"; in UTC when no zone is given), at which the
// clock stands still; or that and a step in seconds: "2026-11-22T10:00:00Z,0.001". Nothing for any other text.
std::optional<Clock> clock_from_text(std::string_view text);

}  // namespace fermata
