// What may be changed: not the image's objects, since all sessions share them. A session has copies of its lists, dicts and sets, from when
// they are first asked for (thaw), but a forged state can name the objects themselves; so whatever changes a container looks. Used by the
// loop, operations and calls of natives.
#pragma once

#include "runtime/context.h"

namespace fermata {

// A T that may be changed.
template <class T>
inline bool is_own(Value v) {
  if (!v.is_object()) return false;
  // Kind and flags with one look; this is in the path of every `list[i] = x`.
  const Object* o = v.as_object();
  return ((unsigned(o->kind) | unsigned(o->flags) << 8) & (0xFFu | unsigned(Object::kImmortal) << 8)) == unsigned(T::kKind);
}

inline bool is_shared(Value v) { return v.is_object() && v.as_object()->immortal(); }

// TypeError "'list' object is shared and cannot be changed"
Value raise_shared(Context& cx, Value v);

}  // namespace fermata
