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

// A unit as the verifier sees it. Points into the unit and into `constants`.
inline CodeShape shape_of(const CodeUnit& unit, std::vector<ConstantShape>& constants) {
  constants.clear();
  for (const Constant& constant : unit.constants) {
    ConstantShape shape;
    if (constant.type == Constant::Type::kStr) shape.tag = ConstantTag::kStr;
    if (constant.type == Constant::Type::kTuple) shape = {ConstantTag::kStrTuple, static_cast<uint32_t>(constant.items.size()), {}};
    if (constant.type == Constant::Type::kCode) shape = {ConstantTag::kCode, 0, constant.code->captures};
    constants.push_back(shape);
  }
  CodeShape shape;
  shape.words = unit.words;
  shape.registers = unit.registers;
  shape.locals = static_cast<uint32_t>(unit.locals.size());
  shape.local_is_cell = unit.local_is_cell;
  shape.flags = unit.flags;
  shape.positional_only = unit.positional_only;
  shape.positional = unit.positional;
  shape.keyword_only = unit.keyword_only;
  shape.constants = constants;
  shape.sites = unit.sites;
  shape.free_count = static_cast<uint32_t>(unit.free_names.size());
  shape.captures = unit.captures;
  shape.handlers = unit.handlers;
  shape.positions = unit.positions;
  return shape;
}

}  // namespace fermata
