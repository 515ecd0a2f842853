#include "server/pages/call.h"

#include <algorithm>
#include <span>

#include "base/text.h"
#include "durable/reports.h"
#include "durable/schemas/question.h"
#include "durable/schemas/schema.h"
#include "durable/schemas/sentence.h"
#include "fermata/durable/travel.h"
#include "fermata/durable/workers.h"
#include "server/http/form.h"
#include "server/pages/argument_changes.h"
#include "server/pages/frame.h"
#include "server/pages/program_view.h"
#include "server/pages/standing.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::CallState;

Html fact(const char* name, const Html& value) { return el("div", {}, el("dt", name), el("dd", value)); }

Html facts_of(const SeenCall& seen, Time now) {
  const durable::RunCall& call = seen.call;
  const std::string& file = call.call.file;  // (code that the program made itself says what it likes)
  const std::string where = file.empty() || file == seen.run.name ? "" : " in " + file;
  Html facts = fact("Program", all(seen.run.name, ", line ", std::to_string(call.call.line), where));
  facts += fact("Run", run_link(call.run));
  if (!seen.run.by.empty()) facts += fact("Submitted by", seen.run.by);
  facts += fact("Queue", seen.run.queue);
  if (seen.run.tenant != "default") facts += fact("Tenant", seen.run.tenant);
  for (const auto& [name, value] : seen.run.tags) facts += fact("Tag", name + ": " + value);
  if (!seen.approval) return el("dl", {{"class", "facts"}}, facts);
  const durable::Asked& asked = call.asked;
  facts += fact("Decided by", asked.roles.empty() ? "anybody" : names_text(asked.roles) + (asked.escalated ? " (escalated)" : ""));
  if (asked.ask.quorum > 1)
    facts += fact("Approvals", std::to_string(seen.approval->approved.size()) + " of " + std::to_string(asked.ask.quorum));
  for (const durable::Decided& one : seen.approval->approved) facts += fact("Approved by", all(one.who, " ", when(one.at, now)));
  if (asked.overdue) facts += fact("Deadline", el("strong", {{"class", "late"}}, "overdue"));
  if (asked.deadline) facts += fact("Deadline", all(when(*asked.deadline, now), ", then ", in_words(asked.ask)));
  if (!asked.claimed_by.empty() && asked.claimed_until > now)
    facts += fact("Claimed by", all(asked.claimed_by, ", ends ", when(asked.claimed_until, now)));
  for (const auto& [from, to] : asked.delegated) facts += fact("Handed over", from + " to " + to);
  return el("dl", {{"class", "facts"}}, facts);
}

// Why a call waits for somebody, when it isn't for an approval.
Html why_it_waits(Services& services, const SeenCall& seen) {
  const durable::RunCall& call = seen.call;
  switch (call.state) {
    case CallState::kInDoubt:
      return all("Nobody knows whether its tool acted", call.reason.empty() ? Html() : ": " + call.reason,
                 ". Find out, then say what happened.");
    case CallState::kDeferred:
      return all("Its tool has taken it on, and answers later",
                 call.due ? all(", until ", el("time", {}, durable::time_text(*call.due))) : Html(), ".");
    case CallState::kHeld: return all("It is held: ", call.reason);
    case CallState::kPending:
      if (!durable::waits_for_anybody(call)) return "It is on its way.";
      return unanswered_text(durable::Answering(services.store), call, seen.run.queue);
    case CallState::kAwaitingApproval:
      if (!durable::is_question(call)) return why_asked(call);
      return durable::sentence_text(call) == call.policy ? "The program asks this." : "The program asks: " + call.policy;
    default: return "It doesn't wait any more: it is " + in_words(call.state) + ".";
  }
}

constexpr size_t kMostRows = 100;  // of a table on the page of a call

// Who gave the call the arguments that it has now, and what they were.
Html edits_view(const SeenCall& seen, const std::vector<durable::Decided>& decisions) {
  Html edits;
  for (const durable::Decided& one : edits_in_force(decisions, seen.call))
    edits += el("p", {}, el("strong", {}, one.who), " changed ", edit_of(one, seen.call.call, seen.known.names));
  return edits.empty() ? edits : el("div", {{"class", "note edits"}}, edits);
}

Html decisions_view(const std::vector<durable::Decided>& decisions, const std::vector<durable::RunCall>& calls,
                    durable::KnownParameters& known, const std::string& queue, Time now) {
  Html rows;
  for (auto one = decisions.rbegin(); one != decisions.rend() && size_t(one - decisions.rbegin()) < kMostRows; ++one) {
    const auto call = std::ranges::find(calls, one->call, [](const durable::RunCall& call) { return call.call.id; });
    const auto shown = [&](const std::string& arguments) {
      return call == calls.end() ? arguments : exact(durable::with_arguments(call->call, arguments), 300);
    };
    const std::string who = one->who.empty() ? "its deadline" : one->grant.empty() ? one->who : "a standing grant of " + one->who;
    rows +=
        el("li", {}, el("strong", {}, in_words(one->verdict)), " by " + who + " ", when(one->at, now), ": ", el("code", shown(one->args)),
           one->verdict == durable::Verdict::kAnswer && call != calls.end() && call->answer ? all(" with ", answer_of(*call)) : Html(),
           one->edited.empty() || call == calls.end() ? Html() : all(" with ", edit_of(*one, call->call, known.names(call->call, queue))),
           one->reason.empty() ? Html() : el("q", one->reason));
  }
  return rows.empty() ? Html()
                      : el("section", {{"aria-labelledby", "decided"}}, el("h2", {{"id", "decided"}}, "Decided in this run"),
                           el("ul", {{"class", "plain"}}, rows));
}

Html calls_view(const std::vector<durable::RunCall>& calls, uint64_t but) {
  std::vector<std::vector<Html>> rows;
  const size_t first = calls.size() > kMostRows ? calls.size() - kMostRows : 0;
  for (const durable::RunCall& call : std::span(calls).subspan(first)) {
    if (call.call.id == but) continue;
    rows.push_back({el("a", {{"href", call_path(call)}}, el("code", exact(call, 300))), badge(call.state), answer_of(call)});
  }
  if (rows.empty()) return {};
  return el("section", {{"aria-labelledby", "calls"}}, el("h2", {{"id", "calls"}}, first ? "Its latest calls" : "Its other calls"),
            wide_table({"Call", "State", "Answer"}, rows));
}

// What the program looks like. That it can't be loaded is no reason not to decide.
Html program_view(Services& services, const SeenCall& seen, const std::vector<durable::RunCall>& calls) {
  Html html;
  try {
    const durable::Moment moment = services.travel.at(seen.run.id, seen.run.seq, seen.call.call.id);
    const Html source = source_view(moment, calls);
    if (!source.empty()) html += el("section", {{"aria-labelledby", "source"}}, el("h2", {{"id", "source"}}, "Where it stands"), source);
    html += el("section", {{"aria-labelledby", "stack"}}, el("h2", {{"id", "stack"}}, "Its variables"), stack_view(moment));
    if (!moment.printed.empty())
      html += el("section", {{"aria-labelledby", "output"}}, el("h2", {{"id", "output"}}, "Its output"), output_view(moment.printed));
  } catch (const std::runtime_error& error) {
    html += el("section", {{"class", "note"}}, el("p", "The program's state can't be shown: " + std::string(error.what())));
  }
  return html;
}

Html what_if_form(const durable::RunCall& call) {
  return el("form", {{"method", "get"}, {"action", call_path(call, "what-if")}, {"class", "aside"}}, el("h2", "What if?"),
            el("p", {{"class", "quiet"}}, "Where the program would go from here. Nothing is called, and nothing is kept."),
            el("p", {{"class", "field"}}, el("label", {{"for", "what-if"}}, "If the call answered (JSON)"),
               el("input", {{"id", "what-if"}, {"name", "answer"}, {"value", "null"}, {"class", "code"}, {"autocomplete", "off"}})),
            el("button", "Show"));
}

}  // namespace

std::string call_path(const durable::RunCall& call, std::string_view action) {
  return path({"calls", call.run, std::to_string(call.call.id)}) + (action.empty() ? "" : path({action}));
}

std::optional<SeenCall> seen_call(Services& services, const Request& request, const Viewer& viewer) {
  const std::string& id = request.captures.find("run")->second;
  const auto call = number_from(request.captures.find("call")->second);
  const std::optional<durable::Run> run = services.seen_run(id, viewer);
  if (!call || !run) return std::nullopt;
  std::optional<durable::RunCall> one = services.store.call(id, *call, kPageBytes);
  if (!one) return std::nullopt;
  durable::KnownParameters known(services.store);
  KnownArguments arguments = known.arguments(one->call, run->queue);
  return SeenCall{*run, std::move(*one), services.store.approval(id, *call, kPageBytes), std::move(arguments)};
}

Response call_page(Services& services, const Request& request, const Viewer& viewer) {
  const auto seen = seen_call(services, request, viewer);
  if (!seen) return not_found_page(viewer);
  return {.rest = [&services, viewer, seen = *seen, turn = services.look(viewer)] {
    return call_page_with(services, viewer, seen, {.status = 200});
  }};
}

Response call_page_with(Services& services, const Viewer& viewer, const SeenCall& seen, const Attempted& attempted) {
  const Time now = services.store.now();
  const durable::RunCall& call = seen.call;
  const std::vector<durable::RunCall> calls = services.store.calls(seen.run.id, kListedBytes);
  Html content = el("p", {{"class", "crumbs"}}, el("a", {{"href", "/"}}, "Inbox"), " / ", el("code", call.call.function));
  const bool is_late = seen.approval && is_overdue(call.asked, now);
  content += el("h1", {{"class", "sentence"}}, sentence(call, seen.known));
  if (const std::string does = durable::text_in(seen.known.parameters, "description"); !does.empty() && !durable::is_question(call))
    content += el("p", {{"class", "does"}}, does);
  content += el("p", {{"class", is_late ? "why late" : "why"}}, why_it_waits(services, seen));
  const std::vector<durable::Decided> decisions = services.store.decisions(seen.run.id);
  content += edits_view(seen, decisions);
  if (!attempted.problem.empty()) content += el("p", {{"class", "wrong"}, {"role", "alert"}}, attempted.problem);
  if (seen.approval) {
    std::string not_me = why_not(*seen.approval, viewer, now);
    if (not_me.empty() && seen.approval->call.is_cut)
      not_me = "Its arguments are larger than a page shows. fermata show has them, and the API: decide there.";
    if (!not_me.empty()) content += el("p", {{"class", "note"}}, not_me);
    content += el("div", {{"class", "sides"}}, el("div", {{"class", "deciding"}}, decide_form(viewer, seen, attempted, not_me.empty())),
                  el("div", {{"class", "about"}}, facts_of(seen, now), thread_view(viewer, *seen.approval, not_me.empty(), now),
                     other_forms(viewer, *seen.approval, not_me.empty())));
  } else {
    content += el("div", {{"class", "sides"}},
                  el("div", {{"class", "deciding"}}, el("pre", {{"class", "exact"}}, exact(call)),
                     call.answer ? el("p", {}, "Answered: ", answer_of(call)) : Html(), answer_forms(viewer, seen, now)),
                  el("div", {{"class", "about"}}, facts_of(seen, now)));
  }
  content += program_view(services, seen, calls);
  if (!call.consumed_by && call.state != CallState::kAbandoned && viewer.can(Permission::kAct)) content += what_if_form(call);
  content += calls_view(calls, call.call.id);
  durable::KnownParameters known(services.store);
  content += decisions_view(decisions, calls, known, seen.run.queue, now);
  return page_of(viewer, {.title = durable::sentence_text(call, seen.known), .at = At::kInbox, .status = attempted.status},
                 el("article", {{"class", "call"}}, content));
}

}  // namespace fermata::server
