#include "durable/transitions/table.h"

#include <algorithm>
#include <array>
#include <string>

namespace fermata::durable {

namespace {

// A name as people, logs and databases see it: kAwaitingApproval is "awaiting_approval".
template <size_t n>
struct Name {
  char text[2 * n] = {};
  consteval Name(const char (&from)[n]) {
    size_t to = 0;
    for (size_t i = 1; i + 1 < n; ++i) {
      const bool upper = from[i] >= 'A' && from[i] <= 'Z';
      if (upper && i > 1) text[to++] = '_';
      text[to++] = char(upper ? from[i] - 'A' + 'a' : from[i]);
    }
  }
};
template <Name name>
constexpr const char* kNamed = name.text;

// The moves name statuses by these; kNone is nothing.
struct Runs {
  static constexpr std::optional<RunStatus> kNone{};
#define RUN_STATUS(status, meaning) static constexpr std::optional<RunStatus> status{RunStatus::status};
#include "durable/transitions/transitions.def"
};
struct Calls {
  static constexpr std::optional<CallState> kNone{};
#define CALL_STATE(state, meaning) static constexpr std::optional<CallState> state{CallState::state};
#include "durable/transitions/transitions.def"
};

constexpr RunMove kRunMoves[] = {
#define RUN_MOVE(transition, from, to) {Transition::transition, Runs::from, Runs::to},
#include "durable/transitions/transitions.def"
};
constexpr CallMove kCallMoves[] = {
#define CALL_MOVE(transition, from, to) {Transition::transition, Calls::from, Calls::to},
#include "durable/transitions/transitions.def"
};

constexpr const char* kRunStatuses[] = {
#define RUN_STATUS(status, meaning) kNamed<#status>,
#include "durable/transitions/transitions.def"
};
constexpr const char* kCallStates[] = {
#define CALL_STATE(state, meaning) kNamed<#state>,
#include "durable/transitions/transitions.def"
};
constexpr const char* kTransitions[] = {
#define TRANSITION(name, who, needs, writes) kNamed<#name>,
#include "durable/transitions/transitions.def"
};
// The enums are public, so they are written twice; in the order of the table.
static_assert(std::size(kRunStatuses) == size_t(RunStatus::kDead) + 1);
static_assert(std::size(kCallStates) == size_t(CallState::kAbandoned) + 1);

template <class E, size_t n>
std::optional<E> named(const char* const (&names)[n], std::string_view name) {
  for (size_t i = 0; i < n; ++i)
    if (name == names[i]) return E(i);
  return std::nullopt;
}

}  // namespace

const char* to_string(RunStatus status) { return kRunStatuses[size_t(status)]; }
const char* to_string(CallState state) { return kCallStates[size_t(state)]; }
const char* to_string(Transition transition) { return kTransitions[size_t(transition)]; }
std::optional<RunStatus> run_status_from(std::string_view name) { return named<RunStatus>(kRunStatuses, name); }
std::optional<CallState> call_state_from(std::string_view name) { return named<CallState>(kCallStates, name); }
std::optional<Transition> transition_from(std::string_view name) { return named<Transition>(kTransitions, name); }

bool has_ended(RunStatus status) { return status == RunStatus::kDone || status == RunStatus::kRaised || status == RunStatus::kCancelled; }

std::span<const RunMove> run_moves() { return kRunMoves; }
std::span<const CallMove> call_moves() { return kCallMoves; }
bool is_allowed(const RunMove& move) { return std::ranges::find(kRunMoves, move) != std::end(kRunMoves); }
bool is_allowed(const CallMove& move) { return std::ranges::find(kCallMoves, move) != std::end(kCallMoves); }

}  // namespace fermata::durable
