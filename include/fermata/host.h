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

// A call that waits for its answer.
struct Call {
  uint64_t id = 0;
  std::string function;
  std::vector<Data> args;
  std::vector<std::pair<std::string, Data>> kwargs;
  std::string file;   // where it was made
  uint32_t line = 0;  // from 1
};

// What the host answers: a value, or an exception to raise at the call (`type` the name of a builtin
// exception class; any other name becomes a RuntimeError that says it).
using Answer = std::variant<Data, Error>;

using Callable = std::function<Answer(const Call&)>;
using Functions = std::map<std::string, Callable>;

}  // namespace fermata
