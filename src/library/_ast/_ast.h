// Module _ast: the classes of nodes, a parsed tree as objects of them, trees of such objects compiled, literals read. The row for the
// image; the rest of the module is _ast.py, and CPython's ast.py.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kAstModule;

}  // namespace fermata
