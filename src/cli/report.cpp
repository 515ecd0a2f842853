#include "cli/report.h"

#include <algorithm>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

Data count(uint64_t n) { return n <= uint64_t(INT64_MAX) ? Data(int64_t(n)) : Data::big_int(std::to_string(n)); }

Data spent_data(const Spent& spent) {
  return Data::dict({{"steps", count(spent.steps)},
                     {"time_ns", count(spent.time_ns)},
                     {"heap_bytes", count(spent.heap_bytes)},
                     {"output_bytes", count(spent.output_bytes)},
                     {"host_calls", count(spent.host_calls)},
                     {"wall_ns", count(spent.wall_ns)}});
}

Data places_data(const std::vector<Place>& places) {
  Data::Items list;
  for (const Place& place : places) list.push_back(Data::dict(data_of(place)));
  return Data::list(std::move(list));
}

Data error_data(const Error& error) {
  return Data::dict({{"type", error.type},
                     {"message", error.message},
                     {"hint", error.hint},
                     {"traceback", error.traceback},
                     {"frames", places_data(error.frames)}});
}

// The innermost line of the program's own text where a limit stopped it: ", at agent.py line 3".
std::string place_of(const std::vector<Place>& frames) {
  for (size_t i = frames.size(); i-- > 0;)
    if (!frames[i].source_line.empty()) return ", at " + frames[i].file + " line " + std::to_string(frames[i].line);
  return "";
}

// A SystemExit that means failure.
const Error* system_exit(const Outcome& outcome) {
  return outcome.status == Status::kRaised && outcome.error && outcome.error->type == "SystemExit" ? &*outcome.error : nullptr;
}

std::string flag_of(std::string limit) {
  std::replace(limit.begin(), limit.end(), '_', '-');
  return "--limit-" + limit;
}

std::string place_of(const Call& call) { return call.file + " line " + std::to_string(call.line); }

void tell_exhausted(const Session& session, const Outcome& outcome, const std::string& state) {
  if (outcome.limit == "interrupt") {
    complain("interrupted" + place_of(outcome.frames) +
             (state.empty() ? std::string() : "; go on with: fermata resume " + state + " -o " + state));
    return;
  }
  std::string message = "stopped: " + limit_text(session, outcome) + "; ";
  message += state.empty() ? "give more with " : "go on with: fermata resume " + state + " ";
  message += flag_of(outcome.limit) + " N";
  if (!state.empty()) message += " -o " + state;
  complain(message);
}

void tell_paused(const Session& session, const Telling& telling) {
  const std::vector<Call>& pending = session.pending();
  const Hidden hidden = hidden_in(session);
  for (const Call& call : pending) say("paused: " + title_of(call) + ": " + repr(call, hidden) + ", " + place_of(call));
  const auto call = std::find_if(pending.begin(), pending.end(), [](const Call& c) { return c.kind != Call::Kind::kTimer; });
  if (telling.interrupted) {
    complain("interrupted; the pending calls have no answer");
  } else if (!telling.advice.empty()) {
    complain(telling.advice);
  } else if (telling.state.empty() && call != pending.end()) {
    const std::string name = call->function;
    complain("no handler answers " + name + "(); give one with --handler " + name + "=COMMAND, or a file to save the state in with -o");
  }
}

// As python3 ends: nothing for a number or None, else the text on standard error.
void tell_system_exit(const Error& exit) {
  if (exit.args.size() == 1 && (exit.args[0].type() == Data::Type::kInt || exit.args[0].type() == Data::Type::kBool)) return;
  write_error(exit.message + "\n");
}

}  // namespace

std::string title_of(const Call& call) { return (call.kind == Call::Kind::kTimer ? "timer " : "call ") + std::to_string(call.id); }

Hidden hidden_in(const Session& session) {
  Hidden hidden;
  for (const TypeDeclaration& type : session.types())
    for (const auto& field : type.fields)
      if (!field.repr) hidden.emplace(type.name, field.name);
  return hidden;
}

Data::Pairs data_of(const Place& place) {
  return {{"function", place.function},          {"file", place.file},
          {"line", int64_t(place.line)},         {"column", int64_t(place.column)},
          {"end_line", int64_t(place.end_line)}, {"end_column", int64_t(place.end_column)},
          {"source", place.source_line}};
}

Data data_of(const Call& call) {
  Data::Pairs kwargs;
  for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(Data(name), value);
  Data::Pairs data{{"id", count(call.id)}, {"kind", to_string(call.kind)}};
  if (call.kind == Call::Kind::kTimer) {
    data.emplace_back("due", call.due);
  } else {
    data.emplace_back("function", call.function);
    data.emplace_back("args", Data::list(call.args));
    data.emplace_back("kwargs", Data::dict(std::move(kwargs)));
  }
  data.emplace_back("file", call.file);
  data.emplace_back("line", int64_t(call.line));
  return Data::dict(std::move(data));
}

Data::Pairs report_of(const Session& session) {
  const Outcome& outcome = session.outcome();
  Data::Items pending;
  for (const Call& call : session.pending()) pending.push_back(data_of(call));
  Data error;
  if (outcome.error) error = error_data(*outcome.error);
  Data::Pairs report{{"status", to_string(outcome.status)},
                     {"result", outcome.status == Status::kDone ? outcome.result : Data()},
                     {"stdout", session.output(1)},
                     {"stderr", session.output(2)},
                     {"error", std::move(error)},
                     {"limit", outcome.status == Status::kExhausted ? Data(outcome.limit) : Data()},
                     {"pending", Data::list(std::move(pending))},
                     {"spent", spent_data(session.spent())}};
  if (outcome.status == Status::kExhausted) report.emplace_back("frames", places_data(outcome.frames));
  if (!outcome.warnings.empty()) {
    Data::Items warnings;
    for (const Finding& f : outcome.warnings) warnings.push_back(Data(f.type + ": " + f.message));
    report.emplace_back("warnings", Data::list(std::move(warnings)));
  }
  if (outcome.crash)
    report.emplace_back("crash", Data::dict({{"signal", int64_t(outcome.crash->signal)},
                                             {"reason", outcome.crash->reason},
                                             {"last_call", outcome.crash->last_call ? data_of(*outcome.crash->last_call) : Data()},
                                             {"steps", int64_t(outcome.crash->steps)}}));
  if (outcome.result_is_repr) report.emplace_back("result_is_repr", true);
  return report;
}

Data::Pairs report_of(const std::string& file, const std::vector<Finding>& findings) {
  static constexpr const char* kKinds[] = {"syntax", "unknown name", "unknown import", "arguments", "warning", "misfit"};
  Data::Items list;
  for (const Finding& f : findings) {
    list.push_back(Data::dict({{"kind", kKinds[size_t(f.kind)]},
                               {"type", f.type},
                               {"message", f.message},
                               {"file", file},
                               {"line", int64_t(f.line)},
                               {"column", int64_t(f.column)},
                               {"end_line", int64_t(f.end_line)},
                               {"end_column", int64_t(f.end_column)}}));
  }
  const auto bad = std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.kind != Finding::Kind::kWarning; });
  const bool good = bad == findings.end();
  return {{"status", good ? "done" : "raised"},
          {"result", Data()},
          {"stdout", ""},
          {"stderr", ""},
          {"error", good ? Data() : error_data({.type = bad->type, .message = bad->message, .traceback = bad->text})},
          {"limit", Data()},
          {"pending", Data::list()},
          {"spent", spent_data(Spent())},
          {"findings", Data::list(std::move(list))}};
}

void print_report(Data::Pairs report) { write_all(STDOUT_FILENO, to_json(Data::dict(std::move(report))) + "\n"); }

int exit_code_of(const Outcome& outcome) {
  switch (outcome.status) {
    case Status::kPaused: return kExitPaused;
    case Status::kExhausted: return kExitExhausted;
    case Status::kCrashed: return kExitCrashed;
    case Status::kRaised: break;
    default: return kExitDone;
  }
  const Error* exit = system_exit(outcome);
  if (!exit) return kExitRaised;
  if (exit->args.size() == 1 && exit->args[0].is_small_int()) return int(exit->args[0].as_int() & 0xFF);
  return exit->args.size() == 1 && exit->args[0].type() == Data::Type::kInt ? 255 : kExitRaised;
}

std::string limit_text(const Session& session, const Outcome& outcome) {
  uint64_t allowed = 0;
#define LIMIT(name, default_value, unit, since, doc) \
  if (outcome.limit == #name) allowed = session.limits().name;
#include "base/limits.def"
#undef LIMIT
  return "the limit of " + outcome.limit + " (" + std::to_string(allowed) + ") is used up" + place_of(outcome.frames);
}

void tell_raised(const Outcome& outcome) {
  if (const Error* exit = system_exit(outcome)) return tell_system_exit(*exit);
  write_error(outcome.error->traceback);
  if (!outcome.error->traceback.ends_with('\n')) write_error("\n");
}

int tell(const Session& session, const Telling& telling) {
  const Outcome& outcome = session.outcome();
  if (telling.json) {
    print_report(report_of(session));
    return exit_code_of(outcome);
  }
  switch (outcome.status) {
    case Status::kDone:
      if (!telling.quiet_end) say("done: " + repr(outcome.result, hidden_in(session), 2000));
      break;
    case Status::kRaised: tell_raised(outcome); break;
    case Status::kPaused: tell_paused(session, telling); break;
    case Status::kExhausted: tell_exhausted(session, outcome, telling.state); break;
    case Status::kCrashed: complain("the program's process has crashed: " + outcome.crash->reason); break;
    default: break;
  }
  return exit_code_of(outcome);
}

int tell_findings(const std::string& file, const std::vector<Finding>& findings, bool json) {
  if (json) {
    print_report(report_of(file, findings));
    return kExitRaised;
  }
  for (const Finding& finding : findings) {
    write_error(finding.text);
    if (!finding.text.ends_with('\n')) write_error("\n");
  }
  return kExitRaised;
}

}  // namespace fermata::cli
