#include "objects/model/attributes.h"

#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attribute_parts.h"
#include "objects/model/class.h"
#include "objects/model/class_patches.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// A module of the library's gets its __spec__ and __loader__ when one of them is first asked for.
bool tells_origin(Context& cx, const Module* m, const Str* name) {
  const std::string_view text = name->view();
  if (text != "__spec__" && text != "__loader__") [[likely]]
    return false;
  return !cx.heap.frozen() && is<Str>(m->name) && (m->immortal() || (cx.imports.code && cx.imports.code(as<Str>(m->name)->view(), false)));
}

// Does reading it through an instance go before the instance's own attributes? One that only has __set__ does not.
bool is_reading_descriptor(Context& cx, Value v) {
  return is_data_descriptor(cx, v) && (!is<Instance>(v) || instance_trait(cx, v, kTraitGet) || !descriptor_within(v).is_unset());
}

Value call_descriptor_get(Context& cx, Value descriptor, Value self, Class* cls) {
  Value get = class_lookup(cx, class_of(cx, descriptor), cx.name(Name::k___get__));
  return cx.tail_call(get, {descriptor, self, Value::object(cls)});
}

Value bound(Context& cx, Value function, Value self) {
  auto* m = cx.heap.make<BoundMethod>();
  m->function = function;
  m->self = self;
  return Value::object(m);
}

// The names and values an object holds itself, unset when it has no such attribute.
Value own_attribute(Context& cx, Value object, const Str* name) {
  if (!object.is_object()) return Value();
  switch (object.as_object()->kind) {
    case Kind::kInstance: return instance_get(cx, as<Instance>(object), name);
    case Kind::kException: {
      Value a = as<Exception>(object)->attributes;
      return is<Dict>(a) ? dict_get_str(as<Dict>(a), name) : Value();
    }
    case Kind::kFunction: {
      Value a = as<Function>(object)->attributes;
      return is<Dict>(a) ? dict_get_str(as<Dict>(a), name) : Value();
    }
    case Kind::kModule:
      if (Value patched = patched_attribute(cx, as<Module>(object), name); !patched.is_unset())
        return patched.is_missing() ? Value() : patched;
      return own_value(cx, as<Dict>(as<Module>(object)->dict), name, dict_get_str(as<Dict>(as<Module>(object)->dict), name));
    case Kind::kClassMethod:
    case Kind::kStaticMethod: {
      const Value function = holder_of_attributes(object);
      return is<Function>(function) ? own_attribute(cx, function, name) : Value();
    }
    default: return Value();
  }
}

Value get_class_attribute(Context& cx, Class* cls, Str* name) {
  Class* meta = cls->meta;
  Value in_meta = class_lookup(cx, meta, name);
  if (!in_meta.is_unset() && is_reading_descriptor(cx, in_meta)) return bind_attribute(cx, in_meta, Value::object(cls), meta);
  Value found = class_lookup(cx, cls, name);
  // To bind_attribute, None isn't an instance, except of None's own class.
  const bool own = cls == class_of(cx, Value::none()) && !found.is_unset();
  if (own && (is<GetSet>(found) || (is<Builtin>(found) && !(as<Builtin>(found)->row->flags & NativeRow::kClassMethod)))) return found;
  if (!found.is_unset()) return bind_attribute(cx, found, Value::none(), cls);
  if (!in_meta.is_unset()) return bind_attribute(cx, in_meta, Value::object(cls), meta);
  return Value();
}

Value get_super_attribute(Context& cx, Super* s, Str* name) {
  if (s->self.is_none() || name->view() == "__class__") return Value();
  Value found = class_lookup_after(cx, s->object_type, s->cls, name);
  if (found.is_unset()) return found;
  // Through a class (in a classmethod or __new__) functions stay unbound.
  bool through_class = is<Class>(s->self) && as<Class>(s->self) == s->object_type;
  return bind_attribute(cx, found, through_class ? Value::none() : s->self, s->object_type);
}

// What a class's descriptors of __dict__ and __weakref__ give. References to an object are not found from it: None.
Value get_part(Context& cx, const Member* m, Value self) {
  if (!is_of_dict(cx, m)) return Value::none();
  if (auto* g = builtin_dict_descriptor(cx, self)) return g->row->get(cx, is<Instance>(self) ? payload_of(self) : self);
  return get_dict_of(cx, self);
}

// Few of list[int]'s attributes are its own: all others are those of list. A subclass has its own before these.
bool asks_origin(Context& cx, Value object, Str* name) {
  static constexpr std::string_view kOwn[] = {
      "__class__",       "__origin__",    "__args__",   "__unpacked__", "__parameters__", "__typing_unpacked_tuple_args__",
      "__mro_entries__", "__reduce_ex__", "__reduce__", "__copy__",     "__deepcopy__"};
  const Value alias = payload_of(object);
  if (!is<GenericAlias>(alias) || class_of(cx, alias) != cx.image->classes[size_t(Kind::kGenericAlias)]) return false;
  if (is<Instance>(object) && !class_lookup(cx, as<Instance>(object)->shape->cls, name).is_unset()) return false;
  return std::find(std::begin(kOwn), std::end(kOwn), name->view()) == std::end(kOwn);
}

// Finds without falling back to __getattr__; unset when there is none.
Value find_attribute(Context& cx, Value object, Str* name) {
  if (asks_origin(cx, object, name)) {
    DepthGuard guard(cx);
    return guard.ok ? find_attribute(cx, as<GenericAlias>(payload_of(object))->origin, name) : raise_recursion_error(cx);
  }
  if (is<Super>(object)) {
    Value v = get_super_attribute(cx, as<Super>(object), name);
    if (!v.is_unset()) return v;
  }
  if (is<Class>(object)) return get_class_attribute(cx, as<Class>(object), name);
  Class* cls = class_of(cx, object);
  Value found = class_lookup(cx, cls, name);
  if (!found.is_unset() && is_reading_descriptor(cx, found)) return bind_attribute(cx, found, object, cls);
  Value own = own_attribute(cx, object, name);
  if (!own.is_unset()) return own;
  if (!found.is_unset()) return bind_attribute(cx, found, object, cls);
  // Classes of states from before 0.2 have no descriptor of it.
  if (is<Instance>(object) && cls->class_flags & kClassHasDict && str_equal(name, cx.name(Name::k___dict__)))
    return get_dict_of(cx, object);
  if (!is<BoundMethod>(object)) return Value();
  if (is<Builtin>(as<BoundMethod>(object)->function) && str_equal(name, cx.name(Name::k___get__)))
    return Value();  // C's are bound for good
  DepthGuard guard(cx);
  return guard.ok ? find_attribute(cx, as<BoundMethod>(object)->function, name) : raise_recursion_error(cx);
}

// A package of the image's has all modules of the image that are in it, whoever imported them and in whatever order: the package itself,
// which sessions share, doesn't change when one of them is made. Unset when there is none, or when the program took it away.
Value module_within(Context& cx, Module* package, const Str* name) {
  if (!is<Dict>(package->dict) || !cx.imports.load || dict_get_str(as<Dict>(package->dict), cx.intern("__path__")).is_unset())
    return Value();
  if (package->immortal() ? !patched_attribute(cx, package, name).is_unset() : !cx.heap.frozen()) return Value();
  std::string error;
  Module* m = cx.imports.load(fmt::format("{}.{}", as<Str>(package->name)->view(), name->view()), false, &error);
  return m ? Value::object(m) : error.empty() ? Value() : raise_import_error(cx, "{}", error);
}

Value missing_attribute(Context& cx, Value object, Str* name) {
  while (asks_origin(cx, object, name)) object = as<GenericAlias>(payload_of(object))->origin;
  Class* cls = class_of(cx, object);
  if (class_traits(cx, cls) & kTraitGetAttr) {
    const Value hook = bind_attribute(cx, class_lookup(cx, cls, cx.name(Name::k___getattr__)), object, cls);
    return hook.is_outcome() ? Value::defer() : cx.tail_call(hook, {Value::object(name)});
  }
  if (is<Module>(object)) {
    if (const Value part = module_within(cx, as<Module>(object), name); !part.is_unset()) return part;
    if (Value hook = own_attribute(cx, object, cx.name(Name::k___getattr__)); !hook.is_unset())
      return cx.tail_call(hook, {Value::object(name)});
  }
  return raise_no_attribute(cx, object, name);
}

// What GET_ATTR's cache may keep about an instance: its slot, or what its class has.
void note_instance(Context& cx, Instance* o, Str* name, Value found, SiteCache* cache) {
  if (!cache || o->shape->dictionary()) return;
  int32_t slot = shape_find(cx, o->shape, name);
  *cache = {o->shape, cx.class_epoch, Value(), 0, 0};
  if (slot >= 0) {
    cache->kind = uint32_t(CacheKind::kSlot);
    cache->index = uint32_t(slot);
  } else if (is<Function>(found) || is<Builtin>(found)) {
    cache->kind = uint32_t(CacheKind::kMethod);
    cache->value = found;
  } else {
    cache->guard = nullptr;
  }
}

}  // namespace

bool takes_self(Value found) {
  return plain_method(found) || (is<Builtin>(found) && is<Class>(as<Builtin>(found)->owner) && as<Builtin>(found)->row->is_plain_method());
}

Value bind_attribute(Context& cx, Value attribute, Value self, Class* cls) {
  if (!attribute.is_object()) return attribute;
  switch (attribute.as_object()->kind) {
    case Kind::kFunction:
      return (self.is_none() && cls != class_of(cx, self)) || attribute.as_object()->aux & Function::kUnbound ? attribute
                                                                                                              : bound(cx, attribute, self);
    case Kind::kBuiltin: {
      auto* b = as<Builtin>(attribute);
      if (b->row->flags & (NativeRow::kStatic | NativeRow::kConstructor) || !(is<Class>(b->owner) || b->row->flags & NativeRow::kBinds))
        return attribute;
      if (b->row->flags & NativeRow::kClassMethod) return bound(cx, attribute, Value::object(cls));
      return self.is_none() && cls != class_of(cx, self) ? attribute : bound(cx, attribute, self);
    }
    case Kind::kClassMethod: {
      // What is a descriptor itself is asked with the class, all else gets it as its first argument.
      const Value f = as<ClassMethod>(attribute)->function;
      const bool descriptor = is<ClassMethod>(f) || is<StaticMethod>(f) || is<Property>(f) || is<GetSet>(f) || is<Member>(f) ||
                              is<TupleGetter>(f) || is<Super>(f) || instance_trait(cx, f, kTraitGet) || !descriptor_within(f).is_unset();
      if (!descriptor) return bound(cx, f, Value::object(cls));
      DepthGuard guard(cx);  // classmethod(classmethod(…))
      return guard.ok ? bind_attribute(cx, f, Value::object(cls), cls) : raise_recursion_error(cx);
    }
    case Kind::kStaticMethod: return as<StaticMethod>(attribute)->function;
    case Kind::kProperty: {
      if (self.is_none()) return attribute;
      auto* p = as<Property>(attribute);
      if (p->get.is_none() || p->get.is_unset()) {
        std::string name = is<Str>(p->name) ? " '" + std::string(as<Str>(p->name)->view()) + "'" : "";
        return raise_attribute_error(cx, "property{} of '{}' object has no getter", name, as<Str>(cls->qualname)->view());
      }
      return cx.tail_call(p->get, {self});
    }
    case Kind::kGetSet: {
      auto* g = as<GetSet>(attribute);
      if (self.is_none() && cls != class_of(cx, self)) return attribute;
      if (const Value r = check_receiver(cx, g, self); r.is_outcome()) return r;
      bool plain = as<Class>(g->owner)->layout == uint32_t(Kind::kInstance);
      return g->row->get(cx, plain ? self : payload_of(self));
    }
    case Kind::kTupleGetter: {
      if (self.is_none()) return attribute;
      const auto* tuple = try_as<Tuple>(payload_of(self));
      const int64_t index = as<TupleGetter>(attribute)->index.as_small();
      if (!tuple)
        return raise_type_error(cx, "descriptor for index '{}' for tuple subclasses doesn't apply to '{}' object", index,
                                type_name(cx, self));
      return index >= 0 && index < int64_t(tuple->count) ? tuple->items[index] : raise_index_error(cx, "tuple index out of range");
    }
    case Kind::kMember: {
      if (self.is_none() && cls != class_of(cx, self)) return attribute;
      if (const Value r = check_receiver(cx, as<Member>(attribute), self); r.is_outcome()) return r;
      if (is_part_descriptor(as<Member>(attribute))) return get_part(cx, as<Member>(attribute), self);
      Str* name = as<Str>(as<Member>(attribute)->name);
      Value v;
      if (auto* o = try_as<Instance>(self)) {
        Str* key = slot_key(cx, o->shape->cls, as<Member>(attribute));
        if (!key) return cx.out_of_memory();
        v = instance_get_slot(cx, o, key);
      } else {
        v = own_attribute(cx, self, name);
      }
      return v.is_unset() ? raise_no_attribute(cx, self, name) : v;
    }
    case Kind::kClass:
      if (as<Class>(attribute)->meta != cx.image->type && has_trait(cx, as<Class>(attribute)->meta, kTraitGet))
        return call_descriptor_get(cx, attribute, self, cls);
      return thaw(cx, attribute);
    case Kind::kException:
    case Kind::kInstance:
      if (instance_trait(cx, attribute, kTraitGet)) return call_descriptor_get(cx, attribute, self, cls);
      if (const Value within = descriptor_within(attribute); !within.is_unset()) {
        if (is<Property>(within)) return self.is_none() ? attribute : bind_attribute(cx, within, self, cls);
        if (!is<Super>(within)) return bind_attribute(cx, within, self, cls);
        // An unbound super of a subclass binds to another of that class.
        if (self.is_none() || !as<Super>(within)->self.is_none()) return attribute;
        return cx.tail_call(Value::object(as<Instance>(attribute)->shape->cls), {Value::object(as<Super>(within)->cls), self});
      }
      return attribute;
    case Kind::kSuper: {
      auto* s = as<Super>(attribute);
      if (self.is_none() || !s->self.is_none()) return attribute;
      auto* made = cx.heap.make<Super>();
      made->cls = s->cls;
      made->self = self;
      if (is<Class>(self) && is_subclass(as<Class>(self), s->cls)) made->object_type = as<Class>(self);
      else if (is_instance_of(cx, self, s->cls)) made->object_type = class_of(cx, self);
      else return raise_type_error(cx, "super(type, obj): obj must be an instance or subtype of type");
      return Value::object(made);
    }
    default: return thaw(cx, attribute);
  }
}

bool is_initializing(Context& cx, const Module* module) {
  if (!is<Dict>(module->dict)) return false;
  const Value spec = dict_get_str(as<Dict>(module->dict), cx.intern("__spec__"));
  return is<Instance>(spec) && instance_get_slot(cx, as<Instance>(spec), cx.intern("_initializing")).is_true();
}

Value raise_no_attribute(Context& cx, Value object, Str* name, bool reads) {
  // A method's attributes are its function's, which nobody sets or deletes there.
  if (reads && is<BoundMethod>(object) && is<Function>(as<BoundMethod>(object)->function)) object = as<BoundMethod>(object)->function;
  std::string message;
  if (is<Class>(object)) message = message_text("type object '{}' has no attribute '{}'", class_text(cx, as<Class>(object)), name->view());
  else if (is<Module>(payload_of(object))) {
    const auto* dict = try_as<Dict>(as<Module>(payload_of(object))->dict);
    const Str* said = dict ? as_str(dict_get_str(dict, cx.name(Name::k___name__))) : nullptr;
    const bool running = is_initializing(cx, as<Module>(payload_of(object)));
    message = said ? message_text("{}module '{}' has no attribute '{}'{}", running ? "partially initialized " : "", said->view(),
                                  name->view(), running ? " (most likely due to a circular import)" : "")
                   : message_text("module has no attribute '{}'", name->view());
  } else message = message_text("'{}' object has no attribute '{}'", type_name(cx, object), name->view());
  raise(cx, ErrorType::kAttributeError, message);
  auto* e = as<Exception>(cx.exception);
  e->details = Value::object(new_dict(cx));
  dict_set_str(cx, as<Dict>(e->details), cx.name(Name::k_name), Value::object(name));
  dict_set_str(cx, as<Dict>(e->details), cx.name(Name::k_obj), object);
  return Value::error();
}

Value generic_get(Context& cx, Value object, Str* name) {
  Value v = find_attribute(cx, object, name);
  return v.is_unset() ? raise_no_attribute(cx, object, name) : v;
}

Value get_attribute(Context& cx, Value object, Str* name, SiteCache* cache) {
  if (is<Instance>(object)) {
    auto* o = as<Instance>(object);
    Class* cls = o->shape->cls;
    if (class_traits(cx, cls) & kTraitGetAttribute) return Value::defer();
    if (is<Super>(o->payload)) [[unlikely]]
      if (const Value v = get_super_attribute(cx, as<Super>(o->payload), name); !v.is_unset()) return v;
    Value found = class_lookup(cx, cls, name);
    if (found.is_unset() || !is_reading_descriptor(cx, found)) {
      Value own = instance_get(cx, o, name);
      if (!own.is_unset()) {
        note_instance(cx, o, name, Value(), cache);
        return own;
      }
    } else if (is<Property>(found) && is<Function>(as<Property>(found)->get)) {
      if (class_traits(cx, cls) & kTraitGetAttr) return Value::defer();  // asked when the getter raises AttributeError
      if (cache && !o->shape->dictionary())
        *cache = {o->shape, cx.class_epoch, as<Property>(found)->get, uint32_t(CacheKind::kProperty), 0};
      return cx.tail_call(as<Property>(found)->get, {object});
    }
    if (!found.is_unset()) {
      Value v = bind_attribute(cx, found, object, cls);
      if (is<TupleGetter>(found) && !v.is_outcome() && cache && !o->shape->dictionary())
        *cache = {o->shape, cx.class_epoch, Value(), uint32_t(CacheKind::kTupleItem), uint32_t(as<TupleGetter>(found)->index.as_small())};
      if (is<Member>(found) && !v.is_outcome() && str_equal(as<Str>(as<Member>(found)->name), name))
        note_instance(cx, o, name, Value(), cache);
      if (!(class_traits(cx, cls) & kTraitGetAttr)) return v;
      if (v.is_call()) return Value::defer();
      if (!v.is_error() || !exception_matches(cx, cx.exception, ErrorType::kAttributeError)) return v;
      cx.exception = Value();
    }
    if (is<GenericAlias>(o->payload) && asks_origin(cx, object, name))
      return get_attribute(cx, as<GenericAlias>(o->payload)->origin, name, nullptr);
    return missing_attribute(cx, object, name);
  }
  if (is<Module>(object) && !own_class_of_module(cx, object)) {
    auto* m = as<Module>(object);
    const Value patched = patched_attribute(cx, m, name);
    if (!patched.is_unset() && !patched.is_missing()) return patched;
    Dict* d = as<Dict>(m->dict);
    if (const Value made = session_part(cx, d, name); !made.is_unset()) return made;
    int64_t at = patched.is_missing() ? -1 : dict_find_str(d, name);
    if (at >= 0) {
      Value v = d->entries[size_t(at)].value;
      if (v.is_none() && tells_origin(cx, m, name))
        return cx.tail_call(prelude_function(cx, "module_origin"), {object, Value::object(name)});
      const Value own = own_value(cx, d, name, v);
      if (cache && own == v) *cache = {d, d->version, Value(), uint32_t(CacheKind::kModule), uint32_t(at)};
      return own;
    }
  }
  if (is<Class>(object) && has_trait(cx, as<Class>(object)->meta, kTraitGetAttribute)) return Value::defer();
  if (!is<Instance>(object) && instance_trait(cx, object, kTraitGetAttribute)) return Value::defer();
  Value v = find_attribute(cx, object, name);
  if (v.is_unset()) return missing_attribute(cx, object, name);
  if ((v.is_call() || v.is_error()) && class_traits(cx, class_of(cx, object)) & kTraitGetAttr) [[unlikely]] {
    if (v.is_call()) return Value::defer();  // asked when the descriptor raises AttributeError
    if (!exception_matches(cx, cx.exception, ErrorType::kAttributeError)) return v;
    cx.exception = Value();
    return missing_attribute(cx, object, name);
  }
  return v;
}

Value pass_attribute(Context& cx, Value object, Str* name) {
  const Value v = get_attribute(cx, object, name);
  return v.is_defer() ? cx.tail_call(prelude_function(cx, "op_getattr"), {object, Value::object(name)}) : v;
}

Value get_method(Context& cx, Value object, Str* name, Value* self, SiteCache* cache) {
  *self = Value();
  if (is<Instance>(object)) {
    auto* o = as<Instance>(object);
    Class* cls = o->shape->cls;
    if (class_traits(cx, cls) & kTraitGetAttribute) return Value::defer();
    if (is<Super>(o->payload)) [[unlikely]]
      return get_attribute(cx, object, name, nullptr);
    Value found = class_lookup(cx, cls, name);
    if (takes_self(found) && instance_get(cx, o, name).is_unset()) {
      note_instance(cx, o, name, found, cache);
      *self = object;
      return found;
    }
    return get_attribute(cx, object, name, cache);
  }
  if (is<Class>(object) || is<Module>(object) || is<Super>(object)) {
    if (is<Super>(object)) {
      auto* s = as<Super>(object);
      bool through_class = is<Class>(s->self) && as<Class>(s->self) == s->object_type;
      if (!s->self.is_none() && !through_class) {
        Value found = class_lookup_after(cx, s->object_type, s->cls, name);
        if (plain_method(found)) {
          *self = s->self;
          return found;
        }
      }
    }
    return get_attribute(cx, object, name, cache);
  }
  Class* cls = class_of(cx, object);
  Value found = class_lookup(cx, cls, name);
  if (is<Builtin>(found) && takes_self(found) && own_attribute(cx, object, name).is_unset()) {
    if (cache && cls->immortal()) *cache = {cls, 0, found, uint32_t(CacheKind::kMethod), 0};
    *self = object;
    return found;
  }
  return get_attribute(cx, object, name, cache);
}

}  // namespace fermata
