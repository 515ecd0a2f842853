#include "vm/threads.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>

#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/iterators/generator.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/frames.h"
#include "vm/host_calls.h"
#include "vm/interpreter.h"

namespace fermata {

Threads::Threads(const Context& cx) : cx_(cx), list_(try_as<List>(cx.threads)) {}

uint32_t Threads::current() const {
  uint32_t i = 0;
  while (i < count() && task(i) != cx_.task) ++i;
  return i;
}

uint32_t Threads::next(uint32_t i) const {
  const uint32_t n = count();
  for (uint32_t step = 1; step < n; ++step)
    if (const uint32_t at = (i + step) % n; state(at) == ThreadState::kReady) return at;
  return n;
}

void Threads::set_sleeps(uint32_t i, double until) {
  constexpr double kMost = double(int64_t(1) << 52);
  const double us = until > 0 ? std::min(std::ceil(until * 1e6), kMost) : 0;
  list_->items[i * kWidth + 2] = Value::small(int64_t(ThreadState::kSleeps) + int64_t(us));
}

void Threads::wake_due() {
  std::optional<int64_t> now;
  for (uint32_t i = 0; i < count(); ++i) {
    if (state(i) != ThreadState::kSleeps) continue;
    if (!now) now = cx_.host.side ? int64_t(ThreadState::kSleeps) + int64_t(cx_.host.side->monotonic_time() * 1e6) : Value::kMaxSmall;
    if (state_and_time(i) <= *now) set_state(i, ThreadState::kReady);
  }
}

void Threads::remove(uint32_t i) {
  Value* const first = list_->items.begin() + i * kWidth;
  std::copy(first + kWidth, list_->items.end(), first);
  list_->items.size -= kWidth;
}

bool Threads::is_valid(Value v, const Task* running) {
  if (!is<List>(v)) return false;
  const auto& items = as<List>(v)->items;
  if (items.size % kWidth || items.size < 2 * kWidth || items.size > kWidth * kMost) return false;
  std::unordered_set<const Task*> tasks;
  int64_t before = 0;
  bool runs = false;
  for (uint32_t i = 0; i < items.size; i += kWidth) {
    if (!is<Task>(items[i]) || !tasks.insert(as<Task>(items[i])).second) return false;
    const Value identity = items[i + 1], state = items[i + 2];
    if (!identity.is_small() || identity.as_small() <= before || (i == 0 && identity.as_small() != 1)) return false;
    if (!state.is_small() || state.as_small() < 0) return false;
    before = identity.as_small();
    const Task* task = as<Task>(items[i]);
    runs |= task == running;
    // The main thread has no frames when the program has ended, or its chunk.
    if (task->frames.empty() && i != 0) return false;
  }
  return runs;
}

void forget_threads(Context& cx) {
  Threads threads(cx);
  for (uint32_t i = 0; i < threads.count(); ++i) {
    Task* task = threads.task(i);
    if (task == cx.task) continue;
    for (; !task->frames.empty(); pop_frame(task))
      if (Generator* g = task->frames.back().generator) {
        g->state = uint32_t(GeneratorState::kFinished);
        cx.heap.release(g->registers);
      }
  }
  end_turns(cx);
}

void end_turns(Context& cx) {
  cx.threads = Value();
  cx.budget.end_turns();
}

namespace {

// Whose turn is next; count(): nobody else is ready. Once in a turn's time those that sleep are looked at, though the others only ever hand
// theirs to each other.
uint32_t next_turn(Context& cx, const Threads& threads) {
  if (cx.budget.turn_over()) {
    Threads(cx).wake_due();
    cx.budget.begin_turn();
  }
  const uint32_t n = threads.count(), i = threads.current();
  return i == n ? n : threads.next(i);
}

}  // namespace

// The native's instruction is done before another thread has its turn: one that doesn't run stands between instructions.
Interpreter::Action Interpreter::switch_thread() {
  Threads threads(cx);
  Task* const next = threads.task(cx.trap.thread);
  threads.set_state(cx.trap.thread, ThreadState::kReady);
  if (!cx.trap.thread_ends) {
    deliver(Value::true_());
  } else {
    end_frames();
    threads.remove(threads.current());
    if (threads.count() == 1) end_turns(cx);
  }
  cx.task = next;
  return stop(Stop::kSwitched);
}

namespace {

// Of what CPython has in C: what goes through iterables and calls functions, and has nothing that other threads could find half done. The
// program's functions that it calls may be without any safepoint.
bool is_open_to_others(const Code* code) {
  if (!code->has(kCodeHidden) || !is<Str>(code->filename)) return false;
  const std::string_view file = as<Str>(code->filename)->view();
  for (const std::string_view open : {"prelude/", "library/itertools", "library/re/", "library/_heapq", "library/_bisect"})
    if (file.starts_with(open)) return true;
  return false;
}

// Is it the program itself that goes on there, perhaps by way of such code?
bool is_in_program(const Task& task) {
  for (uint32_t i = task.frames.size; i-- > 0;)
    if (const Code* code = task.frames[i].code; !is_open_to_others(code)) return !code->immortal() && !code->has(kCodeHidden);
  return false;
}

}  // namespace

// At a safepoint whose thread has had its turn. The library's own code isn't interrupted: `again`, the thread goes on to the next
// safepoint, until one is in the program's code. (Those that come after so many steps may all be in the library, where a loop calls it.)
bool Interpreter::take_turns(bool* again) {
  Threads threads(cx);
  if (!is_in_program(*cx.task)) {
    threads.wake_due();
    const uint32_t i = threads.current();
    *again = i < threads.count() && threads.next(i) < threads.count();
    return false;
  }
  const uint32_t next = next_turn(cx, threads);
  if (next == threads.count()) return false;
  cx.task = threads.task(next);
  stop_ = Stop::kSwitched;
  return true;
}

namespace {

// Another thread's turn, when the native's instruction is done; `leave`: this one has ended.
Value switch_to(Context& cx, uint32_t i, bool leave = false) {
  cx.trap.kind = Trap::kSwitch;
  cx.trap.thread = i;
  cx.trap.thread_ends = leave;
  return Value::retry();
}

// thread_start(function, identity): a thread that calls the function, which takes nothing and never returns: it calls thread_exit().
Value thread_start(Context& cx, Value* a) {
  auto* function = try_as<Function>(a[0]);
  constexpr uint32_t kOther = kCodeVarArgs | kCodeVarKeywords | kCodeGenerator | kCodeCoroutine | kCodeAsyncGenerator;
  if (!function || function->code->positional || function->code->keyword_only || function->code->has(kOther))
    return raise_type_error(cx, "a thread's function takes no arguments");
  Threads threads(cx);
  const uint32_t n = threads.count();
  if (n >= Threads::kMost || (n && threads.current() == n)) return raise_runtime_error(cx, "can't start new thread");
  const int64_t last = n ? threads.identity(n - 1) : 1;
  if (a[1].as_small() <= last) return raise_value_error(cx, "a thread's identity must be above those before");
  Task* task = make_task(cx);
  task->name = Value::object(cx.intern("thread"));
  const uint32_t count = function->code->registers;
  Value* registers = reserve_registers(cx, task, nullptr, count);
  if (!registers) return cx.out_of_memory();
  std::fill_n(registers, count, Value());
  if (!push_frame(cx, task, function, registers, Deliver::kValue)) return cx.out_of_memory();
  List* list = n ? as<List>(cx.threads) : new_list(cx);
  if (!cx.heap.reserve(list->items, list->items.size + 2 * Threads::kWidth)) return cx.out_of_memory();
  const auto add = [&](Task* t, Value identity) {
    for (Value v : {Value::object(t), identity, Value::small(int64_t(ThreadState::kReady))}) cx.heap.push(list->items, v);
  };
  if (!n) add(cx.task, Value::small(1));
  add(task, a[1]);
  cx.threads = Value::object(list);
  cx.budget.begin_turn();
  return Value::none();
}

Value thread_ident(Context& cx, Value*) {
  const Threads threads(cx);
  const uint32_t i = threads.current();
  return Value::small(i < threads.count() ? threads.identity(i) : 1);
}

Value thread_others(Context& cx, Value*) { return Value::boolean(!cx.threads.is_unset()); }

// thread_wait(until): the others' turn, until thread_wake() or, a float, that time by the monotonic clock; it may come back earlier. False,
// at once: none of them is ready.
Value thread_wait(Context& cx, Value* a) {
  Threads threads(cx);
  const uint32_t n = threads.count();
  if (!cx.tick(1 + n / 16)) return Value::retry();
  const uint32_t next = next_turn(cx, threads);
  if (next == n) return Value::false_();
  if (a[0].is_none()) threads.set_state(threads.current(), ThreadState::kWaits);
  else threads.set_sleeps(threads.current(), float_of(a[0]));
  return switch_to(cx, next);
}

// thread_yield(): the others' turn, if any is ready.
Value thread_yield(Context& cx, Value*) {
  const Threads threads(cx);
  const uint32_t n = threads.count();
  if (!cx.tick(1 + n / 16)) return Value::retry();
  const uint32_t next = next_turn(cx, threads);
  return next == n ? Value::false_() : switch_to(cx, next);
}

// thread_wake(identity): it is ready from now on. Is there such a thread?
Value thread_wake(Context& cx, Value* a) {
  Threads threads(cx);
  if (!cx.tick(1 + threads.count() / 16)) return Value::retry();
  for (uint32_t i = 0; i < threads.count(); ++i)
    if (threads.identity(i) == a[0].as_small()) return threads.set_state(i, ThreadState::kReady), Value::true_();
  return Value::false_();
}

// thread_exit(): the running thread ends; not the main one. False, at once: none of the others is ready.
Value thread_exit(Context& cx, Value*) {
  const Threads threads(cx);
  const uint32_t n = threads.count(), i = threads.current();
  if (i == n || i == 0) return raise_runtime_error(cx, "the main thread can't end before the program");
  if (!cx.tick(1 + n / 16)) return Value::retry();
  const uint32_t next = next_turn(cx, threads);
  return next == n ? Value::false_() : switch_to(cx, next, true);
}

// thread_state(identity): its ThreadState, that of one which has ended is kWaits.
Value thread_state(Context& cx, Value* a) {
  const Threads threads(cx);
  if (!cx.tick(1 + threads.count() / 16)) return Value::retry();
  for (uint32_t i = 0; i < threads.count(); ++i)
    if (a[0].is_small() && threads.identity(i) == a[0].as_small()) return Value::small(int64_t(threads.state(i)));
  return Value::small(int64_t(ThreadState::kWaits));
}

// thread_forget(): the program has ended, the others with it.
Value thread_forget(Context& cx, Value*) {
  const Threads threads(cx);
  if (threads.count() && threads.current() == 0) forget_threads(cx);
  return Value::none();
}

constexpr NativeRow kRows[] = {
    {"thread_start", thread_start, "function, identity: small, /"},
    {"thread_ident", thread_ident, ""},
    {"thread_others", thread_others, ""},
    {"thread_wait", thread_wait, "until, /"},
    {"thread_yield", thread_yield, ""},
    {"thread_wake", thread_wake, "identity: small, /"},
    {"thread_exit", thread_exit, ""},
    {"thread_state", thread_state, "identity, /"},
    {"thread_forget", thread_forget, ""},
};

}  // namespace

const std::span<const NativeRow> kThreadIntrinsics = kRows;

}  // namespace fermata
