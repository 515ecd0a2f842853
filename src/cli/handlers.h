// Host functions that are commands: `--handler NAME=COMMAND`. For each call the command runs in a shell, gets
// {"args": […], "kwargs": {…}} on standard input, and answers with JSON on standard output: the value, or
// {"$raise": {"type": "ValueError", "message": "text"}} to raise that in the program. No output at all is None. A command
// that fails, or answers with something else, raises RuntimeError in the program. Called by drive.h.
#pragma once

#include <map>
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
  // `environment`: NAME=VALUE, which the command gets besides this process's. From any thread.
  Answer answer(const Call& call, const std::vector<std::string>& environment = {}) const;

 private:
  std::map<std::string, std::string> commands_;
};

// A name of Python's. Throws UsageProblem that mentions `option`.
void check_name(const std::string& name, const char* option);

}  // namespace fermata::cli
