// What a command says when a session has stopped: the JSON report, or words, and the exit code. Called by run, start,
// resume, inspect and check.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.h"
#include "fermata/error.h"
#include "fermata/session.h"
#include "fermata/value.h"
#include "serialization/reports.h"

namespace fermata::cli {

constexpr size_t kLongestCall = 4'000;  // characters of one that somebody decides on

// "call 3", "timer 4"
std::string title_of(const Call& call);
// What the session's classes of the host's don't show in repr().
Hidden hidden_in(const Session& session);

// "ada, bo", of whatever texts.
template <class Texts>
std::string joined(const Texts& texts, std::string_view between = ", ") {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += between;
    all += text;
  }
  return all;
}

// One line on standard output.
void print_report(Data::Pairs report);

// 0, 1, 3 or 4; after SystemExit what python3 would exit with.
int exit_code_of(const Outcome& outcome);

struct Telling {
  bool json = false;
  bool quiet_end = false;    // say nothing when the program ended: `run`
  bool interrupted = false;  // by Ctrl-C, in a host function
  std::string state;         // the file it was saved in, if any
  std::string advice;        // a line that is printed when calls are pending; may be empty
};
// Reports how the session stopped, and returns the exit code.
int tell(const Session& session, const Telling& telling);

// How a program that won't go on was stopped: "the limit of steps (…) is used up, at agent.py line 3".
std::string limit_text(const Session& session, const Outcome& outcome);
// What a program gave to display(), as far as that is text. (Its result `run` doesn't print either.)
void tell_displayed(const Session& session);
// The traceback of what left the program, or what python3 says about a SystemExit.
void tell_raised(const Outcome& outcome);

// Prints why a program doesn't compile; returns the exit code.
int tell_findings(const std::string& file, const std::vector<Finding>& findings, bool json);

}  // namespace fermata::cli
