// What the compiler knows about a pattern before it writes code for it: that it is valid (names bound once, alternatives that bind the same
// names, nothing after a pattern that matches everything), with CPython's messages, and the names it binds. Called by the emitter for each
// case.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/code.h"
#include "syntax/ast.h"

namespace fermata {

struct PatternName {
  std::string_view name;
  Span span;
};

// The names `pattern` binds, in the order in which they are stored. What is wrong with it is added to `errors`. `last`: no case comes after
// it, or it has a guard, so it may match everything.
std::vector<PatternName> check_pattern(const ast::Pattern* pattern, bool last, std::vector<CompileError>& errors);

inline bool is_wildcard(const ast::Pattern* pattern) {
  const auto* as = pattern->maybe<ast::MatchAs>();
  return as && !as->pattern && !as->name.data();
}
inline bool is_star_wildcard(const ast::Pattern* pattern) {
  const auto* star = pattern->maybe<ast::MatchStar>();
  return star && !star->name.data();
}

}  // namespace fermata
