// A transition in the making: the transaction that it is part of, and the rows of the run that it changes. Made by store.cpp (and the model
// check), used by the transitions.
//
// Each transition locks its run's row first: so two that concern one run never pass each other, whatever the database's isolation level.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "durable/database/database.h"
#include "durable/rows/waiting.h"
#include "durable/transitions/table.h"
#include "fermata/durable/audit.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

struct RunRow;
struct Span;
struct StoredState;
class Seals;

// What several transitions of one run, in one transaction, change of its row and calls: read once, and written once, by write_all().
struct Unwritten {
  bool has_row = false;         // Transaction::locked isn't written
  uint64_t epoch = 0, seq = 0;  // of the row in the database
  bool knows_calls = false;
  std::map<uint64_t, RunCall> calls{};  // those that were open, and new ones, as they are now
  std::map<uint64_t, bool> changed{};   // of these; whether it is new
  std::vector<Attempt> begun{};         // (each refers to its call)
  std::vector<Event> events{};
};

struct Transaction {
  Database& database;
  Time now;
  const StoreOptions& options;
  const Seals& seals;
  MachineTime machine{};
  std::shared_ptr<const RunRow> locked{};  // the run that its last transition wrote: the next one of that run needn't read it
  std::vector<AuditNote> notes{};          // what the audit is told at its end
  std::optional<Unwritten> unwritten{};    // none: each transition writes what it changes
  std::vector<Span>* spans = nullptr;      // of runs that end in it; null: nobody is told
};
// The run of a transition under a lease, and its open calls, are going to be read.
void expect_run(Database& database, const std::string& run);
void expect_open_calls(Database& database, const std::string& run);
// What transitions have left unwritten.
void write_all(Transaction& transaction);

// A run's row as it is stored: what Run shows, and what only the store knows.
struct RunRow : Run {
  std::optional<Time> ready_at{}, wake_at{}, timer_at{};
  bool goes_on = true;   // the program stands in the midst of its work, or hasn't begun
  std::string inputs{};  // JSON
  std::string head{};    // the hash of the last event
  // The lease by the clock of its machine, if it has one: lease_until is what people see then.
  std::string lease_clock{};
  uint64_t lease_tick = 0;
};
// The run's lease is over so long after now.
void set_lease(const Transaction& transaction, RunRow& row, uint64_t lease_ms);
std::optional<RunRow> find_run(Database& database, const std::string& id);
RunRow known_run(Database& database, const std::string& id);  // Throws Refused.
// As others see it.
Run shown(RunRow row);

// The run of a transition. What is set in `row` is written by finish(), which also writes the event; nothing is written without it.
class LockedRun {
 public:
  // Throws Refused when there is no such run.
  LockedRun(Transaction& transaction, Transition transition, const std::string& id);
  // Under a lease: throws Fenced when it isn't the run's present one.
  LockedRun(Transaction& transaction, Transition transition, const Lease& lease);
  // A new one, whose row is written at once: rows of its parts refer to it.
  LockedRun(Transaction& transaction, Transition transition, RunRow row);

  RunRow row;

  // Whose the event is, where there is no lease yet.
  void on_behalf_of(const std::string& worker) { worker_ = worker; }
  // It follows from what happened to another run: the audit isn't told.
  void by_itself() { is_audited_ = false; }
  // The run's next status. Throws Refused when the table has no such move.
  void move_to(RunStatus to);
  // The same for one of its calls; the caller writes it.
  void check_call(std::optional<CallState> from, CallState to) const;
  // To where it rests when no worker has it: ready, waiting or sleeping, as its calls and timers say. Not before `not_before`.
  void let_go(std::optional<Time> not_before = std::nullopt);
  // Something has come that a worker may go on with: the run is ready if it was at rest; otherwise it stays what it is.
  void call_changed();

  // The tenant's webhooks are told, too, when all this is committed; finish() tells them how the run ended.
  void tell(const char* type, Data::Pairs data);
  // And more of what they are told of this type about the call, if they are.
  void tell_more(std::string_view type, const std::string& call, const Data::Pairs& data);

  // The event has this hash of what is written to another row (rows/digests.h).
  void witness(std::string name, std::string digest) { digests_.insert_or_assign(std::move(name), std::move(digest)); }

  // Writes the row and an event with `data`.
  void finish(Data::Pairs data = {});
  // Those of its calls that were neither consumed nor given up.
  std::vector<RunCall> open_calls();

  Transaction& transaction() const { return transaction_; }

 private:
  void write_event(Data::Pairs data);
  void write_notices();
  [[noreturn]] void refuse(RunStatus to) const;

  Transaction& transaction_;
  Transition transition_;
  std::optional<RunStatus> from_;
  uint64_t epoch_ = 0, seq_ = 0;  // as they were
  std::string worker_{};          // whose lease it is
  bool is_audited_ = true;
  std::map<std::string, std::string> digests_{};
  std::vector<std::pair<const char*, Data::Pairs>> notices_{};
};

// --- Calls

// As Store::calls().
std::optional<RunCall> find_call(Database& database, const std::string& run, uint64_t id, uint64_t most_bytes = INT64_MAX);
std::vector<RunCall> calls_of(Database& database, const std::string& run, uint64_t most_bytes = INT64_MAX);
std::vector<RunCall> awaiting_calls(Database& database, const WaitingPage& page);  // for approvals
std::vector<RunCall> other_calls(Database& database, const WaitingPage& page);
// Those that were neither consumed nor given up.
std::vector<RunCall> open_calls_of(Database& database, const std::string& run);
void insert_call(LockedRun& run, const RunCall& call);
void write_call(LockedRun& run, const RunCall& call);
// Throws Refused when the table has no such move from the state that it has.
void set_call_state(LockedRun& run, RunCall& call, CallState to);
// The same, with an answer.
void set_answer(LockedRun& run, RunCall& call, const Answer& answer);
void write_calls(Transaction& transaction);  // that are unwritten yet
// The one that is named. Throws Refused.
RunCall call_of(LockedRun& run, uint64_t id);

// A snapshot waits for it.
inline bool waited_at(const RunCall& call, uint64_t seq) {
  return call.seq <= seq && (!call.consumed_by || call.consumed_by > seq) && (!call.abandoned_by || call.abandoned_by > seq);
}
// Its tool is called as soon as a worker has the run, or when the call is due.
inline bool waits_for_tool(const RunCall& call) { return call.state == CallState::kPending && !call.tool.empty(); }

// It is answered by the end of another run.
inline bool waits_for_child(const RunCall& call) { return call.state == CallState::kPending && !call.child.empty(); }

// Whether its tool may be called nobody could say: RunCall::reason.
inline bool is_postponed(const RunCall& call) { return call.state == CallState::kPending && !call.reason.empty(); }
inline bool waits_for_message(const RunCall& call) { return call.state == CallState::kPending && !call.channel.empty(); }

// With RunCall::token, if it has one.
void begin_attempt(LockedRun& run, RunCall& call, const std::string& worker);
// Of its last attempt, if that hasn't ended.
void end_attempt(LockedRun& run, const RunCall& call, const char* outcome, const Error* error = nullptr);
std::vector<Attempt> attempts_of(Database& database, const std::string& run);
// What a token is for, if the attempt that it names has it.
struct TokenOf {
  std::string run{};
  uint64_t call = 0, attempt = 0;
};
bool has_token(Database& database, const RunCall& call);  // its latest attempt
std::string new_token(const TokenOf& of);
std::optional<TokenOf> find_token(Database& database, const std::string& token);

// --- Approvals

// With its number, and when it was; gives the number.
uint64_t insert_decision(LockedRun& run, const RunCall& call, Decided decided);
std::vector<Decided> decisions_of(Database& database, const std::string& run);
std::vector<Decided> decisions_of(Database& database, const std::string& run, uint64_t call);
// Those that count towards the quorum, one of each person.
std::vector<Decided> approvals_of(const RunCall& call, std::vector<Decided> decisions);
void insert_remark(LockedRun& run, const RunCall& call, Remark remark);
std::vector<Remark> remarks_of(Database& database, const std::string& run, uint64_t call);
// What was said of the calls that awaiting_calls() gives.
using CallId = std::pair<std::string, uint64_t>;  // its run, and its number there
std::map<CallId, std::vector<Decided>> awaiting_decisions(Database& database, const WaitingPage& page);
std::map<CallId, std::vector<Remark>> awaiting_remarks(Database& database, const WaitingPage& page);

// --- Standing grants

void insert_grant(Database& database, const StandingGrant& grant);
// All of a tenant, or of all; of a function, or of all.
std::vector<StandingGrant> grants_of(Database& database, const std::string& tenant, const std::string& function);
std::optional<StandingGrant> find_grant(Database& database, const std::string& id);
// Those that may be used now, by their ids. Until the transaction is over nobody else uses or revokes them; of several functions they are
// locked in the functions' order.
std::vector<StandingGrant> lock_grants(Transaction& transaction, const std::string& tenant, const std::string& function);
void use_grant(Database& database, const std::string& id);
void revoke_grant(Database& database, const std::string& id, const std::string& who, Time now);
// Whether these arguments are meant.
// An argument, and what rules may call it: its keyword, its place, or the other of the two where its parameter is known.
struct NamedArgument {
  std::vector<std::string> names{};
  const Data* value = nullptr;
};
// `places`: place_names() of the call's function.
std::vector<NamedArgument> named_arguments(const fermata::Call& call, const std::vector<std::string>& places);
bool has_rule(const GrantTerms& terms, const std::vector<std::string>& names);
bool fits(const GrantTerms& terms, const fermata::Call& call, const std::vector<std::string>& places);

// --- Schedules

struct ScheduleRow : Schedule {
  std::string inputs{};  // JSON
};
void insert_schedule(Database& database, const ScheduleRow& schedule);
std::optional<ScheduleRow> find_schedule(Database& database, const std::string& tenant, const std::string& key);
std::vector<ScheduleRow> schedules_of(Database& database, const std::string& tenant);
// Until the transaction is over nobody else has them.
std::optional<ScheduleRow> lock_schedule(Database& database, const std::string& id);
std::vector<ScheduleRow> lock_due_schedules(Transaction& transaction, size_t most);
// `next` and what it has fired.
void write_schedule(Database& database, const ScheduleRow& schedule);
void delete_schedule(Database& database, const std::string& id);

// --- Messages

// Gives its number.
uint64_t insert_message(LockedRun& run, Message message);
// The oldest one on the call's channel that answers no call yet answers this one; nothing: there is none.
std::optional<Data> take_message(LockedRun& run, const RunCall& call);
std::vector<Message> messages_of(Database& database, const std::string& run);
std::optional<Message> find_message(Database& database, const std::string& run, const std::string& key);

// --- Snapshots

// With the run's timer_at and goes_on. Throws SealMoved.
void insert_snapshot(LockedRun& run, uint64_t seq, const std::string& parent, const StoredState& state, std::string_view stdout_text,
                     std::string_view stderr_text);
struct SnapshotRow : Snapshot {
  std::optional<Time> timer_at{};
  bool goes_on = false;
  std::string state{};   // as it is stored
  std::string stored{};  // the hash of that
};
std::optional<SnapshotRow> find_snapshot(Database& database, const std::string& run, uint64_t seq);
// Its state was sealed anew, with this key. Throws SealMoved.
void write_state(Database& database, const SnapshotRow& snapshot, const std::string& key);
// The hash of the hashes of a run's states as they are stored, up to a snapshot.
std::string hash_of_states(Database& database, const std::string& run, uint64_t last);
// Only its hash; "" for 0.
std::string snapshot_hash(Database& database, const std::string& run, uint64_t seq);
Time snapshot_time(Database& database, const std::string& run, uint64_t seq);
void insert_program(Database& database, const std::string& hash, std::string_view text);

std::string event_hash(const std::string& before, const Event& event);

}  // namespace fermata::durable
