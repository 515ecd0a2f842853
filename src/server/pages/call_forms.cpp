#include "durable/schemas/question.h"
#include "fermata/durable/workers.h"
#include "server/pages/call.h"
#include "server/pages/frame.h"
#include "server/pages/grant_form.h"
#include "server/pages/question.h"
#include "server/pages/standing.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

Html folded(std::string_view summary, const Html& content, bool open = false) {
  return el("details", {{"class", "fold"}, {"open", open}}, el("summary", summary), content);
}

Html area(const char* name, const std::string& id, const char* label, const std::string& text, const Attributes& more = {}) {
  Attributes attributes = {{"id", id}, {"name", name}, {"rows", "2"}};
  attributes.insert(attributes.end(), more.begin(), more.end());
  return el("p", {{"class", "field"}}, el("label", {{"for", id}}, label), el("textarea", attributes, typed(text)));
}

Html raise_fields() {
  return all(
      el("p", {{"class", "field"}}, el("label", {{"for", "raise-type"}}, "Exception"),
         el("input", {{"id", "raise-type"}, {"name", "type"}, {"value", "RuntimeError"}, {"class", "code"}, {"autocomplete", "off"}})),
      el("p", {{"class", "field"}}, el("label", {{"for", "raise-message"}}, "Message"),
         el("input", {{"id", "raise-message"}, {"name", "message"}, {"autocomplete", "off"}})));
}

// Of a program's question.
Html question_forms(const Viewer& viewer, const durable::RunCall& call, const Html& bound, const Attempted& attempted) {
  const Html answer = post_form(
      viewer, call_path(call, "decide"), {{"id", "answer-question"}},
      all(bound, el("h2", {{"class", "unseen"}}, "Answer"), answer_fields(durable::schema_of(call), attempted.form),
          el("p", {{"class", "buttons"}}, el("button", {{"name", "verdict"}, {"value", "answer"}, {"class", "good"}}, "Answer"))));
  const Html deny = post_form(
      viewer, call_path(call, "decide"), {{"id", "deny"}},
      all(bound, area("reason", "reason", "Reason, which the program is told", sent(attempted.form, "reason")),
          el("p", {{"class", "buttons"}}, el("button", {{"name", "verdict"}, {"value", "deny"}, {"class", "bad"}}, "Don't answer"))));
  return all(answer, deny);
}

// What is more isn't sent back by the form: it would be more than the server takes.
constexpr size_t kMostEdited = 200'000, kMostFields = 200;

}  // namespace

Html decide_form(const Viewer& viewer, const SeenCall& seen, const Attempted& attempted, bool may) {
  const durable::Approval& approval = *seen.approval;
  const durable::RunCall& call = approval.call;
  const std::vector<Field> fields = attempted.edited ? attempted.edited->fields : fields_of(call.call, seen.known);
  const std::vector<Field> left_out = attempted.edited ? attempted.edited->left_out : left_out_of(call.call, seen.known);
  const bool editable = may && size_of(fields) <= kMostEdited && count_of(fields) + left_out.size() <= kMostFields;
  Html inputs;
  for (const Field& field : fields) inputs += field_html(field, editable);
  if (may && !editable) inputs += el("p", {{"class", "quiet"}}, "They are too large to be edited here.");
  if (editable && !left_out.empty()) {
    Html others;
    std::string names;
    for (const Field& field : left_out) {
      others += field_html(field);
      names += (names.empty() ? ": " : ", ") + field.label;
    }
    inputs += folded("Arguments left out" + names, others, size_of(left_out) > 0);
  }
  const Html what = all(el("h2", {{"class", "unseen"}}, "Decide"), el("pre", {{"class", "exact"}}, exact(call)),
                        fields.empty() && !call.is_cut ? el("p", {{"class", "quiet"}}, "It has no arguments.") : Html(),
                        inputs.empty() ? Html() : el("fieldset", {{"class", "arguments"}}, el("legend", "Arguments"), inputs));
  if (!may) return what;
  const Html bound = all(hidden("shown", approval.shown), hidden("was", exact(call)));
  if (durable::is_question(call)) return question_forms(viewer, call, bound, attempted);
  const Html decide = post_form(
      viewer, call_path(call, "decide"), {{"id", "approve"}},
      all(bound, what, folded("Also approve later ones", grant_fields(fields, attempted.form), wants_grant(attempted.form)),
          el("div", {{"id", "deny"}},
             area("reason", "reason", "Reason, if there is one; the program is told why it is denied", sent(attempted.form, "reason")),
             el("p", {{"class", "buttons"}},
                el("button",
                   {{"name", "verdict"}, {"value", "approve"}, {"class", "good"}, {"data-edited", "Approve with these arguments"}},
                   "Approve"),
                el("button", {{"name", "verdict"}, {"value", "deny"}, {"class", "bad"}}, "Deny")))));
  if (call.asked.ask.quorum > 1) return decide;  // nobody answers alone
  const Html answer =
      post_form(viewer, call_path(call, "decide"), {},
                all(bound, el("p", {{"class", "quiet"}}, "The tool isn't called: the program gets this."),
                    area("answer", "answer", "Answer (JSON)", sent(attempted.form, "answer"), {{"class", "code"}, {"required", true}}),
                    el("p", {{"class", "buttons"}}, el("button", {{"name", "verdict"}, {"value", "answer"}}, "Answer instead"))));
  return all(decide, folded("Answer instead", answer, attempted.form.contains("answer")));
}

Html thread_view(const Viewer& viewer, const durable::Approval& approval, bool may, Time now) {
  Html remarks;
  bool asked = false;
  for (const durable::Remark& one : approval.thread) {
    asked = asked || one.is_question;
    remarks += el("li", {{"class", one.is_question ? "question" : "reply"}}, el("strong", {}, one.who),
                  one.is_question ? " asks " : " replies ", when(one.at, now), el("p", one.text));
  }
  Html forms;
  if (may)
    forms += folded("Ask back", post_form(viewer, call_path(approval.call, "question"), {},
                                          all(area("text", "question", "Question", "", {{"required", true}}), el("button", "Ask"))));
  if (asked && viewer.can(Permission::kAct))
    forms += folded("Reply", post_form(viewer, call_path(approval.call, "reply"), {},
                                       all(area("text", "reply", "Reply", "", {{"required", true}}), el("button", "Reply"))));
  if (remarks.empty()) return forms;
  return all(
      el("section", {{"aria-labelledby", "thread"}}, el("h2", {{"id", "thread"}}, "Questions"), el("ol", {{"class", "thread"}}, remarks)),
      forms);
}

Html other_forms(const Viewer& viewer, const durable::Approval& approval, bool may) {
  const durable::RunCall& call = approval.call;
  Html forms;
  if (call.asked.claimed_by == viewer.name && !viewer.name.empty())
    forms += post_form(viewer, call_path(call, "release"), {}, el("button", {{"class", "quiet"}}, "Give it back"));
  else if (may) forms += post_form(viewer, call_path(call, "claim"), {}, el("button", {{"class", "quiet"}}, "Claim for 15 minutes"));
  if (call.asked.delegated.contains(viewer.name))
    forms += post_form(viewer, call_path(call, "delegate"), {},
                       all(hidden("to", viewer.name), el("button", {{"class", "quiet"}}, "Take it back")));
  if (!may) return forms;
  forms +=
      folded("Hand over", post_form(viewer, call_path(call, "delegate"), {},
                                    all(text_field("to", "delegate-to", "To whom, who then decides in your place", {{"required", true}}),
                                        el("button", "Hand over"))));
  const bool to_named = !call.asked.ask.escalate.empty();
  if (to_named || call.asked.roles.empty())
    forms += folded("Escalate",
                    post_form(viewer, call_path(call, "escalate"), {},
                              all(to_named ? el("p", "To " + names_text(call.asked.ask.escalate) + ". Approvals so far don't count then.")
                                           : text_field("to", "escalate-to", "To which role", {{"required", true}}),
                                  el("button", "Escalate"))));
  return forms;
}

Html answer_forms(const Viewer& viewer, const SeenCall& seen, Time now) {
  const durable::RunCall& call = seen.call;
  const bool held = call.state == durable::CallState::kHeld, in_doubt = call.state == durable::CallState::kInDoubt,
             deferred = call.state == durable::CallState::kDeferred;
  const bool unanswered = durable::waits_for_anybody(call);
  if (!(held || in_doubt || deferred || unanswered)) return {};
  Html forms;
  if (call.asked.since && call.asked.ask.quorum > 1)
    forms += el("p", {}, std::to_string(call.asked.ask.quorum) + " people have to say the same, as they had to approve it.");
  for (const auto& [who, what] : call.asked.said)
    forms += el("p", {}, el("strong", {}, who), " says: ", what.empty() ? Html("call its tool again") : el("code", what));
  if (const std::string not_me = why_not(seen.run, call, viewer, now); !not_me.empty())
    return viewer.can(Permission::kDecide) ? all(forms, el("p", {{"class", "note"}}, not_me)) : Html();
  forms += post_form(
      viewer, call_path(call, "answer"), {},
      all(area("answer", "answer", in_doubt ? "It answered (JSON)" : "Answer (JSON)", "", {{"class", "code"}, {"required", true}}),
          el("p", {{"class", "buttons"}}, el("button", {{"class", "good"}}, "Answer"))));
  forms += folded("Raise an exception",
                  post_form(viewer, call_path(call, "raise"), {}, all(raise_fields(), el("button", {{"class", "bad"}}, "Raise"))));
  if (held || in_doubt || deferred)
    forms += folded(held ? "It is mended" : "It didn't happen",
                    post_form(viewer, call_path(call, "again"), {},
                              all(el("p", held       ? "Its tool is called again."
                                          : in_doubt ? "Say so only if you know that whoever called the tool is gone."
                                                     : "Say so only if you know that no answer comes any more."),
                                  el("button", "Call its tool again"))));
  return forms;
}

}  // namespace fermata::server
