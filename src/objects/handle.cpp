#include "objects/handle.h"

#include "objects/class.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/instance.h"
#include "objects/text.h"

namespace fermata {

namespace {
// No identifier, so no name of __slots__; and the classes' instances take no other attributes.
constexpr std::string_view kParts = "type and name of the handle";
}  // namespace

HandleParts handle_parts(Context& cx, Value v) {
  if (!is<Instance>(v) || !(as<Instance>(v)->shape->cls->class_flags & kClassHandle)) return {};
  auto* parts = try_as<Tuple>(instance_get(cx, as<Instance>(v), cx.intern(kParts)));
  if (!parts || parts->count != 2 || !is<Str>(parts->items[0]) || !is<Str>(parts->items[1])) return {};
  return {as<Str>(parts->items[0]), as<Str>(parts->items[1])};
}

Value class_make_handle(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  if (cls->layout != uint32_t(Kind::kInstance) || cls->class_flags & kClassHasDict) return raise_type_error(cx, "no class for handles");
  cls->class_flags |= kClassHandle | kClassNoNew | kClassFinal;
  cx.methods_changed();
  return a[0];
}

Value make_handle(Context& cx, Value* a) {
  if (!(as<Class>(a[0])->class_flags & kClassHandle)) return raise_type_error(cx, "no class for handles");
  const Value parts[] = {a[1], a[2]};
  const Value tuple = tuple_of(cx, parts);
  if (tuple.is_outcome()) return tuple;
  Instance* o = make_instance(cx, as<Class>(a[0]));
  if (!instance_set(cx, o, cx.intern(kParts), tuple)) return cx.out_of_memory();
  return Value::object(o);
}

Value intrinsic_handle_parts(Context& cx, Value* a) {
  const HandleParts parts = handle_parts(cx, a[0]);
  if (!parts.type) return Value::none();
  const Value both[] = {Value::object(parts.type), Value::object(parts.name)};
  return tuple_of(cx, both);
}

}  // namespace fermata
