// What CPython's compiler warns of: code that is legal and surely not meant. A pass over the tree, made where warnings can be shown (a
// program's start, compile(), check); it keeps nothing.
#pragma once

#include <optional>
#include <vector>

#include "compiler/code.h"
#include "syntax/ast.h"

namespace fermata {

// In the order of the source. The messages are CPython's SyntaxWarnings; a line counts from the span's beginning.
std::vector<CompileError> syntax_warnings(const ast::Node& tree);

// Of an annotation that is kept as text (`from __future__ import annotations`): the first `yield`, `await` or `:=` in it, which are errors there. A
// lambda's body is no part of it.
std::optional<CompileError> refused_in_annotation(const ast::Expr& annotation);

}  // namespace fermata
