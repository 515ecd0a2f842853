// Store: a fermata::durable::Store as fermata/_durable/ uses it, bound as fermata._native.Store. All of it needs the GIL, and lets go of it
// while the database is asked. What runs hold comes out as dicts whose keys are the fields of the Python classes there; times are
// milliseconds since 1970.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <set>
#include <string>

#include <sys/types.h>

#include "fermata/durable/store.h"
#include "native/convert.h"
#include "native/gil.h"

namespace fermata::python {

class Store {
 public:
  // `types` is a Types of fermata/_values: the host's classes, of values in runs.
  // `keys`: the file that the sealer's are from; may be empty.
  Store(const std::string& where, const Sealer* sealer, const std::string& keys, bool any_keys, py::object types, uint64_t patience_ms,
        uint64_t most_failures, size_t connections);
  // In another process than the one that made it, after a fork, it is left alone: its threads are not there, and SQLite forbids it.
  ~Store() { close(); }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Whoever works with it keeps it open. Throws Python's UsageError when it is closed, or another process's.
  std::shared_ptr<durable::Store> open() const;
  void close();
  const Converter& converter() const { return converter_; }

  // What `ask` gives for the store, without the GIL.
  template <class Ask>
  auto ask(Ask ask) const {
    const std::shared_ptr<durable::Store> store = open();
    const Released released;
    return ask(*store);
  }

 private:
  Converter converter_;
  const pid_t made_in_;
  std::shared_ptr<durable::Store> store_;
};

void define_store(py::module_& m);

// What concerns people: approvals.cpp.
void define_approvals(py::class_<Store, std::shared_ptr<Store>>& store);

// A value, or an exception to raise at the call.
Answer answer_of(const Converter& converter, py::handle value);
Inputs inputs_of(const Converter& converter, py::dict inputs);
py::dict dict_of_call(const Converter& converter, const durable::RunCall& call);
// None for what is empty, or 0.
inline py::object or_none(const std::string& text) { return text.empty() ? py::object(py::none()) : py::object(str_of(text)); }
inline py::object or_none(const std::optional<durable::Time>& time) { return time ? py::object(py::int_(*time)) : py::object(py::none()); }
inline py::object or_none(durable::Time time) { return time ? py::object(py::int_(time)) : py::object(py::none()); }
inline py::object or_none(uint64_t number) { return number ? py::object(py::int_(number)) : py::object(py::none()); }
py::list list_of(const auto& names) {
  py::list list;
  for (const std::string& name : names) list.append(str_of(name));
  return list;
}
std::set<std::string> names_of(py::handle names);

}  // namespace fermata::python
