// A session of the command line's: made from options, its calls answered by its host until the end or a stop.
// Called by run, start, resume and trace.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/host.h"
#include "cli/interrupt_on_signal.h"
#include "cli/progress.h"
#include "cli/seal.h"
#include "cli/sessions.h"
#include "cli/teleport.h"
#include "fermata/session.h"

namespace fermata::cli {

// The program that the options name, as read_program() reads it. Throws UsageProblem when they name none.
ProgramText program_of(const RunOptions& options, bool absolute);

// From NAME=JSON, or NAME for what the host's tools have. Throws UsageProblem.
Inputs inputs_from(const std::vector<std::string>& options, Host& host);

// What a session gets from options, with the host's functions among its own. Throws UsageProblem.
SessionOptions session_options(const RunOptions& options, const Host& host);

// The time that it is granted. Throws UsageProblem.
void set_time(SessionOptions& options, const std::string& clock, const std::string& zone);

// Prints what a session prints, as it happens.
void print_output(int stream, std::string_view text);

class Drive {
 public:
  // Throws UsageProblem for bad options. `sleeps`: timers are waited for and answered.
  Drive(const ProgramText& text, const RunOptions& options, Host& host, Sessions& sessions, bool sleeps);  // (`sessions` outlives it)
  // Of a session that goes on.
  Drive(std::unique_ptr<Session> session, Host& host, bool sleeps);

  // Why the program can't be compiled. Then nothing else may be called.
  const std::vector<Finding>& findings() const { return findings_; }
  // From the beginning to the end, a limit, or the point where only calls that nobody answers are pending.
  void start();
  // The same from where the session stands.
  void go_on();

  // The state is written there before a long sleep, so that nothing is lost if the sleep is ended by force.
  void keep_in(const std::string& path, const Seal& seal);

  Session& session() { return *session_; }
  // Ctrl-C came while a host function ran, or something was waited for.
  bool interrupted() const { return interrupted_; }

 private:
  void next_slice();
  void teleport();

  Progress progress_;
  SessionOptions session_options_;
  Inputs inputs_;
  Host& host_;
  std::vector<Finding> findings_;
  bool teleports_;  // at each stop and after each slice. Slices double after kAtOnePace of them, so that long programs end
  uint64_t slices_ = 0;
  bool sleeps_;
  std::string kept_in_;
  Seal seal_;                              // of that file
  static constexpr double kLongSleep = 1;  // seconds
  bool interrupted_ = false;
  static constexpr uint64_t kAtOnePace = 200;
  Teleporter teleporter_;
  std::unique_ptr<Session> session_;
  std::optional<InterruptOnSignal> interrupt_;  // from here to the end, so that a Ctrl-C loses nothing, whenever it comes
};

}  // namespace fermata::cli
