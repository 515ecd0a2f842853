// `fermata inbox`, `approve`, `deny`, `answer`, `cancel`, `retry`: what people say to runs.
#include <pwd.h>
#include <unistd.h>

#include <algorithm>

#include "cli/handlers.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

using durable::CallState;

std::string who_is(const std::string& given) {
  if (!given.empty()) return given;
  const passwd* user = getpwuid(getuid());
  return user ? user->pw_name : std::to_string(getuid());
}

Data json_from(const std::string& text, const char* option) {
  Data value;
  std::string problem;
  if (!from_json(text, &value, &problem)) throw UsageProblem(std::string(option) + ": no JSON: " + problem);
  return value;
}

// What was done, and what the run is now.
int tell_run(durable::Store& store, const std::string& run, bool json) {
  const durable::Run now = *store.run(run);
  if (json) print_report(data_of(now).pairs());
  else print_line(line_of(now));
  return kExitDone;
}

// What is shown of a call that waits for a decision, now.
durable::Approval approval_of(durable::Store& store, const durable::RunCall& call) {
  const auto approvals = store.approvals();
  const auto asked = std::ranges::find(approvals, call.key, [](const durable::Approval& a) { return a.call.key; });
  if (asked == approvals.end()) throw UsageProblem("call " + call.key + " is " + to_string(call.state) + ": it isn't in the inbox");
  return *asked;
}

int decide(const DecideOptions& options, durable::Verdict verdict) {
  const auto store = open_store(options.store);
  const durable::RunCall call = call_from(*store, options.call, {CallState::kAwaitingApproval});
  durable::Decision decision{.run = call.run,
                             .call = call.call.id,
                             .shown = options.shown,
                             .who = who_is(options.who),
                             .channel = "command",
                             .verdict = verdict,
                             .reason = options.reason};
  if (options.args) {
    const Data args = json_from(*options.args, "--args");
    if (args.type() != Data::Type::kList) throw UsageProblem("--args takes a list");
    decision.args = args.items();
  }
  if (options.kwargs) {
    const Data kwargs = json_from(*options.kwargs, "--kwargs");
    if (kwargs.type() != Data::Type::kDict) throw UsageProblem("--kwargs takes a dict of names");
    decision.kwargs.emplace();
    for (const auto& [name, value] : kwargs.pairs()) {
      if (!name.is_str()) throw UsageProblem("--kwargs takes a dict of names");
      decision.kwargs->emplace_back(name.as_str(), value);
    }
  }
  if (decision.shown.empty()) {
    // What is there now is what is decided on: it is said first.
    const durable::Approval asked = approval_of(*store, call);
    decision.shown = asked.shown;
    durable::RunCall decided = asked.call;
    if (decision.args) decided.call.args = *decision.args;
    if (decision.kwargs) decided.call.kwargs = *decision.kwargs;
    const std::string instead = decision.args || decision.kwargs ? ", instead of " + text_of(asked.call) : "";
    if (!options.store.json) print_line(std::string(to_string(verdict)) + ": " + text_of(decided) + instead);
  }
  told_if_refused([&] { store->decide(decision); });
  return tell_run(*store, call.run, options.store.json);
}

}  // namespace

int inbox_command(const InboxOptions& options) {
  const auto store = open_store(options.store);
  Data::Items list;
  for (const durable::Approval& asked : store->approvals(options.tenant)) {
    if (options.store.json) {
      Data::Pairs pairs = data_of(asked.call).pairs();
      pairs.emplace_back("policy", asked.call.policy);
      pairs.emplace_back("tenant", asked.tenant);
      pairs.emplace_back("queue", asked.queue);
      pairs.emplace_back("shown", asked.shown);
      list.push_back(Data::dict(std::move(pairs)));
      continue;
    }
    print_line(asked.call.key + "  " + text_of(asked.call) + "  " + visible_line(asked.call.call.file) + " line " +
               std::to_string(asked.call.call.line));
    print_line("  approve it with: fermata approve " + asked.call.key + " --shown " + asked.shown);
  }
  // Calls in doubt wait for people, too, and those that no tool answers.
  for (const durable::Run& run : store->runs({.tenant = options.tenant, .status = durable::RunStatus::kWaiting, .most = 1000})) {
    for (const durable::RunCall& call : store->open_calls(run.id)) {
      const bool in_doubt = call.state == CallState::kInDoubt;
      if (!in_doubt && (call.state != CallState::kPending || !call.tool.empty())) continue;
      if (options.store.json) list.push_back(data_of(call));
      else
        print_line(call.key + "  " + text_of(call) + (in_doubt ? "  in doubt" : "") + "  fermata answer " + call.key + " --result JSON" +
                   (in_doubt ? ", or --not-made" : ""));
    }
  }
  if (options.store.json) print_report({{"calls", Data::list(std::move(list))}});
  return kExitDone;
}

int approve_command(const DecideOptions& options) { return decide(options, durable::Verdict::kApprove); }
int deny_command(const DecideOptions& options) { return decide(options, durable::Verdict::kDeny); }

int answer_command(const AnswerOptions& options) {
  if (int(options.result.has_value()) + int(options.raise.has_value()) + int(options.not_made) != 1)
    throw UsageProblem("give one of --result, --raise and --not-made");
  const auto store = open_store(options.store);
  const durable::RunCall call = call_from(*store, options.call, {CallState::kPending, CallState::kInDoubt, CallState::kAwaitingApproval});
  std::optional<Answer> answer;
  if (options.result) answer = json_from(*options.result, "--result");
  if (options.raise) {
    const size_t colon = options.raise->find(": ");
    const std::string type = options.raise->substr(0, colon);
    check_name(type, "--raise");
    answer = Error{.type = type, .message = colon == std::string::npos ? "" : options.raise->substr(colon + 2)};
  }
  told_if_refused([&] {
    if (call.state == CallState::kInDoubt) return store->reconcile({call.run, call.call.id, who_is(options.who), answer});
    if (!answer) throw UsageProblem("call " + call.key + " is " + to_string(call.state) + ": only one in doubt can be --not-made");
    if (call.state != CallState::kAwaitingApproval) return store->answer(call.run, call.call.id, *answer);
    store->decide({.run = call.run,
                   .call = call.call.id,
                   .shown = approval_of(*store, call).shown,
                   .who = who_is(options.who),
                   .channel = "command",
                   .verdict = durable::Verdict::kAnswer,
                   .answer = answer});
  });
  return tell_run(*store, call.run, options.store.json);
}

int cancel_command(const ChangeOptions& options) {
  const auto store = open_store(options.store);
  const std::string run = run_from(*store, options.run);
  told_if_refused([&] { store->cancel(run, options.reason); });
  return tell_run(*store, run, options.store.json);
}

int retry_command(const ChangeOptions& options) {
  const auto store = open_store(options.store);
  const std::string run = run_from(*store, options.run);
  told_if_refused([&] { store->retry(run, options.limits.over(store->run(run)->limits)); });
  return tell_run(*store, run, options.store.json);
}

}  // namespace fermata::cli
