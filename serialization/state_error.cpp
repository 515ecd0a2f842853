#include "serialization/state_error.h"

namespace fermata {

const char* state_error_name(StateErrorKind kind) {
  switch (kind) {
    case StateErrorKind::kNone: return "no error";
    case StateErrorKind::kNotAState: return "not a state";
    case StateErrorKind::kTruncated: return "truncated";
    case StateErrorKind::kTrailing: return "trailing bytes";
    case StateErrorKind::kVersion: return "unsupported version";
    case StateErrorKind::kSyntax: return "bad syntax";
    case StateErrorKind::kWrongType: return "wrong type";
    case StateErrorKind::kOutOfRange: return "out of range";
    case StateErrorKind::kBadReference: return "bad reference";
    case StateErrorKind::kBadObject: return "bad object";
    case StateErrorKind::kBadCode: return "bad code";
    case StateErrorKind::kBadFrame: return "bad frame";
    case StateErrorKind::kTooLarge: return "too large";
    case StateErrorKind::kMissingBuiltin: return "missing builtin";
    case StateErrorKind::kChangedType: return "changed type";
    case StateErrorKind::kNotGranted: return "not granted";
    case StateErrorKind::kSealed: return "sealed";
    case StateErrorKind::kNotSealed: return "not sealed";
    case StateErrorKind::kForeignKey: return "foreign key";
    case StateErrorKind::kReplayed: return "replayed";
    case StateErrorKind::kTampered: return "tampered";
    case StateErrorKind::kUnsavable: return "not savable";
  }
  return "no error";
}

}  // namespace fermata
