// Transitions of calls: their tools, the people who are asked, and what is known of those in doubt.
#include <algorithm>

#include "base/entropy.h"
#include "durable/rows/text.h"
#include "durable/schemas/answers.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

// Before its tool had come to its end: nobody else answers a call that was handed to a tool and has a worker.
bool is_answered_by_token(LockedRun& run, const RunCall& call) {
  return call.answer && !call.consumed_by && has_token(run.transaction().database, call);
}

bool is_same(const Answer& known, Answer given) {
  if (auto* error = std::get_if<Error>(&given)) error->traceback.clear();  // as set_answer() has it
  return json_of(known) == json_of(given);
}

}  // namespace

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
  call.asked.said.clear();
  call.reason.clear();
  if (call.due && *call.due > transaction.now) throw Refused("call " + call.key + " isn't due yet");
  if (dispatch.may_defer) call.token = new_token({call.run, call.call.id, call.attempts + 1});
  begin_attempt(run, call, lease.worker);
  set_call_state(run, call, CallState::kDispatched);
  run.finish({{"call", int64_t(call.call.id)},
              {"key", call.key},
              {"tool", call.tool},
              {"attempt", int64_t(call.attempts)},
              {"idempotent", call.idempotent}});
  return call;
}

Time postpone(Transaction& transaction, const Lease& lease, uint64_t id, const std::string& tool, const std::string& why) {
  constexpr Time kShortest = 1'000, kLongest = 300'000;
  if (why.empty() || tool.empty()) throw UsageError("what is postponed has a tool, and a reason");
  LockedRun run(transaction, Transition::kPostpone, lease);
  RunCall call = call_of(run, id);
  if (call.state != CallState::kPending) throw Refused(told(run, call));
  // As long again as it has waited for this already: since the program made the call, or the last decision on it.
  Time since = snapshot_time(transaction.database, call.run, call.seq);
  for (const Decided& decided : decisions_of(transaction.database, call.run, id)) since = std::max(since, decided.at);
  const Time due = transaction.now + std::clamp(transaction.now - since, kShortest, kLongest);
  call.tool = tool;
  call.due = due;
  call.reason = why;
  write_call(run, call);
  run.finish({{"call", int64_t(id)}, {"reason", why}, {"due", due}});
  return due;
}

bool answer(Transaction& transaction, const Lease& lease, uint64_t id, const Answer& answer) {
  check_value(answer);
  LockedRun run(transaction, Transition::kAnswer, lease);
  RunCall call = call_of(run, id);
  const bool counts = call.state != CallState::kAbandoned && !is_answered_by_token(run, call);
  if (counts && call.state != CallState::kDispatched) throw Refused(told(run, call) + ": no tool was called");
  const auto* error = std::get_if<Error>(&answer);
  end_attempt(run, call, to_string(error ? CallState::kRaised : CallState::kAnswered), error);
  if (counts) set_answer(run, call, answer);
  run.finish({{"call", int64_t(id)}, {"state", to_string(call.state)}});
  return counts;
}

void fail_attempt(LockedRun& run, RunCall& call, const Failure& failure, Data::Pairs& data) {
  const Error& error = failure.error;
  const std::string told_error = error.type + (error.message.empty() ? "" : ": " + error.message);
  data.emplace_back("call", int64_t(call.call.id));
  data.emplace_back("error", told_error);
  const Retries& retries = call.retries;
  if (call.state != CallState::kDispatched && call.state != CallState::kDeferred) {
    // Nobody waits for it any more, or its token has answered it.
  } else if (failure.kind == Failure::Kind::kHold) {
    call.reason = error.message;
    set_call_state(run, call, CallState::kHeld);
  } else if (failure.kind == Failure::Kind::kTimeout && !call.idempotent) {
    call.reason = error.message;
    set_call_state(run, call, CallState::kInDoubt);
  } else if (failure.kind == Failure::Kind::kFinal) {
    set_answer(run, call, error);
  } else if (call.idempotent && call.attempts < retries.attempts && !retries.final.contains(error.type)) {
    call.due = run.transaction().now + pause_after(call.attempts, retries, failure.after_ms);
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
}

CallState fail_call(Transaction& transaction, const Lease& lease, uint64_t id, const Failure& failure) {
  check_value(failure.error);
  LockedRun run(transaction, Transition::kFailCall, lease);
  RunCall call = call_of(run, id);
  if (call.state != CallState::kAbandoned && call.state != CallState::kDispatched && !is_answered_by_token(run, call))
    throw Refused(told(run, call) + ": no tool was called");
  Data::Pairs data;
  fail_attempt(run, call, failure, data);
  run.finish(std::move(data));
  return call.state;
}

CallState defer(Transaction& transaction, const Lease& lease, uint64_t id, uint64_t within_ms) {
  constexpr uint64_t kLongest = uint64_t(366) * 86'400'000;
  if (within_ms == 0 || within_ms > kLongest) throw UsageError("a tool that answers later does so within a time, of a year at most");
  LockedRun run(transaction, Transition::kDefer, lease);
  RunCall call = call_of(run, id);
  Data::Pairs data = {{"call", int64_t(id)}};
  if (call.state == CallState::kDispatched) {
    call.due = transaction.now + Time(within_ms);
    data.emplace_back("until", *call.due);
    set_call_state(run, call, CallState::kDeferred);
  } else if (call.state == CallState::kAbandoned) {
    end_attempt(run, call, "lost");
  } else if (!is_answered_by_token(run, call)) {
    throw Refused(told(run, call) + ": no tool was called");
  }
  data.emplace_back("state", to_string(call.state));
  run.finish(std::move(data));
  return call.state;
}

bool answer_by_token(Transaction& transaction, const std::string& token, const Answer& given) {
  check_value(given);
  const auto of = find_token(transaction.database, token);
  if (!of) throw Refused("no call has this token");
  LockedRun run(transaction, Transition::kAnswer, of->run);
  RunCall call = call_of(run, of->call);
  const Answer answer = fitted_answer(transaction.database, transaction.now, run.row.queue, call, given);
  if (call.answer && is_same(*call.answer, answer)) return false;
  if (has_ended(run.row.status)) throw Refused("run " + run.row.id + " has ended: it is " + to_string(run.row.status));
  if (call.answer || call.state == CallState::kAbandoned) throw Refused(told(run, call));
  // Who says after an earlier attempt that a tool hadn't acted, which may not be called twice, has decided what counts.
  if (of->attempt != call.attempts && !call.idempotent)
    throw Refused("call " + call.key + " has been made again: this token is of an earlier attempt");
  const bool is_under_way = call.state == CallState::kDispatched && of->attempt != call.attempts;  // its tool's end is told by its worker
  const auto* error = std::get_if<Error>(&answer);
  if (!is_under_way) end_attempt(run, call, to_string(error ? CallState::kRaised : CallState::kAnswered), error);
  set_answer(run, call, answer);
  run.call_changed();
  run.finish({{"call", int64_t(of->call)}, {"state", to_string(call.state)}, {"token", int64_t(of->attempt)}});
  return true;
}

CallState answer(Transaction& transaction, const Handling& person, const Answer& given) {
  check_value(given);
  LockedRun run(transaction, Transition::kAnswer, person.run);
  RunCall call = call_of(run, person.call);
  if (call.state == CallState::kAwaitingApproval) throw Refused(told(run, call) + ": it takes a decision");
  if (takes_reconciliation(call.state)) throw Refused(told(run, call) + ": it takes a reconciliation, which says what happened to it");
  if (call.state != CallState::kPending) throw Refused(told(run, call));
  if (!call.tool.empty()) throw Refused("call " + call.key + " is answered by its tool, " + call.tool);
  const Answer answer = fitted_answer(transaction.database, transaction.now, run.row.queue, call, given);
  if (is_settled(run, call, person, answer)) {
    set_answer(run, call, answer);
    run.call_changed();
  } else {
    write_call(run, call);
  }
  Data::Pairs data = {{"call", int64_t(person.call)}, {"state", to_string(call.state)}};
  if (!person.who.empty()) data.emplace_back("who", person.who);
  run.finish(std::move(data));
  return call.state;
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
  for (RunCall& call : run.open_calls()) {
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

CallState reconcile(Transaction& transaction, const Reconciliation& reconciliation) {
  if (reconciliation.who.empty()) throw UsageError("a reconciliation needs somebody who made it");
  LockedRun run(transaction, Transition::kReconcile, reconciliation.run);
  RunCall call = call_of(run, reconciliation.call);
  if (!takes_reconciliation(call.state)) throw Refused(told(run, call));
  std::optional<Answer> answer = reconciliation.answer;
  if (answer) {
    check_value(*answer);
    answer = fitted_answer(transaction.database, transaction.now, run.row.queue, call, *answer);
  }
  const Handling person{reconciliation.run, reconciliation.call, reconciliation.who, reconciliation.roles};
  Data::Pairs data = {{"call", int64_t(call.call.id)}, {"who", reconciliation.who}};
  if (!is_settled(run, call, person, answer)) {
    write_call(run, call);
    data.emplace_back("state", to_string(call.state));
    run.finish(std::move(data));
    return call.state;
  }
  if (call.state == CallState::kDeferred) end_attempt(run, call, "lost");
  call.due.reset();  // until when an answer might come
  if (answer) {
    set_answer(run, call, *answer);
  } else {
    call.reason.clear();
    set_call_state(run, call, run.row.status == RunStatus::kCancelled ? CallState::kAbandoned : CallState::kPending);
  }
  run.call_changed();
  data.emplace_back("state", to_string(call.state));
  run.finish(std::move(data));
  return call.state;
}

}  // namespace fermata::durable
