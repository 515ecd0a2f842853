// The lexer: a Source's text in, a vector of Tokens out, in one pass over the whole text. The parser owns the result; the token dump uses
// it too. It follows CPython 3.12's tokenizer, f-strings included (lexer_fstring.cpp), and its error messages.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "syntax/parser.h"
#include "syntax/token.h"

namespace fermata {

struct LexerOptions {
  bool keep_trivia = false;  // also Comment and Nl tokens
};

class Lexer {
 public:
  explicit Lexer(const Source& source, const LexerOptions& options = {});

  // Fills tokens(). The last one is EndMarker, or Error where it had to stop.
  void run();

  std::vector<Token>& tokens() { return tokens_; }
  // Set when the last token is Error.
  std::unique_ptr<SyntaxErrorRecord>& error() { return error_; }
  // CPython reports these only if the parser gets that far; all other lexical errors win over any error of the parser before them.
  bool error_yields_to_parser() const { return error_yields_; }
  // The source ended inside brackets: the error is "'(' was never closed".
  bool ended_in_brackets() const { return ended_in_brackets_; }

 private:
  struct Bracket {
    char opening;
    Position position;
  };
  // One f-string being read. Its text is read by fstring_middle(), its replacement fields by the ordinary rules.
  struct FString {
    char quote;
    uint8_t quote_size;
    bool raw;
    bool in_middle = true;
    bool in_format_spec = false;
    int bracket_depth = 0;   // brackets opened inside it, those of replacement fields included
    int field_depth = -1;    // nesting of replacement fields (a format spec may hold fields), -1 outside
    const char* text_begin;  // the token's begin, for errors
    uint32_t line;
    uint32_t column;
  };
  struct Stop {};  // thrown after stop() recorded an error

  // lexer.cpp
  bool check_encoding();
  void statement_or_line_start();
  void indentation();
  void token();
  void name();
  void number();
  void radix_number(int base, const char* kind);
  void decimal_tail();
  void verify_end_of_number(const char* kind);
  void string(const char* begin, bool fstring, bool raw);
  void plain_string(const char* begin, uint32_t column, char quote, int quote_size);
  void operator_or_bracket();
  void open_bracket(TokenKind kind);
  void close_bracket(TokenKind kind, char closing);
  bool continuation_line();
  void end_of_text(const char* line_ends_at);
  // lexer_fstring.cpp
  void start_fstring(const char* begin, char quote, int quote_size, bool raw);
  void fstring_middle();
  bool fstring_operator();
  [[noreturn]] void unterminated_fstring();

  Position position(const char* at) const { return {line_, static_cast<uint32_t>(at - line_start_), static_cast<uint32_t>(at - text_)}; }
  void add(TokenKind kind, Position begin, Position end) {
    tokens_.push_back({kind, static_cast<uint16_t>(brackets_.size()), {begin, end}});
  }
  void add(TokenKind kind, const char* begin) { add(kind, position(begin), position(cursor_)); }
  void new_line() {  // cursor_ is just past a "\n"
    ++line_;
    line_start_ = cursor_;
  }
  bool in_fstring() const { return !fstrings_.empty(); }

  [[noreturn]] void stop(SyntaxErrorType type, std::string message, Span span, bool yields = false);
  [[noreturn]] void stop(std::string message, Span span) { stop(SyntaxErrorType::SyntaxError, std::move(message), span); }
  // At the character before the cursor, where CPython's tokenizer errors point.
  [[noreturn]] void stop_before_cursor(std::string message);

  const Source& source_;
  const LexerOptions options_;
  const char* text_;
  const char* end_;  // *end_ is '\0'
  const char* cursor_;
  const char* line_start_;
  uint32_t line_ = 1;
  bool at_line_start_ = true;
  std::vector<uint32_t> indents_;      // columns with tabs to multiples of 8
  std::vector<uint32_t> alt_indents_;  // columns with tabs as 1: both must agree
  std::vector<Bracket> brackets_;
  std::vector<FString> fstrings_;
  std::vector<Token> tokens_;
  std::unique_ptr<SyntaxErrorRecord> error_;
  bool error_yields_ = false;
  bool ended_in_brackets_ = false;
};

}  // namespace fermata
