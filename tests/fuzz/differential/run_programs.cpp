// Runs programs in the modes that tests/fuzz/differential/run compares, without a process for each:
//
//   build/tests/fuzz/run_programs [--steps N] MODE…        MODE: plain, teleport, gc-stress
//
// Standard input: for each program a line with the length of its text, then the text. Standard output: for each program and mode a line
// "STATUS OUTPUT ERRORS", the last two the lengths of what follows: what the program printed, and its standard error as `fermata run`
// prints it. STATUS is done, raised, exhausted, refused (a syntax error) or broken: its state can't be loaded, or isn't saved as it was.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "cli/teleport.h"
#include "fermata/session.h"

namespace {

using namespace fermata;

struct Ran {
  std::string status, output, errors;
};

// The traceback, or nothing for a SystemExit without message.
std::string errors_of(const Session& session, const Outcome& outcome) {
  std::string errors = session.output(2);
  if (outcome.error) errors += outcome.error->traceback;
  return errors;
}

Ran run(const std::shared_ptr<const Program>& program, const std::string& mode, uint64_t steps) {
  double now = 1e9;
  SessionOptions options;
  options.limits.steps = steps;
  options.limits.time_ms = 0;  // the same program ends the same way each time
  options.clock = [&now] { return now; };
  const bool teleports = mode == "teleport", stress = mode == "gc-stress";
  constexpr uint64_t kOften = 17, kAtOnePace = 100;
  if (teleports) options.slice_steps = kOften;
  auto session = std::make_unique<Session>(program, options);
  session->set_gc_stress(stress);
  cli::Teleporter teleporter(stress);
  try {
    session->start();
    for (uint64_t slices = 0;; ++slices) {
      const Status status = session->status();
      if (status != Status::kYielded && status != Status::kPaused) break;
      if (teleports) {
        if (slices % kAtOnePace == kAtOnePace - 1) options.slice_steps *= 2;  // a long program ends, too
        teleporter.teleport(session, options);
      }
      if (status == Status::kYielded) {
        session->run();
      } else {
        now = session->next_due().value_or(now);
        session->resume_due();
      }
    }
  } catch (const cli::TeleportFailed& failure) {
    return {"broken", "", failure.what()};
  }
  return {to_string(session->status()), session->output(1), errors_of(*session, session->outcome())};
}

void write(const Ran& ran) {
  std::cout << ran.status << ' ' << ran.output.size() << ' ' << ran.errors.size() << '\n' << ran.output << ran.errors << std::flush;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> modes;
  uint64_t steps = 100'000;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--steps" && i + 1 < count) steps = std::stoull(arguments[++i]);
    else modes.push_back(argument);
  }
  for (size_t length; std::cin >> length;) {
    std::cin.get();
    std::string text(length, '\0');
    std::cin.read(text.data(), std::streamsize(length));
    std::vector<Finding> findings;
    const auto program = Program::compile(text, "program.py", &findings);
    for (const std::string& mode : modes) {
      if (program) write(run(program, mode, steps));
      else
        write({"refused", "",
               findings.empty() ? "?" : std::to_string(findings[0].line) + ": " + findings[0].type + ": " + findings[0].message});
    }
  }
}
