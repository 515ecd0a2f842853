// Generators, coroutines and asynchronous generators: their methods ask the vm to resume them (Value::resume()); what a frame does then is
// vm/generators.cpp. throw and close of a generator that delegates are in src/prelude/generators.py, what is awaited in coroutines.py.
#include "objects/iterators/generator.h"

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/code/code.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/type_tables.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Generator* self_of(Value v) { return as<Generator>(v); }
// As the program sees it: a generator whose delegate works in its place runs.
GeneratorState state_of(Value v) {
  const auto state = GeneratorState(self_of(v)->state);
  return state == GeneratorState::kDelegating ? GeneratorState::kRunning : state;
}

Value already_executing(Context& cx, Value self) { return raise_value_error(cx, "{} already executing", generator_noun(self_of(self))); }

Value resume(Context& cx, Value generator, Value value, Resume how) {
  cx.resume_generator = generator;
  cx.resume_value = value;
  cx.resume_how = how;
  return Value::resume();
}

bool is_asynchronous(Value self) { return self_of(self)->code->has(kCodeCoroutine | kCodeAsyncGenerator); }

Value step(Context& cx, Value self) {
  if (is_asynchronous(self)) return raise_type_error(cx, "'{}' object is not an iterator", type_name(cx, self));
  if (state_of(self) == GeneratorState::kRunning) return already_executing(cx, self);
  if (state_of(self) == GeneratorState::kFinished && !awaited_once(self_of(self))) return Value::exhausted();
  return resume(cx, self, Value::none(), Resume::kSend);
}

Value iterate(Context& cx, Value self) {
  if (is_asynchronous(self)) return raise_type_error(cx, "'{}' object is not iterable", type_name(cx, self));
  return self;
}

Value generator_repr(Context& cx, Value self, TextBuilder& out) {
  auto* g = self_of(self);
  if (is<Str>(g->type_name) && has_trait(cx, class_of(cx, self), kTraitRepr)) return Value::defer();
  if (is<Str>(g->type_name)) out.append(fmt::format("<{} object at {:#x}>", as<Str>(g->type_name)->view(), address_text_of(cx, self)));
  else out.append(fmt::format("<{} object {} at {:#x}>", type_name(cx, self), as<Str>(g->qualname)->view(), address_text_of(cx, self)));
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
  auto* g = self_of(self);
  const uint32_t pc = state_of(self) == GeneratorState::kFresh ? kAtDefinition : g->pc;
  return make_frame_object(cx, g->code, pc, g->function, g->registers.data);
}
// The vm knows what is delegated to.
Value get_delegate(Context& cx, Value self) {
  if (state_of(self) != GeneratorState::kSuspended) return Value::none();
  return cx.tail_call(intrinsic(cx, "generator_delegate"), {self});
}
Value get_origin(Context&, Value) { return Value::none(); }
// Until what it awaits has ended, also while that waits itself.
Value get_async_running(Context&, Value self) {
  return Value::boolean(state_of(self) == GeneratorState::kRunning || awaits(self_of(self)));
}

constexpr NativeRow kGeneratorMethods[] = {
    {"send", generator_resume, "self, value, /"},
    {"throw", nullptr, "self, type, value=?, traceback=?, /", "generator_throw_method"},
    {"close", nullptr, "self, /", "generator_close_method"},
};

constexpr AttributeRow kGeneratorAttributes[] = {
    {"__name__", get_name, set_name}, {"__qualname__", get_qualname, set_qualname}, {"__doc__", get_doc},    {"gi_running", get_running},
    {"gi_suspended", get_suspended},  {"gi_code", get_code, read_only_member},      {"gi_frame", get_frame}, {"gi_yieldfrom", get_delegate},
};

constexpr NativeRow kCoroutineMethods[] = {
    {"send", generator_resume, "self, value, /"},
    {"throw", nullptr, "self, type, value=?, traceback=?, /", "generator_throw_method"},
    {"close", nullptr, "self, /", "generator_close_method"},
    {"__await__", nullptr, "self, /", "coroutine_await"},
};

constexpr AttributeRow kCoroutineAttributes[] = {
    {"__name__", get_name, set_name},
    {"__qualname__", get_qualname, set_qualname},
    {"__doc__", get_doc},
    {"cr_running", get_running},
    {"cr_suspended", get_suspended},
    {"cr_code", get_code, read_only_member},
    {"cr_frame", get_frame},
    {"cr_await", get_delegate},
    {"cr_origin", get_origin, read_only_member},
};

constexpr NativeRow kAsyncGeneratorMethods[] = {
    kClassGetItem,
    {"asend", nullptr, "self, value, /", "async_generator_asend"},
    {"athrow", nullptr, "self, type, value=?, traceback=?, /", "async_generator_athrow"},
    {"aclose", nullptr, "self, /", "async_generator_aclose"},
    {"__aiter__", nullptr, "self, /", "async_generator_aiter"},
    {"__anext__", nullptr, "self, /", "async_generator_anext"},
};

constexpr AttributeRow kAsyncGeneratorAttributes[] = {
    {"__name__", get_name, set_name},
    {"__qualname__", get_qualname, set_qualname},
    {"__doc__", get_doc},
    {"ag_running", get_async_running},
    {"ag_suspended", get_suspended},
    {"ag_code", get_code, read_only_member},
    {"ag_frame", get_frame},
    {"ag_await", get_delegate},
};

// What asend(), __anext__(), athrow() and aclose() give.
constexpr NativeRow kAwaitedMethods[] = {
    {"send", nullptr, "self, value, /", "awaited_once_send"},
    {"throw", nullptr, "self, type, value=?, traceback=?, /", "awaited_once_throw"},
    {"close", nullptr, "self, /", "awaited_once_close"},
    {"__await__", nullptr, "self, /", "awaited_once_await"},
};

}  // namespace

Value generator_state(Context&, Value* a) { return Value::small(int64_t(state_of(a[0]))); }

Value generator_finish(Context& cx, Value* a) {
  if (state_of(a[0]) == GeneratorState::kRunning) return already_executing(cx, a[0]);
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
    case GeneratorState::kRunning: return already_executing(cx, a[0]);
    case GeneratorState::kFresh:
    case GeneratorState::kSuspended: return resume(cx, a[0], a[1], Resume::kThrow);
    case GeneratorState::kFinished:
      if (self_of(a[0])->code->has(kCodeCoroutine) || awaited_once(self_of(a[0]))) return resume(cx, a[0], a[1], Resume::kThrow);
      [[fallthrough]];
    default:
      generator_finish(cx, a);  // nothing in it can catch the exception
      cx.exception = a[1];
      return Value::error();
  }
}

Value generator_end_delegate(Context& cx, Value* a) {
  // `yield from` has ended, with a value: the generator goes on after it.
  if (!awaits(self_of(a[0]))) return already_executing(cx, a[0]);
  return resume(cx, a[0], a[1], Resume::kDelegateEnds);
}

Value generator_resume(Context& cx, Value* a) {
  if (state_of(a[0]) == GeneratorState::kRunning) return already_executing(cx, a[0]);
  if (state_of(a[0]) == GeneratorState::kFresh && !a[1].is_none())
    return raise_type_error(cx, "can't send non-None value to a just-started {}", generator_noun(self_of(a[0])));
  return resume(cx, a[0], a[1], Resume::kSend);
}

Value generator_yielded(Context&, Value* a) {
  auto* g = self_of(a[0]);
  return Value::boolean(g->state == uint32_t(GeneratorState::kSuspended) && op_of(g->code->words[g->pc]) == Op::YIELD);
}

Value generator_awaits(Context&, Value* a) { return Value::boolean(awaits(self_of(a[0]))); }

Value generator_kind(Context&, Value* a) {
  const Code* code = self_of(a[0])->code;
  return Value::small(code->has(kCodeAsyncGenerator) ? 3 : code->has(kCodeCoroutine) ? 2 : code->has(kCodeIterableCoroutine) ? 1 : 0);
}

const char* generator_noun(const Generator* g) {
  return g->code->has(kCodeCoroutine) ? "coroutine" : g->code->has(kCodeAsyncGenerator) ? "async generator" : "generator";
}

bool awaits(const Generator* g) {
  if (g->state != uint32_t(GeneratorState::kSuspended)) return false;
  const Op op = op_of(g->code->words[g->pc]);
  return op == Op::AWAIT || op == Op::YIELD_FROM;
}

const char* awaited_once(const Generator* g) {
  if (!is<Str>(g->type_name)) return nullptr;
  const std::string_view name = as<Str>(g->type_name)->view();
  if (name == kAsyncGeneratorASendType.name || name == kAnextAwaitableType.name) return "__anext__()/asend()";
  if (name == kAsyncGeneratorAThrowType.name) return "aclose()/athrow()";
  return name == kCoroutineWrapperType.name ? "coroutine" : nullptr;
}

const Operations kGeneratorOperations = {.hash = hash_by_identity, .repr = generator_repr, .iter = iterate, .next = step};
// The methods that coroutines and asynchronous generators show; the machine knows them as generators.
const Operations kCoroutineOperations = {.hash = hash_by_identity, .repr = generator_repr};

const TypeRow kGeneratorType = {
    .kind = Kind::kGenerator,
    .name = "generator",
    .base = "object",
    .methods = kGeneratorMethods,
    .attributes = kGeneratorAttributes,
    .operations = &kGeneratorOperations,
    .flags = kClassFinal | kClassNoNew,
};

const TypeRow kCoroutineType = {
    .kind = Kind::kGenerator,
    .name = "coroutine",
    .base = "object",
    .methods = kCoroutineMethods,
    .attributes = kCoroutineAttributes,
    .operations = &kCoroutineOperations,
    .flags = kClassFinal | kClassNoNew,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.coroutine = cls; },
};
const TypeRow kAsyncGeneratorType = {
    .kind = Kind::kGenerator,
    .name = "async_generator",
    .base = "object",
    .methods = kAsyncGeneratorMethods,
    .attributes = kAsyncGeneratorAttributes,
    .operations = &kCoroutineOperations,
    .flags = kClassFinal | kClassNoNew,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.async_generator = cls; },
};

// Generators of the prelude that asynchronous methods give.
const TypeRow kAsyncGeneratorASendType = stand_in_type("async_generator_asend", kAwaitedMethods);
const TypeRow kAsyncGeneratorAThrowType = stand_in_type("async_generator_athrow", kAwaitedMethods);
const TypeRow kAnextAwaitableType = stand_in_type("anext_awaitable", kCoroutineMethods);
const TypeRow kCoroutineWrapperType = stand_in_type("coroutine_wrapper", kGeneratorMethods);

}  // namespace fermata
