// `fermata claim`, `release`, `delegate`, `escalate`, `question`, `reply`: what people do about an approval before somebody decides.
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "durable/schemas/question.h"
#include "durable/schemas/schema.h"
#include "durable/schemas/sentence.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

// Does it, and shows how the approval stands then.
template <class F>
int handle(const HandleOptions& options, F&& act) {
  const auto store = open_store(options.store);
  const durable::RunCall call = call_from(*store, options.call, {durable::CallState::kAwaitingApproval});
  const durable::Handling handling{call.run, call.call.id, who_is(options.who), {options.roles.begin(), options.roles.end()}};
  told_if_refused([&] { act(*store, handling); });
  const auto asked = store->approval(call.run, call.call.id);
  if (!asked) return tell_run(*store, call.run, options.store.json);  // somebody has decided meanwhile
  if (options.store.json) print_report(data_of(*asked).pairs());
  else {
    durable::KnownParameters known(*store);
    print_approval(*asked, summary_of(known, *asked));
  }
  return kExitDone;
}

}  // namespace

std::string summary_of(durable::KnownParameters& known, const durable::Approval& approval) {
  const durable::KnownArguments arguments = known.arguments(approval.call.call, approval.queue);
  return durable::text_in(arguments.parameters, "x-summary").empty() ? "" : durable::sentence_text(approval.call, arguments);
}

void print_approval(const durable::Approval& approval, const std::string& summary) {
  const durable::RunCall& call = approval.call;
  const durable::Asked& asked = call.asked;
  const auto line = [](const std::string& text) { print_line(visible_line("  " + text)); };
  print_line(call.key + "  " + text_of(call) + "  " + visible_line(call.call.file) + " line " + std::to_string(call.call.line));
  if (!summary.empty()) line(summary);
  if (!call.reason.empty()) line("asked again: " + call.reason);
  const std::string by = approval.by.empty() ? "" : "submitted by " + approval.by;
  if (!durable::is_question(call)) line("why: " + call.policy + (by.empty() ? "" : "; " + by));
  else if (!by.empty()) line(by);  // the question is what is asked
  std::string who = asked.roles.empty() ? "" : "decided by " + joined(asked.roles);
  if (asked.escalated) who += ", to whom it was escalated";
  if (asked.ask.quorum > 1) {
    std::set<std::string> approved;
    for (const durable::Decided& one : approval.approved) approved.insert(one.who);
    who += (who.empty() ? "" : "; ") + std::to_string(approved.size()) + " of " + std::to_string(asked.ask.quorum) +
           " people have approved" + (approved.empty() ? "" : ": " + joined(approved));
  }
  if (!who.empty()) line(who);
  for (const durable::Decided& one : approval.approved) line(line_of(one, call));
  if (asked.overdue) line("overdue");
  if (asked.deadline) line("until " + time_text(*asked.deadline) + ", then: " + to_string(asked.ask.on_deadline));
  for (const auto& [from, to] : asked.delegated) line(from + " has handed it to " + to);
  if (!asked.claimed_by.empty()) line(asked.claimed_by + " has claimed it until " + time_text(asked.claimed_until));
  for (const durable::Remark& one : approval.thread) line(one.who + (one.is_question ? " asks: " : " replies: ") + one.text);
  if (!durable::is_question(call)) {
    const std::string as = asked.roles.empty() ? "" : " --as ROLE";
    print_line("  approve it with: fermata approve " + call.key + as + " --shown " + approval.shown);
    return;
  }
  if (const Data schema = durable::schema_of(call); !schema.is_none()) line("an answer is like this: " + to_json(schema));
  print_line("  answer it with: fermata answer " + call.key + " --result JSON");
}

int claim_command(const HandleOptions& options) {
  return handle(options, [&](auto& store, auto& handling) { store.claim_approval(handling, options.for_s * 1000); });
}
int release_command(const HandleOptions& options) {
  return handle(options, [](auto& store, auto& handling) { store.release_approval(handling); });
}
int delegate_command(const HandleOptions& options) {
  if (options.to.size() != 1) throw UsageProblem("--to takes one person");
  return handle(options, [&](auto& store, auto& handling) { store.delegate(handling, options.to[0]); });
}
int escalate_command(const HandleOptions& options) {
  return handle(options, [&](auto& store, auto& handling) { store.escalate(handling, {options.to.begin(), options.to.end()}); });
}
int question_command(const HandleOptions& options) {
  return handle(options, [&](auto& store, auto& handling) { store.question(handling, options.text); });
}
int reply_command(const HandleOptions& options) {
  return handle(options, [&](auto& store, auto& handling) { store.reply(handling, options.text); });
}

}  // namespace fermata::cli
