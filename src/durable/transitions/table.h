// The table of transitions (transitions.def) as data. Read by the transitions themselves, which refuse what isn't in it, by the checker and
// by the model check.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "fermata/durable/run.h"

namespace fermata::durable {

enum class Transition : uint8_t {
#define TRANSITION(name, who, needs, writes) name,
#include "durable/transitions/transitions.def"
};
const char* to_string(Transition transition);  // "submit"
std::optional<Transition> transition_from(std::string_view name);

std::optional<CallState> call_state_from(std::string_view name);

// Nothing: it isn't there.
struct RunMove {
  Transition transition;
  std::optional<RunStatus> from, to;
  bool operator==(const RunMove&) const = default;
};
struct CallMove {
  Transition transition;
  std::optional<CallState> from, to;
  bool operator==(const CallMove&) const = default;
};
std::span<const RunMove> run_moves();
std::span<const CallMove> call_moves();
bool is_allowed(const RunMove& move);
bool is_allowed(const CallMove& move);

}  // namespace fermata::durable
