#include "serialization/key_hash.h"

#include "base/hash.h"
#include "objects/model/operations.h"
#include "serialization/state_error.h"

namespace fermata {

namespace {

// What a key may consist of to have its hash derived. It bounds the time that a hostile state can cost.
constexpr int kMaxParts = 64;
constexpr uint32_t kMaxLimbs = 64;

// Takes the key's parts off `left`.
bool is_derived(Value key, int& left) {
  if (--left < 0) return false;
  if (!key.is_object()) return true;
  switch (key.as_object()->kind) {
    case Kind::kStr:
    case Kind::kBytes:
    case Kind::kComplex: return true;
    case Kind::kInt: return as<Int>(key)->count <= kMaxLimbs;
    case Kind::kFloat: return as<Float>(key)->value == as<Float>(key)->value;  // a NaN hashes by identity
    case Kind::kTuple:
      for (Value v : as<Tuple>(key)->span())
        if (!is_derived(v, left)) return false;
      return true;
    case Kind::kFrozenSet:
      for (const SetEntry& e : as<FrozenSet>(key)->table)
        if (!is_derived(e.key, left)) return false;
      return true;
    default: return false;
  }
}

}  // namespace

bool hash_is_derived(Value key) {
  int left = kMaxParts;
  return is_derived(key, left);
}

int64_t derived_hash(Context& cx, Value key) {
  if (is<Tuple>(key)) {
    TupleHasher h;
    for (Value v : as<Tuple>(key)->span()) h.add(derived_hash(cx, v));
    return h.result();
  }
  if (is<FrozenSet>(key)) {
    FrozensetHasher h;
    for (const SetEntry& e : as<FrozenSet>(key)->table)
      if (!e.key.is_unset()) h.add(derived_hash(cx, e.key));
    return h.result();
  }
  int64_t result = 0;
  if (!hash_of(cx, key, &result).is_none()) fail(StateErrorKind::kBadObject, "a key that cannot be hashed");
  return result;
}

}  // namespace fermata
