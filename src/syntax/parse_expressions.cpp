// Expressions, from tuples without parentheses down to primaries.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;

namespace {

// Binding strength of binary operators, 0 for anything else. `not` in front of `in` counts as a comparison.
enum Precedence { kNone, kOr, kAnd, kNot, kComparison, kBitOr, kBitXor, kBitAnd, kShift, kSum, kTerm };
constexpr Precedence kPower = kNone;  // ** is parsed with its operands

int precedence(TokenKind kind) {
  switch (kind) {
    case KwOr: return kOr;
    case KwAnd: return kAnd;
    case KwNot:
    case KwIn:
    case KwIs:
    case EqualEqual:
    case NotEqual:
    case Less:
    case LessEqual:
    case Greater:
    case GreaterEqual: return kComparison;
#define BINARY(ast, op, name, function, token, symbol, level, opcode) \
  case token: return level;
#include "syntax/operators.def"
    default: return kNone;
  }
}

ast::Operator binary_operator(TokenKind kind) {
  using enum ast::Operator;
  switch (kind) {
#define BINARY(ast, op, name, function, token, symbol, level, opcode) \
  case token: return ast;
#include "syntax/operators.def"
    default: return MatMult;
  }
}

}  // namespace

bool Parser::starts_expression(TokenKind kind) {
  switch (kind) {
    case Name:
    case Number:
    case String:
    case FStringStart:
    case LeftParen:
    case LeftBracket:
    case LeftBrace:
    case Minus:
    case Plus:
    case Tilde:
    case Ellipsis:
    case KwNone:
    case KwTrue:
    case KwFalse:
    case KwNot:
    case KwLambda:
    case KwAwait: return true;
    default: return false;
  }
}

// star_expression (',' star_expression)* [',']
ast::Expr* Parser::star_expressions() {
  Position from = begin();
  ast::Expr* first = star_expression();
  return at(Comma) ? tuple_rest(first, from, &Parser::star_expression) : first;
}

// At the comma after the first element of a tuple without parentheses.
ast::Expr* Parser::tuple_rest(ast::Expr* first, Position from, ast::Expr* (Parser::*element)()) {
  ListBuilder<ast::Expr> elements(*this);
  elements.push(first);
  while (accept(Comma)) {
    if (!starts_expression(kind()) && !at(Star)) break;
    elements.push((this->*element)());
  }
  return make<ast::Tuple>(from, elements.finish(), ast::ExprContext::Load);
}

ast::Expr* Parser::star_expression() {
  if (!at(Star)) return expression();
  Position from = begin();
  advance();
  ast::Expr* value = binary(kBitOr);
  return make<ast::Starred>(from, value, ast::ExprContext::Load);
}

ast::Expr* Parser::star_named_expression() { return at(Star) ? star_expression() : named_expression(); }

ast::Expr* Parser::named_expression() {
  size_t first_token = pos_;
  Position from = begin();
  if (at(Name) && next_kind() == Walrus) {
    const Span name_span = current().span;
    ast::Expr* target = make_at<ast::Name>(name_span, identifier(), ast::ExprContext::Store);
    advance();
    ast::Expr* value = expression();
    return make<ast::NamedExpr>(from, target, value);
  }
  ast::Expr* value = expression();
  if (diagnosing_) diagnose_named_expression(value, first_token);
  return value;
}

// CPython's invalid_named_expression: `=` or `:=` after something in a place where only a value is allowed.
void Parser::diagnose_named_expression(ast::Expr* value, size_t first_token) {
  if (silent_) return;
  if (at(Walrus)) {
    size_t start = pos_;
    bool complete = attempt(
        [&] {
          advance();
          expression();
        },
        true);
    pos_ = start;
    if (complete) invalid(value->span, std::string("cannot use assignment expressions with ") + expression_name(value));
    return;
  }
  if (!at(Assign)) return;
  using ast::NodeKind;
  switch (value->kind) {
    case NodeKind::BoolOp:
    case NodeKind::Compare:
    case NodeKind::IfExp:
    case NodeKind::Lambda:
    case NodeKind::NamedExpr:
      if (tokens_[first_token].kind != LeftParen) return;  // not a bitwise_or
      break;
    case NodeKind::UnaryOp:
      if (tokens_[first_token].kind == KwNot) return;
      break;
    case NodeKind::List:
    case NodeKind::Tuple:
    case NodeKind::GeneratorExp:
    case NodeKind::Starred: return;
    case NodeKind::Constant: {
      TokenKind first = tokens_[first_token].kind;
      if (first == KwNone || first == KwTrue || first == KwFalse) return;
      break;
    }
    default: break;
  }
  size_t start = pos_;
  ast::Expr* right = nullptr;
  bool complete = attempt(
                      [&] {
                        advance();
                        right = binary(kBitOr);
                      },
                      true) &&
                  !at(Assign) && !at(Walrus);
  pos_ = start;
  if (!complete) return;
  if (value->is<ast::Name>() && tokens_[first_token].kind == Name) {
    invalid({value->span.begin, right->span.end}, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  }
  invalid(value->span, std::string("cannot assign to ") + expression_name(value) + " here. Maybe you meant '==' instead of '='?");
}

// A conditional expression, a lambda, or a disjunction.
ast::Expr* Parser::expression() {
  if (at(KwLambda)) return lambda();
  size_t first_token = pos_;
  Position from = begin();
  if (diagnosing_ && !silent_) diagnose_legacy_statement();
  ast::Expr* body = binary(kOr);
  if (diagnosing_ && !silent_) diagnose_expression(body, first_token);
  return at(KwIf) ? conditional(body, from) : body;
}

ast::Expr* Parser::conditional(ast::Expr* body, Position from) {
  Nesting nesting(*this);
  advance();
  ast::Expr* test = binary(kOr);
  if (!at(KwElse)) {
    if (!at(Colon)) invalid({from, test->span.end}, "expected 'else' after 'if' expression");
    fail();
  }
  advance();
  ast::Expr* orelse = expression();
  return make<ast::IfExp>(from, test, body, orelse);
}

bool Parser::is_legacy_statement(const ast::Expr* value) const {
  const ast::Name* name = value->maybe<ast::Name>();
  return name != nullptr && (name->id == "print" || name->id == "exec");
}

// CPython's invalid_legacy_expression: what Python 2 printed or executed follows the name. (Within that none is looked for.)
void Parser::diagnose_legacy_statement() {
  if (in_legacy_statement_ || !at(Name) || next_kind() == LeftParen || !starts_expression(next_kind())) return;
  const std::string name(token_text(current()));
  if (name != "print" && name != "exec") return;
  Nesting nesting(*this);
  const size_t start = pos_;
  const Position from = begin();
  ast::Expr* rest = nullptr;
  in_legacy_statement_ = true;
  const bool complete = attempt(
      [&] {
        advance();
        rest = star_expressions();
        if (at(Assign)) fail();  // it's a target
      },
      true);
  in_legacy_statement_ = false;
  pos_ = start;
  if (complete) invalid({from, rest->span.end}, "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?");
}

// CPython's invalid_expression: something that could start another expression follows.
void Parser::diagnose_expression(ast::Expr* disjunction, size_t first_token) {
  if (!starts_expression(kind()) || (at(KwNot) && next_kind() == KwIn)) return;
  Nesting nesting(*this);
  const Token& first = tokens_[first_token];
  bool name_string = first.kind == Name && tokens_[first_token + 1].kind == String;
  bool soft_keyword = first.kind == Name && (token_text(first) == "match" || token_text(first) == "case" || token_text(first) == "_");
  size_t start = pos_;
  if (!name_string && !soft_keyword) {
    ast::Expr* second = nullptr;
    if (attempt([&] { second = expression(); }) || attempt([&] { second = binary(kOr); })) {
      size_t after = pos_;
      furthest_ = std::max(furthest_, after);
      if (!is_legacy_statement(disjunction) && tokens_[after - 1].level != 0) {
        invalid({disjunction->span.begin, second->span.end}, "invalid syntax. Perhaps you forgot a comma?");
      }
      pos_ = start;
    }
  }
  pos_ = start;
}

ast::Expr* Parser::lambda() {
  Nesting nesting(*this);
  Position from = begin();
  size_t keyword = pos_;
  advance();
  ast::Arguments* args = parameters(ParameterStyle::Lambda);
  expect(Colon);
  if (at(FStringMiddle) || (at(RightBrace) && tokens_[pos_ - 1].level == tokens_[keyword].level)) {
    invalid({from, tokens_[pos_ - 1].span.end}, "f-string: lambda expressions are not allowed without parentheses");
  }
  ast::Expr* body = expression();
  return make<ast::Lambda>(from, args, body);
}

// Precedence climbing. Chains of left-associative operators are loops, not recursion.
ast::Expr* Parser::binary(int min_precedence) {
  Nesting nesting(*this);
  Position from = begin();
  ast::Expr* left;
  if (at(KwNot) && min_precedence <= kNot) {
    advance();
    ast::Expr* operand = binary(kNot);
    left = make<ast::UnaryOp>(from, ast::UnaryOperator::Not, operand);
  } else {
    left = unary();
  }
  for (;;) {
    TokenKind op = kind();
    int strength = precedence(op);
    if (strength < min_precedence || strength == kNone) return left;
    if (strength > kComparison) {
      advance();
      ast::Expr* right = binary(strength + 1);
      left = make<ast::BinOp>(from, left, binary_operator(op), right);
    } else if (strength == kComparison) {
      if (op == KwNot && next_kind() != KwIn) {
        furthest_ = std::max(furthest_, pos_ + 1);
        return left;
      }
      left = comparison(left, from);
    } else {
      left = bool_operation(left, from, op, strength);
    }
  }
}

ast::Expr* Parser::bool_operation(ast::Expr* left, Position from, TokenKind op, int strength) {
  ListBuilder<ast::Expr> values(*this);
  values.push(left);
  while (accept(op)) values.push(binary(strength + 1));
  return make<ast::BoolOp>(from, op == KwOr ? ast::BoolOperator::Or : ast::BoolOperator::And, values.finish());
}

ast::Expr* Parser::comparison(ast::Expr* left, Position from) {
  using ast::CompareOperator;
  ListBuilder<ast::Expr> comparators(*this);
  // One or two operators are the rule; the vector serves longer chains.
  std::vector<CompareOperator> ops;
  ops.reserve(2);
  for (;;) {
    switch (kind()) {
      case EqualEqual: ops.push_back(CompareOperator::Eq); break;
      case NotEqual:
        if (token_text(current()) == "<>") fail();
        ops.push_back(CompareOperator::NotEq);
        break;
      case Less: ops.push_back(CompareOperator::Lt); break;
      case LessEqual: ops.push_back(CompareOperator::LtE); break;
      case Greater: ops.push_back(CompareOperator::Gt); break;
      case GreaterEqual: ops.push_back(CompareOperator::GtE); break;
      case KwIn: ops.push_back(CompareOperator::In); break;
      case KwNot:
        if (next_kind() == KwIn) {
          advance();
          ops.push_back(CompareOperator::NotIn);
          break;
        }
        [[fallthrough]];
      default: {
        Seq<CompareOperator> operators{arena_.copy(ops.data(), ops.size()), ops.size()};
        return make<ast::Compare>(from, left, operators, comparators.finish());
      }
      case KwIs:
        if (next_kind() == KwNot) {
          advance();
          ops.push_back(CompareOperator::IsNot);
        } else {
          ops.push_back(CompareOperator::Is);
        }
        break;
    }
    advance();
    comparators.push(binary(kBitOr));
  }
}

// ('+' | '-' | '~') unary | power
ast::Expr* Parser::unary() {
  Position from = begin();
  if (at(Minus) || at(Plus) || at(Tilde)) {
    Nesting nesting(*this);
    ast::UnaryOperator op = at(Minus) ? ast::UnaryOperator::USub : at(Plus) ? ast::UnaryOperator::UAdd : ast::UnaryOperator::Invert;
    advance();
    ast::Expr* operand = unary();
    return make<ast::UnaryOp>(from, op, operand);
  }
  ast::Expr* base = at(KwAwait) ? await_primary() : primary();
  if (!at(StarStar)) return base;
  Nesting nesting(*this);
  advance();
  ast::Expr* exponent = unary();
  return make<ast::BinOp>(from, base, ast::Operator::Pow, exponent);
}

ast::Expr* Parser::await_primary() {
  Position from = begin();
  advance();
  ast::Expr* value = primary();
  return make<ast::Await>(from, value);
}

ast::Expr* Parser::primary() {
  Position from = begin();
  ast::Expr* value = atom();
  for (;;) {
    switch (kind()) {
      case Dot: {
        advance();
        ast::Identifier attribute = identifier();
        value = make<ast::Attribute>(from, value, attribute, ast::ExprContext::Load);
        break;
      }
      case LeftParen: value = call(value, from); break;
      case LeftBracket: value = subscript(value, from); break;
      default: return value;
    }
  }
}

ast::Expr* Parser::subscript(ast::Expr* value, Position from) {
  advance();
  Position index_from = begin();
  ast::Expr* index = slice();
  if (at(Comma) || index->is<ast::Starred>()) {
    ListBuilder<ast::Expr> elements(*this);
    elements.push(index);
    while (accept(Comma)) {
      if (at(RightBracket)) break;
      elements.push(slice());
    }
    index = make<ast::Tuple>(index_from, elements.finish(), ast::ExprContext::Load);
  }
  expect(RightBracket);
  return make<ast::Subscript>(from, value, index, ast::ExprContext::Load);
}

ast::Expr* Parser::slice() {
  Position from = begin();
  ast::Expr* parts[3] = {};
  if (at(Star)) return star_expression();
  if (!at(Colon)) {
    parts[0] = named_expression();
    // `x[a := 1:2]` is refused, as it is by CPython.
    if (!at(Colon)) return parts[0];
    if (parts[0]->is<ast::NamedExpr>() && tokens_[pos_ - 1].level == current().level && parts[0]->span.begin == from) {
      bool parenthesized = source_.text()[from.offset] == '(';
      if (!parenthesized) fail();
    }
  }
  for (int i = 1; i < 3 && accept(Colon); ++i) {
    if (!at(Colon) && !at(Comma) && !at(RightBracket)) parts[i] = expression();
  }
  return make<ast::Slice>(from, parts[0], parts[1], parts[2]);
}

// 'yield' 'from' expression | 'yield' [star_expressions]
ast::Expr* Parser::yield_expression() {
  Position from = begin();
  advance();
  if (accept(KwFrom)) {
    ast::Expr* value = expression();
    return make<ast::YieldFrom>(from, value);
  }
  ast::Expr* value = starts_expression(kind()) || at(Star) ? star_expressions() : nullptr;
  return make<ast::Yield>(from, value);
}

}  // namespace fermata
