// The match statement and its patterns.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;

// `match` is a keyword only here: at the start of a logical line that ends in ':' and goes on with an indented `case`. No other statement
// can end in ':' that way, so looking at the line's end decides it.
bool Parser::at_match_statement() const {
  if (token_text(current()) != "match") return false;
  TokenKind next = next_kind();
  if (!starts_expression(next) && next != Star) return false;
  if (next == Name && (tokens_[pos_ + 2].kind == Newline || tokens_[pos_ + 2].kind == EndMarker)) return diagnosing_;  // `match x`
  size_t i = pos_ + 1;
  while (tokens_[i].kind != Newline && tokens_[i].kind != EndMarker && tokens_[i].kind != Error) ++i;
  return tokens_[i].kind == Newline && tokens_[i - 1].kind == Colon && tokens_[i - 1].level == 0;
}

ast::Stmt* Parser::match_statement() {
  Position from = begin();
  const Token& header = current();
  advance();
  ast::Expr* subject = match_subject();
  expect_colon();
  if (!at(Newline)) fail();
  advance();
  if (!at(Indent)) {
    invalid(SyntaxErrorType::IndentationError, layout_span(current()),
            "expected an indented block after 'match' statement on line " + std::to_string(header.span.begin.line));
  }
  Nesting nesting(*this, 2);
  advance();
  ListBuilder<ast::MatchCase> cases(*this);
  do {
    if (!at_soft_keyword("case")) fail();
    cases.push(match_case());
  } while (!at(Dedent));
  advance();
  return make<ast::Match>(from, subject, cases.finish());
}

// star_named_expression ',' star_named_expressions? | named_expression
ast::Expr* Parser::match_subject() {
  Position from = begin();
  ast::Expr* first = star_named_expression();
  if (at(Comma)) return tuple_rest(first, from, &Parser::star_named_expression);
  if (first->is<ast::Starred>()) fail();
  return first;
}

ast::MatchCase* Parser::match_case() {
  const Token& header = current();
  advance();
  ast::Pattern* pattern = patterns();
  ast::Expr* guard = accept(KwIf) ? named_expression() : nullptr;
  expect_colon();
  Seq<ast::Stmt*> body = block("'case' statement", header);
  return make_at<ast::MatchCase>(Span{}, pattern, guard, body);
}

// An open sequence or a single pattern.
ast::Pattern* Parser::patterns() {
  Position from = begin();
  ast::Pattern* first = maybe_star_pattern();
  if (at(Comma)) return sequence_rest(first, from, Colon);
  if (first->is<ast::MatchStar>()) fail();
  return first;
}

// Behind the first element of a sequence pattern. With brackets, they are taken too; an open sequence ends before ':' or `if`.
ast::Pattern* Parser::sequence_rest(ast::Pattern* first, Position from, TokenKind closing) {
  ListBuilder<ast::Pattern> elements(*this);
  elements.push(first);
  while (accept(Comma)) {
    if (at(closing) || (closing == Colon && at(KwIf))) break;
    elements.push(maybe_star_pattern());
  }
  if (closing != Colon) expect(closing);
  return make<ast::MatchSequence>(from, elements.finish());
}

ast::Pattern* Parser::maybe_star_pattern() {
  if (!at(Star)) return as_pattern();
  Position from = begin();
  advance();
  ast::Identifier name = identifier();
  if (name == "_") name = {};
  return make<ast::MatchStar>(from, name);
}

// or_pattern ['as' NAME]
ast::Pattern* Parser::as_pattern() {
  Position from = begin();
  ast::Pattern* pattern = or_pattern();
  if (!accept(KwAs)) return pattern;
  if (at_soft_keyword("_")) invalid(current().span, "cannot use '_' as a target");
  if (!at(Name)) {
    Position target = begin();
    if (diagnosing_ && !silent_ && attempt([&] { expression(); })) invalid({target, last_end()}, "invalid pattern target");
    fail();
  }
  ast::Identifier name = identifier();
  return make<ast::MatchAs>(from, pattern, name);
}

ast::Pattern* Parser::or_pattern() {
  Nesting nesting(*this, 2);
  Position from = begin();
  ast::Pattern* first = closed_pattern();
  if (!at(Pipe)) return first;
  ListBuilder<ast::Pattern> alternatives(*this);
  alternatives.push(first);
  while (accept(Pipe)) alternatives.push(closed_pattern());
  return make<ast::MatchOr>(from, alternatives.finish());
}

ast::Pattern* Parser::closed_pattern() {
  Position from = begin();
  switch (kind()) {
    case Number:
    case Minus: {
      ast::Expr* value = pattern_number();
      return make<ast::MatchValue>(from, value);
    }
    case String:
    case FStringStart: {
      ast::Expr* value = strings();
      if (value->is<ast::JoinedStr>()) invalid(value->span, "patterns may only match literals and attribute lookups");
      return make<ast::MatchValue>(from, value);
    }
    case KwNone: advance(); return make<ast::MatchSingleton>(from, ast::ConstantKind::None);
    case KwTrue: advance(); return make<ast::MatchSingleton>(from, ast::ConstantKind::True);
    case KwFalse: advance(); return make<ast::MatchSingleton>(from, ast::ConstantKind::False);
    case Name: return name_pattern();
    case LeftParen: return paren_pattern();
    case LeftBracket: {
      advance();
      if (accept(RightBracket)) return make<ast::MatchSequence>(from, Seq<ast::Pattern*>{});
      ast::Pattern* first = maybe_star_pattern();
      return sequence_rest(first, from, RightBracket);
    }
    case LeftBrace: return mapping_pattern();
    default: fail();
  }
}

// A group or a sequence in parentheses.
ast::Pattern* Parser::paren_pattern() {
  Position from = begin();
  advance();
  if (accept(RightParen)) return make<ast::MatchSequence>(from, Seq<ast::Pattern*>{});
  ast::Pattern* first = maybe_star_pattern();
  if (at(Comma)) return sequence_rest(first, from, RightParen);
  expect(RightParen);
  if (first->is<ast::MatchStar>()) fail();
  return first;
}

// A capture, the wildcard, a dotted value, or a class pattern.
ast::Pattern* Parser::name_pattern() {
  Position from = begin();
  Span name_span = current().span;
  ast::Identifier name = identifier();
  if (name == "_")
    return make<ast::MatchAs>(from, static_cast<ast::Pattern*>(nullptr), ast::Identifier{});  // never the head of a dotted name
  if (!at(Dot) && !at(LeftParen)) return make<ast::MatchAs>(from, static_cast<ast::Pattern*>(nullptr), name);
  ast::Expr* value = make_at<ast::Name>(name_span, name, ast::ExprContext::Load);
  while (accept(Dot)) {
    ast::Identifier attribute = identifier();
    value = make<ast::Attribute>(from, value, attribute, ast::ExprContext::Load);
  }
  if (at(LeftParen)) return class_pattern(value, from);
  return make<ast::MatchValue>(from, value);
}

// At the '(' after a class name.
ast::Pattern* Parser::class_pattern(ast::Expr* cls, Position from) {
  advance();
  ListBuilder<ast::Pattern> all(*this);
  std::vector<ast::Identifier> names;
  size_t positional = 0;
  while (!at(RightParen)) {
    if (at(Name) && next_kind() == Assign) {
      names.push_back(identifier());
      advance();
      all.push(as_pattern());
    } else {
      Position first = begin();
      ast::Pattern* pattern = as_pattern();
      if (!names.empty()) {
        if (diagnosing_ && !silent_) {
          attempt([&] {
            while (at(Comma) && next_kind() != RightParen && !(next_kind() == Name && tokens_[pos_ + 2].kind == Assign)) {
              advance();
              pattern = as_pattern();
            }
          });
          invalid({first, pattern->span.end}, "positional patterns follow keyword patterns");
        }
        fail();
      }
      all.push(pattern);
      ++positional;
    }
    if (!accept(Comma)) break;
  }
  expect(RightParen);
  Seq<ast::Pattern*> patterns = all.finish();
  Seq<ast::Identifier> attributes{arena_.copy(names.data(), names.size()), names.size()};
  return make<ast::MatchClass>(from, cls, Seq<ast::Pattern*>{patterns.items, positional}, attributes,
                               Seq<ast::Pattern*>{patterns.items + positional, patterns.count - positional});
}

// '{' [(key ':' pattern | '**' NAME) (',' …)* [',']] '}'
ast::Pattern* Parser::mapping_pattern() {
  Position from = begin();
  advance();
  std::vector<ast::Expr*> keys;
  ListBuilder<ast::Pattern> values(*this);
  ast::Identifier rest{};
  while (!at(RightBrace)) {
    if (accept(StarStar)) {
      if (at_soft_keyword("_")) fail();
      rest = identifier();
      accept(Comma);
      break;
    }
    ast::Expr* key;
    Span span = current().span;
    switch (kind()) {
      case Number:
      case Minus: key = pattern_number(); break;
      case String:
      case FStringStart:
        key = strings();
        if (key->is<ast::JoinedStr>()) fail();
        break;
      case KwNone:
      case KwTrue:
      case KwFalse: key = atom(); break;
      default: {
        key = make_at<ast::Name>(span, identifier(), ast::ExprContext::Load);
        if (!at(Dot)) fail();
        while (accept(Dot)) {
          ast::Identifier attribute = identifier();
          key = make<ast::Attribute>(span.begin, key, attribute, ast::ExprContext::Load);
        }
      }
    }
    keys.push_back(key);
    expect(Colon);
    values.push(as_pattern());
    if (!accept(Comma)) break;
  }
  expect(RightBrace);
  return make<ast::MatchMapping>(from, Seq<ast::Expr*>{arena_.copy(keys.data(), keys.size()), keys.size()}, values.finish(), rest);
}

// ['-'] NUMBER [('+' | '-') imaginary NUMBER]
ast::Expr* Parser::pattern_number() {
  Position from = begin();
  ast::Expr* real = pattern_signed_number();
  if (!at(Plus) && !at(Minus)) return real;
  ast::Operator op = at(Plus) ? ast::Operator::Add : ast::Operator::Sub;
  auto is_imaginary = [](const ast::Expr* number) {
    const auto* constant = number->maybe<ast::Constant>();
    return constant != nullptr && constant->constant_kind == ast::ConstantKind::Imaginary;
  };
  const ast::Expr* magnitude = real->is<ast::UnaryOp>() ? real->as<ast::UnaryOp>()->operand : real;
  if (is_imaginary(magnitude)) invalid(magnitude->span, "real number required in complex literal");
  advance();
  if (!at(Number)) fail();
  ast::Expr* imaginary = number_atom();
  if (!is_imaginary(imaginary)) invalid(imaginary->span, "imaginary number required in complex literal");
  return make<ast::BinOp>(from, real, op, imaginary);
}

ast::Expr* Parser::pattern_signed_number() {
  Position from = begin();
  bool negative = accept(Minus);
  if (!at(Number)) fail();
  ast::Expr* number = number_atom();
  return negative ? make<ast::UnaryOp>(from, ast::UnaryOperator::USub, number) : number;
}

}  // namespace fermata
