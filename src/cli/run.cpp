// `fermata run`: runs a program to its end like python3 does, its calls answered by commands.
#include <unistd.h>

#include "cli/commands.h"
#include "cli/drive.h"
#include "cli/files.h"
#include "cli/program_files.h"
#include "cli/report.h"
#include "cli/terminal.h"

namespace fermata::cli {

int run_command(const RunOptions& options) {
  const Seal seal(options.seal);
  const ProgramText text = program_of(options, /*absolute=*/true);
  Sessions sessions(options.jail, options.limits.over(Limits()).heap_bytes);
  Host host(options.host);
  if (!options.host.approve.empty() && options.state.empty()) throw UsageProblem("--approve needs -o: a file to save the state in");
  Drive drive(text, options, host, sessions, /*sleeps=*/true);
  if (!drive.findings().empty()) return tell_findings(options.file, drive.findings(), options.json);
  drive.keep_in(options.state, seal);
  drive.start();
  if (!options.state.empty()) write_state(options.state, drive.session(), seal);
  // What is sent to a program that isn't granted it is lost without a word of the program's own.
  const auto& error = drive.session().outcome().error;
  if (error && error->message.starts_with("input() is not granted") && !isatty(STDIN_FILENO) && options.file != "-")
    complain("what comes on standard input is the program's with --stdin");
  if (!options.files_out.empty()) write_files(options.files_out, drive.session().files());
  return tell(drive.session(), {.json = options.json,
                                .quiet_end = true,
                                .interrupted = drive.interrupted(),
                                .state = options.state,
                                .advice = host.advice(drive.session(), options.state)});
}

}  // namespace fermata::cli
