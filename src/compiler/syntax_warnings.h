// What CPython's compiler warns about: code that is legal but surely not meant. A pass over the tree, made where warnings can be shown (a
// program's start, compile(), check); it keeps nothing.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/code.h"
#include "syntax/ast.h"

namespace fermata {

// In the order of the source. The messages are CPython's SyntaxWarnings; a line counts from the span's beginning.
std::vector<CompileError> syntax_warnings(const ast::Node& tree);

// Of an annotation that is kept as text (`from __future__ import annotations`): the first `yield`, `await` or `:=` in it, which are errors
// there. A lambda's body isn't part of it.
std::optional<CompileError> refused_in_annotation(const ast::Expr& annotation);

// Calls of one of these functions (by its name, or as an attribute) whose coroutine can't be awaited any more: statements, operands,
// conditions …
std::vector<CompileError> dropped_calls(const ast::Node& tree, const std::set<std::string, std::less<>>& functions);
// All calls of them that no `await` precedes.
std::vector<CompileError> calls_without_await(const ast::Node& tree, const std::set<std::string, std::less<>>& functions);
// Dropped calls of `async def` functions: those of these names, the tree's own, and asyncio's. Nothing awaits what they give.
std::vector<CompileError> forgotten_awaits(const ast::Node& tree, std::set<std::string, std::less<>> functions);

// Calls of one of these functions, which aren't coroutine functions, that are awaited at once. A name that the tree binds isn't looked at.
std::vector<CompileError> needless_awaits(const ast::Node& tree, const std::set<std::string, std::less<>>& functions);
// Calls of these builtins by name, unless the tree binds it; not where something handles the errors of the system.
std::vector<CompileError> unguarded_calls(const ast::Node& tree, const std::set<std::string, std::less<>>& builtins);

// Places of imports that need not succeed: in a `try` that handles ImportError, under `if TYPE_CHECKING`.
std::vector<Span> guarded_imports(const ast::Node& tree);
// Statements in which a name may be missing: in a `try` that handles NameError.
std::vector<Span> guarded_names(const ast::Node& tree);

}  // namespace fermata
