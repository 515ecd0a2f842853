// The image: builtin classes, builtin functions, the prelude and the standard library, made once per process
// and then shared, unchanged, by all sessions and threads. Sessions name its objects in their states.
// Modules are added under a lock when somebody first imports them; what is there never changes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.h"

namespace fermata {

// The process's image; built at the first call, about a millisecond or two.
const Image& shared_image();

// A module of the standard library, or null when there is none of that name. `error` is set when its own
// code failed (a bug of ours).
Module* image_module(std::string_view name, std::string* error);
// The same for an import statement: of the library's own code, or a program's, which has fewer; library/modules.def.
Module* image_module_for(std::string_view name, bool library, std::string* error);
// The code of a module that each session runs for itself, as CPython's own are (PYTHON_MODULE in library/modules.def), or of our file of
// that name, its `overlay`, which is run after it in the same namespace. Null when there is none.
Code* image_module_code(std::string_view name, bool overlay);
// What each session has of its own in the shared module of this name, by the module's function __session__; null when that is nothing.
const SessionPart* image_session_part(std::string_view name);
// What such a module imported when it was made, in that order; a name may be there twice.
std::vector<std::string> image_imports(std::string_view by);
// The names of all modules that programs get to hear of, sorted.
std::vector<std::string> image_module_names();

// Names of image objects for states: "builtins.len", "list.append", "prelude:op_add", "collections:Counter.update".
// Empty for what has no name (a state then carries a copy).
std::string_view image_name(const Object* o);
// The object of a name, loading its module when needed; null when there is none.
Object* image_find(std::string_view name);

}  // namespace fermata
