// Class `type`: the attributes and methods of classes, unions (int | None), and what the prelude's class
// machinery (src/prelude/classes.py) is made of. Classes themselves are in class.h.
#pragma once

#include "heap/context.h"

namespace fermata {

// int | None: flattens, drops what is there twice. `parts` are classes, None, generic aliases, unions.
// One part alone is itself.
Value make_union(Context& cx, Value a, Value b);
// Can it stand in a union?
bool is_union_part(Value v);
inline bool is_union(Value v);

// --- intrinsics of the prelude's class statement
Value class_make(Context& cx, Value* args);       // (meta, name, bases, namespace): a class without hooks called
Value class_add_slots(Context& cx, Value* args);  // (cls, names)
Value class_set_names(Context& cx, Value* args);  // (cls): [(name, value), …] whose __set_name__ is to be called

inline bool is_union(Value v) { return is<GenericAlias>(v) && as<GenericAlias>(v)->origin.is_none(); }

}  // namespace fermata
