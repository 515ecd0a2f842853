// Compiled regular expressions: a Pattern's source as PCRE2 code, made on first use and kept in a bounded
// cache of the Context, and the running of it under the budget. Nothing here is program state: a pattern
// that was saved compiles again from its source. Used only by re.cpp.
#pragma once

#include <memory>

#include "library/re/syntax.h"
#include "runtime/context.h"

struct pcre2_real_code_8;
struct pcre2_real_match_data_8;

namespace fermata {

struct RegexProgram {
  RegexProgram() = default;
  ~RegexProgram();
  RegexProgram(const RegexProgram&) = delete;
  RegexProgram& operator=(const RegexProgram&) = delete;

  std::string source;
  bool is_text = true;
  uint32_t asked_flags = 0;            // those of the call
  RegexSyntax syntax;                  // its `pcre` is the form for bytes and ASCII text
  pcre2_real_code_8* code[2][2] = {};  // for bytes and ASCII text; for UTF-8 text: the quick form, and the careful one (see regex_run)
  pcre2_real_match_data_8* match_data = nullptr;
  size_t bytes = 0;
};

// What a pattern is matched against. `end` of a search may be before the text's.
struct RegexSubject {
  Value value;  // the str or bytes that matches refer to
  std::string_view text;
  bool ascii = true;  // or bytes
};

// The program of a pattern. Null: the outcome is in *outcome (a re.error is pending, …). The pointer is good
// until the next call.
RegexProgram* regex_program(Context& cx, Value source, uint32_t flags, Value* outcome);

enum RegexOption : uint32_t { kRegexAnchored = 1, kRegexToEnd = 2, kRegexNotEmptyAtStart = 4 };
struct RegexSpan {
  int64_t begin = -1, end = -1;  // bytes
};
// True: found, `spans` holds all groups; False; or an outcome.
Value regex_run(Context& cx, RegexProgram* program, const RegexSubject& subject, size_t begin, size_t end, uint32_t options,
                std::vector<RegexSpan>& spans);
// Which group closed last, as lastindex wants it; 0 for none.
uint32_t regex_last_group(const RegexProgram& program, const std::vector<RegexSpan>& spans);

// Raises re.error; `pattern` is what .pattern shows, `position` in code points or -1.
Value raise_regex_error(Context& cx, std::string_view message, Value pattern, int64_t position);
void regex_purge(Context& cx);

}  // namespace fermata
