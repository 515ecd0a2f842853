#include "cli/json_values.h"

#include <algorithm>

#include "cli/commands.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"

namespace fermata::cli {

namespace {

// Whether somebody meant it as a text, and left the quotes out: what the shell does, too.
bool is_bare_text(std::string_view text) { return !text.empty() && text.find_first_of("\"'{}[]\\") == text.npos; }

}  // namespace

std::string json_problem(std::string_view text, const std::string& what, const std::string& problem) {
  const std::string shown = repr(Data(std::string(text)), Hidden(), 60);
  const std::string quoted = is_bare_text(text) ? "; a text has quotes: '\"" + visible_line(text) + "\"'" : "";
  return what + ": " + shown + " isn't JSON: " + problem + quoted;
}

Data json_from(std::string_view text, const std::string& what) {
  Data value;
  std::string problem;
  if (!from_json(text, &value, &problem)) throw UsageProblem(json_problem(text, what, problem));
  return value;
}

}  // namespace fermata::cli
