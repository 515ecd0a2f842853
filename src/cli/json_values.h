// Values on the command line, written as JSON.
#pragma once

#include <string>
#include <string_view>

#include "fermata/value.h"

namespace fermata::cli {

// `what`: where it was given, "--set amount". Throws UsageProblem.
Data json_from(std::string_view text, const std::string& what);
// "--set amount: 'abc' isn't JSON: …", and what to write instead where a text lacks its quotes. `problem`: the parser's.
std::string json_problem(std::string_view text, const std::string& what, const std::string& problem);

}  // namespace fermata::cli
