// What a store holds, as those see it who ask: runs, their calls, snapshots, decisions and events. Plain values without a tie to the store.
//
// Times are milliseconds since 1970. Hashes are SHA-256 in 64 hexadecimal digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fermata/durable/ask.h"
#include "fermata/error.h"
#include "fermata/host.h"
#include "fermata/limits.h"
#include "fermata/value.h"

namespace fermata::durable {

enum class RunStatus : uint8_t {
  kReady,      // a worker may take it
  kRunning,    // a worker has it, until its lease is over
  kWaiting,    // for an answer, a decision or a reconciliation; perhaps for a timer, too
  kSleeping,   // for a moment: a timer's, or that of the next try
  kDone,       // ended: `result`
  kRaised,     // ended: `error`
  kCancelled,  // ended by somebody
  kDead,       // stopped: it crashed too often, or a limit is used up. retry() lets it go on
};
const char* to_string(RunStatus status);  // "ready"
std::optional<RunStatus> run_status_from(std::string_view name);
bool has_ended(RunStatus status);  // done, raised or cancelled: nothing goes on from there. (dead isn't)

enum class CallState : uint8_t {
  kAwaitingApproval,  // a person is asked first
  kPending,           // nobody has been told yet: its tool will be, or, without one, whoever answers
  kDispatched,        // that its tool is called was written down; it may have acted
  kDeferred,          // its tool has taken it on, and answers later, by RunCall::token
  kInDoubt,           // whoever called the tool is gone, and the tool may not be called twice: somebody has to say what happened
  kHeld,              // its tool can't answer until a person has done something about it: RunCall::reason
  kAnswered,          // with a value
  kRaised,            // with an exception
  kAbandoned,         // the program gave the call up, or the run was cancelled
};
const char* to_string(CallState state);  // "awaiting_approval"
// Whether a person may say what became of such a call: Store::reconcile().
constexpr bool takes_reconciliation(CallState state) {
  return state == CallState::kInDoubt || state == CallState::kHeld || state == CallState::kDeferred;
}

struct Piece;

// The right to write to a run: given with a claim, good for one epoch of the run and one snapshot. What is written under a lease that isn't
// the run's present one throws Fenced.
struct Lease {
  std::string run{};
  std::string tenant{};
  std::string worker{};
  uint64_t epoch = 0;
  uint64_t seq = 0;
  Time until = 0;  // by the store's clock
  // The store's, when this lease has written that snapshot: its hash, and, when its state is large, what that consists of.
  std::string hash{};
  std::shared_ptr<const std::vector<Piece>> pieces{};
};

// The class of the handles that a program's spawn() gives it; a handle's name is the child's id.
inline constexpr const char* kChildHandle = "ChildRun";

inline constexpr std::ptrdiff_t kMostFramesKept = 50;

struct Run {
  std::string id{};
  std::string tenant{}, queue{}, name{};  // name: the program's, in tracebacks
  RunStatus status = RunStatus::kReady;
  uint64_t epoch = 0;   // how often it was claimed
  uint64_t seq = 0;     // of its latest snapshot; 0: it hasn't begun
  std::string owner{};  // the worker that has it; empty: none
  Time lease_until = 0;
  std::optional<Time> due{};          // ready: since when; waiting, sleeping: when it becomes so
  uint64_t failures = 0;              // crashes since the latest snapshot
  std::string key{};                  // of its submission; empty: none
  std::string parent{};               // the run that it was forked from, or that spawned it; empty: none
  uint64_t parent_call = 0;           // the call of its parent that spawned it; 0: none did
  std::string root{};                 // the run that all of its tree of children come from; empty: it has none, and is nobody's child
  std::string by{};                   // who submitted it; empty: nobody knows
  std::set<std::string> forked_by{};  // who forked it, or what it came from: what it asks for is theirs, too
  int64_t priority = 0;               // higher ones first
  std::map<std::string, std::string> tags{};
  std::string program{};  // the hash of its text
  Limits limits{};
  Spent spent{};
  Time created = 0;
  std::optional<Time> ended{};
  Data result{};                 // kDone
  bool result_is_repr = false;   // as Outcome has it
  std::optional<Error> error{};  // kRaised: without `call`, and with the innermost kMostFramesKept frames
  std::string reason{};          // kDead: why; kCancelled: what was said; else why the worker that had it last couldn't go on with it
  std::string limit{};           // kDead: the limit that is used up, "steps"; empty: none is
  uint64_t limit_at = 0;         // and how high it was: that of the run, or a narrower one of its worker
  uint64_t events = 0;           // in its log
};

// How often a tool is called for one call when it fails, and what becomes of the call afterwards.
struct Retries {
  uint64_t attempts = 1;  // at the most, those that nobody heard of again included. More than 1 takes a tool that is idempotent
  // The pause after the first one; each later one is twice as long as the one before, up to `longest_ms`. Up to half of it is taken off at
  // random, so that those that failed together don't come again together.
  uint64_t pause_ms = 1'000;
  uint64_t longest_ms = 300'000;
  std::set<std::string> final{};  // types of errors that another attempt won't mend: "ValueError"
  bool holds = false;             // when all have failed, a person is asked (CallState::kHeld). If not, the error is raised in the program
};

// A call of a host function that some snapshot of a run waited for.
struct RunCall {
  std::string run{};
  fermata::Call call{};  // with the arguments that its tool is given: edited ones, once that was decided
  bool is_cut = false;   // but without its arguments, which are larger than a list was to have (WaitingQuery)
  uint64_t seq = 0;      // of the snapshot that it first appeared in
  std::string key{};     // "run:seq:id": the same however often its tool is called
  CallState state = CallState::kPending;
  std::string policy{};     // why a person is asked first: Ask::note; empty: nobody is asked
  Asked asked{};            // with a policy: who decides, and how that stands
  std::string tool{};       // what answers it, as the worker called it; empty: nobody, it waits for answer()
  bool idempotent = false;  // the tool may be called again with the same key
  uint64_t attempts = 0;    // how often the tool was called
  Retries retries{};        // of its tool, when it was called last
  // kPending: the tool isn't called again before; or, of a call that waits for a message, TimeoutError is raised then. kDeferred: an
  // answer that hasn't come by then has failed.
  std::optional<Time> due{};
  std::string channel{};  // it waits for a message on this channel; empty: it is another call
  std::string child{};    // it waits for the end of this run; empty: it is another call
  // kHeld, kInDoubt after a timeout, kPending when it was postponed, kAwaitingApproval when it was sent back: why, for people.
  std::string reason{};
  // What answers it later (Store::answer_by_token), whoever has that: a secret, which only its tool gets, and the store keeps the hash of.
  std::string token{};
  // For a tool that is called now: the span of this attempt (tracing.h), or of what the run was submitted in; empty: neither is known.
  std::string traceparent{};
  std::optional<Answer> answer{};
  uint64_t consumed_by = 0;   // the snapshot that follows the answer; 0: none yet
  uint64_t abandoned_by = 0;  // the first snapshot that doesn't wait for it any more, though it consumed no answer; 0: none
};

// Something that was sent to a run.
struct Message {
  std::string run{};
  std::string channel{};
  Data value{};
  std::string key{};    // sent again under this key it is the message that is there; empty: none
  uint64_t number = 0;  // from 1, in the order in which they came
  Time at = 0;
  uint64_t consumed_by = 0;  // the call that it answered; 0: it waits for one
};

// One time that a call was handed to its tool.
struct Attempt {
  uint64_t call = 0;    // its id
  uint64_t number = 0;  // from 1
  std::string worker{};
  uint64_t epoch = 0;
  Time began = 0;
  std::optional<Time> ended{};
  std::string outcome{};         // "answered", "raised"; "failed": it may be called again; "lost": nobody knows; empty: it is under way
  std::optional<Error> error{};  // with the traceback, or what a command wrote to standard error, which the program isn't told
};

struct Snapshot {
  std::string run{};
  uint64_t seq = 0;
  std::string parent{};  // the hash of the one before; empty for the first
  std::string hash{};    // of the bytes as they were written (sealed ones, when the store seals; durable/rows/states.h)
  Time at = 0;
  std::string stdout_text{}, stderr_text{};  // printed since the one before
};

// One row of a run's log. `hash` is the SHA-256 of these lines: the hash of the event before (empty for the first), run, number, at,
// kind, epoch, seq, status, worker, data; with "\n" between them.
struct Event {
  std::string run{};
  uint64_t number = 0;  // from 1
  Time at = 0;
  std::string kind{};                    // of the transition: "advance"
  uint64_t epoch = 0, seq = 0;           // the run's afterwards
  RunStatus status = RunStatus::kReady;  // afterwards
  std::string worker{};                  // whose lease it was written under; empty: none
  std::string data{};                    // JSON, an object
  std::string hash{};
};

}  // namespace fermata::durable
