// Session: one run of a program. It stops at host calls and limits, can be saved there as bytes, and goes on
// from those bytes in another process.
//
//   std::vector<fermata::Finding> findings;
//   auto program = fermata::Program::compile(source, "agent.py", &findings);
//   fermata::Session session(program, {.functions = {"lookup", "approve"}});
//   fermata::Outcome outcome = session.start({{"order", 17}});
//   if (outcome.status == fermata::Status::kPaused) {
//     std::string state = session.save();                        // keep it as long as you like
//     auto again = fermata::Session::load(state, {}, nullptr);   // elsewhere
//     outcome = again->resume(again->pending()[0].id, fermata::Data(true));
//   }
//
// A session that has ended can be fed further source, as a notebook or a chat does; names are kept:
//
//   fermata::Session chat(fermata::SessionOptions{.functions = {"lookup"}});
//   chat.feed("x = lookup(1)");
//   fermata::Outcome shown = chat.feed("x + 1");                // shown.result is the value of the last expression
//
// A session belongs to one thread at a time; only interrupt() may be called from others. Calling it from within (from
// on_output) or after it was moved from is a UsageError.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fermata/clock.h"
#include "fermata/error.h"
#include "fermata/host.h"
#include "fermata/limits.h"
#include "fermata/program.h"
#include "fermata/snapshot.h"
#include "fermata/value.h"

namespace fermata {

enum class Status : uint8_t {
  kReady,      // not started
  kDone,       // `result` is there; sys.exit() ends a program so, too, without a code, with None or 0
  kRaised,     // an exception left the program: `error`
  kPaused,     // waits for the answers to pending()
  kExhausted,  // a limit is over: `limit`; raise it and run() on
  kYielded,    // the time slice is over: run() on
};
const char* to_string(Status status);  // "done"

struct Outcome {
  Status status = Status::kReady;
  // The value of the program's last statement when that is an expression, else the global named `result`,
  // else None. What can't cross of it is an object of kind kInstance with its repr(), and `result_is_repr` is set.
  Data result;
  bool result_is_repr = false;
  bool exited = false;  // kDone: by SystemExit; what is fed to a session needn't end it
  std::optional<Error> error;
  // kDone, kRaised: what the program should hear of besides: RuntimeWarnings about coroutines that it never awaited (calls of asynchronous
  // functions, which did nothing then). Their texts are on its stderr, too. A feed tells of those that were made in it.
  std::vector<Finding> warnings{};
  std::string limit;          // "steps", "time_ms", "heap_bytes", "output_bytes", "host_calls", "interrupt"
  std::vector<Place> frames{};  // kExhausted: where the program stands, outermost first
};

struct SessionOptions {
  Limits limits{};
  Grants functions{};                  // what the program may call: names, or Grant::async("name")
  // Classes of the host. When a state is loaded, those that it doesn't have are added, and those that it has get the fields with defaults
  // and the members that are new. A state is refused when its values don't fit them otherwise (misfits()), unless `maps_old_values`: the
  // host makes something of such values itself.
  std::vector<TypeDeclaration> types{};
  bool maps_old_values = false;
  // At which calls run_with() stops, though it was given a function for them. Kept in states: a session that is loaded stops where the
  // state says, unless this is given, which then alone counts. Not given, a new session answers what run_with() is given functions for.
  // A name of no granted function, and of no declared handle's method, is a UsageError (and not a call that nobody asks about).
  std::optional<PauseAt> pause_at{};
  // With a seed all chance repeats, in all processes that the session is carried on in: random, secrets, uuid. Without one the random
  // module begins from `entropy`, and secrets, uuid1(), uuid4() and SystemRandom ask it each time. A state that is loaded keeps its seed.
  std::optional<uint64_t> seed{};
  std::function<void(std::span<uint8_t>)> entropy{};  // fills with random bytes; by default the system's
  bool allow_eval = true;              // false: eval, exec and compile raise PermissionError. Kept in the state, which can't switch them on again.
  std::vector<std::string> arguments{};  // of the program, behind its name in sys.argv; UTF-8
  uint64_t slice_steps = 0;            // start(), resume(), feed() and run() yield after about that many steps; 0: never
  uint64_t slice_ms = 0;               // and after about so much running time; 0: never
  // What the program reads as the time, and what its timers are due by; by default system_clock(). asyncio's time is read when the
  // program starts or goes on after an answer, and stands still in between. What the clock throws leaves the call that made the program run.
  Clock clock{};
  // Local time, by a name of the system's time zone database ("Europe/Berlin"): "UTC", or what a loaded state has, when not given.
  // Constructing or loading a session with one that isn't there is a UsageError.
  std::optional<std::string> zone{};
  // Gets what the program prints as it happens (stream 1 stdout, 2 stderr). Without it output is kept. What it throws leaves the call that
  // made the program run, which stands as after interrupt(). The time that it takes is not the program's.
  std::function<void(int stream, std::string_view text)> on_output{};
};

using Inputs = std::vector<std::pair<std::string, Data>>;

struct FeedOptions {
  // The source's name in tracebacks; "<input 3>" when empty. One that another text of the session has gets a number behind it.
  std::string name{};
  Inputs inputs{};                     // set as globals before
  // The names that the program may call from now on, in place of those before. New ones become globals.
  std::optional<std::vector<Grant>> functions{};
  std::vector<TypeDeclaration> types{};  // further classes; one of a name that there is replaces it, for what is made from now on
  // As python3's prompt does: what expression statements outside of functions give is printed (sys.displayhook) and kept as `_`.
  bool interactive = false;
};

class Session {
 public:
  Session(std::shared_ptr<const Program> program, SessionOptions options = {});
  explicit Session(SessionOptions options);  // with an empty program: to be fed
  ~Session();
  Session(Session&&) noexcept;

  // Runs from the beginning, with the inputs as globals, until the program ends or stops. Once only.
  Outcome start(const Inputs& inputs = {});
  // Answers pending calls, some or all of them, in any order. The program goes on when it can: while it stands at a call of a plain
  // function, answers to others are kept for later. An id that isn't pending (or not any more) is a UsageError, which changes nothing.
  Outcome resume(uint64_t call, const Answer& answer);
  Outcome resume(const std::vector<CallAnswer>& answers);
  // Answers the timers that are due by the clock, one time after the other; tasks that can go on do so in between. Does nothing
  // when there is none.
  Outcome resume_due();
  // The same with the next timer, as if it were due: whoever has waited for it knows that it is.
  Outcome resume_next();
  // The time by its clock, as far as asyncio is concerned: it never goes back. Timers are due by it.
  double now() const;
  // Seconds that limits().wall_ms leaves; nothing when there is no such limit. Whoever waits for a timer or for an answer waits no longer, and
  // calls end_waiting() then.
  std::optional<double> wall_time_left() const;
  // Of a session that is paused: it's exhausted when its limit of wall_ms is over, or when there was an interrupt(). Nothing of the program has
  // run; what waits still does, and is pending() again after run() (with a higher limit), or when a saved state is loaded. Does nothing else.
  Outcome end_waiting();
  // When the next pending timer is due, in seconds since 1970.
  std::optional<double> next_due() const;
  // Goes on after kExhausted or kYielded. With `steps` it yields after about that many. A limit that is over has to be raised
  // before: it is a UsageError else.
  Outcome run(uint64_t steps = 0);
  // Of a session that is exhausted: what is used up and stays so under `limits` (null: its own), in words, or empty.
  std::string used_up(const Limits* limits = nullptr) const;
  // Starts (or goes on) and answers every call with `functions`, asynchronous ones in the order of their beginning, until the end, a
  // limit, or a call to a function that isn't among them, or that pause_at() names. When nothing but timers is pending it sleeps until the next is due,
  // however long that is: no longer than limits().wall_ms.
  Outcome run_with(const Functions& functions, const Inputs& inputs = {});

  // Runs further source text in a session that has ended (done or raised), or in one that is ready, whose program then never
  // runs. The globals are those that were there; a result is the value of the chunk's last expression statement, or of the
  // global `result` if the chunk sets it, else None. Functions keep the source they were made from, for tracebacks; texts
  // that nothing refers to any more are forgotten.
  //   The limits of steps, time, output and host calls, spent() and output() begin anew with each feed: take the output of
  // the one before first. The limit of the heap holds for all together.
  //   Text that can't be compiled changes nothing, status() and outcome() included: the outcome given back is kRaised with
  // the SyntaxError (and `findings`, when given, has the places). So is one for which the heap has no room (MemoryError).
  Outcome feed(std::string_view source, const FeedOptions& options = {}, std::vector<Finding>* findings = nullptr);

  // Raises an exception where a session that is exhausted or yielded stands, and goes on: `except` and `finally` blocks run.
  // A limit that is over still is: raise it before.
  Outcome raise(const Error& error);
  // Ends a session that is paused, exhausted or yielded where it stands. Nothing of the program runs any more, no `finally`
  // block either; pending calls and an interrupt() that came meanwhile are forgotten. It is kRaised then, with KeyboardInterrupt, and may be fed.
  Outcome abandon();
  // Between two feeds: of what the program left, only those globals stay that `keeps` wants, with what they hold. All else is as in a new
  // session: other globals, functions that were granted, modules that were changed, builtins and sys.modules among them.
  void forget(const std::function<bool(std::string_view global)>& keeps);

  Status status() const;
  // What the last start(), resume() or run() returned; a loaded session has it again.
  const Outcome& outcome() const;
  // What waits for the host, in the order of its beginning. Calls and timers that the program gives up (their task was cancelled, a
  // timeout was over) vanish from here.
  const std::vector<Call>& pending() const;
  // What was printed and not taken yet; taking empties it.
  std::string take_output(int stream = 1);
  // All that was printed since the start or the last feed(), saved states in between included (bounded by the output limit).
  const std::string& output(int stream = 1) const;

  // Where run_with() stops, and what a saved state says about it: every call when nobody has said anything.
  PauseAt pause_at() const;
  // A name is that of a granted function or a handle's method, one that it paused at before, or one of `besides`, functions that the host has:
  // another is a UsageError, which names the nearest one, and changes nothing.
  void set_pause_at(PauseAt pause_at, const std::vector<std::string>& besides = {});
  void check_pause_at(const PauseAt& pause_at, const std::vector<std::string>& besides = {}) const;

  Spent spent() const;
  Limits limits() const;
  void set_limits(const Limits& limits);

  // From any thread: the session stops as exhausted ("interrupt") at its next safepoint, soon. If it isn't
  // running, the next run does.
  void interrupt();

  // From within on_output alone: the session yields at its next safepoint, before the program's next call. So a host can look at the
  // text when the program stands still.
  void yield();

  // The whole session as bytes, in every status but kReady. The same state always gives the same bytes.
  std::string save(StateEncoding encoding = StateEncoding::kMessagePack) const;
  // Loads what save() gave, of either encoding. Null and `problem` set when the bytes are refused. Functions
  // are bound by name. `options.functions`, when given, is all that the program may call: a state that waits for another is refused,
  // and later calls of others raise PermissionError; an empty list is none. Not given, the names are the state's, which somebody may have
  // forged: look at the name of each call that you answer. Where the session pauses is the state's affair, or `options.pause_at`'s when that is given. Limits are the state's own, but never wider than `options.limits`
  // (the defaults, when you leave them alone): a forged state can't switch them off. Or they are `limits`, when given.
  static std::unique_ptr<Session> load(std::string_view state, SessionOptions options, StateProblem* problem,
                                       const Limits* limits = nullptr);

  // What the program may call, methods of handles ("Database.query") included.
  std::vector<Grant> functions() const;
  // The host's classes that the program has: kinds, names and shapes (of old states lines with names alone); of records the fields, and whether
  // repr() shows them.
  std::vector<TypeDeclaration> types() const;
  // Why values of these don't fit what the host declares today, a text for each reason; none when they do.
  std::vector<std::string> misfits(const std::vector<TypeDeclaration>& types);
  // What there is of a class: calls `each` with its values, as far as they can cross, until that gives false.
  void each_value(std::string_view type, const std::function<bool(const Data&)>& each);

  // For people: pending calls, stack with locals, globals.
  SessionView view() const;

  // For tests: collect and check the heap at every safepoint.
  void set_gc_stress(bool on);

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }
  explicit Session(std::unique_ptr<Impl> impl);

 private:
  Impl& open() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata
