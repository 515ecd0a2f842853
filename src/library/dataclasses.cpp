// Module dataclasses' native part: storing the fields of a new instance.
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// _assign_past(obj, names, values): sets attributes past any __setattr__, as the __init__ of a frozen class does.
Value assign_past(Context& cx, Value* args) {
  auto* o = try_as<Instance>(args[0]);
  auto* names = try_as<Tuple>(args[1]);
  auto* values = try_as<Tuple>(args[2]);
  if (!o || !names || !values || names->count != values->count || o->immortal())
    return raise_type_error(cx, "'{}' object has no fields", type_name(cx, args[0]));
  for (uint32_t i = 0; i < names->count; ++i) {
    if (!is<Str>(names->items[i])) return raise_type_error(cx, "a field's name must be a str");
    if (!instance_set(cx, o, as<Str>(names->items[i]), values->items[i])) return cx.out_of_memory();
  }
  return Value::none();
}

// _assign(obj, names, values): the same when the class has no __setattr__ of its own.
Value assign(Context& cx, Value* args) {
  if (is<Instance>(args[0]) && (class_traits(cx, class_of(cx, args[0])) & kTraitSetAttr)) return Value::defer();
  return assign_past(cx, args);
}

// _values(obj, names): the tuple of these attributes.
Value values(Context& cx, Value* args) {
  auto* names = try_as<Tuple>(args[1]);
  if (!names) return Value::defer();
  Tuple* result = new_tuple(cx, names->count);
  if (!result) return cx.out_of_memory();
  for (uint32_t i = 0; i < names->count; ++i) {
    if (!is<Str>(names->items[i])) return Value::defer();
    const Value value = get_attribute(cx, args[0], as<Str>(names->items[i]));
    if (value.is_outcome()) return value.is_error() || value.is_retry() ? value : Value::defer();
    result->items[i] = value;
  }
  return Value::object(result);
}

// _bind(names, args, kwargs, defaults, missing): a value per name, as a list; None when the arguments don't fit.
Value bind(Context& cx, Value* args) {
  auto *names = try_as<Tuple>(args[0]), *given = try_as<Tuple>(args[1]), *defaults = try_as<Tuple>(args[3]);
  auto* keywords = try_as<Dict>(args[2]);
  if (!names || !given || !keywords || !defaults || given->count > names->count || defaults->count != names->count) return Value::none();
  List* values = new_list(cx, names->count);
  if (!values) return cx.out_of_memory();
  for (uint32_t i = 0; i < names->count; ++i) values->items.data[i] = i < given->count ? given->items[i] : Value::unset();
  values->items.size = names->count;
  for (const DictEntry& e : keywords->entries) {
    if (e.key.is_unset()) continue;
    uint32_t i = given->count;
    while (i < names->count && !(is<Str>(e.key) && is<Str>(names->items[i]) && str_equal(as<Str>(e.key), as<Str>(names->items[i])))) ++i;
    if (i == names->count) return Value::none();
    values->items.data[i] = e.value;
  }
  for (uint32_t i = given->count; i < names->count; ++i) {
    Value& value = values->items.data[i];
    if (value.is_unset()) value = defaults->items[i];
    if (value == args[4]) return Value::none();
  }
  return Value::object(values);
}

constexpr NativeRow kFunctions[] = {
    {"_assign", assign, "obj, names, values, /", "_assign_each"},
    {"_assign_past", assign_past, "obj, names, values, /"},
    {"_bind", bind, "names, args, kwargs, defaults, missing, /"},
    {"_values", values, "obj, names, /", "_values_of"},
};

}  // namespace

extern const ModuleRow kDataclassesModule = {"dataclasses", kFunctions};

}  // namespace fermata
