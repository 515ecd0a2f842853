// `fermata start`: runs a program to its first call, and saves it there.
#include "cli/commands.h"
#include "cli/drive.h"
#include "cli/files.h"
#include "cli/report.h"

namespace fermata::cli {

int start_command(const RunOptions& options) {
  const Seal seal(options.seal);
  // The name as it was given: a state may travel to where this machine's folders mean nothing.
  const ProgramText text = program_of(options, /*absolute=*/false);
  Sessions sessions(options.jail, options.limits.over(Limits()).heap_bytes);
  Host host(options.host);
  host.hold_all();
  Drive drive(text, options, host, sessions, /*sleeps=*/false);
  if (!drive.findings().empty()) return tell_findings(options.file, drive.findings(), options.json);
  drive.start();
  write_state(options.state, drive.session(), seal);
  return tell(drive.session(), {.json = options.json, .state = options.state});
}

}  // namespace fermata::cli
