// f-strings, as PEP 701 has them: an f-string is not one token but FStringStart, then literal texts (FStringMiddle) and replacement fields
// made of ordinary tokens, then FStringEnd. A field's format spec is again literal text and fields. Quotes may be reused inside fields.
#include <cstring>

#include "syntax/lexer.h"

namespace fermata {

namespace {
constexpr size_t kMaxFStrings = 150;
constexpr int kMaxFieldDepth = 3;
}  // namespace

void Lexer::start_fstring(const char* begin, char quote, int quote_size, bool raw) {
  if (fstrings_.size() + 1 >= kMaxFStrings) {
    ++cursor_;
    stop_before_cursor("too many nested f-strings");
  }
  FString fstring{};
  fstring.quote = quote;
  fstring.quote_size = static_cast<uint8_t>(quote_size);
  fstring.raw = raw;
  fstring.in_middle = true;
  fstring.field_depth = -1;
  fstring.text_begin = begin;
  fstring.line = line_;
  fstring.column = static_cast<uint32_t>(begin - line_start_);
  cursor_ += quote_size;
  add(TokenKind::FStringStart, begin);
  fstrings_.push_back(fstring);
}

void Lexer::unterminated_fstring() {
  const FString& fstring = fstrings_.back();
  Position from{fstring.line, fstring.column, static_cast<uint32_t>(fstring.text_begin - text_)};
  uint32_t line = line_;
  if (cursor_ == end_ && fstring.quote_size == 3 && line_start_ == cursor_ && line > from.line) --line;
  stop(std::string(fstring.quote_size == 3 ? "unterminated triple-quoted f-string literal" : "unterminated f-string literal") +
           " (detected at line " + std::to_string(line) + ")",
       {from, from});
}

// Literal text up to a field, the end of a field's format spec, or the closing quotes. A doubled brace ends the token after its first
// brace, so that the token's text is the literal text (escapes aside).
void Lexer::fstring_middle() {
  FString& fstring = fstrings_.back();
  const Position begin = position(cursor_);
  auto add_middle = [&](const char* end) {
    Position to = position(end);
    if (to.offset != begin.offset) add(TokenKind::FStringMiddle, begin, to);
  };
  for (;;) {
    char c = *cursor_;
    bool closes = c == fstring.quote && (fstring.quote_size == 1 || (cursor_[1] == c && cursor_[2] == c));
    if (closes && !(fstring.in_format_spec && cursor_ == end_)) {
      add_middle(cursor_);
      if (fstring.in_format_spec) {  // the field is not closed: the parser says what it expects
        const char* quotes = cursor_;
        cursor_ += fstring.quote_size;
        stop("f-string: expecting '}'", {position(quotes), position(cursor_)});
      }
      const char* quotes = cursor_;
      cursor_ += fstring.quote_size;
      fstrings_.pop_back();
      add(TokenKind::FStringEnd, quotes);
      return;
    }
    if (cursor_ == end_) unterminated_fstring();
    if (c == '\n') {
      if (fstring.quote_size == 1) {
        if (!fstring.in_format_spec) unterminated_fstring();
        // A line end ends the format spec: what follows belongs to the field again.
        add_middle(cursor_);
        fstring.in_middle = false;
        fstring.in_format_spec = false;
        return;
      }
      ++cursor_;
      new_line();
      continue;
    }
    if (c == '{') {
      if (cursor_[1] == '{' && !fstring.in_format_spec) {
        add_middle(cursor_ + 1);
        cursor_ += 2;
        return;
      }
      add_middle(cursor_);
      ++fstring.field_depth;
      if (fstring.field_depth >= kMaxFieldDepth) {
        ++cursor_;
        stop_before_cursor("f-string: expressions nested too deeply");
      }
      fstring.in_middle = false;
      fstring.in_format_spec = false;
      open_bracket(TokenKind::LeftBrace);
      return;
    }
    if (c == '}') {
      if (cursor_[1] == '}' && !fstring.in_format_spec) {
        add_middle(cursor_ + 1);
        cursor_ += 2;
        return;
      }
      add_middle(cursor_);
      close_bracket(TokenKind::RightBrace, '}');  // the end of a format spec, or an error
      return;
    }
    if (c == '\\' && cursor_ + 1 < end_) {
      char next = cursor_[1];
      if (next == '{' || next == '}') {
        ++cursor_;  // the brace keeps its meaning
      } else if (next == '\n') {
        cursor_ += 2;
        new_line();
      } else if (!fstring.raw && next == 'N' && cursor_[2] == '{') {  // \N{NAME} isn't a field
        cursor_ += 3;
        while (*cursor_ != '}' && *cursor_ != '\n' && *cursor_ != fstring.quote && cursor_ < end_) ++cursor_;
        if (*cursor_ == '}') ++cursor_;
      } else {
        cursor_ += 2;
      }
      continue;
    }
    ++cursor_;
  }
}

// Inside a field: the ':' that starts its format spec. True when it took a token.
bool Lexer::fstring_operator() {
  FString& fstring = fstrings_.back();
  if (*cursor_ != ':' || fstring.bracket_depth - 1 != fstring.field_depth) return false;
  const char* begin = cursor_++;
  add(TokenKind::Colon, begin);
  fstring.in_middle = true;
  fstring.in_format_spec = true;
  return true;
}

}  // namespace fermata
