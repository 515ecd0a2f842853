#include "native/declarations.h"

#include <optional>

#include "native/convert.h"

namespace fermata::python {

namespace {

bool flag(const py::dict& options, const char* name, bool otherwise) {
  return options.contains(name) ? options[name].cast<bool>() : otherwise;
}

TypeDeclaration::Field field_of(std::string name, const py::dict& options, const Converter& converter) {
  TypeDeclaration::Field field(std::move(name));
  if (options.contains("default")) field.value = converter.to_data(options["default"]);
  field.init = flag(options, "init", field.init);
  field.repr = flag(options, "repr", field.repr);
  field.compare = flag(options, "compare", field.compare);
  field.kw_only = flag(options, "kw_only", field.kw_only);
  if (options.contains("hash")) field.hash = options["hash"].cast<bool>();
  if (options.contains("type")) field.type = converter.to_data(options["type"]);
  return field;
}

}  // namespace

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
      type.fields.push_back(field_of(utf8_of(told[0]), py::reinterpret_borrow<py::dict>(told[1]), converter));
    }
    const auto options = py::reinterpret_borrow<py::dict>(parts[3]);
    type.frozen = flag(options, "frozen", type.frozen);
    type.repr = flag(options, "repr", type.repr);
    type.eq = flag(options, "eq", type.eq);
    type.order = flag(options, "order", type.order);
    type.unsafe_hash = flag(options, "unsafe_hash", type.unsafe_hash);
    if (options.contains("asks_for")) type.asks_for = utf8_of(options["asks_for"]);
    if (options.contains("base")) type.base = utf8_of(options["base"]);
    type.methods = grants_of(parts[4]);
    for (py::handle name : parts[5]) type.attributes.push_back(utf8_of(name));
  }
  const py::dict shapes = table.attr("shapes")();
  for (TypeDeclaration& type : types)
    if (const auto name = str_of(type.name); shapes.contains(name)) type.shape = utf8_of(shapes[name]);
  return types;
}

}  // namespace fermata::python
