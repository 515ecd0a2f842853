#include "native/options.h"

#include "native/convert.h"
#include "native/gil.h"

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

namespace {

// A function of the host's, which gives (errno, data, count, entries).
FileAnswer ask(const py::object& function, const FileRequest& r) {
  const auto path = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefaultAndSize(r.path.data(), Py_ssize_t(r.path.size())));
  const py::tuple given = function(int(r.what), path, r.position, r.count, py::bytes(r.data));
  FileAnswer answer{.error = given[0].cast<int>(), .data = std::string(py::bytes(given[1])), .count = given[2].cast<uint64_t>()};
  for (const py::handle entry : given[3]) {
    const auto [name, kind, mode, size, time] = entry.cast<std::tuple<py::object, int, uint64_t, uint64_t, int64_t>>();
    const auto bytes = py::reinterpret_steal<py::bytes>(PyUnicode_EncodeFSDefault(name.ptr()));
    if (!bytes) throw py::error_already_set();
    answer.entries.push_back({.name = std::string(bytes),
                              .kind = kind ? FileEntry::Kind::kFolder : FileEntry::Kind::kFile,
                              .mode = mode,
                              .size = size,
                              .read_ns = time,
                              .written_ns = time,
                              .changed_ns = time});
  }
  return answer;
}

}  // namespace

Mount mount_of(py::handle mount) {
  const auto [at, mode, limit, files] = mount.cast<std::tuple<py::object, int, uint64_t, py::object>>();
  Mount made{.at = utf8_of(at), .mode = Mount::Mode(mode), .limit = limit};
  if (PyBytes_Check(files.ptr())) made.files = host_folder(std::string(py::bytes(files)));
  else made.files = [held = shared_object(files)](const FileRequest& request) { return with_gil([&] { return ask(*held, request); }); };
  return made;
}

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
