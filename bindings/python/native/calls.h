// Pending calls as Python has them. Called by what answers them: host_session.cpp, worker.cpp. Needs the GIL; throws py::error_already_set.
#pragma once

#include <pybind11/pybind11.h>

#include "fermata/host.h"
#include "native/convert.h"

namespace fermata::python {

// `revived` makes what both share one object.
py::tuple args_of(Converter::Reviver& revived, const Call& call);
py::dict kwargs_of(Converter::Reviver& revived, const Call& call);
// The fields of fermata/_core/calls.py's Call.
py::tuple fields_of(const Converter& converter, const Call& call, bool for_show = false);

// With its traceback, which pybind11 keeps apart.
py::object exception_of(const py::error_already_set& error);

}  // namespace fermata::python
