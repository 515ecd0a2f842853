// Exceptions that left a program, for fermata/_errors.
#pragma once

#include "fermata/error.h"
#include "native/convert.h"

namespace fermata::python {

// ErrorFields of fermata/_errors/errors.py, where error_of() makes an exception of them.
py::tuple error_fields(const Converter& converter, const Error& e);

}  // namespace fermata::python
