// Secrets of the options that take NAME=FILE or FILE: never on the command line itself, where every process of the machine sees them.
#pragma once

#include <string>
#include <vector>

namespace fermata::cli {

// The words of a file, or of an environment variable's value, "$NAME". Throws UsageProblem that mentions `option`.
std::vector<std::string> secrets_at(const std::string& place, const char* option);

}  // namespace fermata::cli
