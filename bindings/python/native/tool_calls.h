// Calls of tools for a worker, in its own threads, which Python doesn't know. Used by worker.cpp and by the command's plugin for --tools.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fermata/durable/worker.h"
#include "native/convert.h"
#include "native/gil.h"

namespace fermata::python {

using Held = std::shared_ptr<const py::object>;

// The functions of Python's that a worker asks.
struct ToolHooks {
  // (fields of the call, and those of a Context: run, key, attempt, token, callback or None, traceparent): gives or raises what answers it
  Held answer;
  Held misfit;   // (function, args, kwargs) -> why it doesn't take them, or ""
  Held failure;  // (exception) -> ("error" | "timeout" | "hold" | "final" | "later", the exception that is meant, its traceback as a text)
  Held types;    // a Types of fermata/_values
  std::string callback_url{};  // as durable::callback_url() takes it; may be empty
};

// From any thread, without the GIL.
std::variant<Data, durable::Failure, durable::AnswersLater> answer_call(const ToolHooks& hooks, const durable::RunCall& call,
                                                                        uint64_t attempt);

// The same, of a call with arguments that people gave.
std::string misfit_of(const ToolHooks& hooks, const Call& call);

// Of the rows of a fermata/_tools/toolbox.py's Toolbox; without what answers them. Needs the GIL.
std::vector<durable::Tool> tools_of(py::handle rows);

// Runs in a thread of the library's, with the GIL.
template <class Run>
auto from_outside(Run run) {
  std::optional<py::gil_scoped_acquire> gil;
  in_python([&] { gil.emplace(); });
  return run();
}

template <class... Arguments>
py::object called(const py::object& function, const Arguments&... arguments) {
  const py::tuple args = py::make_tuple(arguments...);
  py::object value;
  in_python([&] { value = py::reinterpret_steal<py::object>(PyObject_CallObject(function.ptr(), args.ptr())); });
  if (!value) throw py::error_already_set();
  return value;
}

}  // namespace fermata::python
