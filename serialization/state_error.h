// What can be wrong with a state: the kinds of errors, and the one C++ exception of this folder. Loading
// and saving throw StateFailure inside and catch it at their border (state.h), where it becomes a
// StateError for the session; nobody else sees it.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

namespace fermata {

enum class StateErrorKind : uint8_t {
  kNone,
  kNotAState,       // the bytes don't begin as a state of either encoding does
  kTruncated,       // the bytes end too early
  kTrailing,        // there are bytes after the end
  kVersion,         // written by a newer release
  kSyntax,          // not JSON, or not MessagePack
  kWrongType,       // something else is where a number, a text, a class … must be
  kOutOfRange,      // a number that can't be there
  kBadReference,    // a reference to an object that isn't there
  kBadObject,       // an object that no program can make
  kBadCode,         // instructions that the verifier refuses
  kBadFrame,        // a frame that no program can be in
  kTooLarge,        // over the heap limit, or out of proportion to the state's size
  kMissingBuiltin,  // names a builtin that this release doesn't have
  kChangedType,     // a class that the host declares has other fields or members now, and values of the state don't fit it
  kNotGranted,      // waits for a function that whoever loads it doesn't grant
  kSealed,          // a sealed state, given without its key
  kNotSealed,       // anything else, where only sealed states are taken
  kForeignKey,      // sealed with a key that isn't there
  kReplayed,        // sealed for another place than the one where it is opened
  kTampered,        // not what was sealed
  kUnsavable,       // (saving) an object that can't be written down
};
const char* state_error_name(StateErrorKind kind);  // "bad reference"

struct StateError {
  StateErrorKind kind = StateErrorKind::kNone;
  std::string message;  // one line: what is wrong, and where
  explicit operator bool() const { return kind != StateErrorKind::kNone; }
};

struct StateFailure {
  StateError error;
};

template <class... Args>
[[noreturn]] void fail(StateErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw StateFailure{{kind, fmt::format(format, std::forward<Args>(args)...)}};
}

}  // namespace fermata
