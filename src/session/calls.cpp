// What waits for the host: calls and timers, from their start to their answers.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include <boost/container/small_vector.hpp>

#include "base/entropy.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"
#include "session/file_shown.h"
#include "session/session_impl.h"

namespace fermata {

// --- how they begin

// What a granted function is to the program: a HostFunction, or, if it is asynchronous, a coroutine function that the prelude makes
// (prelude/host.py) that knows the name.
Value host_function(Context& cx, const Grant& grant) {
  const Value name = Value::object(cx.intern(grant.name));
  if (!grant.asynchronous) {
    auto* f = cx.heap.make<HostFunction>();
    f->name = name;
    return Value::object(f);
  }
  auto* maker = as<Function>(dict_get_str(cx.image->prelude, cx.intern("async_host_function")));
  auto* cell = cx.heap.make<Cell>();
  cell->content = name;
  auto* code = as<Code>(*std::find_if(maker->code->constants.begin(), maker->code->constants.end(), [](Value v) { return is<Code>(v); }));
  Function* f = new_function(cx, code, maker->globals, 1);
  f->name = f->qualname = name;
  f->closure[0] = Value::object(cell);
  return Value::object(f);
}

bool Session::Impl::read_arguments(Call& call, Value args, Value kwargs, uint64_t* bytes, std::string* why, bool* iterators) {
  // All calls that are pending share the room.
  DataRoom room(cx);
  room.bytes -= std::min(room.bytes, pending_bytes);
  const uint64_t before = room.bytes;
  Leaving leaving(cx, why, room);
  const auto refuse = [&](const std::string& which) {
    if (iterators) *iterators = leaving.met_iterator();
    *why = "argument " + which + " of host function '" + call.function + "' holds " + *why + ", which can't leave the sandbox";
    return false;
  };
  uint64_t own = uint64_t(as<Tuple>(args)->count) * sizeof(Data);
  if (is<Dict>(kwargs))
    for (DictEntry& e : as<Dict>(kwargs)->entries)
      if (is<Str>(e.key)) own += sizeof call.kwargs[0] + as<Str>(e.key)->count;
  if (own > room.bytes) {
    *why = "the arguments of host function '" + call.function +
           "' take more room than waiting calls may: a quarter of the heap limit, or what is left of it";
    return false;
  }
  room.bytes -= own;
  call.args.reserve(as<Tuple>(args)->count);
  if (is<Dict>(kwargs)) call.kwargs.reserve(as<Dict>(kwargs)->live);
  for (Value v : as<Tuple>(args)->span())
    if (!leaving.value(v, &call.args.emplace_back())) return refuse(std::to_string(call.args.size()));
  if (is<Dict>(kwargs))
    for (DictEntry& e : as<Dict>(kwargs)->entries) {
      if (!is<Str>(e.key)) continue;
      auto& [name, data] = call.kwargs.emplace_back();
      name = as<Str>(e.key)->view();
      if (!leaving.value(e.value, &data)) return refuse("'" + name + "'");
    }
  *bytes = before - room.bytes;
  return true;
}

// A loop calls from one place, and a table of positions is read from its beginning.
uint32_t Session::Impl::line_at(const Code* code, uint32_t pc) {
  if (placed.code != code || placed.pc != pc || placed.collections != interpreter->collections)
    placed = {code, pc, position_at(code, pc).line, interpreter->collections};
  return placed.line;
}

// The line of the innermost frame of the program itself.
void Session::Impl::place(Call& call, Value made_at) {
  if (auto* at = try_as<Tuple>(made_at); at && at->count == 2 && is<Str>(at->items[0]) && at->items[1].is_small()) {
    call.file = as<Str>(at->items[0])->view();
    call.line = uint32_t(at->items[1].as_small());
    return;
  }
  for (uint32_t i = cx.task->frames.size; i-- > 0;) {
    const Frame& f = cx.task->frames[i];
    if (f.code->has(kCodeHidden) || f.code->immortal()) continue;
    call.file = file_shown(cx, f.code);
    call.line = line_at(f.code, f.pc);
    break;
  }
}

void Session::Impl::count_pending(int64_t bytes) {
  pending_bytes += uint64_t(bytes);
  cx.heap.count_outside(bytes);
}

void Session::Impl::add_pending(Call call, Value args, Value kwargs, uint64_t bytes) {
  // Besides the arguments: the call itself, once more while the list grows.
  bytes += 2 * (sizeof(Call) + sizeof(HostLink::PendingArguments)) + call.function.size() + call.file.size();
  pending.push_back(std::move(call));
  cx.host.pending.push_back({args, kwargs, bytes});
  count_pending(int64_t(bytes));
}

size_t Session::Impl::find_pending(uint64_t id) const {
  const auto at = std::lower_bound(pending.begin(), pending.end(), id, [](const Call& c, uint64_t i) { return c.id < i; });
  return at != pending.end() && at->id == id ? size_t(at - pending.begin()) : pending.size();
}

// `places` in ascending order.
void Session::Impl::remove_pending(std::span<const size_t> places) {
  size_t to = places[0], next = 0;
  for (size_t from = places[0]; from < pending.size(); ++from) {
    if (next < places.size() && places[next] == from) {
      count_pending(-int64_t(cx.host.pending[from].bytes));
      ++next;
      continue;
    }
    pending[to] = std::move(pending[from]);
    cx.host.pending[to++] = cx.host.pending[from];
  }
  pending.resize(to);
  cx.host.pending.resize(to);
}

namespace {

Value raise_no_number(Context& cx) { return raise_runtime_error(cx, "the session has no number left for a call"); }

}  // namespace

// A call that the program makes; or an exception is raised, or none when its arguments hold iterators.
bool Session::Impl::make_call(Call::Kind kind, Str* function, Value args, Value kwargs, Value made_at) {
  Call call;
  call.kind = kind;
  call.function = function->view();
  if (!cx.host.grants(call.function)) {
    fermata::raise(cx, ErrorType::kPermissionError, "the host does not grant the function '" + call.function + "' here");
    return false;
  }
  uint64_t bytes = 0;
  std::string why;
  bool iterators = false;
  if (!read_arguments(call, args, kwargs, &bytes, &why, &iterators)) {
    if (iterators) cx.exception = Value();
    else fermata::raise(cx, ErrorType::kTypeError, why);
    return false;
  }
  if (next_call_id == kMostCalls) {
    raise_no_number(cx);
    return false;
  }
  call.id = next_call_id++;
  place(call, made_at);
  add_pending(std::move(call), args, kwargs, bytes);
  return true;
}

// The iterators among the arguments of the host call that the program stands at become lists: a function of the prelude makes the call
// in its place. False: it did so already.
bool Session::Impl::call_with_lists() {
  auto* with_lists = as<Function>(dict_get_str(cx.image->prelude, cx.intern("host_call_with_lists")));
  if (is_same_function(cx.task->frames.back().code, with_lists->code)) return false;
  const HostCall c = std::exchange(interpreter->host_call, {});
  --cx.budget.host_calls;
  auto* again = cx.heap.make<HostFunction>();
  again->name = Value::object(c.function);
  if (!interpreter->enter(with_lists)) {
    raise_plain(cx, ErrorType::kMemoryError);
    interpreter->answer_with_exception(cx.exception);
    return true;
  }
  Value* arguments = cx.task->frames.back().registers;
  arguments[0] = Value::object(again);
  arguments[1] = c.args;
  arguments[2] = c.kwargs;
  return true;
}

bool Session::Impl::register_call() {
  const HostCall& c = interpreter->host_call;
  if (make_call(Call::Kind::kCall, c.function, c.args, c.kwargs, Value())) return true;
  if (cx.exception.is_unset()) {
    if (call_with_lists()) return false;
    fermata::raise(
        cx, ErrorType::kTypeError,
        "an argument of host function '" + std::string(c.function->view()) + "' holds an iterator, which can't leave the sandbox");
  }
  const Value refusal = cx.exception;
  interpreter->answer_with_exception(refusal);
  return false;
}

Value Session::Impl::place() {
  Call here;
  place(here);
  const Value file = Value::object(cx.intern(here.file));
  const Value parts[] = {file, Value::small(here.line)};
  return tuple_of(cx, parts);
}

Value Session::Impl::begin_call(Str* function, Tuple* args, Dict* kwargs, Value made_at) {
  if (!make_call(Call::Kind::kAsync, function, Value::object(args), Value::object(kwargs), made_at))
    return cx.exception.is_unset() ? Value::none() : Value::error();
  return make_int(cx, int64_t(pending.back().id));
}

Value Session::Impl::begin_timer(double due, Value made_at) {
  if (next_call_id == kMostCalls) return raise_no_number(cx);
  Call call;
  call.kind = Call::Kind::kTimer;
  call.due = due;
  call.id = next_call_id++;
  place(call, made_at);
  add_pending(std::move(call), Value::object(cx.image->empty_tuple), Value(), 0);
  return make_int(cx, int64_t(pending.back().id));
}

bool Session::Impl::withdraw(int64_t id) {
  const size_t at = find_pending(uint64_t(id));
  if (at == pending.size() || pending[at].kind == Call::Kind::kCall) return false;
  remove_pending({&at, 1});
  return true;
}

void Session::Impl::give_up_calls() {
  pending.clear();
  count_pending(-int64_t(pending_bytes));
  cx.host.pending.clear();
  cx.host.answers = Value();
}

// --- their answers

double Session::Impl::wall_time() {
  double time = cx.host.clock;
  run_outside([&] {
    constexpr double kFar = 253'402'300'800;  // the year 10000
    const double read = options.clock();
    if (!(std::abs(read) < kFar)) throw UsageError("the clock gave " + std::to_string(read) + " seconds since 1970");
    time = read;
  });
  return time;
}

const Zone& Session::Impl::zone() {
  const auto* chosen = try_as<Str>(entry_of(cx.library_state, "TZ"));
  if (!chosen) return *local_zone;
  constexpr size_t kLongest = 256;  // longer ones, which only states that were tampered with have, are as if cut off
  const std::string_view text = chosen->view().substr(0, kLongest);
  if (!chosen_zone || chosen_tz != text) {
    chosen_tz = text;
    chosen_zone = Zone::of_variable(chosen_tz);
  }
  return *chosen_zone;
}

double Session::Impl::now() { return std::max(cx.host.clock, wall_time()); }

double Session::Impl::now_or_throw() {
  const double time = now();
  if (thrown) {
    cx.budget.clear_interrupt();
    std::rethrow_exception(std::exchange(thrown, nullptr));
  }
  return time;
}

namespace {
uint64_t mixed(uint64_t z) {  // SplitMix64's step (Steele, Lea, Flood)
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
}  // namespace

void Session::Impl::draw_entropy(std::span<uint8_t> bytes) {
  if (!cx.randomness.seeded) {
    if (options.entropy) run_outside([&] { options.entropy(bytes); });
    else fill_with_entropy(bytes.data(), bytes.size());
    return;
  }
  for (uint8_t& byte : bytes) {
    const uint64_t at = cx.randomness.entropy_drawn++;
    byte = uint8_t(mixed(mixed(cx.randomness.entropy_seed ^ 0x5DEECE66Dull) + (at / 8 + 1) * 0x9E3779B97F4A7C15ull) >> (at % 8 * 8));
  }
}

void Session::Impl::seed(std::optional<uint64_t> given) {
  cx.randomness.seeded = given.has_value();
  cx.randomness.entropy_drawn = 0;
  if (given) cx.randomness.seed = *given;
  else draw_entropy({reinterpret_cast<uint8_t*>(&cx.randomness.seed), sizeof cx.randomness.seed});
  cx.randomness.entropy_seed = cx.randomness.seeded ? *given : 0;
}

namespace {
// There is usually one.
template <class T>
using Few = boost::container::small_vector<T, 1>;
}  // namespace

Value Session::Impl::value_of(const Answer& answer, const Call& call, bool* good) {
  *good = false;
  if (auto* error = std::get_if<Error>(&answer)) {
    const Value exception = exception_from(*error);
    if (call.kind != Call::Kind::kTimer) remember_raised(exception, call);
    return exception;
  }
  Value v = arrive(std::get<Data>(answer));
  if (v.is_retry()) {
    cx.trap.kind = Trap::kNone;
    raise_plain(cx, ErrorType::kMemoryError);
    v = Value::error();
  }
  *good = !v.is_outcome();
  return *good ? v : std::exchange(cx.exception, Value());
}

Outcome Session::Impl::resume(std::span<const GivenAnswer> answers) {
  if (answers.empty()) throw UsageError("there is no answer");
  Few<size_t> places;
  for (const GivenAnswer& a : answers) {
    places.push_back(find_pending(a.call));
    if (places.back() == pending.size()) throw UsageError("no call with id " + std::to_string(a.call) + " is pending");
  }
  Few<size_t> sorted = places;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    throw UsageError("call " + std::to_string(pending[*twice].id) + " is answered twice");

  end_of_waiting();
  const bool stands = std::any_of(pending.begin(), pending.end(), [](const Call& c) { return c.kind == Call::Kind::kCall; });
  bool goes_on = status == Status::kPaused && !stands;
  // First all values, which the library may have to run for; then the program gets them.
  struct Given {
    Value value;
    bool good;
  };
  Few<Given> given;
  for (size_t i = 0; i < answers.size(); ++i) {
    bool good;
    const Value v = value_of(*answers[i].answer, pending[places[i]], &good);
    given.push_back({v, good});
    cx.temporary_roots.push_back(v);
  }
  cx.temporary_roots.clear();
  for (size_t i = 0; i < answers.size(); ++i) {
    const Call& call = pending[places[i]];
    const auto [v, good] = given[i];
    if (call.kind == Call::Kind::kCall) {
      interpreter->host_call = {};
      goes_on = true;
      if (good) interpreter->answer(v);
      else interpreter->answer_with_exception(v);
      continue;
    }
    const Value parts[] = {make_int(cx, int64_t(call.id)), Value::boolean(good), v};
    if (!is<List>(cx.host.answers)) cx.host.answers = Value::object(new_list(cx));
    // (Past the heap limit it is kept all the same: the program is told at its next safepoint.)
    const Value tuple = tuple_of(cx, parts);
    if (!tuple.is_outcome()) list_append(cx, as<List>(cx.host.answers), tuple);
  }
  remove_pending({sorted.data(), sorted.size()});
  if (!goes_on) return last = outcome();
  if (!stands) interpreter->answer(std::exchange(cx.host.answers, Value()));
  cx.host.clock = now();
  return run_fiber();
}

Outcome Session::Impl::resume(const std::vector<CallAnswer>& answers) {
  std::vector<GivenAnswer> given;
  for (const CallAnswer& a : answers) given.push_back({a.call, &a.answer});
  return resume(given);
}

bool Session::Impl::end_of_waiting() {
  if (!std::exchange(exhausted_waiting, false)) return false;
  status = Status::kPaused;
  exhausted = Limit::kNone;
  return true;
}

Outcome Session::Impl::end_waiting() {
  const bool interrupted = cx.budget.interrupt_pending();
  if (status != Status::kPaused || (!interrupted && !cx.budget.out_of_wall_time())) return last;
  cx.budget.clear_interrupt();
  cx.budget.start_clock();  // what it has waited is spent
  cx.budget.stop_clock();
  exhausted_waiting = true;
  status = Status::kExhausted;
  exhausted = interrupted ? Limit::kInterrupt : Limit::k_wall_ms;
  exhausted_at = limit_value(cx.budget.limits, exhausted);
  return last = outcome();
}

// False: an interrupt came.
bool Session::Impl::sleep_for(double seconds) const {
  constexpr double kMost = 0.05;
  using Seconds = std::chrono::duration<double>;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    if (cx.budget.interrupt_pending()) return false;
    const double left = seconds - Seconds(std::chrono::steady_clock::now() - start).count();
    if (left <= 0) return true;
    std::this_thread::sleep_for(Seconds(std::min(left, kMost)));
  }
}

// One time after the other, so that what happens doesn't depend on how late the host is.
Outcome Session::Impl::resume_due(double until) {
  const Answer nothing = Data();
  for (;;) {
    double next = HUGE_VAL;
    for (const Call& call : pending)
      if (call.kind == Call::Kind::kTimer) next = std::min(next, call.due);
    if (next > until) return last;
    std::vector<CallAnswer> answers;
    for (const Call& call : pending)
      if (call.kind == Call::Kind::kTimer && call.due == next) answers.push_back({call.id, nothing});
    resume(answers);
    if (status != Status::kPaused) return last;
  }
}

// --- the public face

Outcome Session::resume(uint64_t call, const Answer& answer) {
  const Impl::GivenAnswer given{call, &answer};
  return open().resume({&given, 1});
}
Outcome Session::resume(const std::vector<CallAnswer>& answers) { return open().resume(answers); }
Outcome Session::resume_due() { return open().resume_due(open().now_or_throw()); }
Outcome Session::resume_next() { return open().resume_due(next_due().value_or(-HUGE_VAL)); }
double Session::now() const { return open().now_or_throw(); }

Outcome Session::end_waiting() { return open().end_waiting(); }
std::optional<double> Session::wall_time_left() const {
  const Budget& budget = open().cx.budget;
  if (!budget.limits.wall_ms) return std::nullopt;
  if (budget.out_of_wall_time()) return 0.0;
  // (Never less than there is: a sleep that long is long enough.)
  return std::max(double(budget.limits.wall_ms) / 1e3 - double(budget.wall_time_ns()) / 1e9, 1e-6);
}

std::optional<double> Session::next_due() const {
  std::optional<double> next;
  for (const Call& call : pending())
    if (call.kind == Call::Kind::kTimer && (!next || call.due < *next)) next = call.due;
  return next;
}

bool Session::has_pause_at() const { return open().options.pause_at.has_value(); }
bool Session::sleep_for(double seconds) const { return open().sleep_for(seconds); }

Outcome Session::run_with(const Functions& functions, const Inputs& inputs) {
  const Status at = status();
  if (!has_pause_at()) set_pause_at({});  // giving functions means that they may be called
  Outcome o = at == Status::kReady ? start(inputs) : at == Status::kExhausted || at == Status::kYielded ? run() : outcome();
  const auto is_timer = [](const Call& c) { return c.kind == Call::Kind::kTimer; };
  const PauseAt stops = pause_at();
  while (o.status == Status::kPaused) {
    const std::vector<Call>& pending = this->pending();
    const std::optional<double> due = next_due();
    const double wait = due ? *due - now() : 0;
    const auto known = std::find_if(pending.begin(), pending.end(),
                                    [&](const Call& c) { return functions.contains(c.function) && !stops.at(c.function); });
    if (due && wait <= 0) {
      o = resume_next();
    } else if (known != pending.end()) {
      const Call call = *known;
      o = resume(call.id, functions.at(call.function)(call));
    } else if (due && std::all_of(pending.begin(), pending.end(), is_timer)) {
      const double left = wall_time_left().value_or(HUGE_VAL);
      const bool interrupted = !sleep_for(std::min(wait, left));
      o = interrupted || left < wait ? end_waiting() : resume_next();
    } else {
      break;
    }
  }
  return o;
}

}  // namespace fermata
