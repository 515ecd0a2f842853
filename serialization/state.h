// States: a whole paused session as bytes. SessionState names the pieces; save_state writes them as
// MessagePack or JSON, load_state reads either into a fresh Context. Called by the session and the command.
// FORMAT.md describes the bytes.
//
// Saving reads the Context and changes nothing but caches (a str's hash). Loading trusts nothing: when it
// gives an error, the Context must be thrown away.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fermata/session.h"
#include "runtime/context.h"
#include "serialization/machine.h"
#include "serialization/state_error.h"
#include "vm/threads.h"

namespace fermata {

inline constexpr uint32_t kStateVersion = 9;

enum class Encoding : uint8_t { kMessagePack, kJson };

// Something that waits for the host.
struct PendingCall {
  uint64_t id = 0;
  std::string function;
  Value args;    // tuple
  Value kwargs;  // dict, or unset when there are none
  std::string file;
  uint32_t line = 0;
  Call::Kind kind = Call::Kind::kCall;  // since version 2
  double due = 0;                       // since version 2; a timer's, in seconds since 1970
};

struct SourceText {
  std::string name, text;
};

// What the budget has counted. Each is below kMostSpent, so that adding what a slice or a native takes never wraps; nobody gets there, who
// counts from zero: 2^62 nanoseconds are 146 years. In what is saved a count that would be above stands still below it.
constexpr uint64_t kMostSpent = uint64_t(1) << 62;
struct SpentValues {
  uint64_t steps = 0, time_ns = 0, output_bytes = 0, host_calls = 0, wall_ns = 0;
};

struct SessionState {
  uint32_t version = kStateVersion;  // of the format it was read from
  SourceText program;                // the main program
  std::string program_hash;
  std::vector<SourceText> sources;  // fed later, or imported
  Status status = Status::kReady;
  Limit exhausted = Limit::kNone;  // which, when status is kExhausted
  Value result;                    // of a program that is done, or the exception it raised; else unset
  std::vector<PendingCall> pending;
  uint64_t next_call_id = 1;
  std::vector<std::string> host_functions;  // names the program may call
  LimitValues limits;
  SpentValues spent;
  bool no_result = false;    // the program's last statement isn't an expression
  std::string output[2];     // all that was printed, stdout and stderr
  uint64_t untaken[2] = {};  // how many bytes at its end the host hasn't taken
  uint64_t random_seed = 0;
  uint32_t recursion_limit = 1000;
  uint32_t next_serial = 1;

  Task* task = nullptr;                       // the main task; null before the start and after the end
  Value main_globals, modules, random_state;  // Context's members of these names
  uint64_t fed = 0;                           // how often further source was fed
  bool named_result = true;                   // a program that doesn't end in an expression gives its global `result`
  bool allow_eval = true;
  Value patches, host_types;  // cx.imports.patches, cx.host.types
  struct Thread {
    Value task;
    uint64_t identity = 0;
    ThreadState state = ThreadState::kReady;
  };
  std::vector<Thread> threads;  // Context::threads
  // Before version 6, in place of the six members above (FORMAT.md says how).
  std::vector<Value> extra;
  // Since version 2:
  std::vector<std::string> async_functions;  // those of host_functions that are asynchronous
  double clock = 0;
  Value library_state, answers;  // Context's members of these names
  // Since version 3:
  std::vector<std::string> pause_at{kEveryCall};  // functions whose calls a host doesn't answer by itself; in order, each once
  static constexpr const char* kEveryCall = "*";  // alone: all of them
  Value handles;                                  // Context's member of this name
  struct NeverAwaited {
    std::string name;
    uint64_t dead = 0, told = 0;
  };
  std::vector<NeverAwaited> never_awaited;  // Context's member of this name, in order
  std::string zone = "UTC";
  bool seeded = false;  // Context's members of these names
  uint64_t entropy_seed = 0, entropy_drawn = 0;
  // Since version 5:
  std::string library;  // Machine::library() of who saved it; saving gives it

  // Copies the Context's own pieces into this and back. `apply` leaves the limits to the caller.
  void take_from(const Context& cx);
  void take_extra();  // what `extra` says into those members
  void apply_to(Context& cx) const;
};

// Throws nothing; the result is empty when `*error` says why.
std::string save_state(Context& cx, Machine& machine, const SessionState& state, Encoding encoding, StateError* error);

// Which encoding the bytes are in, by their first byte; false when in neither.
bool guess_encoding(std::string_view bytes, Encoding* out);

// Loads into a fresh Context, whose heap limit bounds what may be allocated. On success `out` holds the
// pieces and the Context has its own ones set, but for the limits: the caller decides whether the state's
// apply.
StateError load_state(Context& cx, Machine& machine, std::string_view bytes, SessionState& out);

}  // namespace fermata
