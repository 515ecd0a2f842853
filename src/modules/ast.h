// Module ast: the classes of nodes, a parsed tree as objects of them, trees of such objects compiled, literals read. The row for the image;
// the rest of the module is ast.py and _unparse.py.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kAstModule;

}  // namespace fermata
