// Store: a fermata::durable::Store as fermata/_durable/ uses it, bound as fermata._native.Store. All of it needs the GIL, and lets go of it
// while the database is asked. What runs hold comes out as dicts whose keys are the fields of the Python classes there; times are
// milliseconds since 1970.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include <sys/types.h>

#include "fermata/durable/store.h"
#include "native/convert.h"
#include "native/gil.h"

namespace fermata::python {

class Store {
 public:
  // `types` is a Types of fermata/_values: the host's classes, of values in runs.
  Store(const std::string& where, const Sealer* sealer, py::object types, uint64_t patience_ms, uint64_t most_failures, size_t connections);
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

}  // namespace fermata::python
