#include "cli/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

#include "cli/files.h"

namespace fermata::cli {

void say(std::string_view line) { write_all(STDERR_FILENO, visible(line) + "\n"); }

void complain(std::string_view message) { say("fermata: " + std::string(message)); }

void write_error(std::string_view text) { write_all(STDERR_FILENO, isatty(STDERR_FILENO) ? visible(text) : without_surrogates(text)); }

std::string coloured(std::string_view traceback) {
  constexpr std::string_view kPlace = "\x1b[35m", kMark = "\x1b[1;31m", kEnd = "\x1b[0m";
  std::string text;
  for (size_t at = 0; at < traceback.size();) {
    const size_t end = std::min(traceback.find('\n', at), traceback.size());
    const std::string_view line = traceback.substr(at, end - at);
    const size_t colon = line.find(':');
    const auto in = [&](std::string_view colour, size_t from, size_t count) {
      text.append(line.substr(0, from)).append(colour).append(line.substr(from, count)).append(kEnd);
      if (count < line.size() - from) text.append(line.substr(from + count));
    };
    if (line.starts_with("  File \"")) in(kPlace, 2, line.size() - 2);
    else if (!line.empty() && line.find_first_not_of(" ^~") == line.npos && line.find_first_of("^~") != line.npos)
      in(kMark, 0, line.size());
    else if (!line.empty() && line[0] != ' ' && !line.starts_with("Traceback (")) in(kMark, 0, std::min(colon, line.size()));
    else text += line;
    if (end < traceback.size()) text += '\n';
    at = end + 1;
  }
  return text;
}

void write_traceback(std::string_view text) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain = (no_colour && *no_colour) || !terminal || std::string_view(terminal) == "dumb" || !isatty(STDERR_FILENO);
  if (plain) return write_error(text);
  write_all(STDERR_FILENO, coloured(visible(text)));
}

}  // namespace fermata::cli
