// What is behind Session and Program. Private to src/session and to serialization/session_state.cpp, which
// saves and loads it.
#pragma once

#include <memory>

#include "base/source.h"
#include "compiler/code.h"
#include "fermata/session.h"
#include "heap/context.h"
#include "vm/fiber.h"
#include "vm/interpreter.h"

namespace fermata {

struct Program::Impl {
  std::shared_ptr<const Source> source;
  std::shared_ptr<CodeUnit> code;
};

struct Session::Impl {
  Impl(std::shared_ptr<const Program> program, SessionOptions options);

  std::shared_ptr<const Program> program;
  SessionOptions options;
  Context cx;
  std::unique_ptr<Interpreter> interpreter;
  std::unique_ptr<Fiber> fiber;
  Stop stop = Stop::kDone;         // what the fiber's last run ended with

  Status status = Status::kReady;
  Limit exhausted = Limit::kNone;  // why, when kExhausted
  bool no_result = false;          // of a loaded session: the program gives its global `result`
  Value result;                    // kDone: what the program gave; kRaised: the exception
  std::vector<Call> pending;
  uint64_t next_call_id = 1;
  std::string output[2];           // all there was
  std::string untaken[2];

  // A fresh Context becomes one of this session: image, limits, output.
  void prepare();
  Outcome start(const Inputs& inputs);
  Outcome resume(uint64_t id, const Answer& answer);
  Outcome run(uint64_t steps);
  Outcome outcome();               // of the status as it is
  Outcome last;                    // what outcome() gave after the last stop

 private:
  Outcome run_fiber();
  void settle();                   // after a stop
  bool register_call();            // false: it was refused, and the program goes on with an exception
  static constexpr uint64_t kTextSteps = 1'000'000;
  uint64_t text_steps = 0;         // what text_of may still run
  std::string text_of(Value exception);
  Error describe(Value exception);
};

// --- convert.cpp
// How much may cross to the host at once: Data is outside of the heap, and sharing is lost on the way.
struct DataRoom {
  explicit DataRoom(const Context& cx);
  uint64_t bytes = UINT64_MAX;
};
// A value of the program for the host. False: it (or part of it) can't cross; `why` says which.
bool to_data(Context& cx, Value v, Data* out, std::string* why, DataRoom& room);
// A host's value for the program, or an outcome (memory).
Value from_data(Context& cx, const Data& data);
// The exception a host wants raised.
Value exception_from(Context& cx, const Error& error);

}  // namespace fermata
