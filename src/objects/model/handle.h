// Handles: instances that stand for objects of the host. A handle holds only a type's name, its own name, and an identity, put there under
// a name that no program can write to. Their classes, which library/_border.py makes, have kClassHandle: no program can make an
// instance of them, nor a class from them. And should one find a way: an instance is a handle only with the identity that the session
// drew from the host's entropy when the host gave that object (session/border/arriving.cpp), and which no program ever sees.
#pragma once

#include "runtime/context.h"

namespace fermata {

struct HandleParts {
  Str* type = nullptr;  // null: this isn't a handle
  Str* name = nullptr;
};
HandleParts handle_parts(Context& cx, Value v);
inline HandleParts handle_parts(Context& cx, Instance* o) { return handle_parts(cx, Value::object(o)); }

// Rows of the intrinsics that library/_border.py uses.
// class_make_handle(cls): from now on it is a handles' class.
Value class_make_handle(Context& cx, Value* a);
// make_handle(cls, type, name, identity)
Value make_handle(Context& cx, Value* a);
// handle_parts(x): (type, name), or None.
Value intrinsic_handle_parts(Context& cx, Value* a);

// The identity of the host's object of that type and name: drawn at the first question. Null: no room.
Str* handle_identity(Context& cx, std::string_view type, std::string_view name);
// Whether a program may await one: a function's answer may be a handle whose class has __await__.
bool handles_are_awaitable(Context& cx);
// Gives the handles of an older state theirs. False: no room.
bool identify_handles(Context& cx);

}  // namespace fermata
