// Store: durable runs in a database. Whatever happens to a run is one transaction here, and nothing that matters is anywhere else: workers
// may die at any moment, and others go on.
//
//   auto store = fermata::durable::Store::open("runs.db");
//   std::string run = store->submit({.source = text, .name = "agent.py", .key = "order-17"}).run;
//   ...
//   for (Lease& lease : store->claim({.worker = "w1", .queues = {"default"}})) …        // in a worker; worker.h has one
//   for (const Approval& asked : store->approvals())
//     store->decide({.run = asked.call.run, .call = asked.call.call.id, .shown = asked.shown, .who = "ada", .verdict = Verdict::kApprove});
//
// src/durable/transitions/transitions.def says which transition leads from where to where, and what it needs; a function here is one
// transition. A function that throws has written nothing, with one exception: after StoreError of kind kUnknown it may have.
//
// A Store may be used from any thread. It belongs to the process that opened it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "fermata/durable/approvals.h"
#include "fermata/durable/run.h"
#include "fermata/durable/schedule.h"
#include "fermata/durable/store_options.h"
#include "fermata/session.h"

namespace fermata::durable {

struct Actor;        // audit.h
struct AuditRecord;  // audit.h
class Tracer;        // tracing.h

// Something is wrong with the database.
class StoreError : public std::runtime_error {
 public:
  enum class Kind : uint8_t {
    kOpen,     // it can't be opened, or what is there is no store
    kVersion,  // a newer release wrote it
    kBusy,     // others have it locked, or use its connections, for longer than StoreOptions::patience_ms
    kFull,     // no room on the disk
    kDamaged,  // what was read makes no sense, or a state can't be opened with the keys
    kFailed,   // reading, writing or the connection
    kUnknown,  // the same at the very end of a transaction: it may have happened
    kSealed,   // the keys that are given, or none, aren't those of the store
  };
  StoreError(Kind kind, const std::string& what) : runtime_error(what), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

// The run isn't the caller's any more: its lease was over, and somebody else went on, or it was cancelled. Drop all that is known of it.
class Fenced : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

// The run or the call isn't there, or isn't in a state that permits this: "call r1:3:2 was approved by ada".
class Refused : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

// What it is refused for is that what is named isn't there: a snapshot.
class NotThere : public Refused {
 public:
  using Refused::Refused;
};

// A submission's key is that of a run or schedule with another program, other inputs or other arguments.
class KeyConflict : public Refused {
 public:
  using Refused::Refused;
};

// What a program finds when it begins, as SessionOptions has it. A run keeps it: a large file is better mounted at its workers.
struct Surroundings {
  std::vector<File> files{};
  std::optional<std::string> standard_input{};
  std::vector<std::pair<std::string, std::string>> environment{};
  std::string zone{};  // its local time zone, by name; empty: UTC, or the schedule's
  bool operator==(const Surroundings&) const = default;
};

struct Submission {
  std::string source{};  // UTF-8
  std::string name{};    // of the program, in tracebacks
  Inputs inputs{};
  std::vector<std::string> arguments{};  // sys.argv after the name
  Surroundings surroundings{};
  std::string tenant = "default", queue = "default";
  // For each tenant there is one run of a key: submitting it again changes nothing; another program, other inputs, arguments or
  // surroundings are a KeyConflict.
  std::string key{};
  std::string by{};               // who submits it: they don't decide on its calls, unless Ask::self_approval; empty: nobody knows
  std::set<std::string> roles{};  // that they have, for policies; whoever calls this knows
  int64_t priority = 0;
  std::map<std::string, std::string> tags{};
  Limits limits{};
  std::optional<uint64_t> seed{};
  std::optional<Time> at{};  // not before
  // In which span of whose trace it is submitted, as W3C's Trace Context writes that: the run is a part of it (tracing.h). Empty: it is a
  // trace of its own. Not a part of what a key stands for.
  std::string traceparent{};
};
struct Submitted {
  std::string run{};
  bool is_new = false;
};

struct NewSchedule {
  std::string when{};  // its timetable: schedule.h
  std::string zone = "UTC";
  Missed missed = Missed::kOnce;
  // What its runs are. `key` is the schedule's own: for each tenant there is one schedule of a key, and making it again changes nothing;
  // with another program, timetable, other inputs or arguments it is a KeyConflict. `at` isn't for this.
  Submission run{};
};
struct Scheduled {
  std::string schedule{};
  bool is_new = false;
};

struct Claim {
  std::string worker{};
  std::vector<std::string> queues{"default"};  // asked in this order
  uint64_t lease_ms = 30'000;
  size_t most = 1;
};

// What a program's spawn() begins. The rest is its parent's: tenant, queue, who submitted it, priority, tags, limits, seed.
struct Spawn {
  std::string source{};  // UTF-8
  std::string name{};    // of the program; empty: the parent's with the call's number, "agent.py#3"
  Inputs inputs{};
};

// All that a worker needs to go on.
struct Work {
  Run run{};
  Limits left{};  // the run's, narrowed to what all runs of its tree together have left of their root's
  std::string source{};
  Inputs inputs{};
  std::vector<std::string> arguments{};
  Surroundings surroundings{};
  std::optional<uint64_t> seed{};
  std::set<std::string> roles{};  // of who submitted it: Submission::roles
  std::string traceparent{};      // Submission::traceparent; of a child its root's
  std::string state{};            // empty: the run hasn't begun
  std::vector<RunCall> calls{};   // that no snapshot has consumed, nor the program given up
};

// A call that the program waits for after a step. If it did so before, only the tool counts.
struct Waiting {
  fermata::Call call{};
  std::optional<Ask> ask{};  // a person is asked first, unless a standing grant approves it
  std::string tool{};        // what the worker is going to answer it with; empty: nothing
  bool idempotent = false;
  std::string channel{};      // it is answered by a message on this channel, and has no tool; empty: it is another call
  std::optional<Time> due{};  // with a channel: TimeoutError is raised then
  std::string child{};        // it is answered by the end of this run, a child, and has no tool; empty: it is another call
};

// What became of a run between two snapshots.
struct Step {
  enum class Then : uint8_t {
    kKeep,   // the worker goes on with it
    kLetGo,  // ready, waiting or sleeping, as its calls and timers say
    kDone,
    kRaised,
    kDead,  // a limit is used up: `reason`
  };
  Then then = Then::kLetGo;
  std::string state{};               // what Session::save() gave. May be empty when the program couldn't be compiled
  std::vector<uint64_t> consumed{};  // ids of the calls whose answers it was given
  std::vector<Waiting> waiting{};    // all calls that are pending now, but for timers
  std::optional<Time> timer{};       // the next one's
  bool goes_on = false;              // the program stands in the midst of its work (yielded, or at a limit): it needs no answer to go on
  std::string stdout_text{}, stderr_text{};  // printed since the snapshot before
  Spent spent{};
  Data result{};
  bool result_is_repr = false;
  std::optional<Error> error{};
  std::string reason{};
  std::string limit{};    // kDead: the one that is used up, "steps"
  uint64_t limit_at = 0;  // and how high it was
};

// How a tool failed.
struct Failure {
  enum class Kind : uint8_t {
    kError,    // it raised
    kTimeout,  // it took too long, and may act still
    kHold,     // it can't do its work until somebody has mended it: the program isn't told
    kFinal,    // it raised, and neither another attempt nor a person can mend that
  };
  Kind kind = Kind::kError;
  Error error{};
  uint64_t after_ms = 0;  // it isn't called again sooner
};

// A call whose tool is going to be called.
struct Dispatch {
  uint64_t call = 0;
  std::string tool{};       // as logs name it
  bool idempotent = false;  // it may be called again with the same key, should nobody hear of its end
  Retries retries{};
  bool may_defer = false;  // RunCall::token is made: it may answer later
};

// Somebody found out what happened at a call that is in doubt or deferred, or has done something about one that is held. Before they say of
// one in doubt that nothing happened they must know that whoever called the tool is gone, and not only stopped: the store can keep such a
// worker from writing here, but not from acting there.
//
// Of a call that people were asked about only those say so who may decide on it: with its roles, not who submitted the run, and as many as
// have to approve it have to say the same.
struct Reconciliation {
  std::string run{};
  uint64_t call = 0;
  std::string who{};
  std::set<std::string> roles{};   // that they have: whoever calls this knows
  std::optional<Answer> answer{};  // nothing: the tool did not act, or may act twice, and is called again
};

struct Fork {
  std::string run{};
  uint64_t seq = 0;                   // from this snapshot
  std::vector<CallAnswer> answers{};  // of its calls, instead of those that they got
  std::string queue{};                // empty: the same
  std::string by{};                   // who forks: like whoever submitted the run, they don't decide on its calls; empty: nobody knows
  // Tools that were called since then, or are at work, may be called again, under keys of the fork's. Else such a fork is refused.
  bool repeats = false;
  std::string key{};  // as Submission::key: the same one gives the fork that is there
};

struct RunQuery {
  std::string tenant{};  // empty: all
  std::optional<RunStatus> status{};
  std::string queue{};   // empty: all
  size_t most = 100;     // the newest first
  std::string before{};  // runs older than this one; empty: from the newest
};

struct PruneQuery {
  std::string tenant{};  // empty: all
  Time ended_before = 0;
  std::optional<RunStatus> status{};  // one that a run ends in, or kDead; nothing: any of these
  size_t most = 1000;
  bool dry_run = false;
};

// What becomes of what is sealed, or isn't.
struct Reseal {
  bool to_unsealed = false;  // nothing is sealed from now on; else the first key seals
  // What isn't sealed yet is taken as it is, though whoever could write to the database may have put it there. Else it is left.
  bool takes_unsealed = false;
};
struct Resealed {
  uint64_t states = 0, runs = 0, webhooks = 0;  // that were sealed anew, or opened
  std::vector<std::string> left{};              // what can't be opened with the keys: "run r1: snapshot 3 …"; of many the first
};

// The snapshots that a store keeps, and what their states take, as they are stored.
struct Moments {
  uint64_t count = 0, bytes = 0;
};

// How much there is of what, in one queue.
struct QueueStats {
  std::string queue{};
  std::map<RunStatus, uint64_t> runs{};
  std::optional<Time> oldest{};  // since when the one that has been ready for longest is ready
  // Calls that wait for people.
  uint64_t approvals = 0, in_doubt = 0, held = 0;
  uint64_t unanswered = 0;  // that no tool answers
  uint64_t deferred = 0;    // whose tools answer later
};

class Store {
 public:
  // A path, sqlite:///path, or postgresql://user@host/database (a URL as libpq takes it). Makes the store if it isn't there, and brings it
  // to this release's version. On PostgreSQL the tables are in the schema `fermata`, or another that the URL names:
  // "postgresql://host/database?options=-csearch_path%3Dteam_a". Throws StoreError.
  static std::unique_ptr<Store> open(const std::string& where, StoreOptions options = {});
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // The same store, for somebody: its audit has what is done through this as theirs. `told` is called with each record that was written
  // then, from the thread that did what it is about. It may outlive this one.
  std::unique_ptr<Store> acting(const Actor& actor, std::function<void(const AuditRecord&)> told = {}) const;
  // The same store, and so are those that it gives for somebody: the span of each run that ends by what is done through it is sent
  // (tracing.h). It may outlive this one.
  std::unique_ptr<Store> traced(std::shared_ptr<Tracer> tracer) const;

  // --- From outside. They throw Refused and StoreError.

  Submitted submit(const Submission& submission);
  // Runs of a program at times, which fire() begins. Throws UsageError for a timetable that makes no sense, or never comes, and for a zone
  // that this machine doesn't have.
  Scheduled schedule(const NewSchedule& schedule);
  // No times come until it is resumed; those that were meanwhile aren't missed. Refused: it is so already.
  void pause_schedule(const std::string& schedule);
  void resume_schedule(const std::string& schedule);
  // The schedule is gone; the runs that it began aren't.
  void unschedule(const std::string& schedule);
  // Answers a call that no tool answers. The first answer counts. One that people were asked about is answered by those who may decide on
  // it, as in Reconciliation. What the call is now: kPending when others have to say the same.
  CallState answer(const Handling& person, const Answer& answer);
  CallState answer(const std::string& run, uint64_t call, const Answer& given) { return answer(Handling{.run = run, .call = call}, given); }
  // What a tool answers that has said it answers later: `token` is that of the attempt (RunCall::token), and all that it takes. False: the
  // call has this answer already. Refused: nobody has such a token, the call has another answer, or nobody waits for one any more; and
  // that of an earlier attempt, unless the tool may be called twice.
  bool answer_by_token(const std::string& token, const Answer& answer);
  // The call that a token answers. Refused: nobody has it.
  RunCall call_by_token(const std::string& token);
  // What the call is now: kAwaitingApproval when others have to approve, too. Refused: somebody was faster, or what was shown has changed,
  // or who decides may not: for want of a role, as they submitted the run, have approved already, or as somebody else has claimed it.
  CallState decide(const Decision& decision);
  // The same of several; of each what its call is now, or why it was refused. Those of one run are one transaction: the run doesn't go on
  // between them, and what was shown of its other calls is still so.
  std::vector<std::variant<CallState, Refused>> decide(const std::vector<Decision>& decisions);
  // Nobody else decides for so long.
  void claim_approval(const Handling& handling, uint64_t ms = 900'000);
  void release_approval(const Handling& handling);  // by who has claimed it
  // `to` decides in their place, whatever their roles.
  void delegate(const Handling& handling, const std::string& to);
  // To the roles that its policy names for that; where anybody may decide, to those in `to`. Approvals that are there don't count any more.
  void escalate(const Handling& handling, const std::set<std::string>& to = {});
  // Whoever may decide asks; anybody answers.
  void question(const Handling& handling, const std::string& text);
  void reply(const Handling& handling, const std::string& text);
  // Gives its id.
  std::string grant(const NewGrant& grant);
  void revoke(const std::string& grant, const std::string& who);
  // What the call is now: as before, when others have to say the same.
  CallState reconcile(const Reconciliation& reconciliation);
  // A message for a run: it answers the oldest call that waits on its channel, or the next one that does. Of `message` run, channel, value
  // and key count. Gives its number.
  uint64_t send(const Message& message);
  // Ends it, and its children; whoever has them is fenced. Calls that are on their way to a tool that may not be called twice are in doubt
  // afterwards.
  void cancel(const std::string& run, const std::string& reason = "");
  // A dead run goes on from its latest snapshot; within `limits`, when given, instead of its own. Refused when it would be dead again at
  // once: the limit that it has used up hasn't been raised.
  void retry(const std::string& run, std::optional<Limits> limits = std::nullopt);
  // A new run. Calls of the snapshot have the answers given here, else those that they once got; the others wait anew. Refused when
  // there are repeated() calls, unless Fork::repeats.
  std::string fork(const Fork& fork);
  // What the run has done since, by tools or children, and the fork would do again if it went the same way.
  std::vector<RunCall> repeated(const Fork& fork);
  // The runs that have ended (cancelled and dead ones, too) are deleted with all that is theirs: of a tree of children not before all of it
  // has ended so long ago. Gives their ids.
  std::vector<std::string> prune(const PruneQuery& query);

  // The first key of this Store becomes the one that seals, and what another one has sealed is sealed anew, a run at a time. Workers go on
  // meanwhile if they have both keys. When that is killed, some is sealed with either key: call it again. Of what is in `left` the old keys
  // are still needed. Throws UsageError without keys, and StoreError (kSealed) when the store's own key isn't among them.
  Resealed reseal(const Reseal& how = {});
  // The keys are lost: what isn't sealed is taken again, and what is stays so. UsageError: there are keys.
  void allow_unsealed();

  // A run with all that is its own, as one file's bytes; sealed, when the store has keys. States stay sealed as they are.
  std::string export_run(const std::string& run);
  // The run of such a file, under its own id. One that hadn't ended is dead here, as it may go on where it came from: retry() says that it
  // doesn't. Gives its id. The file says what was approved: take only what you trust, or what is sealed. Throws Refused when the run is
  // there already, breaks a law, or what is in the file makes no sense; and StoreError (kDamaged) when the keys don't open it.
  std::string import_run(std::string_view file);

  // --- For workers. They throw Fenced, too.

  std::vector<Lease> claim(const Claim& claim);
  Work load(const Lease& lease);
  void renew(Lease& lease, uint64_t lease_ms);
  // Writes down that a call's tool is going to be called: do that afterwards, never before. `idempotent`: it may be called again with the
  // same key, should nobody hear of its end. Gives the number of the attempt, from 1. Throws UsageError for retries of a tool that isn't
  // idempotent.
  uint64_t dispatch(const Lease& lease, uint64_t call, const std::string& tool, bool idempotent, const Retries& retries = {});
  // The same; gives the call as its tool gets it.
  RunCall dispatch(const Lease& lease, const Dispatch& dispatch);
  // What the tool answered. False: the program has given the call up meanwhile, or its token has answered it.
  bool answer(const Lease& lease, uint64_t call, const Answer& answer);
  // The tool failed. What the call is now, by its retries: kPending (it is tried again at RunCall::due), kRaised, kHeld; kInDoubt when it
  // took too long and may not be called twice; kAbandoned when the program has given it up meanwhile.
  CallState fail_call(const Lease& lease, uint64_t call, const Failure& failure);
  // The tool has taken the call on: its answer comes by its token. One that hasn't come after `within_ms` has failed, as a tool that took
  // too long. What the call is now: kDeferred; what else, when its token has answered it already, or the program has given it up.
  CallState defer(const Lease& lease, uint64_t call, uint64_t within_ms);
  // A call that nobody was asked about when the program made it needs an approval by this worker's policy. kPending: a standing grant
  // approves it.
  CallState ask(const Lease& lease, uint64_t call, const Ask& ask);
  // Nobody can say yet whether the call's tool may be called: that is looked at again at the time that this gives, or when a worker begins,
  // which may have another policy (wake_postponed). `why` is shown (RunCall::reason).
  Time postpone(const Lease& lease, uint64_t call, const std::string& tool, const std::string& why);
  // Somebody gave the call other arguments, and its tool, or this worker's policy, can do nothing with them: it has its own again, and
  // people are asked anew. `why` is shown (RunCall::reason). `more`: what the policy asks for such arguments, which holds from now on.
  void send_back(const Lease& lease, uint64_t call, const std::string& why, const std::optional<Ask>& more = std::nullopt);
  // The new snapshot, and all that comes with it. The lease is then that snapshot's; with anything but kKeep it is over.
  void advance(Lease& lease, const Step& step);
  // answer() of each, advance() and dispatch() of each, in this order, as one transaction: what a worker does between two of a program's
  // stops. Gives the calls as their tools get them.
  std::vector<RunCall> step(Lease& lease, const std::vector<CallAnswer>& answers, const Step& step,
                            const std::vector<Dispatch>& dispatches);
  // A child of the run, and with it the answer of the call that spawned it: a handle (spawned_handle); or RuntimeError, when there are too
  // many already. The call is pending, and has a tool. Gives the child's id; empty: none.
  std::string spawn(const Lease& lease, uint64_t call, const Spawn& spawn);
  // Work::left as it is now.
  Limits left(const std::string& run);
  // Gives the run back where its latest snapshot is. Calls whose tools are at work have to be answered first (Refused). Those that the
  // worker has no tool for are in `without_tool`: they wait for a worker that has one (wake_for), or for answer(). `reason`: why this
  // worker can't go on with it, which others may (Run::reason).
  void release(const Lease& lease, const std::vector<uint64_t>& without_tool = {}, const std::string& reason = "");
  // The run can't go on: its process crashed, its state can't be loaded. It is tried again later, or dead.
  void fail(const Lease& lease, const std::string& reason);
  // The calls that no snapshot has consumed, nor the program given up, as Work has them.
  std::vector<RunCall> open_calls(const std::string& run);

  // --- For whoever keeps things going: workers do that, too.

  // Runs whose leases are over go on from their latest snapshots. Gives how many.
  size_t expire();
  // Runs whose timers, or calls that are tried again, are due are ready. Gives how many.
  size_t wake();
  // Approvals whose deadlines are over are denied, approved, escalated or overdue, as their policies say. Gives how many.
  size_t lapse();
  // Schedules whose times have come have their runs: one run for each time, whoever calls this how often. Gives how many schedules. (Those
  // whose zone this machine doesn't have are left to others.)
  size_t fire();
  // Runs that wait for a function which nobody had a tool for are ready: this worker has one. Gives how many.
  size_t wake_for(const std::vector<std::string>& functions, const std::vector<std::string>& queues);
  // Runs of these queues with calls that were postponed are ready. Gives how many.
  size_t wake_postponed(const std::vector<std::string>& queues);
  // Until what it gives is gone, `told` is called when a run of the queue may be ready, and with "" when that may have been missed. It is a
  // hint, from another thread, and only PostgreSQL gives it: look now and then all the same.
  std::shared_ptr<void> listen(std::function<void(const std::string& queue)> told);
  // When expire(), wake(), lapse() or fire() has something to do, as far as is known.
  std::optional<Time> next_due();

  // --- Looking.

  std::optional<Run> run(const std::string& id);
  // The same once it has ended or is dead, or so much time has passed (0: none; nothing: however long it takes). Throws Refused when it
  // isn't there, or is deleted meanwhile.
  Run wait(const std::string& id, std::optional<uint64_t> timeout_ms = std::nullopt);
  // The one run whose id begins so, or else whose key it is. Refused: none, or several.
  std::string run_named(const std::string& beginning);
  std::vector<Run> runs(const RunQuery& query = {});
  // Those that it has spawned, the oldest first.
  std::vector<Run> children(const std::string& run);
  // One that the run, or the one that it was forked from, has spawned; nothing: there is none of this id.
  std::optional<Run> child(const std::string& run, const std::string& id);
  // Arguments that take more than `most_bytes` are left out (RunCall::is_cut), and so are answers.
  std::vector<RunCall> calls(const std::string& run, uint64_t most_bytes = INT64_MAX);
  // One of them; nothing: there is none of this id.
  std::optional<RunCall> call(const std::string& run, uint64_t id, uint64_t most_bytes = INT64_MAX);
  // Those that a snapshot waited for, as they are now: with the answers that they got later.
  std::vector<RunCall> calls_at(const std::string& run, uint64_t seq);
  std::vector<Attempt> attempts(const std::string& run);
  std::vector<Message> messages(const std::string& run);
  std::vector<Approval> approvals(const WaitingQuery& query = {});
  // Of this call; nothing: it doesn't wait for one.
  std::optional<Approval> approval(const std::string& run, uint64_t call, uint64_t most_bytes = INT64_MAX);
  std::vector<Decided> decisions(const std::string& run);
  // What was asked and said about a call before somebody decided.
  std::vector<Remark> remarks(const std::string& run, uint64_t call);
  std::vector<StandingGrant> grants(const GrantQuery& query = {});
  // The one grant whose id begins so. Refused: none, or several.
  std::string grant_named(const std::string& beginning);
  // The oldest first; of one tenant, or of all.
  std::vector<Schedule> schedules(const std::string& tenant = "");
  // The one schedule whose id begins so. Refused: none, or several.
  std::string schedule_named(const std::string& beginning);
  // The other calls that wait for people: in doubt, held, and those that no tool answers; and those whose tools answer later, of whom
  // people may know more.
  std::vector<RunCall> unanswered(const WaitingQuery& query = {});
  // How many of either there are in each queue.
  std::map<std::string, uint64_t> waiting(const std::string& tenant = "");
  // Of each queue that has runs.
  std::vector<QueueStats> stats(const std::string& tenant = "");
  Moments moments(const std::string& tenant = "");
  std::vector<Snapshot> snapshots(const std::string& run);
  std::string state(const std::string& run, uint64_t seq);  // opened
  std::string source(const std::string& run);
  std::vector<Event> log(const std::string& run);
  bool is_sealed();         // StoreOptions::sealer
  std::string sealed_by();  // the id of the key that seals; empty: none does
  Time now() const;

  class Impl;
  Impl& impl() { return *impl_; }

 private:
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata::durable
