// `fermata resume`: reads a state, answers one call, and goes on until the next stop, which is saved.
#include "cli/commands.h"
#include "cli/drive.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

Error error_from(const std::string& text) {
  const size_t colon = text.find(':');
  const std::string type = text.substr(0, colon);
  check_name(type, "--raise");
  std::string message = colon == text.npos ? "" : text.substr(colon + 1);
  if (message.starts_with(' ')) message.erase(0, 1);
  return {.type = type, .message = std::move(message)};
}

Answer answer_from(const ResumeOptions& options) {
  if (options.raise) return error_from(*options.raise);
  Data value;
  std::string problem;
  if (!from_json(*options.result, &value, &problem)) throw UsageProblem("--result: no JSON: " + problem);
  return value;
}

std::string listed(const std::vector<Call>& pending) {
  std::string text;
  for (const Call& call : pending) text += "\n  " + std::to_string(call.id) + ": " + repr(call);
  return text;
}

uint64_t call_to_answer(const Session& session, const ResumeOptions& options) {
  const std::vector<Call>& pending = session.pending();
  if (!options.call) {
    if (pending.size() == 1) return pending[0].id;
    throw UsageProblem("several calls are pending, name one with --call:" + listed(pending));
  }
  for (const Call& call : pending) {
    if (call.id == *options.call) return call.id;
  }
  throw UsageProblem("call " + std::to_string(*options.call) + " is not pending; these are:" + listed(pending));
}

void go_on(Session& session, const ResumeOptions& options) {
  const bool has_answer = options.result || options.raise;
  const Status status = session.status();
  if (status == Status::kDone || status == Status::kRaised) throw UsageProblem("the program has ended, there is nothing to resume");
  if (status == Status::kPaused && !session.pending().empty()) {
    if (!has_answer) throw UsageProblem("give the answer with --result or --raise; pending:" + listed(session.pending()));
    const uint64_t call = call_to_answer(session, options);
    const Answer answer = answer_from(options);
    InterruptOnSignal interrupt(session);
    session.resume(call, answer);
    return;
  }
  if (has_answer || options.call) throw UsageProblem("no call is pending; the program goes on without --result, --raise and --call");
  InterruptOnSignal interrupt(session);
  session.run();
}

}  // namespace

int resume_command(const ResumeOptions& options) {
  SessionOptions session_options;
  for (const std::string& name : options.functions) check_name(name, "--function");
  session_options.functions = options.functions;
  if (!options.json) session_options.on_output = print_output;
  std::unique_ptr<Session> session = load_state(options.state, std::move(session_options));
  session->set_limits(options.limits.over(session->limits()));
  session->set_gc_stress(options.gc_stress);
  try {
    go_on(*session, options);
  } catch (const UsageError& error) {
    throw UsageProblem(error.what());
  }
  write_state(options.output, *session);
  return tell(*session, {.json = options.json, .state = options.output});
}

}  // namespace fermata::cli
