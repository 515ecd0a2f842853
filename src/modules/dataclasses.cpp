#include "modules/dataclasses.h"

#include "objects/errors.h"
#include "objects/instance.h"

namespace fermata {

namespace {

// Sets attributes past any __setattr__: what a generated __init__ does, also of a frozen class.
Value assign(Context& cx, Value* args) {
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

constexpr NativeRow kFunctions[] = {{"_assign", assign, "obj, names, values, /"}};

}  // namespace

const ModuleRow kDataclassesModule = {"dataclasses", kFunctions};

}  // namespace fermata
