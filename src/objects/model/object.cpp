#include "objects/model/object.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/class_patches.h"
#include "objects/model/instance.h"
#include "objects/model/type_object.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr uint64_t kHeapAddresses = 0x7f0000000000, kImageAddresses = 0x7e0000000000;

// Objects of the image can't be given serial numbers, and their order may differ from release to release: what they are called says who
// they are. Of those that have no name of their own several may share a number.
uint64_t image_number(Context& cx, Object* o) {
  auto text = [](Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); };
  // A host function's class is called as Python's functions' class is, and isn't the same.
  auto class_text = [&cx](Value cls) {
    return (as<Class>(cls) == cx.image->host_function ? "host " : "") + std::string(class_name(as<Class>(cls)));
  };
  // Nor is a named tuple that stands below a class of its own name: its base is the shorter one.
  auto with_namesakes = [](Class* cls, std::string name) {
    if (auto* mro = try_as<Tuple>(cls->mro))
      for (Value base : mro->span())
        if (is<Class>(base) && as<Class>(base) != cls && class_name(as<Class>(base)) == class_name(cls)) name += '+';
    return name;
  };
  std::string key = kind_name(o->kind);
  const Value v = Value::object(o);
  if (is<Str>(v)) key += as<Str>(v)->view();
  else if (auto* cls = try_as<Class>(v))
    key += cls == cx.image->host_function ? class_text(v) : with_namesakes(cls, class_full_name(cx, cls));
  else if (auto* b = try_as<Builtin>(v))
    key += fmt::format("{}.{}", is<Class>(b->owner) ? class_text(b->owner) : std::string(text(b->owner)), text(b->name));
  else if (auto* f = try_as<Function>(v)) key += fmt::format("{}:{}", text(f->code->filename), text(f->qualname));
  else if (auto* c = try_as<Code>(v)) key += fmt::format("{}:{}", text(c->filename), text(c->qualname));
  else if (auto* m = try_as<Module>(v)) key += text(m->name);
  else if (auto* g = try_as<GetSet>(v)) key += fmt::format("{}.{}", class_text(g->owner), text(g->name));
  else if (auto* b = try_as<Bytes>(v)) key += b->view();
  return uint64_t(hash_string(key)) & 0xffffffff;
}

// Do two objects of this kind never share an image_number?
bool has_own_number(Kind kind) {
  switch (kind) {
    case Kind::kStr:
    case Kind::kClass:
    case Kind::kBuiltin:
    case Kind::kModule:
    case Kind::kGetSet:
    case Kind::kBytes: return true;
    default: return false;
  }
}

// One number for each object of the image that this session asks for: by its name when states have one for it, so that it stays the same
// there, else in the order of asking.
uint64_t image_address(Context& cx, Object* o) {
  if (cx.heap.frozen() || has_own_number(o->kind)) return kImageAddresses + image_number(cx, o) * 16;
  if (const std::string_view name = cx.image_name ? cx.image_name(o) : std::string_view(); !name.empty())
    return kImageAddresses + 0x2000000000 + (uint64_t(hash_string(name)) & 0xffffffff) * 16;
  const auto number = cx.image_serials.try_emplace(o, cx.image_serials.size()).first->second;
  return kImageAddresses + 0x4000000000 + uint64_t(number) * 16;
}

}  // namespace

uint64_t address_text_of(Context& cx, Value v) {
  if (!v.is_object()) return kImageAddresses + 0x1000000000 + (v.bits() & 0xffffffff) * 16;
  Object* o = v.as_object();
  // What is being made for the image is called then what it will be called: dicts made now have it as their key.
  if (o->immortal() || cx.heap.frozen()) return image_address(cx, o);
  // The image may have the same text, or get it when it makes another module; to programs they are one object, before and after a load.
  if (is<Str>(v) && o->aux & Str::kInterned) return image_address(cx, o);
  return kHeapAddresses + uint64_t(cx.heap.serial_of(o)) * 16;
}

Value id_of(Context& cx, Value v) {
  // Words that are values themselves are never a multiple of eight, addresses always.
  if (!v.is_object()) return make_uint(cx, v.bits());
  return make_uint(cx, address_text_of(cx, v));
}

int64_t identity_hash(Context& cx, Value v) {
  if (!v.is_object()) return int64_t(v.bits() >> 2);
  Object* o = v.as_object();
  if (o->immortal() || cx.heap.frozen()) return int64_t((kImageAddresses >> 4) + image_number(cx, o));
  return int64_t(address_text_of(cx, v) >> 4);
}

Value hash_by_identity(Context& cx, Value v, int64_t* out) {
  *out = identity_hash(cx, v);
  return Value::none();
}

Value default_repr_into(Context& cx, Value v, TextBuilder& out) {
  out.append('<');
  append_full_name(cx, class_of(cx, v), out);
  out.append(fmt::format(" object at {:#x}>", address_text_of(cx, v)));
  return out.status();
}

Value prelude_function(Context& cx, std::string_view name) { return dict_get_str(cx.image->prelude, cx.intern(name)); }
Value intrinsic(Context& cx, std::string_view name) { return dict_get_str(cx.image->intrinsics, cx.intern(name)); }

Value check_abstract(Context& cx, Class* cls) {
  if (cls->meta == cx.image->type) return Value::none();
  Value abstract = dict_get_str(as<Dict>(cls->dict), cx.intern("__abstractmethods__"));
  std::vector<std::string> names;
  if (is<FrozenSet>(abstract))
    set_for_each(as<FrozenSet>(abstract), [&](SetEntry& e) {
      if (is<Str>(e.key)) names.emplace_back(as<Str>(e.key)->view());
    });
  if (names.empty()) return Value::none();
  std::sort(names.begin(), names.end());
  return raise_type_error(cx, "Can't instantiate abstract class {} with abstract method{} {}", class_name(cls), names.size() > 1 ? "s" : "",
                          fmt::join(names, ", "));
}

Value new_instance(Context& cx, Class* cls) {
  if (Value bad = check_abstract(cx, cls); bad.is_outcome()) return bad;
  return Value::object(make_instance(cx, cls));
}

Value instance_around(Context& cx, Class* cls, Value payload) {
  const Value made = new_instance(cx, cls);
  if (made.is_outcome()) return made;
  as<Instance>(made)->payload = payload;
  // The attributes of a module are those of the instance.
  if (auto* m = try_as<Module>(payload); m && is<Dict>(m->dict) && cls->class_flags & kClassHasDict && !m->immortal())
    if (!instance_set_dict(cx, as<Instance>(made), m->dict)) return cx.out_of_memory();
  return made;
}

// --- class object

namespace {

// Does the class find under `name` what class object itself has there?
bool uses_objects_own(Context& cx, Class* cls, Name name) {
  Class* owner = nullptr;
  class_lookup(cx, cls, cx.name(name), &owner);
  return owner == cx.image->object;
}

bool has_arguments(Value args, Value kwargs) { return as<Tuple>(args)->count != 0 || as<Dict>(kwargs)->live != 0; }

Value object_new(Context& cx, Value* a) {
  if (!is<Class>(a[0])) return raise_type_error(cx, "object.__new__(X): X is not a type object ({})", type_name(cx, a[0]));
  auto* cls = as<Class>(a[0]);
  if (cls->class_flags & kClassNoNew) return raise_type_error(cx, "cannot create '{}' instances", class_full_name(cx, cls));
  if (cls->layout != uint32_t(Kind::kInstance)) {
    // The builtin class it comes from has a __new__ of its own.
    Class* own = cls;
    for (Value c : as<Tuple>(cls->mro)->span())
      if (as<Class>(c)->immortal()) {
        own = as<Class>(c);
        break;
      }
    return raise_type_error(cx, "object.__new__({}) is not safe, use {}.__new__()", class_text(cx, cls), class_text(cx, own));
  }
  if (has_arguments(a[1], a[2])) {
    if (!uses_objects_own(cx, cls, Name::k___new__))
      return raise_type_error(cx, "object.__new__() takes exactly one argument (the type to instantiate)");
    if (uses_objects_own(cx, cls, Name::k___init__)) return raise_type_error(cx, "{}() takes no arguments", class_text(cx, cls));
  }
  return new_instance(cx, cls);
}

Value object_init(Context& cx, Value* a) {
  if (has_arguments(a[1], a[2])) {
    Class* cls = class_of(cx, a[0]);
    if (!uses_objects_own(cx, cls, Name::k___init__))
      return raise_type_error(cx, "object.__init__() takes exactly one argument (the instance to initialize)");
    if (uses_objects_own(cx, cls, Name::k___new__))
      return raise_type_error(cx, "{}.__init__() takes exactly one argument (the instance to initialize)", class_text(cx, cls));
  }
  return Value::none();
}

Value object_eq(Context&, Value* a) { return a[0] == a[1] ? Value::true_() : Value::not_implemented(); }

// The inverse of __eq__, which may be the program's.
Value object_ne(Context& cx, Value* a) {
  if (!uses_objects_own(cx, class_of(cx, a[0]), Name::k___eq__)) return Value::defer();
  return a[0] == a[1] ? Value::false_() : Value::not_implemented();
}

Value object_order(Context&, Value*) { return Value::not_implemented(); }
Value object_hash(Context& cx, Value* a) { return make_int(cx, identity_hash(cx, a[0])); }

Value object_repr(Context& cx, Value* a) {
  TextBuilder out(cx);
  Value r = default_repr_into(cx, a[0], out);
  return r.is_outcome() ? r : out.finish();
}
Value object_str(Context& cx, Value* a) { return repr_of(cx, a[0]); }

Value object_format(Context& cx, Value* a) {
  if (!is<Str>(a[1])) return raise_type_error(cx, "__format__() argument must be str, not {}", type_name(cx, a[1]));
  if (as<Str>(a[1])->count) return raise_type_error(cx, "unsupported format string passed to {}.__format__", type_name(cx, a[0]));
  return str_of(cx, a[0]);
}

Value attribute_name(Context& cx, Value name) {
  if (Str* s = as_str(name)) return Value::object(s);
  return raise_type_error(cx, "attribute name must be string, not '{}'", type_name(cx, name));
}

Value object_getattribute(Context& cx, Value* a) {
  Value name = attribute_name(cx, a[1]);
  return name.is_outcome() ? name : generic_get(cx, a[0], as<Str>(name));
}
Value object_setattr(Context& cx, Value* a) {
  if (is<Class>(a[0])) return raise_type_error(cx, "can't apply this __setattr__ to {} object", type_name(cx, a[0]));
  Value name = attribute_name(cx, a[1]);
  return name.is_outcome() ? name : generic_set(cx, a[0], as<Str>(name), a[2]);
}
Value object_delattr(Context& cx, Value* a) {
  if (is<Class>(a[0])) return raise_type_error(cx, "can't apply this __delattr__ to {} object", type_name(cx, a[0]));
  Value name = attribute_name(cx, a[1]);
  return name.is_outcome() ? name : generic_delete(cx, a[0], as<Str>(name));
}
Value object_dir(Context& cx, Value* a) { return list_attributes(cx, a[0]); }

Value object_init_subclass(Context& cx, Value* a) {
  if (as<Tuple>(a[1])->count)
    return raise_type_error(cx, "{}.__init_subclass__() takes no arguments ({} given)", as<Str>(as<Class>(a[0])->qualname)->view(),
                            as<Tuple>(a[1])->count);
  if (as<Dict>(a[2])->live)
    return raise_type_error(cx, "{}.__init_subclass__() takes no keyword arguments", as<Str>(as<Class>(a[0])->qualname)->view());
  return Value::none();
}
Value object_subclasshook(Context&, Value*) { return Value::not_implemented(); }

Value object_sizeof(Context& cx, Value* a) {
  Value v = payload_of(a[0]);
  const Operations& operations = operations_of(v);
  int64_t items = 0;
  if (operations.length)
    if (Value n = operations.length(cx, v); n.is_small()) items = n.as_small();
  if (is<Str>(v) || is<Bytes>(v) || is<ByteArray>(v)) return make_int(cx, 49 + items);
  if (is<Int>(v)) return make_int(cx, 24 + 8 * int64_t(as<Int>(v)->count));
  if (v.is_small() || is_float(v)) return make_int(cx, 24 + (v.is_small() ? 4 : 0));
  return make_int(cx, 48 + 8 * items);
}

Value get_class(Context& cx, Value self) { return Value::object(class_of(cx, self)); }

Value set_class(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "can't delete __class__ attribute");
  if (!is<Class>(value)) return raise_type_error(cx, "__class__ must be set to a class, not '{}' object", type_name(cx, value));
  auto* cls = as<Class>(value);
  Class* before = class_of(cx, self);
  if (is<Module>(self) && !self.as_object()->immortal() && cls->layout == uint32_t(Kind::kModule))
    return set_class_of_module(cx, self, cls) ? Value::none() : cx.out_of_memory();
  const auto is_immutable = [&](const Class* c) { return c->immortal() && !is_written_in_python(cx, c); };
  if (is<Class>(self) && is_immutable(as<Class>(self)))
    return raise_type_error(cx, "cannot set '__class__' attribute of immutable type '{}'", class_text(cx, as<Class>(self)));
  if (is_immutable(cls) || is_immutable(before) || self.as_object()->immortal())
    return raise_type_error(cx, "__class__ assignment only supported for mutable types or ModuleType subclasses");
  if (is<Class>(self) && is_subclass(cls, cx.image->type)) {
    as<Class>(self)->meta = cls;
    cx.methods_changed();
    return Value::none();
  }
  const bool has_class = is<Instance>(self) || is<Exception>(self);
  if (((cls->class_flags | before->class_flags) & kClassNoNew) || !has_class || !same_instance_layout(cx, cls, before))
    return raise_type_error(cx, "__class__ assignment: '{}' object layout differs from '{}'", class_text(cx, cls), class_text(cx, before));
  if (is<Exception>(self)) as<Exception>(self)->cls = cls;
  else instance_set_class(cx, as<Instance>(self), cls);
  return Value::none();
}

// For an object of the image, which keeps its own.
Dict* copy_of_attributes(Context& cx, Instance* o) {
  Dict* d = new_dict(cx);
  bool ok = d != nullptr;
  instance_for_each(cx, o, [&](Str* name, Value v) { ok = ok && dict_set_str(cx, d, name, thaw(cx, v)); });
  return ok ? d : nullptr;
}

}  // namespace

Value get_dict_of(Context& cx, Value self) {
  if (is<Instance>(self) && (as<Instance>(self)->shape->cls->class_flags & kClassHasDict)) {
    auto* o = as<Instance>(self);
    Dict* d = o->immortal() ? copy_of_attributes(cx, o) : instance_dict(cx, o);
    if (!d) return cx.out_of_memory();
    return o->immortal() ? Value::object(d) : instance_dict_value(o);
  }
  if (auto* e = try_as<Exception>(self); e && !e->immortal()) {
    if (!is<Dict>(e->attributes)) e->attributes = Value::object(new_dict(cx));
    return e->attributes;
  }
  if (is<Module>(self)) return as<Module>(self)->dict;
  return raise_no_attribute(cx, self, cx.name(Name::k___dict__));
}

Value set_dict_of(Context& cx, Value self, Value value) {
  if (auto* e = try_as<Exception>(self); e && !e->immortal()) {
    if (value.is_unset()) return raise_type_error(cx, "cannot delete __dict__");
    if (!is<Dict>(payload_of(value))) return raise_type_error(cx, "__dict__ must be set to a dictionary, not a '{}'", type_name(cx, value));
    e->attributes = payload_of(value);
    return Value::none();
  }
  if (!is<Instance>(self) || !(as<Instance>(self)->shape->cls->class_flags & kClassHasDict))
    return raise_no_attribute(cx, self, cx.name(Name::k___dict__));
  if (self.as_object()->immortal()) return raise_attribute_error(cx, "'{}' object is shared and cannot be changed", type_name(cx, self));
  if (value.is_unset()) value = Value::object(new_dict(cx));
  if (!is<Dict>(payload_of(value))) return raise_type_error(cx, "__dict__ must be set to a dictionary, not a '{}'", type_name(cx, value));
  return instance_set_dict(cx, as<Instance>(self), value) ? Value::none() : cx.out_of_memory();
}

namespace {

constexpr NativeRow kObjectMethods[] = {
    {"__new__", object_new, "cls, /, *args, **kwargs", nullptr, NativeRow::kStatic | NativeRow::kNew},
    {"__init__", object_init, "self, /, *args, **kwargs"},
    {"__eq__", object_eq, "self, value, /"},
    {"__ne__", object_ne, "self, value, /", "object__ne__"},
    {"__lt__", object_order, "self, value, /"},
    {"__le__", object_order, "self, value, /"},
    {"__gt__", object_order, "self, value, /"},
    {"__ge__", object_order, "self, value, /"},
    {"__hash__", object_hash, "self, /"},
    {"__repr__", object_repr, "self, /", nullptr, NativeRow::kShows},
    {"__str__", object_str, "self, /", "object__str__"},
    {"__format__", object_format, "self, format_spec, /", "object__format__", NativeRow::kFormats},
    {"__getattribute__", object_getattribute, "self, name, /"},
    {"__setattr__", object_setattr, "self, name, value, /", nullptr, NativeRow::kNameless},
    {"__delattr__", object_delattr, "self, name, /"},
    {"__dir__", object_dir, "self, /"},
    {"__init_subclass__", object_init_subclass, "cls, /, *args, **kwargs", nullptr, NativeRow::kClassMethod},
    {"__subclasshook__", object_subclasshook, "cls, /, *args", nullptr, NativeRow::kClassMethod},
    {"__getstate__", nullptr, "self, /", "object__getstate__"},
    {"__reduce__", nullptr, "self, /", "object__reduce__"},
    {"__reduce_ex__", nullptr, "self, protocol, /", "object__reduce_ex__"},
    {"__sizeof__", object_sizeof, "self, /"},
};

constexpr AttributeRow kObjectAttributes[] = {
    {"__class__", get_class, set_class},
};

constexpr NativeRow kObjectConstructor = {"object", object_new, "cls, /, *args, **kwargs"};

}  // namespace

const Operations kInstanceOperations = {.hash = hash_by_identity};

const TypeRow kObjectType = {
    .kind = Kind::kInstance,
    .name = "object",
    .doc =
        "The base class of the class hierarchy.\n\nWhen called, it accepts no arguments and returns a new featureless\n"
        "instance that has no instance attributes and cannot be given any.\n",
    .methods = kObjectMethods,
    .attributes = kObjectAttributes,
    .constructor = &kObjectConstructor,
    .operations = &kInstanceOperations,
    .named = true,
};

}  // namespace fermata
