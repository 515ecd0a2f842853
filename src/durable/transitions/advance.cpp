// The transition from one snapshot to the next, and from a snapshot to a new run.
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

constexpr Statement kShownArguments{"SELECT args FROM decision WHERE run = $1 AND call = $2 ORDER BY number LIMIT 1"};

Bound place(const std::string& tenant, const std::string& run, uint64_t seq) {
  return {{"tenant", tenant}, {"run", run}, {"seq", int64_t(seq)}};
}

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
  for (RunCall& call : open_calls_of(run.transaction().database, run.row.id)) before.emplace(call.call.id, std::move(call));
  std::vector<const fermata::Call*> asked_about;
  for (const Waiting& waiting : step.waiting)
    if (waiting.ask && !before.contains(waiting.call.id)) asked_about.push_back(&waiting.call);
  Grants grants(run, asked_about);
  Followed followed;
  for (const Waiting& waiting : step.waiting) {
    const uint64_t id = waiting.call.id;
    const auto known = before.find(id);
    if (known == before.end()) {
      if (const auto old = find_call(run.transaction().database, run.row.id, id))
        throw Refused("call " + old->key + " comes a second time");
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

// A call as the new run has it.
RunCall forked(Transaction& transaction, const RunCall& call, const RunRow& row, const Fork& fork) {
  RunCall copy{.run = row.id,
               .call = call.call,
               .seq = call.seq,
               .key = call_key(row.id, call.seq, call.call.id),
               .state = CallState::kPending,
               .policy = call.policy,
               .tool = call.tool,
               .idempotent = call.idempotent,
               .channel = call.channel,
               .child = call.child,
               .answer = call.answer};
  const auto given = std::ranges::find(fork.answers, call.call.id, &CallAnswer::call);
  if (given != fork.answers.end()) {
    copy.answer = fitted_answer(transaction.database, transaction.now, row.queue, call, given->answer);
  }
  // A decision was about the other run's call.
  const auto decided = transaction.database.find(kShownArguments, {call.run, call.call.id});
  if (decided) set_arguments(copy.call, decided->text(0));
  if (!copy.answer && copy.state == CallState::kPending && !copy.child.empty())
    copy.answer = answer_of_child(transaction.database, row, copy.child);
  if (copy.answer) copy.state = std::holds_alternative<Error>(*copy.answer) ? CallState::kRaised : CallState::kAnswered;
  else if (!call.policy.empty()) copy.state = CallState::kAwaitingApproval;
  if (!call.policy.empty()) copy.asked = asked(call.asked.ask, transaction.now);
  return copy;
}

}  // namespace

StoredState seal(const StoreOptions& options, const std::string& tenant, const std::string& run, uint64_t seq, std::string state) {
  StoredState stored{state.empty() ? "" : sealed(options, std::move(state), place(tenant, run, seq)), ""};
  stored.hash = sha256(stored.bytes);
  return stored;
}

std::string open(const StoreOptions& options, const std::string& tenant, const std::string& run, uint64_t seq, std::string stored) {
  if (stored.empty()) return stored;
  std::string why;
  auto state = opened(options, std::move(stored), place(tenant, run, seq), &why);
  if (!state) throw LeftToOthers("snapshot " + std::to_string(seq) + " of run " + run + " " + why);
  return std::move(*state);
}

void advance(Transaction& transaction, Lease& lease, const Step& step, const StoredState& state) {
  LockedRun run(transaction, Transition::kAdvance, lease);
  const bool ends = step.then == Step::Then::kDone || step.then == Step::Then::kRaised;
  if (ends && !step.waiting.empty()) throw UsageError("a run that has ended waits for nothing");
  if (step.then == Step::Then::kRaised && !step.error) throw UsageError("a run that raised has an error");
  const uint64_t seq = run.row.seq + 1;
  consume(run, step, seq);
  Followed followed = follow(run, step, seq, state.hash);
  run.row.timer_at = ends ? std::nullopt : step.timer;
  run.row.goes_on = step.goes_on || (step.waiting.empty() && !step.timer);
  insert_snapshot(run, seq, snapshot_hash(transaction.database, run.row.id, run.row.seq), state.hash, state.bytes, step.stdout_text,
                  step.stderr_text);
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
  if (ends || step.then == Step::Then::kDead) run.row.ended = transaction.now;
  Data::Pairs data = {{"snapshot", state.hash},
                      {"calls", Data::list(numbers(followed.begun))},
                      {"consumed", Data::list(numbers(step.consumed))},
                      {"abandoned", Data::list(numbers(followed.abandoned))}};
  if (!followed.granted.empty()) data.emplace_back("granted", Data::list(std::move(followed.granted)));
  run.finish(std::move(data));
  lease.seq = seq;
  if (ends) after_end(transaction, run.row);
}

std::string fork(Transaction& transaction, const Fork& fork) {
  check_name(fork.by, "a person", true);
  Database& database = transaction.database;
  const auto from = find_run(database, fork.run);
  if (!from) throw Refused("there is no run " + fork.run);
  auto snapshot = find_snapshot(database, fork.run, fork.seq);
  if (!snapshot || snapshot->state.empty())
    throw Refused("run " + fork.run + " has no snapshot " + std::to_string(fork.seq) + " to go on from");
  if (fork.seq == from->seq && (from->status == RunStatus::kDone || from->status == RunStatus::kRaised))
    throw Refused("run " + fork.run + " has ended at its snapshot " + std::to_string(fork.seq) + ": nothing is left to go on with there");

  RunRow row;
  row.id = new_run_id(transaction.now);
  row.tenant = from->tenant;
  row.queue = fork.queue.empty() ? from->queue : fork.queue;
  row.name = from->name;
  row.seq = fork.seq;
  row.parent = fork.run;
  row.by = from->by;
  row.forked_by = from->forked_by;
  if (!fork.by.empty()) row.forked_by.insert(fork.by);
  row.priority = from->priority;
  row.tags = from->tags;
  row.program = from->program;
  row.inputs = from->inputs;
  row.limits = from->limits;
  row.created = transaction.now;
  row.timer_at = snapshot->timer_at;
  row.goes_on = snapshot->goes_on;
  LockedRun run(transaction, Transition::kFork, std::move(row));
  const StoredState state = seal(transaction.options, run.row.tenant, run.row.id, fork.seq,
                                 open(transaction.options, from->tenant, fork.run, fork.seq, std::move(snapshot->state)));
  insert_snapshot(run, fork.seq, "", state.hash, state.bytes, snapshot->stdout_text, snapshot->stderr_text);

  size_t answers_used = 0;
  for (const RunCall& call : calls_of(database, fork.run)) {
    if (!waited_at(call, fork.seq)) continue;
    insert_call(run, forked(transaction, call, run.row, fork));
    answers_used += size_t(std::ranges::count(fork.answers, call.call.id, &CallAnswer::call));
  }
  if (answers_used != fork.answers.size())
    throw Refused("an answer is for a call that snapshot " + std::to_string(fork.seq) + " of run " + fork.run + " doesn't wait for");
  run.let_go();
  Data::Pairs data = {{"from", fork.run}, {"seq", int64_t(fork.seq)}, {"snapshot", state.hash}, {"of", snapshot->hash}};
  if (!fork.by.empty()) data.emplace_back("by", fork.by);
  run.finish(std::move(data));
  return run.row.id;
}

}  // namespace fermata::durable
