// Generators, coroutines and asynchronous generators: one kind of object, told apart by the flags of its code. Its frame is pushed when
// it is resumed and popped when it yields, returns or raises.
#include <algorithm>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/code/code.h"
#include "objects/errors/errors.h"
#include "objects/iterators/generator.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/natives/signature.h"
#include "vm/frames.h"
#include "vm/interpreter.h"
#include "vm/threads.h"

namespace fermata {

// Nothing of it runs any more. A native or the prelude may ask (`next`, `send`), or AWAIT and its like.
Interpreter::Action Interpreter::resume_finished(Generator* g, Value sent, Resume how) {
  if (g->code->has(kCodeCoroutine)) {
    raise_runtime_error(cx, "cannot reuse already awaited coroutine");
    return Action::kUnwind;
  }
  if (how == Resume::kThrow) {
    if (class_name(class_of(cx, Value::object(g))) == "coroutine_wrapper")
      raise_runtime_error(cx, "cannot reuse already awaited coroutine");
    else cx.exception = sent;
    return Action::kUnwind;
  }
  if (const char* calls = awaited_once(g)) {
    raise_runtime_error(cx, "cannot reuse already awaited {}", calls);
    return Action::kUnwind;
  }
  if (g->code->has(kCodeAsyncGenerator)) {
    raise_plain(cx, ErrorType::kStopAsyncIteration);
    return Action::kUnwind;
  }
  const Op op = op_of(top().code->words[top().pc]);
  if (op == Op::FOR_ITER) return deliver(Value::exhausted());
  if (op == Op::YIELD_FROM || op == Op::AWAIT) return deliver(Value::none());
  raise_plain(cx, ErrorType::kStopIteration);
  return Action::kUnwind;
}

// The top frame's instruction waits for what the generator yields.
Interpreter::Action Interpreter::resume_generator(Generator* g, Value sent, Resume how) {
  GeneratorState state = GeneratorState(g->state);
  if (state == GeneratorState::kRunning || state == GeneratorState::kDelegating) {
    raise_value_error(cx, "{} already executing", generator_noun(g));
    return Action::kUnwind;
  }
  if (state == GeneratorState::kFinished) return resume_finished(g, sent, how);
  if (is_too_deep(cx.task, cx.recursion_limit)) {
    raise_recursion_error(cx);
    return Action::kUnwind;
  }
  if (!push_generator_frame(cx, cx.task, g)) {
    raise_plain(cx, ErrorType::kMemoryError);
    return Action::kUnwind;
  }
  g->state = uint32_t(GeneratorState::kRunning);
  if (how == Resume::kThrow) {
    if (state == GeneratorState::kFresh) top().pc = kAtDefinition;  // nothing in it can catch the exception
    cx.exception = sent;
    return Action::kUnwind;
  }
  if (state == GeneratorState::kSuspended) {
    Frame& f = top();
    Word w = f.code->words[f.pc];
    if (op_of(w) == Op::YIELD || how == Resume::kDelegateEnds) {
      f.registers[a_of(w)] = sent;
      ++f.pc;
    } else {
      f.registers[c_of(w)] = sent;  // YIELD_FROM runs again and sends it on
    }
  }
  return Action::kRun;
}

Interpreter::Action Interpreter::yield_value(Value v) {
  for (bool own = true;; own = false) {
    Frame& f = top();
    Generator* g = f.generator;
    if (!g || cx.task->frames.size < 2) {
      raise(cx, ErrorType::kSystemError, "a yield that nobody waits for");
      return Action::kUnwind;
    }
    g->pc = f.pc;
    g->handled = f.handled;
    g->state = uint32_t(GeneratorState::kSuspended);
    pop_frame(cx.task);
    // An asynchronous generator's own value is for the one that awaits the next.
    if (own && g->code->has(kCodeAsyncGenerator)) return deliver(v);
    // Through generators that delegate to this one, to the first frame that asked for a value.
    Frame& caller = top();
    Op op = op_of(caller.code->words[caller.pc]);
    if ((op != Op::YIELD_FROM && op != Op::AWAIT) || !caller.generator) return deliver(v);
  }
}

Interpreter::Action Interpreter::end_task(Value v) {
  if (const Threads threads(cx); threads.current() != 0 && threads.current() < threads.count()) return end_thread();
  result = v;
  return stop(Stop::kDone);
}

Interpreter::Action Interpreter::return_from_generator(Value v) {
  Generator* g = top().generator;
  g->state = uint32_t(GeneratorState::kFinished);
  cx.heap.release(g->registers);
  pop_frame(cx.task);
  if (cx.task->frames.empty()) return end_task(v);  // only a made-up state has a generator at the bottom
  Word w = top().code->words[top().pc];
  if (g->code->has(kCodeAsyncGenerator)) {
    raise_plain(cx, ErrorType::kStopAsyncIteration);
    return Action::kUnwind;
  }
  if (op_of(w) == Op::FOR_ITER) return deliver(Value::exhausted());
  if (op_of(w) == Op::YIELD_FROM || op_of(w) == Op::AWAIT) return deliver(v);
  if (v.is_none()) raise_plain(cx, ErrorType::kStopIteration);
  else raise_value(cx, ErrorType::kStopIteration, v);
  return Action::kUnwind;
}

Interpreter::Action Interpreter::return_value(Value v) {
  Frame& f = top();
  if (f.generator) return return_from_generator(v);
  Deliver how = f.deliver;
  Value receiver = f.receiver;
  pop_frame(cx.task);
  if (cx.task->frames.empty()) return end_task(v);
  return deliver_as(how, v, receiver);
}

Interpreter::Action Interpreter::deliver_as(Deliver how, Value v, Value receiver) {
  if (how == Deliver::kInit) {
    if (!v.is_none()) {
      raise_type_error(cx, "__init__() should return None, not '{}'", type_name(cx, v));
      return Action::kUnwind;
    }
    return deliver(receiver);
  }
  if (how == Deliver::kThrough) {
    // One of objects/natives/results.cpp, but a state may say what it likes.
    auto* b = try_as<Builtin>(receiver);
    if (!b || !b->signature->simple || b->signature->positional != 1 || is<Class>(b->owner))
      return call_inner(receiver, {&v, 1, Value(), false});
    const Value made = call_leaf(cx, b, &v);
    return made.is_outcome() ? settle_leaf(made, b, &v, 1) : deliver(made);
  }
  if (how == Deliver::kNew) {
    const auto* call = as<Tuple>(receiver);
    Class* cls = class_of(cx, v);
    if (!is_subclass(cls, as<Class>(call->items[0]))) return deliver(v);
    const Value init = class_lookup(cx, cls, cx.name(Name::k___init__));
    if (is<Builtin>(init) && as<Builtin>(init)->owner == Value::object(cx.image->object)) return deliver(v);  // which ignores them
    if (plain_method(init)) {
      constexpr uint32_t kFew = 13;
      if (Storage<kFew> all; call->count <= kFew) {
        all.values[0] = v;
        std::copy_n(call->items + 1, call->count - 1, all.values + 1);
        return call_function(as<Function>(init), {all.values, call->count, Value(), false}, Deliver::kInit, v);
      }
    }
    return call_prelude(Prelude::k_type_initialize, {v, receiver});
  }
  return deliver(v);
}

}  // namespace fermata
