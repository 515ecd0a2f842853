// The syntax tree as text, in the format of CPython's ast.dump(), and tokens as `python3 -m tokenize` lists them. For the `ast` and
// `tokens` commands and for golden tests. Pure functions.
#pragma once

#include <string>

#include "base/source.h"
#include "syntax/ast.h"

namespace fermata {

struct AstDumpOptions {
  int indent = 2;                   // 0 for one line
  bool include_attributes = false;  // lineno, col_offset, end_lineno, end_col_offset
  bool type_params = true;          // 3.12's field; 3.11 does not have it
};

std::string dump_ast(const ast::Node& node, const AstDumpOptions& options = {});

// A literal as Python's repr shows it.
std::string literal_text(const ast::Constant& constant);

// One token per line: "1,0-1,5:            NAME           'print'". Comments and blank lines included. A lexical error ends it with a
// line "1:5: error: message".
std::string dump_tokens(const Source& source);

}  // namespace fermata
