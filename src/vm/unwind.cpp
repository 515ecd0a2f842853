// Exceptions: finding the handler of a pending exception, noting the traceback on the way.
#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/iterators/generator.h"
#include "objects/model/class.h"
#include "vm/frames.h"
#include "vm/interpreter.h"
#include "vm/threads.h"

namespace fermata {

Value Interpreter::handled_exception() {
  for (uint32_t i = cx.task->frames.size; i-- > 0;)
    if (Value h = cx.task->frames[i].handled; !h.is_unset()) return h;
  return Value();
}

// What is being handled now becomes the new exception's context, without making a cycle.
// `again`: even when it has a context from where it was raised before.
void Interpreter::set_context(Exception* e, bool again) {
  Value handled = handled_exception();
  if (!is<Exception>(handled) || handled.as_object() == e || !(again || e->context.is_none())) return;
  // No circle through e; there may be others, which the program made itself.
  Value slow = handled;
  bool step = false;
  int64_t links = 0;
  for (Value v = handled; is<Exception>(as<Exception>(v)->context);) {
    const Value next = as<Exception>(v)->context;
    if (next.as_object() == e) {
      as<Exception>(v)->context = Value::none();
      break;
    }
    v = next;
    ++links;
    if (v == slow) break;
    if (step) slow = as<Exception>(slow)->context;
    step = !step;
  }
  e->context = handled;
  cx.budget.fuel -= links / 16;  // a chain that grows with each exception takes time
}

bool is_around_program(const Task& task, const Frame& f) {
  if (!f.code->immortal() || is<Str>(task.name)) return false;
  for (const Frame& outer : task.frames) {
    if (&outer == &f) return true;
    if (!outer.code->immortal() && !outer.code->has(kCodeHidden)) return false;
  }
  return true;
}

bool Interpreter::add_traceback(Exception* e, const Frame& f) {
  if (f.code->has(kCodeHidden) || is_around_program(*cx.task, f)) return true;
  auto* t = cx.heap.make<Traceback>();
  t->next = e->traceback;
  t->code = f.code;
  t->pc = f.pc;
  e->traceback = Value::object(t);
  return true;
}

// An exception leaves a generator of the prelude.
void Interpreter::leave_native_iterator(Generator* g) {
  if (g->code->has(kCodeStartsAgain)) {
    g->state = uint32_t(GeneratorState::kFresh);
    g->pc = 0;
    g->handled = Value();
    return;
  }
  g->state = uint32_t(GeneratorState::kFinished);
  cx.heap.release(g->registers);
}

// Is the top frame's instruction one to which StopIteration is an iterator's end?
bool Interpreter::takes_end() {
  if (cx.task->frames.empty()) return false;
  return has_trait(op_of(top().code->words[top().pc]), kTakesEnd);
}

Interpreter::Action Interpreter::deliver_end(Exception* stop_iteration) {
  const Frame& f = top();
  cx.exception = Value();
  if (op_of(f.code->words[f.pc]) == Op::FOR_ITER) return deliver(Value::exhausted());
  const Tuple* args = as<Tuple>(stop_iteration->args);
  return deliver(args->count ? args->items[0] : Value::none());
}

Interpreter::Action Interpreter::unwind() {
  auto* e = as<Exception>(cx.exception);
  cx.trap.collected = false;
  if (!reraising_) set_context(e);
  while (!cx.task->frames.empty()) {
    Frame& f = top();
    if (!reraising_) add_traceback(e, f);
    reraising_ = false;
    for (const CodeHandler& h : f.code->handlers)
      if (f.pc >= h.begin && f.pc < h.end) {
        f.registers[h.reg] = Value::object(e);
        f.pc = h.target;
        cx.exception = Value();
        return Action::kRun;
      }
    if (Generator* g = f.generator) {
      const bool stop_iteration = is_subclass(e->cls, error_class(cx, ErrorType::kStopIteration));
      if (f.code->has(kCodeNativeIterator)) {
        leave_native_iterator(g);
        pop_frame(cx.task);
        if (stop_iteration && takes_end()) return deliver_end(e);
        continue;
      }
      g->state = uint32_t(GeneratorState::kFinished);
      cx.heap.release(g->registers);
      const bool async_end = g->code->has(kCodeAsyncGenerator) && is_subclass(e->cls, error_class(cx, ErrorType::kStopAsyncIteration));
      if (stop_iteration || async_end) {
        // PEP 479: it would look like the generator's own end.
        raise_runtime_error(cx, "{} raised {}", generator_noun(g), stop_iteration ? "StopIteration" : "StopAsyncIteration");
        auto* r = as<Exception>(cx.exception);
        r->cause = r->context = Value::object(e);
        r->suppress_context = true;
        e = r;
      }
    }
    const bool plain = !f.generator;
    pop_frame(cx.task);
    // A __next__, or a map's function, that the loop called for FOR_ITER.
    if (plain && takes_end() && is_subclass(e->cls, error_class(cx, ErrorType::kStopIteration))) return deliver_end(e);
  }
  cx.exception = Value::object(e);
  if (const Threads threads(cx); threads.current() != 0 && threads.current() < threads.count()) return end_thread();
  return stop(Stop::kRaised);
}

// A thread's own function has ended, which only a full heap, a limit of depth or a made-up state brings about: the library ends threads
// with thread_exit(). The main thread goes on.
Interpreter::Action Interpreter::end_thread() {
  Threads threads(cx);
  cx.exception = Value();
  threads.remove(threads.current());
  threads.set_state(0, ThreadState::kReady);
  cx.task = threads.task(0);
  if (threads.count() == 1) end_turns(cx);
  return stop(Stop::kSwitched);
}

// All frames of the running task, without running anything more.
void Interpreter::end_frames() {
  for (; !cx.task->frames.empty(); pop_frame(cx.task))
    if (Generator* g = top().generator) {
      g->state = uint32_t(GeneratorState::kFinished);
      cx.heap.release(g->registers);
    }
}

void Interpreter::abandon() {
  auto* e = make_exception(cx, error_class(cx, ErrorType::kKeyboardInterrupt), Value::object(cx.image->empty_tuple));
  for (uint32_t i = cx.task->frames.size; i-- > 0;) add_traceback(e, cx.task->frames[i]);
  end_frames();
  if (!cx.threads.is_unset()) {
    cx.task = Threads(cx).task(0);
    forget_threads(cx);
    end_frames();
  }
  result = Value::object(e);
  host_call = {};
  cx.exception = Value();
  unwinding_ = reraising_ = false;
}

namespace {
// Is making its instance without arguments more than that?
bool needs_call(Context& cx, Class* cls) {
  return (class_traits(cx, cls) & (kTraitInit | kTraitNew | kTraitMetaCall)) ||
         is_subclass(cls, error_class(cx, ErrorType::kBaseExceptionGroup));
}
}  // namespace

// RAISE: form 0 bare, 1 `raise x`, 2 `raise x from cause`.
Interpreter::Action Interpreter::raise_instruction(Value exception, Value cause, uint32_t form) {
  if (form == 0) {
    Value handled = handled_exception();
    if (!is<Exception>(handled)) {
      raise_runtime_error(cx, "No active exception to reraise");
      return Action::kUnwind;
    }
    cx.exception = handled;
    reraising_ = true;
    return Action::kUnwind;
  }
  if (is_exception_class(exception)) {
    auto* cls = as<Class>(exception);
    if (needs_call(cx, cls)) return call_prelude(Prelude::k_op_raise, {exception});
    exception = Value::object(make_exception(cx, cls, Value::object(cx.image->empty_tuple)));
  }
  if (!is<Exception>(exception)) {
    raise_type_error(cx, "exceptions must derive from BaseException");
    return Action::kUnwind;
  }
  if (form == 2) {
    auto* e = as<Exception>(exception);
    if (is_exception_class(cause) && needs_call(cx, as<Class>(cause))) return call_prelude(Prelude::k_op_raise_from, {exception, cause});
    if (is_exception_class(cause)) cause = Value::object(make_exception(cx, as<Class>(cause), Value::object(cx.image->empty_tuple)));
    if (!cause.is_none() && !is<Exception>(cause)) {
      raise_type_error(cx, "exception causes must derive from BaseException");
      return Action::kUnwind;
    }
    e->cause = cause;
    e->suppress_context = true;
  }
  set_context(as<Exception>(exception), true);
  cx.exception = exception;
  return Action::kUnwind;
}

Value Interpreter::match_exception(Value exception, Value classes) {
  auto* cls = as<Exception>(exception)->cls;
  if (const Value plain = payload_of(classes); is<Tuple>(plain)) classes = plain;
  const auto wanted = is<Tuple>(classes) ? as<Tuple>(classes)->span() : std::span<const Value>(&classes, 1);
  if (wanted.size() > 4 && !cx.tick(wanted.size() / 4)) return Value::retry();
  bool found = false;
  for (Value c : wanted) {  // tuples in a tuple aren't classes, as in CPython
    if (!is_exception_class(c)) return raise_type_error(cx, "catching classes that do not inherit from BaseException is not allowed");
    found |= is_subclass(cls, as<Class>(c));
  }
  return Value::boolean(found);
}

}  // namespace fermata
