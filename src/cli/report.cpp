#include "cli/report.h"

#include <algorithm>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

// The innermost line of the program's own text where a limit stopped it: ", at agent.py line 3".
std::string place_of(const std::vector<Place>& frames) {
  for (size_t i = frames.size(); i-- > 0;)
    if (!frames[i].source_line.empty()) return ", at " + visible_line(frames[i].file) + " line " + std::to_string(frames[i].line);
  return "";
}

// A SystemExit that means failure.
const Error* system_exit(const Outcome& outcome) {
  return outcome.status == Status::kRaised && outcome.error && outcome.error->type == "SystemExit" && outcome.error->module == "builtins"
             ? &*outcome.error
             : nullptr;
}

std::string flag_of(std::string limit) {
  std::replace(limit.begin(), limit.end(), '_', '-');
  return "--limit-" + limit;
}

std::string place_of(const Call& call) { return visible_line(call.file) + " line " + std::to_string(call.line); }

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
  for (const Call& call : pending) say("paused: " + title_of(call) + ": " + repr(call, hidden, kLongestCall) + ", " + place_of(call));
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

bool is_result(const Display& display) {
  return std::ranges::any_of(display.forms, [](const Display::Form& form) { return form.type == "x-fermata/result"; });
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

void tell_displayed(const Session& session) {
  std::vector<Display> displayed;
  try {
    displayed = session.displayed();
  } catch (const UsageError& error) {
    return complain(error.what());
  }
  for (const Display& display : displayed) {
    if (is_result(display)) continue;
    const auto text = std::ranges::find(display.forms, "text/plain", &Display::Form::type);
    const std::string& shown = text != display.forms.end() ? text->data : display.forms[0].type;
    write_all(STDOUT_FILENO, (isatty(STDOUT_FILENO) ? visible(shown) : without_surrogates(shown)) + "\n");
  }
}

void tell_raised(const Outcome& outcome) {
  if (const Error* exit = system_exit(outcome)) return tell_system_exit(*exit);
  write_traceback(outcome.error->traceback);
  if (!outcome.error->traceback.ends_with('\n')) write_error("\n");
}

int tell(const Session& session, const Telling& telling) {
  const Outcome& outcome = session.outcome();
  // (While it waits nothing is told: whoever goes on with it hears of all.)
  if (!telling.json && (outcome.status == Status::kDone || outcome.status == Status::kRaised)) tell_displayed(session);
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
    write_traceback(finding.text);
    if (!finding.text.ends_with('\n')) write_error("\n");
  }
  return kExitRaised;
}

}  // namespace fermata::cli
