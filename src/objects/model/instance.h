// Instances of classes and the shapes that describe their attributes. Used by attribute access, by the
// dispatch loop's inline caches and by the loader, which rebuilds shapes from names.
#pragma once

#include "objects/model/operations.h"

namespace fermata {

// Above this many attributes, or when somebody asks for __dict__, an instance keeps them in a Dict. What its class declares in __slots__
// besides a __dict__ stays out of it.
inline constexpr uint32_t kMaxShapeAttributes = 64;

Shape* make_root_shape(Context& cx, Class* cls);
// The shape of an instance without attributes. Classes of the image have one for each session, because
// shapes grow.
Shape* root_shape_of(Context& cx, Class* cls);
// The index of attribute `name`, or -1.
int32_t shape_find(Context& cx, Shape* shape, const Str* name);
// The shape with one attribute more.
Shape* shape_with(Context& cx, Shape* shape, Str* name);
// One that is known not to be there.
Shape* add_shape(Context& cx, Shape* shape, Str* name);
// The shape of instances that keep in slots what `shape` names, and all else in a Dict after them.
Shape* dictionary_shape(Context& cx, Shape* shape);

Instance* make_instance(Context& cx, Class* cls);

// An instance's own attributes. Never an outcome but for memory.
Value instance_get(Context& cx, Instance* o, const Str* name);        // unset when missing
bool instance_set(Context& cx, Instance* o, Str* name, Value value);  // false: out of memory
bool instance_delete(Context& cx, Instance* o, Str* name);            // false: was not there
bool declares_slot(Context& cx, Class* cls, Str* name);               // its __slots__, or a base's
// What a value of the slot is called in instances of `cls`: its name, or when that leads to something else in this class (an attribute of
// it, a slot of a class between) a name that no program has. Null: out of memory.
Str* slot_key(Context& cx, Class* cls, const Member* member);
// The same of a name of __slots__, which isn't taken for a key of __dict__.
Value instance_get_slot(Context& cx, Instance* o, const Str* name);
bool instance_set_slot(Context& cx, Instance* o, Str* name, Value value);
bool instance_delete_slot(Context& cx, Instance* o, Str* name);
// The instance's __dict__: from now on its attributes live there.
Dict* instance_dict(Context& cx, Instance* o);
bool instance_set_dict(Context& cx, Instance* o, Value dict);   // obj.__dict__ = dict, a Dict or an instance of a subclass of dict
bool instance_set_class(Context& cx, Instance* o, Class* cls);  // obj.__class__ = cls
// What obj.__dict__ is, if its attributes live there; else unset. The Dict of it is where they are.
inline Value instance_dict_value(Instance* o) { return o->shape->dictionary() ? o->slot(o->shape->count) : Value(); }
inline Dict* instance_dictionary(Instance* o) { return o->shape->dictionary() ? as<Dict>(payload_of(instance_dict_value(o))) : nullptr; }

// f(Str* name, Value value) for each attribute in order.
template <class F>
void instance_for_each(Context& cx, Instance* o, F&& f);

const Array<Value>& shape_keys(Context& cx, Shape* shape);  // all names in order

template <class F>
void instance_for_each(Context& cx, Instance* o, F&& f) {
  const Array<Value>& keys = shape_keys(cx, o->shape);
  for (uint32_t i = 0; i < keys.size; ++i) f(as<Str>(keys[i]), o->slot(i));
  if (Dict* d = instance_dictionary(o))
    for (DictEntry& e : d->entries)
      if (is<Str>(e.key)) f(as<Str>(e.key), e.value);
}

}  // namespace fermata
