// CallLog: the answered calls of a session, for Result.calls. It keeps only the last ones, since a program may make calls
// forever. A HostSession owns it; all of it needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <deque>
#include <unordered_map>

#include "fermata/value.h"

namespace fermata::python {

namespace py = pybind11;

struct AnsweredCall {
  py::object function, args, kwargs;  // a name, a tuple, a dict or None
  uint32_t line;
  py::object value, raised;  // raised: the exception, or None
  uint64_t id;               // the call's
  std::array<PyObject*, 5> held() const { return {function.ptr(), args.ptr(), kwargs.ptr(), value.ptr(), raised.ptr()}; }
};

// Bytes that values take, about. What they share is counted once.
class Weight {
 public:
  void add(const Data& value);
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
  std::unordered_map<const void*, Data> seen_;  // (held, so that it stays the only one at its address)
};

class CallLog {
 public:
  static constexpr size_t kMostCalls = 10'000;
  static constexpr uint64_t kMostBytes = 64 << 20;  // or one call

  // `bytes`: the weight of its arguments and value.
  void add(AnsweredCall call, uint64_t bytes);
  // How many there were, also those that are not kept.
  uint64_t count() const { return forgotten_ + kept_.size(); }
  // Of the first `count`, those that are kept: a list of (function, args, kwargs, line, value, raised, id).
  py::list first(uint64_t count) const;
  void clear() { *this = CallLog(); }

  // Calls visit(PyObject*) for what it holds, until that returns something other than 0.
  template <class Visit>
  int each_held(Visit visit) const {
    for (const Kept& kept : kept_)
      for (PyObject* held : kept.call.held())
        if (const int stop = visit(held)) return stop;
    return 0;
  }

 private:
  struct Kept {
    AnsweredCall call;
    uint64_t bytes;
  };
  std::deque<Kept> kept_;
  uint64_t forgotten_ = 0, bytes_ = 0;
};

}  // namespace fermata::python
