// Values between CPython and a session: PyObject* <-> Data, exceptions <-> Error. Used by the module fermata._native and by
// the command's plugin for --tools. All of it needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "fermata/error.h"
#include "fermata/value.h"

namespace fermata::python {

namespace py = pybind11;

// How deep a value may be nested.
constexpr int kMaxDepth = 200;

class Converter {
 public:
  // `table` knows the values of classes (fermata/_values.py's Types). It has two methods; a kind is an ObjectKind's number:
  //   flatten(object) -> None | (kind, type name, {field: value})      None: it is none of its types
  //   revive(kind, type name, {field: value}) -> object
  // With None those of no particular host cross out, and none in.
  explicit Converter(py::object table = py::none()) : table_(std::move(table)) {}

  // Throws py::error_already_set: a TypeError that says which type can't cross and where it is, a ValueError for what is nested too deeply.
  Data to_data(py::handle value) const;
  py::object to_python(const Data& data) const;

  // The exception that is being handled, for the program.
  Error to_error(const py::error_already_set& error) const { return to_error(error.value()); }
  Error to_error(py::handle exception) const;

  const py::object& table() const { return table_; }

 private:
  Data to_data(py::handle value, int depth) const;
  Data::Items items_of(py::handle sequence, int depth) const;
  Data::Pairs pairs_of(py::handle dict, int depth, bool fields = false) const;
  bool flatten(py::handle value, int depth, Data* out) const;

  py::object table_;
};

// UTF-8 as Data has it: lone surrogates as three bytes.
std::string utf8_of(py::handle text);
py::str str_of(std::string_view utf8);

}  // namespace fermata::python
