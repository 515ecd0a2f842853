// Findings made from what the parser and the compiler report. Private to src/session.
#pragma once

#include <vector>

#include "base/source.h"
#include "compiler/code.h"
#include "fermata/error.h"
#include "syntax/parser.h"

namespace fermata {

// For more text than this (and a line), only the first findings are reported.
constexpr size_t kMostFindingText = 1 << 20;

Finding make_finding(const Source& source, Finding::Kind kind, std::string_view type, std::string message, Span span, bool caret = true);
Finding warning_finding(const Source& source, const CompileError& warning, std::string_view type = "SyntaxWarning");
// What CPython prints of a tree's warnings.
std::string warning_text(const Source& source, const ast::Node& tree);
Finding syntax_finding(const Source& source, const SyntaxErrorRecord& error);

// What is found, as long as there is room: a finding repeats its line, and a long line may have many.
class Findings {
 public:
  explicit Findings(const Source& source) : source_(source) {}
  std::vector<Finding> all;

  template <class Make>
  void add(Make&& make) {
    if (bytes_ > kMostFindingText) return;
    all.push_back(make(source_));
    bytes_ += all.back().text.size();
  }
  void add_errors(const std::vector<CompileError>& errors);

 private:
  const Source& source_;
  size_t bytes_ = 0;
};

}  // namespace fermata
