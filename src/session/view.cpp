// Session::view: a paused session as people want to see it.
#include <algorithm>
#include <set>

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
#include "session/image/image.h"
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

bool has_code(Context& cx, Value whole, Value code) {
  if (equal(cx, whole, code).is_true()) return true;
  return std::ranges::any_of(as<Code>(whole)->constants.span(), [&](Value part) { return is<Code>(part) && has_code(cx, part, code); });
}

// Is it what the image has in that file, or a copy of it that a state carries?
bool is_of_image(Context& cx, const Code* code, std::string_view file) {
  if (code->immortal()) return true;
  const std::string module = module_of_library_file(file);
  const Object* whole = module.empty() ? nullptr : image_find("code:" + module);
  return whole && whole->kind == Kind::kCode && has_code(cx, Value::object(whole), Value::object(code));
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
constexpr size_t kMostText = 32 << 20;  // bytes

FrameView view_frame(Context& cx, const Function* function, const Code* code, const Value* registers, uint32_t pc, size_t& room) {
  FrameView v{place_at(cx, code, pc), {}};
  v.function = as<Str>(code->qualname)->view();
  // A program may name its code like the library's, whose frames are left out where somebody decides.
  if (is_of_library(v.file) && !is_of_image(cx, code, v.file)) v.file = "compiled as " + v.file;
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

// The tasks that aren't done, as the library keeps them (_Kept, Task and HostFuture in library/_asyncio.py). A state may hold anything
// there. That which awaits the call `first` is marked.
std::vector<TaskView> view_tasks(Context& cx, uint64_t first, size_t& room) {
  constexpr size_t kMostTasks = 1000, kMostFrames = 100;
  const auto own = [&](Value v, std::string_view name) {
    return is<Instance>(v) ? instance_get(cx, as<Instance>(v), cx.intern(name)) : Value();
  };
  std::vector<TaskView> tasks;
  if (!is<Dict>(cx.library_state)) return tasks;
  const Value kept = own(dict_get_str(as<Dict>(cx.library_state), cx.intern("asyncio")), "tasks");
  if (!is<Dict>(kept)) return tasks;
  for (const DictEntry& e : as<Dict>(kept)->entries) {
    if (e.key.is_unset() || tasks.size() == kMostTasks) continue;
    TaskView task;
    if (const Value name = own(e.value, "_name"); is<Str>(name)) task.name = as<Str>(name)->view();
    const Value waiter = own(e.value, "_fut_waiter"), call = own(waiter, "_call");
    task.is_in_stack = call.is_small() && first && call.as_small() == int64_t(first);
    Value awaited = own(e.value, "_coro");
    const Generator* last = nullptr;
    for (size_t i = 0; i < kMostFrames && is<Generator>(awaited); ++i) {
      const auto* g = as<Generator>(awaited);
      if (!g->code || !g->function || g->registers.size < g->code->locals.size || g->pc >= g->code->words.size) break;
      const auto state = GeneratorState(g->state);
      if (state == GeneratorState::kFinished) break;
      if (!g->code->has(kCodeHidden)) task.stack.push_back(view_frame(cx, g->function, g->code, g->registers.data, g->pc, room));
      last = g;
      if (state == GeneratorState::kFresh) break;
      awaited = awaited_by(g);
    }
    // A program may put another coroutine there: that one doesn't await what the task waits for.
    const bool is_its_own = !is<Instance>(waiter) || (last && last->registers.size && last->registers[0] == waiter);
    if (!task.stack.empty() && is_its_own) tasks.push_back(std::move(task));
  }
  return tasks;
}

// Does the program stand in its event loop, which waits?
bool is_in_loop(Context& cx) {
  const auto& frames = cx.task->frames;
  for (uint32_t i = frames.size; i-- > 0;) {
    const Code* code = frames.data[i].code;
    const std::string_view file = as<Str>(code->filename)->view();
    if (!code->has(kCodeHidden) && !(is_of_library(file) && is_of_image(cx, code, file))) return false;
    if (file.ends_with("/asyncio/base_events.py")) return true;
  }
  return false;
}

// The loop's frames say nothing of what the program does: its stack goes on in the task that awaits the first call, or else in the first.
void go_on_in_task(std::vector<FrameView>& stack, std::vector<TaskView>& tasks) {
  if (tasks.empty()) return;
  const auto awaiting = std::ranges::find(tasks, true, &TaskView::is_in_stack);
  TaskView& task = awaiting == tasks.end() ? tasks.front() : *awaiting;
  task.is_in_stack = true;
  while (!stack.empty() && is_of_library(stack.back().file)) stack.pop_back();
  stack.insert(stack.end(), task.stack.begin(), task.stack.end());
}

// The threads that don't run.
void view_threads(Context& cx, std::vector<TaskView>& tasks, size_t& room) {
  const Threads threads(cx);
  for (uint32_t i = 0; i < threads.count(); ++i) {
    const Task* const task = threads.task(i);
    if (task == cx.task) continue;
    TaskView view{"thread " + std::to_string(threads.identity(i)), {}};
    for (const Frame& f : task->frames)
      if (!f.code->has(kCodeHidden) && !is_around_program(*task, f))
        view.stack.push_back(view_frame(cx, f.function, f.code, f.registers, f.pc, room));
    if (!view.stack.empty()) tasks.push_back(std::move(view));
  }
}

}  // namespace

SessionView Session::view() const {
  Impl& impl = open();
  Context& cx = impl.cx;
  SessionView v;
  v.pending = impl.pending;
  v.spent = spent();
  v.limits = limits();
  const LookingIsFree looking(cx);
  v.objects = cx.heap.objects();
  size_t room = kMostText;
  if (cx.task)
    for (const Frame& f : cx.task->frames)
      if (!f.code->has(kCodeHidden) && !is_around_program(*cx.task, f))
        v.stack.push_back(view_frame(cx, f.function, f.code, f.registers, f.pc, room));
  const bool waits = cx.task && is_in_loop(cx);
  v.tasks = view_tasks(cx, waits && !v.pending.empty() ? v.pending.front().id : 0, room);
  if (waits) go_on_in_task(v.stack, v.tasks);
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
