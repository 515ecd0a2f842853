// LeafCallable: natives that natives call: key functions of sorting, the functions of map. Made where it is used, on the stack.
#pragma once

#include "objects/natives/signature.h"

namespace fermata {

// A callable of one argument that is a native with plain parameters: a builtin function, a method of a builtin type, taken from the type
// or bound, or the type itself.
struct LeafCallable {
  const Builtin* function = nullptr;
  Value first;          // what comes before the argument: self, or the class; unset: nothing
  bool method = false;  // the argument is the receiver, whose type must be looked at

  static LeafCallable of(Context& cx, Value v) {
    LeafCallable c;
    if (BoundMethod* m = try_as<BoundMethod>(v)) {
      c.first = m->self;
      v = m->function;
      if (!is<Builtin>(v) || !is<Class>(as<Builtin>(v)->owner) || !is_receiver(as<Builtin>(v), m->self)) return {};
    } else if (Class* cls = try_as<Class>(v)) {
      if (!cls->immortal() || cls->meta != cx.image->type || cls == cx.image->type || !is<Builtin>(cls->constructor)) return {};
      c.first = v;
      v = cls->constructor;
      if (as<Builtin>(v)->owner.as_object() != cls) return {};
    }
    if (!is<Builtin>(v)) return {};
    const Builtin* b = as<Builtin>(v);
    const Signature& s = *b->signature;
    const uint32_t given = 1 + !c.first.is_unset();
    if (!b->row->leaf || !s.simple || s.positional < given || s.required > given || s.positional > kMostSlots) return {};
    if (b->row->flags & (NativeRow::kStatic | NativeRow::kClassMethod) || (b->row->flags & NativeRow::kConstructor && !is<Class>(c.first)))
      return {};
    c.method = c.first.is_unset() && is<Class>(b->owner);
    c.function = b;
    return c;
  }
  explicit operator bool() const { return function; }

  // Does a call change nothing and see nothing but its argument, so that it may be made again?
  bool pure(Context& cx) const {
    if (Class* cls = try_as<Class>(first)) {
      for (Kind kind : {Kind::kInt, Kind::kFloat, Kind::kStr})
        if (cls == cx.image->classes[size_t(kind)]) return true;
      return cls == cx.image->special_classes[size_t(Special::kTrue)];
    }
    if (!first.is_unset()) return false;
    if (const Class* owner = try_as<Class>(function->owner))
      return owner->layout == uint32_t(Kind::kStr) || owner->layout == uint32_t(Kind::kInt) || owner->layout == uint32_t(Kind::kFloat);
    const std::string_view name = as<Str>(function->name)->view();
    if (is<Str>(function->owner) && as<Str>(function->owner)->view() == "math") return true;
    for (const char* known : {"abs", "ascii", "bin", "chr", "hex", "len", "oct", "ord", "repr", "round"})
      if (name == known) return is<Str>(function->owner) && as<Str>(function->owner)->view() == "builtins";
    return false;
  }

  // What the leaf gives: a value or an outcome.
  Value operator()(Context& cx, Value argument) const {
    if (method && !is_receiver(function, argument)) return Value::defer();
    const Signature& s = *function->signature;
    Value slots[kMostSlots];
    uint32_t n = 0;
    if (!first.is_unset()) slots[n++] = first;
    slots[n++] = argument;
    for (; n < s.positional; ++n) slots[n] = s.parameters[n].default_value;
    return call_leaf(cx, function, slots);
  }

 private:
  static constexpr uint32_t kMostSlots = 6;
  static bool is_receiver(const Builtin* b, Value v) {
    const uint32_t layout = as<Class>(b->owner)->layout;
    const Kind kind = v.is_small() ? Kind::kInt : v.is_inline_float() ? Kind::kFloat : v.is_object() ? v.as_object()->kind : Kind::kFree;
    return kind != Kind::kInstance && uint32_t(kind) == layout;
  }
};

}  // namespace fermata
