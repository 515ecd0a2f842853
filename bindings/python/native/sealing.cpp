#include "native/sealing.h"

#include <pybind11/stl.h>

#include "native/convert.h"
#include "native/host_session.h"

namespace fermata::python {

namespace {

[[noreturn]] void raise_type(const char* format, py::handle value) {
  PyErr_Format(PyExc_TypeError, format, Py_TYPE(value.ptr())->tp_name);
  throw py::error_already_set();
}

Data value_of(const std::string& name, py::handle value) {
  if (PyUnicode_Check(value.ptr())) return Data(utf8_of(value));
  if (PyBytes_Check(value.ptr())) return Data::bytes({PyBytes_AS_STRING(value.ptr()), size_t(PyBytes_GET_SIZE(value.ptr()))});
  if (!PyLong_Check(value.ptr()) || PyBool_Check(value.ptr())) {
    const std::string problem =
        "bound: the value of '" + name + "' must be a str, an int or bytes, not '" + Py_TYPE(value.ptr())->tp_name + "'";
    PyErr_SetObject(PyExc_TypeError, str_of(problem).ptr());
    throw py::error_already_set();
  }
  int overflow = 0;
  const int64_t number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow) raise_usage("bound: the value of '" + name + "' needs more than 64 bits");
  return Data(number);
}

// Only bytes, which nobody changes while they are read. `refusal` is what else gets.
std::string_view bytes_of(py::handle bytes, const char* refusal) {
  if (!PyBytes_Check(bytes.ptr())) raise_type(refusal, bytes);
  return {PyBytes_AS_STRING(bytes.ptr()), size_t(PyBytes_GET_SIZE(bytes.ptr()))};
}

py::bytes new_bytes(size_t size) {
  auto made = py::reinterpret_steal<py::bytes>(PyBytes_FromStringAndSize(nullptr, Py_ssize_t(size)));
  if (!made) throw py::error_already_set();
  return made;
}

// A UsageError of the library's is Python's.
template <class Do>
auto usage_errors(Do act) {
  try {
    return act();
  } catch (const UsageError& error) {
    raise_usage(error.what());
  }
}

std::shared_ptr<Sealer> make_sealer(py::iterable keys) {
  return usage_errors([&] {
    std::vector<SealKey> list;
    for (const py::handle pair : keys) {
      if (!PyTuple_Check(pair.ptr()) || PyTuple_GET_SIZE(pair.ptr()) != 2)
        raise_type("keys must be pairs of an id and bytes, not '%.200s'", pair);
      const py::handle id = PyTuple_GET_ITEM(pair.ptr(), 0), key = PyTuple_GET_ITEM(pair.ptr(), 1);
      if (!PyUnicode_Check(id.ptr())) raise_type("a key's id must be a str, not '%.200s'", id);
      if (!PyBytes_Check(key.ptr()) && !PyByteArray_Check(key.ptr())) raise_type("a key must be bytes or a bytearray, not '%.200s'", key);
      Py_buffer buffer;
      if (PyObject_GetBuffer(key.ptr(), &buffer, PyBUF_SIMPLE) != 0) throw py::error_already_set();
      const std::unique_ptr<Py_buffer, decltype(&PyBuffer_Release)> held(&buffer, &PyBuffer_Release);
      list.emplace_back(utf8_of(id), std::string_view(static_cast<const char*>(buffer.buf), size_t(buffer.len)));
    }
    return std::make_shared<Sealer>(std::move(list));
  });
}

py::bytes open(const Sealer& sealer, py::object sealed, py::dict bound) {
  const std::string_view bytes = bytes_of(sealed, "a sealed state must be bytes, not '%.200s'");
  const Bound place = bound_of(bound);
  StateProblem problem;
  const std::optional<size_t> size = Sealer::opened_size(bytes, &problem);
  if (!size) raise_state_error(problem.message, problem.kind);
  py::bytes state = new_bytes(*size);
  const bool opened = usage_errors([&] {
    const py::gil_scoped_release released;
    return sealer.open_to(bytes, place, PyBytes_AS_STRING(state.ptr()), &problem);
  });
  if (!opened) raise_state_error(problem.message, problem.kind);
  return state;
}

}  // namespace

Bound bound_of(py::dict bound) {
  Bound result;
  for (const auto& [name, value] : bound) {
    if (!PyUnicode_Check(name.ptr())) raise_type("bound: a name must be a str, not '%.200s'", name);
    const std::string text = utf8_of(name);
    result.emplace(text, value_of(text, value));
  }
  return result;
}

py::bytes sealed(const Sealer& sealer, std::string_view state, const Bound& bound) {
  py::bytes out = new_bytes(sealer.sealed_size(state.size()));
  usage_errors([&] {
    const py::gil_scoped_release released;
    sealer.seal_to(state, bound, PyBytes_AS_STRING(out.ptr()));
  });
  return out;
}

std::string opened(const Sealer& sealer, py::handle state, const Bound& bound) {
  std::optional<std::string> text;
  StateProblem problem;
  // A state that is a text wasn't sealed.
  const std::string_view bytes =
      PyUnicode_Check(state.ptr()) ? std::string_view("{}") : bytes_of(state, "a sealed state must be bytes, not '%.200s'");
  usage_errors([&] {
    const py::gil_scoped_release released;
    text = sealer.open(bytes, bound, &problem);
  });
  if (!text) raise_state_error(problem.message, problem.kind);
  return std::move(*text);
}

void define_sealer(py::module_& m) {
  py::class_<Sealer, std::shared_ptr<Sealer>>(m, "Sealer")
      .def(py::init(&make_sealer), py::arg("keys"))
      .def_static("from_file",
                  [](const std::string& path) { return usage_errors([&] { return std::make_shared<Sealer>(Sealer::from_file(path)); }); })
      .def_static("new_key",
                  [](const std::string& path, const std::string& id) { return usage_errors([&] { return new_seal_key(path, id); }); })
      .def_static("key_id_of", [](py::object state) { return Sealer::key_id_of(bytes_of(state, "a state must be bytes, not '%.200s'")); })
      .def("key_ids", &Sealer::key_ids)
      .def("seal",
           [](const Sealer& self, py::object state, py::dict bound) {
             return sealed(self, bytes_of(state, "what is sealed must be bytes, not '%.200s'"), bound_of(bound));
           })
      .def("open", &open);
}

}  // namespace fermata::python
