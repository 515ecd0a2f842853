// Arguments of calls, parameters of functions and lambdas, type parameters.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;

// At the '(' of a call.
ast::Expr* Parser::call(ast::Expr* function, Position from) {
  Position paren = begin();
  advance();
  ListBuilder<ast::Expr> args(*this);
  Seq<ast::Keyword*> keywords{};
  call_arguments(args, keywords, true);
  if (args.size() == 1 && args[0]->span.begin == Position{}) {  // a lone generator expression has the call's parentheses
    args[0]->span = {paren, last_end()};
  }
  return make<ast::Call>(from, function, args.finish(), keywords);
}

// Up to and including the ')'. A lone generator expression gets an empty span; call() knows where it begins.
void Parser::call_arguments(ListBuilder<ast::Expr>& args, Seq<ast::Keyword*>& keywords, bool generator_allowed) {
  const size_t first_keyword = keywords_.size();
  bool unpacked = false;
  const Position args_from = begin();
  auto add_keyword = [&](ast::Keyword* keyword) {
    keywords_.push_back(keyword);
    unpacked |= keyword->arg.data() == nullptr;
  };
  while (!at(RightParen)) {
    Position from = begin();
    if (accept(StarStar)) {
      ast::Expr* value = expression();
      add_keyword(make<ast::Keyword>(from, ast::Identifier{}, value));
    } else if ((at(Name) || at(KwTrue) || at(KwFalse) || at(KwNone)) && next_kind() == Assign) {
      add_keyword(keyword_argument());
    } else if (at(Star)) {
      if (unpacked) invalid({args_from, tokens_[pos_ - 2].span.end}, "iterable argument unpacking follows keyword argument unpacking");
      advance();
      ast::Expr* value = expression();
      args.push(make<ast::Starred>(from, value, ast::ExprContext::Load));
    } else {
      ast::Expr* value;
      if (at(Name) && next_kind() == Walrus) {
        value = named_expression();
      } else {
        value = expression();
        if (at(Assign)) {
          invalid({value->span.begin, current().span.end}, "expression cannot contain assignment, perhaps you meant \"==\"?");
        }
      }
      if (at_comprehension()) {
        if (!generator_allowed) fail();
        if (args.size() == 0 && keywords_.size() == first_keyword) {
          Seq<ast::Comprehension*> generators = comprehensions();
          if (accept(RightParen)) {
            args.push(make_at<ast::GeneratorExp>(Span{}, value, generators));
            break;
          }
          if (at(Comma)) {
            // `f(x for x in y, 1)`, but `f(x for x in y, z=1)` is "invalid syntax" in CPython too, if nothing follows that fits.
            invalid({value->span.begin, last_comprehension_end(generators)}, "Generator expression must be parenthesized");
          }
          fail();
        }
        Position value_from = value->span.begin;
        if (diagnosing_ && !silent_) {
          Seq<ast::Comprehension*> generators = comprehensions();
          invalid({value_from, last_comprehension_end(generators)}, "Generator expression must be parenthesized");
        }
        fail();
      }
      if (keywords_.size() > first_keyword) {
        if (diagnosing_ && !silent_) {
          invalid_here(unpacked ? "positional argument follows keyword argument unpacking"
                                : "positional argument follows keyword argument");
        }
        fail();
      }
      args.push(value);
    }
    if (!accept(Comma)) break;
  }
  if (!args.size() || !(args.size() == 1 && args[0]->is<ast::GeneratorExp>() && args[0]->span.begin == Position{})) expect(RightParen);
  keywords.count = keywords_.size() - first_keyword;
  keywords.items = arena_.copy(keywords_.data() + first_keyword, keywords.count);
  keywords_.resize(first_keyword);
}

// NAME '=' expression
ast::Keyword* Parser::keyword_argument() {
  Position from = begin();
  Span name_span = current().span;
  if (!at(Name)) {
    invalid({from, tokens_[pos_ + 1].span.end}, "cannot assign to " + std::string(token_text(current())));
  }
  ast::Identifier name = identifier();
  Span equals = current().span;
  advance();
  ast::Expr* value = expression();
  if (at_comprehension()) {
    if (diagnosing_ && !silent_ && attempt([&] { comprehensions(); }, true)) {
      invalid({name_span.begin, equals.end}, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    }
    fail();
  }
  return make<ast::Keyword>(from, name, value);
}

// One parameter: NAME [':' annotation], for `*args` of a function also ':' star_expression.
ast::Arg* Parser::parameter(ParameterStyle style, bool star) {
  Position from = begin();
  ast::Identifier name = identifier();
  ast::Expr* annotation = nullptr;
  if (style == ParameterStyle::Function && accept(Colon)) annotation = star ? star_expression() : expression();
  return make<ast::Arg>(from, name, annotation);
}

// Up to the ')' of a function or the ':' of a lambda, which stays.
ast::Arguments* Parser::parameters(ParameterStyle style) {
  const TokenKind closing = style == ParameterStyle::Function ? RightParen : Colon;
  ListBuilder<ast::Arg> args(*this);  // those before '*', then those after it
  std::vector<ast::Expr*> defaults, kw_defaults;
  ast::Arguments result{};
  size_t positional_only = 0, positional = 0;
  bool slash = false, star = false;
  Position none{};
  while (!at(closing)) {
    if (at(Slash)) {
      if (slash) invalid(current().span, "/ may appear only once");
      if (star) invalid(current().span, "/ must be ahead of *");
      if (positional == 0) {
        if (next_kind() == Comma) invalid(current().span, "at least one argument must precede /");
        fail();
      }
      slash = true;
      positional_only = positional;
      advance();
      if (at(Star)) invalid(current().span, "expected comma between / and *");
    } else if (at(Star)) {
      if (star) invalid(current().span, "* argument may appear only once");
      star = true;
      Span star_span = current().span;
      advance();
      if (at(Comma)) {
        TokenKind after = next_kind();
        if (after == closing || after == StarStar) {
          invalid(style == ParameterStyle::Function ? star_span : tokens_[pos_ + 1].span, "named arguments must follow bare *");
        }
      } else if (at(closing)) {
        invalid(style == ParameterStyle::Function ? star_span : current().span, "named arguments must follow bare *");
      } else {
        result.vararg = parameter(style, true);
        if (at(Assign)) invalid(current().span, "var-positional argument cannot have default value");
      }
    } else if (at(StarStar)) {
      advance();
      result.kwarg = parameter(style, false);
      if (at(Assign)) invalid(current().span, "var-keyword argument cannot have default value");
      if (accept(Comma) && !at(closing)) {
        if (at(Name)) {
          Position from = begin();
          if (diagnosing_ && !silent_) {
            attempt([&] { parameter(style, false); });
            invalid({from, last_end()}, "arguments cannot follow var-keyword argument");
          }
        } else if (at(Star) || at(StarStar) || at(Slash)) {
          invalid(current().span, "arguments cannot follow var-keyword argument");
        }
        fail();
      }
      break;
    } else if (at(LeftParen)) {
      // `def f((a, b)): …` was Python 2.
      Position from = begin();
      if (diagnosing_ && !silent_ && attempt([&] {
            advance();
            do {
              identifier();
            } while (accept(Comma) && !at(RightParen));
            expect(RightParen);
          })) {
        invalid({from, last_end()}, style == ParameterStyle::Function ? "Function parameters cannot be parenthesized"
                                                                      : "Lambda expression parameters cannot be parenthesized");
      }
      fail();
    } else {
      ast::Arg* arg = parameter(style, false);
      Span equals = current().span;
      ast::Expr* default_value = nullptr;
      if (accept(Assign)) {
        if ((at(closing) || at(Comma)) && style == ParameterStyle::Function) invalid(equals, "expected default value expression");
        default_value = expression();
      }
      if (star) {
        kw_defaults.push_back(default_value);
      } else {
        if (default_value != nullptr) {
          defaults.push_back(default_value);
        } else if (!defaults.empty()) {
          if (at(Comma) || at(closing)) invalid(arg->span, "non-default argument follows default argument");
          fail();
        }
        ++positional;
      }
      args.push(arg);
    }
    if (!accept(Comma)) break;
  }
  Seq<ast::Arg*> all = args.finish();
  result.posonlyargs = {all.items, positional_only};
  result.args = {all.items + positional_only, positional - positional_only};
  result.kwonlyargs = {all.items + positional, all.count - positional};
  result.kw_defaults = {arena_.copy(kw_defaults.data(), kw_defaults.size()), kw_defaults.size()};
  result.defaults = {arena_.copy(defaults.data(), defaults.size()), defaults.size()};
  return make_at<ast::Arguments>(Span{none, none}, result.posonlyargs, result.args, result.vararg, result.kwonlyargs, result.kw_defaults,
                                 result.kwarg, result.defaults);
}

// ['[' type_param (',' type_param)* [','] ']']
Seq<ast::TypeParam*> Parser::type_parameters() {
  if (!at(LeftBracket)) return {};
  Span bracket = current().span;
  advance();
  if (at(RightBracket)) invalid({bracket.begin, current().span.end}, "Type parameter list cannot be empty");
  ListBuilder<ast::TypeParam> params(*this);
  while (!at(RightBracket)) {
    Position from = begin();
    TokenKind stars = kind();
    if (stars == Star || stars == StarStar) {
      advance();
      ast::Identifier name = identifier();
      if (at(Colon)) {
        Span colon = current().span;
        ast::Expr* bound = nullptr;
        if (diagnosing_ && !silent_ &&
            attempt(
                [&] {
                  advance();
                  bound = expression();
                },
                true)) {
          bool tuple = bound->is<ast::Tuple>();
          invalid(colon, std::string("cannot use ") + (tuple ? "constraints" : "bound") + " with " +
                             (stars == Star ? "TypeVarTuple" : "ParamSpec"));
        }
        fail();
      }
      params.push(stars == Star ? static_cast<ast::TypeParam*>(make<ast::TypeVarTuple>(from, name)) : make<ast::ParamSpec>(from, name));
    } else {
      ast::Identifier name = identifier();
      ast::Expr* bound = accept(Colon) ? expression() : nullptr;
      params.push(make<ast::TypeVar>(from, name, bound));
    }
    if (!accept(Comma)) break;
  }
  expect(RightBracket);
  return params.finish();
}

}  // namespace fermata
