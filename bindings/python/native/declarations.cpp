#include "native/declarations.h"

#include <optional>

#include "native/convert.h"

namespace fermata::python {

std::vector<Grant> grants_of(py::handle grants) {
  std::vector<Grant> list;
  for (py::handle item : grants) {
    const auto pair = py::reinterpret_borrow<py::tuple>(item);
    list.emplace_back(utf8_of(pair[0]), pair[1].cast<bool>());
  }
  return list;
}

std::vector<TypeDeclaration> types_of(py::handle table) {
  std::vector<TypeDeclaration> types;
  if (table.is_none()) return types;
  const Converter converter(py::reinterpret_borrow<py::object>(table));
  for (py::handle item : table.attr("declarations")()) {
    const auto parts = py::reinterpret_borrow<py::tuple>(item);
    TypeDeclaration& type = types.emplace_back();
    type.kind = ObjectKind(parts[0].cast<int>());
    type.name = utf8_of(parts[1]);
    for (py::handle field : parts[2]) {
      const auto told = py::reinterpret_borrow<py::tuple>(field);
      type.fields.emplace_back(utf8_of(told[0]), told.size() > 1 ? std::optional(converter.to_data(told[1])) : std::nullopt);
    }
    type.frozen = parts[3].cast<bool>();
    type.base = utf8_of(parts[4]);
    type.methods = grants_of(parts[5]);
    for (py::handle name : parts[6]) type.attributes.push_back(utf8_of(name));
  }
  const py::dict shapes = table.attr("shapes")();
  for (TypeDeclaration& type : types)
    if (const auto name = str_of(type.name); shapes.contains(name)) type.shape = utf8_of(shapes[name]);
  return types;
}

}  // namespace fermata::python
