// Class `type`: the attributes and methods of classes, unions (int | None), and what the prelude's class
// machinery (src/prelude/classes.py) is made of. Classes themselves are in class.h.
#pragma once

#include <vector>

#include "runtime/context.h"

namespace fermata {

// int | None: flattens, drops what is there twice. `parts` are classes, None, generic aliases, unions.
// One part alone is itself.
Value make_union(Context& cx, Value a, Value b);
// Can it be in a union?
bool is_union_part(Value v);
inline bool is_union(Value v);

// --- intrinsics of the prelude's class statement
Value class_make(Context& cx, Value* args);       // (meta, name, bases, namespace): a class without hooks called
Value class_add_slots(Context& cx, Value* args);  // (cls, names)
Value class_set_names(Context& cx, Value* args);  // (cls): [(name, value), …] whose __set_name__ is to be called

Value make_super(Context& cx, Value* args);  // (type, obj, class) (descriptors.cpp)

// --- changing classes (class_bases.cpp)
Value set_class_bases(Context& cx, Value cls, Value bases);
Value class_check_bases(Context& cx, Value* args);    // (cls, bases): TypeErrors of an assignment to __bases__
Value class_replace_bases(Context& cx, Value* args);  // (cls, bases)
Value class_default_mro(Context& cx, Value* args);    // (cls): a tuple
Value class_set_mro(Context& cx, Value* args);        // (cls, mro)
Value class_has_dict(Context& cx, Value* args);       // (cls)
// The base whose instances the class's are built upon: the one that brings a layout or slots, else the first; null for object.
const Class* layout_base(const Class* cls);
// May an object of one class become one of the other?
bool same_instance_layout(Context& cx, const Class* a, const Class* b);
// Do two of the bases have slots, or one slots and another a builtin's layout, that instances of one class can't both have?
bool slots_conflict(const Tuple* bases);

bool is_base(const Class* derived, const Class* base);  // one of its __bases__
// The classes right below one. Of the image's, which all sessions share: those that the image was made with, then the session's own.
std::vector<Value> direct_subclasses(Context& cx, const Class* cls);

inline bool is_union(Value v) { return is<GenericAlias>(v) && as<GenericAlias>(v)->origin.is_none(); }

}  // namespace fermata
