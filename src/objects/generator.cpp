// Generator objects: their methods ask the vm to resume them (Value::resume()); what a frame does then is
// vm/generators.cpp. throw and close of a generator that delegates are in src/prelude/generators.py.
#include "objects/generator.h"

#include "compiler/opcodes.h"
#include "objects/class.h"
#include "objects/errors.h"
#include "objects/object.h"
#include "objects/text.h"
#include "objects/type_tables.h"

namespace fermata {

namespace {

Generator* self_of(Value v) { return as<Generator>(v); }
// As the program sees it: a generator whose delegate works in its place runs.
GeneratorState state_of(Value v) {
  const auto state = GeneratorState(self_of(v)->state);
  return state == GeneratorState::kDelegating ? GeneratorState::kRunning : state;
}

Value already_executing(Context& cx) { return raise_value_error(cx, "generator already executing"); }

Value resume(Context& cx, Value generator, Value value, bool throws) {
  cx.resume_generator = generator;
  cx.resume_value = value;
  cx.resume_throws = throws;
  return Value::resume();
}

Value step(Context& cx, Value self) {
  if (state_of(self) == GeneratorState::kRunning) return already_executing(cx);
  if (state_of(self) == GeneratorState::kFinished) return Value::exhausted();
  return resume(cx, self, Value::none(), false);
}

Value generator_send(Context& cx, Value* a) {
  switch (state_of(a[0])) {
    case GeneratorState::kRunning: return already_executing(cx);
    case GeneratorState::kFinished: return raise_plain(cx, ErrorType::kStopIteration);
    case GeneratorState::kFresh:
      if (!a[1].is_none()) return raise_type_error(cx, "can't send non-None value to a just-started generator");
      break;
    default: break;
  }
  return resume(cx, a[0], a[1], false);
}

Value iterate(Context&, Value self) { return self; }

Value generator_repr(Context& cx, Value self, TextBuilder& out) {
  auto* g = self_of(self);
  if (is<Str>(g->type_name) && has_trait(cx, class_of(cx, self), kTraitRepr)) return Value::defer();
  if (is<Str>(g->type_name)) out.append(fmt::format("<{} object at {:#x}>", as<Str>(g->type_name)->view(), address_text_of(cx, self)));
  else out.append(fmt::format("<generator object {} at {:#x}>", as<Str>(g->qualname)->view(), address_text_of(cx, self)));
  return out.status();
}

Value get_name(Context&, Value self) { return self_of(self)->name; }
Value get_qualname(Context&, Value self) { return self_of(self)->qualname; }
Value set_name(Context& cx, Value self, Value value) {
  if (value.is_unset() || !as_str(value)) return raise_type_error(cx, "__name__ must be set to a string object");
  self_of(self)->name = Value::object(as_str(value));
  return Value::none();
}
Value set_qualname(Context& cx, Value self, Value value) {
  if (value.is_unset() || !as_str(value)) return raise_type_error(cx, "__qualname__ must be set to a string object");
  self_of(self)->qualname = Value::object(as_str(value));
  return Value::none();
}
Value get_running(Context&, Value self) { return Value::boolean(state_of(self) == GeneratorState::kRunning); }
Value get_suspended(Context&, Value self) { return Value::boolean(state_of(self) == GeneratorState::kSuspended); }
Value get_code(Context&, Value self) { return Value::object(self_of(self)->code); }
Value get_doc(Context&, Value) { return Value::none(); }

Value get_frame(Context& cx, Value self) {
  if (state_of(self) == GeneratorState::kFinished) return Value::none();
  return make_frame_object(cx, self_of(self)->code, self_of(self)->pc);
}
// The vm knows what is delegated to.
Value get_delegate(Context& cx, Value self) {
  if (state_of(self) != GeneratorState::kSuspended) return Value::none();
  return cx.tail_call(intrinsic(cx, "generator_delegate"), {self});
}

constexpr NativeRow kGeneratorMethods[] = {
    {"send", generator_send, "self, value, /"},
    {"throw", nullptr, "self, type, value=?, traceback=?, /", "generator_throw_method"},
    {"close", nullptr, "self, /", "generator_close_method"},
};

constexpr AttributeRow kGeneratorAttributes[] = {
    {"__name__", get_name, set_name}, {"__qualname__", get_qualname, set_qualname}, {"__doc__", get_doc},
    {"gi_running", get_running},      {"gi_suspended", get_suspended},              {"gi_code", get_code},
    {"gi_frame", get_frame},          {"gi_yieldfrom", get_delegate},
};

}  // namespace

Value generator_state(Context&, Value* a) { return Value::small(int64_t(state_of(a[0]))); }

Value generator_finish(Context& cx, Value* a) {
  if (state_of(a[0]) == GeneratorState::kRunning) return already_executing(cx);
  self_of(a[0])->state = uint32_t(GeneratorState::kFinished);
  cx.heap.release(self_of(a[0])->registers);
  return Value::none();
}

Value generator_mark_running(Context&, Value* a) {
  const auto from = a[1].is_true() ? GeneratorState::kSuspended : GeneratorState::kDelegating;
  const auto to = a[1].is_true() ? GeneratorState::kDelegating : GeneratorState::kSuspended;
  auto* g = self_of(a[0]);
  if (g->state == uint32_t(from)) g->state = uint32_t(to);
  return Value::none();
}

Value generator_throw(Context& cx, Value* a) {
  switch (state_of(a[0])) {
    case GeneratorState::kRunning: return already_executing(cx);
    case GeneratorState::kSuspended: return resume(cx, a[0], a[1], true);
    default:
      // Not begun, or over: nothing in it can catch the exception.
      generator_finish(cx, a);
      cx.exception = a[1];
      return Value::error();
  }
}

Value generator_end_delegate(Context& cx, Value* a) {
  auto* g = self_of(a[0]);
  // `yield from` is over, with a value: the generator goes on behind it, as if it began there.
  if (state_of(a[0]) != GeneratorState::kSuspended) return already_executing(cx);
  const Word w = g->code->words[g->pc];
  g->registers[a_of(w)] = a[1];
  ++g->pc;
  g->state = uint32_t(GeneratorState::kFresh);
  return resume(cx, a[0], Value::none(), false);
}

const Operations kGeneratorOperations = {.hash = hash_by_identity, .repr = generator_repr, .iter = iterate, .next = step};

const TypeRow kGeneratorType = {
    Kind::kGenerator,     "generator", "object", nullptr, kGeneratorMethods, kGeneratorAttributes, nullptr,
    &kGeneratorOperations, kClassFinal | kClassNoNew};

// iter(callable, sentinel), and iteration by __getitem__: generators of the prelude.
const TypeRow kCallableIteratorType = {
    Kind::kGenerator, "callable_iterator", "object", nullptr, {}, {}, nullptr, &kGeneratorOperations, kClassFinal | kClassNoNew};
const TypeRow kLongRangeIteratorType = {
    Kind::kGenerator, "longrange_iterator", "object", nullptr, {}, {}, nullptr, &kGeneratorOperations, kClassFinal | kClassNoNew};

}  // namespace fermata
