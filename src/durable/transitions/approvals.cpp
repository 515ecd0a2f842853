// Transitions of approvals: that people are asked, what they decide, what they do before, and what happens when they don't.
#include <algorithm>
#include <iterator>

#include "durable/rows/text.h"
#include "durable/schemas/answers.h"
#include "durable/schemas/parameters.h"
#include "durable/schemas/question.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr size_t kAtOnce = 100;  // runs that one transaction looks at

constexpr Statement kOverdue{
    "SELECT id FROM run WHERE id IN (SELECT run FROM call WHERE deadline_at <= $1 ORDER BY deadline_at LIMIT $2){skip}"};

// "ada decided: deny (2026-…)"
std::string told_of(const Decided& decided) {
  const std::string who = decided.who.empty() ? "its deadline" : decided.grant.empty() ? decided.who : "a grant of " + decided.who;
  return who + " decided: " + to_string(decided.verdict) + " (" + time_text(decided.at) + ")";
}

bool is_over(const Asked& asked, Time now) {
  return asked.deadline && *asked.deadline <= now && asked.ask.on_deadline != OnDeadline::kHold;
}

std::string text_of(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

bool is_claimed_by_another(const RunCall& call, const Handling& person, Time now) {
  const Asked& asked = call.asked;
  return !asked.claimed_by.empty() && asked.claimed_by != person.who && asked.claimed_until > now;
}

void check_person(const Handling& person) {
  check_name(person.who, "a person");
  for (const std::string& role : person.roles) check_name(role, "a role");
}

// Throws Refused.
void check_may_decide(LockedRun& run, const RunCall& call, const Handling& person) {
  const Asked& asked = call.asked;
  const std::string& who = person.who;
  if (is_by(run.row, who) && !asked.ask.self_approval)
    throw Refused(who + (who == run.row.by ? " submitted run " : " forked run ") + run.row.id + ": somebody else has to decide on call " +
                  call.key);
  if (const auto to = asked.delegated.find(who); to != asked.delegated.end())
    throw Refused(who + " has handed call " + call.key + " to " + to->second);
  const bool is_delegate = std::ranges::any_of(asked.delegated, [&](const auto& one) { return one.second == who; });
  const bool has_role = std::ranges::any_of(person.roles, [&](const std::string& role) { return asked.roles.contains(role); });
  if (!asked.roles.empty() && !has_role && !is_delegate)
    throw Refused("call " + call.key + " takes a decision of " + text_of(asked.roles) + ": " + who + " has none of these roles");
  if (is_claimed_by_another(call, person, run.transaction().now))
    throw Refused("call " + call.key + " is " + asked.claimed_by + "'s, who has claimed it until " + time_text(asked.claimed_until));
}

// An approval that somebody has in hand.
struct InHand {
  LockedRun run;
  RunCall call;
  const Handling& person;

  InHand(Transaction& transaction, Transition transition, const Handling& handling)
      : run(transaction, transition, handling.run), call(call_of(run, handling.call)), person(handling) {
    check_person(person);
    if (call.state != CallState::kAwaitingApproval) throw Refused(told(run, call));
    if (is_over(call.asked, transaction.now))
      throw Refused("call " + call.key + " had to be decided by " + time_text(*call.asked.deadline) + ": nobody decides on it any more");
  }

  Asked& asked() { return call.asked; }
  Time now() const { return run.transaction().now; }

  bool is_claimed_by_another() const { return durable::is_claimed_by_another(call, person, now()); }
  void check_may_decide() { durable::check_may_decide(run, call, person); }
  void finish(Data::Pairs data) {
    Data::Pairs all = {{"call", int64_t(call.call.id)}, {"who", person.who}};
    std::ranges::move(data, std::back_inserter(all));
    run.finish(std::move(all));
  }
};

std::string shown_of(LockedRun& run, const RunCall& call) {
  return shown_hash(snapshot_hash(run.transaction().database, run.row.id, run.row.seq), call.key, call.call.function,
                    json_of_arguments(call.call), call.policy);
}

// The terms for later calls, where a person who decides on this one makes a grant.
GrantTerms terms_for(const fermata::Call& call, const Decision& decision, const std::vector<std::string>& places) {
  GrantTerms terms = *decision.grant;
  if (terms.reason.empty()) terms.reason = decision.reason;
  if (!terms.others)
    for (const auto& [names, value] : named_arguments(call, places))
      if (!has_rule(terms, names)) terms.arguments.push_back({.name = names[0], .value = *value});
  if (!fits(terms, call, places)) throw UsageError("the grant doesn't mean the call that it is made at");
  return terms;
}

// They are other people's from now on: what was decided, claimed or handed over before doesn't count.
void hand_up(LockedRun& run, RunCall& call, const std::set<std::string>& roles) {
  Asked& asked = call.asked;
  const std::vector<Decided> before = decisions_of(run.transaction().database, call.run, call.call.id);
  asked.roles = roles;
  asked.escalated = true;
  asked.claimed_by.clear();
  asked.claimed_until = 0;
  asked.delegated.clear();
  asked.counts_from = before.empty() ? 1 : before.back().number + 1;
  run.tell("approval.escalated",
           {{"call", call.key}, {"function", call.call.function}, {"note", call.policy}, {"roles", names_data(roles)}});
}

// The arguments that somebody gives instead of the call's own, as the tool takes them. Of workers whose tools differ one will do.
void edit(Transaction& transaction, RunCall& call, const Decision& decision, const std::string& queue) {
  const fermata::Call was = call.call;
  std::vector<Data> known = parameters_of(transaction.database, transaction.now, was.function, queue);
  if (known.empty() && !decision.parameters.is_none()) known.push_back(decision.parameters);
  if (decision.args) call.call.args = *decision.args;
  if (decision.kwargs) call.call.kwargs = *decision.kwargs;
  for (const auto& [name, value] : decision.changes)
    if (!set_argument(call.call, name, value, known.empty() ? Data() : known[0]))
      throw UsageError("call " + call.key + " isn't approved: nobody has told what " + was.function + "() calls its arguments, so those " +
                       "that are passed without a name are called by their places, from 0");
  std::string why;
  for (const Data& parameters : known) {
    const std::string misfit = arguments_misfit(parameters, call.call, was);
    if (misfit.empty()) {
      call.call = fitted_arguments(parameters, call.call, was);
      return;
    }
    if (why.empty()) why = misfit;
  }
  if (!why.empty()) throw UsageError("call " + call.key + " isn't approved: " + why);
}

bool is_edit(const Decision& decision) { return decision.args || decision.kwargs || !decision.changes.empty(); }

void set_denied(LockedRun& run, RunCall& call, const std::string& why) {
  set_answer(run, call, Error{.type = "PermissionError", .message = call.call.function + "() was denied" + why});
}

}  // namespace

std::string told(LockedRun& run, const RunCall& call) {
  const std::vector<Decided> decisions = decisions_of(run.transaction().database, call.run, call.call.id);
  return "call " + call.key + " is " + to_string(call.state) + (decisions.empty() ? "" : "; " + told_of(decisions.back()));
}

void check_value(const Answer& answer) {
  if (const auto* error = std::get_if<Error>(&answer); error && error->type.empty()) throw UsageError("an exception needs a type");
}

bool is_settled(LockedRun& run, RunCall& call, const Handling& person, const std::optional<Answer>& what) {
  Asked& asked = call.asked;
  if (!asked.since) return true;
  if (person.who.empty()) throw Refused("people were asked about call " + call.key + ": somebody who may decide on it has to say so");
  check_person(person);
  check_may_decide(run, call, person);
  const std::string said = what ? json_of(*what) : "";
  asked.said[person.who] = said;
  if (uint64_t(std::ranges::count(asked.said, said, [](const auto& one) { return one.second; })) < asked.ask.quorum) return false;
  asked.said.clear();
  return true;
}

void check(const Ask& ask) {
  constexpr uint64_t kMostPeople = 1'000, kLongest = 100ull * 365 * 86'400'000;
  if (ask.note.empty()) throw UsageError("who asks says why");
  if (ask.quorum < 1 || ask.quorum > kMostPeople) throw UsageError("a quorum is 1 to 1000 people");
  if (ask.deadline_ms && *ask.deadline_ms > kLongest) throw UsageError("a deadline is at most 100 years away");
  for (const auto* roles : {&ask.roles, &ask.escalate})
    for (const std::string& role : *roles) check_name(role, "a role");
  if (ask.on_deadline == OnDeadline::kEscalate && ask.escalate.empty())
    throw UsageError("what is escalated at its deadline needs roles for that");
}

Asked asked(const Ask& ask, Time now) {
  check(ask);
  Asked asked{.ask = ask, .roles = ask.roles, .since = now};
  if (ask.deadline_ms) asked.deadline = now + Time(*ask.deadline_ms);
  return asked;
}

CallState ask(Transaction& transaction, const Lease& lease, uint64_t id, const Ask& ask) {
  LockedRun run(transaction, Transition::kAsk, lease);
  RunCall call = call_of(run, id);
  if (!call.policy.empty() || call.attempts) throw Refused(told(run, call) + ": it was decided on, or its tool was called");
  call.policy = ask.note;
  call.reason.clear();  // why it was postponed
  call.asked = asked(ask, transaction.now);
  Data::Pairs data = {{"call", int64_t(id)}, {"policy", ask.note}};
  Grants grants(run, {&call.call});
  if (const auto approved = grants.for_call(call)) {
    write_call(run, call);
    const std::string snapshot = snapshot_hash(transaction.database, run.row.id, run.row.seq);
    data.emplace_back("granted", Data::list(grants.use(*approved, call, run.row.seq, snapshot)));
  } else {
    set_call_state(run, call, CallState::kAwaitingApproval);
  }
  run.finish(std::move(data));
  return call.state;
}

void send_back(Transaction& transaction, const Lease& lease, uint64_t id, const std::string& why, const std::optional<Ask>& more) {
  if (why.empty()) throw UsageError("what is sent back has a reason");
  LockedRun run(transaction, Transition::kSendBack, lease);
  RunCall call = call_of(run, id);
  const std::vector<Decided> before = decisions_of(transaction.database, call.run, id);
  const auto edit = std::ranges::find_if(before, [](const Decided& one) { return !one.edited.empty(); });
  if (call.state != CallState::kPending || !call.asked.edited || edit == before.end())
    throw Refused(told(run, call) + ": nobody gave it other arguments");
  set_arguments(call.call, edit->args);  // the program's own
  Ask ask = more.value_or(call.asked.ask);
  ask.note = call.policy;  // it was asked first because of that, and that is what was shown
  Asked again = asked(ask, transaction.now);
  if (!more) {
    again.roles = call.asked.roles;
    again.escalated = call.asked.escalated;
  }
  again.counts_from = before.back().number + 1;
  call.asked = std::move(again);
  call.reason = why;
  call.due.reset();
  set_call_state(run, call, CallState::kAwaitingApproval);
  run.finish({{"call", int64_t(id)}, {"reason", why}, {"after", int64_t(before.back().number)}});
}

CallState decide(Transaction& transaction, const Decision& decision) {
  if (decision.who.empty()) throw UsageError("a decision needs somebody who made it");
  if ((decision.verdict == Verdict::kAnswer) != decision.answer.has_value())
    throw UsageError("a decision to answer has an answer, no other has");
  if (decision.verdict != Verdict::kApprove && (is_edit(decision) || decision.grant))
    throw UsageError("only who approves gives other arguments, or a grant");
  const Handling person{decision.run, decision.call, decision.who, decision.roles};
  InHand hand(transaction, Transition::kDecide, person);
  LockedRun& run = hand.run;
  RunCall& call = hand.call;
  hand.check_may_decide();
  const std::string shown = shown_of(run, call);
  if (shown != decision.shown) throw Refused("call " + call.key + " isn't what was shown any more: look at it again");
  const std::vector<Decided> before = decisions_of(transaction.database, call.run, call.call.id);
  const std::vector<Decided> agree = approvals_of(call, before);
  Decided decided{.number = before.empty() ? 1 : before.back().number + 1,
                  .seq = run.row.seq,
                  .shown = shown,
                  .who = decision.who,
                  .roles = decision.roles,
                  .channel = decision.channel,
                  .verdict = decision.verdict,
                  .reason = decision.reason,
                  .args = json_of_arguments(call.call)};
  Data::Pairs data = {{"verdict", to_string(decision.verdict)}, {"shown", shown}};
  hand.asked().claimed_by.clear();  // theirs, or over
  hand.asked().claimed_until = 0;

  switch (decision.verdict) {
    case Verdict::kApprove: {
      if (is_question(call)) throw Refused("call " + call.key + " is a question: it takes an answer, or is denied one");
      uint64_t people = agree.size() + 1;
      if (is_edit(decision)) edit(transaction, call, decision, run.row.queue);
      if (const std::string now = json_of_arguments(call.call); now != decided.args) {
        decided.edited = now;
        hand.asked().edited = true;
        hand.asked().counts_from = decided.number;  // the others are asked anew
        people = 1;
      } else if (std::ranges::find(agree, decision.who, &Decided::who) != agree.end()) {
        throw Refused(decision.who + " has approved call " + call.key + " already: " + std::to_string(people - 1) + " of " +
                      std::to_string(hand.asked().ask.quorum) + " people have");
      }
      data.emplace_back("people", int64_t(people));
      if (people >= hand.asked().ask.quorum) set_call_state(run, call, CallState::kPending);
      else write_call(run, call);
      break;
    }
    case Verdict::kDeny: set_denied(run, call, " by " + decision.who + (decision.reason.empty() ? "" : ": " + decision.reason)); break;
    case Verdict::kAnswer:
      check_value(*decision.answer);
      if (hand.asked().ask.quorum > 1)
        throw Refused("call " + call.key + " takes the approval of " + std::to_string(hand.asked().ask.quorum) +
                      " people: nobody answers it alone");
      set_answer(run, call, fitted_answer(transaction.database, transaction.now, run.row.queue, call, *decision.answer));
      break;
  }
  insert_decision(run, call, decided);
  run.call_changed();
  if (!decided.edited.empty()) data.emplace_back("edited", data_from(decided.edited));
  if (!decision.reason.empty()) data.emplace_back("reason", decision.reason);
  if (decision.grant) {
    const std::vector<std::string> places = place_names(transaction.database, transaction.now, call.call.function, run.row.queue);
    NewGrant made{.tenant = run.row.tenant,
                  .queue = run.row.queue,
                  .function = call.call.function,
                  .who = decision.who,
                  .roles = decision.roles,
                  .terms = terms_for(call.call, decision, places)};
    if (decision.same_program) made.program = run.row.program;
    StandingGrant standing = new_grant(made, transaction.now);
    standing.run = call.run;
    standing.call = call.call.id;
    insert_grant(transaction.database, standing);
    data.emplace_back("grant", standing.id);
  }
  data.emplace_back("state", to_string(call.state));
  hand.finish(std::move(data));
  return call.state;
}

std::variant<CallState, Refused> decided_or_refused(Transaction& transaction, const Decision& decision) {
  transaction.database.savepoint();
  try {
    const CallState state = decide(transaction, decision);
    transaction.database.release();
    return state;
  } catch (const Refused& refused) {
    transaction.database.roll_back_to();
    return refused;
  }
}

void claim_approval(Transaction& transaction, const Handling& handling, uint64_t ms) {
  constexpr uint64_t kLongest = 30ull * 86'400'000;
  if (ms < 1 || ms > kLongest) throw UsageError("an approval is claimed for at most 30 days");
  InHand hand(transaction, Transition::kClaimApproval, handling);
  hand.check_may_decide();
  hand.asked().claimed_by = handling.who;
  hand.asked().claimed_until = transaction.now + Time(ms);
  write_call(hand.run, hand.call);
  hand.finish({{"until", hand.asked().claimed_until}});
}

void release_approval(Transaction& transaction, const Handling& handling) {
  InHand hand(transaction, Transition::kReleaseApproval, handling);
  if (hand.asked().claimed_by != handling.who)
    throw Refused(handling.who + " hasn't claimed call " + hand.call.key +
                  (hand.is_claimed_by_another() ? ": " + hand.asked().claimed_by + " has" : ""));
  hand.asked().claimed_by.clear();
  hand.asked().claimed_until = 0;
  write_call(hand.run, hand.call);
  hand.finish({});
}

namespace {
// From whoever they have handed it to, and whom those have, unless one of them has approved in their place.
void take_back(InHand& hand, Database& database) {
  const std::string& who = hand.person.who;
  auto& delegated = hand.asked().delegated;
  const std::vector<Decided> agree = approvals_of(hand.call, decisions_of(database, hand.call.run, hand.call.call.id));
  auto next = delegated.find(who);
  if (next == delegated.end()) throw UsageError(who + " has handed call " + hand.call.key + " to nobody");
  while (next != delegated.end()) {
    const std::string to = next->second;
    if (std::ranges::find(agree, to, &Decided::who) != agree.end()) throw Refused(to + " has approved call " + hand.call.key + " already");
    delegated.erase(next);
    next = delegated.find(to);
  }
  hand.check_may_decide();
  hand.asked().claimed_by.clear();
  hand.asked().claimed_until = 0;
  write_call(hand.run, hand.call);
  hand.finish({{"to", who}});
}
}  // namespace

void delegate(Transaction& transaction, const Handling& handling, const std::string& to) {
  check_name(to, "a person");
  InHand hand(transaction, Transition::kDelegate, handling);
  if (to == handling.who) {
    take_back(hand, transaction.database);
    return;
  }
  hand.check_may_decide();
  if (is_by(hand.run.row, to) && !hand.asked().ask.self_approval)
    throw Refused(to + " submitted run " + hand.run.row.id + ": somebody else has to decide on call " + hand.call.key);
  // Nobody gets a second voice.
  const std::vector<Decided> agree = approvals_of(hand.call, decisions_of(transaction.database, hand.call.run, hand.call.call.id));
  for (const std::string& person : {handling.who, to})
    if (std::ranges::find(agree, person, &Decided::who) != agree.end())
      throw Refused(person + " has approved call " + hand.call.key + " already");
  hand.asked().delegated.erase(to);  // who had handed it over has it back
  hand.asked().delegated[handling.who] = to;
  hand.asked().claimed_by.clear();
  hand.asked().claimed_until = 0;
  write_call(hand.run, hand.call);
  hand.finish({{"to", to}});
}

void escalate(Transaction& transaction, const Handling& handling, const std::set<std::string>& to) {
  for (const std::string& role : to) check_name(role, "a role");
  InHand hand(transaction, Transition::kEscalate, handling);
  hand.check_may_decide();
  const Ask& ask = hand.asked().ask;
  // Nobody makes it easier than the policy says.
  if (hand.asked().escalated) throw Refused("call " + hand.call.key + " was escalated already, to " + text_of(hand.asked().roles));
  if (ask.escalate.empty() && !hand.asked().roles.empty())
    throw Refused("the policy of call " + hand.call.key + " names nobody that it could be escalated to");
  if (ask.escalate.empty() && to.empty())
    throw UsageError("anybody may decide on call " + hand.call.key + ": say to which roles it is escalated");
  if (!ask.escalate.empty() && !std::ranges::includes(ask.escalate, to))
    throw Refused("the policy of call " + hand.call.key + " escalates it to " + text_of(ask.escalate) + " only");
  hand_up(hand.run, hand.call, to.empty() ? ask.escalate : to);
  write_call(hand.run, hand.call);
  hand.finish({{"to", Data::list(Data::Items(hand.asked().roles.begin(), hand.asked().roles.end()))}});
}

void remark(Transaction& transaction, const Handling& handling, bool is_question, const std::string& text) {
  if (text.empty()) throw UsageError(is_question ? "a question has a text" : "a reply has a text");
  InHand hand(transaction, is_question ? Transition::kQuestion : Transition::kReply, handling);
  if (is_question) hand.check_may_decide();
  else if (remarks_of(transaction.database, hand.call.run, hand.call.call.id).empty())
    throw Refused("nobody has asked anything about call " + hand.call.key);
  insert_remark(hand.run, hand.call, {.who = handling.who, .is_question = is_question, .text = text});
  hand.finish({{"text", text}});
}

namespace {

// False: it isn't due, or not any more.
bool lapse(Transaction& transaction, const std::string& id, uint64_t call_id) {
  LockedRun run(transaction, Transition::kLapse, id);
  RunCall call = call_of(run, call_id);
  Asked& asked = call.asked;
  if (call.state != CallState::kAwaitingApproval || !asked.deadline || *asked.deadline > transaction.now) return false;
  const bool escalates = asked.ask.on_deadline == OnDeadline::kEscalate && !asked.escalated;
  Data::Pairs data = {{"call", int64_t(call_id)}, {"then", to_string(asked.ask.on_deadline)}};
  if (escalates || asked.ask.on_deadline == OnDeadline::kEscalate || asked.ask.on_deadline == OnDeadline::kHold) {
    if (escalates) hand_up(run, call, asked.ask.escalate);
    asked.overdue = true;
    asked.was_due = std::exchange(asked.deadline, std::nullopt);
    write_call(run, call);
  } else {
    const bool approves = asked.ask.on_deadline == OnDeadline::kApprove;
    const Verdict verdict = approves ? Verdict::kApprove : Verdict::kDeny;
    const Decided decided{
        .seq = run.row.seq, .shown = shown_of(run, call), .channel = "deadline", .verdict = verdict, .args = json_of_arguments(call.call)};
    if (approves) set_call_state(run, call, CallState::kPending);
    else set_denied(run, call, ": nobody decided by " + time_text(*asked.deadline));
    insert_decision(run, call, decided);
    run.call_changed();
    data.emplace_back("who", "");
    data.emplace_back("shown", decided.shown);
    data.emplace_back("verdict", to_string(verdict));
  }
  data.emplace_back("state", to_string(call.state));
  run.finish(std::move(data));
  return true;
}

}  // namespace

size_t lapse(Transaction& transaction) {
  size_t lapsed = 0;
  for (const Row& row : transaction.database.run(kOverdue, {transaction.now, kAtOnce}))
    for (const RunCall& call : open_calls_of(transaction.database, row.text(0)))
      if (call.state == CallState::kAwaitingApproval && call.asked.deadline) lapsed += lapse(transaction, row.text(0), call.call.id);
  return lapsed;
}

}  // namespace fermata::durable
