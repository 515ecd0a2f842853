// Decisions that the JSON saver and loader share.
#pragma once

#include <string_view>

#include "heap/object.h"

namespace fermata {

// A text that stands for itself in JSON is an interned str when it is short, as constants and names are, and
// another str when it is long. The exceptions are tagged {"$name": …} and {"$str": …}.
inline constexpr size_t kBareCanonical = 40;
inline bool bare_is_canonical(std::string_view text) { return text.size() <= kBareCanonical; }

// How deep values are nested within each other before they become records of their own, and what a loader accepts.
inline constexpr int kMaxInlineDepth = 16;
inline constexpr int kMaxLoadDepth = 64;

// Ints of more limbs than this are written in hexadecimal: decimal would take quadratic time.
inline constexpr uint32_t kMaxDecimalLimbs = 16;

// Kinds that are written where they are mentioned, when that is one place only. What programs are made of is always a record.
inline bool stands_inline(Kind kind) {
  switch (kind) {
    case Kind::kClass:
    case Kind::kCode:
    case Kind::kFunction:
    case Kind::kModule:
    case Kind::kGenerator:
    case Kind::kTask:
    case Kind::kTraceback: return false;
    default: return true;
  }
}

// Kinds with a notation of their own ([…], {"$tuple": …}); the others are {"$new": kind, fields…}.
inline bool has_notation(Kind kind) {
  switch (kind) {
    case Kind::kStr:
    case Kind::kBytes:
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet:
    case Kind::kFrozenSet:
    case Kind::kCell:
    case Kind::kInstance: return true;
    default: return false;
  }
}

inline bool is_leaf(Kind kind) { return kind == Kind::kStr || kind == Kind::kBytes || kind == Kind::kInt || kind == Kind::kFloat; }

}  // namespace fermata
