// Transitions of calls: their tools, the people who are asked, and what is known of those in doubt.
#include <algorithm>

#include "base/entropy.h"
#include "durable/rows/text.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

Time pause_after(uint64_t attempts, const Retries& retries, uint64_t after_ms) {
  constexpr uint64_t kLongest = uint64_t(30) * 86'400'000;  // that a tool may ask for
  const uint64_t doublings = std::min<uint64_t>(attempts - 1, 30);
  const uint64_t pause = std::min(retries.pause_ms << doublings, std::max(retries.longest_ms, retries.pause_ms));
  uint32_t chance;
  fill_with_entropy(&chance, sizeof chance);
  return std::max(Time(pause - uint64_t(double(pause) * 0.5 * chance / UINT32_MAX)), Time(std::min(after_ms, kLongest)));
}

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
    call.due = transaction.now + pause_after(call.attempts, retries, failure.after_ms);
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
