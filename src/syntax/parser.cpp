#include "syntax/parser.h"

#include "syntax/parser_impl.h"
#include "unicode/unicode.h"

namespace fermata {

std::string_view SyntaxErrorRecord::type_name() const {
  switch (type) {
    case SyntaxErrorType::IndentationError: return "IndentationError";
    case SyntaxErrorType::TabError: return "TabError";
    case SyntaxErrorType::SyntaxError: break;
  }
  return "SyntaxError";
}

namespace {

template <class F>
ParseResult parse(const Source& source, const ParseOptions& options, F run) {
  ParseResult result;
  Lexer lexer(source);
  lexer.run();
  Parser parser(source, options, lexer, result.arena);
  run(parser, result);
  result.error = parser.take_error();
  if (lexer.error() != nullptr && !lexer.error_yields_to_parser() && !parser.failed_at_indentation()) {
    result.error = std::move(lexer.error());
  }
  return result;
}

}  // namespace

ParseResult parse_module(const Source& source, const ParseOptions& options) {
  return parse(source, options, [](Parser& parser, ParseResult& result) { result.module = parser.module(); });
}

SourceExtent source_extent(const Source& source) {
  const ParseResult parsed = parse_module(source);
  if (!parsed.ok()) return parsed.error->incomplete ? SourceExtent::kPart : SourceExtent::kWhole;
  if (parsed.module->body.empty()) return SourceExtent::kWhole;
  using ast::NodeKind;
  switch (parsed.module->body.back()->kind) {
    case NodeKind::FunctionDef:
    case NodeKind::AsyncFunctionDef:
    case NodeKind::ClassDef:
    case NodeKind::For:
    case NodeKind::AsyncFor:
    case NodeKind::While:
    case NodeKind::If:
    case NodeKind::With:
    case NodeKind::AsyncWith:
    case NodeKind::Match:
    case NodeKind::Try:
    case NodeKind::TryStar: return SourceExtent::kOpenBlock;
    default: return SourceExtent::kWhole;
  }
}

ParseResult parse_expression(const Source& source, const ParseOptions& options) {
  return parse(source, options, [](Parser& parser, ParseResult& result) { result.expression = parser.expression_only(); });
}

template <class F>
bool Parser::run_passes(F parse) {
  try {
    parse();
    return true;
  } catch (Failure) {
  } catch (Reported) {
    return false;
  }
  first_failure_ = furthest_;
  pos_ = 0;
  furthest_ = 0;
  nesting_ = 0;
  keywords_.clear();
  diagnosing_ = true;
  try {
    parse();
  } catch (Failure) {
  } catch (Reported) {
    return false;
  }
  report_failure();
  return false;
}

const ast::Module* Parser::module() {
  const ast::Module* result = nullptr;
  bool ok = run_passes([&] {
    ListBuilder<ast::Stmt> body(*this);
    statements(body, TokenKind::EndMarker);
    Span all{Position{}, current().span.end};
    result = make_at<ast::Module>(all, body.finish());
  });
  return ok ? result : nullptr;
}

const ast::Expression* Parser::expression_only() {
  const ast::Expression* result = nullptr;
  bool ok = run_passes([&] {
    Position from = begin();
    ast::Expr* body = star_expressions();
    Position to = last_end();
    while (accept(TokenKind::Newline)) {
    }
    if (!at(TokenKind::EndMarker)) fail();
    result = make_at<ast::Expression>(Span{from, to}, body);
  });
  return ok ? result : nullptr;
}

// ---- errors

void Parser::fail() {
  furthest_ = std::max(furthest_, pos_);
  if (diagnosing_ && at(TokenKind::Error) && lexer_.error() != nullptr) {
    error_ = std::move(lexer_.error());
    throw Reported{};
  }
  throw Failure{};
}

void Parser::set_error(SyntaxErrorType type, Span span, std::string_view message) {
  error_ = std::make_unique<SyntaxErrorRecord>();
  error_->type = type;
  error_->message = message;
  error_->span = span;
  const Token& stopped = tokens_[first_failure_];
  error_->incomplete =
      stopped.kind == TokenKind::EndMarker || (stopped.kind == TokenKind::Dedent && stopped.span.end.offset >= source_.text().size());
  error_->line_text = std::string(source_.line(span.begin.line));
  // A line end has no width: carets stay within the line.
  auto line_length = static_cast<uint32_t>(source_.line(span.end.line).size());
  if (span.begin.column > line_length && span.begin.line == span.end.line) {
    error_->at_text_end = true;
    --error_->span.begin.column;
    --error_->span.begin.offset;
  }
  if (span.end.column > line_length) {
    error_->span.end.offset -= std::min(error_->span.end.offset, span.end.column - line_length);
    error_->span.end.column = line_length;
  }
}

void Parser::invalid(SyntaxErrorType type, Span span, std::string_view message) {
  furthest_ = std::max(furthest_, pos_);
  if (!diagnosing_ || silent_) throw Failure{};
  // An unclosed bracket wins once the parser has looked past the end of the text, or has got past the bracket's line.
  const Token& seen = tokens_[std::max(furthest_, first_failure_)];
  if (lexer_.error() != nullptr) {
    bool at_stop = seen.kind == TokenKind::Error;
    if (at_stop || (lexer_.ended_in_brackets() && seen.span.begin.line > lexer_.error()->span.begin.line)) {
      error_ = std::move(lexer_.error());
      throw Reported{};
    }
  }
  set_error(type, span, message);
  throw Reported{};
}

void Parser::too_deep() {
  set_error(SyntaxErrorType::SyntaxError, current().span, "too many nested expressions or statements");
  throw Reported{};
}

// Where errors at `token` point. For tokens without text CPython shows where its tokenizer stood: before the first character of the
// line, or at the end of the last line.
Span Parser::layout_span(const Token& token) const {
  Position at = token.span.end;
  switch (token.kind) {
    case TokenKind::Indent:
    case TokenKind::Dedent:
    case TokenKind::EndMarker: break;
    default: return token.span;
  }
  std::string_view text = source_.text();
  if (at.offset == text.size()) {
    // Behind the end of the last line: set_error knows what that means.
    at = source_.position(static_cast<uint32_t>(text.ends_with('\n') ? text.size() - 1 : text.size()));
    ++at.column;
    ++at.offset;
  } else if (at.column > 0) {
    --at.column;
    --at.offset;
  }
  return {at, at};
}

// Neither pass could name the mistake.
void Parser::report_failure() {
  const Token& token = tokens_[first_failure_];
  if (lexer_.error() != nullptr) {
    bool past_bracket = lexer_.ended_in_brackets() && token.span.begin.line > lexer_.error()->span.begin.line;
    if (token.kind == TokenKind::Error || past_bracket) {
      error_ = std::move(lexer_.error());
      return;
    }
  }
  failed_at_indentation_ = token.kind == TokenKind::Indent || token.kind == TokenKind::Dedent;
  if (token.kind == TokenKind::Indent) {
    set_error(SyntaxErrorType::IndentationError, layout_span(token), "unexpected indent");
  } else if (token.kind == TokenKind::Dedent) {
    set_error(SyntaxErrorType::IndentationError, layout_span(token), "unexpected unindent");
  } else {
    set_error(SyntaxErrorType::SyntaxError, layout_span(token), "invalid syntax");
  }
}

// ---- tokens

bool Parser::in_parentheses(size_t first, size_t end) const {
  if (tokens_[first].kind != TokenKind::LeftParen) return false;
  size_t i = first + 1;
  while (i < end && tokens_[i].level >= tokens_[first].level) ++i;
  return i + 1 == end;
}

ast::Identifier Parser::identifier() {
  if (!at(TokenKind::Name)) fail();
  std::string_view text = token_text(current());
  advance();
  return normalized(text);
}

ast::Identifier Parser::normalized(std::string_view name) {
  for (char c : name) {
    if (static_cast<signed char>(c) < 0) return arena_.copy(unicode::normalize(name, unicode::Form::kNfkc));
  }
  return name;
}

}  // namespace fermata
