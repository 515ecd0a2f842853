// What is behind Session and Program. Private to src/session and to serialization/session_state.cpp, which
// saves and loads it.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "base/source.h"
#include "base/zone.h"
#include "compiler/code.h"
#include "fermata/session.h"
#include "runtime/context.h"
#include "session/code_cache.h"
#include "session/mounts.h"
#include "vm/fiber.h"
#include "vm/host_calls.h"
#include "vm/interpreter.h"

namespace fermata {

struct Program::Impl {
  std::shared_ptr<const Source> source;
  std::shared_ptr<CodeUnit> code;
  std::string warnings;  // what CPython prints on stderr of code that is surely not meant
};

class Leaving;

struct Session::Impl : HostSide {
  Impl(std::shared_ptr<const Program> program, SessionOptions options);

  std::shared_ptr<const Program> program;
  SessionOptions options;
  Mounts mounts;
  // Of a jailed session: its parent says what a package's file is compiled to, and nothing is compiled here.
  std::function<std::optional<CompiledPackage>(std::string_view path)> compiled_package;
  Context cx;
  std::unique_ptr<Interpreter> interpreter;
  std::optional<Fiber> fiber;  // while it runs
  Stop stop = Stop::kDone;     // what the fiber's last run ended with

  Status status = Status::kReady;
  Limit exhausted = Limit::kNone;  // why, when kExhausted
  uint64_t exhausted_at = 0;       // the limit's number then
  bool exhausted_waiting = false;  // kExhausted: it was kPaused, and is so again when it goes on
  bool end_of_waiting();           // that has ended, if it was so
  std::string used_up(const LimitValues& limits) const;
  std::shared_ptr<const Zone> local_zone;   // that the host granted
  std::shared_ptr<const Zone> chosen_zone;  // that the program chose last, by chosen_tz; or null
  std::string chosen_tz;
  bool no_result = false;    // what runs ends in no expression, so that it gives a result only by `return`,
  bool named_result = true;  // or by the global `result`
  uint64_t fed = 0;          // how often
  PauseAt pauses_at() const { return options.pause_at.value_or(PauseAt::every_call()); }
  void check_pauses(const PauseAt& pause_at, const PauseAt& before, const std::vector<std::string>& besides) const;
  Value result;                    // kDone: what the program gave; kRaised: the exception
  bool exited = false;             // kDone: by SystemExit
  Value global_result();           // what a program gives that has no last expression
  void take_end(Value exception);  // of a program that nobody caught it in: kRaised, or kDone when it is a SystemExit that means no failure
  std::vector<Call> pending;       // by id; with cx.host.pending, in the same order
  uint64_t pending_bytes = 0;      // of the arguments in `pending`
  uint64_t next_call_id = 1;
  std::string output[2];  // all there was
  std::string untaken[2];
  uint64_t counted_output = 0;  // of both, as counted in the heap

  // A fresh Context becomes one of this session: image, limits, output.
  void prepare();
  Outcome start(const Inputs& inputs);
  Outcome run(uint64_t steps);
  Outcome feed(std::string_view text, const FeedOptions& options, std::vector<Finding>* findings);
  Outcome raise_here(const Error& error);
  Outcome abandon();
  void forget(const std::function<bool(std::string_view)>& keeps);
  void make_fiber();

  // --- calls.cpp
  struct GivenAnswer {
    uint64_t call;
    const Answer* answer;
  };
  Outcome resume(std::span<const GivenAnswer> answers);
  Outcome resume(const std::vector<CallAnswer>& answers);
  Outcome resume_due(double until);
  Outcome end_waiting();
  bool sleep_for(double seconds) const;
  double now();           // by the host's clock, never less than before
  double now_or_throw();  // for the host itself: what its clock throws is thrown at once
  double wall_time() override;
  double monotonic_time() override { return cx.host.clock = now(); }
  const Zone& zone() override;
  void draw_entropy(std::span<uint8_t> bytes) override;
  FileAnswer ask_mount(std::string_view at, const FileRequest& request) override;
  std::optional<std::string> package_text(std::string_view path) override;
  std::optional<PackageCode> package_code(std::string_view path, const std::function<bool(uint64_t)>& fits) override;
  std::optional<std::string> file_text(std::string_view path) override;
  void seed(std::optional<uint64_t> given);
  Value begin_call(Str* function, Tuple* args, Dict* kwargs, Value place) override;
  Value place() override;
  Value begin_timer(double due, Value place) override;
  bool withdraw(int64_t id) override;
  uint64_t pending_after(int64_t id) const override { return pending.size() - find_pending(uint64_t(id)); }
  bool any_pending() const override { return !pending.empty(); }
  // A call's arguments for the host, and how much room they take. False: `why` says what can't cross; *iterators: it would as a list.
  bool read_arguments(Call& call, Value args, Value kwargs, uint64_t* bytes, std::string* why, bool* iterators = nullptr);
  void add_pending(Call call, Value args, Value kwargs, uint64_t bytes);
  void give_up_calls();               // at the program's end
  void count_pending(int64_t bytes);  // more of them or, below zero, fewer
  void count_output();                // what the texts of `output` and `untaken` take, after they changed

  // --- arriving.cpp
  // A host's value for the program, or an outcome.
  Value arrive(const Data& data);
  // A dict of all inputs; else unset, with the reason, or none when there is no room for them.
  Value arrive(const Inputs& inputs, std::string* problem);
  // Makes the host's classes, which replace those of the same names. A UsageError for one that can't be.
  void set_surroundings();
  void declare(const std::vector<TypeDeclaration>& types, bool as_globals);
  void put_module(const std::string& name, Value module);
  // --- changed_types.cpp
  // The classes that a state has, and the host declares again.
  std::vector<TypeDeclaration> types() const;
  std::vector<std::string> misfits(const std::vector<TypeDeclaration>& types);
  // Those get what is new, others are declared. Why that can't be; or empty.
  std::string bring_up_to_date(const std::vector<TypeDeclaration>& types);
  // The arguments of pending calls, where members leave with other names or values than the program has. False: `why` they can't.
  bool read_members_again(std::string* why);
  void each_value(std::string_view type, const std::function<bool(const Data&)>& each);
  const Tuple* declared(std::string_view type) const;              // kind, class, names of fields; null: none
  std::string shape_of(std::string_view type) const;               // TypeDeclaration::shape
  bool keep_shape(std::string_view type, std::string_view shape);  // false: there is no room for it

  std::vector<Grant> methods_of_handles() const;  // of the declared ones, "Database.query", as far as options.functions doesn't name them
  // Why arrive() gave no value, and clears that; empty: there is no room for it.
  std::string problem_with(Value outcome);
  Outcome outcome();                      // of the status as it is
  std::vector<Place> stack(size_t most);  // of the program's own functions, the innermost ones
  std::vector<Finding> warnings;          // of the program that has ended

  // --- displayed.cpp
  bool begin_showing();  // once for each end, when the result may have a form for people besides its repr(): the library knows
  void forget_displayed();
  std::vector<Display> displayed();

  // --- never_awaited.cpp
  void tell_never_awaited();  // at a program's end
  Finding never_awaited_finding(const std::string& name) const;
  Outcome last;  // what outcome() gave after the last stop

  std::atomic<bool> running{false};  // now: nobody else may touch anything

 private:
  void begin();                                                            // __main__ and what is in it at first
  Function* main_function(const CodeUnit& unit, const std::string& name);  // null: the heap has no room
  void write_warnings(std::string_view text);                              // on stderr
  bool enter(Function* main);
  void set_global(std::string_view name, Value value);
  // What CPython's __main__ has besides its name is seen only by programs that look at their variables. It would be a fifth of a small
  // state: only programs whose text has a word for that have it. False: this one doesn't, or they are set already.
  bool set_looked_at(std::string_view text);
  void bind_functions(const std::vector<Grant>& grants);
  std::string free_name(std::string name) const;   // for a source
  void forget_sources();                           // those that nothing refers to
  uint64_t new_sources = 0, new_source_bytes = 0;  // since that was done
  std::exception_ptr thrown;                       // by on_output, the clock or the entropy
  // Runs code of the host's on the host's stack. What it throws stops the program.
  void run_outside(const std::function<void()>& code);
  const std::function<void()>* errand = nullptr;
  Outcome run_fiber() { return run_fiber(options.slice_steps); }
  Outcome run_fiber(uint64_t slice);  // in steps; 0: to the next stop
  void settle();                      // after a stop
  bool end_program();                 // true: the program goes on with that
  bool register_call();               // false: the program goes on, with an exception or in a function of the prelude
  bool call_with_lists();
  void place(Call& call, Value made_at = Value());  // where the program stands, or what place() gave before
  bool make_call(Call::Kind kind, Str* function, Value args, Value kwargs, Value place);
  Value value_of(const Answer& answer, const Call& call, bool* good);
  size_t find_pending(uint64_t id) const;  // pending.size(): it isn't there
  void remove_pending(std::span<const size_t> places);
  struct Placed {                // the last answer of line_at
    const Code* code = nullptr;  // dead, perhaps, after a collection
    uint32_t pc = 0, line = 0;
    uint64_t collections = 0;
  };
  Placed placed;
  uint32_t line_at(const Code* code, uint32_t pc);
  static constexpr uint64_t kTextSteps = 1'000'000;
  uint64_t text_steps = 0;  // what text_of may still run
  std::string text_of(Value exception);
  void read_result(Outcome& o);  // result.cpp
  std::string made_repr(Value value);
  List* kept_reprs() const;
  void forget_reprs();
  void make_reprs(List* reprs);
  // Runs a function of the library apart from the program's frames, for at most that many steps: what it returns, or error.
  Value run_aside(Value function, std::span<const Value> arguments, uint64_t most_steps);
  Value run_border(std::string_view function, Value argument, uint64_t values);                   // one of module _border
  Value describe(const std::vector<TypeDeclaration>& types, bool with_values, uint64_t* values);  // a list for it, or an outcome
  Value exception_from(const Error& error, int depth = 0);                                        // the exception a host wants raised
  std::string library_module_of(const Class* error_class);                                        // empty when it is the program's own
  Class* known_error_class(std::string_view type);
  Class* class_of_error(std::string_view type, std::string_view base);
  void remember_raised(Value exception, const Call& call);
  uint64_t call_that_raised(Value exception);
  Error describe(Value exception);
  struct Telling;
  // What can be told of one without its traceback.
  Error describe_alone(Exception* object, std::string_view text, Telling& telling, int depth);
};

// Of what the program imports from the host.
inline bool is_host_module(const TypeDeclaration& type) { return type.kind == ObjectKind::kHandle && !type.base.empty(); }
// What the program gets for a function that the host grants; calls.cpp.
Value host_function(Context& cx, const Grant& grant);

// What a dict that may be none has under a name; unset: nothing. Unlike a text for dict_get_str, the name isn't made in the session:
// whoever looks at it adds nothing.
Value entry_of(Value dict, std::string_view name);

}  // namespace fermata
