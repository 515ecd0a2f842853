// A new run from a snapshot of another one.
#include <algorithm>

#include "durable/rows/text.h"
#include "durable/schemas/answers.h"
#include "durable/schemas/question.h"
#include "durable/transitions/transitions.h"
#include "serialization/data_text.h"

namespace fermata::durable {

namespace {

constexpr Statement kShownArguments{"SELECT args FROM decision WHERE run = $1 AND call = $2 ORDER BY number LIMIT 1"};

constexpr Statement kFirstSnapshot{"SELECT seq FROM snapshot WHERE run = $1 ORDER BY seq LIMIT 1"};

constexpr size_t kMostNamed = 5;
constexpr size_t kLongestCall = 100;

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

// Whether the run came of the same wish.
bool is_that_fork(Transaction& transaction, const RunRow& made, const RunRow& from, const Fork& fork) {
  const auto first = transaction.database.find(kFirstSnapshot, {made.id});
  const bool has_the_place = made.parent == from.id && first && first->count(0) == fork.seq;
  if (!has_the_place || made.queue != (fork.queue.empty() ? from.queue : fork.queue)) return false;
  if (!fork.by.empty() && !made.forked_by.contains(fork.by)) return false;
  const std::vector<RunCall> theirs = calls_of(transaction.database, made.id);
  for (const RunCall& call : calls_of(transaction.database, from.id)) {
    if (!waited_at(call, fork.seq)) continue;
    const auto other = std::ranges::find(theirs, call.call.id, [](const RunCall& each) { return each.call.id; });
    if (std::ranges::find(fork.answers, call.call.id, &CallAnswer::call) == fork.answers.end()) continue;
    if (other == theirs.end() || !other->answer) return false;
    if (json_of(*other->answer) != json_of(*forked(transaction, call, made, fork).answer)) return false;
  }
  return true;
}

// Its tool was called, or it began a child. (What workers answer by themselves does nothing outside.)
bool did_something(const RunCall& call) {
  if (call.tool != kOwnTool) return call.attempts > 0;
  return call.call.function == "spawn" && call.answer && std::holds_alternative<Data>(*call.answer);
}

void check_repeats(Database& database, const Fork& fork) {
  const std::vector<RunCall> calls = repeated_calls(database, fork);
  if (calls.empty()) return;
  std::string list;
  for (size_t i = 0; i < std::min(calls.size(), kMostNamed); ++i)
    list += (i ? ", " : "") + repr(calls[i].call, Hidden(), kLongestCall) + " (" + to_string(calls[i].state) + ")";
  if (calls.size() > kMostNamed) list += " and " + std::to_string(calls.size() - kMostNamed) + " more";
  throw Refused("a fork of run " + fork.run + " at its snapshot " + std::to_string(fork.seq) +
                " may do again what that has done since: " + list + "; say that it may (--repeat, repeat=True, \"repeat\": true in JSON)");
}

}  // namespace

std::vector<RunCall> repeated_calls(Database& database, const Fork& fork) {
  std::vector<RunCall> calls = calls_of(database, fork.run);
  std::erase_if(calls, [&](const RunCall& call) {
    if (!did_something(call)) return true;
    const bool has_answer = call.answer || std::ranges::find(fork.answers, call.call.id, &CallAnswer::call) != fork.answers.end();
    return call.seq <= fork.seq && (!waited_at(call, fork.seq) || has_answer);
  });
  return calls;
}

std::string fork(Transaction& transaction, const Fork& fork) {
  check_name(fork.by, "a person", true);
  check_name(fork.key, "a key", true);
  Database& database = transaction.database;
  const auto from = find_run(database, fork.run);
  if (!from) throw Refused("there is no run " + fork.run);
  auto snapshot = find_snapshot(database, fork.run, fork.seq);
  if (!snapshot || snapshot->state.empty())
    throw Refused("run " + fork.run + " has no snapshot " + std::to_string(fork.seq) + " to go on from");
  if (fork.seq == from->seq && (from->status == RunStatus::kDone || from->status == RunStatus::kRaised))
    throw Refused("run " + fork.run + " has ended at its snapshot " + std::to_string(fork.seq) + ": nothing is left to go on with there");

  if (!fork.key.empty())
    if (const auto known = find_key(database, from->tenant, fork.key)) {
      const auto made = find_run(database, known->run);
      if (made && is_that_fork(transaction, *made, *from, fork)) return made->id;
      throw KeyConflict("the key '" + fork.key + "' is that of run " + known->run + ", which isn't that fork of run " + fork.run);
    }
  if (!fork.repeats) check_repeats(database, fork);

  RunRow row;
  row.id = new_run_id(transaction.now);
  row.tenant = from->tenant;
  row.queue = fork.queue.empty() ? from->queue : fork.queue;
  row.name = from->name;
  row.seq = fork.seq;
  row.parent = fork.run;
  row.key = fork.key;
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
  const StoredState state =
      seal(transaction.seals, run.row.tenant, run.row.id, fork.seq, open(database, transaction.seals, from->tenant, *snapshot));
  insert_snapshot(run, fork.seq, "", state, snapshot->stdout_text, snapshot->stderr_text);

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
