#include "native/findings.h"

#include "native/convert.h"
#include "serialization/reports.h"

namespace fermata::python {

py::list findings_of(const std::vector<Finding>& findings) {
  py::list list;
  for (const Finding& f : findings)
    list.append(
        py::make_tuple(kind_name(f.kind), str_of(f.type), str_of(f.message), f.line, f.column, f.end_line, f.end_column, str_of(f.text)));
  return list;
}

void raise_syntax_error(const std::vector<Finding>& findings) {
  py::list list;
  for (const py::handle& fields : findings_of(findings)) list.append(errors().attr("Finding")(*fields.cast<py::tuple>()));
  const py::object error = errors().attr("SyntaxError")(list);
  PyErr_SetObject(py::type::handle_of(error).ptr(), error.ptr());
  throw py::error_already_set();
}

}  // namespace fermata::python
