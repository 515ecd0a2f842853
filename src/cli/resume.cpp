// `fermata resume`: reads a state, answers one call, and goes on until the next stop, which is saved.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/drive.h"
#include "cli/files.h"
#include "cli/json_values.h"
#include "cli/program_files.h"
#include "cli/report.h"
#include "cli/sessions.h"
#include "cli/terminal.h"

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
  return json_from(*options.result, "--result");
}

std::string listed(const Session& session) {
  const Hidden hidden = hidden_in(session);
  std::string text;
  for (const Call& call : session.pending()) text += "\n  " + std::to_string(call.id) + ": " + repr(call, hidden, kLongestCall);
  return text;
}

const Call& pending_call(const Session& session, uint64_t id) {
  for (const Call& call : session.pending())
    if (call.id == id) return call;
  throw UsageProblem("call " + std::to_string(id) + " is not pending; these are:" + listed(session));
}

uint64_t call_to_answer(const Session& session, const ResumeOptions& options) {
  const std::vector<Call>& pending = session.pending();
  if (options.calls.size() > 1) throw UsageProblem("--result and --raise answer one call; --answer ID=JSON may be given for each");
  if (options.calls.size() == 1) return pending_call(session, options.calls[0]).id;
  if (pending.size() == 1) return pending[0].id;
  throw UsageProblem("several calls are pending; name one with --call:" + listed(session));
}

// A timer takes no value.
CallAnswer given(const Call& call, Answer answer, const char* option) {
  const auto* value = std::get_if<Data>(&answer);
  if (call.kind == Call::Kind::kTimer && value && !value->is_none())
    throw UsageProblem(std::string(option) + ": " + std::to_string(call.id) + " is a timer, which takes no value; --call " +
                       std::to_string(call.id) + " alone ends it now");
  return {call.id, std::move(answer)};
}

std::vector<CallAnswer> answers_from(const Session& session, const std::vector<std::string>& options) {
  std::vector<CallAnswer> answers;
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    const auto id = equals == option.npos ? std::nullopt : number_from(std::string_view(option).substr(0, equals));
    if (!id) throw UsageProblem("--answer takes ID=JSON, not '" + option + "'");
    answers.push_back(given(pending_call(session, *id), json_from(option.substr(equals + 1), "--answer"), "--answer"));
  }
  return answers;
}

// What the command line's one answer is for. Timers that are named need none.
std::vector<CallAnswer> answers_from(const Session& session, const ResumeOptions& options) {
  if (!options.answers.empty()) return answers_from(session, options.answers);
  if (options.result || options.raise)
    return {given(pending_call(session, call_to_answer(session, options)), answer_from(options), "--result")};
  std::vector<CallAnswer> answers;
  for (const uint64_t id : options.calls)
    if (pending_call(session, id).kind == Call::Kind::kTimer) answers.push_back({id, Data()});
  return answers;
}

// Those that --perform approves: what is named, or the only one. Nobody approves a call by not naming it.
void approve(const Session& session, Host& host, const ResumeOptions& options) {
  std::vector<uint64_t> ids = options.calls;
  if (ids.empty()) ids.push_back(call_to_answer(session, options));
  for (const uint64_t id : ids) {
    const Call& call = pending_call(session, id);
    if (call.kind == Call::Kind::kTimer)
      throw UsageProblem("--perform: " + std::to_string(id) + " is a timer; without --perform, --call ends it now");
    if (!host.has(call.function))
      throw UsageProblem("--perform: neither --tools nor --handler has a function for what is pending:" + listed(session));
  }
  for (const uint64_t id : ids) host.approve(id);
}

// Whether the host has something to do when there is no answer on the command line.
bool is_for(const Host& host, const Session& session) {
  const auto& pending = session.pending();
  return std::any_of(pending.begin(), pending.end(), [&](const Call& call) { return host.answers(call); });
}

// One answer; what follows is the host's affair.
void answer(Session& session, Host& host, const ResumeOptions& options) {
  const bool has_answer = options.perform || options.result || options.raise || !options.answers.empty();
  const Status status = session.status();
  if (status == Status::kDone || status == Status::kRaised) throw UsageProblem("the program has ended; there is nothing to resume");
  const bool waits = status == Status::kPaused && !session.pending().empty();
  std::vector<CallAnswer> answers;
  if (waits && !options.perform) answers = answers_from(session, options);
  host.check_fits(session, answers, options.state);
  if (waits) {
    if (options.perform) return approve(session, host, options);
    const bool is_due = session.next_due().value_or(HUGE_VAL) <= session.now();
    if (answers.empty() && is_for(host, session)) return;
    if (answers.empty() && !is_due) {
      if (std::all_of(session.pending().begin(), session.pending().end(), [](const Call& call) { return call.kind == Call::Kind::kTimer; }))
        throw UsageProblem("nothing is due yet; --call ID ends a timer now; pending:" + listed(session));
      const bool known =
          std::any_of(session.pending().begin(), session.pending().end(), [&](const Call& call) { return host.has(call.function); });
      const bool lost = !known && !host.is_empty();
      throw UsageProblem(std::string(lost ? "neither --tools nor --handler has a function for what is pending: " : "") +
                         "give the answer with --result or --raise" + (known ? ", or approve it with --perform" : "") +
                         "; pending:" + listed(session));
    }
    if (answers.empty()) session.resume_due();
    else session.resume(answers);
    return;
  }
  if (has_answer || !options.calls.empty())
    throw UsageProblem("no call is pending; the program goes on without --result, --raise, --perform and --call");
  session.run();
}

}  // namespace

int resume_command(const ResumeOptions& options) {
  const Seal seal(options.seal);
  Host host(options.host);
  SessionOptions session_options;
  for (const std::string& name : options.functions) check_name(name, "--function");
  for (const std::string& name : options.functions) session_options.functions.emplace_back(name);
  if (!options.functions.empty())
    for (Grant& grant : host.grants()) session_options.functions.push_back(std::move(grant));
  if (!options.json) session_options.on_output = print_output;
  session_options.types = host.types();
  session_options.maps_old_values = host.maps_old_values();
  session_options.slice_steps = host.slice_steps();
  session_options.mounts = mounts_of(options.mounts, host.packages());
  set_time(session_options, options.clock, options.zone);
  session_options.limits = options.limits.over(session_options.limits);  // loading keeps to them already
  Sessions sessions(options.jail, session_options.limits.heap_bytes);
  std::unique_ptr<Session> session = load_state(options.state, seal, sessions, std::move(session_options));
  session->set_limits(options.limits.over(session->limits()));
  host.keep(*session);
  if (options.gc_stress) session->set_gc_stress(true);
  Drive drive(std::move(session), host, /*sleeps=*/true);
  try {
    answer(drive.session(), host, options);
  } catch (const UsageError& error) {
    throw UsageProblem(error.what());
  }
  drive.keep_in(options.output, seal);
  if (!host.is_empty()) drive.go_on();
  write_state(options.output, drive.session(), seal);
  return tell(drive.session(), {.json = options.json,
                                .interrupted = drive.interrupted(),
                                .state = options.output,
                                .advice = host.advice(drive.session(), options.output)});
}

}  // namespace fermata::cli
