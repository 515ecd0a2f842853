// Dispatch over the heap types for the visitors: visit(object, visitor) calls the right `fields`. The only
// switch over all kinds; it comes from types.def. Called by the marker, saver, loader, heap check and dump.
#pragma once

#include "heap/layout_data.h"
#include "heap/layout_program.h"

namespace fermata {

// f(T*) with the object's own type; false for a kind that isn't in types.def.
template <class F>
bool with_type(Object* o, F&& f) {
  switch (o->kind) {
#define TYPE(number, Name, ...) \
  case Kind::k##Name: f(static_cast<Name*>(o)); return true;
#include "heap/types.def"
    default: return false;
  }
}

template <class V>
bool visit(Object* o, V& visitor) {
  return with_type(o, [&](auto* object) { object->fields(visitor); });
}

}  // namespace fermata
