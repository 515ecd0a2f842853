// Transitions of runs as wholes: from their submission to their end.
#include <algorithm>

#include "durable/rows/text.h"
#include "durable/surroundings.h"
#include "durable/transitions/transitions.h"
#include "fermata/durable/tracing.h"
#include "fermata/durable/workers.h"

namespace fermata::durable {

namespace {

constexpr size_t kAtOnce = 100;  // runs that one transaction expires or wakes

constexpr Statement kByKey{"SELECT id, program, inputs, parent FROM run WHERE tenant = $1 AND key = $2"};
constexpr Statement kReady{
    "SELECT id, tenant FROM run WHERE queue = $1 AND status = 'ready' AND tenant > $2 ORDER BY tenant, priority DESC, ready_at, id LIMIT "
    "$3{skip}"};
constexpr Statement kExpired{"SELECT id FROM run WHERE status = 'running' AND lease_until <= $1 ORDER BY lease_until LIMIT $2{skip}"};
// By the machine's clock; a lease of before it was started anew is over. (Those of an earlier release have no such clock.)
constexpr Statement kExpiredThere{
    "SELECT id FROM run WHERE status = 'running' AND CASE WHEN lease_clock IS NULL THEN lease_until <= $1 ELSE lease_clock <> $2 OR "
    "lease_tick <= $3 END ORDER BY lease_until LIMIT $4{skip}"};
constexpr Statement kDue{"SELECT id FROM run WHERE wake_at <= $1 ORDER BY wake_at LIMIT $2{skip}"};
constexpr Statement kWithoutTool{
    "SELECT id FROM run WHERE id IN (SELECT run FROM call WHERE function IN ($1, $2, $3, $4, $5, $6, $7, $8) AND state = 'pending' AND "
    "tool "
    "IS NULL AND channel IS NULL AND child IS NULL) AND queue = $9 AND status = 'waiting' LIMIT $10{skip}"};
constexpr Statement kPostponed{
    "SELECT id FROM run WHERE queue = $1 AND wake_at IS NOT NULL AND status IN ('waiting', 'sleeping') AND EXISTS (SELECT 1 FROM call "
    "WHERE "
    "call.run = run.id AND consumed_by IS NULL AND state = 'pending' AND reason IS NOT NULL){skip}"};
constexpr Statement kEnded{
    "SELECT id, status FROM run WHERE ended < $1 AND (tenant = $2 OR $3 = '') AND (status = $4 OR $5 = '') AND status IN ('done', "
    "'raised', 'cancelled', 'dead') AND (root IS NULL OR NOT EXISTS (SELECT 1 FROM run AS other WHERE other.root = run.root AND "
    "(other.ended "
    "IS NULL OR other.ended >= $6))) ORDER BY ended LIMIT $7{skip}"};
constexpr Statement kDeleteAttempts{"DELETE FROM attempt WHERE run = $1"};
constexpr Statement kDeleteDecisions{"DELETE FROM decision WHERE run = $1"};
constexpr Statement kDeleteRemarks{"DELETE FROM remark WHERE run = $1"};
constexpr Statement kDeleteCalls{"DELETE FROM call WHERE run = $1"};
constexpr Statement kDeleteSnapshots{"DELETE FROM snapshot WHERE run = $1"};
constexpr Statement kDeletePieces{"DELETE FROM piece WHERE run = $1"};
constexpr Statement kDeleteMessages{"DELETE FROM message WHERE run = $1"};
constexpr Statement kDeleteEvents{"DELETE FROM event WHERE run = $1"};
constexpr Statement kDeleteNotices{"DELETE FROM outbox WHERE run = $1 AND due_at IS NULL"};  // (others are delivered yet)
constexpr Statement kDeleteRun{"DELETE FROM run WHERE id = $1"};
constexpr Statement kDeletePrograms{
    "DELETE FROM program WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.program = program.hash) AND NOT "
    "EXISTS (SELECT 1 FROM schedule WHERE schedule.program = program.hash)"};

std::vector<std::string> ids(const Rows& rows) {
  std::vector<std::string> ids;
  for (const Row& row : rows) ids.push_back(row.text(0));
  return ids;
}

// The first time at once: mostly a worker was ended. Then after 1, 4, 16, … seconds.
std::optional<Time> next_try(Time now, uint64_t failures) {
  if (failures <= 1) return std::nullopt;
  constexpr Time kLongest = 300'000;
  const uint64_t doublings = std::min<uint64_t>(2 * (failures - 2), 20);
  return now + std::min<Time>(Time(1000) << doublings, kLongest);
}

// Whoever had the run is gone, and what was on its way to tools with them; with another store, the tokens of those that answer later, too.
void lose_calls(LockedRun& run, bool deferred_ones) {
  for (RunCall& call : run.open_calls()) {
    if (call.state != CallState::kDispatched && !(deferred_ones && call.state == CallState::kDeferred)) continue;
    end_attempt(run, call, "lost");
    call.due.reset();
    if (!call.idempotent) call.reason = "its worker was lost while it was called";
    set_call_state(run, call, call.idempotent ? CallState::kPending : CallState::kInDoubt);
  }
}

void lose(LockedRun& run, const std::string& reason) {
  lose_calls(run, false);
  const std::string worker = run.row.owner;
  run.row.failures += 1;
  run.row.reason = reason;
  if (run.row.failures < run.transaction().options.most_failures) {
    run.let_go(next_try(run.transaction().now, run.row.failures));
  } else {
    run.move_to(RunStatus::kDead);
    run.row.ended = run.transaction().now;
    run.row.reason = "failed " + std::to_string(run.row.failures) + " times after snapshot " + std::to_string(run.row.seq) + ": " + reason;
  }
  run.finish({{"reason", reason}, {"worker", worker}, {"failures", int64_t(run.row.failures)}});
}

// What a run has spent of a limit. (Of the heap nobody can say: garbage counts, too.)
uint64_t spent_of(const Spent& spent, const std::string& limit) {
  constexpr uint64_t kMs = 1'000'000;
  if (limit == "steps") return spent.steps;
  if (limit == "time_ms") return spent.time_ns / kMs;
  if (limit == "wall_ms") return spent.wall_ns / kMs;
  if (limit == "output_bytes") return spent.output_bytes;
  return limit == "host_calls" ? spent.host_calls : 0;
}

// A run that used up a limit would be dead again at once if the new limit weren't higher.
void check_more_is_given(const RunRow& run) {
  const uint64_t spent = std::max(spent_of(run.spent, run.limit), run.limit_at);
#define LIMIT(name, default_value, unit, since, doc)                                                                                      \
  if (run.limit == #name && run.limits.name && run.limits.name <= spent)                                                                  \
    throw Refused("run " + run.id + " has used up its limit of " #name ", " + std::to_string(run.limits.name) + ": it needs more than " + \
                  std::to_string(spent));
#include "base/limits.def"
#undef LIMIT
}

// The next one of a queue: of the tenant whose turn it is.
std::optional<Row> next_ready(Database& database, const std::string& queue, const Turns& turns) {
  const auto last = turns.last_tenant.find(queue);
  const std::string after = last == turns.last_tenant.end() ? "" : last->second;
  for (const std::string& tenant : after.empty() ? std::vector<std::string>{""} : std::vector<std::string>{after, ""})
    for (const Row& row : database.run(kReady, {queue, tenant, uint64_t(turns.except.size() + 1)}))
      if (!turns.except.contains(row.text(0))) return row;
  return std::nullopt;
}

}  // namespace

void check_name(const std::string& name, const char* what, bool may_be_empty) {
  if (!is_name(name) && !(name.empty() && may_be_empty))
    throw UsageError(std::string(what) + " has " + (may_be_empty ? "at most" : "1 to") +
                     " 200 bytes of UTF-8 without control characters: '" + name + "'");
}

namespace {

// A session takes them as the run's is going to. Throws UsageError.
void check(const Surroundings& given, const Limits& limits) {
  if (given == Surroundings()) return;
  SessionOptions options{.limits = limits};
  set_surroundings(options, given);
  Session(std::move(options)).feed("");
}

}  // namespace

NewRun new_run(const Submission& submission, Time now) {
  check_name(submission.tenant, "a tenant");
  check_name(submission.queue, "a queue");
  check_name(submission.key, "a key", true);
  check_name(submission.by, "a person", true);
  for (const std::string& role : submission.roles) check_name(role, "a role");
  check(submission.surroundings, submission.limits);
  if (!submission.traceparent.empty() && !trace_parent_from(submission.traceparent))
    throw UsageError("a traceparent is one of W3C's Trace Context, not '" + submission.traceparent + "'");
  NewRun run{.row = {}, .source = submission.source};
  RunRow& row = run.row;
  row.id = new_run_id(now);
  row.tenant = submission.tenant;
  row.queue = submission.queue;
  row.name = submission.name;
  row.key = submission.key;
  row.by = submission.by;
  row.priority = submission.priority;
  row.tags = submission.tags;
  row.program = sha256(submission.source);
  row.limits = submission.limits;
  row.inputs = json_of_inputs(submission);
  row.created = now;
  row.wake_at = submission.at && *submission.at > now ? submission.at : std::nullopt;
  return run;
}

std::optional<KnownRun> find_key(Database& database, const std::string& tenant, const std::string& key) {
  const auto known = database.find(kByKey, {tenant, key});
  return known ? std::optional(KnownRun{known->text(0), known->text(1), known->text(2), known->text_or_empty(3)}) : std::nullopt;
}

void check_key(const std::string& key, const std::string& is_that_of, bool same_program, const std::string& other_inputs) {
  if (same_program && other_inputs.empty()) return;
  throw KeyConflict("the key '" + key + "' is that of " + is_that_of + ", " +
                    (same_program ? "which " + other_inputs : "whose program is another one"));
}

void begin(Transaction& transaction, Transition transition, const RunRow& row, Data::Pairs data) {
  LockedRun locked(transaction, transition, row);
  const auto wake_at = row.wake_at;
  locked.move_to(wake_at ? RunStatus::kSleeping : RunStatus::kReady);
  if (wake_at) locked.row.wake_at = wake_at;
  else locked.row.ready_at = transaction.now;
  Data::Pairs all = {{"program", row.program}, {"tenant", row.tenant}, {"queue", row.queue}};
  if (!row.by.empty()) all.emplace_back("by", row.by);
  all.insert(all.end(), std::make_move_iterator(data.begin()), std::make_move_iterator(data.end()));
  locked.finish(std::move(all));
}

Submitted submit(Transaction& transaction, const NewRun& run) {
  if (!run.row.key.empty())
    if (const auto known = find_key(transaction.database, run.row.tenant, run.row.key)) {
      if (known->parent != run.row.parent)
        throw KeyConflict("the key '" + run.row.key + "' is that of run " + known->run + ", which came of another one");
      check_key(run.row.key, "run " + known->run, known->program == run.row.program, other_inputs(known->inputs, run.row.inputs));
      return {known->run, false};
    }
  insert_program(transaction.database, run.row.program, run.source);
  Data::Pairs data;
  if (run.row.parent_call) data = {{"parent", run.row.parent}, {"parent_call", int64_t(run.row.parent_call)}};
  begin(transaction, Transition::kSubmit, run.row, std::move(data));
  return {run.row.id, true};
}

std::vector<Lease> claim(Transaction& transaction, const Claim& claim, Turns& turns) {
  check_name(claim.worker, "a worker");
  std::vector<Lease> leases;
  for (const std::string& queue : claim.queues) {
    while (leases.size() < claim.most) {
      const auto next = next_ready(transaction.database, queue, turns);
      if (!next) break;
      const std::string& id = next->text(0);
      turns.last_tenant[queue] = next->text(1);
      LockedRun run(transaction, Transition::kClaim, id);
      run.on_behalf_of(claim.worker);
      run.move_to(RunStatus::kRunning);
      run.row.epoch += 1;
      run.row.owner = claim.worker;
      set_lease(transaction, run.row, claim.lease_ms);
      run.finish();
      leases.push_back({id, run.row.tenant, claim.worker, run.row.epoch, run.row.seq, run.row.lease_until});
    }
  }
  return leases;
}

void renew(Transaction& transaction, Lease& lease, uint64_t lease_ms) {
  LockedRun run(transaction, Transition::kRenew, lease);
  set_lease(transaction, run.row, lease_ms);
  run.finish();
  lease.until = run.row.lease_until;
}

void release(Transaction& transaction, const Lease& lease, const std::vector<uint64_t>& without_tool, const std::string& reason) {
  LockedRun run(transaction, Transition::kRelease, lease);
  for (RunCall& call : run.open_calls()) {
    if (call.state == CallState::kDispatched) throw Refused("call " + call.key + " is on its way to its tool");
    if (call.state != CallState::kPending || std::ranges::find(without_tool, call.call.id) == without_tool.end()) continue;
    call.tool.clear();
    write_call(run, call);
  }
  run.let_go();
  run.row.reason = reason;
  run.finish(reason.empty() ? Data::Pairs() : Data::Pairs{{"reason", reason}});
}

void fail(Transaction& transaction, const Lease& lease, const std::string& reason) {
  LockedRun run(transaction, Transition::kFail, lease);
  lose(run, reason);
}

size_t expire(Transaction& transaction) {
  const MachineTime& machine = transaction.machine;
  const std::vector<std::string> expired =
      ids(machine.id.empty() ? transaction.database.run(kExpired, {transaction.now, kAtOnce})
                             : transaction.database.run(kExpiredThere, {transaction.now, machine.id, machine.ms, kAtOnce}));
  for (const std::string& id : expired) {
    LockedRun run(transaction, Transition::kExpire, id);
    lose(run, "its worker " + run.row.owner + " wasn't heard of for the time of its lease");
  }
  return expired.size();
}

size_t wake(Transaction& transaction) {
  const std::vector<std::string> due = ids(transaction.database.run(kDue, {transaction.now, kAtOnce}));
  for (const std::string& id : due) {
    LockedRun run(transaction, Transition::kWake, id);
    Data::Items failed_calls;
    for (RunCall& call : run.open_calls()) {
      if (!call.due || *call.due > transaction.now) continue;
      if (waits_for_message(call))
        set_answer(run, call, Error{.type = "TimeoutError", .message = "no message came on '" + call.channel + "' in time"});
      if (call.state == CallState::kDeferred) {
        Data::Pairs failed;
        fail_attempt(
            run, call,
            {Failure::Kind::kTimeout,
             {.type = "TimeoutError", .message = "the answer of " + call.call.function + "() that was to come later didn't come in time"}},
            failed);
        failed_calls.push_back(Data::dict(std::move(failed)));
      }
    }
    Data::Pairs data = {{"why", "timer"}};
    if (!failed_calls.empty()) data.emplace_back("failed", Data::list(std::move(failed_calls)));
    run.move_to(RunStatus::kReady);
    run.row.ready_at = transaction.now;
    run.finish(std::move(data));
  }
  return due.size();
}

// The first that waits for anybody who has it.
std::string waiting_function(const std::vector<RunCall>& calls, const std::vector<std::string>& functions) {
  for (const RunCall& call : calls)
    if (waits_for_anybody(call) && std::ranges::find(functions, call.call.function) != functions.end()) return call.call.function;
  return "";
}

size_t wake_for(Transaction& transaction, const std::vector<std::string>& functions, const std::vector<std::string>& queues) {
  constexpr size_t kTogether = 8;
  size_t woken = 0;
  for (size_t from = 0; from < functions.size(); from += kTogether) {
    const auto f = [&](size_t i) -> const std::string& { return functions[std::min(from + i, functions.size() - 1)]; };
    for (const std::string& queue : queues) {
      for (const std::string& id :
           ids(transaction.database.run(kWithoutTool, {f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), queue, kAtOnce}))) {
        LockedRun run(transaction, Transition::kWake, id);
        const std::string function = waiting_function(run.open_calls(), functions);
        run.move_to(RunStatus::kReady);
        run.row.ready_at = transaction.now;
        run.finish({{"why", "tool"}, {"function", function}});
        ++woken;
      }
    }
  }
  return woken;
}

size_t wake_postponed(Transaction& transaction, const std::vector<std::string>& queues) {
  size_t woken = 0;
  for (const std::string& queue : queues) {
    for (const std::string& id : ids(transaction.database.run(kPostponed, {queue}))) {
      LockedRun run(transaction, Transition::kWake, id);
      for (RunCall& call : run.open_calls()) {
        if (!is_postponed(call)) continue;
        call.due.reset();
        write_call(run, call);
      }
      run.move_to(RunStatus::kReady);
      run.row.ready_at = transaction.now;
      run.finish({{"why", "policy"}});
      ++woken;
    }
  }
  return woken;
}

void cancel(Transaction& transaction, const std::string& id, const std::string& reason, bool by_itself) {
  lock_parent(transaction, id);
  LockedRun run(transaction, Transition::kCancel, id);
  if (by_itself) run.by_itself();
  if (has_ended(run.row.status)) throw Refused("run " + id + " has ended: it is " + to_string(run.row.status));
  for (RunCall& call : run.open_calls()) {
    if (call.state == CallState::kDispatched || call.state == CallState::kDeferred) {
      end_attempt(run, call, "lost");
      set_call_state(run, call, call.idempotent ? CallState::kAbandoned : CallState::kInDoubt);
    } else if (call.state == CallState::kPending || call.state == CallState::kAwaitingApproval || call.state == CallState::kHeld) {
      set_call_state(run, call, CallState::kAbandoned);
    }
  }
  run.move_to(RunStatus::kCancelled);
  run.row.timer_at.reset();
  run.row.ended = transaction.now;
  run.row.reason = reason;
  run.finish({{"reason", reason}});
  after_end(transaction, run.row);
}

void retry(Transaction& transaction, const std::string& id, const std::optional<Limits>& limits) {
  LockedRun run(transaction, Transition::kRetry, id);
  if (run.row.status != RunStatus::kDead)
    throw Refused("run " + id + " is " + to_string(run.row.status) + ": only a dead one can be retried");
  if (limits) run.row.limits = *limits;
  check_more_is_given(run.row);
  run.row.failures = 0;
  run.row.ended.reset();
  run.row.reason.clear();
  run.row.limit.clear();
  run.row.limit_at = 0;
  // Children may have ended elsewhere, or have been left behind, when the run comes from another store.
  for (RunCall& call : run.open_calls())
    if (const auto answer = waits_for_child(call) ? answer_of_child(transaction.database, run.row, call.child) : std::nullopt)
      set_answer(run, call, *answer);
  run.let_go();
  run.finish();
}

void take_in(Transaction& transaction, const std::string& id) {
  LockedRun run(transaction, Transition::kImport, id);
  const RunStatus was = run.row.status;
  lose_calls(run, true);
  for (const RunCall& call : calls_of(transaction.database, id))
    if (!call.consumed_by) write_call(run, call);  // what it is found by, whatever the file said of that
  if (has_ended(was)) {
    run.move_to(was);
  } else {
    run.move_to(RunStatus::kDead);
    run.row.ended = transaction.now;
    if (was != RunStatus::kDead) run.row.reason = std::string("it was ") + to_string(was) + " when it was exported, and may go on there";
  }
  run.finish({{"was", to_string(was)}});
}

std::vector<std::string> prune(Transaction& transaction, const PruneQuery& query) {
  Database& database = transaction.database;
  std::vector<std::string> pruned;
  const std::string status = query.status ? to_string(*query.status) : "";
  for (const Row& row :
       database.run(kEnded, {query.ended_before, query.tenant, query.tenant, status, status, query.ended_before, uint64_t(query.most)})) {
    const std::string& id = row.text(0);
    if (!is_allowed(RunMove{Transition::kPrune, run_status_from(row.text(1)), std::nullopt})) throw Refused("run " + id + " hasn't ended");
    pruned.push_back(id);
    if (query.dry_run) continue;
    for (const Statement* part : {&kDeleteAttempts, &kDeleteDecisions, &kDeleteRemarks, &kDeleteCalls, &kDeleteSnapshots, &kDeletePieces,
                                  &kDeleteMessages, &kDeleteEvents, &kDeleteNotices, &kDeleteRun})
      database.write(*part, {id});
  }
  if (query.dry_run || pruned.empty()) return pruned;
  database.write(kDeletePrograms, {});
  transaction.notes.push_back({.action = "prune",
                               .tenant = query.tenant,
                               .data = {{"runs", int64_t(pruned.size())}, {"ended_before", time_text(query.ended_before)}}});
  return pruned;
}

}  // namespace fermata::durable
