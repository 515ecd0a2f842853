// Text for people. What a program made up (names, messages, values) may hold control sequences that would drive the
// terminal of whoever reads it; these functions write such characters as Python would escape them. Called by all commands
// for their own messages, for `inspect`, and for tracebacks when standard error is a terminal.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "fermata/host.h"
#include "fermata/value.h"

namespace fermata::cli {

// Control characters but "\n" and "\t", the marks that reorder text, lone surrogates and bytes that aren't UTF-8 become
// \x1b, \u202e, \udc80.
std::string visible(std::string_view text);
// As visible(), on one line.
std::string visible_line(std::string_view text);
// Only lone surrogates are escaped: what Python's standard error does.
std::string without_surrogates(std::string_view text);

// Fields that repr() leaves out, each after the name of its class.
using Hidden = std::set<std::pair<std::string, std::string>>;

// repr(), cut to about `limit` characters.
std::string repr(const Data& data, const Hidden& hidden, size_t limit = 200);
// "approve(84.0, reason='late')"; of a timer when it is due
std::string repr(const Call& call, const Hidden& hidden, size_t limit = 200);

// "fermata: …" and a line end, on standard error.
void complain(std::string_view message);
void say(std::string_view line);
// What the program wrote to standard error, or a traceback.
void write_error(std::string_view text);

}  // namespace fermata::cli
