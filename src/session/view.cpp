// Session::view: a paused session as people want to see it.
#include <algorithm>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/code.h"
#include "objects/containers.h"
#include "objects/instance.h"
#include "objects/object.h"
#include "objects/operations.h"
#include "objects/text.h"
#include "session/session_impl.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

constexpr size_t kMaxText = 200;

// Natives charge what they do; a look at a session is none of the program's steps.
class LookingIsFree {
 public:
  explicit LookingIsFree(Budget& budget) : budget_(budget), steps_(budget.steps()) {}
  ~LookingIsFree() { budget_.set_steps(steps_); }
  LookingIsFree(const LookingIsFree&) = delete;
  LookingIsFree& operator=(const LookingIsFree&) = delete;

 private:
  Budget& budget_;
  const uint64_t steps_;
};

// repr(v) by natives alone, shortened.
std::string show(Context& cx, Value v) {
  if (v.is_unset()) return "<unset>";
  Value r = repr_of(cx, v);
  std::string text;
  if (is<Str>(r)) {
    text = as<Str>(r)->view();
  } else {
    // It needs the program's own __repr__, which must not run now.
    cx.exception = Value();
    cx.trap = Trap::kNone;
    TextBuilder out(cx);
    default_repr_into(cx, v, out);
    text = out.text();
  }
  if (text.size() > kMaxText) {
    size_t cut = kMaxText;
    while (cut > 0 && (text[cut] & 0xC0) == 0x80) --cut;
    text = text.substr(0, cut) + "…";
  }
  return text;
}

FrameView view_frame(Context& cx, const Function* function, const Code* code, const Value* registers, uint32_t pc) {
  FrameView v{place_at(cx, code, pc), {}};
  v.function = as<Str>(code->qualname)->view();
  for (uint32_t i = 0; i < code->locals.size; ++i) {
    const Value value = local_of(code, registers, i);
    std::string name(as<Str>(code->locals[i])->view());
    if (!value.is_unset() && !name.starts_with(".")) v.locals.emplace_back(name, show(cx, value));
  }
  for (uint32_t i = 0; i < std::min(code->free_names.size, uint32_t(function->count)); ++i)
    if (Value value = as<Cell>(function->closure[i])->content; !value.is_unset())
      v.locals.emplace_back(as<Str>(code->free_names[i])->view(), show(cx, value));
  return v;
}

// What a coroutine awaits where it stands, or unset.
Value awaited_by(const Generator* g) {
  const Word word = g->code->words[g->pc];
  const Op op = op_of(word);
  return (op == Op::AWAIT || op == Op::YIELD_FROM) && b_of(word) < g->registers.size ? g->registers[b_of(word)] : Value();
}

// The tasks that aren't done, as the library keeps them (_Kept in modules/asyncio_events.py, Task in asyncio_tasks.py). A state may hold
// anything there.
std::vector<TaskView> view_tasks(Context& cx) {
  constexpr size_t kMostTasks = 1000, kMostFrames = 100;
  const auto own = [&](Value v, std::string_view name) { return is<Instance>(v) ? instance_get(cx, as<Instance>(v), cx.intern(name)) : Value(); };
  std::vector<TaskView> tasks;
  if (!is<Dict>(cx.library_state)) return tasks;
  const Value kept = own(dict_get_str(as<Dict>(cx.library_state), cx.intern("asyncio")), "tasks");
  if (!is<Dict>(kept)) return tasks;
  for (const DictEntry& e : as<Dict>(kept)->entries) {
    if (e.key.is_unset() || tasks.size() == kMostTasks) continue;
    TaskView task;
    if (const Value name = own(e.value, "_name"); is<Str>(name)) task.name = as<Str>(name)->view();
    Value awaited = own(e.value, "_coro");
    for (size_t i = 0; i < kMostFrames && is<Generator>(awaited); ++i) {
      const auto* g = as<Generator>(awaited);
      if (!g->code || !g->function || g->registers.size < g->code->locals.size || g->pc >= g->code->words.size) break;
      const auto state = GeneratorState(g->state);
      if (state == GeneratorState::kFinished) break;
      if (!g->code->has(kCodeHidden)) task.stack.push_back(view_frame(cx, g->function, g->code, g->registers.data, g->pc));
      if (state == GeneratorState::kFresh) break;
      awaited = awaited_by(g);
    }
    if (!task.stack.empty()) tasks.push_back(std::move(task));
  }
  return tasks;
}

}  // namespace

SessionView Session::view() const {
  Impl& impl = open();
  Context& cx = impl.cx;
  const LookingIsFree looking(cx.budget);
  SessionView v;
  v.pending = impl.pending;
  v.spent = spent();
  v.limits = limits();
  v.objects = cx.heap.objects();
  if (cx.task)
    for (const Frame& f : cx.task->frames)
      if (!f.code->has(kCodeHidden)) v.stack.push_back(view_frame(cx, f.function, f.code, f.registers, f.pc));
  v.tasks = view_tasks(cx);
  for (const auto& source : cx.sources) {
    const auto in_it = [&](const auto& place) { return place.file == source->name(); };
    if (std::ranges::any_of(v.stack, in_it) || std::ranges::any_of(v.pending, in_it) ||
        std::ranges::any_of(v.tasks, [&](const TaskView& task) { return std::ranges::any_of(task.stack, in_it); }))
      v.sources.emplace_back(source->name(), source->text());
  }
  for (const DictEntry& e : as<Dict>(cx.main_globals)->entries) {
    if (!is<Str>(e.key)) continue;
    std::string name(as<Str>(e.key)->view());
    if (name.starts_with("__") || is<HostFunction>(e.value) || is<Module>(e.value)) continue;
    v.globals.emplace_back(name, show(cx, e.value));
  }
  return v;
}

}  // namespace fermata
