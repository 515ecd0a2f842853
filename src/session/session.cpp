#include "fermata/session.h"

#include "objects/class.h"
#include "objects/code.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/operations.h"
#include "objects/text.h"
#include "session/image.h"
#include "session/session_impl.h"
#include "vm/frames.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

// The public struct and the table say the same.
LimitValues values_of(const Limits& l) {
  LimitValues v;
#define LIMIT(name, default_value, unit, doc) v.name = l.name;
#include "base/limits.def"
#undef LIMIT
  return v;
}
Limits limits_of(const LimitValues& v) {
  Limits l;
#define LIMIT(name, default_value, unit, doc) l.name = v.name;
#include "base/limits.def"
#undef LIMIT
  return l;
}

}  // namespace

const char* to_string(Status status) {
  static constexpr const char* kNames[] = {"ready", "done", "raised", "paused", "exhausted", "yielded"};
  return kNames[size_t(status)];
}

Session::Impl::Impl(std::shared_ptr<const Program> p, SessionOptions o) : program(std::move(p)), options(std::move(o)) { prepare(); }

void Session::Impl::prepare() {
  cx.image = &shared_image();
  cx.load_module = image_module;
  cx.module_names = image_module_names;
  cx.budget.limits = values_of(options.limits);
  cx.heap.limits_changed();
  cx.random_seed = options.random_seed;
  cx.on_output = [this](int stream, std::string_view text) {
    size_t i = stream == 1;  // the Context counts from 0, the host from 1 as file descriptors do
    output[i].append(text);
    if (options.on_output) options.on_output(stream + 1, text);
    else untaken[i].append(text);
  };
  cx.main_globals = Value::object(new_dict(cx));
  cx.modules = Value::object(new_dict(cx));
  cx.task = make_task(cx);
  interpreter = std::make_unique<Interpreter>(cx);
}

Outcome Session::Impl::start(const Inputs& inputs) {
  if (status != Status::kReady) throw UsageError("the session was started already");
  auto& source = program->impl().source;
  cx.sources.push_back(source);
  auto* globals = as<Dict>(cx.main_globals);
  auto set = [&](std::string_view name, Value v) { dict_set_str(cx, globals, cx.intern(name), v); };
  Value main_name = Value::object(cx.name(Name::k___main__));
  set("__name__", main_name);
  set("__doc__", Value::none());
  set("__file__", new_str(cx, source->name()));
  auto* main = cx.heap.make<Module>();
  main->name = main_name;
  main->dict = cx.main_globals;
  dict_set_str(cx, as<Dict>(cx.modules), cx.name(Name::k___main__), Value::object(main));
  for (const std::string& name : options.functions) {
    auto* f = cx.heap.make<HostFunction>();
    f->name = Value::object(cx.intern(name));
    set(name, Value::object(f));
  }
  for (const auto& [name, data] : inputs) {
    Value v = from_data(cx, data);
    if (v.is_outcome()) {
      cx.exception = Value();
      throw UsageError("input '" + name + "' does not fit into the session");
    }
    set(name, v);
  }
  Value filename = new_str(cx, source->name());
  Code* code = filename.is_outcome() ? nullptr : make_code(cx, *program->impl().code, as<Str>(filename));
  if (!code) throw UsageError("the program does not fit into the session's heap limit");
  auto* f = cx.heap.make_sized<Function>(0);
  f->code = code;
  f->globals = cx.main_globals;
  f->name = f->qualname = code->name;
  f->defaults = f->keyword_defaults = Value::none();
  if (!interpreter->enter(f)) throw UsageError("the program does not fit into the session's heap limit");
  return run_fiber();
}

Outcome Session::Impl::resume(uint64_t id, const Answer& answer) {
  auto call = std::find_if(pending.begin(), pending.end(), [&](const Call& c) { return c.id == id; });
  if (call == pending.end()) throw UsageError("no call with id " + std::to_string(id) + " is pending");
  pending.erase(call);
  interpreter->host_call = {};
  if (auto* error = std::get_if<Error>(&answer)) {
    interpreter->answer_with_exception(exception_from(cx, *error));
  } else {
    Value v = from_data(cx, std::get<Data>(answer));
    if (v.is_retry()) {
      cx.trap = Trap::kNone;
      raise_plain(cx, ErrorType::kMemoryError);
      v = Value::error();
    }
    if (v.is_outcome()) interpreter->answer_with_exception(cx.exception);
    else interpreter->answer(v);
  }
  return run_fiber();
}

Outcome Session::Impl::run(uint64_t steps) {
  if (status != Status::kExhausted && status != Status::kYielded) throw UsageError(std::string("a session that is ") + to_string(status) + " can't run on");
  cx.budget.slice_end = steps ? cx.budget.steps() + steps : 0;
  if (steps) cx.budget.force_safepoint();
  Outcome o = run_fiber();
  cx.budget.slice_end = 0;
  return o;
}

Outcome Session::Impl::run_fiber() {
  if (!fiber) fiber = std::make_unique<Fiber>([this] { stop = interpreter->run(); });
  cx.budget.start_clock();
  do {
    fiber->resume();
  } while (stop == Stop::kHostCall && !register_call());
  cx.budget.stop_clock();
  settle();
  return last = outcome();
}

bool Session::Impl::register_call() {
  const HostCall& c = interpreter->host_call;
  Call call;
  call.function = c.function->view();
  auto refuse = [&](ErrorType type, const std::string& message) {
    raise(cx, type, message);
    Value e = cx.exception;
    interpreter->answer_with_exception(e);
    return false;
  };
  if (std::find(options.functions.begin(), options.functions.end(), call.function) == options.functions.end())
    return refuse(ErrorType::kPermissionError, "the host does not grant the function '" + call.function + "' here");
  std::string why;
  DataRoom room(cx);
  for (Value v : as<Tuple>(c.args)->span())
    if (!to_data(cx, v, &call.args.emplace_back(), &why, room))
      return refuse(ErrorType::kTypeError, "argument " + std::to_string(call.args.size()) + " of host function '" + call.function + "' holds " + why + ", which can't leave the sandbox");
  for (DictEntry& e : as<Dict>(c.kwargs)->entries) {
    if (e.key.is_unset()) continue;
    auto& [name, data] = call.kwargs.emplace_back();
    name = as<Str>(e.key)->view();
    if (!to_data(cx, e.value, &data, &why, room))
      return refuse(ErrorType::kTypeError, "argument '" + name + "' of host function '" + call.function + "' holds " + why + ", which can't leave the sandbox");
  }
  call.id = next_call_id++;
  // The line of the innermost frame of the program itself.
  for (uint32_t i = cx.task->frames.size; i-- > 0;) {
    Frame& f = cx.task->frames[i];
    if (f.code->has(kCodeHidden)) continue;
    call.file = as<Str>(f.code->filename)->view();
    call.line = position_at(f.code, f.pc).line;
    break;
  }
  pending.push_back(std::move(call));
  return true;
}

void Session::Impl::settle() {
  switch (stop) {
    case Stop::kDone:
      status = Status::kDone;
      result = interpreter->result;
      if (program->impl().code ? program->impl().code->flags & kCodeNoResult : no_result) {
        result = dict_get_str(as<Dict>(cx.main_globals), cx.name(Name::k_result));
        if (result.is_unset()) result = Value::none();
      }
      break;
    case Stop::kRaised:
      status = Status::kRaised;
      result = cx.exception;
      cx.exception = Value();
      interpreter->result = result;
      break;
    case Stop::kHostCall: status = Status::kPaused; break;
    case Stop::kExhausted:
      status = Status::kExhausted;
      exhausted = interpreter->exhausted;
      if (exhausted == Limit::kInterrupt) cx.budget.clear_interrupt();
      break;
    case Stop::kYielded: status = Status::kYielded; break;
  }
}

// str(exception), with the program's own __str__ when it has one: that runs for a little while only, all exceptions of an error together.
std::string Session::Impl::text_of(Value exception) {
  Value s = str_of(cx, exception);
  if (is<Str>(s)) return std::string(as<Str>(s)->view());
  std::string text = "<exception str() failed>";
  Value function = dict_get_str(cx.image->prelude, cx.intern("op_str"));
  if (!s.is_defer() || !is<Function>(function)) {
    cx.exception = Value();
    cx.trap = Trap::kNone;
    return text;
  }
  if (text_steps == 0) return text;
  cx.exception = Value();
  Task* before = cx.task;
  cx.task = make_task(cx);
  const Value kept_result = interpreter->result;
  cx.temporary_roots.insert(cx.temporary_roots.end(), {exception, Value::object(before), kept_result});
  if (interpreter->enter(as<Function>(function))) {
    cx.task->frames.back().registers[0] = exception;
    const uint64_t begin = cx.budget.steps();
    cx.budget.slice_end = begin + text_steps;
    cx.budget.force_safepoint();
    Stop kept = stop;
    fiber->resume();
    if (stop == Stop::kDone && is<Str>(interpreter->result)) text = as<Str>(interpreter->result)->view();
    stop = kept;
    cx.budget.slice_end = 0;
    text_steps -= std::min(text_steps, cx.budget.steps() - begin + 1);
  }
  interpreter->result = kept_result;
  cx.exception = Value();
  cx.temporary_roots.clear();
  cx.task = before;
  return text;
}

Error Session::Impl::describe(Value exception) {
  Error e;
  text_steps = kTextSteps;
  auto* object = as<Exception>(exception);
  e.type = cut_text(class_name(object->cls));
  const std::string text = text_of(exception);
  e.message = cut_text(text);
  e.traceback = format_exception(cx, exception, [&](Value v) { return v == exception ? text : text_of(v); });
  std::string why;
  DataRoom room(cx);
  for (Value v : as<Tuple>(object->args)->span()) {
    Data d;
    if (!to_data(cx, v, &d, &why, room)) break;
    e.args.push_back(std::move(d));
  }
  return e;
}

// Telling the host how it went takes time of its own: what a program made of huge values must not take long to show. That
// time is not the program's.
class TellingTime {
 public:
  explicit TellingTime(Budget& budget) : budget_(budget), time_ns_(budget.time_ns), limit_(budget.limits.time_ms) {
    budget.limits.time_ms = time_ns_ / 1'000'000 + kMs;
    budget.start_clock();
  }
  ~TellingTime() {
    budget_.stop_clock();
    budget_.time_ns = time_ns_;
    budget_.limits.time_ms = limit_;
  }
  TellingTime(const TellingTime&) = delete;
  TellingTime& operator=(const TellingTime&) = delete;

 private:
  static constexpr uint64_t kMs = 500;
  Budget& budget_;
  const uint64_t time_ns_, limit_;
};

namespace {

// A value's repr, as far as it is made in the time there is.
std::string shown(Context& cx, Value value) {
  TextBuilder text(cx);
  const Value done = repr_into(cx, value, text);
  if (done.is_none()) return cut_text(text.text());
  if (!done.is_retry() || text.text().empty()) return "<a value that can't be shown>";
  return cut_text(text.text()) + "... [the rest is not shown]";
}

}  // namespace

Outcome Session::Impl::outcome() {
  TellingTime time(cx.budget);
  Outcome o;
  o.status = status;
  if (status == Status::kDone) {
    std::string why;
    DataRoom room(cx);
    if (!to_data(cx, result, &o.result, &why, room)) {
      o.result = Data(shown(cx, result));
      o.result_is_repr = true;
      cx.exception = Value();
      cx.trap = Trap::kNone;
    }
  }
  if (status == Status::kRaised) o.error = describe(result);
  if (status == Status::kExhausted) o.limit = limit_name(exhausted);
  return o;
}

// --- the public face

Session::Session(std::shared_ptr<const Program> program, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(program), std::move(options))) {}
Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

Outcome Session::start(const Inputs& inputs) { return impl_->start(inputs); }
Outcome Session::resume(uint64_t call, const Answer& answer) { return impl_->resume(call, answer); }
Outcome Session::run(uint64_t steps) { return impl_->run(steps); }

Outcome Session::run_with(const Functions& functions, const Inputs& inputs) {
  Outcome o = impl_->status == Status::kReady                                                        ? start(inputs)
              : impl_->status == Status::kExhausted || impl_->status == Status::kYielded ? run()
                                                                                          : impl_->last;
  while (o.status == Status::kPaused) {
    Call call = impl_->pending.front();
    auto f = functions.find(call.function);
    if (f == functions.end()) break;
    o = resume(call.id, f->second(call));
  }
  return o;
}

const Outcome& Session::outcome() const { return impl_->last; }
Status Session::status() const { return impl_->status; }
const std::vector<Call>& Session::pending() const { return impl_->pending; }
std::string Session::take_output(int stream) { return std::exchange(impl_->untaken[stream == 2], {}); }
const std::string& Session::output(int stream) const { return impl_->output[stream == 2]; }

Spent Session::spent() const {
  const Budget& b = impl_->cx.budget;
  return {b.steps(), b.running_time_ns(), impl_->cx.heap.bytes(), b.output_bytes, b.host_calls};
}
Limits Session::limits() const { return limits_of(impl_->cx.budget.limits); }
void Session::set_limits(const Limits& limits) {
  impl_->options.limits = limits;
  impl_->cx.budget.limits = values_of(limits);
  impl_->cx.heap.limits_changed();
}
void Session::interrupt() { impl_->cx.budget.interrupt(); }

void Session::set_gc_stress(bool on) {
  impl_->interpreter->stress_collect = on;
}

}  // namespace fermata
