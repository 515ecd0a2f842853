// What a session sets in classes of the library, which all sessions share, is kept apart, as is what it sets in modules: in
// Context::module_patches, under kClasses, by the names that states give the classes. Called by class.cpp, where everything is looked up.
#pragma once

#include <string_view>

#include "runtime/context.h"

namespace fermata {

// The session's own of one module of the image, or under another such name; made when there is none. Null: there is no memory for it.
Dict* module_patches(Context& cx, Str* name);
// Does this session have anything of the kind? Few do.
bool has_class_patches(Context& cx);
// What it has set in one class, by name ("not given": it deleted that); null when nothing.
Dict* class_patches(Context& cx, const Class* cls);
// A new dict of a shared one's names and values, with the session's own changes of them.
Value with_changes(Context& cx, const Dict* shared, const Dict* own);
// The class's names, with what the session has set: its dict, or a new one.
Value namespace_of(Context& cx, const Class* cls);
// In CPython's library, where classes are C's or Python's; not asked of a session's own.
bool is_written_in_python(Context& cx, const Class* cls);
// May it? Classes that are written in Python in CPython's library can be changed there. Here special methods can be put in the place of
// others alone, and special attributes not at all: what kinds of operations ask instances is settled with the class.
bool may_patch(Context& cx, const Class* cls, const Str* name);
// TypeError "cannot set 'x' attribute of immutable type 'int'"
Value raise_immutable(Context& cx, const Class* cls, std::string_view name);
// False: there is no memory for it.
bool patch_class(Context& cx, const Class* cls, Str* name, Value value);

}  // namespace fermata
