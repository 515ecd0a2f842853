// Attributes set and deleted: through the data descriptors of an object's class, or in what the object has itself.
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attribute_parts.h"
#include "objects/model/class.h"
#include "objects/model/class_patches.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/own.h"
#include "objects/model/read_only.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// Setting or deleting what the object itself can't have; its class may.
Value raise_not_its_own(Context& cx, Value object, Str* name) {
  if (class_lookup(cx, class_of(cx, object), name).is_unset()) return raise_no_attribute(cx, object, name, /*reads=*/false);
  return raise_attribute_error(cx, "'{}' object attribute '{}' is read-only", type_name(cx, object), name->view());
}

Value set_part(Context& cx, const Member* m, Value self, Value value) {
  if (!is_of_dict(cx, m))
    return raise_attribute_error(cx, "attribute '__weakref__' of '{}' objects is not writable", class_text(cx, as<Class>(m->owner)));
  auto* g = builtin_dict_descriptor(cx, self);
  if (!g) return set_dict_of(cx, self, value);
  if (!g->row->set)
    return raise_attribute_error(cx, "attribute '__dict__' of '{}' objects is not writable", class_text(cx, as<Class>(g->owner)));
  return g->row->set(cx, self, value);
}

Value set_own(Context& cx, Value object, Str* name, Value value) {
  if (const Value holder = holder_of_attributes(object); is<Function>(holder)) object = holder;
  switch (object.as_object()->kind) {
    case Kind::kInstance: {
      auto* o = as<Instance>(object);
      if (o->immortal()) return raise_attribute_error(cx, "'{}' object is shared and cannot be changed", type_name(cx, object));
      if (!(o->shape->cls->class_flags & kClassHasDict)) return raise_not_its_own(cx, object, name);
      return instance_set(cx, o, name, value) ? Value::none() : cx.out_of_memory();
    }
    case Kind::kException:
    case Kind::kFunction: {
      Value& a = is<Exception>(object) ? as<Exception>(object)->attributes : as<Function>(object)->attributes;
      if (object.as_object()->immortal())
        return raise_attribute_error(cx, "'{}' object has no attribute '{}'", type_name(cx, object), name->view());
      if (!is<Dict>(a)) a = Value::object(new_dict(cx));
      return dict_set_str(cx, as<Dict>(a), name, value) ? Value::none() : cx.out_of_memory();
    }
    case Kind::kModule:
      if (cx.heap.frozen() && object.as_object()->immortal()) return raise_shared(cx, object);  // modules are made one after the other
      if (object.as_object()->immortal())
        return patch_global(cx, as<Dict>(as<Module>(object)->dict), name, value) ? Value::none() : cx.out_of_memory();
      return dict_set_str(cx, as<Dict>(as<Module>(object)->dict), name, value) ? Value::none() : cx.out_of_memory();
    default: return raise_not_its_own(cx, object, name);
  }
}

// Sets through a data descriptor of the class; unset when `found` isn't one.
Value set_through(Context& cx, Value found, Value object, Str* name, Value value) {
  Class* cls = class_of(cx, object);
  if (const Value within = descriptor_within(found); is<Property>(within) && !instance_trait(cx, found, kTraitSet)) found = within;
  if (is<Property>(found)) {
    auto* p = as<Property>(found);
    Value f = value.is_unset() ? p->del : p->set;
    if (f.is_none() || f.is_unset())
      return raise_attribute_error(cx, "property{} of '{}' object has no {}",
                                   is<Str>(p->name) ? fmt::format(" '{}'", as<Str>(p->name)->view()) : "", as<Str>(cls->qualname)->view(),
                                   value.is_unset() ? "deleter" : "setter");
    return value.is_unset() ? cx.tail_call(f, {object}) : cx.tail_call(f, {object, value});
  }
  if (is<GetSet>(found)) {
    auto* g = as<GetSet>(found);
    if (const Value r = check_receiver(cx, g, object); r.is_outcome()) return r;
    if (!g->row->set)
      return raise_attribute_error(cx, "attribute '{}' of '{}' objects is not writable", name->view(), class_text(cx, as<Class>(g->owner)));
    // Classes, functions and modules of the library have words of their own for it; a module's attributes may be set for the session, and
    // those of the random generator that stands for the session's.
    const bool has_own_words = is<Class>(object) || is<Function>(object) || is<Module>(object) || is<RandomState>(payload_of(object)) ||
                               g->row->set == read_only_member;
    if (is_shared(object) && !has_own_words) return raise_shared(cx, object);
    return g->row->set(cx, object, value);
  }
  if (is<TupleGetter>(found)) return raise_attribute_error(cx, "can't {} attribute", value.is_unset() ? "delete" : "set");
  if (is<Member>(found)) {
    if (const Value r = check_receiver(cx, as<Member>(found), object); r.is_outcome()) return r;
    if (is_part_descriptor(found)) return set_part(cx, as<Member>(found), object, value);
  }
  if (is<Member>(found) && is<Instance>(object)) {
    auto* o = as<Instance>(object);
    if (o->immortal()) return raise_attribute_error(cx, "'{}' object is shared and cannot be changed", type_name(cx, object));
    Str* slot = slot_key(cx, o->shape->cls, as<Member>(found));
    if (!slot) return cx.out_of_memory();
    if (value.is_unset())
      return instance_delete_slot(cx, o, slot) ? Value::none() : raise_attribute_error(cx, "{}", as<Str>(as<Member>(found)->name)->view());
    return instance_set_slot(cx, o, slot, value) ? Value::none() : cx.out_of_memory();
  }
  if (instance_trait(cx, found, kTraitSet)) {
    Class* type = class_of(cx, found);
    Value f = class_lookup(cx, type, cx.name(value.is_unset() ? Name::k___delete__ : Name::k___set__));
    if (f.is_unset()) return raise_attribute_error(cx, "{}", value.is_unset() ? "__delete__" : "__set__");
    return value.is_unset() ? cx.tail_call(f, {found, object}) : cx.tail_call(f, {found, object, value});
  }
  return Value();
}

}  // namespace

Value entry_store(Context& cx, Value entry, Value object, Value value) {
  Str* name = as<Str>(is<GetSet>(entry) ? as<GetSet>(entry)->name : as<Member>(entry)->name);
  if (Value done = set_through(cx, entry, object, name, value); !done.is_unset()) return done;
  return value.is_unset() ? generic_delete(cx, object, name) : generic_set(cx, object, name, value);
}

Value generic_set(Context& cx, Value object, Str* name, Value value) {
  if (is<Class>(object)) {
    Value in_meta = class_lookup(cx, as<Class>(object)->meta, name);
    if (!in_meta.is_unset())
      if (Value done = set_through(cx, in_meta, object, name, value); !done.is_unset()) return done;
    return class_set(cx, as<Class>(object), name, value);
  }
  Value found = class_lookup(cx, class_of(cx, object), name);
  if (!found.is_unset())
    if (Value done = set_through(cx, found, object, name, value); !done.is_unset()) return done;
  if (!object.is_object()) return raise_not_its_own(cx, object, name);
  if (!found.is_unset() && !is<Instance>(object) && !is<Exception>(object) && !is<Function>(holder_of_attributes(object)) &&
      !is<Module>(object))
    return raise_attribute_error(cx, "'{}' object attribute '{}' is read-only", type_name(cx, object), name->view());
  return set_own(cx, object, name, value);
}

Value generic_delete(Context& cx, Value object, Str* name) {
  if (is<Class>(object)) {
    const Value in_meta = class_lookup(cx, as<Class>(object)->meta, name);
    if (!in_meta.is_unset())
      if (Value done = set_through(cx, in_meta, object, name, Value()); !done.is_unset()) return done;
    return class_delete(cx, as<Class>(object), name);
  }
  Value found = class_lookup(cx, class_of(cx, object), name);
  if (!found.is_unset())
    if (Value done = set_through(cx, found, object, name, Value()); !done.is_unset()) return done;
  bool done = false;
  if (const Value holder = holder_of_attributes(object); is<Function>(holder)) object = holder;
  if (is<Instance>(object) && !object.as_object()->immortal()) done = instance_delete(cx, as<Instance>(object), name);
  else if (is<Exception>(object) && is<Dict>(as<Exception>(object)->attributes))
    done = dict_delete_str(cx, as<Dict>(as<Exception>(object)->attributes), name);
  else if (is<Function>(object) && is<Dict>(as<Function>(object)->attributes) && !object.as_object()->immortal())
    done = dict_delete_str(cx, as<Dict>(as<Function>(object)->attributes), name);
  else if (is<Module>(object))
    done = object.as_object()->immortal() ? unpatch_global(cx, as<Dict>(as<Module>(object)->dict), name)
                                          : dict_delete_str(cx, as<Dict>(as<Module>(object)->dict), name);
  if (done) return Value::none();
  if (is<Module>(object)) return raise_attribute_error(cx, "'module' object has no attribute '{}'", name->view());
  const bool has_dict = is<Instance>(object) ? (as<Instance>(object)->shape->cls->class_flags & kClassHasDict) != 0
                                             : is<Exception>(object) || is<Function>(object);
  return has_dict ? raise_no_attribute(cx, object, name) : raise_not_its_own(cx, object, name);
}

Value set_attribute(Context& cx, Value object, Str* name, Value value, SiteCache* cache) {
  if (is<Instance>(object)) {
    auto* o = as<Instance>(object);
    Class* cls = o->shape->cls;
    if (class_traits(cx, cls) & kTraitSetAttr) return Value::defer();
    Value found = class_lookup(cx, cls, name);
    const bool slot = is<Member>(found) && str_equal(as<Str>(as<Member>(found)->name), name) && as<Member>(found)->owner.is_object() &&
                      !is_part_descriptor(found);
    if (found.is_unset() || slot || !is_data_descriptor(cx, found)) {
      Shape* before = o->shape;
      Value done = slot ? set_through(cx, found, object, name, value) : set_own(cx, object, name, value);
      if (cache && done.is_none() && !o->shape->dictionary()) {
        if (o->shape == before)
          *cache = {before, cx.class_epoch, Value(), uint32_t(CacheKind::kSetSlot), uint32_t(shape_find(cx, before, name))};
        else if (before->count < o->aux)
          *cache = {before, cx.class_epoch, Value::object(o->shape), uint32_t(CacheKind::kAddSlot), before->count};
      }
      return done;
    }
  } else if ((is<Class>(object) && has_trait(cx, as<Class>(object)->meta, kTraitSetAttr)) || instance_trait(cx, object, kTraitSetAttr)) {
    return Value::defer();
  }
  return generic_set(cx, object, name, value);
}

Value delete_attribute(Context& cx, Value object, Str* name) {
  if (is<Class>(object) && has_trait(cx, as<Class>(object)->meta, kTraitDelAttr)) return Value::defer();
  if (instance_trait(cx, object, kTraitDelAttr)) return Value::defer();
  return generic_delete(cx, object, name);
}

}  // namespace fermata
