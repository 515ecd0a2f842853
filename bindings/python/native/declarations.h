// What Python says about the functions and classes that a program may use, as the engine's own lists. Called by the module
// fermata._native and by the command's plugin for --tools. Needs the GIL; throws py::error_already_set.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "fermata/host.h"

namespace fermata::python {

namespace py = pybind11;

std::vector<Grant> grants_of(py::handle grants);  // an iterable of (name, asynchronous)
// What the method declarations() of a Types (fermata/_values) lists; nothing of None.
std::vector<TypeDeclaration> types_of(py::handle table);

}  // namespace fermata::python
