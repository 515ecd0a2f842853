// Transitions of calls: their tools, the people who are asked, and what is known of those in doubt.
#include <algorithm>

#include "base/entropy.h"
#include "durable/rows/text.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr Statement kInsertDecision{
    "INSERT INTO decision (run, call, seq, shown, who, channel, verdict, reason, args, edited, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
    "$9, "
    "$10, $11)"};
constexpr Statement kWho{"SELECT who, verdict FROM decision WHERE run = $1 AND call = $2"};

// "call r1:3:2 is answered", with who decided on it, if somebody has.
std::string told(LockedRun& run, const RunCall& call) {
  std::string text = "call " + call.key + " is " + to_string(call.state);
  if (const auto row = run.transaction().database.find(kWho, {call.run, call.call.id}))
    text += "; " + row->text(0) + " decided: " + row->text(1);
  return text;
}

void check_value(const Answer& answer) {
  if (const auto* error = std::get_if<Error>(&answer); error && error->type.empty()) throw UsageError("an exception needs a type");
}

// Before the next attempt: twice as long after each, less up to a half by chance.
Time pause_after(uint64_t attempts, const Retries& retries) {
  const uint64_t doublings = std::min<uint64_t>(attempts - 1, 30);
  const uint64_t pause = std::min(retries.pause_ms << doublings, std::max(retries.longest_ms, retries.pause_ms));
  uint32_t chance;
  fill_with_entropy(&chance, sizeof chance);
  return Time(pause - uint64_t(double(pause) * 0.5 * chance / UINT32_MAX));
}

}  // namespace

RunCall dispatch(Transaction& transaction, const Lease& lease, const Dispatch& dispatch) {
  if (dispatch.tool.empty()) throw UsageError("a tool needs a name");
  if (dispatch.retries.attempts > 1 && !dispatch.idempotent)
    throw UsageError("a tool that is called again when it failed has to be idempotent");
  LockedRun run(transaction, Transition::kDispatch, lease);
  RunCall call = call_of(run, dispatch.call);
  call.tool = dispatch.tool;
  call.idempotent = dispatch.idempotent;
  call.retries = dispatch.retries;
  if (call.due && *call.due > transaction.now) throw Refused("call " + call.key + " isn't due yet");
  begin_attempt(run, call, lease.worker);
  set_call_state(run, call, CallState::kDispatched);
  run.finish({{"call", int64_t(call.call.id)}, {"key", call.key}, {"tool", call.tool}, {"attempt", int64_t(call.attempts)}});
  return call;
}

bool answer(Transaction& transaction, const Lease& lease, uint64_t id, const Answer& answer) {
  check_value(answer);
  LockedRun run(transaction, Transition::kAnswer, lease);
  RunCall call = call_of(run, id);
  const bool counts = call.state != CallState::kAbandoned;
  if (counts && call.state != CallState::kDispatched) throw Refused(told(run, call) + ": no tool was called");
  const auto* error = std::get_if<Error>(&answer);
  end_attempt(run, call, to_string(error ? CallState::kRaised : CallState::kAnswered), error);
  if (counts) set_answer(run, call, answer);
  run.finish({{"call", int64_t(id)}, {"state", to_string(call.state)}});
  return counts;
}

void ask(Transaction& transaction, const Lease& lease, uint64_t id, const std::string& policy) {
  if (policy.empty()) throw UsageError("who asks says why");
  LockedRun run(transaction, Transition::kAsk, lease);
  RunCall call = call_of(run, id);
  if (!call.policy.empty() || call.attempts) throw Refused(told(run, call) + ": it was decided on, or its tool was called");
  call.policy = policy;
  set_call_state(run, call, CallState::kAwaitingApproval);
  run.finish({{"call", int64_t(id)}, {"policy", policy}});
}

CallState fail_call(Transaction& transaction, const Lease& lease, uint64_t id, const Failure& failure) {
  check_value(failure.error);
  LockedRun run(transaction, Transition::kFailCall, lease);
  RunCall call = call_of(run, id);
  const Error& error = failure.error;
  const std::string told_error = error.type + (error.message.empty() ? "" : ": " + error.message);
  Data::Pairs data = {{"call", int64_t(id)}, {"error", told_error}};
  if (call.state != CallState::kAbandoned && call.state != CallState::kDispatched) throw Refused(told(run, call) + ": no tool was called");
  const Retries& retries = call.retries;
  if (call.state == CallState::kAbandoned) {
    // Nobody waits for it any more.
  } else if (failure.kind == Failure::Kind::kHold) {
    call.reason = error.message;
    set_call_state(run, call, CallState::kHeld);
  } else if (failure.kind == Failure::Kind::kTimeout && !call.idempotent) {
    call.reason = error.message;
    set_call_state(run, call, CallState::kInDoubt);
  } else if (failure.kind == Failure::Kind::kFinal) {
    set_answer(run, call, error);
  } else if (call.idempotent && call.attempts < retries.attempts && !retries.final.contains(error.type)) {
    call.due = transaction.now + pause_after(call.attempts, retries);
    data.emplace_back("due", *call.due);
    set_call_state(run, call, CallState::kPending);
  } else if (retries.holds) {
    call.reason = std::to_string(call.attempts) + (call.attempts == 1 ? " attempt" : " attempts") + " failed, the last with " + told_error;
    set_call_state(run, call, CallState::kHeld);
  } else {
    set_answer(run, call, error);
  }
  end_attempt(run, call, call.state == CallState::kRaised ? to_string(call.state) : "failed", &error);
  data.emplace_back("state", to_string(call.state));
  run.finish(std::move(data));
  return call.state;
}

void answer(Transaction& transaction, const std::string& id, uint64_t call_id, const Answer& answer) {
  check_value(answer);
  LockedRun run(transaction, Transition::kAnswer, id);
  RunCall call = call_of(run, call_id);
  if (call.state == CallState::kAwaitingApproval) throw Refused(told(run, call) + ": it takes a decision");
  if (call.state == CallState::kInDoubt || call.state == CallState::kHeld) throw Refused(told(run, call) + ": it takes a reconciliation");
  if (call.state != CallState::kPending) throw Refused(told(run, call));
  if (!call.tool.empty()) throw Refused("call " + call.key + " is answered by its tool, " + call.tool);
  set_answer(run, call, answer);
  run.call_changed();
  run.finish({{"call", int64_t(call_id)}, {"state", to_string(call.state)}});
}

uint64_t send(Transaction& transaction, const Message& message) {
  check_name(message.channel, "a channel");
  check_name(message.key, "a key", true);
  LockedRun run(transaction, Transition::kSend, message.run);
  if (!message.key.empty()) {
    if (const auto known = find_message(transaction.database, message.run, message.key)) {
      if (known->channel == message.channel && known->value == message.value) return known->number;
      throw Refused("the key '" + message.key + "' is that of message " + std::to_string(known->number) + ", which is another one");
    }
  }
  if (has_ended(run.row.status)) throw Refused("run " + message.run + " has ended: it is " + to_string(run.row.status));
  const uint64_t number = insert_message(run, message);
  Data::Pairs data = {{"message", int64_t(number)}, {"channel", message.channel}};
  // One that is there already waits for a call: then none waits for a message.
  for (RunCall& call : open_calls_of(transaction.database, message.run)) {
    if (!waits_for_message(call) || call.channel != message.channel) continue;
    if (const auto value = take_message(run, call)) {
      set_answer(run, call, *value);
      data.emplace_back("call", int64_t(call.call.id));
      data.emplace_back("state", to_string(call.state));
    }
    break;
  }
  run.call_changed();
  run.finish(std::move(data));
  return number;
}

void decide(Transaction& transaction, const Decision& decision) {
  if (decision.who.empty()) throw UsageError("a decision needs somebody who made it");
  if ((decision.verdict == Verdict::kAnswer) != decision.answer.has_value())
    throw UsageError("a decision to answer has an answer, no other has");
  if (decision.verdict != Verdict::kApprove && (decision.args || decision.kwargs))
    throw UsageError("only who approves gives other arguments");
  LockedRun run(transaction, Transition::kDecide, decision.run);
  RunCall call = call_of(run, decision.call);
  if (call.state != CallState::kAwaitingApproval) throw Refused(told(run, call));
  const std::string args = json_of_arguments(call.call);
  const std::string shown =
      shown_hash(snapshot_hash(transaction.database, run.row.id, run.row.seq), call.key, call.call.function, args, call.policy);
  if (shown != decision.shown) throw Refused("call " + call.key + " isn't what was shown any more: look at it again");

  std::optional<std::string> edited;
  switch (decision.verdict) {
    case Verdict::kApprove:
      if (decision.args) call.call.args = *decision.args;
      if (decision.kwargs) call.call.kwargs = *decision.kwargs;
      if (decision.args || decision.kwargs) edited = json_of_arguments(call.call);
      set_call_state(run, call, CallState::kPending);
      break;
    case Verdict::kDeny: {
      const std::string why = decision.reason.empty() ? "" : ": " + decision.reason;
      set_answer(run, call, Error{.type = "PermissionError", .message = call.call.function + "() was denied by " + decision.who + why});
      break;
    }
    case Verdict::kAnswer:
      check_value(*decision.answer);
      set_answer(run, call, *decision.answer);
      break;
  }
  transaction.database.write(kInsertDecision, {call.run, call.call.id, run.row.seq, shown, decision.who, decision.channel,
                                               to_string(decision.verdict), decision.reason, args, edited, transaction.now});
  run.call_changed();
  Data::Pairs data = {{"call", int64_t(call.call.id)}, {"who", decision.who}, {"verdict", to_string(decision.verdict)}, {"shown", shown}};
  if (edited) data.emplace_back("edited", data_from(*edited));
  if (!decision.reason.empty()) data.emplace_back("reason", decision.reason);
  run.finish(std::move(data));
}

void reconcile(Transaction& transaction, const Reconciliation& reconciliation) {
  if (reconciliation.who.empty()) throw UsageError("a reconciliation needs somebody who made it");
  LockedRun run(transaction, Transition::kReconcile, reconciliation.run);
  RunCall call = call_of(run, reconciliation.call);
  if (call.state != CallState::kInDoubt && call.state != CallState::kHeld) throw Refused(told(run, call));
  if (reconciliation.answer) {
    check_value(*reconciliation.answer);
    set_answer(run, call, *reconciliation.answer);
  } else {
    set_call_state(run, call, run.row.status == RunStatus::kCancelled ? CallState::kAbandoned : CallState::kPending);
  }
  run.call_changed();
  run.finish({{"call", int64_t(call.call.id)}, {"who", reconciliation.who}, {"state", to_string(call.state)}});
}

}  // namespace fermata::durable
