// Instances of the library's own classes whose attributes are in __slots__, as its natives read and make them.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/text/text.h"

namespace fermata {

using SlotNames = std::span<const std::string_view>;

// Is it of a class of the library's, with just these attributes at its beginning, in this order?
inline bool has_slots(Context& cx, Instance* o, SlotNames names) {
  if (!o->payload.is_unset() || !o->shape->cls->immortal() || o->shape->dictionary()) return false;
  const Array<Value>& keys = shape_keys(cx, o->shape);
  return keys.size >= names.size() && std::equal(names.begin(), names.end(), keys.begin(),
                                                 [](std::string_view name, Value key) { return as<Str>(key)->view() == name; });
}

// An instance of a class of the library's; None for another class. `like`, of that class and with these slots, or null: what is made like a
// session's own one is made at once.
inline Value make_slotted(Context& cx, Class* cls, const Instance* like, SlotNames names, std::span<const Value> values) {
  if (!cls->immortal() || cls->layout != uint32_t(Kind::kInstance)) return Value::none();
  if (like && !like->immortal() && like->shape->count == values.size()) {  // (a state may give it more)
    Instance* o = cx.heap.make_sized<Instance>(uint32_t(values.size()));
    o->shape = like->shape;
    std::copy(values.begin(), values.end(), o->slots);
    return Value::object(o);
  }
  Instance* o = make_instance(cx, cls);
  for (size_t i = 0; i < names.size(); ++i)
    if (!instance_set_slot(cx, o, cx.intern(names[i]), values[i])) return cx.out_of_memory();
  return Value::object(o);
}

}  // namespace fermata
