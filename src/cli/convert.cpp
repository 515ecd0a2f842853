// `fermata convert`: a state in another encoding, or under another seal.
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/sessions.h"

namespace fermata::cli {

int convert_command(const ConvertOptions& options) {
  if (options.seal.keys.empty() && (options.from_plain || options.to_plain)) throw UsageProblem("--seal and --unseal need --seal-keys");
  const Seal seal(options.seal), none;
  Sessions sessions(options.jail);
  write_state(options.to, *load_state(options.from, options.from_plain ? none : seal, sessions), options.to_plain ? none : seal);
  return kExitDone;
}

}  // namespace fermata::cli
