// The special methods of builtin classes (list.__len__, int.__add__, …), made from the types' Operations so
// that nobody writes them twice. Called by the image when it builds a class.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

// Rows for what `operations` can do. A row's twin is "<type><dunder>" when the prelude has it. `names` keeps
// the texts the rows point to.
std::vector<NativeRow> dunder_rows(const char* type, const Operations& operations, std::deque<std::string>& names);

}  // namespace fermata
