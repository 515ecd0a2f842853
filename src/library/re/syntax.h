// Python's regular expression syntax, checked as CPython 3.11's parser checks it and rewritten for PCRE2.
// A pure function of the pattern; called by the regex programs of module re (program.cpp), once for text
// in UTF-8 and once for plain bytes, which is also what ASCII text is matched as.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata {

enum RegexFlag : uint32_t {
  kRegexTemplate = 1,
  kRegexIgnoreCase = 2,
  kRegexLocale = 4,
  kRegexMultiline = 8,
  kRegexDotAll = 16,
  kRegexUnicode = 32,
  kRegexVerbose = 64,
  kRegexDebug = 128,
  kRegexAscii = 256,
};

struct RegexFailure {
  enum Kind : uint8_t { kNone, kSyntax, kOverflow, kRecursion, kValue } kind = kNone;  // kSyntax: re.error
  std::string message;
  int64_t position = -1;  // code points; -1: none
};

// Where a group is in its pattern.
struct RegexGroup {
  uint32_t close_rank = 0;  // the place of its closing parenthesis among all
  uint32_t repeat = 0;      // the outermost part around it that is matched several times; 0: none
  bool looks = false;       // a look-around is between the two
};

struct RegexSyntax {
  RegexFailure failure;
  std::string pcre;    // what PCRE2 compiles
  uint32_t flags = 0;  // those in the pattern included
  uint32_t groups = 0;
  std::vector<std::pair<std::string, uint32_t>> names;
  std::vector<RegexGroup> places;    // by group
  bool ascii_only = true;            // it names no character above U+007F
  bool looks_ahead = false;          // (?=…)
  bool caseless_references = false;  // in UTF-8 text they are callouts: references.h
};

// `is_text`: a str pattern (wide UTF-8), else bytes. `utf`: PCRE2 will match UTF-8 text. `share`: what is repeated a number of times is
// written once and called that often, which takes less room in what PCRE2 compiles, where it is written out each time, and more time.
RegexSyntax parse_regex(std::string_view source, bool is_text, uint32_t flags, bool utf, bool share = false);

}  // namespace fermata
