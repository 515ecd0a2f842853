// The transition from one snapshot to the next.
#include <algorithm>
#include <iterator>
#include <map>

#include "durable/rows/left_to_others.h"
#include "durable/rows/sealing.h"
#include "durable/rows/text.h"
#include "durable/schemas/answers.h"
#include "durable/schemas/question.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

Data::Items numbers(const std::vector<uint64_t>& ids) {
  Data::Items items;
  for (const uint64_t id : ids) items.emplace_back(int64_t(id));
  return items;
}

// The answers that the new snapshot follows from.
void consume(LockedRun& run, const Step& step, uint64_t seq) {
  for (const uint64_t id : step.consumed) {
    RunCall call = call_of(run, id);
    if (!call.answer || call.consumed_by || call.state == CallState::kAbandoned)
      throw Refused("call " + call.key + " is " + to_string(call.state) + (call.consumed_by ? ", and consumed" : "") +
                    ": it has no answer to consume");
    call.consumed_by = seq;
    write_call(run, call);
  }
}

// A new call; with its answer, when that is there before somebody waits for it: a message, the end of a child.
RunCall new_call(LockedRun& run, const Waiting& waiting, uint64_t seq) {
  RunCall call;
  call.run = run.row.id;
  call.call = waiting.call;
  call.seq = seq;
  call.key = call_key(run.row.id, seq, waiting.call.id);
  call.tool = waiting.tool;
  call.idempotent = waiting.idempotent;
  call.channel = waiting.channel;
  call.child = waiting.child;
  if (waits_for_message(call)) {
    if (auto message = take_message(run, call)) call.answer = std::move(*message);
    else call.due = waiting.due;
  } else if (waits_for_child(call)) {
    call.answer = answer_of_child(run.transaction().database, run.row, call.child);
  }
  if (call.answer) call.state = std::holds_alternative<Error>(*call.answer) ? CallState::kRaised : CallState::kAnswered;
  return call;
}

// What the program waits for now: calls that are new, and those that it doesn't wait for any more.
struct Followed {
  std::vector<uint64_t> begun, abandoned;
  Data::Items granted;
};
Followed follow(LockedRun& run, const Step& step, uint64_t seq, const std::string& snapshot) {
  std::map<uint64_t, RunCall> before;
  for (RunCall& call : run.open_calls()) before.emplace(call.call.id, std::move(call));
  std::vector<const fermata::Call*> asked_about;
  for (const Waiting& waiting : step.waiting)
    if (waiting.ask && !before.contains(waiting.call.id)) asked_about.push_back(&waiting.call);
  Grants grants(run, asked_about);
  Followed followed;
  for (const Waiting& waiting : step.waiting) {
    const uint64_t id = waiting.call.id;
    const auto known = before.find(id);
    if (known == before.end()) {
      RunCall call = new_call(run, waiting, seq);
      std::optional<std::vector<StandingGrant>> approved;
      if (waiting.ask) {
        call.policy = waiting.ask->note;
        call.asked = asked(*waiting.ask, run.transaction().now);
        approved = grants.for_call(call);
        if (!approved) call.state = CallState::kAwaitingApproval;
      }
      insert_call(run, call);
      if (approved) std::ranges::move(grants.use(*approved, call, seq, snapshot), std::back_inserter(followed.granted));
      followed.begun.push_back(id);
      continue;
    }
    RunCall& call = known->second;
    const bool lets_go = step.then == Step::Then::kLetGo || step.then == Step::Then::kDead;
    if (lets_go && call.state == CallState::kDispatched) throw Refused("call " + call.key + " is on its way to its tool");
    if (call.state == CallState::kPending && call.tool != waiting.tool) {
      call.tool = waiting.tool;
      call.idempotent = waiting.idempotent;
      write_call(run, call);
    }
    before.erase(known);
  }
  if (step.then == Step::Then::kDead) before.clear();  // the program stands where it was stopped
  for (auto& [id, call] : before) {
    call.abandoned_by = seq;
    if (call.state == CallState::kDeferred) end_attempt(run, call, "lost");
    set_call_state(run, call, CallState::kAbandoned);
    followed.abandoned.push_back(id);
  }
  return followed;
}

}  // namespace

void advance(Transaction& transaction, Lease& lease, const Step& step, const StoredState& state) {
  LockedRun run(transaction, Transition::kAdvance, lease);
  const bool is_end = ends(step);
  if (is_end && !step.waiting.empty()) throw UsageError("a run that has ended waits for nothing");
  if (step.then == Step::Then::kRaised && !step.error) throw UsageError("a run that raised has an error");
  const uint64_t seq = run.row.seq + 1;
  consume(run, step, seq);
  Followed followed = follow(run, step, seq, state.hash);
  run.row.timer_at = is_end ? std::nullopt : step.timer;
  run.row.goes_on = step.goes_on || (step.waiting.empty() && !step.timer);
  const std::string before = lease.hash.empty() ? snapshot_hash(transaction.database, run.row.id, run.row.seq) : lease.hash;
  insert_snapshot(run, seq, before, state, step.stdout_text, step.stderr_text);
  run.row.seq = seq;
  run.row.failures = 0;
  run.row.spent = step.spent;
  switch (step.then) {
    case Step::Then::kKeep: run.move_to(RunStatus::kRunning); break;
    case Step::Then::kLetGo: run.let_go(); break;
    case Step::Then::kDone:
      run.move_to(RunStatus::kDone);
      run.row.result = step.result;
      run.row.result_is_repr = step.result_is_repr;
      break;
    case Step::Then::kRaised:
      run.move_to(RunStatus::kRaised);
      run.row.error = step.error;
      break;
    case Step::Then::kDead:
      run.move_to(RunStatus::kDead);
      run.row.reason = step.reason;
      run.row.limit = step.limit;
      run.row.limit_at = step.limit_at;
      break;
  }
  if (is_end || step.then == Step::Then::kDead) run.row.ended = transaction.now;
  Data::Pairs data = {{"snapshot", state.hash},
                      {"calls", Data::list(numbers(followed.begun))},
                      {"consumed", Data::list(numbers(step.consumed))},
                      {"abandoned", Data::list(numbers(followed.abandoned))}};
  if (!followed.granted.empty()) data.emplace_back("granted", Data::list(std::move(followed.granted)));
  run.finish(std::move(data));
  lease.seq = seq;
  lease.hash = state.hash;
  lease.pieces = state.pieces;
  if (is_end) after_end(transaction, run.row);
}

std::vector<RunCall> step(Transaction& transaction, Lease& lease, const std::vector<CallAnswer>& answers, const Step& step,
                          const StoredState& state, const std::vector<Dispatch>& dispatches) {
  // (What ends a run changes others, too.)
  if (ends(step)) lock_parent(transaction, lease.run);
  else transaction.unwritten.emplace();
  for (const CallAnswer& one : answers)
    if (!answer(transaction, lease, one.call, one.answer) && std::ranges::find(step.consumed, one.call) != step.consumed.end())
      throw Refused("the program was given another answer than that of call " + std::to_string(one.call));
  advance(transaction, lease, step, state);
  std::vector<RunCall> calls;
  for (const Dispatch& one : dispatches) calls.push_back(dispatch(transaction, lease, one));
  write_all(transaction);
  return calls;
}

}  // namespace fermata::durable
