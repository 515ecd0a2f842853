// What reading an attribute (attributes.cpp) and setting one (set_attributes.cpp) ask about descriptors and objects. Only these two include
// it.
#pragma once

#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"

namespace fermata {

inline bool instance_trait(Context& cx, Value v, uint32_t trait) {
  if (is<Module>(v)) {
    Class* own = own_class_of_module(cx, v);
    return own && has_trait(cx, own, trait);
  }
  return is<Instance>(v) ? has_trait(cx, as<Instance>(v)->shape->cls, trait)
                         : is<Exception>(v) && has_trait(cx, as<Exception>(v)->cls, trait);
}

// The descriptor inside an instance of a subclass of property, classmethod, staticmethod or super; else unset.
inline Value descriptor_within(Value v) {
  if (!is<Instance>(v)) return Value();
  const Value p = as<Instance>(v)->payload;
  return is<Property>(p) || is<ClassMethod>(p) || is<StaticMethod>(p) || is<Super>(p) ? p : Value();
}

// Does accessing it through an instance go before the instance's own attributes?
inline bool is_data_descriptor(Context& cx, Value v) {
  return is<Property>(v) || is<GetSet>(v) || is<Member>(v) || is<TupleGetter>(v) || instance_trait(cx, v, kTraitSet) ||
         is<Property>(descriptor_within(v));
}

// A builtin class's attribute may have been put into another class.
template <class Descriptor>
Value check_receiver(Context& cx, const Descriptor* g, Value self) {
  const Class* owner = as<Class>(g->owner);
  const Class* cls = class_of(cx, self);
  if (cls == owner || is_subclass(cls, owner)) [[likely]]
    return Value::none();
  return raise_type_error(cx, "descriptor '{}' for '{}' objects doesn't apply to a '{}' object", as<Str>(g->name)->view(),
                          class_name(owner), type_name(cx, self));
}

// Attributes of a classmethod or staticmethod object are those of its function. One may wrap itself: __init__ can be called again.
inline Value holder_of_attributes(Value v) {
  for (uint32_t depth = 0; depth < Context::kMaxNativeDepth && (is<ClassMethod>(v) || is<StaticMethod>(v)); ++depth)
    v = is<ClassMethod>(v) ? as<ClassMethod>(v)->function : as<StaticMethod>(v)->function;
  return v;
}

// For what a builtin class keeps itself (a module, a class, an exception), its own descriptor of __dict__ is asked.
inline GetSet* builtin_dict_descriptor(Context& cx, Value self) {
  if (is<Instance>(self) && !is<Module>(payload_of(self))) return nullptr;
  for (Value c : as<Tuple>(class_of(cx, self)->mro)->span()) {
    const Value v = dict_get_str(as<Dict>(as<Class>(c)->dict), cx.name(Name::k___dict__));
    if (is<GetSet>(v)) return as<GetSet>(v);
  }
  return nullptr;
}

inline bool is_of_dict(Context& cx, const Member* m) { return str_equal(as<Str>(m->name), cx.name(Name::k___dict__)); }

}  // namespace fermata
