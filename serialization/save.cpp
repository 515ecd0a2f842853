#include "serialization/save.h"

#include "objects/text/text.h"
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
  spent = {cx.budget.steps(), cx.budget.running_time_ns(), cx.budget.output_bytes, cx.budget.host_calls, cx.budget.wall_ns};
  random_seed = cx.randomness.seed;
  seeded = cx.randomness.seeded;
  entropy_seed = cx.randomness.entropy_seed;
  entropy_drawn = cx.randomness.entropy_drawn;
  recursion_limit = cx.recursion_limit;
  next_serial = cx.heap.next_serial();
  task = cx.task;
  main_globals = cx.main_globals;
  modules = cx.imports.modules;
  const int64_t flags = (named_result ? 0 : kNoNamedResult) + (allow_eval ? 0 : kNoEval);
  extra = {cx.imports.patches, Value::small(int64_t(fed)), Value::small(flags), cx.host.types, cx.threads};
  while (!extra.empty() && (extra.back().is_unset() || extra.back() == Value::small(0))) extra.pop_back();
  random_state = cx.randomness.state;
  clock = cx.host.clock;
  library_state = cx.library_state;
  answers = cx.host.answers;
  handles = cx.host.handles;
  never_awaited.clear();
  for (const auto& [name, found] : cx.never_awaited) never_awaited.push_back({name, found.dead, found.told});
}

bool SessionState::read_extra() {
  const auto count = [&](size_t i, int64_t most) {
    if (i >= extra.size()) return int64_t(0);
    return extra[i].is_small() && extra[i].as_small() >= 0 && extra[i].as_small() <= most ? extra[i].as_small() : int64_t(-1);
  };
  const int64_t times = count(1, int64_t(1) << 53), flags = count(2, kNoNamedResult | kNoEval);
  if (extra.size() > 5 || times < 0 || flags < 0) return false;
  if (!extra.empty() && !extra[0].is_unset() && !is<Dict>(extra[0])) return false;
  if (extra.size() > 3 && !extra[3].is_unset() && !is<Dict>(extra[3])) return false;
  if (extra.size() > 4 && !Threads::is_valid(extra[4], task)) return false;
  fed = uint64_t(times);
  named_result = !(flags & kNoNamedResult);
  allow_eval = !(flags & kNoEval);
  return true;
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
  cx.imports.patches = extra.empty() ? Value() : extra[0];
  cx.host.types = extra.size() < 4 ? Value() : extra[3];
  cx.threads = extra.size() < 5 ? Value() : extra[4];
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
