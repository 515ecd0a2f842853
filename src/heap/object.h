// Object: the eight-byte header that every heap object starts with, and the numbers of the heap types.
// Objects are made only by Heap (heap.h) and belong to exactly one heap; those of the process-wide image
// are immortal and never written to once the image is published.
#pragma once

#include <cstdint>

#include "heap/value.h"

namespace fermata {

enum class Kind : uint8_t {
  kFree = 0,  // a cell of a block that holds no object
#define TYPE(number, Name, ...) k##Name = number,
#include "heap/types.def"
};
inline constexpr int kKindLimit = 64;

// What types.def says of a kind.
enum KindTrait : uint8_t {
  kManyClasses = 1,   // its values say of which class they are; the others are of their kind's
  kUnhashable = 2,    // no key of a dict
  kInternal = 4,      // no program may ever hold one
  kLeafIterator = 8,  // an iterator that natives can step without calling Python
  kMadeWhole = 16,    // all there when it is made, so never a part of itself
};
// The kinds with one of these traits, a bit for each.
constexpr uint64_t kinds_with(int traits) {
  uint64_t kinds = 0;
#define TYPE(number, Name, python, operations, of_kind) kinds |= uint64_t(((of_kind)&traits) != 0) << number;
#include "heap/types.def"
  return kinds;
}
template <int traits>
constexpr bool kind_has(Kind kind) {
  constexpr uint64_t kKinds = kinds_with(traits);
  return kKinds >> uint8_t(kind) & 1;
}

struct Object {
  Kind kind;
  uint8_t flags = 0;
  uint16_t aux = 0;     // used by the type: an Instance's inline slots, a Str's flags
  uint32_t serial = 0;  // what id() gave, 0 while nobody asked; Heap::serial_of assigns it

  static constexpr uint8_t kMarked = 1;    // reached in the collection that is going on
  static constexpr uint8_t kImmortal = 2;  // part of the image: never collected, never changed
  static constexpr uint8_t kLarge = 4;     // not in a block, but an allocation of its own

  bool immortal() const { return flags & kImmortal; }
};
static_assert(sizeof(Object) == 8);

// `value.is<List>()` and `value.as<List>()`, free functions because Value knows no types.
template <class T>
inline bool is(Value v) {
  return v.is_object() && v.as_object()->kind == T::kKind;
}
template <class T>
inline T* as(Value v) {
  return static_cast<T*>(v.as_object());
}
// The object, or null when the value is something else.
template <class T>
inline T* try_as(Value v) {
  return is<T>(v) ? as<T>(v) : nullptr;
}

const char* kind_name(Kind kind);  // the struct's name, for dumps and errors

}  // namespace fermata
