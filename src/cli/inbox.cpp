// `fermata inbox`, `approve`, `deny`, `answer`, `cancel`, `retry`: what people say to runs. What they do before they decide: approvals.cpp.
#include <iostream>

#include "cli/handlers.h"
#include "cli/json_values.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "durable/reports.h"
#include "fermata/durable/audit.h"

namespace fermata::cli {

namespace {

using durable::CallState;

// What is shown of a call that waits for a decision, now.
durable::Approval approval_of(durable::Store& store, const durable::RunCall& call) {
  if (auto asked = store.approval(call.run, call.call.id)) return std::move(*asked);
  const std::string standing = "call " + call.key + " is " + to_string(call.state) + ": ";
  std::vector<durable::Decided> decisions = store.decisions(call.run);
  std::erase_if(decisions, [&](const durable::Decided& one) { return one.call != call.call.id; });
  throw UsageProblem(standing + (decisions.empty() ? "it isn't in the inbox" : visible_line(line_of(decisions.back(), call))));
}

void tell_others(const StoreOptions& options) {
  if (!options.json) print_line("others have to say the same");
}

// A call that waits for somebody, why, and what helps.
void print_asked(const durable::RunCall& call, const std::string& problem) {
  print_line(call.key + "  " + text_of(call) + "  " + visible_line(call.call.file) + " line " + std::to_string(call.call.line));
  const std::string answer = "fermata answer " + call.key + " --result JSON";
  if (call.state == CallState::kInDoubt) {
    print_line("  in doubt: nobody knows whether its tool acted" + (call.reason.empty() ? "" : " (" + visible_line(call.reason) + ")"));
    print_line("  say what happened with: " + answer + ", or --not-made");
  } else if (call.state == CallState::kDeferred) {
    print_line("  its tool has taken it on, and answers later" + (call.due ? ", until " + durable::time_text(*call.due) : ""));
    print_line("  if it doesn't: " + answer + ", or --not-made");
  } else if (call.state == CallState::kHeld) {
    print_line("  held: " + visible_line(call.reason));
    print_line("  when that is mended: fermata retry " + call.key + "; or " + answer);
  } else {
    print_line("  " + (problem.empty() ? "no worker has a tool for it" : visible_line(problem)) + ": start one with --handler " +
               call.call.function + "=COMMAND, or " + answer);
  }
  if (!call.asked.since) return;
  const std::string by = call.asked.roles.empty() ? "who didn't submit the run" : joined(call.asked.roles);
  print_line("  people were asked about it (" + visible_line(call.policy) + "), so " + by + " may say so" +
             (call.asked.ask.quorum > 1 ? ", " + std::to_string(call.asked.ask.quorum) + " of them the same" : ""));
  for (const auto& [who, what] : call.asked.said)
    print_line("  " + visible_line(who + " says: " + (what.empty() ? "call its tool again" : what)));
}

int decide(const DecideOptions& options, durable::Verdict verdict) {
  const auto store = open_store(options.store);
  const durable::RunCall call = call_from(*store, options.call, {CallState::kAwaitingApproval});
  durable::Decision decision{.run = call.run,
                             .call = call.call.id,
                             .shown = options.shown,
                             .who = who_is(options.who),
                             .roles = {options.roles.begin(), options.roles.end()},
                             .channel = "command",
                             .verdict = verdict,
                             .reason = options.reason};
  if (!options.grant.until.empty()) {
    decision.grant = terms_from(options.grant, store->now(), "--grant");
    decision.same_program = options.grant.same_program;
  }
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
  for (const std::string& text : options.set) {
    const auto [name, value] = named(text, "--set");
    decision.changes.emplace_back(name, json_from(value, "--set " + name));
  }
  std::string shown = text_of(call);
  if (decision.shown.empty()) {  // what is there now is what is decided on
    const durable::Approval asked = approval_of(*store, call);
    decision.shown = asked.shown;
    shown = text_of(asked.call);
  }
  const CallState now = told_if_refused([&] { return store->decide(decision); });
  if (!options.store.json) {
    const std::string decided = text_of(call_from(*store, call.key, {}));
    print_line(std::string(to_string(verdict)) + ": " + decided + (decided == shown ? "" : ", instead of " + shown));
  }
  if (now == CallState::kAwaitingApproval && !options.store.json) print_line("others have to approve, too");
  return tell_run(*store, call.run, options.store.json);
}

// The tool of a call that is held is called again.
int retry_call(durable::Store& store, const ChangeOptions& options) {
  const durable::RunCall call = call_from(store, options.run, {CallState::kHeld});
  if (call.state == CallState::kInDoubt)
    throw UsageProblem("call " + call.key + " is in doubt: fermata answer " + call.key + " --not-made says that its tool didn't act");
  if (call.state != CallState::kHeld)
    throw UsageProblem("call " + call.key + " is " + to_string(call.state) + ": only a held one can be retried");
  const CallState now = told_if_refused([&] {
    return store.reconcile({call.run, call.call.id, who_is(options.who), {options.roles.begin(), options.roles.end()}, std::nullopt});
  });
  if (now == call.state) tell_others(options.store);
  return tell_run(store, call.run, options.store.json);
}

}  // namespace

int inbox_command(const InboxOptions& options) {
  const auto store = open_store(options.store);
  durable::WaitingQuery query{.tenant = options.tenant, .queue = options.queue, .role = options.role};
  if (options.most) query.most = options.most;
  Data::Items list;
  durable::KnownParameters known(*store);
  for (const durable::Approval& asked : store->approvals(query)) {
    query.most -= 1;
    const std::string summary = summary_of(known, asked);
    Data::Pairs report = data_of(asked).pairs();
    report.emplace_back("summary", summary.empty() ? Data() : Data(summary));
    if (options.store.json) list.push_back(Data::dict(std::move(report)));
    else print_approval(asked, summary);
  }
  for (const durable::Unanswered& asked : durable::unanswered_calls(*store, query)) {
    if (options.store.json) list.push_back(data_of(asked));
    else print_asked(asked.call, asked.problem);
  }
  if (options.store.json) print_report({{"calls", Data::list(std::move(list))}});
  return kExitDone;
}

int approve_command(const DecideOptions& options) { return decide(options, durable::Verdict::kApprove); }
int deny_command(const DecideOptions& options) { return decide(options, durable::Verdict::kDeny); }

namespace {

std::optional<Answer> answer_of(const AnswerOptions& options) {
  std::optional<Answer> answer;
  if (options.result) answer = json_from(*options.result, "--result");
  if (options.raise) {
    const size_t colon = options.raise->find(": ");
    const std::string type = options.raise->substr(0, colon);
    check_name(type, "--raise");
    answer = Error{.type = type, .message = colon == std::string::npos ? "" : options.raise->substr(colon + 2)};
  }
  return answer;
}

int answer_by_token(durable::Store& store, const AnswerOptions& options) {
  std::string token = options.token;
  if (token == "-") std::getline(std::cin, token);
  const auto answer = answer_of(options);
  if (!answer) throw UsageProblem("--token takes --result or --raise");
  const std::string run = told_if_refused([&] {
    std::string of = store.call_by_token(token).run;
    store.answer_by_token(token, *answer);
    return of;
  });
  return tell_run(store, run, options.store.json);
}

}  // namespace

int answer_command(const AnswerOptions& options) {
  if (int(options.result.has_value()) + int(options.raise.has_value()) + int(options.not_made) != 1)
    throw UsageProblem("give one of --result, --raise and --not-made");
  const auto store = open_store(options.store);
  if (!options.token.empty()) return answer_by_token(*store, options);
  if (options.call.empty()) throw UsageProblem("give a CALL, or --token");
  const durable::RunCall call =
      call_from(*store, options.call,
                {CallState::kPending, CallState::kDeferred, CallState::kInDoubt, CallState::kHeld, CallState::kAwaitingApproval});
  const std::optional<Answer> answer = answer_of(options);
  const durable::Handling person{call.run, call.call.id, who_is(options.who), {options.roles.begin(), options.roles.end()}};
  const CallState now = told_if_refused([&] {
    if (takes_reconciliation(call.state)) return store->reconcile({call.run, call.call.id, person.who, person.roles, answer});
    if (!answer)
      throw UsageProblem("call " + call.key + " is " + to_string(call.state) + ": only one in doubt, held or deferred can be --not-made");
    if (call.state != CallState::kAwaitingApproval) return store->answer(person, *answer);
    return store->decide({.run = call.run,
                          .call = call.call.id,
                          .shown = approval_of(*store, call).shown,
                          .who = person.who,
                          .roles = person.roles,
                          .channel = "command",
                          .verdict = durable::Verdict::kAnswer,
                          .answer = answer});
  });
  if (now == call.state) tell_others(options.store);
  return tell_run(*store, call.run, options.store.json);
}

namespace {

// The store as somebody acts on it; nobody: the user.
std::unique_ptr<durable::Store> open_store_for(const StoreOptions& options, const std::string& who) {
  auto store = open_store(options);
  if (who.empty()) return store;
  durable::Actor actor = durable::local_actor("command");
  actor.who = who;
  return store->acting(actor);
}

}  // namespace

int send_command(const SendOptions& options) {
  const auto store = open_store_for(options.store, options.who);
  durable::Message message{
      .run = run_from(*store, options.run), .channel = options.channel, .value = json_from(options.value, "VALUE"), .key = options.key};
  told_if_refused([&] { return store->send(message); });
  return tell_run(*store, message.run, options.store.json);
}

int cancel_command(const ChangeOptions& options) {
  const auto store = open_store_for(options.store, options.who);
  const std::string run = run_from(*store, options.run);
  told_if_refused([&] { store->cancel(run, options.reason); });
  return tell_run(*store, run, options.store.json);
}

int retry_command(const ChangeOptions& options) {
  const auto store = open_store_for(options.store, options.who);
  if (options.run.find(':') != std::string::npos) return retry_call(*store, options);
  const std::string run = run_from(*store, options.run);
  told_if_refused([&] { store->retry(run, options.limits.over(store->run(run)->limits)); });
  return tell_run(*store, run, options.store.json);
}

}  // namespace fermata::cli
