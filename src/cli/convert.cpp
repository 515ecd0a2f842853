// `fermata convert`: a state in another encoding.
#include "cli/commands.h"
#include "cli/files.h"

namespace fermata::cli {

int convert_command(const ConvertOptions& options) {
  write_state(options.to, *load_state(options.from));
  return kExitDone;
}

}  // namespace fermata::cli
