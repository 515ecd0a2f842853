// Classes: finding a value's class, looking names up along the MRO, making classes, and which special
// methods a class has. Instances and their shapes are in instance.h, attribute access in attributes.h.
#pragma once

#include "runtime/context.h"

namespace fermata {

class TextBuilder;

// type(v). Never fails.
Class* class_of(Context& cx, Value v);
// A module's class, when the program gave it one by assigning to its __class__; else null. Kept with what the library keeps.
Class* own_class_of_module(Context& cx, Value module);
bool set_class_of_module(Context& cx, Value module, Class* cls);
bool is_subclass(const Class* cls, const Class* base);
bool is_instance_of(Context& cx, Value v, const Class* cls);  // by type alone, no __instancecheck__

// isinstance() and issubclass(): is `cls`, the class of the value or the class asked about, one of `classes`? Defers for hooks of the
// program.
Value check_class(Context& cx, Class* cls, Value classes, bool instance);

// The raw attribute `name` of the first class in the MRO that has it; unset when none has.
Value class_lookup(Context& cx, Class* cls, Str* name, Class** owner = nullptr);
// The same, starting after `after` in the MRO (super()).
Value class_lookup_after(Context& cx, Class* cls, const Class* after, Str* name, Class** owner = nullptr);

std::string_view class_name(const Class* cls);
std::string class_full_name(Context& cx, const Class* cls);  // module.qualname, as repr shows it
void append_full_name(Context& cx, const Class* cls, TextBuilder& out);
std::string class_text(Context& cx, const Class* cls);  // as messages name it: the former for kClassQualified, else the name

// Which special methods a class gets from code that natives can't run: Python functions, or anything put
// into a user's class. A leaf that meets an instance with such a method defers.
enum Trait : uint32_t {
  kTraitEq = 1,
  kTraitHash = 2,
  kTraitRepr = 4,
  kTraitStr = 8,
  kTraitBool = 16,
  kTraitLen = 32,
  kTraitOrder = 64,
  kTraitIter = 128,
  kTraitNext = 256,
  kTraitContains = 512,
  kTraitGetItem = 1024,
  kTraitSetItem = 2048,
  kTraitDelItem = 4096,
  kTraitFormat = 8192,
  kTraitGetAttr = 1 << 14,
  kTraitGetAttribute = 1 << 15,
  kTraitSetAttr = 1 << 16,
  kTraitDelAttr = 1 << 17,
  kTraitCall = 1 << 18,
  kTraitNumeric = 1 << 19,  // any operator method
  kTraitIndex = 1 << 20,
  kTraitInit = 1 << 21,
  kTraitNew = 1 << 22,
  kTraitGet = 1 << 23,
  kTraitSet = 1 << 24,
  kTraitNoHash = 1 << 25,  // __hash__ is None
  kTraitMissing = 1 << 26,
  kTraitMetaCall = 1 << 27,
};
uint32_t class_traits(Context& cx, Class* cls);
inline bool has_trait(Context& cx, Class* cls, uint32_t traits) { return class_traits(cx, cls) & traits; }
// The trait that a special method of this name gives; 0: none.
uint32_t trait_of(Context& cx, const Str* name);

// C3. The MRO tuple, or an outcome: TypeError "Cannot create a consistent method resolution order (MRO)
// for bases X, Y".
Value compute_mro(Context& cx, Class* cls, Tuple* bases);
// type(name, bases, dict) without __set_name__, __init_subclass__ and metaclasses, which the prelude does.
Value make_class(Context& cx, Class* meta, Str* name, Tuple* bases, Dict* dict);
// The descriptors of __dict__ and __weakref__ are Members too, and look like CPython's getset_descriptors.
inline bool is_part_descriptor(const Member* m) {
  return is<Str>(m->name) && (as<Str>(m->name)->view() == "__dict__" || as<Str>(m->name)->view() == "__weakref__");
}
inline bool is_part_descriptor(Value v) { return is<Member>(v) && is_part_descriptor(as<Member>(v)); }

// May its class be a program's, with special methods of its own?
inline bool may_define(Value v) { return is<Instance>(v) || is<Exception>(v) || is<Class>(v) || is<Module>(v); }
// A special method of an object that may_define(), unset for others.
inline Value special_method(Context& cx, Value v, Name name) {
  return may_define(v) ? class_lookup(cx, class_of(cx, v), cx.name(name)) : Value();
}

// Is `v` (not an instance that holds one) what the natives of the class work on?
inline bool has_layout(Value v, const Class* cls) {
  const Kind kind = v.is_small() ? Kind::kInt : v.is_inline_float() ? Kind::kFloat : v.is_object() ? v.as_object()->kind : Kind::kFree;
  return kind != Kind::kInstance &&
         (uint32_t(kind) == cls->layout || (kind == Kind::kMember && cls->layout == uint32_t(Kind::kGetSet) && is_part_descriptor(v)));
}

// A builtin class for the image.
Class* make_builtin_class(Context& cx, std::string_view name, Class* base, Kind layout, uint32_t flags);

// Do instances of the base have a __dict__, or references to them, so that a class derived from it brings none?
bool brings_dict(Context& cx, Class* base);
bool brings_weakref(Context& cx, Class* base);
// The end of a class's making: its descriptors __dict__ and __weakref__ (when these are new with it), __doc__ and __hash__.
Value complete_class(Context& cx, Class* cls, bool has_dict, bool has_weakref);
// Changing a class's own attribute; keeps caches right. None, or an outcome.
Value class_set(Context& cx, Class* cls, Str* name, Value value);
Value class_delete(Context& cx, Class* cls, Str* name);

}  // namespace fermata
