#include "native/options.h"

#include "native/convert.h"

namespace fermata::python {

std::optional<Limits> limits_of(py::handle limits) {
  if (limits.is_none()) return std::nullopt;
  if (!py::isinstance(limits, py::module_::import("fermata").attr("Limits"))) {
    PyErr_Format(PyExc_TypeError, "limits must be a fermata.Limits, not '%.200s'", Py_TYPE(limits.ptr())->tp_name);
    throw py::error_already_set();
  }
  Limits l;
#define LIMIT(name, default_value, unit, since, doc) l.name = limits.attr(#name).cast<uint64_t>();
#include "base/limits.def"
#undef LIMIT
  return l;
}

py::dict dict_of(const Limits& l) {
  py::dict values;
#define LIMIT(name, default_value, unit, since, doc) values[#name] = l.name;
#include "base/limits.def"
#undef LIMIT
  return values;
}

py::tuple spent_of(const Spent& s) { return py::make_tuple(s.steps, s.time_ns, s.heap_bytes, s.output_bytes, s.host_calls, s.wall_ns); }

uint64_t seed_of(py::handle seed) {
  if (!PyLong_Check(seed.ptr())) {
    PyErr_Format(PyExc_TypeError, "seed must be an int, not '%.200s'", Py_TYPE(seed.ptr())->tp_name);
    throw py::error_already_set();
  }
  const uint64_t number = PyLong_AsUnsignedLongLong(seed.ptr());
  if (!PyErr_Occurred()) return number;
  PyErr_Clear();
  raise_usage("seed must be a number from 0 to 2**64 - 1, not " + utf8_of(py::repr(seed)));
}

}  // namespace fermata::python
