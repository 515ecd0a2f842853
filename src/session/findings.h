// Findings made from what the parser and the compiler report. Private to src/session.
#pragma once

#include "base/source.h"
#include "compiler/code.h"
#include "fermata/error.h"
#include "syntax/parser.h"

namespace fermata {

Finding make_finding(const Source& source, Finding::Kind kind, std::string_view type, std::string message, Span span, bool caret = true);
Finding warning_finding(const Source& source, const CompileError& warning, std::string_view type = "SyntaxWarning");
// What CPython prints of a tree's warnings.
std::string warning_text(const Source& source, const ast::Node& tree);
Finding syntax_finding(const Source& source, const SyntaxErrorRecord& error);
Finding compile_finding(const Source& source, const CompileError& error);

}  // namespace fermata
