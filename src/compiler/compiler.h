// The compiler: a syntax tree in, a CodeUnit or errors out. Called by Program::compile, by eval and exec, and for the prelude and the
// modules written in Python. Keeps nothing; the result doesn't point into the tree. Runs on a 256 KiB stack: nesting is counted.
#pragma once

#include <memory>
#include <vector>

#include "base/source.h"
#include "compiler/code.h"
#include "syntax/ast.h"

namespace fermata {

struct CompileOptions {
  uint32_t flags = 0;               // of all code: kCodeHidden for the prelude, kCodeCompiled
  bool in_namespace = false;        // for exec: names live in a namespace, the code's one parameter, as a class body's do
  bool top_level_await = false;     // `await` is allowed in a module's own statements; its code is then a coroutine's
  bool program = false;             // `return` at the top ends the program with that value
  bool chunk = false;               // further source of a session: no docstring of the module
  bool interactive = false;         // the values of expression statements outside functions and classes are shown
  bool future_annotations = false;  // as if the source began with `from __future__ import annotations`
};

// Either code, or errors in the order of their discovery: SyntaxErrors as CPython words them, all of them.
struct CompileResult {
  std::shared_ptr<CodeUnit> code;
  std::vector<CompileError> errors;

  bool ok() const { return code != nullptr; }
};

CompileResult compile(const Source& source, const ast::Module& module, const CompileOptions& options = {});
// What eval() runs: code that returns the expression's value.
CompileResult compile(const Source& source, const ast::Expression& expression, const CompileOptions& options = {});

// Does it begin with `from __future__ import annotations`?
bool imports_annotations(const ast::Module& module);

}  // namespace fermata
