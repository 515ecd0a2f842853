#include "cli/terminal.h"

#include <unistd.h>

#include "cli/files.h"

namespace fermata::cli {

void say(std::string_view line) { write_all(STDERR_FILENO, visible(line) + "\n"); }

void complain(std::string_view message) { say("fermata: " + std::string(message)); }

void write_error(std::string_view text) { write_all(STDERR_FILENO, isatty(STDERR_FILENO) ? visible(text) : without_surrogates(text)); }

}  // namespace fermata::cli
