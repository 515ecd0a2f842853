// Module copy's native part: an instance's attributes in and out without giving it a __dict__, which would
// slow its attributes down.
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/natives/native.h"

namespace fermata {

namespace {

// A new dict of the instance's own attributes; None for other objects.
Value attributes(Context& cx, Value* args) {
  if (is<Exception>(args[0])) {
    const Value own = as<Exception>(args[0])->attributes;
    return is<Dict>(own) ? dict_copy(cx, as<Dict>(own)) : Value::none();
  }
  auto* o = try_as<Instance>(args[0]);
  if (!o) return Value::none();
  Dict* out = new_dict(cx);
  bool fits = true;
  instance_for_each(cx, o, [&](Str* name, Value value) {
    if (!value.is_unset()) fits = fits && dict_set_str(cx, out, name, value);
  });
  return fits ? Value::object(out) : cx.out_of_memory();
}

// Sets them, past any __setattr__.
Value set_attributes(Context& cx, Value* args) {
  auto* o = try_as<Instance>(args[0]);
  auto* d = args[0].is_object() && args[0].as_object()->immortal() ? nullptr : try_as<Dict>(args[1]);
  if (is<Exception>(args[0]) && d) {
    as<Exception>(args[0])->attributes = args[1];
    return Value::none();
  }
  if (!o || !d) return raise_type_error(cx, "'{}' object has no attributes to set", type_name(cx, args[0]));
  for (const DictEntry& e : d->entries)
    if (is<Str>(e.key) &&
        !(declares_slot(cx, o->shape->cls, as<Str>(e.key)) ? instance_set_slot : instance_set)(cx, o, as<Str>(e.key), e.value))
      return cx.out_of_memory();
  return Value::none();
}

constexpr NativeRow kFunctions[] = {
    {"_attributes", attributes, "obj, /"},
    {"_set_attributes", set_attributes, "obj, attributes, /"},
};

}  // namespace

extern const ModuleRow kCopyModule = {"copy", kFunctions};

}  // namespace fermata
