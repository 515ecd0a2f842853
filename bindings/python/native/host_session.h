// HostSession: a fermata::Session as the package's Python classes use it. It answers calls with the host's callables, lets
// other threads run while the program does (the GIL is released), takes Ctrl-C, and keeps what was printed and spent at
// each stop. Bound to Python as fermata._native.Session; fermata/_core/session.py is its only user.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fermata/session.h"
#include "native/call_log.h"
#include "native/convert.h"

namespace fermata::python {

// Between two looks for signals, and for what was printed.
constexpr uint64_t kSliceSteps = 1'000'000;  // some 20 ms of running
constexpr uint64_t kSliceMs = 50;

// Python's StateError.
[[noreturn]] void raise_state_error(const std::string& message, const std::string& kind);

// What a session has printed and its host hasn't seen yet, in order. (A session may be made before its HostSession is.)
struct Printed {
  std::deque<std::pair<int, std::string>> texts;
  bool wanted = false;        // the host has an on_output
  bool at_line_ends = false;  // the session yields at each, otherwise from time to time
  Session* session = nullptr;
  bool has_line = false;                          // a line's end is among them
  std::chrono::steady_clock::time_point since{};  // when the first of them came

  void add(int stream, std::string_view text);
  // A part of a line waits for its rest, but not for long.
  bool is_due() const { return has_line || is_old(); }
  bool is_old() const;
};

// The call that a session's function answers now.
struct Answering {
  const Call* call = nullptr;  // null: none
  const AnsweredCall* given = nullptr;

  py::object fields() const;  // those of fermata/_core/calls.py's Call, or None
};

// The context variable that holds it, and its class.
void define_current_call(py::module_& m);

class HostSession {
 public:
  // `make` makes the session, in this process or in one of a pool's.
  using Make = std::function<std::unique_ptr<Session>(SessionOptions)>;
  HostSession(const Make& make, SessionOptions options, py::object table);

  // What answers calls of plain functions within advance().
  py::dict functions;
  // The names at which it stops nevertheless, a frozenset; None: at each. Kept in states.
  const py::object& stops() const { return pause_at_; }
  // A name must be a granted function's, or one of `besides`, which the host has: UsageError. check_stops() says it and changes nothing.
  void set_stops(py::object stops, const std::vector<std::string>& besides);
  void check_stops(py::object stops, const std::vector<std::string>& besides) const;
  // on_output(stream, text), or None: called while the program stands still in between, at ends of lines and at least each kSliceMs; in a
  // run by slices only by show().
  py::object on_output() const { return on_output_; }
  void set_on_output(py::object function);
  void show();

  // Each goes on until the program ends, a limit is used up, or a call needs somebody else's answer. They return the status.
  // With `slice` they return after one slice at most: within the program (kYielded; then go_on()), or at a call (kPaused; who called them
  // answers it); and before a function is called when there is something to show.
  Status start(py::dict inputs, bool slice);
  // {id: value}; exceptions are raised at their calls. `performed`: functions gave them, so a value that can't cross is a TypeError there.
  Status answer(py::dict answers, bool slice, bool performed);
  Status answer_one(uint64_t id, py::handle value, bool slice);
  Status fail_one(uint64_t id, py::handle exception, bool slice);
  Status resume_due(bool slice);
  Status resume_next(bool slice);
  double now() const;
  std::optional<double> wall_time_left() const { return session_->wall_time_left(); }
  Status end_waiting();
  Status go_on(const std::optional<Limits>& limits, bool slice);
  // Text that can't be compiled changes nothing: what it gives are the findings. Any other is taken: `taken` is called (it may bind
  // functions) before one of its calls is answered.
  std::vector<Finding> feed(const std::string& code, const std::string& name, py::dict inputs, py::object grants, py::object types,
                            py::object taken, bool slice);
  Status raise(py::handle exception, const std::optional<Limits>& limits, bool slice);
  void abandon();
  void forget(const py::function& keeps);
  // What is known of it can still be looked at; going on is a UsageError. A pool's process is given back. A program that runs is stopped.
  void close();
  bool is_closed() const { return closed_; }
  int process() const;  // of a pool, which serves it; 0: none does

  Status status() const { return last_.status; }
  // Which stop this is: it grows with each.
  size_t stop() const { return first_stop_ + stops_.size() - 1; }
  py::tuple pending() const;
  std::optional<double> next_due() const { return session_->next_due(); }
  // With `for_show` what its class refuses is a Record.
  py::object result(bool for_show) const;
  bool result_is_repr() const { return last_.result_is_repr; }
  py::object error() const;  // the exception that left the program, as error_fields(); or None
  const Outcome& outcome() const { return last_; }
  py::object crash() const;  // (signal, reason, the fields of the call that was answered last or None, steps), or None
  std::string limit() const { return last_.limit; }
  const std::vector<Finding>& warnings() const { return last_.warnings; }
  py::object cause() const;  // the host's exception that the error comes from, or None
  // All that was printed up to that stop, and what was spent. A stop before the last feed() is a UsageError.
  py::str output(int stream, size_t stop) const;
  Spent spent(size_t stop) const;
  // A call that the package answered itself.
  void record(AnsweredCall call);
  py::list answered(size_t stop) const;  // the calls up to that stop, as far as they are kept
  // Throws StateError when it can't be written down.
  std::string save(bool json) const;
  SessionView view() const;
  std::vector<File> files() const;
  std::vector<Display> displayed() const;
  py::list types() const;                    // (kind, name, shape) of the host's classes
  void try_values(const std::string& type);  // makes each value of a class; raises what that raises
  Limits limits() const { return session_->limits(); }
  void interrupt() { session_->interrupt(); }

  // The Python objects that it holds, for Python's collector (CallLog::each_held); and letting go of them, when it is part of garbage.
  template <class Visit>
  int each_held(Visit visit) const {
    for (PyObject* held : {functions.ptr(), pause_at_.ptr(), on_output_.ptr(), converter_.table().ptr()})
      if (const int stop = visit(held)) return stop;
    for (const auto& [call, exception] : raised_)
      if (const int stop = visit(exception.ptr())) return stop;
    return calls_.each_held(visit);
  }
  void let_go() {
    functions = py::dict();
    on_output_ = py::none();
    calls_.clear();
    raised_.clear();
  }

 private:
  // Raises UsageError when that much would still be too little.
  void check_used_up(const Limits* limits);
  void check_open() const;
  // What a pool's process may have to say, so it is asked without the GIL. When it crashes instead, JailError is thrown, and that is where
  // the session stands.
  template <class Ask>
  auto ask(Ask ask) const;
  void note_crash();
  // Of the one thread that may use it now.
  class Use;
  struct Stop {
    size_t out = 0, err = 0;
    uint64_t calls = 0;
    Spent spent{};
  };

  template <class Run>
  Status advance(Run run, bool slice);
  template <class Run>
  Status unlocked(Run run);
  std::pair<const Call*, py::object> next_call();  // one that a callable answers, and that; null: none
  void answer(const Call* call, py::object function);
  // Pending calls whose arguments the host's classes refuse raise that in the program, once for each. Whether there was one.
  bool refuse_unfit();
  const py::str& name_of(const std::string& function);
  void keep_stop();
  const Stop& stop_at(size_t stop) const;
  Inputs inputs_of(py::dict inputs) const;

  void take_stops();  // the session's
  void show_now();

  Converter converter_;
  py::object pause_at_ = py::none();
  py::object on_output_ = py::none();
  std::shared_ptr<Printed> printed_;
  std::shared_ptr<Answering> answering_ = std::make_shared<Answering>();
  std::unique_ptr<Session> session_;
  Error error_of(uint64_t call, py::handle exception);  // for the program; the exception is remembered
  static constexpr size_t kMostRaised = 64;

  CallLog calls_;
  std::deque<std::pair<uint64_t, py::object>> raised_;  // what calls were answered with
  std::string name_text_;                               // the function's that was called last, and
  py::str name_;                                        // the same for Python: loops call one
  Outcome last_;                                        // of the last run
  std::vector<Stop> stops_;                             // of this feed, and
  uint64_t newest_ = 0;                                 // the id of the newest call that refuse_unfit() has seen
  size_t first_stop_ = 0;                               // how many there were before them
  bool closed_ = false;
  mutable std::atomic<bool> used_{false};
};

}  // namespace fermata::python
