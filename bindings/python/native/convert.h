// Values between CPython and a session: PyObject* <-> Data, exceptions <-> Error. Used by the module fermata._native and by
// the command's plugin for --tools. All of it needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fermata/error.h"
#include "fermata/value.h"
#include "native/key_costs.h"

namespace fermata::python {

namespace py = pybind11;

py::object errors();  // fermata/_errors

// Python's UsageError: a call that the host should not have made. It is a ValueError, too.
[[noreturn]] void raise_usage(const std::string& message);

// How deep a value may be nested.
constexpr int kMaxDepth = 200;

class Converter {
 public:
  // `table` knows the values of classes (Types of fermata/_values). It has these methods; a kind is an ObjectKind's number:
  //   exception(object) -> (its class's name, may be empty; the names of those above it; args; attributes)
  //   flatten(object) -> None | (kind, type name, {field: value})      None: none of its types
  //   revive(kind, type name, {field: value}) -> object
  // With None, values of no particular host cross out, and none cross in.
  explicit Converter(py::object table = py::none()) : table_(std::move(table)) {}

  // Throws py::error_already_set: a TypeError that says which type can't cross and where it is, a UsageError for what is nested too deeply
  // or contains itself.
  Data to_data(py::handle value) const;
  py::object to_python(const Data& data) const { return Reviver(*this)(data); }

  // Makes Python's objects from Data. What is shared among all that one is given stays shared: the arguments of a call. Throws
  // py::error_already_set: also a ValueError for keys that take too long to hash. With `for_show` what its class refuses is a Record.
  class Reviver {
   public:
    explicit Reviver(const Converter& converter, bool for_show = false) : converter_(converter), for_show_(for_show) {}
    py::object operator()(const Data& data);

   private:
    py::object made(const Data& data);
    std::vector<py::object> keys(const auto& data);
    const Converter& converter_;
    bool for_show_;
    std::unordered_map<const void*, py::object> made_;
    KeyCosts costs_;
  };

  // The exception that is being handled, for the program.
  Error to_error(const py::error_already_set& error) const { return to_error(error.value()); }
  Error to_error(py::handle exception) const;

  const py::object& table() const { return table_; }

 private:
  // What one value is made of.
  struct Seen {
    std::unordered_map<PyObject*, std::optional<Data>> values;  // none: its parts are being read
    std::vector<py::object> held;                               // so that their addresses stay theirs
  };
  Error to_error(py::handle exception, int depth) const;
  static void add_notes(py::handle exception, Error* error);
  void add_cause(py::handle exception, int depth, Error* error) const;
  void add_parts(py::handle group, int depth, Error* error) const;
  Data to_data(py::handle value, int depth, Seen& seen) const;
  Data parts_of(py::handle value, int depth, Seen& seen) const;
  Data::Items items_of(py::handle sequence, int depth, Seen& seen) const;
  Data::Pairs pairs_of(py::handle dict, int depth, Seen& seen, bool fields = false) const;
  bool flatten(py::handle value, int depth, Seen& seen, Data* out) const;

  py::object table_;
};

// UTF-8 as Data has it: lone surrogates as three bytes.
std::string utf8_of(py::handle text);
py::str str_of(std::string_view utf8);

// What a host function gave: to the program, one that can't cross isn't a UsageError but a ValueError.
Data data_of_result(const Converter& converter, py::handle value);

}  // namespace fermata::python
