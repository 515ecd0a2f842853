// Session::feed, raise and abandon: what a session that has stopped may be made to do other than going on.
#include <algorithm>
#include <set>

#include "compiler/compiler.h"
#include "compiler/opcodes.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/text/text.h"
#include "session/findings.h"
#include "session/session_impl.h"
#include "syntax/parser.h"
#include "vm/frames.h"
#include "vm/threads.h"

namespace fermata {

namespace {

Outcome not_run(std::string type, std::string message, std::string traceback) {
  Outcome o;
  o.status = Status::kRaised;
  o.error = Error{.type = std::move(type), .message = std::move(message), .traceback = std::move(traceback)};
  return o;
}

// Does the module's own code set this global?
bool sets_global(const CodeUnit& unit, std::string_view name) {
  for (uint64_t w : unit.words)
    if (op_of(w) == Op::STORE_GLOBAL && unit.constants[unit.sites[bx_of(w)].name].text == name) return true;
  return false;
}

}  // namespace

std::string Session::Impl::free_name(std::string name) const {
  const auto taken = [&](const std::string& n) {
    return std::any_of(cx.sources.begin(), cx.sources.end(), [&](const auto& s) { return s->name() == n; });
  };
  if (!taken(name)) return name;
  for (uint64_t n = 2;; ++n)
    if (std::string other = name + " [" + std::to_string(n) + "]"; !taken(other)) return other;
}

// Tracebacks need the texts of the code there is. What is garbage has to go first, so this is done from time to time.
void Session::Impl::forget_sources() {
  interpreter->collect();
  std::set<std::string_view> needed{program->name()};
  cx.heap.for_each([&](Object* o) {
    if (o->kind == Kind::kCode) needed.insert(as<Str>(static_cast<Code*>(o)->filename)->view());
  });
  std::erase_if(cx.sources, [&](const auto& source) { return !needed.contains(source->name()); });
  new_sources = new_source_bytes = 0;
}

Outcome Session::Impl::feed(std::string_view text, const FeedOptions& feed, std::vector<Finding>* findings) {
  if (status != Status::kReady && status != Status::kDone && status != Status::kRaised)
    throw UsageError(std::string("a session that is ") + to_string(status) + " can't be fed: let it end, or abandon() it");
  if (fed == kMostFed) throw UsageError("the session was fed too often: begin another one");

  std::string name = free_name(feed.name.empty() ? "<input " + std::to_string(fed + 1) + ">" : feed.name);
  auto source = std::make_shared<Source>(name, text);
  Findings found(*source);
  const ParseResult parsed = parse_module(*source);
  CompileResult compiled;
  if (parsed.ok())
    compiled = compile(*source, *parsed.module, {.top_level_await = true, .program = true, .chunk = true, .interactive = feed.interactive});
  else found.add([&](const Source& s) { return syntax_finding(s, *parsed.error); });
  found.add_errors(compiled.errors);
  if (!compiled.ok()) {
    if (findings) *findings = found.all;
    return not_run(found.all[0].type, found.all[0].message, found.all[0].text);
  }

  // What the session held of the chunk before is garbage now: room for this one.
  constexpr uint64_t kManySources = 32, kManyBytes = 256 << 10;
  const Value before = interpreter->result;
  if (status != Status::kReady && (++new_sources > kManySources || (new_source_bytes += text.size()) > kManyBytes || cx.heap.over_limit()))
    forget_sources();
  if (status == Status::kReady) begin();
  declare(feed.types, true);
  if (feed.functions) std::erase_if(options.types, is_host_module);  // they would grant theirs on
  options.types.insert(options.types.begin(), feed.types.begin(), feed.types.end());
  Value inputs;
  if (!feed.inputs.empty()) {
    std::string problem;
    inputs = arrive(feed.inputs, &problem);
    if (!is<Dict>(inputs)) {
      interpreter->result = before;
      if (problem.empty()) return not_run("MemoryError", "", "MemoryError\n");
      throw UsageError(problem);
    }
  }
  Function* main = main_function(*compiled.code, name);
  if (!main) {
    cx.exception = Value();
    cx.trap.kind = Trap::kNone;
    interpreter->result = before;
    return not_run("MemoryError", "", "MemoryError\n");
  }

  ++fed;
  set_looked_at(text);
  const std::string warnings = warning_text(*source, *parsed.module);
  cx.sources.push_back(std::move(source));
  if (is<Dict>(inputs)) dict_for_each(as<Dict>(inputs), [&](DictEntry& e) { set_global(as<Str>(e.key)->view(), e.value); });
  if (feed.functions) {
    std::vector<Grant> fresh;
    for (const Grant& f : *feed.functions)
      if (!cx.host.grants(f.name)) fresh.push_back(f);
    options.functions = *feed.functions;
    bind_functions(fresh);
  }
  no_result = compiled.code->flags & kCodeNoResult;
  named_result = sets_global(*compiled.code, "result");
  result = interpreter->result = Value();
  for (int i = 0; i < 2; ++i) output[i].clear(), untaken[i].clear();
  count_output();
  forget_displayed();
  cx.budget.set_steps(0);
  cx.budget.time_ns = cx.budget.output_bytes = cx.budget.host_calls = 0;
  cx.budget.reset_wall_clock();
  write_warnings(warnings);
  cx.task = make_task(cx);
  if (!cx.threads.is_unset()) Threads(cx).set_task(0, cx.task);
  if (!enter(main)) {
    // The program's frame is small, but the heap may be full to the last byte.
    status = Status::kRaised;
    raise_plain(cx, ErrorType::kMemoryError);
    result = interpreter->result = std::exchange(cx.exception, Value());
    return last = outcome();
  }
  cx.host.clock = now();
  return run_fiber();
}

Outcome Session::Impl::raise_here(const Error& error) {
  if (status != Status::kExhausted && status != Status::kYielded)
    throw UsageError(std::string("nothing can be raised in a session that is ") + to_string(status));
  const Value exception = exception_from(error);
  if (end_of_waiting())  // what the program stands at has its answer then
    if (const auto at = std::ranges::find(pending, Call::Kind::kCall, &Call::kind); at != pending.end()) {
      const size_t place = size_t(at - pending.begin());
      interpreter->host_call = {};
      remove_pending({&place, 1});
    }
  interpreter->answer_with_exception(exception);
  return run_fiber();
}

void Session::Impl::forget(const std::function<bool(std::string_view)>& keeps) {
  if (status != Status::kDone && status != Status::kRaised && status != Status::kReady)
    throw UsageError(std::string("a session that is ") + to_string(status) + " can't forget: let it end, or abandon() it");
  Dict* globals = as<Dict>(cx.main_globals);
  std::vector<Str*> names;
  dict_for_each(globals, [&](DictEntry& e) {
    if (is<Str>(e.key) && !keeps(as<Str>(e.key)->view())) names.push_back(as<Str>(e.key));
  });
  for (Str* name : names) dict_delete_str(cx, globals, name);
  const Value main = dict_get_str(as<Dict>(cx.imports.modules), cx.name(Name::k___main__));
  cx.imports.modules = Value::object(new_dict(cx));
  cx.imports.patches = cx.library_state = Value();
  cx.recursion_limit = Context().recursion_limit;
  options.functions = Grants(std::vector<Grant>());
  set_global("__name__", Value::object(cx.name(Name::k___main__)));
  set_global("__doc__", Value::none());
  // The module as the program had it in sys.modules, if it is still there, or another: what counts is the globals.
  auto* module = is<Module>(main) && as<Module>(main)->dict == cx.main_globals ? as<Module>(main) : cx.heap.make<Module>();
  module->name = Value::object(cx.name(Name::k___main__));
  module->dict = cx.main_globals;
  dict_set_str(cx, as<Dict>(cx.imports.modules), cx.name(Name::k___main__), Value::object(module));
}

Outcome Session::Impl::abandon() {
  if (status != Status::kPaused && status != Status::kExhausted && status != Status::kYielded)
    throw UsageError(std::string("a session that is ") + to_string(status) + " has nothing to abandon");
  exhausted_waiting = false;
  give_up_calls();
  // asyncio's loop no longer runs, but modules keep their classes, and files are still there.
  const Value before = std::exchange(cx.library_state, Value());
  for (const char* name : {"module classes", "files", "files.given"}) {
    const Value kept = is<Dict>(before) ? dict_get_str(as<Dict>(before), cx.intern(name)) : Value();
    if (kept.is_unset()) continue;
    if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
    dict_set_str(cx, as<Dict>(cx.library_state), cx.intern(name), kept);
  }
  interpreter->abandon();
  cx.budget.clear_interrupt();
  result = interpreter->result;
  status = Status::kRaised;
  tell_never_awaited();
  return last = outcome();
}

}  // namespace fermata
