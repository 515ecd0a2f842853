#include "vm/import.h"

#include "objects/attributes.h"
#include "objects/class.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/operations.h"
#include "objects/text.h"

namespace fermata {

namespace {

// `parent` is the module that was found on the way, when there was one.
Value raise_no_module(Context& cx, std::string_view name, std::string_view parent = {}) {
  raise(cx, ErrorType::kModuleNotFoundError,
        fmt::format("No module named '{}'{}", name, parent.empty() ? "" : fmt::format("; '{}' is not a package", parent)));
  auto* e = as<Exception>(cx.exception);
  Dict* attributes = new_dict(cx);
  e->attributes = Value::object(attributes);
  dict_set_str(cx, attributes, cx.name(Name::k_name), new_str(cx, name));
  dict_set_str(cx, attributes, cx.name(Name::k_path), Value::none());
  std::string known;
  for (const std::string& n : cx.module_names ? cx.module_names() : std::vector<std::string>()) known += (known.empty() ? "" : ", ") + n;
  Value note = new_str(cx, "The sandbox has these modules: " + known);
  dict_set_str(cx, attributes, cx.name(Name::k___notes__), list_of(cx, {&note, 1}));
  return Value::error();
}

Value find_module(Context& cx, std::string_view name) {
  if (is<Dict>(cx.modules))
    if (Value m = dict_get_str(as<Dict>(cx.modules), cx.intern(name)); !m.is_unset()) return m;
  std::string error;
  Module* m = cx.load_module ? cx.load_module(name, &error) : nullptr;
  if (!error.empty()) return raise_import_error(cx, "{}", error);
  if (!m) return Value();
  if (is<Dict>(cx.modules)) dict_set_str(cx, as<Dict>(cx.modules), cx.intern(name), Value::object(m));
  return Value::object(m);
}

}  // namespace

Value import_module(Context& cx, Str* name, uint32_t dots, bool top) {
  if (dots) return raise_import_error(cx, "attempted relative import with no known parent package");
  std::string_view text = name->view();
  Value leaf = find_module(cx, text);
  if (leaf.is_outcome()) return leaf;
  if (leaf.is_unset()) {
    // CPython says which part is missing.
    for (size_t dot = text.find('.'); dot != text.npos; dot = text.find('.', dot + 1)) {
      Value part = find_module(cx, text.substr(0, dot));
      if (part.is_outcome()) return part;
      if (part.is_unset()) return raise_no_module(cx, text.substr(0, dot));
    }
    size_t last = text.rfind('.');
    return raise_no_module(cx, text, last == text.npos ? std::string_view() : text.substr(0, last));
  }
  size_t dot = text.find('.');
  if (!top || dot == text.npos) return leaf;
  Value first = find_module(cx, text.substr(0, dot));
  return first.is_unset() ? raise_no_module(cx, text.substr(0, dot)) : first;
}

Value import_from(Context& cx, Value module, Str* name) {
  Value v = get_attribute(cx, module, name);
  if (!v.is_error()) return v;
  if (!exception_matches(cx, cx.exception, ErrorType::kAttributeError)) return v;
  cx.exception = Value();
  std::string module_name = is<Module>(module) ? std::string(as<Str>(as<Module>(module)->name)->view()) : "<unknown module name>";
  Value sub = find_module(cx, module_name + "." + std::string(name->view()));
  if (!sub.is_unset()) return sub;
  raise_import_error(cx, "cannot import name '{}' from '{}' (unknown location)", name->view(), module_name);
  auto* e = as<Exception>(cx.exception);
  e->attributes = Value::object(new_dict(cx));
  dict_set_str(cx, as<Dict>(e->attributes), cx.name(Name::k_name), new_str(cx, module_name));
  return Value::error();
}

Value import_star(Context& cx, Value module, Dict* globals) {
  if (!is<Module>(module)) return raise_import_error(cx, "from-import-* object has no __dict__ and no __all__");
  Dict* dict = as<Dict>(as<Module>(module)->dict);
  Value all = dict_get_str(dict, cx.name(Name::k___all__));
  std::vector<Value> names;
  if (!all.is_unset()) {
    if (Value r = collect_items(cx, all, names); r.is_outcome()) return r;
  } else {
    dict_for_each(dict, [&](DictEntry& e) {
      if (is<Str>(e.key) && !as<Str>(e.key)->view().starts_with("_")) names.push_back(e.key);
    });
  }
  for (Value n : names) {
    if (!is<Str>(n)) return raise_type_error(cx, "Item in {}.__all__ must be str, not {}", as<Str>(as<Module>(module)->name)->view(), type_name(cx, n));
    Value v = get_attribute(cx, module, as<Str>(n));
    if (v.is_outcome()) return v;
    if (!dict_set_str(cx, globals, as<Str>(n), v)) return cx.out_of_memory();
  }
  return Value::none();
}

}  // namespace fermata
