// Importing modules. A program gets what Fermata's standard library has; modules are part of the image,
// loaded there the first time anybody in the process asks. Called by the IMPORT instructions and __import__.
#pragma once

#include "runtime/context.h"

namespace fermata {

// `import name`; with `dots` before it, relative to the package that the importer's `globals` name. `top`: of a dotted name the first
// module. ModuleNotFoundError says what to do instead, and how to list the modules that are here.
Value import_module(Context& cx, Str* name, uint32_t dots, bool top, const Code* importer = nullptr, Value globals = Value(),
                    bool begun = false);
// The program's own __import__: what it has put into module builtins, or into the __builtins__ of these globals. Unset: it has none. An
// ImportError when its __builtins__ have none.
Value import_hook(Context& cx, Value globals);
// The import statement whose IMPORT fills register `to`, by that function; `next`: what follows it in the code.
Value import_by_hook(Context& cx, Value hook, Str* name, uint32_t dots, bool top, Value globals, const Code* code, const uint64_t* next,
                     uint32_t to);
// An empty module of that name; a package is its own __package__.
Module* new_module(Context& cx, std::string_view name, bool package);
Module* new_python_module(Context& cx, std::string_view name, std::string_view file);  // one of CPython's, whose file is known
// Deferred when a module on the way is one that each session makes for itself: its code has to run (prelude: op_import); or one that isn't
// here, where the program has finders of its own in sys.meta_path; not when that has `begun`. begin_module() makes the first such module,
// puts it into sys.modules, and gives (name, module, code, code of ours that is run after it or None, the modules of the session), with no
// module when finders are to be asked; None when there is none.
Value begin_module(Context& cx, Str* name, uint32_t dots, Value globals);
// `from module import name`: ImportError "cannot import name 'x' from 'm'".
Value import_from(Context& cx, Value module, Str* name);
// `from module import *` into `globals`.
Value import_star(Context& cx, Value module, Dict* globals);

// sys.modules: the first look at it puts what the library itself imported there, which from then on every import does.
Value listed_modules(Context& cx);

// cls.__subclasses__() of a class of the image: of the library's classes there, which all sessions share, those of the modules that are in
// sys.modules, and of those that CPython has imported before a program begins.
Value known_subclasses(Context& cx, const Class* cls);

// A sentence about a module that isn't here: why, and what to do instead, or which name is near. Or empty.
std::string module_hint(const Context& cx, std::string_view module);

}  // namespace fermata
