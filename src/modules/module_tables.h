// The list of all modules' native parts and of the heap types that modules bring. A module's file declares
// its row in a header of its own; here they come together for the image (vm/image), which makes the classes
// and joins each row with the Python file of the same name.
#pragma once

#include <span>

#include "objects/native.h"

namespace fermata {

std::span<const ModuleRow* const> native_modules();
std::span<const TypeRow* const> native_module_types();

}  // namespace fermata
