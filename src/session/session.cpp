#include "fermata/session.h"

#include "base/address_space.h"
#include "base/utf8.h"
#include "base/zone.h"
#include "library/module_tables.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"
#include "session/image/image.h"
#include "session/session_impl.h"
#include "vm/frames.h"
#include "vm/import.h"
#include "vm/suggestions.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

// A heap that can't grow to its limit would end the process, and with it the host, where a program is to get a MemoryError.
void check_address_space(const LimitValues& limits) {
  constexpr uint64_t kAround = 64 << 20;  // what a session takes beside its heap
  const uint64_t left = address_space_left();
  if (limits.heap_bytes == 0 || left == UINT64_MAX || (left > kAround && limits.heap_bytes <= left - kAround)) return;
  throw UsageError("this process may take " + std::to_string(left >> 20) +
                   " MB more of address space (ulimit -v), which doesn't hold a heap of " + std::to_string(limits.heap_bytes >> 20) +
                   " MB: give a lower limit of heap_bytes, or raise the process's");
}

// The public struct and the table say the same.
LimitValues values_of(const Limits& l) {
  LimitValues v;
#define LIMIT(name, default_value, unit, since, doc) v.name = l.name;
#include "base/limits.def"
#undef LIMIT
  check_address_space(v);
  return v;
}
Limits limits_of(const LimitValues& v) {
  Limits l;
#define LIMIT(name, default_value, unit, since, doc) l.name = v.name;
#include "base/limits.def"
#undef LIMIT
  return l;
}

}  // namespace

const char* to_string(Status status) {
  static constexpr const char* kNames[] = {"ready", "done", "raised", "paused", "exhausted", "yielded", "crashed"};
  return kNames[size_t(status)];
}

Session::Impl::Impl(std::shared_ptr<const Program> p, SessionOptions o)
    : program(std::move(p)), options(std::move(o)), mounts(options.mounts) {
  if (!program) throw UsageError("there is no program");
  prepare();
}

// A misspelt name would be a call that nobody is asked about.
void Session::Impl::check_pauses(const PauseAt& pause_at, const PauseAt& before, const std::vector<std::string>& besides) const {
  for (const std::string& name : pause_at.names) {
    if (cx.host.grants(name) || before.names.contains(name) || std::find(besides.begin(), besides.end(), name) != besides.end()) continue;
    std::vector<std::string> known = besides;
    for (const Grant& grant : options.functions) known.push_back(grant.name);
    for (const Grant& method : methods_of_handles()) known.push_back(method.name);
    const std::string nearest = suggest_name(name, known);
    throw UsageError("pause_at names '" + name + "', which isn't a host function" +
                     (nearest.empty() ? "" : ": did you mean '" + nearest + "'?"));
  }
}

void Session::Impl::prepare() {
  cx.image = &shared_image();
  cx.imports.load = image_module_for;
  cx.imports.code = image_module_code;
  cx.imports.session_part = image_session_part;
  cx.image_name = image_name;
  cx.imports.names = image_module_names;
  cx.imports.imported = image_imports;
  cx.imports.why_not = why_no_module;
  cx.budget.limits = values_of(options.limits);
  cx.heap.limits_changed();
  local_zone = Zone::find(options.zone.value_or("UTC"));
  if (!local_zone) throw UsageError("there is no time zone '" + *options.zone + "' here");
  if (!options.clock) options.clock = system_clock();
  seed(options.seed);
  cx.host.allows_eval = options.allow_eval;
  cx.host.grants = [this](std::string_view name) {
    const auto named = [&](const Grant& grant) { return grant.name == name; };
    if (std::any_of(options.functions.begin(), options.functions.end(), named)) return true;
    if (name.find('.') == name.npos) return false;
    const std::vector<Grant> methods = methods_of_handles();
    return std::any_of(methods.begin(), methods.end(), named);
  };
  cx.on_output = [this](int stream, std::string_view text) {
    size_t i = stream == 1;  // the Context counts from 0, the host from 1 as file descriptors do
    output[i].append(text);
    if (!options.on_output) untaken[i].append(text);
    count_output();
    if (!options.on_output) return;
    const bool counts = cx.budget.clock_runs();
    if (counts) cx.budget.stop_clock();
    try {
      options.on_output(stream + 1, text);
    } catch (...) {  // it must not unwind the program's fiber: whoever made the program run gets it
      if (!thrown) thrown = std::current_exception();
      cx.budget.interrupt();
    }
    if (counts) cx.budget.start_clock();
  };
  cx.main_globals = Value::object(new_dict(cx));
  cx.imports.modules = Value::object(new_dict(cx));
  cx.task = make_task(cx);
  cx.host.side = this;
  interpreter = std::make_unique<Interpreter>(cx);
}

void Session::Impl::count_output() {
  uint64_t bytes = 0;
  for (int i = 0; i < 2; ++i) bytes += output[i].size() + untaken[i].size();
  cx.heap.count_outside(int64_t(bytes - counted_output));
  counted_output = bytes;
}

// Names whose builtins ask the host: no globals stand for them, nor for the methods of handles.
bool is_asked_by_builtin(std::string_view name) { return name == "input" || name == "open"; }

void Session::Impl::run_outside(const std::function<void()>& code) {
  const auto run = [&] {
    try {
      code();
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
      cx.budget.interrupt();
      cx.budget.force_safepoint();
    }
  };
  if (!fiber || !fiber->inside()) return run();
  const std::function<void()> task = run;
  errand = &task;
  fiber->leave();
}

void Session::Impl::set_global(std::string_view name, Value value) { dict_set_str(cx, as<Dict>(cx.main_globals), cx.intern(name), value); }

bool Session::Impl::set_looked_at(std::string_view text) {
  constexpr std::string_view kLooks[] = {"globals", "locals", "vars", "dir", "__dict__", "__annotations__", "__builtins__", "exec", "eval"};
  if (std::ranges::none_of(kLooks, [&](std::string_view word) { return text.find(word) != text.npos; })) return false;
  if (!dict_get_str(as<Dict>(cx.main_globals), cx.intern("__spec__")).is_unset()) return false;
  for (const char* none : {"__package__", "__loader__", "__spec__"}) set_global(none, Value::none());
  set_global("__annotations__", Value::object(new_dict(cx)));
  set_global("__builtins__", dict_get_str(cx.image->builtins, cx.intern("__builtins__")));
  return true;
}

void Session::Impl::bind_functions(const std::vector<Grant>& grants) {
  for (const Grant& grant : grants)
    if (!is_asked_by_builtin(grant.name) && grant.name.find('.') == std::string::npos) set_global(grant.name, host_function(cx, grant));
}

void Session::Impl::begin() {
  if (!dict_get_str(as<Dict>(cx.imports.modules), cx.name(Name::k___main__)).is_unset()) return;  // by a feed that failed
  auto& source = program->impl().source;
  cx.sources.push_back(source);
  Value main_name = Value::object(cx.name(Name::k___main__));
  set_global("__name__", main_name);
  set_global("__doc__", Value::none());
  const bool looks = set_looked_at(source->text());
  if (!source->text().empty()) set_global("__file__", new_str(cx, source->name()));
  if (looks) set_global("__cached__", Value::none());
  auto* main = cx.heap.make<Module>();
  main->name = main_name;
  main->dict = cx.main_globals;
  dict_set_str(cx, as<Dict>(cx.imports.modules), cx.name(Name::k___main__), Value::object(main));
  set_surroundings();
  bind_functions(options.functions);
  declare(options.types, true);
}

Function* Session::Impl::main_function(const CodeUnit& unit, const std::string& name) {
  Value filename = new_str(cx, name);
  Code* code = filename.is_outcome() ? nullptr : make_code(cx, unit, as<Str>(filename));
  if (!code) return nullptr;
  return new_function(cx, code, cx.main_globals);
}

void Session::Impl::write_warnings(std::string_view text) {
  if (!text.empty() && !cx.write_output(1, text)) cx.trap.kind = Trap::kNone;  // no room for them
}

// A program that awaits at its top level is a coroutine, which asyncio.run() runs.
bool Session::Impl::enter(Function* main) {
  if (!main->code->has(kCodeCoroutine)) return interpreter->enter(main);
  if (!interpreter->enter(as<Function>(dict_get_str(cx.image->prelude, cx.intern("run_program"))))) return false;
  cx.task->frames.back().registers[0] = Value::object(main);
  return true;
}

Outcome Session::Impl::start(const Inputs& inputs) {
  if (status != Status::kReady) throw UsageError("the session has already started");
  begin();
  if (!inputs.empty()) {
    std::string problem;
    const Value values = arrive(inputs, &problem);
    if (!is<Dict>(values)) throw UsageError(problem.empty() ? "the inputs do not fit into the session" : problem);
    dict_for_each(as<Dict>(values), [&](DictEntry& e) { set_global(as<Str>(e.key)->view(), e.value); });
  }
  write_warnings(program->impl().warnings);
  no_result = program->impl().code->flags & kCodeNoResult;
  Function* main = main_function(*program->impl().code, program->name());
  if (!main || !enter(main))
    throw UsageError("the program does not fit into the limit of heap_bytes, " + std::to_string(cx.budget.limits.heap_bytes));
  cx.host.clock = now();
  return run_fiber();
}

std::string Session::Impl::used_up(const LimitValues& limits) const {
  if (status != Status::kExhausted) return "";
  const Budget& b = cx.budget;
  uint64_t spent = 0;
  switch (exhausted) {
    case Limit::k_steps: spent = b.steps(); break;
    case Limit::k_time_ms: spent = b.running_time_ns() / 1'000'000; break;
    case Limit::k_wall_ms: spent = b.wall_time_ns() / 1'000'000; break;
    case Limit::k_output_bytes: spent = b.output_bytes; break;
    case Limit::k_host_calls: spent = b.host_calls; break;
    default: break;  // for the heap it is what there is now, garbage included: not a measure
  }
  const uint64_t limit = limit_value(limits, exhausted);
  if (limit == 0 || limit > std::max(spent, exhausted_at)) return "";
  return "the limit of " + std::string(limit_name(exhausted)) +
         " is used up: " + std::to_string(exhausted == Limit::k_heap_bytes ? cx.heap.bytes() : spent) + " of " +
         std::to_string(exhausted_at) + " are spent";
}

Outcome Session::Impl::run(uint64_t steps) {
  if (status != Status::kExhausted && status != Status::kYielded)
    throw UsageError(std::string("a session that is ") + to_string(status) + " can't run on");
  if (status == Status::kExhausted) {
    if (const std::string problem = used_up(cx.budget.limits); !problem.empty()) throw UsageError(problem + "; give a higher one");
    if (end_of_waiting()) return last = outcome();
    cx.host.clock = now();
  }
  if (steps) cx.budget.force_safepoint();
  return run_fiber(steps ? steps : options.slice_steps);
}

void Session::Impl::make_fiber() {
  if (!fiber) fiber.emplace([this] { stop = interpreter->run(); });
}

Outcome Session::Impl::run_fiber(uint64_t slice) {
  make_fiber();
  struct Running {
    explicit Running(std::atomic<bool>& flag) : flag(flag) { flag = true; }
    ~Running() { flag = false; }
    std::atomic<bool>& flag;
  };
  {
    Running now(running);
    cx.budget.start_clock();
    if (cx.budget.limits.wall_ms) cx.budget.force_safepoint();  // the host may have used it up
    // (The host may ask for any number; what is spent is below kMostSpent.)
    cx.budget.slice_end = slice ? cx.budget.steps() + std::min(slice, UINT64_MAX / 2) : 0;
    cx.budget.slice_end_ns = options.slice_ms ? cx.budget.time_ns + std::min(options.slice_ms, UINT64_MAX / 2'000'000) * 1'000'000 : 0;
    // A return from the host is a safepoint for the wall clock: a program may end before it reaches another.
    const bool over = cx.budget.out_of_wall_time() && !cx.task->frames.empty() && !interpreter->unwinds();
    if (over) stop = interpreter->stop_at_limit(Limit::k_wall_ms);
    else do {
        fiber->resume();
        while (errand) {
          (*std::exchange(errand, nullptr))();
          fiber->resume();
        }
      } while ((stop == Stop::kHostCall && !register_call()) || ((stop == Stop::kDone || stop == Stop::kRaised) && end_program()));
    fiber.reset();  // whoever waits takes no stack: by law 1 there is nothing of the program's on it
    cx.budget.slice_end = cx.budget.slice_end_ns = 0;
    cx.budget.stop_clock();
    settle();
    last = outcome();
  }
  if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  return last;
}

// The program has ended and left something to do: a function of the module in charge goes on in its place.
bool Session::Impl::end_program() {
  struct Left {
    std::string_view state;  // a list
    std::string_view module;
    bool of_chunks;  // what is fed has an end each time
  };
  static constexpr Left kLeft[] = {{"atexit", "atexit", false}, {"io.unsaved_files", "io", true}};
  const auto member = [&](Value dict, std::string_view name) {
    return is<Dict>(dict) ? dict_get_str(as<Dict>(dict), cx.intern(name)) : Value();
  };
  std::string_view of;
  for (const Left& left : kLeft) {
    const Value list = member(cx.library_state, left.state);
    if (!is<List>(list) || as<List>(list)->items.empty() || (fed && !left.of_chunks)) continue;
    of = left.module;
    break;
  }
  // A hook that the program set hears of each exception once, before anything else.
  const Value hook = stop == Stop::kRaised ? patched_sys_attribute(cx, "excepthook") : Value();
  if (!hook.is_unset() && !hook.is_missing() && !exception_matches(cx, cx.exception, ErrorType::kSystemExit) &&
      member(cx.library_state, "sys.told") != cx.exception)
    of = "sys";
  // Once for each end: the others go on until they have ended or, while more may be fed, until they wait.
  std::string_view name = "_end_of_program";
  if (!cx.threads.is_unset() && is<Dict>(cx.library_state) && member(cx.library_state, "threads.ended") != Value::small(int64_t(fed)) &&
      dict_set_str(cx, as<Dict>(cx.library_state), cx.intern("threads.ended"), Value::small(int64_t(fed)))) {
    of = "threading";
    if (fed) name = "_end_of_feed";
  }
  if (of.empty() && begin_showing()) of = "fermata_display";
  std::string error;
  Module* m = of.empty() ? nullptr : image_module(of, &error);
  const Value function = m ? member(m->dict, name) : Value();
  if (!is<Function>(function) || !interpreter->enter(as<Function>(function))) return false;
  Value* arguments = cx.task->frames.back().registers;
  const bool raised = stop == Stop::kRaised;
  arguments[0] = raised ? Value::none() : interpreter->result;
  arguments[1] = raised ? std::exchange(cx.exception, Value()) : Value::none();
  return true;
}

namespace {
// What a program with a `return` somewhere gives when it comes to its end (Emitter::emit_module).
bool is_end_without_result(Context& cx, Value v) {
  return v.is_object() && v == dict_get_str(cx.image->prelude, cx.intern("program_without_result"));
}

// sys.exit(), and None or 0 for its code: the program has ended deliberately.
bool is_clean_exit(Context& cx, Value v) {
  if (!is<Exception>(v) || !is_subclass(as<Exception>(v)->cls, error_class(cx, ErrorType::kSystemExit))) return false;
  auto* exit = as<Exception>(v);
  Value code = exception_detail(cx, exit, "code");
  if (code.is_unset() || code.is_none()) {
    const auto* args = is<Tuple>(exit->args) ? as<Tuple>(exit->args) : nullptr;
    if (args && args->count > 1) return false;
    code = args && args->count ? args->items[0] : Value::none();
  }
  code = payload_of(code);
  return code.is_none() || code.is_false() || (code.is_small() && code.as_small() == 0);
}
}  // namespace

void Session::Impl::take_end(Value exception) {
  exited = is_clean_exit(cx, exception);
  status = exited ? Status::kDone : Status::kRaised;
  result = exited ? global_result() : exception;
  interpreter->result = result;
}

Value Session::Impl::global_result() {
  const Value found = named_result ? dict_get_str(as<Dict>(cx.main_globals), cx.name(Name::k_result)) : Value();
  return found.is_unset() ? Value::none() : found;
}

void Session::Impl::settle() {
  forget_reprs();
  exited = false;
  switch (stop) {
    case Stop::kDone:
      status = Status::kDone;
      result = interpreter->result;
      if (no_result || is_end_without_result(cx, result)) {
        result = interpreter->result = global_result();
      }
      break;
    case Stop::kRaised: take_end(std::exchange(cx.exception, Value())); break;
    case Stop::kHostCall:
    case Stop::kWaiting: status = Status::kPaused; break;
    case Stop::kExhausted:
      status = Status::kExhausted;
      exhausted = interpreter->exhausted;
      exhausted_at = limit_value(cx.budget.limits, exhausted);
      if (exhausted == Limit::kInterrupt) cx.budget.clear_interrupt();
      break;
    case Stop::kYielded: status = Status::kYielded; break;
    case Stop::kSwitched: break;  // run() itself goes on with the other thread
  }
  warnings.clear();
  if (status != Status::kDone && status != Status::kRaised) return;
  give_up_calls();
  tell_never_awaited();
}

// Telling the host how it went takes time of its own: what a program made of huge values must not take long to show. That
// time is not the program's.
class TellingTime {
 public:
  explicit TellingTime(Budget& budget)
      : budget_(budget),
        time_ns_(budget.time_ns),
        wall_ns_(budget.wall_ns),
        limit_(budget.limits.time_ms),
        wall_limit_(budget.limits.wall_ms) {
    budget.limits.time_ms = time_ns_ / 1'000'000 + kMs;
    budget.limits.wall_ms = 0;
    budget.start_clock();
  }
  ~TellingTime() {
    budget_.stop_clock();
    budget_.time_ns = time_ns_;
    budget_.wall_ns = wall_ns_;
    budget_.limits.time_ms = limit_;
    budget_.limits.wall_ms = wall_limit_;
  }
  TellingTime(const TellingTime&) = delete;
  TellingTime& operator=(const TellingTime&) = delete;

 private:
  static constexpr uint64_t kMs = 500;
  Budget& budget_;
  const uint64_t time_ns_, wall_ns_, limit_, wall_limit_;
};

std::vector<Place> Session::Impl::stack(size_t most) {
  Places places(cx);
  for (uint32_t i = cx.task->frames.size; i-- > 0 && most > 0;)
    if (const Frame& f = cx.task->frames[i]; !is_around_program(*cx.task, f) && !f.code->has(kCodeHidden)) places.add(f.code, f.pc), --most;
  return places.take();
}

Outcome Session::Impl::outcome() {
  Outcome o;
  o.status = status;
  if (status == Status::kExhausted) {
    o.limit = limit_name(exhausted);
    o.frames = stack(UINT32_MAX);
  }
  if (status == Status::kYielded) o.frames = stack(1);
  if (status != Status::kDone && status != Status::kRaised) return o;
  o.warnings = warnings;
  TellingTime time(cx.budget);
  o.exited = exited;
  if (status == Status::kDone) read_result(o);
  if (status == Status::kRaised) o.error = describe(result);
  return o;
}

// --- the public face

namespace {
std::shared_ptr<const Program> empty_program() {
  std::vector<Finding> findings;
  return Program::compile("", "<input>", &findings);
}
}  // namespace

Session::Session(std::shared_ptr<const Program> program, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(program), std::move(options))) {
  if (impl_->options.pause_at) impl_->check_pauses(*impl_->options.pause_at, {}, {});
}
Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::Session() = default;
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

Session::Session(SessionOptions options) : Session(empty_program(), std::move(options)) {}

// Every call comes through here: a session that is running, or was moved from, takes none.
Session::Impl& Session::open() const {
  if (!impl_) throw UsageError("the session was moved from");
  if (impl_->running) throw UsageError("the session is running: it can't be used from within, or by another thread");
  return *impl_;
}

Outcome Session::start(const Inputs& inputs) { return open().start(inputs); }
Outcome Session::run(uint64_t steps) { return open().run(steps); }
Outcome Session::feed(std::string_view source, const FeedOptions& options, std::vector<Finding>* findings) {
  return open().feed(source, options, findings);
}
Outcome Session::raise(const Error& error) { return open().raise_here(error); }
Outcome Session::abandon() { return open().abandon(); }
void Session::forget(const std::function<bool(std::string_view)>& keeps) { open().forget(keeps); }

const Outcome& Session::outcome() const { return open().last; }
Status Session::status() const { return open().status; }
const std::vector<Call>& Session::pending() const { return open().pending; }
std::string Session::take_output(int stream) {
  std::string taken = std::exchange(open().untaken[stream == 2], {});
  impl_->count_output();
  return taken;
}
const std::string& Session::output(int stream) const { return open().output[stream == 2]; }

Spent Session::spent() const {
  const Impl& s = open();
  const Budget& b = s.cx.budget;
  return {b.steps(), b.running_time_ns(), s.cx.heap.bytes(), b.output_bytes, b.host_calls, b.wall_ns};
}
Limits Session::limits() const { return limits_of(open().cx.budget.limits); }
void Session::set_limits(const Limits& limits) {
  Impl& s = open();
  s.cx.budget.limits = values_of(limits);
  s.options.limits = limits;
  s.cx.heap.limits_changed();
}
std::string Session::used_up(const Limits* limits) const {
  const Impl& s = open();
  return s.used_up(limits ? values_of(*limits) : s.cx.budget.limits);
}
PauseAt Session::pause_at() const { return open().pauses_at(); }
void Session::set_pause_at(PauseAt pause_at, const std::vector<std::string>& besides) {
  check_pause_at(pause_at, besides);
  open().options.pause_at = std::move(pause_at);
}
void Session::check_pause_at(const PauseAt& pause_at, const std::vector<std::string>& besides) const {
  open().check_pauses(pause_at, open().pauses_at(), besides);
}
void Session::interrupt() {
  if (impl_) impl_->cx.budget.interrupt();
}

void Session::yield() {
  if (impl_ && impl_->cx.host.side)
    impl_->cx.budget.end_slice();  // (what runs apart from the program's frames doesn't count as the host's slice)
}

void Session::set_gc_stress(bool on) { open().interpreter->stress_collect = on; }

}  // namespace fermata
