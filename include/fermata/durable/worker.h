// Worker: takes runs out of a store, runs their programs, calls tools, and writes down what became of them. Any number of workers, in any
// number of processes, may share a store; one that dies or stands still is replaced by the others when its leases are over.
//
//   fermata::durable::Worker worker(*store, {.tools = {{.function = "lookup", .idempotent = true, .answer = lookup}}});
//   worker.run();                                              // until stop()
//
// Programs run in jails (fermata/jail.h) unless told otherwise. A tool's answer() runs in this process, in a thread of its own; several
// calls of a program may be under way at once. A run keeps nothing here: between any two lines of this code the process may be killed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "fermata/durable/policy.h"
#include "fermata/durable/store.h"
#include "fermata/host.h"
#include "fermata/jail.h"
#include "fermata/limits.h"
#include "fermata/mount.h"

namespace fermata::durable {

// What a tool throws besides other exceptions; `traceback` is kept with the attempt, for whoever mends the tool.
class ToolProblem : public std::runtime_error {
 public:
  explicit ToolProblem(const std::string& message, std::string traceback = "")
      : runtime_error(message), message(message), traceback(std::move(traceback)) {}
  const std::string message;  // all of it: what() ends at a zero byte
  const std::string traceback;
};
// It can't do its work until somebody has mended it (a command that isn't there, a key that isn't accepted): the program isn't told, and
// the call is held (CallState::kHeld).
class HoldCall : public ToolProblem {
 public:
  using ToolProblem::ToolProblem;
};
// It gave up after its own time limit, or lost its connection, and may have acted.
class ToolTimeout : public ToolProblem {
 public:
  using ToolProblem::ToolProblem;
};
// It failed, as when it gives an Error, and isn't to be called again sooner than after `after_ms`.
class TryLater : public std::runtime_error {
 public:
  TryLater(Error error, uint64_t after_ms) : runtime_error(error.message), error(std::move(error)), after_ms(after_ms) {}
  const Error error;
  const uint64_t after_ms;
};

// It has taken the call on, and answers later, by RunCall::token: Store::answer_by_token(). An answer that hasn't come after `within_ms`
// has failed, as a tool that took too long.
class AnswersLater : public std::runtime_error {
 public:
  static constexpr uint64_t kDay = 86'400'000;
  explicit AnswersLater(uint64_t within_ms = kDay) : runtime_error("the answer comes later"), within_ms(within_ms) {}
  uint64_t within_ms;
};

// It raised, and neither another attempt nor a person can mend that: the error is raised in the program, whatever the tool's retries.
class FinalError : public std::runtime_error {
 public:
  explicit FinalError(Error error) : runtime_error(error.message), error(std::move(error)) {}
  const Error error;
};

// What a tool's answer() gives, or throws, for how its call ended, or when it will.
Answer answer_from(std::variant<Data, Failure, AnswersLater> ended);
// Where a server of this address ("https://agents.example") takes the answer of a call: fermata serve does. POST {"result": …} or
// {"error": {"type": …, "message": …}} there.
inline std::string callback_url(const std::string& base, const RunCall& call) {
  return base + (base.ends_with('/') ? "" : "/") + "v1/answers/" + call.token;
}

// So many calls may begin within any such time.
struct Rate {
  uint64_t calls = 0;  // 0: any number
  uint64_t per_ms = 1'000;
};

// What answers a function's calls.
struct Tool {
  std::string function{};
  bool asynchronous = false;  // the program awaits it, and its other tasks go on
  // It may be called again with the same key when nobody heard of its end. If not, such a call is in doubt, and a person says what
  // happened.
  bool idempotent = false;
  std::string kind = "function";  // as logs name it
  // From any thread, for several calls at once. `attempt` counts from 1; RunCall::key is the same for all of a call's, RunCall::token
  // isn't. An Error that it gives is one attempt that failed; what it throws is a RuntimeError.
  std::function<Answer(const RunCall& call, uint64_t attempt)> answer{};
  // Why it doesn't take a call's arguments; empty: it does. Neither the policy nor people are asked about the program's own that it doesn't
  // take: it refuses these itself. When people have given them, which `parameters` is for too, people are asked anew, and the program isn't
  // told. None: it takes what fits the latter.
  std::function<std::string(const fermata::Call& call)> misfit{};
  Retries retries{};
  // A call that takes longer has failed with TimeoutError, or is in doubt if the tool may not be called twice. Nobody waits for it then,
  // but it goes on: a tool that can be ended ends itself, with ToolTimeout. 0: no limit.
  uint64_t timeout_ms = 0;
  // What is known of its parameters, by which arguments that somebody edits are checked and made what their types ask for: the JSON Schema
  // of an object that has them by their names, and besides "x-places": those that may be passed by their places, in their order;
  // "x-unnamed": how many of these have to be; "x-rest": the one that takes all that come after them; "x-type", in the schema of a value:
  // what a host's type makes of it (docs/approvals.md). "x-summary": the template of a sentence for people, by the parameters' names
  // (src/durable/schemas/sentence.h). None: nothing is known.
  Data parameters{};
  size_t concurrency = 0;  // calls at once in this worker; 0: any number
  Rate rate{};             // of this worker
};

// What happens, for people: "is done", of a run; or, of none (empty), what the worker itself meets.
struct WorkerNote {
  std::string run{}, what{};
  bool needs_somebody = true;  // who looks into it: a run failed, others have to take it, or a call isn't made
};

struct WorkerOptions {
  std::string name{};  // no two that live may have one; empty: the machine's, the process's number and some chance
  std::vector<std::string> queues{"default"};
  std::vector<Tool> tools{};
  // Programs may call them, and wait until somebody else answers. A function that a program calls by a name which is defined nowhere waits,
  // too, as if it were here.
  std::vector<Grant> functions{};
  std::vector<TypeDeclaration> types{};  // the host's classes, which programs may use
  bool maps_old_values = false;          // as SessionOptions has it: the tools' host maps values of classes that have changed
  // What each session has of this machine's files (mount.h): asked for whenever one is begun or loaded, from several threads. A run meets
  // those of the worker that it is with, which should be the same at all of a queue's; what it writes is its own (Mode::kOverlay), as what
  // a worker has done for it may be done again.
  std::function<std::vector<Mount>()> mounts{};
  // False: it is a NameError in the program, unless a worker of the queue is alive that has it. Those that wait are seen (workers.h), and
  // go on once a worker has the function, or somebody has answered; a NameError ends most programs.
  bool unknown_waits = true;
  // Programs may call run_id(), and `await receive(channel, timeout=None)`, which gives the next message (Store::send), or raises
  // TimeoutError after so many seconds; unless these are names of tools or functions.
  bool messages = true;
  // Programs may call spawn(source, **inputs), which begins a child: a run of that text, or of one of `programs` by its name. It gives a
  // ChildRun: `await child` gives its result or raises its error; child.id, child.status(), child.cancel(). Unless there are tools,
  // functions or types of these names.
  bool children = true;
  std::map<std::string, std::string> programs{};  // name: source
  std::set<std::string> approve{};                // functions that a person is asked about first
  // Looks at each new call of a tool, when the program waits for it, and at those that another worker asked nobody about: whether a person
  // is asked first (if not, `approve` may have the function); and once more just before the tool is called, with the arguments that it has
  // by then: what is denied raises PermissionError there. When it throws, the call isn't made, and waits: it is looked at again after a
  // second, after ever longer, up to five minutes, and at once by a worker that begins. When the call has arguments that people gave, they
  // are asked anew instead.
  Policy policy{};
  size_t concurrency = 4;          // runs at once
  uint64_t lease_ms = 30'000;      // renewed after a third of it
  uint64_t poll_ms = 500;          // how often it looks for something to do
  uint64_t checkpoint_ms = 5'000;  // a program that computes is saved so often
  Limits limits{};                 // of a run: the narrower ones of these and its own
  bool jailed = true;
  JailOptions jail{};
  std::function<void(const WorkerNote&)> told{};  // called from several threads
  // Is told what the worker does, as spans: tracing.h. Null: nobody is, and tools are given the `traceparent` of their run's submission.
  std::shared_ptr<Tracer> tracer{};
  // Where people's browsers find the pages of a `fermata serve` over the store: what webhooks are told has a link there (webhooks.h).
  // Empty: it has none.
  std::string public_url{};
};

class Worker {
 public:
  // `store` outlives it. Throws UsageError (two tools of one name, a mount to write to) and JailError.
  Worker(Store& store, WorkerOptions options);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Works until stop(); then programs are saved where they are, tools that are at work are waited for, and all runs are handed back.
  void run();
  // The same until no run of its queues is ready or running. (Those that sleep or wait aren't waited for.)
  void drain();
  // From any thread, and from signal handlers.
  void stop() noexcept;

  const std::string& name() const;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata::durable
