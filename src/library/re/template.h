// Replacement templates of re.sub and Match.expand: "\1", "\g<name>" and escapes, taken apart once and then
// filled in for each match. Used only by re.cpp.
#pragma once

#include "library/re/program.h"

namespace fermata {

struct RegexTemplate {
  struct Part {
    std::string text;
    uint32_t group = UINT32_MAX;  // UINT32_MAX: none, only text
  };
  std::vector<Part> parts;
};

// None, or an outcome: re.error or IndexError is pending. `repl` is a str or bytes.
Value parse_regex_template(Context& cx, Value repl, const RegexProgram& program, RegexTemplate* out);

}  // namespace fermata
