// What people send from the page of a call: their decision, and what they do before it.
#include <algorithm>

#include "durable/schemas/question.h"
#include "fermata/durable/travel.h"
#include "fermata/error.h"
#include "serialization/data_json.h"
#include "server/http/form.h"
#include "server/pages/call.h"
#include "server/pages/frame.h"
#include "server/pages/grant_form.h"
#include "server/pages/handlers.h"
#include "server/pages/program_view.h"
#include "server/pages/question.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::CallState;
using durable::Verdict;

constexpr char kChannel[] = "page";

Data json_from(const std::string& text, const char* what) {
  Data value;
  std::string problem;
  if (!from_json(text, &value, &problem)) throw Unusable{std::string(what) + ": this isn't JSON: " + problem};
  return value;
}

Data answer_from(const Texts& form, const durable::RunCall& call) {
  if (!durable::is_question(call)) return json_from(sent(form, "answer"), "The answer");
  Data answer;
  std::string problem;
  if (!read_answer(durable::schema_of(call), form, &answer, &problem)) throw Unusable{problem};
  return answer;
}

durable::Decision decision_from(const Texts& form, const Viewer& viewer, const SeenCall& seen, Attempted& attempted, Time now) {
  durable::Decision decision{.run = seen.run.id,
                             .call = seen.call.call.id,
                             .shown = sent(form, "shown"),
                             .who = viewer.name,
                             .roles = viewer.roles,
                             .channel = kChannel,
                             .reason = sent(form, "reason")};
  const auto verdict = durable::verdict_from(sent(form, "verdict"));
  if (!verdict) throw BadRequest("there is no such verdict");
  if (decision.shown.empty()) throw BadRequest("a decision says what was shown");
  decision.verdict = *verdict;
  if (*verdict == Verdict::kAnswer) decision.answer = answer_from(form, seen.call);
  if (*verdict != Verdict::kApprove) return decision;
  attempted.edited = read_fields(seen.call.call, form, seen.known);
  if (attempted.edited->has_problem) throw Unusable{"An argument can't be read."};
  if (attempted.edited->is_other) {
    decision.args = attempted.edited->call.args;
    decision.kwargs = attempted.edited->call.kwargs;
  }
  if (wants_grant(form)) {
    decision.grant = terms_from(form, seen.call.call, seen.known, now);
    decision.same_program = sent(form, "same-program") == "yes";
  }
  return decision;
}

// It isn't what they were shown any more, or somebody was faster.
Response moved_page(Services& services, const Viewer& viewer, const SeenCall& before, const Texts& form, const std::string& why) {
  const Time now = services.store.now();
  const std::string was = sent(form, "was");
  const auto approval = services.store.approval(before.run.id, before.call.call.id, kPageBytes);
  Html what = el("p", why);
  if (!approval) {
    for (const durable::Decided& one : services.store.decisions(before.run.id))
      if (one.call == before.call.call.id)
        what += el("p", {},
                   all(one.who.empty() ? "Its deadline" : one.who, " ", in_words(one.verdict), " it ", when(one.at, now),
                       one.reason.empty() ? Html() : all(": ", el("q", one.reason))));
    return problem_page(viewer, 409, "Your decision wasn't needed any more",
                        all(what, el("p", {}, "You saw ", el("code", was), "."), el("p", el("a", {{"href", "/"}}, "To the inbox"))));
  }
  if (approval->shown != sent(form, "shown")) {
    const std::string is = exact(approval->call);
    what += was == is ? el("p", "Its arguments are the same, but the program has moved on, or the policy asks for another reason.")
                      : el("dl", {{"class", "moved"}}, el("dt", "You saw"), el("dd", el("del", was)), el("dt", "Now it is"),
                           el("dd", el("ins", is)));
    what += el("p", {}, "Asked because: ", approval->call.policy);
  }
  return problem_page(viewer, 409, "Nothing was decided",
                      all(what, el("p", el("a", {{"href", call_path(approval->call)}, {"class", "button"}}, "Look at it as it is now"))));
}

// Throws Unusable.
void check_values(const Services& services, const durable::Decision& decision) {
  Data::Items values = decision.args.value_or(Data::Items());
  for (const auto& [name, value] : decision.kwargs.value_or(std::vector<std::pair<std::string, Data>>())) values.push_back(value);
  for (const auto& [name, value] : decision.changes) values.push_back(value);
  if (decision.answer)
    if (const Data* value = std::get_if<Data>(&*decision.answer)) values.push_back(*value);
  if (const std::string why = services.value_problem(Data::list(std::move(values))); !why.empty())
    throw Unusable{"A value can't be: " + why};
}

// One transition, and back to the call's page.
template <class F>
Response change(Services& services, const Request& request, const Viewer& viewer, F&& act) {
  const auto seen = seen_call(services, request, viewer);
  if (!seen) return not_found_page(viewer);
  const Texts form = request.form();
  try {
    act(*seen, form, durable::Handling{seen->run.id, seen->call.call.id, viewer.name, viewer.roles});
  } catch (const Unusable& unusable) {
    return call_page_with(services, viewer, *seen, {.problem = unusable.problem, .form = form});
  } catch (const UsageError& error) {
    return call_page_with(services, viewer, *seen, {.problem = error.what(), .form = form});
  } catch (const durable::Refused& refused) {
    const auto now = seen_call(services, request, viewer);
    return now ? call_page_with(services, viewer, *now, {.status = 409, .problem = refused.what(), .form = form}) : not_found_page(viewer);
  }
  return see_other(call_path(seen->call));
}

// Of a call that waits for no approval.
void answer_with(Services& services, const SeenCall& seen, const Viewer& viewer, std::optional<Answer> answer) {
  if (takes_reconciliation(seen.call.state)) {
    services.store.reconcile({seen.run.id, seen.call.call.id, viewer.name, viewer.roles, std::move(answer)});
    return;
  }
  if (seen.call.state != CallState::kPending || !answer) throw durable::Refused("the call is " + in_words(seen.call.state));
  services.store.answer({seen.run.id, seen.call.call.id, viewer.name, viewer.roles}, *answer);
}

}  // namespace

Response decide(Services& services, const Request& request, const Viewer& viewer) {
  const auto seen = seen_call(services, request, viewer);
  if (!seen) return not_found_page(viewer);
  const Texts form = request.form();
  if (!seen->approval) return moved_page(services, viewer, *seen, form, "It doesn't wait for a decision any more.");
  Attempted attempted{.form = form};
  try {
    const durable::Decision decision = decision_from(form, viewer, *seen, attempted, services.store.now());
    check_values(services, decision);
    const CallState state = services.store.decide(decision);
    const std::string told = state == CallState::kAwaitingApproval ? "others" : durable::to_string(decision.verdict);
    return see_other("/" + query({{"told", told}, {"run", seen->run.id}, {"call", std::to_string(seen->call.call.id)}}));
  } catch (const Unusable& unusable) {
    attempted.problem = unusable.problem;
  } catch (const UsageError& error) {
    attempted.problem = error.what();
  } catch (const durable::Refused& refused) {
    return moved_page(services, viewer, *seen, form, refused.what());
  }
  return call_page_with(services, viewer, *seen, attempted);
}

Response claim(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto&, auto&, const auto& handling) { services.store.claim_approval(handling); });
}
Response release(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto&, auto&, const auto& handling) { services.store.release_approval(handling); });
}
Response delegate(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto&, auto& form, const auto& handling) {
    const std::string to = sent(form, "to");
    check_delegate(services, handling, to);
    services.store.delegate(handling, to);
  });
}
Response escalate(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto&, auto& form, const auto& handling) {
    const std::string to = sent(form, "to");
    services.store.escalate(handling, to.empty() ? std::set<std::string>() : std::set<std::string>{to});
  });
}
Response question(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer,
                [&](auto&, auto& form, const auto& handling) { services.store.question(handling, sent(form, "text")); });
}
Response reply(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer,
                [&](auto&, auto& form, const auto& handling) { services.store.reply(handling, sent(form, "text")); });
}
Response answer(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto& seen, auto& form, const auto&) {
    answer_with(services, seen, viewer, json_from(sent(form, "answer"), "The answer"));
  });
}
Response raise(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto& seen, auto& form, const auto&) {
    answer_with(services, seen, viewer, Error{.type = sent(form, "type"), .message = sent(form, "message")});
  });
}
Response call_again(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](auto& seen, auto&, const auto&) { answer_with(services, seen, viewer, std::nullopt); });
}

namespace {

// What would come next, and be different, after that answer.
Html alternative(Services& services, const SeenCall& seen, const durable::Moment& now, const Html& title, const Answer& answer) {
  const auto moments = services.travel.what_if(seen.run.id, seen.run.seq, {{{seen.call.call.id, answer}}});
  const durable::Moment& moment = moments.at(0);
  std::vector<durable::Change> changes = durable::diff(now, moment);
  if (moment.view.stack.empty() && moment.status != Status::kPaused)  // it has ended: that its frames are gone says nothing
    std::erase_if(changes, [](const durable::Change& one) { return one.kind == "stack" || one.kind == "local" || one.kind == "call"; });
  Html next;
  for (const Call& call : moment.view.pending) next += el("li", el("code", exact(call, 500)));
  return el("section", {}, el("h2", title), el("p", standing(moment)),
            next.empty() ? Html() : all(el("h3", "It would call"), el("ul", {{"class", "plain"}}, next)),
            el("h3", "What would be different"), changes_view(changes));
}

Response what_if_page(Services& services, const Viewer& viewer, const SeenCall& seen, const std::string& text) {
  const std::string title = "What if?";
  Html content = el("p", {{"class", "crumbs"}}, el("a", {{"href", call_path(seen.call)}}, "← ", sentence(seen.call, seen.known)));
  content += el("h1", title);
  const auto wrong = [](const std::string& problem) { return el("p", {{"class", "wrong"}, {"role", "alert"}}, problem); };
  try {
    const durable::Moment now = services.travel.at(seen.run.id, seen.run.seq);
    const Html title_of_answer = all("If it answered ", el("code", text));
    Html answered;
    try {
      answered = alternative(services, seen, now, title_of_answer, json_from(text, "The answer"));
    } catch (const Unusable& unusable) {
      answered = el("section", {}, el("h2", title_of_answer), wrong(unusable.problem));
    } catch (const UsageError& error) {  // it doesn't fit
      answered = el("section", {}, el("h2", title_of_answer), wrong(error.what()));
    }
    const Error denied{.type = "PermissionError", .message = seen.call.call.function + "() was denied"};
    content += el("div", {{"class", "halves"}}, all(answered, alternative(services, seen, now, "If it were denied", denied)));
  } catch (const std::runtime_error& error) {  // its state can't be loaded, or it doesn't wait for the call any more
    content += wrong(error.what());
  }
  return page_of(viewer, {.title = title, .at = At::kInbox}, content);
}

}  // namespace

Response what_if(Services& services, const Request& request, const Viewer& viewer) {
  const auto seen = seen_call(services, request, viewer);
  if (!seen) return not_found_page(viewer);
  const std::string* asked = request.parameter("answer");
  return {.rest = [&services, viewer, seen = *seen, text = asked ? *asked : "null", turn = services.execution(viewer)] {
    return what_if_page(services, viewer, seen, text);
  }};
}

}  // namespace fermata::server
