// Handles: instances that stand for objects of the host. All that is in one is a type's name and its own, put there by the session
// (session/arriving.cpp) under a name that no program can write to. Their classes, which modules/_border.py makes, have kClassHandle:
// no program can make an instance of them, nor a class from them.
#pragma once

#include "heap/context.h"

namespace fermata {

struct HandleParts {
  Str* type = nullptr;  // null: this is no handle
  Str* name = nullptr;
};
HandleParts handle_parts(Context& cx, Value v);
inline HandleParts handle_parts(Context& cx, Instance* o) { return handle_parts(cx, Value::object(o)); }

// Rows of the intrinsics that modules/_border.py uses.
// class_make_handle(cls): from now on it is a handles' class.
Value class_make_handle(Context& cx, Value* a);
// make_handle(cls, type, name)
Value make_handle(Context& cx, Value* a);
// handle_parts(x): (type, name), or None.
Value intrinsic_handle_parts(Context& cx, Value* a);

}  // namespace fermata
