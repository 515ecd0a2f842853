#include "cli/secrets.h"

#include <algorithm>
#include <cstdlib>

#include "cli/commands.h"
#include "cli/files.h"

namespace fermata::cli {

std::vector<std::string> secrets_at(const std::string& place, const char* option) {
  std::string text;
  if (place.starts_with('$')) {
    const char* value = std::getenv(place.c_str() + 1);
    if (!value) throw UsageProblem(std::string(option) + ": there is no environment variable " + place.substr(1));
    text = value;
  } else {
    text = read_file(place);
  }
  std::vector<std::string> secrets;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    if (end > at) secrets.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  if (secrets.empty()) throw UsageProblem(std::string(option) + ": there is no secret in " + place);
  return secrets;
}

}  // namespace fermata::cli
