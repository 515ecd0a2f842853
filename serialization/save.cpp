#include "serialization/save.h"

#include <algorithm>

#include "objects/text/text.h"
#include "vm/host_calls.h"
#include "vm/threads.h"

namespace fermata {

bool is_canonical(Context& cx, const Str* s) {
  if (s->aux & Str::kInterned) return true;
  if (s->length > 1 || !s->immortal()) return false;
  return s == cx.image->empty_str || (s->length == 1 && s->count <= 2);
}

Str* canonical_str(Context& cx, std::string_view text) {
  if (text.empty()) return cx.image->empty_str;
  if (text.size() <= 2) {
    const auto a = static_cast<unsigned char>(text[0]), b = static_cast<unsigned char>(text.back());
    if (text.size() == 1) return cx.image->latin1[a & 0x7F];
    if (a == 0xC2 || a == 0xC3) return cx.image->latin1[(a & 3) << 6 | (b & 0x3F)];
  }
  Str* s = cx.intern(text);
  if (!s) fail(StateErrorKind::kTooLarge, "over the heap limit");
  return s;
}

Object* the_empty_one(Context& cx, Object* o) {
  if (o->kind == Kind::kTuple && static_cast<Tuple*>(o)->count == 0) return cx.image->empty_tuple;
  if (o->kind == Kind::kBytes && static_cast<Bytes*>(o)->count == 0) return cx.image->empty_bytes;
  return o;
}

void check_savable(const Object* o) {
  if (o->kind == Kind::kBuiltin || o->kind == Kind::kGetSet)
    fail(StateErrorKind::kUnsavable, "a {} of the image without a name", kind_name(o->kind));
}

int64_t shell_count(const Object* o) {
  switch (o->kind) {
    case Kind::kTuple: return static_cast<const Tuple*>(o)->count;
    case Kind::kFunction: return static_cast<const Function*>(o)->count;
    case Kind::kInstance: return instance_values(static_cast<const Instance*>(o));
    default: return -1;
  }
}

void shape_names(const Shape* s, std::vector<Value>& names) {
  names.resize(s->count);
  for (; s->parent; s = s->parent) names[s->count - 1] = s->key;
}

uint32_t instance_values(const Instance* o) { return o->shape->count + o->shape->dictionary(); }

void SessionState::take_from(const Context& cx) {
  limits = cx.budget.limits;
  const auto counted = [](uint64_t n) { return std::min(n, kMostSpent - 1); };
  spent = {counted(cx.budget.steps()), counted(cx.budget.running_time_ns()), counted(cx.budget.output_bytes), counted(cx.budget.host_calls),
           counted(cx.budget.wall_ns)};
  random_seed = cx.randomness.seed;
  seeded = cx.randomness.seeded;
  entropy_seed = cx.randomness.entropy_seed;
  entropy_drawn = cx.randomness.entropy_drawn;
  recursion_limit = cx.recursion_limit;
  next_serial = cx.heap.next_serial();
  task = cx.task;
  main_globals = cx.main_globals;
  modules = cx.imports.modules;
  patches = cx.imports.patches;
  host_types = cx.host.types;
  threads.clear();
  const Threads running(cx);
  for (uint32_t i = 0; i < running.count(); ++i)
    threads.push_back({Value::object(running.task(i)), uint64_t(running.identity(i)), running.state(i)});
  random_state = cx.randomness.state;
  clock = cx.host.clock;
  library_state = cx.library_state;
  answers = cx.host.answers;
  handles = cx.host.handles;
  never_awaited.clear();
  for (const auto& [name, found] : cx.never_awaited) never_awaited.push_back({name, found.dead, found.told});
}

void SessionState::take_extra() {
  constexpr int64_t kNoNamedResult = 1, kNoEval = 2;
  const auto refuse = [] {
    fail(StateErrorKind::kWrongType, "the extra values are not what a program set in modules, two counts, the host's classes, and threads");
  };
  if (extra.size() > 5) refuse();
  extra.resize(5);
  const auto count = [&](Value v, int64_t most) {
    if (!v.is_unset() && (!v.is_small() || v.as_small() < 0 || v.as_small() > most)) refuse();
    return v.is_unset() ? 0 : v.as_small();
  };
  patches = extra[0];
  fed = uint64_t(count(extra[1], int64_t(kMostFed)));
  const int64_t flags = count(extra[2], kNoNamedResult | kNoEval);
  named_result = !(flags & kNoNamedResult);
  allow_eval = !(flags & kNoEval);
  host_types = extra[3];
  if (extra[4].is_unset()) return;
  if (!is<List>(extra[4]) || as<List>(extra[4])->items.size == 0 || as<List>(extra[4])->items.size % Threads::kWidth) refuse();
  const auto items = as<List>(extra[4])->items.span();
  for (size_t i = 0; i < items.size(); i += Threads::kWidth)
    threads.push_back(
        {items[i], uint64_t(count(items[i + 1], Value::kMaxSmall)), ThreadState(count(items[i + 2], int64_t(ThreadState::kSleeps)))});
}

void SessionState::apply_to(Context& cx) const {
  cx.budget.set_steps(spent.steps);
  cx.budget.time_ns = spent.time_ns;
  cx.budget.output_bytes = spent.output_bytes;
  cx.budget.host_calls = spent.host_calls;
  cx.budget.wall_ns = spent.wall_ns;
  cx.randomness.seed = random_seed;
  cx.randomness.seeded = seeded;
  cx.randomness.entropy_seed = entropy_seed;
  cx.randomness.entropy_drawn = entropy_drawn;
  cx.recursion_limit = recursion_limit;
  cx.heap.set_next_serial(next_serial);
  cx.task = task;
  cx.main_globals = main_globals;
  cx.imports.modules = modules;
  cx.imports.patches = patches;
  cx.host.types = host_types;
  cx.randomness.state = random_state;
  cx.host.clock = clock;
  cx.library_state = library_state;
  cx.host.answers = answers;
  cx.host.handles = handles;
  for (const NeverAwaited& n : never_awaited) cx.never_awaited[n.name] = {.dead = n.dead, .told = n.told};
}

std::string save_state(Context& cx, Machine& machine, const SessionState& state, Encoding encoding, StateError* error) {
  *error = {};
  try {
    // The schema's functions serve loading too and so take it writable; saving writes nothing else.
    auto& pieces = const_cast<SessionState&>(state);
    pieces.library = machine.library();
    return encoding == Encoding::kJson ? save_json(cx, machine, pieces) : save_msgpack(cx, machine, pieces);
  } catch (const StateFailure& failure) {
    *error = failure.error;
    return {};
  }
}

}  // namespace fermata
