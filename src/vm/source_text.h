// Source text that a program compiles inside the sandbox: parsed under the session's limits, errors as the parts that a SyntaxError is made
// from. Called by compile(), eval() and exec() (intrinsics.cpp) and by module ast. Keeps nothing.
#pragma once

#include <memory>
#include <string_view>

#include "compiler/compiler.h"
#include "runtime/context.h"
#include "syntax/parser.h"

namespace fermata {

enum class SourceMode : uint8_t { kExec, kEval, kSingle };
SourceMode source_mode(std::string_view name);  // "exec", "eval", "single"; anything else is kExec

struct ParsedText {
  Outside room;  // what the rest, and the compiler, take
  Source source;
  ParseResult tree;
};

// What tokens, tree, scopes and what the emitter makes take at most for a byte of text ("class A:pass", "(1,1),", "lambda:0,"); most take
// half.
inline constexpr uint64_t kTreeBytesPerByte = 192;

// Fills `out`; the result is unset then, else an outcome or a SyntaxError's parts. Text over `longest` bytes gets a MemoryError.
inline constexpr uint64_t kLongestProgram = 1 << 20;
Value source_too_long(Context& cx, uint64_t bytes, uint64_t longest = kLongestProgram);
Value parse_text(Context& cx, Str* text, Str* filename, SourceMode mode, std::unique_ptr<ParsedText>* out,
                 uint64_t longest = kLongestProgram);

// A list of the code of a package's module and of what to warn of, an outcome, or a SyntaxError's parts. The caller has charged it. The
// tree is gone before there is code: what was asked for it is room enough for both.
Value compile_package(Context& cx, std::string_view text, Str* filename);
// The same of what was compiled before, by this or another process.
Value loaded_package(Context& cx, std::string_view code, Str* filename, Value warnings);
// What a text of this size may be compiled to: in memory as a unit, in the heap as code.
inline constexpr uint64_t room_of_code(uint64_t size) { return size * kTreeBytesPerByte + 4096; }
// Lines of a file for tracebacks: it may be another one by now.
void forget_file_source(Context& cx, const Str* filename);

// Compiles a module or an expression to code that takes its namespace: the Code, an outcome, or a SyntaxError's parts. `flags`:
// kCodeCompiled, or 0.
Value compile_tree(Context& cx, const Source& source, const ast::Node& root, Str* filename, SourceMode mode, bool top_level_await,
                   uint32_t flags);

// PermissionError when the host has switched off what makes code of text, else None. `who` is what does: "exec".
Value check_eval(Context& cx, std::string_view who);

// (class, message, (file, line, offset, text, end line, end offset)). `whole`: the text ends with a newline.
Value syntax_error_parts(Context& cx, const Source& source, Str* filename, std::string_view type, std::string_view message,
                         const Span& span, bool whole, bool at_text_end = false);

// The same for what is found after the parser. The text is that of the file then, if it can be one's name: "<string>" has none.
Value compile_error_parts(Context& cx, const Source& source, Str* filename, const CompileError& error, bool whole);

// What a SyntaxWarning is made from, for each: (message, line, (file, line, offset, text, end line, end offset)).
Value syntax_warning_parts(Context& cx, const Source& source, Str* filename, const ast::Node& tree);

}  // namespace fermata
