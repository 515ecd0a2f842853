// What is wrong with a program's text, as fields of fermata/_errors' Finding. All of it needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "fermata/error.h"

namespace fermata::python {

namespace py = pybind11;

py::list findings_of(const std::vector<Finding>& findings);
// Python's SyntaxError of the package.
[[noreturn]] void raise_syntax_error(const std::vector<Finding>& findings);

}  // namespace fermata::python
