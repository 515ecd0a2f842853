// Host functions that are commands: `--handler NAME=COMMAND`. For each call the command runs in a shell, gets
// {"args": […], "kwargs": {…}} on standard input, and answers with JSON on standard output: the value, or
// {"$raise": {"type": "ValueError", "message": "text"}} to raise that in the program. No output at all is None. A command
// that answers {"$later": SECONDS} has taken the call on, and its answer comes by a token, which it finds in the environment: where there
// is a store. One that fails, or answers with something else, raises RuntimeError in the program. Called by host.h and work.cpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fermata/host.h"

namespace fermata::cli {

class Handlers {
 public:
  // From the values of --handler. Throws UsageProblem.
  explicit Handlers(const std::vector<std::string>& options);

  bool has(const std::string& name) const { return commands_.contains(name); }
  std::vector<std::string> names() const;
  // Nothing: Ctrl-C has ended the command, and this process watches for it.
  std::optional<Answer> answer(const Call& call) const;

  struct Request {
    std::vector<std::string> environment{};  // NAME=VALUE, which the command gets besides this process's
    uint64_t timeout_ms = 0;                 // it is ended then, with what it began in its own process group; 0: never
    bool keeps_errors = false;               // the end of what it writes to standard error is the traceback of an Error
  };
  struct Ended {
    Answer answer{};
    std::optional<uint64_t> later_ms{};  // it answers later, within so long
    bool is_missing = false;             // the shell has found no such command, or can't run it (exit codes 126 and 127)
    bool timed_out = false;
    bool interrupted = false;  // by SIGINT
  };
  // From any thread.
  Ended run(const Call& call, const Request& request) const;

 private:
  std::map<std::string, std::string> commands_;
};

// A name of Python's. Throws UsageProblem that mentions `option`.
void check_name(const std::string& name, const char* option);

}  // namespace fermata::cli
