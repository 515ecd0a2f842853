// Literals: numbers, strings with their escapes, implicit concatenation, f-strings.
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "syntax/parser_impl.h"
#include "unicode/character_names.h"

namespace fermata {

using enum TokenKind;

// ---- numbers

ast::Expr* Parser::number_atom() {
  const Span span = current().span;
  std::string_view text = token_text(current());
  advance();
  if (text.find('_') != std::string_view::npos) {
    std::string plain(text);
    std::erase(plain, '_');
    text = arena_.copy(plain);
  }
  const char radix = text.size() > 1 && text[0] == '0' ? text[1] | 0x20 : '\0';
  const bool prefixed = radix == 'x' || radix == 'o' || radix == 'b';
  const char last = text.back();
  auto* constant = make_at<ast::Constant>(span, ast::ConstantKind::Int);
  constant->base = 10;
  if (!prefixed && (text.find_first_of(".eEjJ") != std::string_view::npos)) {
    bool imaginary = last == 'j' || last == 'J';
    if (imaginary) text.remove_suffix(1);
    constant->constant_kind = imaginary ? ast::ConstantKind::Imaginary : ast::ConstantKind::Float;
    auto parsed = std::from_chars(text.data(), text.data() + text.size(), constant->number);
    if (parsed.ec == std::errc::result_out_of_range) {
      // Infinity or zero, and from_chars does not say which; strtod does. The text needs an end for it.
      constant->number = std::strtod(std::string(text).c_str(), nullptr);
    }
    return constant;
  }
  if (prefixed) {
    constant->base = radix == 'x' ? 16 : radix == 'o' ? 8 : 2;
    text.remove_prefix(2);
  }
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  if (radix == 'x' && std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'F'; })) {
    std::string lower(text);
    for (char& c : lower) {
      if (c >= 'A') c |= 0x20;
    }
    text = arena_.copy(lower);
  }
  constexpr size_t kMaxDecimalDigits = 4300;
  if (constant->base == 10 && text.size() > kMaxDecimalDigits) {
    invalid(span, "Exceeds the limit (4300 digits) for integer string conversion: value has " + std::to_string(text.size()) +
                      " digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals to "
                      "avoid decimal conversion limits.");
  }
  constant->text = text;
  return constant;
}

// ---- strings

// CPython decodes literals once it has seen all adjacent ones and the token after them: its errors point there.
void Parser::invalid_string(std::string_view message) {
  size_t i = pos_;
  while (tokens_[i].kind == String) ++i;
  invalid(tokens_[i].span, message);
}

// What adjacent literals add up to: one text, or texts and replacement fields in turn.
struct Parser::StringPieces {
  explicit StringPieces(Parser& parser) : values(parser) {}
  ListBuilder<ast::Expr> values;
  // The text since the last field. A single piece stays a view; more are gathered in `joined`.
  std::string_view text;
  std::string joined;
  bool has_text = false;
  bool text_is_u = false;
  Span text_span{};
  bool fstring = false;
  bool bytes = false;

  void add_text(std::string_view piece, Span span, bool is_u = false) {
    if (!has_text) {
      has_text = true;
      text = piece;
      text_is_u = is_u;
      text_span = span;
      return;
    }
    text_span.end = span.end;
    if (piece.empty()) return;
    if (joined.empty()) joined = text;
    joined += piece;
  }
  std::string_view all_text() const { return joined.empty() ? text : std::string_view(joined); }
};

namespace {

struct Literal {
  std::string_view body;
  bool raw = false, bytes = false, u = false;
};

Literal split_literal(std::string_view text) {
  Literal literal;
  size_t i = 0;
  for (; text[i] != '"' && text[i] != '\''; ++i) {
    switch (text[i] | 0x20) {
      case 'r': literal.raw = true; break;
      case 'b': literal.bytes = true; break;
      case 'u': literal.u = true; break;
      default: break;
    }
  }
  size_t quotes = text.size() - i >= 6 && text[i + 1] == text[i] && text[i + 2] == text[i] ? 3 : 1;
  literal.body = text.substr(i + quotes, text.size() - i - 2 * quotes);
  return literal;
}

}  // namespace

// (STRING | fstring)+
ast::Expr* Parser::strings() {
  const Position from = begin();
  if (at(String) && next_kind() != String && next_kind() != FStringStart) {  // the common case
    const Span span = current().span;
    const Literal literal = split_literal(token_text(current()));
    advance();
    std::string_view text = decode_string(literal.body, literal.raw, literal.bytes);
    return make_at<ast::Constant>(span, literal.bytes ? ast::ConstantKind::Bytes : ast::ConstantKind::Str, text, 0.0, uint8_t{0},
                                  literal.u);
  }
  StringPieces pieces(*this);
  bool first = true;
  for (; at(String) || at(FStringStart); first = false) {
    bool bytes = at(String) && split_literal(token_text(current())).bytes;
    if (!first && bytes != pieces.bytes) invalid_string("cannot mix bytes and nonbytes literals");
    pieces.bytes = bytes;
    if (at(String)) {
      add_plain_string(pieces, current());
      advance();
    } else {
      fstring(pieces);
    }
  }
  auto constant_kind = pieces.bytes ? ast::ConstantKind::Bytes : ast::ConstantKind::Str;
  auto take_text = [&] {
    std::string_view text = pieces.joined.empty() ? pieces.text : arena_.copy(pieces.joined);
    pieces.joined.clear();
    pieces.has_text = false;
    return text;
  };
  if (!pieces.fstring) {
    bool u = pieces.text_is_u;
    return make<ast::Constant>(from, constant_kind, take_text(), 0.0, uint8_t{0}, u);
  }
  if (pieces.has_text && !pieces.all_text().empty()) {
    Span span = pieces.text_span;
    bool u = pieces.text_is_u;
    pieces.values.push(make_at<ast::Constant>(span, constant_kind, take_text(), 0.0, uint8_t{0}, u));
  }
  return make<ast::JoinedStr>(from, pieces.values.finish());
}

void Parser::add_plain_string(StringPieces& pieces, const Token& token) {
  Literal literal = split_literal(token_text(token));
  pieces.add_text(decode_string(literal.body, literal.raw, literal.bytes), token.span, literal.u);
}

// FSTRING_START (FSTRING_MIDDLE | replacement_field)* FSTRING_END
void Parser::fstring(StringPieces& pieces) {
  Nesting nesting(*this, 2);
  pieces.fstring = true;
  bool raw = token_text(current()).find_first_of("rR") != std::string_view::npos;
  advance();
  fstring_pieces(pieces, raw, FStringEnd);
  expect(FStringEnd);
}

void Parser::fstring_pieces(StringPieces& pieces, bool raw, TokenKind closing) {
  while (!at(closing)) {
    if (at(FStringMiddle)) {
      const Token& token = current();
      std::string_view text = token_text(token);
      advance();
      pieces.add_text(raw ? text : decode_string(text, false, false), token.span);
    } else if (at(LeftBrace)) {
      replacement_field(pieces, raw);
    } else {
      if (closing == RightBrace) invalid(current().span, "f-string: expecting '}', or format specs");
      fail();
    }
  }
}

// '{' annotated_rhs ['='] ['!' NAME] [':' format_spec] '}'
void Parser::replacement_field(StringPieces& pieces, bool raw) {
  const Position from = begin();
  advance();
  const size_t field_token = pos_;
  const Position text_from = last_end();
  if (diagnosing_ && !silent_) diagnose_replacement_field();
  ast::Expr* value = yield_or_star_expressions();
  bool debug = false;
  Position text_to{};
  if (at(Assign)) {
    debug = true;
    advance();
    text_to = begin();
  }
  if (!at(Exclamation) && !at(Colon) && !at(RightBrace)) {
    invalid(current().span, debug ? "f-string: expecting '!', or ':', or '}'" : "f-string: expecting '=', or '!', or ':', or '}'");
  }
  int converted = at(Exclamation) ? conversion() : -1;
  ast::Expr* format_spec = nullptr;
  if (at(Colon)) {
    Position spec_from = begin();
    advance();
    StringPieces spec(*this);
    fstring_pieces(spec, raw, RightBrace);
    if (spec.has_text && !spec.all_text().empty()) {
      std::string_view text = spec.joined.empty() ? spec.text : arena_.copy(spec.joined);
      spec.values.push(make_at<ast::Constant>(spec.text_span, ast::ConstantKind::Str, text, 0.0, uint8_t{0}, false));
    }
    format_spec = make<ast::JoinedStr>(spec_from, spec.values.finish());
  }
  if (!at(RightBrace)) invalid(current().span, "f-string: expecting '}'");
  advance();

  if (debug) {
    if (converted == -1 && format_spec == nullptr) converted = 'r';
    Span span{text_from, text_to};
    pieces.add_text(debug_text(field_token, span), span);
  }
  if (pieces.has_text && !pieces.all_text().empty()) {
    std::string_view text = pieces.joined.empty() ? pieces.text : arena_.copy(pieces.joined);
    pieces.values.push(make_at<ast::Constant>(pieces.text_span, ast::ConstantKind::Str, text, 0.0, uint8_t{0}, pieces.text_is_u));
  }
  pieces.joined.clear();
  pieces.has_text = false;
  pieces.text_is_u = false;
  pieces.values.push(make<ast::FormattedValue>(from, value, converted, format_spec));
}

// What `{x = }` shows: the source from the brace to what follows the '=', without comments. They can only be between tokens.
std::string_view Parser::debug_text(size_t token, Span span) {
  std::string_view text = source_.text(span);
  if (text.find('#') == std::string_view::npos) return text;
  std::string out;
  uint32_t at = span.begin.offset;
  while (at < span.end.offset) {
    uint32_t gap_end = std::min(tokens_[token].span.begin.offset, span.end.offset);
    bool comment = false;
    for (; at < gap_end; ++at) {
      char c = source_.text()[at];
      comment = c == '#' || (comment && c != '\n');
      if (!comment) out += c;
    }
    uint32_t token_end = std::min(tokens_[token].span.end.offset, span.end.offset);
    if (token_end > at) out += source_.text().substr(at, token_end - at);
    at = std::max(at, token_end);
    ++token;
  }
  return arena_.copy(out);
}

int Parser::conversion() {
  Span mark = current().span;
  advance();
  if (at(Colon) || at(RightBrace)) invalid(current().span, "f-string: missing conversion character");
  if (!at(Name)) invalid(current().span, "f-string: invalid conversion character");
  Span span = current().span;
  std::string_view name = token_text(current());
  if (span.begin.offset != mark.end.offset) {
    invalid({mark.begin, span.end}, "f-string: conversion type must come right after the exclamanation mark");
  }
  if (name != "s" && name != "r" && name != "a") {
    invalid(span, "f-string: invalid conversion character '" + std::string(name) + "': expected 's', 'r', or 'a'");
  }
  advance();
  if (!at(Colon) && !at(RightBrace)) invalid(current().span, "f-string: expecting ':' or '}'");
  return name[0];
}

// CPython's invalid_replacement_field, at the token after the brace.
void Parser::diagnose_replacement_field() {
  const char* what = at(Assign) ? "=" : at(Exclamation) ? "!" : at(Colon) ? ":" : at(RightBrace) ? "}" : nullptr;
  if (what != nullptr) invalid(current().span, std::string("f-string: valid expression required before '") + what + "'");
  size_t start = pos_;
  bool expression = attempt([&] { yield_or_star_expressions(); }, true);
  pos_ = start;
  if (!expression) invalid(current().span, "f-string: expecting a valid expression after '{'");
}

// ---- escapes

namespace {

void append_utf8(std::string& out, char32_t c) {  // surrogates too, as three bytes
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// CPython decodes escapes from a copy where each character above ASCII is spelt \UXXXXXXXX: its positions count ten bytes for those.
size_t unicodeescape_position(std::string_view body, size_t at) {
  size_t position = 0;
  for (char c : body.substr(0, at)) {
    if (static_cast<signed char>(c) >= 0) position += 1;
    else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) position += 10;
  }
  return position;
}

}  // namespace

std::string_view Parser::decode_string(std::string_view body, bool raw, bool bytes) {
  if (bytes) {
    for (char c : body) {
      if (static_cast<signed char>(c) < 0) invalid_string("bytes can only contain ASCII literal characters");
    }
  }
  if (raw || body.find('\\') == std::string_view::npos) return body;
  return decode_escapes(body, bytes);
}

std::string_view Parser::decode_escapes(std::string_view body, bool bytes) {
  std::string out;
  out.reserve(body.size());
  size_t i = 0;
  while (i < body.size()) {
    size_t backslash = body.find('\\', i);
    if (backslash == std::string_view::npos) backslash = body.size();
    out.append(body, i, backslash - i);
    i = backslash;
    if (i == body.size()) break;
    char c = i + 1 < body.size() ? body[i + 1] : '\0';
    i += 2;
    switch (c) {
      case '\n': break;
      case '\\': out += '\\'; break;
      case '\'': out += '\''; break;
      case '"': out += '"'; break;
      case 'a': out += '\a'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'v': out += '\v'; break;
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7': {
        unsigned value = static_cast<unsigned>(c - '0');
        for (int digits = 1; digits < 3 && i < body.size() && body[i] >= '0' && body[i] <= '7'; ++digits) {
          value = value * 8 + static_cast<unsigned>(body[i++] - '0');
        }
        if (bytes) out += static_cast<char>(value);
        else append_utf8(out, value);
        break;
      }
      case 'x':
        if (bytes) {
          int high = i < body.size() ? hex_value(body[i]) : -1;
          int low = i + 1 < body.size() ? hex_value(body[i + 1]) : -1;
          if (high < 0 || low < 0) {
            invalid_string("(value error) invalid \\x escape at position " + std::to_string(backslash));
          }
          out += static_cast<char>(high * 16 + low);
          i += 2;
          break;
        }
        i = decode_unicode_escape(body, backslash, out);
        break;
      case 'u':
      case 'U':
      case 'N':
        if (!bytes) {
          i = decode_unicode_escape(body, backslash, out);
          break;
        }
        [[fallthrough]];
      default:  // unknown escapes stay as they are
        out += '\\';
        i = backslash + 1;
    }
  }
  return arena_.copy(out);
}

// \xXX, \uXXXX, \UXXXXXXXX and \N{name} at `at`; returns where to go on.
size_t Parser::decode_unicode_escape(std::string_view body, size_t at, std::string& out) {
  auto error = [&](size_t end, const char* message) {
    size_t first = unicodeescape_position(body, at);
    size_t last = unicodeescape_position(body, end) - 1;
    char text[128];
    if (first == last) {
      std::snprintf(text, sizeof text, "(unicode error) 'unicodeescape' codec can't decode byte 0x5c in position %zu: %s", first, message);
    } else {
      std::snprintf(text, sizeof text, "(unicode error) 'unicodeescape' codec can't decode bytes in position %zu-%zu: %s", first, last,
                    message);
    }
    invalid_string(text);
  };
  char kind = body[at + 1];
  size_t i = at + 2;
  if (kind == 'N') {
    if (i >= body.size() || body[i] != '{') error(i, "malformed \\N character escape");
    size_t close = body.find('}', i);
    if (close == std::string_view::npos) error(body.size(), "malformed \\N character escape");
    if (close == i + 1) error(close, "malformed \\N character escape");
    char32_t character = 0;
    if (!unicode::find_character(body.substr(i + 1, close - i - 1), character)) error(close + 1, "unknown Unicode character name");
    append_utf8(out, character);
    return close + 1;
  }
  const size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
  char32_t character = 0;
  for (size_t end = i + digits; i < end; ++i) {
    int value = i < body.size() ? hex_value(body[i]) : -1;
    if (value < 0) {
      error(i, kind == 'x' ? "truncated \\xXX escape" : kind == 'u' ? "truncated \\uXXXX escape" : "truncated \\UXXXXXXXX escape");
    }
    character = character << 4 | static_cast<char32_t>(value);
  }
  if (character > 0x10FFFF) error(i, "illegal Unicode character");
  append_utf8(out, character);
  return i;
}

}  // namespace fermata
