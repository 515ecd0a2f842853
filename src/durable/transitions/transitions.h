// The transitions, each a function of a transaction that is under way: the caller has begun it, and commits it or, when something is
// thrown, rolls it back. What they need and do is in transitions.def and fermata/durable/store.h; here are the parts that need no database
// made ahead, as the transaction may hold up others. Called by store.cpp and the model check.
#pragma once

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "durable/rows/states.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

struct NewRun {
  RunRow row;
  std::string source;
};
// Throws UsageError for names that can't be written down.
NewRun new_run(const Submission& submission, Time now);

// Names are in the log's lines, in keys and on terminals. Throws UsageError.
void check_name(const std::string& name, const char* what, bool may_be_empty = false);

// A new run, ready or, until its `wake_at`, sleeping; `data` is of its event. Its program is there.
void begin(Transaction& transaction, Transition transition, const RunRow& row, Data::Pairs data = {});
// The run of this key, if there is one.
struct KnownRun {
  std::string run, program, inputs, parent;
};
std::optional<KnownRun> find_key(Database& database, const std::string& tenant, const std::string& key);
// Throws KeyConflict.
void check_key(const std::string& key, const std::string& is_that_of, bool same_program, const std::string& other_inputs);
Submitted submit(Transaction& transaction, const NewRun& run);
struct NewScheduleRow {
  ScheduleRow row;
  std::string source;
};
// Throws UsageError.
NewScheduleRow new_schedule(const NewSchedule& schedule, Time now);
Scheduled schedule(Transaction& transaction, const NewScheduleRow& schedule);
void pause_schedule(Transaction& transaction, const std::string& id);
void resume_schedule(Transaction& transaction, const std::string& id);
void unschedule(Transaction& transaction, const std::string& id);
size_t fire(Transaction& transaction);
// What a worker remembers between its claims.
struct Turns {
  std::set<std::string> except{};                    // runs that it doesn't take
  std::map<std::string, std::string> last_tenant{};  // of each queue: whose run it took last
};
// Of each queue the tenants have their turns, in the order of their names; of each tenant the run of the highest priority that has been
// ready for longest.
std::vector<Lease> claim(Transaction& transaction, const Claim& claim, Turns& turns);
void renew(Transaction& transaction, Lease& lease, uint64_t lease_ms);
RunCall dispatch(Transaction& transaction, const Lease& lease, const Dispatch& dispatch);
CallState fail_call(Transaction& transaction, const Lease& lease, uint64_t call, const Failure& failure);
CallState defer(Transaction& transaction, const Lease& lease, uint64_t call, uint64_t within_ms);
bool answer_by_token(Transaction& transaction, const std::string& token, const Answer& answer);
bool answer(Transaction& transaction, const Lease& lease, uint64_t call, const Answer& answer);
CallState answer(Transaction& transaction, const Handling& person, const Answer& answer);
inline bool ends(const Step& step) { return step.then == Step::Then::kDone || step.then == Step::Then::kRaised; }
void advance(Transaction& transaction, Lease& lease, const Step& step, const StoredState& state);
// Store::step. The run's row and calls are read and written once.
std::vector<RunCall> step(Transaction& transaction, Lease& lease, const std::vector<CallAnswer>& answers, const Step& step,
                          const StoredState& state, const std::vector<Dispatch>& dispatches);
// Locks the parent of a run that may end, as whoever ends it tells the parent: a parent is locked before its children. Before all else.
void lock_parent(Transaction& transaction, const std::string& run);
std::string spawn(Transaction& transaction, const Lease& lease, uint64_t call, const Spawn& spawn);
// What a call of the run that waits for a child gets: how that ended. Nothing: it hasn't.
std::optional<Answer> answer_of_child(Database& database, const RunRow& run, const std::string& child);
// The run of this id, if `run` has spawned it, or the one that `run` was forked from.
std::optional<RunRow> find_child(Database& database, const RunRow& run, const std::string& id);
// A run's limits, narrowed to what all of its tree have left of those that they share.
Limits left_in_tree(Database& database, const RunRow& run);
// A run has ended: its parent is told, and its children are cancelled.
void after_end(Transaction& transaction, const RunRow& run);
void release(Transaction& transaction, const Lease& lease, const std::vector<uint64_t>& without_tool, const std::string& reason = "");
void fail(Transaction& transaction, const Lease& lease, const std::string& reason);
size_t expire(Transaction& transaction);
size_t wake(Transaction& transaction);
size_t wake_for(Transaction& transaction, const std::vector<std::string>& functions, const std::vector<std::string>& queues);
size_t wake_postponed(Transaction& transaction, const std::vector<std::string>& queues);
Time postpone(Transaction& transaction, const Lease& lease, uint64_t call, const std::string& tool, const std::string& why);
void send_back(Transaction& transaction, const Lease& lease, uint64_t call, const std::string& why, const std::optional<Ask>& more);
uint64_t send(Transaction& transaction, const Message& message);
CallState decide(Transaction& transaction, const Decision& decision);
// One of several in a transaction: nothing is written of one that is refused.
std::variant<CallState, Refused> decided_or_refused(Transaction& transaction, const Decision& decision);
size_t lapse(Transaction& transaction);
void claim_approval(Transaction& transaction, const Handling& handling, uint64_t ms);
void release_approval(Transaction& transaction, const Handling& handling);
void delegate(Transaction& transaction, const Handling& handling, const std::string& to);
void escalate(Transaction& transaction, const Handling& handling, const std::set<std::string>& to);
void remark(Transaction& transaction, const Handling& handling, bool is_question, const std::string& text);
std::string grant(Transaction& transaction, const NewGrant& grant);
void revoke(Transaction& transaction, const std::string& id, const std::string& who);
CallState reconcile(Transaction& transaction, const Reconciliation& reconciliation);
// `by_itself`: it follows from its parent's end.
void cancel(Transaction& transaction, const std::string& run, const std::string& reason, bool by_itself = false);
void retry(Transaction& transaction, const std::string& run, const std::optional<Limits>& limits);
std::string fork(Transaction& transaction, const Fork& fork);
// Store::repeated().
std::vector<RunCall> repeated_calls(Database& database, const Fork& fork);
CallState ask(Transaction& transaction, const Lease& lease, uint64_t call, const Ask& ask);
// A run whose rows come from another store.
void take_in(Transaction& transaction, const std::string& run);
// All states of a run as the store seals them now. Those that aren't sealed yet are taken with `takes_unsealed` alone. Gives how many were
// sealed anew. Throws StoreError (kDamaged) when one can't be opened.
size_t reseal(Transaction& transaction, const std::string& run, bool takes_unsealed);
std::vector<std::string> prune(Transaction& transaction, const PruneQuery& query);

// --- What they share

// Before the next attempt, in ms: twice as long after each, less up to a half by chance, and no less than `after_ms`.
Time pause_after(uint64_t attempts, const Retries& retries, uint64_t after_ms = 0);

// A call that was at its tool has failed, and its attempt has ended: what its retries make of that. `data` gets what the event says of it.
void fail_attempt(LockedRun& run, RunCall& call, const Failure& failure, Data::Pairs& data);
// "call r1:3:2 is answered", with who decided on it, if somebody has.
std::string told(LockedRun& run, const RunCall& call);
// Throws UsageError.
void check_value(const Answer& answer);
// Whether it is settled what becomes of a call that isn't to be decided on (any more): nothing says that its tool is called again. It is,
// by anybody, when nobody was asked about it; else when as many of those who may decide on it have said so as have to approve it. Throws
// Refused.
bool is_settled(LockedRun& run, RunCall& call, const Handling& person, const std::optional<Answer>& what);
// How an approval stands at first. Throws UsageError.
void check(const Ask& ask);  // throws UsageError
Asked asked(const Ask& ask, Time now);
// One that isn't written yet. Throws UsageError.
StandingGrant new_grant(const NewGrant& grant, Time now);
// The standing grants that approve calls, and that nobody else uses before the transaction is over.
class Grants {
 public:
  // `calls`: those that it may be asked about.
  Grants(LockedRun& run, const std::vector<const fermata::Call*>& calls);
  // So many as the call needs; nothing: there aren't enough.
  std::optional<std::vector<StandingGrant>> for_call(const RunCall& call);
  // Writes them down as decisions on the call, which was shown as at that snapshot; gives what the event says of it.
  Data::Items use(const std::vector<StandingGrant>& grants, const RunCall& call, uint64_t seq, const std::string& snapshot);

 private:
  LockedRun& run_;
  std::vector<StandingGrant> usable_;
};

}  // namespace fermata::durable
