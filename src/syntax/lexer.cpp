#include "syntax/lexer.h"

#include <array>
#include <cstdio>
#include <cstring>

#include "unicode/unicode.h"

namespace fermata {

namespace {

constexpr uint32_t kMaxIndents = 100;
constexpr size_t kMaxBrackets = 200;
constexpr uint32_t kTabSize = 8;

enum CharClass : uint8_t { kOther = 0, kIdentifierStart = 1, kDigit = 2, kHexDigit = 4 };

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 128) table[c] |= kIdentifierStart;
    if (c >= '0' && c <= '9') table[c] |= kDigit | kHexDigit;
    if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) table[c] |= kHexDigit;
  }
  return table;
}();

bool is_identifier_start(char c) { return kClasses[static_cast<unsigned char>(c)] & kIdentifierStart; }
bool is_identifier_char(char c) { return kClasses[static_cast<unsigned char>(c)] & (kIdentifierStart | kDigit); }
bool is_digit(char c) { return kClasses[static_cast<unsigned char>(c)] & kDigit; }
bool is_hex_digit(char c) { return kClasses[static_cast<unsigned char>(c)] & kHexDigit; }

struct Spelling {
  std::string_view text;
  TokenKind kind;
};
constexpr Spelling kKeywords[] = {
#define FERMATA_TOKEN(name, text) {text, TokenKind::Kw##name},
    FERMATA_KEYWORDS(FERMATA_TOKEN)
#undef FERMATA_TOKEN
};

// Keywords by length, so that a name is compared with a handful of them.
struct KeywordTable {
  std::array<uint8_t, 10> first{};
  std::array<Spelling, std::size(kKeywords)> entries{};
  constexpr KeywordTable() {
    size_t count = 0;
    for (size_t length = 0; length < first.size(); ++length) {
      first[length] = static_cast<uint8_t>(count);
      for (const Spelling& keyword : kKeywords) {
        if (keyword.text.size() == length) entries[count++] = keyword;
      }
    }
  }
};
constexpr KeywordTable kKeywordTable;

TokenKind name_kind(std::string_view name) {
  if (name.size() < 2 || name.size() > 8) return TokenKind::Name;
  for (size_t i = kKeywordTable.first[name.size()], end = kKeywordTable.first[name.size() + 1]; i < end; ++i) {
    const std::string_view keyword = kKeywordTable.entries[i].text;
    if (keyword[0] == name[0] && std::memcmp(keyword.data(), name.data(), name.size()) == 0) return kKeywordTable.entries[i].kind;
  }
  return TokenKind::Name;
}

// Length of the sequence that starts at `at`, 0 if it isn't valid UTF-8 (a sequence cut off by `end` included).
int utf8_length(const unsigned char* at, const unsigned char* end, char32_t& character) {
  auto tail = [&](int i) { return at + i < end && (at[i] & 0xC0) == 0x80; };
  if (at[0] < 0x80) {
    character = at[0];
    return 1;
  }
  if (at[0] >= 0xC2 && at[0] < 0xE0 && tail(1)) {
    character = (at[0] & 0x1Fu) << 6 | (at[1] & 0x3Fu);
    return 2;
  }
  if (at[0] >= 0xE0 && at[0] < 0xF0 && tail(1) && tail(2)) {
    character = (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
    return character >= 0x800 && !(character >= 0xD800 && character < 0xE000) ? 3 : 0;
  }
  if (at[0] >= 0xF0 && at[0] < 0xF5 && tail(1) && tail(2) && tail(3)) {
    character = (at[0] & 0x07u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 | (at[3] & 0x3Fu);
    return character >= 0x10000 && character <= 0x10FFFF ? 4 : 0;
  }
  return 0;
}

std::string code_point_text(const char* format, char32_t character) {
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<unsigned>(character));
  return text;
}

}  // namespace

Lexer::Lexer(const Source& source, const LexerOptions& options)
    : source_(source),
      options_(options),
      text_(source.text().data()),
      end_(text_ + source.text().size()),
      cursor_(text_),
      line_start_(text_),
      indents_{0},
      alt_indents_{0} {
  tokens_.reserve(source.text().size() / 4 + 16);
}

void Lexer::run() {
  try {
    check_encoding();
    while (tokens_.empty() || tokens_.back().kind != TokenKind::EndMarker) {
      if (in_fstring() && fstrings_.back().in_middle) {
        fstring_middle();
      } else {
        if (at_line_start_) indentation();
        token();
      }
    }
  } catch (Stop) {
  }
}

void Lexer::stop(SyntaxErrorType type, std::string message, Span span, bool yields) {
  error_ = std::make_unique<SyntaxErrorRecord>();
  error_->type = type;
  error_->message = std::move(message);
  error_->span = span;
  error_->line_text = std::string(source_.line(span.begin.line));
  error_->incomplete = cursor_ == end_;
  error_yields_ = yields;
  add(TokenKind::Error, span.begin, span.end);
  throw Stop{};
}

void Lexer::stop_before_cursor(std::string message) {
  const char* at = cursor_ > line_start_ ? cursor_ - 1 : cursor_;
  while (at > line_start_ && (static_cast<unsigned char>(*at) & 0xC0) == 0x80) --at;
  stop(std::move(message), {position(at), position(at)});
}

// NUL bytes and invalid UTF-8 are refused before anything else, so that the rest may trust the text and its final '\0'.
bool Lexer::check_encoding() {
  auto* at = reinterpret_cast<const unsigned char*>(text_);
  auto* end = reinterpret_cast<const unsigned char*>(end_);
  while (at < end) {
    uint64_t word;
    if (end - at >= 8) {  // eight ASCII bytes at once, none of them NUL
      std::memcpy(&word, at, 8);
      if (((word - 0x0101010101010101u) & ~word & 0x8080808080808080u) == 0 && (word & 0x8080808080808080u) == 0) {
        at += 8;
        continue;
      }
    }
    char32_t character;
    int length = utf8_length(at, end, character);
    if (length == 0 || *at == 0) {
      Position where = source_.position(static_cast<uint32_t>(at - reinterpret_cast<const unsigned char*>(text_)));
      if (*at == 0) stop("source code cannot contain null bytes", {where, where});
      bool start = *at >= 0xC2 && *at < 0xF5;
      char message[128];
      std::snprintf(message, sizeof message, "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %u: %s", *at,
                    static_cast<unsigned>(where.offset),
                    !start          ? "invalid start byte"
                    : at + 1 == end ? "unexpected end of data"
                                    : "invalid continuation byte");
      stop(message, {where, where});
    }
    at += length;
  }
  return true;
}

// At the start of a logical line: blank lines are skipped, then Indent and Dedent tokens follow from the column.
void Lexer::indentation() {
  uint32_t column, alt_column;
  for (;;) {
    column = alt_column = 0;
    uint32_t continued_column = 0;
    for (;; ++cursor_) {
      char c = *cursor_;
      if (c == ' ') {
        ++column;
        ++alt_column;
      } else if (c == '\t') {
        column = (column / kTabSize + 1) * kTabSize;
        ++alt_column;
      } else if (c == '\f') {
        column = alt_column = 0;
      } else if (c == '\\') {
        // A backslash cannot split indentation: the column before the first one counts.
        if (continued_column == 0) continued_column = column;
        ++cursor_;
        continuation_line();
        --cursor_;
      } else {
        break;
      }
    }
    if (continued_column != 0) column = alt_column = continued_column;
    if (*cursor_ != '#' && *cursor_ != '\n') break;
    if (*cursor_ == '#') {
      const char* begin = cursor_;
      while (*cursor_ != '\n' && cursor_ < end_) ++cursor_;
      if (options_.keep_trivia) add(TokenKind::Comment, begin);
    }
    if (cursor_ == end_) break;
    const char* begin = cursor_++;
    if (options_.keep_trivia) add(TokenKind::Nl, begin);
    new_line();
  }
  at_line_start_ = false;
  if (cursor_ == end_) return;  // the end of the text closes all blocks

  Position here = position(cursor_);
  const Position line_begin = position(line_start_);
  const Position line_end = position(cursor_ + std::strcspn(cursor_, "\n"));
  auto tab_error = [&] {
    stop(SyntaxErrorType::TabError, "inconsistent use of tabs and spaces in indentation", {line_begin, line_begin}, true);
  };
  if (column == indents_.back()) {
    if (alt_column != alt_indents_.back()) tab_error();
    return;
  }
  if (column > indents_.back()) {
    if (indents_.size() >= kMaxIndents) {
      stop(SyntaxErrorType::IndentationError, "too many levels of indentation", {line_begin, line_begin}, true);
    }
    if (alt_column <= alt_indents_.back()) tab_error();
    indents_.push_back(column);
    alt_indents_.push_back(alt_column);
    add(TokenKind::Indent, position(line_start_), here);
    return;
  }
  size_t dedents = 0;
  while (column < indents_.back()) {
    indents_.pop_back();
    alt_indents_.pop_back();
    ++dedents;
  }
  if (column != indents_.back()) {
    stop(SyntaxErrorType::IndentationError, "unindent does not match any outer indentation level", {line_end, line_end}, true);
  }
  if (alt_column != alt_indents_.back()) tab_error();
  for (; dedents > 0; --dedents) add(TokenKind::Dedent, here, here);
}

// The cursor is just past a backslash.
bool Lexer::continuation_line() {
  if (*cursor_ != '\n') {
    if (cursor_ == end_) stop(SyntaxErrorType::SyntaxError, "unexpected EOF while parsing", {position(cursor_), position(cursor_)}, true);
    ++cursor_;
    const char* at = cursor_ - 1;
    stop(SyntaxErrorType::SyntaxError, "unexpected character after line continuation character", {position(at), position(at)}, true);
  }
  Position line_end = position(cursor_);
  ++cursor_;
  if (cursor_ == end_) stop(SyntaxErrorType::SyntaxError, "unexpected EOF while parsing", {line_end, line_end}, true);
  new_line();
  return true;
}

void Lexer::token() {
  const char* line_ends_at = nullptr;  // a comment at the line's end belongs to the end, in the places of errors
  for (;;) {
    while (*cursor_ == ' ' || *cursor_ == '\t' || *cursor_ == '\f') ++cursor_;
    char c = *cursor_;
    if (is_identifier_start(c)) return name();
    if (c == '\n') {
      const char* begin = cursor_++;
      Position from = position(line_ends_at ? line_ends_at : begin), to = position(cursor_);
      new_line();
      if (!brackets_.empty()) {
        if (options_.keep_trivia) add(TokenKind::Nl, from, to);
        line_ends_at = nullptr;
        continue;
      }
      add(TokenKind::Newline, from, to);
      at_line_start_ = true;
      return;
    }
    if (is_digit(c) || (c == '.' && is_digit(cursor_[1]))) return number();
    if (c == '"' || c == '\'') return string(cursor_, false, false);
    if (c == '#') {
      const char* begin = cursor_;
      while (*cursor_ != '\n' && cursor_ < end_) ++cursor_;
      if (options_.keep_trivia) add(TokenKind::Comment, begin);
      else line_ends_at = begin;
      continue;
    }
    if (c == '\\') {
      ++cursor_;
      continuation_line();
      continue;
    }
    if (cursor_ == end_) return end_of_text(line_ends_at ? line_ends_at : cursor_);
    return operator_or_bracket();
  }
}

void Lexer::end_of_text(const char* line_ends_at) {
  if (!brackets_.empty()) {
    const Bracket& bracket = brackets_.back();
    ended_in_brackets_ = true;
    Position after = bracket.position;
    ++after.column;
    ++after.offset;
    stop(SyntaxErrorType::SyntaxError, std::string("'") + bracket.opening + "' was never closed", {bracket.position, after}, true);
  }
  Position here = position(cursor_);
  bool ends_line = tokens_.empty();
  for (size_t i = tokens_.size(); i-- > 0;) {  // trivia does not end a statement
    TokenKind kind = tokens_[i].kind;
    if (kind == TokenKind::Comment || kind == TokenKind::Nl) {
      ends_line = i == 0;
      continue;
    }
    ends_line = kind == TokenKind::Newline || kind == TokenKind::Dedent;
    break;
  }
  if (!ends_line) {  // as if the text ended with "\n"
    Position after{here.line, here.column + 1, here.offset};
    add(TokenKind::Newline, position(line_ends_at), after);
  }
  if (line_start_ != cursor_) here = {here.line + 1, 0, here.offset};
  while (indents_.size() > 1) {
    indents_.pop_back();
    add(TokenKind::Dedent, here, here);
  }
  add(TokenKind::EndMarker, here, here);
}

void Lexer::name() {
  const char* begin = cursor_;
  // A string prefix: any of b u r f br fr in any case and order, right before a quote.
  bool b = false, u = false, r = false, f = false;
  for (;;) {
    char c = *cursor_ | 0x20;
    if (c == 'b' && !(b || u || f)) b = true;
    else if (c == 'u' && !(b || u || r || f)) u = true;
    else if (c == 'r' && !(r || u)) r = true;
    else if (c == 'f' && !(f || b || u)) f = true;
    else break;
    ++cursor_;
    if (*cursor_ == '"' || *cursor_ == '\'') return string(begin, f, r);
  }
  bool ascii = true;
  for (; is_identifier_char(*cursor_); ++cursor_) ascii &= static_cast<signed char>(*cursor_) >= 0;
  if (ascii) {
    add(name_kind({begin, static_cast<size_t>(cursor_ - begin)}), begin);
    return;
  }
  auto* at = reinterpret_cast<const unsigned char*>(begin);
  auto* end = reinterpret_cast<const unsigned char*>(cursor_);
  for (bool first = true; at < end; first = false) {
    char32_t character = 0;
    int length = utf8_length(at, end, character);
    bool valid = first ? character == '_' || unicode::is_xid_start(character) : unicode::is_xid_continue(character);
    if (!valid) {
      auto* from = reinterpret_cast<const char*>(at);
      Span span{position(from), position(from)};
      if (!unicode::is_printable(character)) stop(code_point_text("invalid non-printable character U+%04X", character), span);
      stop("invalid character '" + std::string(from, length) + code_point_text("' (U+%04X)", character), span);
    }
    at += length;
  }
  add(TokenKind::Name, begin);
}

void Lexer::decimal_tail() {  // the cursor is at a digit
  for (;;) {
    while (is_digit(*cursor_)) ++cursor_;
    if (*cursor_ != '_') return;
    ++cursor_;
    if (!is_digit(*cursor_)) stop_before_cursor("invalid decimal literal");
  }
}

// A keyword may follow a number without a blank (`1if x else y`), any other identifier may not.
void Lexer::verify_end_of_number(const char* kind) {
  const char* c = cursor_;
  auto follows = [&](const char* text) { return std::strncmp(c, text, std::strlen(text)) == 0; };
  bool keyword = follows("and") || follows("else") || follows("for") || follows("if") || follows("in") || follows("is") || follows("or") ||
                 follows("not");
  if (!keyword && is_identifier_char(*c)) stop_before_cursor(std::string("invalid ") + kind + " literal");
}

void Lexer::radix_number(int base, const char* kind) {
  cursor_ += 2;
  auto accepts = [&](char c) { return base == 16 ? is_hex_digit(c) : c >= '0' && c < '0' + base; };
  auto wrong_digit = [&](char c) {
    ++cursor_;
    stop_before_cursor(std::string("invalid digit '") + c + "' in " + kind + " literal");
  };
  do {
    if (*cursor_ == '_') ++cursor_;
    if (!accepts(*cursor_)) {
      if (is_digit(*cursor_)) wrong_digit(*cursor_);
      stop_before_cursor(std::string("invalid ") + kind + " literal");
    }
    while (accepts(*cursor_)) ++cursor_;
  } while (*cursor_ == '_');
  if (is_digit(*cursor_)) wrong_digit(*cursor_);
  verify_end_of_number(kind);
}

void Lexer::number() {
  const char* begin = cursor_;
  bool old_octal = false;
  const char* zeros_end = nullptr;
  if (*cursor_ == '0') {
    char radix = cursor_[1] | 0x20;
    if (radix == 'x' || radix == 'o' || radix == 'b') {
      if (radix == 'x') radix_number(16, "hexadecimal");
      else if (radix == 'o') radix_number(8, "octal");
      else radix_number(2, "binary");
      add(TokenKind::Number, begin);
      return;
    }
    for (++cursor_;; ++cursor_) {
      if (*cursor_ == '_' && !is_digit(*++cursor_)) stop_before_cursor("invalid decimal literal");
      if (*cursor_ != '0') break;
    }
    zeros_end = cursor_ + 1;
    if (is_digit(*cursor_)) {
      old_octal = true;
      decimal_tail();
    }
  } else if (*cursor_ != '.') {
    decimal_tail();
  }
  bool integer = true;
  if (*cursor_ == '.') {
    integer = false;
    ++cursor_;
    if (is_digit(*cursor_)) decimal_tail();
  }
  if (*cursor_ == 'e' || *cursor_ == 'E') {
    const char* exponent = cursor_++;
    bool sign = *cursor_ == '+' || *cursor_ == '-';
    if (sign) ++cursor_;
    if (is_digit(*cursor_)) {
      integer = false;
      decimal_tail();
    } else if (sign) {
      stop_before_cursor("invalid decimal literal");
    } else {
      cursor_ = exponent;  // an `else` may follow
      verify_end_of_number("decimal");
      add(TokenKind::Number, begin);
      return;
    }
  }
  if (*cursor_ == 'j' || *cursor_ == 'J') {
    ++cursor_;
    verify_end_of_number("imaginary");
  } else {
    if (integer && old_octal) {
      Position from = position(begin);
      stop("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
           {from, position(zeros_end - 1)});
    }
    verify_end_of_number("decimal");
  }
  add(TokenKind::Number, begin);
}

void Lexer::string(const char* begin, bool fstring, bool raw) {
  char quote = *cursor_;
  int quote_size = cursor_[1] == quote && cursor_[2] == quote ? 3 : 1;
  if (fstring) return start_fstring(begin, quote, quote_size, raw);
  cursor_ += quote_size;
  plain_string(begin, static_cast<uint32_t>(begin - line_start_), quote, quote_size);
}

void Lexer::plain_string(const char* begin, uint32_t column, char quote, int quote_size) {
  Position from{line_, column, static_cast<uint32_t>(begin - text_)};
  for (;; ++cursor_) {
    char c = *cursor_;
    if (c == quote && (quote_size == 1 || (cursor_[1] == quote && cursor_[2] == quote))) {
      cursor_ += quote_size;
      add(TokenKind::String, from, position(cursor_));
      return;
    }
    if (c == '\\' && cursor_ + 1 < end_) {
      ++cursor_;
      c = *cursor_;
      if (c != '\n') continue;
    } else if (cursor_ == end_ || (c == '\n' && quote_size == 1)) {
      if (in_fstring() && fstrings_.back().quote == quote && fstrings_.back().quote_size == quote_size) {
        stop("f-string: expecting '}'", {from, from});
      }
      // At the end of the text CPython has counted the line that would come next.
      uint32_t line = line_;
      if (cursor_ == end_ && quote_size == 3 && line_start_ == cursor_ && line > from.line) --line;
      stop(std::string(quote_size == 3 ? "unterminated triple-quoted string literal" : "unterminated string literal") +
               " (detected at line " + std::to_string(line) + ")",
           {from, from});
    }
    if (c == '\n') {
      ++line_;
      line_start_ = cursor_ + 1;
    }
  }
}

void Lexer::operator_or_bracket() {
  using enum TokenKind;
  if (in_fstring() && fstring_operator()) return;
  const char* c = cursor_;
  auto take = [&](TokenKind kind, int length) {
    const char* begin = cursor_;
    cursor_ += length;
    add(kind, begin);
  };
  // An operator that has an assigning form.
  auto take_assignable = [&](TokenKind plain, TokenKind assigning, int length) {
    if (c[length] == '=') take(assigning, length + 1);
    else take(plain, length);
  };
  switch (*c) {
    case '(': return open_bracket(LeftParen);
    case '[': return open_bracket(LeftBracket);
    case '{': return open_bracket(LeftBrace);
    case ')': return close_bracket(RightParen, ')');
    case ']': return close_bracket(RightBracket, ']');
    case '}': return close_bracket(RightBrace, '}');
    case ',': return take(Comma, 1);
    case ';': return take(Semicolon, 1);
    case '~': return take(Tilde, 1);
    case ':': return take_assignable(Colon, Walrus, 1);
    case '+': return take_assignable(Plus, PlusAssign, 1);
    case '|': return take_assignable(Pipe, PipeAssign, 1);
    case '&': return take_assignable(Ampersand, AmpersandAssign, 1);
    case '%': return take_assignable(Percent, PercentAssign, 1);
    case '^': return take_assignable(Caret, CaretAssign, 1);
    case '@': return take_assignable(At, AtAssign, 1);
    case '=': return take_assignable(Assign, EqualEqual, 1);
    case '!': return take_assignable(Exclamation, NotEqual, 1);
    case '-': return c[1] == '>' ? take(Arrow, 2) : take_assignable(Minus, MinusAssign, 1);
    case '*': return c[1] == '*' ? take_assignable(StarStar, StarStarAssign, 2) : take_assignable(Star, StarAssign, 1);
    case '/': return c[1] == '/' ? take_assignable(SlashSlash, SlashSlashAssign, 2) : take_assignable(Slash, SlashAssign, 1);
    case '<':
      if (c[1] == '>') return take(NotEqual, 2);  // the parser refuses it, as "barry_as_FLUFL" is not supported
      return c[1] == '<' ? take_assignable(LeftShift, LeftShiftAssign, 2) : take_assignable(Less, LessEqual, 1);
    case '>': return c[1] == '>' ? take_assignable(RightShift, RightShiftAssign, 2) : take_assignable(Greater, GreaterEqual, 1);
    case '.': return c[1] == '.' && c[2] == '.' ? take(Ellipsis, 3) : take(Dot, 1);
    default: break;
  }
  if (static_cast<unsigned char>(*c) < 0x20 || *c == 0x7F) {
    ++cursor_;
    stop_before_cursor(code_point_text("invalid non-printable character U+%04X", static_cast<unsigned char>(*c)));
  }
  take(Unknown, 1);
}

void Lexer::open_bracket(TokenKind kind) {
  if (brackets_.size() >= kMaxBrackets) {
    ++cursor_;
    stop_before_cursor("too many nested parentheses");
  }
  brackets_.push_back({*cursor_, position(cursor_)});
  if (in_fstring()) ++fstrings_.back().bracket_depth;
  const char* begin = cursor_++;
  add(kind, begin);
}

void Lexer::close_bracket(TokenKind kind, char closing) {
  const char* begin = cursor_++;
  if (in_fstring() && fstrings_.back().bracket_depth == 0 && closing == '}') {
    stop_before_cursor("f-string: single '}' is not allowed");
  }
  if (brackets_.empty()) stop_before_cursor(std::string("unmatched '") + closing + "'");
  Bracket opening = brackets_.back();
  if (in_fstring() && opening.opening == '{' && closing != '}' && fstrings_.back().bracket_depth - 1 == fstrings_.back().field_depth) {
    stop_before_cursor(std::string("f-string: unmatched '") + closing + "'");
  }
  char expected = opening.opening == '(' ? ')' : opening.opening == '[' ? ']' : '}';
  if (closing != expected) {
    std::string message = std::string("closing parenthesis '") + closing + "' does not match opening parenthesis '" + opening.opening + "'";
    if (opening.position.line != line_) message += " on line " + std::to_string(opening.position.line);
    stop_before_cursor(message);
  }
  brackets_.pop_back();
  if (in_fstring()) {
    FString& fstring = fstrings_.back();
    --fstring.bracket_depth;
    if (closing == '}' && fstring.bracket_depth == fstring.field_depth) {
      --fstring.field_depth;
      fstring.in_middle = true;
      fstring.in_format_spec = fstring.field_depth >= 0;
    }
  }
  add(kind, begin);
}

}  // namespace fermata
