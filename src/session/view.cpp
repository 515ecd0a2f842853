// Session::view: a paused session as people want to see it.
#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/code.h"
#include "compiler/code_archive.h"
#include "compiler/opcodes.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "session/file_shown.h"
#include "session/session_impl.h"
#include "session/shown.h"
#include "vm/frames.h"
#include "vm/threads.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

// Looking at a session costs the program no steps, and is possible when its limits are used up.
class LookingIsFree {
 public:
  explicit LookingIsFree(Context& cx) : cx_(cx), steps_(cx.budget.steps()), next_serial_(cx.heap.next_serial()), limits_(cx.budget.limits) {
    constexpr uint64_t kRoom = 1 << 20;  // for texts
    LimitValues& limits = cx.budget.limits;
    limits.steps = limits.time_ms = limits.wall_ms = 0;
    if (limits.heap_bytes) limits.heap_bytes = std::max(limits.heap_bytes, cx.heap.bytes()) + kRoom;
    cx.heap.limits_changed();
    cx.budget.settle();
  }
  ~LookingIsFree() {
    cx_.budget.limits = limits_;
    cx_.heap.limits_changed();
    cx_.budget.set_steps(steps_);
    cx_.budget.force_safepoint();
    if (cx_.heap.next_serial() == next_serial_) return;
    // Texts with addresses in them gave these.
    cx_.heap.for_each([&](Object* o) {
      if (o->serial >= next_serial_) o->serial = 0;
    });
    cx_.heap.set_next_serial(next_serial_);
  }
  LookingIsFree(const LookingIsFree&) = delete;
  LookingIsFree& operator=(const LookingIsFree&) = delete;

 private:
  Context& cx_;
  const uint64_t steps_;
  const uint32_t next_serial_;
  const LimitValues limits_;
};

std::string show(Context& cx, Value v) { return Shown(cx).text(v); }

using Variables = std::vector<std::pair<std::string, std::string>>;

// Did somebody else make it: the library, or the host that granted it?
bool is_given(Context& cx, Value v) {
  if (is<HostFunction>(v) || is<Module>(v) || is<Builtin>(v)) return true;
  if (is<Function>(v)) return !find_source(cx, as<Str>(as<Function>(v)->code->filename)->view());
  if (!is<Class>(v)) return false;
  const Value lent = is<Dict>(cx.host.types) ? dict_get_str(as<Dict>(cx.host.types), cx.intern(class_name(as<Class>(v)))) : Value();
  if (as<Class>(v)->immortal() || !is<Tuple>(lent)) return as<Class>(v)->immortal() || lent == v;
  const auto parts = as<Tuple>(lent)->span();
  return std::find(parts.begin(), parts.end(), v) != parts.end();
}

// What the program has made of its globals; of a module as it runs (`values`) without what its text defines.
Variables view_globals(Context& cx, const Dict* globals, bool values) {
  Variables found;
  for (const DictEntry& e : globals->entries) {
    if (!is<Str>(e.key) || is_given(cx, e.value) || (values && (is<Function>(e.value) || is<Class>(e.value)))) continue;
    if (const std::string_view name = as<Str>(e.key)->view(); !name.starts_with("__")) found.emplace_back(name, show(cx, e.value));
  }
  return found;
}

// What exec() has put into a function's locals(), beside its variables.
void add_names_of_exec(Context& cx, const Code* code, const Value* registers, FrameView& view) {
  constexpr size_t kMost = 500;
  const uint32_t kept = kept_locals(code);
  if (kept == code->locals.size || !is<Dict>(registers[kept])) return;
  std::set<std::string_view> variables;
  for (const auto* names : {&code->locals, &code->free_names})
    for (const Value name : names->span()) variables.insert(as<Str>(name)->view());
  size_t left = kMost;
  dict_for_each(as<Dict>(registers[kept]), [&](const DictEntry& e) {
    if (!is<Str>(e.key) || variables.contains(as<Str>(e.key)->view()) || left == 0) return;
    --left;
    view.locals.emplace_back(as<Str>(e.key)->view(), show(cx, e.value));
  });
}

// What all frames of a view may say together: a program may have any number of them, with as many variables of the same text. Those that
// come when that is used up are told without variables.
constexpr size_t kMostText = 4 << 20;  // bytes

FrameView view_frame(Context& cx, const Function* function, const Code* code, const Value* registers, uint32_t pc, size_t& room) {
  FrameView v{place_at(cx, code, pc), {}};
  v.function = as<Str>(code->qualname)->view();
  if (std::string file = file_shown(cx, code); file != v.file) {
    v.file = std::move(file);
    v.source_line.clear();  // it is another text's
  }
  if (room == 0) return v;
  // A module's locals are its globals.
  if (v.function == "<module>" && is<Dict>(function->globals)) v.locals = view_globals(cx, as<Dict>(function->globals), true);
  for (uint32_t i = 0; i < code->locals.size; ++i) {
    const Value value = local_of(code, registers, i);
    std::string name(as<Str>(code->locals[i])->view());
    if (!value.is_unset() && !name.starts_with(".")) v.locals.emplace_back(name, show(cx, value));
  }
  for (uint32_t i = 0; i < std::min(code->free_names.size, uint32_t(function->count)); ++i)
    if (Value value = as<Cell>(function->closure[i])->content; !value.is_unset())
      v.locals.emplace_back(as<Str>(code->free_names[i])->view(), show(cx, value));
  add_names_of_exec(cx, code, registers, v);
  for (const auto& [name, text] : v.locals) room -= std::min(room, name.size() + text.size() + sizeof v.locals[0]);
  return v;
}

// What a coroutine awaits where it stands, or unset.
Value awaited_by(const Generator* g) {
  const Word word = g->code->words[g->pc];
  const Op op = op_of(word);
  return (op == Op::AWAIT || op == Op::YIELD_FROM) && b_of(word) < g->registers.size ? g->registers[b_of(word)] : Value();
}

// A task's coroutine and what each awaits, outermost first.
std::vector<const Generator*> chain_of(Value awaited) {
  constexpr size_t kLongest = 50'000;  // a state may hold a ring of them
  std::vector<const Generator*> chain;
  while (is<Generator>(awaited) && chain.size() < kLongest) {
    const auto* g = as<Generator>(awaited);
    if (!g->code || !g->function || g->registers.size < g->code->locals.size || g->pc >= g->code->words.size) break;
    const auto state = GeneratorState(g->state);
    if (state == GeneratorState::kFinished) break;
    chain.push_back(g);
    if (state == GeneratorState::kFresh) break;
    awaited = awaited_by(g);
  }
  return chain;
}

// The tasks that aren't done, as the library keeps them (_Kept, Task and HostFuture in library/_asyncio.py). A state may hold anything
// there. That which awaits the call `wanted` is marked, and is there however many there are.
class Tasks {
 public:
  Tasks(Context& cx, uint64_t wanted, size_t& room) : cx_(cx), wanted_(wanted), room_(room) {
    if (!is<Dict>(cx_.library_state)) return;
    const Value kept = own(dict_get_str(as<Dict>(cx_.library_state), cx_.intern("asyncio")), "tasks");
    if (is<Dict>(kept)) dict_for_each(as<Dict>(kept), [&](const DictEntry& e) { tasks_.push_back(e.value); });
  }

  std::vector<TaskView> views() {
    std::vector<TaskView> views;
    const Value awaiting = task_that_awaits();
    std::optional<TaskView> first;  // so that there is room for it
    if (!awaiting.is_unset()) first = view(awaiting, kMostOfOne);
    for (const Value task : tasks_) {
      if (first && task == awaiting) {
        first->is_in_stack = true;
        views.push_back(*std::exchange(first, std::nullopt));
      } else if (views.size() < kMostTasks) {
        if (TaskView one = view(task, kMostFrames); !one.stack.empty()) views.push_back(std::move(one));
      }
    }
    return views;
  }

 private:
  static constexpr size_t kMostTasks = 1000, kMostFrames = 100, kMostOfOne = 5000;

  // The task that awaits the wanted call; of tasks without frames of the program (a host function's coroutine) whoever waits for them.
  Value task_that_awaits() const {
    constexpr int kMostBetween = 20;
    if (!wanted_) return Value();
    const auto found = std::ranges::find_if(tasks_, [&](Value task) { return call_of(task) == wanted_; });
    if (found == tasks_.end() || has_frames(*found)) return found == tasks_.end() ? Value() : *found;
    std::unordered_map<const Object*, Value> waiting;  // by what each waits for, and by itself
    for (const Value task : tasks_)
      for (const Value v : {own(task, "_fut_waiter"), task})
        if (is<Instance>(v)) waiting[v.as_object()] = task;
    Value task = *found;
    for (int i = 0; i < kMostBetween && !task.is_unset() && !has_frames(task); ++i) task = waiting_for(task, waiting);
    return task;
  }

  bool has_frames(Value task) const {
    return std::ranges::any_of(chain_of(own(task, "_coro")),
                               [](const Generator* g) { return !g->code->has(kCodeHidden) && !is_library_code(g->code); });
  }

  // By what is called when `task` ends: the task itself, a future that it waits for (gather, shield, wait), or a TaskGroup.
  Value waiting_for(Value task, const std::unordered_map<const Object*, Value>& waiting) const {
    constexpr size_t kMostLooks = 1000;  // and so many of one list
    std::vector<Value> todo{own(task, "_callbacks")};
    const auto add = [&](std::span<const Value> values) {
      for (const Value v : values.first(std::min(values.size(), kMostLooks))) todo.push_back(v);
    };
    std::unordered_set<const Object*> seen{task.as_object()};
    while (!todo.empty() && seen.size() < kMostLooks) {
      const Value v = todo.back();
      todo.pop_back();
      if (!v.is_object() || !seen.insert(v.as_object()).second) continue;
      if (is<Instance>(v)) {
        if (const auto other = waiting.find(v.as_object()); other != waiting.end()) return other->second;
        for (const char* name : {"_parent_task", "_on_completed_fut", "func", "args"}) todo.push_back(own(v, name));
      } else if (is<List>(v)) {
        add(as<List>(v)->items.span());
      } else if (is<Tuple>(v)) {
        add(as<Tuple>(v)->span());
      } else if (is<BoundMethod>(v)) {
        todo.insert(todo.end(), {as<BoundMethod>(v)->self, as<BoundMethod>(v)->function});
      } else if (is<Function>(v)) {
        for (uint32_t i = 0; i < as<Function>(v)->count; ++i) todo.push_back(as<Cell>(as<Function>(v)->closure[i])->content);
      }
    }
    return Value();
  }

  Value own(Value v, std::string_view name) const {
    return is<Instance>(v) ? instance_get(cx_, as<Instance>(v), cx_.intern(name)) : Value();
  }

  uint64_t call_of(Value task) const {
    const Value call = own(own(task, "_fut_waiter"), "_call");
    return call.is_small() && call.as_small() > 0 ? uint64_t(call.as_small()) : 0;
  }

  // Without a stack: it has none, or isn't what it says. Of a deep one the innermost frames.
  TaskView view(Value task, size_t most) {
    TaskView view;
    view.call = call_of(task);
    if (const Value name = own(task, "_name"); is<Str>(name)) view.name = as<Str>(name)->view();
    const std::vector<const Generator*> chain = chain_of(own(task, "_coro"));
    // A program may put another coroutine there: one that awaits another future than the task does. (Future.__await__'s own is its `self`.)
    const Value waiter = own(task, "_fut_waiter");
    if (is<Instance>(waiter) && !chain.empty() && chain.back()->code->has(kCodeHidden) && chain.back()->registers.size) {
      const Value awaited = chain.back()->registers[0];
      if (is<Instance>(awaited) && awaited != waiter) return view;
    }
    for (size_t i = chain.size() > most ? chain.size() - most : 0; i < chain.size(); ++i)
      if (const Generator* g = chain[i]; !g->code->has(kCodeHidden))
        view.stack.push_back(view_frame(cx_, g->function, g->code, g->registers.data, g->pc, room_));
    return view;
  }

  Context& cx_;
  const uint64_t wanted_;
  size_t& room_;
  std::vector<Value> tasks_;
};

bool is_of_loop(const Code* code) {
  return (code->has(kCodeHidden) || is_library_code(code)) && as<Str>(code->filename)->view().ends_with("/asyncio/base_events.py");
}

// Does the program stand in its event loop, which waits?
bool is_in_loop(Context& cx) {
  const auto& frames = cx.task->frames;
  for (uint32_t i = frames.size; i-- > 0;) {
    const Code* code = frames.data[i].code;
    if (is_of_loop(code)) return true;
    if (!code->has(kCodeHidden) && !is_library_code(code)) return false;
  }
  return false;
}

// The loop's frames say nothing of what the program does: its stack goes on in the task that awaits the call.
void go_on_in_task(std::vector<FrameView>& stack, std::vector<TaskView>& tasks, bool in_any) {
  auto task = std::ranges::find(tasks, true, &TaskView::is_in_stack);
  if (task == tasks.end() && in_any) task = tasks.begin();
  if (tasks.empty()) return;
  while (!stack.empty() && is_of_library(stack.back().file)) stack.pop_back();
  if (task == tasks.end()) return;
  task->is_in_stack = true;
  stack.insert(stack.end(), task->stack.begin(), task->stack.end());
}

// `before_loop`: only those below the event loop's.
std::vector<FrameView> frames_of(Context& cx, const Task& task, size_t& room, bool before_loop = false) {
  std::vector<FrameView> frames;
  for (const Frame& f : task.frames)
    if (before_loop && is_of_loop(f.code)) break;
    else if (!f.code->has(kCodeHidden) && !is_around_program(task, f))
      frames.push_back(view_frame(cx, f.function, f.code, f.registers, f.pc, room));
  return frames;
}

// The threads that don't run.
void view_threads(Context& cx, std::vector<TaskView>& tasks, size_t& room) {
  const Threads threads(cx);
  for (uint32_t i = 0; i < threads.count(); ++i) {
    const Task* const task = threads.task(i);
    if (task == cx.task) continue;
    TaskView view{"thread " + std::to_string(threads.identity(i)), frames_of(cx, *task, room)};
    if (!view.stack.empty()) tasks.push_back(std::move(view));
  }
}

}  // namespace

std::vector<TaskView> SessionView::tasks_beside() const {
  std::vector<TaskView> beside = tasks;
  std::erase_if(beside, &TaskView::is_in_stack);
  return beside;
}

SessionView Session::view(uint64_t call) const {
  Impl& impl = open();
  Context& cx = impl.cx;
  SessionView v;
  v.pending = impl.pending;
  v.spent = spent();
  v.limits = limits();
  const LookingIsFree looking(cx);
  v.objects = cx.heap.objects();
  size_t room = kMostText;
  const auto chosen = std::ranges::find(v.pending, call, &Call::id);
  const Call* const from = chosen != v.pending.end() ? &*chosen : v.pending.empty() ? nullptr : &v.pending.front();
  const bool is_awaited = from && from->kind == Call::Kind::kAsync;
  // (It may stand at another call, which it has made from one of its tasks.)
  const bool in_task = cx.task && (is_in_loop(cx) || (is_awaited && chosen != v.pending.end()));
  if (cx.task) v.stack = frames_of(cx, *cx.task, room, in_task);
  v.tasks = Tasks(cx, in_task && is_awaited ? from->id : 0, room).views();
  if (in_task) go_on_in_task(v.stack, v.tasks, !is_awaited);
  view_threads(cx, v.tasks, room);
  for (const auto& source : cx.sources) {
    const auto in_it = [&](const auto& place) { return place.file == source->name(); };
    if (std::ranges::any_of(v.stack, in_it) || std::ranges::any_of(v.pending, in_it) ||
        std::ranges::any_of(v.tasks, [&](const TaskView& task) { return std::ranges::any_of(task.stack, in_it); }))
      v.sources.emplace_back(source->name(), source->text());
  }
  v.globals = view_globals(cx, as<Dict>(cx.main_globals), false);
  return v;
}

}  // namespace fermata
