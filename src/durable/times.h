// Times as people and programs write them: what time_text() (ask.h) gives, or less of it.
#pragma once

#include <optional>
#include <string>

#include "fermata/clock.h"
#include "fermata/durable/run.h"

namespace fermata::durable {

// "2026-12-01T10:00:00Z", with fractions of a second or without; or "2026-12-01", its beginning; of UTC. Nothing: it isn't a time.
std::optional<Time> time_from(const std::string& text);

}  // namespace fermata::durable
