// Special methods that are Python functions and certainly the ones to be asked: the machine calls them itself, without a detour through the
// prelude's twin. Where what they give must be looked at, deliver() does so for instructions, and a native of objects/natives/results.cpp
// (Deliver::kThrough) for natives.
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "vm/frames.h"
#include "vm/interpreter.h"
#include "vm/operator_word.h"

namespace fermata {

namespace {

// a's method for the operator, where b's class doesn't go before it.
Function* operator_method(Context& cx, const OperatorWord& o) {
  static constexpr Name kBinary[] = {
#define BINARY(ast, op, name, ...) Name::k___##name##__,
#include "syntax/operators.def"
  };
  static constexpr Name kInPlace[] = {
#define BINARY(ast, op, name, ...) Name::k___i##name##__,
#include "syntax/operators.def"
  };
  static constexpr Name kCompare[] = {
#define COMPARE(ast, op, name, ...) Name::k___##name##__,
#include "syntax/operators.def"
  };
  if (!is<Instance>(o.a) || !as<Instance>(o.a)->payload.is_unset()) return nullptr;
  Class* cls = as<Instance>(o.a)->shape->cls;
  if (!o.b.is_small() && !o.b.is_inline_float()) {
    Class* other = class_of(cx, o.b);
    if (other != cls && is_subclass(other, cls)) return nullptr;
  }
  if (o.in_place && !class_lookup(cx, cls, cx.name(kInPlace[o.op])).is_unset()) return nullptr;
  return plain_method(class_lookup(cx, cls, cx.name(o.comparison ? kCompare[o.op] : kBinary[o.op])));
}

}  // namespace

Interpreter::SpecialCall Interpreter::special_call(Value self, Name name, Prelude through) {
  if (!self.is_object()) return {};
  const Value found = class_lookup(cx, class_of(cx, self), cx.name(name));
  Function* method = plain_method(found);
  // A builtin's own method, whose leaf would defer as well.
  if (auto* b = try_as<Builtin>(found); b && is<Function>(b->twin) && b->signature->slots() == 1 && !is<Instance>(self))
    method = as<Function>(b->twin);
  return {method, {self}, 1, through};
}

Interpreter::SpecialCall Interpreter::truth_call(Value self, bool negated) {
  if (!self.is_object()) return {};
  if (!class_lookup(cx, class_of(cx, self), cx.name(Name::k___bool__)).is_unset())
    return special_call(self, Name::k___bool__, negated ? Prelude::k_not_truth_result : Prelude::k_truth_result);
  return special_call(self, Name::k___len__, negated ? Prelude::k_not_length_result : Prelude::k_nonzero_length_result);
}

Interpreter::SpecialCall Interpreter::special_call(const Builtin* b, const Value* slots) {
  const auto twin_is = [&](Prelude f) { return b->twin == prelude(f); };
  if (twin_is(Prelude::k_op_hash)) return special_call(slots[0], Name::k___hash__, Prelude::k_hash_result);
  if (twin_is(Prelude::k_op_length)) return special_call(slots[0], Name::k___len__, Prelude::k_length_result);
  if (twin_is(Prelude::k_op_repr)) return special_call(slots[0], Name::k___repr__, Prelude::k_repr_result);
  if (twin_is(Prelude::k_container_index_asking)) return special_call(slots[0], Name::k___index__, Prelude::k_index_result);
  if (twin_is(Prelude::k_builtin_iter) && slots[1].is_missing()) return special_call(slots[0], Name::k___iter__, Prelude::k_iter_result);
  if (twin_is(Prelude::k_builtin_next) && slots[1].is_missing()) return special_call(slots[0], Name::k___next__, Prelude::kCount);
  if (twin_is(Prelude::k_bool_new)) return truth_call(slots[1], false);
  if (twin_is(Prelude::k_str_new) && slots[0] == b->owner && slots[2].is_missing() && slots[3].is_missing()) {
    const SpecialCall s = special_call(slots[1], Name::k___str__, Prelude::k_str_result);
    if (s.method || !slots[1].is_object()) return s;
    const Value found = class_lookup(cx, class_of(cx, slots[1]), cx.name(Name::k___str__));
    const bool is_objects = is<Builtin>(found) && as<Builtin>(found)->owner == Value::object(cx.image->object);
    return is_objects ? special_call(slots[1], Name::k___repr__, Prelude::k_str_result) : SpecialCall{};
  }
  return {};
}

Interpreter::SpecialCall Interpreter::special_call(const Frame& f) {
  if (OperatorWord o; read_operator(f, &o)) return {operator_method(cx, o), {o.a, o.b}, 2};
  const Word w = f.code->words[f.pc];
  const Value* r = f.registers;
  const auto method = [&](Value v, Name name) -> Function* {
    if (!is<Instance>(v) || !as<Instance>(v)->payload.is_unset()) return nullptr;
    return plain_method(class_lookup(cx, as<Instance>(v)->shape->cls, cx.name(name)));
  };
  switch (op_of(w)) {
    case Op::IN: return {method(r[c_of(w)], Name::k___contains__), {r[c_of(w)], r[b_of(w)]}, 2};
    case Op::JUMP_IN: return {method(r[b_of(w)], Name::k___contains__), {r[b_of(w)], r[a_of(w)]}, 2};
    case Op::FOR_ITER: return special_call(r[b_of(w)], Name::k___next__, Prelude::kCount);
    case Op::NOT: return truth_call(r[b_of(w)], true);
    case Op::JUMP_IF_TRUE:
    case Op::JUMP_IF_FALSE: return truth_call(r[a_of(w)], false);
    case Op::FORMAT: {
      const uint32_t conversion = d_of(w) & 3;  // 0 none, 1 str, 2 repr
      const Value b = r[b_of(w)];
      if (!(d_of(w) & kNoExtras) || conversion > 2 || !is<Instance>(b)) return {};
      if (conversion == 0 && class_traits(cx, as<Instance>(b)->shape->cls) & kTraitFormat) return {};
      return {method(b, conversion == 2 ? Name::k___repr__ : Name::k___str__), {b}, 1};
    }
    default: return {};
  }
}

Interpreter::Action Interpreter::call_special(SpecialCall& s) {
  const bool looks = s.through != Prelude::kCount;
  return call_function(s.method, {s.arguments, s.count, Value(), false}, looks ? Deliver::kThrough : Deliver::kValue,
                       looks ? prelude(s.through) : Value());
}

}  // namespace fermata
