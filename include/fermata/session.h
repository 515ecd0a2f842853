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
// A session that has ended can be fed more source, as a notebook or a chat does; names are kept:
//
//   fermata::Session chat(fermata::SessionOptions{.functions = {"lookup"}});
//   chat.feed("x = lookup(1)");
//   fermata::Outcome shown = chat.feed("x + 1");                // shown.result is the value of the last expression
//
// A session belongs to one thread at a time; only interrupt() may be called from others. Using it from within (from
// on_output) or after it was moved from is a UsageError. A jailed session (jail.h) is one too: its program runs in another process.
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
#include "fermata/mount.h"
#include "fermata/program.h"
#include "fermata/snapshot.h"
#include "fermata/value.h"

namespace fermata {

enum class Status : uint8_t {
  kReady,      // not started
  kDone,       // `result` is there; sys.exit() without a code, with None or 0 ends a program this way too
  kRaised,     // an exception left the program: `error`
  kPaused,     // waits for the answers to pending()
  kExhausted,  // a limit is used up: `limit`; raise it and run() on
  kYielded,    // the time slice is over: run() on
  kCrashed,    // only in a jail (jail.h): the process that ran it died or hung: `crash`
};
const char* to_string(Status status);  // "done"

// How a jailed session's process came to its end.
struct Crash {
  int signal = 0;        // what ended it: SIGSEGV, SIGSYS for a system call that it may not make, SIGKILL for one that hung; 0: none did
  std::string reason{};  // in words: "killed by SIGSEGV", "no answer for 32.0 s", "sent what isn't a message: …"
  std::optional<Call> last_call{};  // the call that was answered last
  uint64_t steps = 0;               // spent when it was last heard of
};

struct Outcome {
  Status status = Status::kReady;
  // The value of the program's last statement if that is an expression, else the global named `result`,
  // else None. A part of it that can't cross is an object of kind kInstance with its repr(), and `result_is_repr` is set.
  Data result;
  bool result_is_repr = false;
  bool exited = false;  // kDone: by SystemExit; what is fed to a session needn't end it
  std::optional<Error> error;
  // kDone, kRaised: RuntimeWarnings about coroutines that the program never awaited (calls of asynchronous
  // functions that therefore did nothing). Their texts are on its stderr, too. A feed reports those made during it.
  std::vector<Finding> warnings{};
  std::string limit;             // "steps", "time_ms", "heap_bytes", "output_bytes", "host_calls", "interrupt"
  std::vector<Place> frames{};   // kExhausted: where the program stands, outermost first; kYielded: its innermost place alone
  std::optional<Crash> crash{};  // kCrashed
};

// A file of a session's own tree. The path is absolute in what comes out, bytes as Linux has them.
struct File {
  std::string path;
  std::string data;
  bool operator==(const File&) const = default;
};

// What a program showed: one thing in several forms. `type` is a MIME type ("x-fermata/result" says that it is the program's result);
// `data` is UTF-8 (with surrogates, as in the program's strings), or a picture's bytes. The program's code says what is what: believe none
// of it.
struct Display {
  struct Form {
    std::string type, data;
    bool operator==(const Form&) const = default;
  };
  std::vector<Form> forms;
  bool operator==(const Display&) const = default;
};

struct SessionOptions {
  Limits limits{};
  Grants functions{};  // what the program may call: names, or Grant::async("name")
  // The host's classes. When a state is loaded, those that it lacks are added, and those that it has get new fields with defaults
  // and new members. A state whose values don't fit them otherwise (misfits()) is refused, unless `maps_old_values` says that the
  // host maps such values itself.
  std::vector<TypeDeclaration> types{};
  bool maps_old_values = false;
  // At which calls run_with() stops, even though it was given a function for them. Kept in states: a loaded session stops where the
  // state says, unless this is given; then only this counts. If it isn't given, a new session answers whatever run_with() has functions
  // for. A name that is neither a granted function's nor a declared handle's method's is a UsageError (so a typo can't let a call go
  // unasked).
  std::optional<PauseAt> pause_at{};
  // With a seed all randomness repeats, in every process in which the session goes on: random, secrets, uuid. Without one the random
  // module starts from `entropy`, and secrets, uuid1(), uuid4() and SystemRandom ask it each time. A loaded state keeps its seed.
  std::optional<uint64_t> seed{};
  std::function<void(std::span<uint8_t>)> entropy{};  // fills with random bytes; by default the system's
  bool allow_eval = true;  // false: eval, exec and compile raise PermissionError. Kept in the state, which can't switch them on again.
  std::vector<std::string> arguments{};  // of the program, behind sys.argv[0]; UTF-8
  std::string argv0{};                   // sys.argv[0]: what the program was called by; empty: its name
  // What is in its files when it begins: paths, from /home/user if they don't begin with /, and what they hold. Folders are made as needed.
  // A path that can't be one, or is there already, is a UsageError at the start.
  std::vector<File> files{};
  // What of the host's is in its files. A state names mounts by their places and modes: whoever loads it gives them again, and a mode
  // that allows more than the state's is narrowed to that. Where none is given the program gets an OSError; one that the state doesn't
  // name isn't seen. A place that can't be one is a UsageError at construction.
  std::vector<Mount> mounts{};
  std::optional<std::string> standard_input{};                     // bytes for sys.stdin, and input() reads its lines
  std::vector<std::pair<std::string, std::string>> environment{};  // os.environ; UTF-8
  uint64_t slice_steps = 0;  // start(), resume(), feed() and run() yield after about that many steps; 0: never
  uint64_t slice_ms = 0;     // and after about that much running time; 0: never
  // What the program reads as the time, and what its timers go by; by default system_clock(). asyncio's time is read when the
  // program starts or goes on after an answer, and stands still in between. What the clock throws leaves the call that made the program
  // run.
  Clock clock{};
  // The local time zone, by its name in the system's database ("Europe/Berlin"); by default "UTC", or what a loaded state has.
  // Constructing or loading a session with an unknown zone is a UsageError.
  std::optional<std::string> zone{};
  // Gets what the program prints as it happens (stream 1 stdout, 2 stderr). Without it output is kept. What it throws leaves the call that
  // made the program run; the program then stands as after interrupt(). The time that it takes is not the program's.
  std::function<void(int stream, std::string_view text)> on_output{};
};

using Inputs = std::vector<std::pair<std::string, Data>>;

struct FeedOptions {
  // The source's name in tracebacks; "<input 3>" when empty. A name that another text of the session has gets a number appended.
  std::string name{};
  Inputs inputs{};  // set as globals first
  // The names that the program may call from now on, replacing the old ones. New ones become globals.
  std::optional<std::vector<Grant>> functions{};
  std::vector<TypeDeclaration> types{};  // more classes; one with a known name replaces that class, for what is made from now on
  // As python3's prompt does: the values of expression statements outside functions are printed (sys.displayhook) and kept as `_`.
  bool interactive = false;
};

class Session {
 public:
  Session(std::shared_ptr<const Program> program, SessionOptions options = {});
  explicit Session(SessionOptions options);  // with an empty program: to be fed
  virtual ~Session();
  Session(Session&&) noexcept;

  // Runs from the beginning, with the inputs as globals, until the program ends or stops. Once only.
  virtual Outcome start(const Inputs& inputs = {});
  // Answers pending calls, some or all of them, in any order. The program goes on when it can: while it stands at a call of a plain
  // function, answers to others are kept for later. An id that isn't pending (or no longer is) is a UsageError, which changes nothing.
  virtual Outcome resume(uint64_t call, const Answer& answer);
  virtual Outcome resume(const std::vector<CallAnswer>& answers);
  // Answers the timers that are due by the clock, earliest first; tasks that can go on do so in between. Does nothing
  // if none is due.
  virtual Outcome resume_due();
  // The same for the next timer, as if it were due: whoever has waited for it knows that it is.
  virtual Outcome resume_next();
  // The time by the session's clock, as asyncio sees it: it never goes back. Timers go by it.
  virtual double now() const;
  // Seconds that limits().wall_ms leaves; nothing if there is no such limit. Whoever waits for a timer or an answer waits no longer than
  // that, and then calls end_waiting().
  virtual std::optional<double> wall_time_left() const;
  // For a paused session: it becomes exhausted if its limit wall_ms is used up, or if there was an interrupt(); otherwise nothing happens.
  // None of the program runs; what waits still does, and is pending() again after run() (with a higher limit), or when a saved state is
  // loaded.
  virtual Outcome end_waiting();
  // When the next pending timer is due, in seconds since 1970.
  std::optional<double> next_due() const;
  // Goes on after kExhausted or kYielded. With `steps` it yields after about that many. A limit that is used up has to be raised
  // first; otherwise this is a UsageError.
  virtual Outcome run(uint64_t steps = 0);
  // For an exhausted session: what is used up and stays so under `limits` (null: its own), in words, or empty.
  virtual std::string used_up(const Limits* limits = nullptr) const;
  // Starts (or goes on) and answers every call with `functions`, asynchronous ones in the order in which they began, until the end, a
  // limit, or a call of a function that isn't among them, or that pause_at() names. When only timers are pending it sleeps until the next
  // is due, however long that is, within limits().wall_ms.
  Outcome run_with(const Functions& functions, const Inputs& inputs = {});

  // Runs more source text in a session that has ended (done or raised), or in one that is ready, whose program then never
  // runs. The globals are kept; the result is the value of the text's last expression statement, or of the
  // global `result` if the text sets it, else None. Functions keep the source they were made from, for tracebacks; texts
  // that nothing refers to any more are forgotten.
  //   The limits on steps, time, output and host calls, spent() and output() start over with each feed: take the previous
  // feed's output first. The heap limit holds for all feeds together.
  //   Text that can't be compiled changes nothing, not even status() and outcome(): the outcome returned is kRaised with
  // the SyntaxError (and `findings`, when given, has the places). The same goes for text that the heap has no room for (MemoryError).
  virtual Outcome feed(std::string_view source, const FeedOptions& options = {}, std::vector<Finding>* findings = nullptr);

  // Raises an exception where an exhausted or yielded session stands, and goes on: `except` and `finally` blocks run.
  // A limit that is used up stays used up: raise it first.
  virtual Outcome raise(const Error& error);
  // Ends a paused, exhausted or yielded session where it stands. None of the program runs any more, not even `finally`
  // blocks; pending calls and an interrupt() that came meanwhile are forgotten. The session is then kRaised, with KeyboardInterrupt, and
  // may be fed.
  virtual Outcome abandon();
  // Between two feeds: of what the program left, only the globals that `keeps` wants stay, with what they hold. Everything else is as in a
  // new session: other globals, granted functions, changed modules, builtins and sys.modules included.
  virtual void forget(const std::function<bool(std::string_view global)>& keeps);

  virtual Status status() const;
  // What the last start(), resume() or run() returned; a loaded session has it, too.
  virtual const Outcome& outcome() const;
  // What waits for the host, in the order in which it began. Calls and timers that the program gives up (their task was cancelled, a
  // timeout passed) vanish from here.
  virtual const std::vector<Call>& pending() const;
  // What was printed and not taken yet; taking empties it.
  virtual std::string take_output(int stream = 1);
  // All that was printed since the start or the last feed(), saved states in between included (bounded by the output limit).
  virtual const std::string& output(int stream = 1) const;

  // Where run_with() stops, and what a saved state says about it: every call, if nobody has said anything.
  virtual PauseAt pause_at() const;
  // A name must be that of a granted function or a handle's method, one that it paused at before, or one of `besides`, functions that the
  // host has. Any other is a UsageError, which names the nearest one, and changes nothing.
  virtual void set_pause_at(PauseAt pause_at, const std::vector<std::string>& besides = {});
  virtual void check_pause_at(const PauseAt& pause_at, const std::vector<std::string>& besides = {}) const;

  virtual Spent spent() const;
  virtual Limits limits() const;
  virtual void set_limits(const Limits& limits);

  // From any thread: the session soon stops, at its next safepoint, as exhausted ("interrupt"). If it isn't
  // running, its next run does.
  virtual void interrupt();

  // Only from within on_output: the session yields at its next safepoint, before the program's next call. So a host can handle the
  // text while the program stands still.
  virtual void yield();

  // The whole session as bytes, in every status but kReady. The same state always gives the same bytes.
  virtual std::string save(StateEncoding encoding = StateEncoding::kMessagePack) const;
  // Loads what save() gave, in either encoding. Returns null and sets `problem` if the bytes are refused. Functions
  // are bound by name. `options.functions`, when given, is all that the program may call: a state that waits for another function is
  // refused, and later calls of others raise PermissionError; an empty list grants nothing. If it isn't given, the names are the state's,
  // which somebody may have forged: look at the name of each call that you answer. The state says where the session pauses, or
  // `options.pause_at`, when that is given. Limits are the state's own, but never wider than `options.limits` (the defaults, if you don't
  // set them), so a forged state can't switch them off; or they are `limits`, when given.
  static std::unique_ptr<Session> load(std::string_view state, SessionOptions options, StateProblem* problem,
                                       const Limits* limits = nullptr);

  // What the program may call, methods of handles ("Database.query") included.
  virtual std::vector<Grant> functions() const;
  // The host's classes that the program has: kinds, names and shapes (in old states lines with only names); for records the fields, and
  // whether repr() shows them.
  virtual std::vector<TypeDeclaration> types() const;
  // Why values of these classes don't fit what the host declares today, a text for each reason; empty if they do.
  virtual std::vector<std::string> misfits(const std::vector<TypeDeclaration>& types);
  // The instances of a class: calls `each` with those that can cross, until it returns false.
  virtual void each_value(std::string_view type, const std::function<bool(const Data&)>& each);

  // The files that the program has made, or changed since it was given them, in the order of their paths; without folders, links and
  // devices. Throws UsageError when they are more than the heap limit, which names of one file can make of it.
  virtual std::vector<File> files() const;

  // What the program has shown since the start or the last feed(), with display() or as its last expression, when that knows how
  // (`_repr_html_` and the like). Throws UsageError when it is more than the heap limit, which one text shown many times can make of it.
  virtual std::vector<Display> displayed() const;

  // For people: pending calls, stack with locals, globals. `call`: as it is seen from the pending call with that id; 0: from the first one.
  virtual SessionView view(uint64_t call = 0) const;

  // For tests: collect and check the heap at every safepoint.
  virtual void set_gc_stress(bool on);

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }
  explicit Session(std::unique_ptr<Impl> impl);

 protected:
  Session();                                     // one whose program runs elsewhere; every virtual function is its own
  virtual bool has_pause_at() const;             // somebody said where it stops
  virtual bool sleep_for(double seconds) const;  // false: interrupt() came meanwhile

 private:
  Impl& open() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata
