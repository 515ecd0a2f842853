// What sessions and runs are made with, as Python has it: limits, what is spent of them, seeds. Needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>

#include "fermata/limits.h"
#include "fermata/mount.h"

namespace fermata::python {

namespace py = pybind11;

std::optional<Limits> limits_of(py::handle limits);  // a fermata.Limits, or None. Throws a TypeError for anything else.
py::dict dict_of(const Limits& limits);              // its arguments
py::tuple spent_of(const Spent& spent);              // the fields of fermata/_core/calls.py's Spent

// As fermata/_core/mounts.py has it: (place, mode, limit, a folder or a function). Throws UsageError.
Mount mount_of(py::handle mount);

uint64_t seed_of(py::handle seed);  // throws a TypeError, or Python's UsageError

}  // namespace fermata::python
