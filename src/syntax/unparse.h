// The source text of an expression, normalised as CPython writes annotations under `from __future__ import annotations`. Called by the
// compiler.
#pragma once

#include <string>

#include "syntax/ast.h"

namespace fermata {

// Trees deeper than this are not written: the caller has their source text.
inline constexpr uint16_t kMaxUnparsedDepth = 150;

std::string unparse(const ast::Expr* expr);

}  // namespace fermata
