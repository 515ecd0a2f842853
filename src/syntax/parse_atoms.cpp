// Atoms: names, constants, and everything in brackets.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;

ast::Expr* Parser::atom() {
  switch (kind()) {
    case Name: return name_atom();
    case Number: return number_atom();
    case String:
    case FStringStart: return strings();
    case LeftParen: return paren_atom();
    case LeftBracket: return list_atom();
    case LeftBrace: return brace_atom();
    case KwNone: return constant_atom(ast::ConstantKind::None);
    case KwTrue: return constant_atom(ast::ConstantKind::True);
    case KwFalse: return constant_atom(ast::ConstantKind::False);
    case TokenKind::Ellipsis: return constant_atom(ast::ConstantKind::Ellipsis);
    default: fail();
  }
}

ast::Expr* Parser::name_atom() {
  Span span = current().span;
  return make_at<ast::Name>(span, identifier(), ast::ExprContext::Load);
}

ast::Expr* Parser::constant_atom(ast::ConstantKind constant_kind) {
  Span span = current().span;
  advance();
  return make_at<ast::Constant>(span, constant_kind);
}

// '(' [yield_expr | star_named_expressions | genexp] ')'
ast::Expr* Parser::paren_atom() {
  Position from = begin();
  advance();
  if (accept(RightParen)) return make<ast::Tuple>(from, Seq<ast::Expr*>{}, ast::ExprContext::Load);
  if (at(KwYield)) {
    ast::Expr* value = yield_expression();
    expect(RightParen);
    return value;
  }
  if (at(StarStar)) {
    Span stars = current().span;
    if (diagnosing_ && !silent_ &&
        attempt(
            [&] {
              advance();
              expression();
              expect(RightParen);
            },
            true)) {
      invalid(stars, "cannot use double starred expression here");
    }
    fail();
  }
  ast::Expr* first = star_named_expression();
  if (accept(RightParen)) {
    if (first->is<ast::Starred>()) invalid(first->span, "cannot use starred expression here");
    return first;
  }
  if (at_comprehension()) {
    if (first->is<ast::Starred>()) invalid(first->span, "iterable unpacking cannot be used in comprehension");
    Seq<ast::Comprehension*> generators = comprehensions();
    expect(RightParen);
    return make<ast::GeneratorExp>(from, first, generators);
  }
  ListBuilder<ast::Expr> elements(*this);
  elements.push(first);
  while (accept(Comma)) {
    if (at(RightParen)) break;
    elements.push(star_named_expression());
  }
  expect(RightParen);
  return make<ast::Tuple>(from, elements.finish(), ast::ExprContext::Load);
}

ast::Expr* Parser::list_atom() {
  Position from = begin();
  advance();
  ListBuilder<ast::Expr> elements(*this);
  Span comma{};
  while (!at(RightBracket)) {
    elements.push(star_named_expression());
    if (at_comprehension()) {
      ast::Expr* element = elements.back();
      if (elements.size() > 1) {
        ast::Expr* first = elements[0];
        if (diagnosing_ && !silent_ && attempt([&] { comprehensions(); }, true)) {
          invalid({first->span.begin, element->span.end}, "did you forget parentheses around the comprehension target?");
        }
        fail();
      }
      if (element->is<ast::Starred>()) invalid(element->span, "iterable unpacking cannot be used in comprehension");
      Seq<ast::Comprehension*> generators = comprehensions();
      expect(RightBracket);
      return make<ast::ListComp>(from, element, generators);
    }
    if (elements.size() == 1) comma = current().span;
    if (!accept(Comma)) break;
    if (elements.size() == 1 && at_comprehension()) diagnose_comprehension_target(elements[0], comma);
  }
  expect(RightBracket);
  return make<ast::List>(from, elements.finish(), ast::ExprContext::Load);
}

// `[x, for x in y]`
void Parser::diagnose_comprehension_target(ast::Expr* first, Span comma) {
  if (diagnosing_ && !silent_ && attempt([&] { comprehensions(); }, true)) {
    invalid({first->span.begin, comma.end}, "did you forget parentheses around the comprehension target?");
  }
}

// A dict or a set, displayed or comprehended.
ast::Expr* Parser::brace_atom() {
  Position from = begin();
  advance();
  if (at(RightBrace) || at(StarStar)) return dict_rest(from, nullptr);
  size_t first_token = pos_;
  ast::Expr* first = star_named_expression();
  if (at(Colon) && !first->is<ast::Starred>() && !(first->is<ast::NamedExpr>() && tokens_[first_token].kind != LeftParen)) {
    return dict_rest(from, first);
  }
  ListBuilder<ast::Expr> elements(*this);
  elements.push(first);
  Span comma = current().span;
  for (;;) {
    if (at_comprehension()) {
      ast::Expr* element = elements.back();
      if (elements.size() > 1) {
        if (diagnosing_ && !silent_ && attempt([&] { comprehensions(); }, true)) {
          invalid({first->span.begin, element->span.end}, "did you forget parentheses around the comprehension target?");
        }
        fail();
      }
      if (element->is<ast::Starred>()) invalid(element->span, "iterable unpacking cannot be used in comprehension");
      Seq<ast::Comprehension*> generators = comprehensions();
      expect(RightBrace);
      return make<ast::SetComp>(from, element, generators);
    }
    if (!accept(Comma) || at(RightBrace)) break;
    if (elements.size() == 1 && at_comprehension()) diagnose_comprehension_target(first, comma);
    elements.push(star_named_expression());
  }
  expect(RightBrace);
  return make<ast::Set>(from, elements.finish());
}

// After '{', or after the first key.
ast::Expr* Parser::dict_rest(Position from, ast::Expr* first_key) {
  ListBuilder<ast::Expr> pairs(*this);  // key, value, key, value, …
  while (first_key != nullptr || !at(RightBrace)) {
    if (at(StarStar)) {
      Span stars = current().span;
      advance();
      pairs.push(nullptr);
      pairs.push(binary(5));
      if (at_comprehension() && pairs.size() == 2) {
        if (diagnosing_ && !silent_ &&
            attempt(
                [&] {
                  comprehensions();
                  expect(RightBrace);
                },
                true)) {
          invalid(stars, "dict unpacking cannot be used in dict comprehension");
        }
        fail();
      }
    } else {
      // A later key without its ':' is reported so; what follows the first one may as well be another element of a set.
      if (diagnosing_ && !silent_ && pairs.size() > 0) {
        size_t start = pos_;
        if (attempt([&] { expression(); }) && !at(Colon)) {
          Span last{last_end(), last_end()};
          --last.begin.column, --last.end.column;
          invalid(last, "':' expected after dictionary key");
        }
        pos_ = start;
      }
      ast::Expr* key = first_key != nullptr ? first_key : expression();
      first_key = nullptr;
      pairs.push(key);
      if (!at(Colon)) invalid(tokens_[pos_ - 1].span, "':' expected after dictionary key");
      Span colon = current().span;
      advance();
      if (at(Star)) {
        Position star = begin();
        if (diagnosing_ && !silent_ &&
            attempt(
                [&] {
                  advance();
                  binary(5);
                },
                true)) {
          invalid({star, last_end()}, "cannot use a starred expression in a dictionary value");
        }
        fail();
      }
      if (at(RightBrace) || at(Comma)) invalid(colon, "expression expected after dictionary key and ':'");
      pairs.push(expression());
      if (at_comprehension() && pairs.size() == 2) {
        ast::Expr* value = pairs[1];
        Seq<ast::Comprehension*> generators = comprehensions();
        expect(RightBrace);
        return make<ast::DictComp>(from, key, value, generators);
      }
    }
    if (!accept(Comma)) break;
  }
  expect(RightBrace);
  size_t count = pairs.size() / 2;
  auto** keys = static_cast<ast::Expr**>(arena_.allocate(sizeof(ast::Expr*) * (2 * count + 1), alignof(ast::Expr*)));
  auto** values = keys + count;
  for (size_t i = 0; i < count; ++i) {
    keys[i] = pairs[2 * i];
    values[i] = pairs[2 * i + 1];
  }
  return make<ast::Dict>(from, Seq<ast::Expr*>{keys, count}, Seq<ast::Expr*>{values, count});
}

// (['async'] 'for' targets 'in' disjunction ('if' disjunction)*)+
Seq<ast::Comprehension*> Parser::comprehensions() {
  ListBuilder<ast::Comprehension> generators(*this);
  while (at_comprehension()) {
    bool is_async = accept(KwAsync);
    advance();
    ast::Expr* target = for_targets();
    expect(KwIn);
    ast::Expr* iter = binary(1);
    Seq<ast::Expr*> conditions{};
    if (at(KwIf)) {
      ListBuilder<ast::Expr> ifs(*this);
      while (accept(KwIf)) ifs.push(binary(1));
      conditions = ifs.finish();
    }
    generators.push(make_at<ast::Comprehension>(Span{}, target, iter, conditions, is_async));
  }
  return generators.finish();
}

Position Parser::last_comprehension_end(const Seq<ast::Comprehension*>& generators) const {
  const ast::Comprehension* last = generators.back();
  return last->ifs.empty() ? last->iter->span.end : last->ifs.back()->span.end;
}

}  // namespace fermata
