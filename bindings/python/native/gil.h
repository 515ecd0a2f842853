// Letting go of the GIL, and taking it again: in code that Python called, and in code that it didn't.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <unistd.h>

namespace fermata::python {

namespace py = pybind11;

// When Python ends, it ends its daemon threads the next time they want the GIL, by unwinding them: through frames that would end the
// process, or touch objects without the GIL. Here they stay, until the process has gone.
struct Stays {
  bool done = false;
  ~Stays() {
    while (!done) pause();
  }
};
template <class Run>
[[gnu::noinline]] void in_python(Run run) {
  Stays stays;
  run();
  stays.done = true;
}

// While it lives, this thread is without the GIL.
struct Released {
  Released() : state(PyEval_SaveThread()) {}
  ~Released() {
    in_python([&] { PyEval_RestoreThread(state); });
  }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  PyThreadState* state;
};

// What a host's function gives, asked from a thread that may be without the GIL.
template <class Ask>
auto with_gil(Ask ask) {
  const py::gil_scoped_acquire gil;
  return ask();
}

// An object that may be copied and dropped without it.
inline std::shared_ptr<const py::object> shared_object(py::object object) {
  return {new py::object(std::move(object)), [](const py::object* held) { with_gil([&] { delete held; }); }};
}

}  // namespace fermata::python
