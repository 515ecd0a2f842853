// A session of the command line on its way: made from options, its calls answered by handlers until the end or a stop.
// Called by run, start and trace.
#pragma once

#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/handlers.h"
#include "cli/teleport.h"
#include "fermata/session.h"

namespace fermata::cli {

// From NAME=JSON. Throws UsageProblem.
Inputs inputs_from(const std::vector<std::string>& options);

// What a session gets from options, the handlers' names among its functions. Throws UsageProblem.
SessionOptions session_options(const RunOptions& options, const Handlers& handlers);

// Prints what a session prints, as it happens.
void print_output(int stream, std::string_view text);

// While it lives, Ctrl-C interrupts the session: it stops as exhausted and can still be saved. A second one ends the process.
class InterruptOnSignal {
 public:
  explicit InterruptOnSignal(Session& session);
  ~InterruptOnSignal();

 private:
  struct sigaction before_ = {};
};

// The system's clock, in seconds since 1970.
double now();
// False: a signal came before.
bool sleep_until(double due);

class Drive {
 public:
  // Throws UsageProblem for options that are no good. `program` is compiled. `sleeps`: timers are waited for and answered.
  Drive(std::shared_ptr<const Program> program, const RunOptions& options, bool sleeps);

  // From the beginning until the end, a limit, or when all that is pending are calls that no handler answers.
  void start();

  Session& session() { return *session_; }

 private:
  Outcome slice();  // goes on for some steps
  void teleport();

  SessionOptions session_options_;
  Inputs inputs_;
  Handlers handlers_;
  uint64_t every_;  // steps between two teleports, 0: none. It doubles after kAtOnePace of them, so that long programs end.
  uint64_t slices_ = 0;
  bool sleeps_;
  static constexpr uint64_t kAtOnePace = 200;
  Teleporter teleporter_;
  std::unique_ptr<Session> session_;
};

}  // namespace fermata::cli
