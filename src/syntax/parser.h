// The parser: source text in, syntax tree or the SyntaxError that CPython would report out. Called by the compiler driver and by eval/exec.
// Reentrant and without global state; runs on a 256 KiB stack, because nesting is counted and refused long before that is used up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/source.h"
#include "syntax/arena.h"
#include "syntax/ast.h"

namespace fermata {

enum class SyntaxErrorType : uint8_t { SyntaxError, IndentationError, TabError };

struct SyntaxErrorRecord {
  SyntaxErrorType type = SyntaxErrorType::SyntaxError;
  std::string message;
  // In bytes, as every Span. CPython's offset and end_offset are Source::character_column(line, column) + 1.
  Span span;
  // The line of span.begin, without "\n": SyntaxError.text.
  std::string line_text;
  // The error is that the text ends. CPython shows no caret then (its end_offset is -1).
  bool at_text_end = false;
  // More text after the end could make it right: somebody hasn't typed all of it yet.
  bool incomplete = false;

  std::string_view type_name() const;
};

// No tree that the parser returns is deeper than this. See ast.h on long chains.
inline constexpr uint32_t kMaxTreeDepth = 5000;

struct ParseOptions {
  // Bytes of C++ stack the parser may use; source that nests deeper gets a SyntaxError. The default leaves room on a 256 KiB stack for the
  // caller and for unwinding, and is enough for 150 nested calls or more in a release build.
#if defined(__SANITIZE_ADDRESS__)
  size_t stack_budget = 8 * 192 * 1024;  // frames are as much larger there, and so are fibers' stacks
#else
  size_t stack_budget = 192 * 1024;
#endif
};

// Exactly one of module, expression, error is set. The tree points into the arena and into the Source.
struct ParseResult {
  Arena arena;
  const ast::Module* module = nullptr;
  const ast::Expression* expression = nullptr;
  std::unique_ptr<SyntaxErrorRecord> error;

  bool ok() const { return error == nullptr; }
};

ParseResult parse_module(const Source& source, const ParseOptions& options = {});

// How much of something to run a text is: all of it (or what more lines can't mend), statements of which the last is a block that may go
// on, or a part.
enum class SourceExtent : uint8_t { kWhole, kOpenBlock, kPart };
SourceExtent source_extent(const Source& source);

// A single expression, as eval() takes: blank lines around it are allowed, indentation isn't.
ParseResult parse_expression(const Source& source, const ParseOptions& options = {});

}  // namespace fermata
