// What the compiler's tests share: text in, code or errors out.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/disassembler.h"
#include "compiler/opcodes.h"
#include "compiler/verifier.h"
#include "syntax/parser.h"

namespace fermata {

// The code of a module that must be right; it is verified.
inline std::shared_ptr<CodeUnit> compile_text(const std::string& text) {
  const Source source("test", text);
  const ParseResult tree = parse_module(source);
  if (!tree.ok()) {
    ADD_FAILURE() << "line " << tree.error->span.begin.line << ": " << tree.error->message;
    return nullptr;
  }
  CompileResult result = compile(source, *tree.module);
  for (const CompileError& error : result.errors) ADD_FAILURE() << "line " << error.span.begin.line << ": " << error.message;
  if (result.code) {
    const auto problem = verify(*result.code);
    EXPECT_FALSE(problem) << *problem;
  }
  return result.code;
}

// "line message" of each error.
inline std::vector<std::string> errors_of(const std::string& text) {
  const Source source("test", text);
  const ParseResult tree = parse_module(source);
  std::vector<std::string> errors;
  if (!tree.ok()) return {std::to_string(tree.error->span.begin.line) + " " + tree.error->message};
  for (const CompileError& error : compile(source, *tree.module).errors) {
    errors.push_back(std::to_string(error.span.begin.line) + " " + error.message);
  }
  return errors;
}

// The code of the first function in a module.
inline std::shared_ptr<CodeUnit> first_function(const std::shared_ptr<CodeUnit>& module) {
  for (const Constant& constant : module->constants) {
    if (constant.type == Constant::Type::kCode) return constant.code;
  }
  return nullptr;
}

inline size_t count_op(const CodeUnit& unit, Op op) {
  size_t count = 0;
  for (const Word word : unit.words) count += op_of(word) == op;
  return count;
}

}  // namespace fermata
