// Sealed states for the module fermata._native: fermata::Sealer with Python's bytes. All of it needs the GIL, and lets go of it while it
// seals and opens.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "fermata/sealer.h"

namespace fermata::python {

namespace py = pybind11;

// From a dict. Throws TypeError and UsageError.
Bound bound_of(py::dict bound);

py::bytes sealed(const Sealer& sealer, std::string_view state, const Bound& bound);
// Throws StateError.
std::string opened(const Sealer& sealer, py::handle state, const Bound& bound);

void define_sealer(py::module_& m);

}  // namespace fermata::python
