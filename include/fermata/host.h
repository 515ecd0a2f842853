// Host functions: what a program may call. A session knows them by name only; with `Functions` a host also
// gives code, which Session::run_with calls to answer them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fermata/error.h"
#include "fermata/value.h"

namespace fermata {

// A function that a program may call. The call of a plain one stops the program until the answer is there. An asynchronous one
// gives a coroutine: the call is made when that is awaited, the program's other tasks go on, and when all of them wait the session
// pauses with all calls that are pending.
struct Grant {
  Grant(std::string name, bool asynchronous = false) : name(std::move(name)), asynchronous(asynchronous) {}
  Grant(const char* name) : name(name) {}
  static Grant async(std::string name) { return Grant(std::move(name), true); }

  std::string name;
  bool asynchronous = false;
};

// Something that waits for the host.
struct Call {
  enum class Kind : uint8_t {
    kCall,   // of a plain function: the program stands still until it is answered
    kAsync,  // of an asynchronous function
    kTimer,  // asyncio.sleep(), a timeout, …: answer it when it is due, or before; then it is over. The answer's value doesn't matter
  };
  uint64_t id = 0;
  std::string function;  // empty: a timer
  std::vector<Data> args;
  std::vector<std::pair<std::string, Data>> kwargs;
  std::string file;   // where it was made, or awaited
  uint32_t line = 0;  // from 1
  Kind kind = Kind::kCall;
  double due = 0;     // kTimer: seconds since 1970
};
const char* to_string(Call::Kind kind);  // "call", "async", "timer"

// What the host answers: a value, or an exception to raise at the call (`type` the name of a builtin
// exception class; any other name becomes a RuntimeError that says it).
using Answer = std::variant<Data, Error>;

struct CallAnswer {
  uint64_t call = 0;
  Answer answer;
};

using Callable = std::function<Answer(const Call&)>;
using Functions = std::map<std::string, Callable>;

}  // namespace fermata
