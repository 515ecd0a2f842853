#include "syntax/ast_dump.h"

#include <charconv>
#include <cstdio>

#include "syntax/ast_visit.h"
#include "syntax/lexer.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

using ast::Presence;

// Reads one code point of text that may hold surrogates as three bytes.
char32_t next_code_point(std::string_view text, size_t& at) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  unsigned lead = byte(at);
  if (lead < 0x80) return static_cast<void>(++at), lead;
  int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t result = lead & (0xFFu >> (length + 1));
  for (int i = 1; i < length; ++i) result = result << 6 | (byte(at + i) & 0x3Fu);
  at += length;
  return result;
}

std::string quoted(std::string_view text, bool bytes) {
  char quote = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out = bytes ? "b" : "";
  out += quote;
  char escape[16];
  for (size_t i = 0; i < text.size();) {
    size_t start = i;
    char32_t c = bytes ? static_cast<unsigned char>(text[i++]) : next_code_point(text, i);
    if (c == static_cast<unsigned char>(quote) || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c >= 0x20 && c < 0x7F) {
      out += static_cast<char>(c);
    } else if (!bytes && c > 0x7F && unicode::is_printable(c)) {
      out += text.substr(start, i - start);
    } else {
      std::snprintf(escape, sizeof escape, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", static_cast<unsigned>(c));
      out += escape;
    }
  }
  return out += quote;
}

// repr(float): shortest digits, exponent form from 1e16 and below 1e-4.
std::string float_text(double value, bool imaginary) {
  char digits[64];
  auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific).ptr;
  std::string_view text(digits, static_cast<size_t>(end - digits));
  std::string out;
  if (text.find('e') == std::string_view::npos) {
    out = text == "inf" ? "1e309" : std::string(text);  // as ast.unparse would; ast.dump prints inf
    if (text == "inf") out = "inf";
  } else {
    int exponent = std::atoi(std::string(text.substr(text.find('e') + 1)).c_str());
    if (exponent >= -4 && exponent < 16) {
      char fixed[64];
      out.assign(fixed, static_cast<size_t>(std::to_chars(fixed, fixed + sizeof fixed, value, std::chars_format::fixed).ptr - fixed));
      if (!imaginary && out.find('.') == std::string::npos) out += ".0";
    } else {
      out = text;
    }
  }
  return imaginary ? out + "j" : out;
}

// Decimal digits of an int in another base; the dump prints ints as Python does.
std::string decimal_digits(const ast::Constant& constant) {
  if (constant.base == 10) return std::string(constant.text);
  std::string decimal = "0";  // least significant first
  for (char c : constant.text) {
    int carry = c <= '9' ? c - '0' : c - 'a' + 10;
    for (char& digit : decimal) {
      int value = (digit - '0') * constant.base + carry;
      digit = static_cast<char>('0' + value % 10);
      carry = value / 10;
    }
    for (; carry > 0; carry /= 10) decimal += static_cast<char>('0' + carry % 10);
  }
  return {decimal.rbegin(), decimal.rend()};
}

}  // namespace

std::string literal_text(const ast::Constant& constant) {
  switch (constant.constant_kind) {
    case ast::ConstantKind::None: return "None";
    case ast::ConstantKind::True: return "True";
    case ast::ConstantKind::False: return "False";
    case ast::ConstantKind::Ellipsis: return "Ellipsis";
    case ast::ConstantKind::Int: return decimal_digits(constant);
    case ast::ConstantKind::Float: return float_text(constant.number, false);
    case ast::ConstantKind::Imaginary: return float_text(constant.number, true);
    case ast::ConstantKind::Str: return quoted(constant.text, false);
    case ast::ConstantKind::Bytes: return quoted(constant.text, true);
  }
  return {};
}

namespace {

// Decides what CPython prints on one line: a node with at most three fields, none of them a list or a node that has fields itself.
class Shape {
 public:
  Shape(const ast::Node& node, const AstDumpOptions& options) : options_(options) {
    ast::visit_fields(node, *this);
    if (options.include_attributes && ast::row_of(node.kind).located) count_ += 4;
  }
  bool one_line() const { return simple_ && count_ <= 3; }
  bool empty() const { return count_ == 0; }

  void operator()(const char*, ast::Identifier value, Presence = {}) { count_ += value.data() != nullptr; }
  void operator()(const char*, const ast::Constant& value) { count_ += value.is_u_string ? 2 : 1; }
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(const char*, T, Presence = {}) {
    ++count_;
  }
  void operator()(const char*, ast::TypeComment, Presence) {}
  void operator()(const char*, ast::TypeIgnores) { ++count_; }
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void operator()(const char*, T* value, Presence = {}) {
    if (value == nullptr) return;
    ++count_;
    simple_ = simple_ && Shape(*value, options_).empty();
  }
  template <class T>
  void operator()(const char* name, const Seq<T>& values) {
    if (std::string_view(name) == "type_params" && !options_.type_params) return;
    ++count_;
    simple_ = simple_ && values.empty();
  }

 private:
  const AstDumpOptions& options_;
  int count_ = 0;
  bool simple_ = true;
};

class Dumper {
 public:
  explicit Dumper(const AstDumpOptions& options) : options_(options) {}

  void node(const ast::Node& node) {
    out += ast::row_of(node.kind).name;
    out += '(';
    ++level_;
    const bool outer_first = first_, outer_line = one_line_;
    first_ = true;
    one_line_ = options_.indent == 0 || Shape(node, options_).one_line();
    ast::visit_fields(node, *this);
    if (options_.include_attributes && ast::row_of(node.kind).located) {
      number("lineno", node.span.begin.line);
      number("col_offset", node.span.begin.column);
      number("end_lineno", node.span.end.line);
      number("end_col_offset", node.span.end.column);
    }
    first_ = outer_first;
    one_line_ = outer_line;
    --level_;
    out += ')';
  }

  // Fields, by type. CPython leaves out what is None or absent, but not empty lists.
  void operator()(const char* name, ast::Identifier value, Presence = {}) {
    if (value.data() == nullptr) return;
    field(name);
    out += quoted(value, false);
  }
  void operator()(const char* name, int value, Presence = {}) { number(name, value); }
  void operator()(const char* name, bool value) { number(name, value ? 1 : 0); }
  void operator()(const char* name, ast::ConstantKind value) {
    field(name);
    out += value == ast::ConstantKind::None ? "None" : value == ast::ConstantKind::True ? "True" : "False";
  }
  void operator()(const char* name, const ast::Constant& value) {
    field(name);
    out += literal_text(value);
    if (value.is_u_string) {
      field("kind");
      out += "'u'";
    }
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(const char* name, T value) {
    field(name);
    element(value);
  }
  void operator()(const char*, ast::TypeComment, Presence) {}
  void operator()(const char* name, ast::TypeIgnores) {
    field(name);
    out += "[]";
  }
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void operator()(const char* name, T* value, Presence = {}) {
    if (value == nullptr) return;
    field(name);
    node(*value);
  }
  template <class T>
  void operator()(const char* name, const Seq<T>& values) {
    if (std::string_view(name) == "type_params" && !options_.type_params) return;
    field(name);
    if (values.empty()) {
      out += "[]";
      return;
    }
    out += '[';
    ++level_;
    bool first = true;
    for (const T& value : values) {
      if (!first) out += options_.indent != 0 ? "," : ", ";
      first = false;
      line();
      element(value);
    }
    --level_;
    out += ']';
  }

  std::string out;

 private:
  template <class T>
  void element(T* value) {
    if (value == nullptr) out += "None";
    else node(*value);
  }
  void element(ast::Identifier value) { out += quoted(value, false); }
  template <class T>
    requires std::is_enum_v<T>
  void element(T value) {
    out += ast::name_of(value);
    out += "()";
  }

  void number(const char* name, long value) {
    field(name);
    out += std::to_string(value);
  }
  void field(const char* name) {
    if (!first_) out += one_line_ ? ", " : ",";
    first_ = false;
    if (!one_line_) line();
    out += name;
    out += '=';
  }
  void line() {
    if (options_.indent == 0) return;
    out += '\n';
    out.append(static_cast<size_t>(level_ * options_.indent), ' ');
  }

  const AstDumpOptions& options_;
  int level_ = 0;
  bool first_ = true;      // no field of this node is printed yet
  bool one_line_ = false;  // this node's fields are
};

const char* token_name(TokenKind kind) {
  switch (kind) {
    case TokenKind::EndMarker: return "ENDMARKER";
    case TokenKind::Newline: return "NEWLINE";
    case TokenKind::Indent: return "INDENT";
    case TokenKind::Dedent: return "DEDENT";
    case TokenKind::Number: return "NUMBER";
    case TokenKind::String: return "STRING";
    case TokenKind::FStringStart: return "FSTRING_START";
    case TokenKind::FStringMiddle: return "FSTRING_MIDDLE";
    case TokenKind::FStringEnd: return "FSTRING_END";
    case TokenKind::Error:
    case TokenKind::Unknown: return "ERRORTOKEN";
    case TokenKind::Comment: return "COMMENT";
    case TokenKind::Nl: return "NL";
#define FERMATA_TOKEN(name, text, cpython) \
  case TokenKind::name: return "OP";
      FERMATA_OPERATORS(FERMATA_TOKEN)
#undef FERMATA_TOKEN
    default: return "NAME";
  }
}

}  // namespace

std::string dump_ast(const ast::Node& node, const AstDumpOptions& options) {
  Dumper dumper(options);
  dumper.node(node);
  return std::move(dumper.out);
}

std::string dump_tokens(const Source& source) {
  LexerOptions options;
  options.keep_trivia = true;
  Lexer lexer(source, options);
  lexer.run();
  std::string out;
  char text[64];
  for (const Token& token : lexer.tokens()) {
    const Position& begin = token.span.begin;
    const Position& end = token.span.end;
    if (token.kind == TokenKind::Error) {
      const SyntaxErrorRecord& error = *lexer.error();
      std::snprintf(text, sizeof text, "%u:%u: ", begin.line, source.character_column(begin.line, begin.column) + 1);
      out += text;
      out += error.type_name();
      out += ": " + error.message + "\n";
      break;
    }
    int length = std::snprintf(text, sizeof text, "%u,%u-%u,%u:", begin.line, begin.column, end.line, end.column);
    out += text;
    out.append(length < 20 ? static_cast<size_t>(20 - length) : 1, ' ');
    std::string name = token_name(token.kind);
    name.resize(std::max<size_t>(name.size(), 15), ' ');
    out += name;
    out += quoted(source.text(token.span), false);
    out += '\n';
  }
  return out;
}

}  // namespace fermata
