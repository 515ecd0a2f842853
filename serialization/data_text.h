// Data and texts for people. What a program made up (names, messages, values) may hold control sequences that would drive a terminal, or
// marks that show text in another order than it has; these functions write such characters as Python would escape them. Called by the
// command and by the server's pages.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fermata/host.h"
#include "fermata/value.h"

namespace fermata {

// Control characters but "\n" and "\t", what nobody sees (blanks of other widths, marks that reorder text or join words; but not the
// joiners that scripts and emoji are written with), lone surrogates and bytes that aren't UTF-8 become \x1b, \u202e, \udc80.
std::string visible(std::string_view text);
// As visible(), on one line.
std::string visible_line(std::string_view text);
// A name that a program may have made up: as it is when Python would take it for one, with dots between parts, else in quotes.
std::string name_text(std::string_view name);
// Only lone surrogates are escaped: what Python's standard error does.
std::string without_surrogates(std::string_view text);

// Fields that repr() leaves out, each after the name of its class.
using Hidden = std::set<std::pair<std::string, std::string>>;

// repr(), cut to about `limit` characters.
std::string repr(const Data& data, const Hidden& hidden, size_t limit = 200);
// "approve(84.0, reason='late')"; of a timer when it is due
// What is hidden is told by its name, "number=…": the program may have hidden it from whoever decides.
std::string repr(const Call& call, const Hidden& hidden, size_t limit = 200);

// Whether a frame's variables are the program's globals, which are listed by themselves: those of a module that runs are.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;
bool are_among(const NamedTexts& locals, const NamedTexts& globals);

}  // namespace fermata
