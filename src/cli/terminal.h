// What commands write to standard error: their own messages, and tracebacks. Texts that a program made up go through
// serialization/data_text.h, so that they don't drive the terminal of whoever reads them.
#pragma once

#include <string_view>

#include "serialization/data_text.h"

namespace fermata::cli {

// "fermata: …" and a line end, on standard error.
void complain(std::string_view message);
void say(std::string_view line);
// What the program wrote to standard error, or a traceback.
void write_error(std::string_view text);
// A traceback, or what the compiler says: on a terminal in colours, unless $NO_COLOR is set.
void write_traceback(std::string_view text);
// Its lines with the colours of a terminal.
std::string coloured(std::string_view traceback);

}  // namespace fermata::cli
