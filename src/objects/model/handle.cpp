#include "objects/model/handle.h"

#include "base/entropy.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/text/text.h"

namespace fermata {

namespace {
// No identifier, so no name of __slots__; and the classes' instances take no other attributes.
constexpr std::string_view kParts = "type and name of the handle";

// A type's name has no blank in it.
std::string key_of(std::string_view type, std::string_view name) { return fmt::format("{} {}", type, name); }

bool is_identity(Context& cx, Value v, std::string_view type, std::string_view name) {
  if (!is<Str>(v) || !is<Dict>(cx.host.handles)) return false;
  const Value known = dict_get_str(as<Dict>(cx.host.handles), cx.intern(key_of(type, name)));
  return is<Str>(known) && as<Str>(known)->count > 0 && str_equal(as<Str>(known), as<Str>(v));
}

Tuple* parts_of(Context& cx, Value v) {
  if (!is<Instance>(v) || !(as<Instance>(v)->shape->cls->class_flags & kClassHandle)) return nullptr;
  auto* parts = try_as<Tuple>(instance_get(cx, as<Instance>(v), cx.intern(kParts)));
  return parts && parts->count >= 2 && is<Str>(parts->items[0]) && is<Str>(parts->items[1]) ? parts : nullptr;
}
}  // namespace

HandleParts handle_parts(Context& cx, Value v) {
  Tuple* parts = parts_of(cx, v);
  if (!parts || parts->count != 3) return {};
  const HandleParts known = {as<Str>(parts->items[0]), as<Str>(parts->items[1])};
  return is_identity(cx, parts->items[2], known.type->view(), known.name->view()) ? known : HandleParts{};
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
  if (!is_identity(cx, a[3], as<Str>(a[1])->view(), as<Str>(a[2])->view())) return raise_type_error(cx, "only the host makes handles");
  const Value parts[] = {a[1], a[2], a[3]};
  const Value tuple = tuple_of(cx, parts);
  if (tuple.is_outcome()) return tuple;
  Instance* o = make_instance(cx, as<Class>(a[0]));
  if (!instance_set(cx, o, cx.intern(kParts), tuple)) return cx.out_of_memory();
  return Value::object(o);
}

Str* handle_identity(Context& cx, std::string_view type, std::string_view name) {
  constexpr size_t kIdentityBytes = 16;
  if (!is<Dict>(cx.host.handles)) cx.host.handles = Value::object(new_dict(cx));
  Str* key = cx.intern(key_of(type, name));
  if (const Value known = dict_get_str(as<Dict>(cx.host.handles), key); is<Str>(known)) return as<Str>(known);
  const Value made = new_str(cx, entropy_text(kIdentityBytes));
  if (!is<Str>(made) || !dict_set_str(cx, as<Dict>(cx.host.handles), key, made)) return nullptr;
  return as<Str>(made);
}

bool handles_are_awaitable(Context& cx) {
  if (!is<Dict>(cx.host.types)) return false;
  for (const DictEntry& e : as<Dict>(cx.host.types)->entries) {
    const auto* kept = try_as<Tuple>(e.value);  // (kind, class, …)
    const auto* cls = kept && kept->count > 1 ? try_as<Class>(kept->items[1]) : nullptr;
    if (cls && cls->class_flags & kClassHandle && is<Dict>(cls->dict) &&
        !dict_get_str(as<Dict>(cls->dict), cx.name(Name::k___await__)).is_unset())
      return true;
  }
  return false;
}

bool identify_handles(Context& cx) {
  std::vector<Instance*> found;
  cx.heap.for_each([&](Object* o) {
    if (Tuple* parts = parts_of(cx, Value::object(o)); parts && parts->count == 2) found.push_back(static_cast<Instance*>(o));
  });
  for (Instance* o : found) {
    const Tuple* two = parts_of(cx, Value::object(o));
    Str* identity = handle_identity(cx, as<Str>(two->items[0])->view(), as<Str>(two->items[1])->view());
    if (!identity) return false;
    const Value parts[] = {two->items[0], two->items[1], Value::object(identity)};
    const Value tuple = tuple_of(cx, parts);
    if (tuple.is_outcome() || !instance_set(cx, o, cx.intern(kParts), tuple)) return false;
  }
  return true;
}

Value intrinsic_handle_parts(Context& cx, Value* a) {
  const HandleParts parts = handle_parts(cx, a[0]);
  if (!parts.type) return Value::none();
  const Value both[] = {Value::object(parts.type), Value::object(parts.name)};
  return tuple_of(cx, both);
}

}  // namespace fermata
