// `fermata keygen`: a new key for sealed states.
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "fermata/sealer.h"

namespace fermata::cli {

int keygen_command(const KeygenOptions& options) {
  write_all(STDOUT_FILENO, new_seal_key(options.file, options.id) + "\n");
  return kExitDone;
}

}  // namespace fermata::cli
