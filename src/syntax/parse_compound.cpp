// Compound statements and their blocks.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;

ast::Stmt* Parser::compound_statement() {
  switch (kind()) {
    case KwIf: return if_statement();
    case KwFor: return for_statement(nullptr);
    case KwWhile: return while_statement();
    case KwDef: return function_definition(nullptr, {});
    case KwClass: return class_definition({});
    case KwWith: return with_statement(nullptr);
    case KwTry: return try_statement();
    case At: return decorated();
    case KwAsync: return async_statement({});
    case Name: return at_match_statement() ? match_statement() : nullptr;
    default: return nullptr;
  }
}

// NEWLINE INDENT statements DEDENT | simple_stmts. `what` follows `header`'s line in the message: "'if' statement".
Seq<ast::Stmt*> Parser::block(const char* what, const Token& header) {
  ListBuilder<ast::Stmt> body(*this);
  if (!accept(Newline)) {
    simple_statements(body);
    return body.finish();
  }
  if (!at(Indent)) {
    invalid(SyntaxErrorType::IndentationError, layout_span(current()),
            std::string("expected an indented block after ") + what + " on line " + std::to_string(header.span.begin.line));
  }
  Nesting nesting(*this, 2);
  advance();
  statements(body, Dedent);
  advance();
  return body.finish();
}

// A ':' whose absence has a message only at the end of the line.
void Parser::expect_colon() {
  if (accept(Colon)) return;
  if (at(Newline)) invalid_here("expected ':'");
  fail();
}

// A ':' that cannot be anything else.
void Parser::force_colon() {
  if (!accept(Colon)) invalid(current().span, "expected ':'");
}

// An elif chain is parsed by a loop and linked from its end.
ast::Stmt* Parser::if_statement() {
  struct Branch {
    Position from;
    ast::Expr* test;
    Seq<ast::Stmt*> body;
  };
  const Token* header = &current();
  Branch first{begin(), nullptr, {}};
  advance();
  first.test = named_expression();
  expect_colon();
  first.body = block("'if' statement", *header);
  std::vector<Branch> elifs;
  while (at(KwElif)) {
    header = &current();
    Branch branch{begin(), nullptr, {}};
    advance();
    branch.test = named_expression();
    expect_colon();
    branch.body = block("'elif' statement", *header);
    elifs.push_back(branch);
  }
  Seq<ast::Stmt*> orelse = at(KwElse) ? else_block() : Seq<ast::Stmt*>{};
  for (size_t i = elifs.size(); i-- > 0;) {
    ast::Stmt* branch = make<ast::If>(elifs[i].from, elifs[i].test, elifs[i].body, orelse);
    orelse = {arena_.copy(&branch, 1), 1};
  }
  return make<ast::If>(first.from, first.test, first.body, orelse);
}

Seq<ast::Stmt*> Parser::else_block() {
  const Token& header = current();
  advance();
  force_colon();
  return block("'else' statement", header);
}

ast::Stmt* Parser::while_statement() {
  Position from = begin();
  const Token& header = current();
  advance();
  ast::Expr* test = named_expression();
  expect_colon();
  Seq<ast::Stmt*> body = block("'while' statement", header);
  Seq<ast::Stmt*> orelse = at(KwElse) ? else_block() : Seq<ast::Stmt*>{};
  return make<ast::While>(from, test, body, orelse);
}

// `async` is the token before, or null. Functions below take it the same way.
ast::Stmt* Parser::for_statement(const Token* async) {
  const Token& header = current();
  Position from = async != nullptr ? async->span.begin : begin();
  advance();
  ast::Expr* target = for_targets();
  expect(KwIn);
  ast::Expr* iter = star_expressions();
  expect_colon();
  Seq<ast::Stmt*> body = block("'for' statement", header);
  Seq<ast::Stmt*> orelse = at(KwElse) ? else_block() : Seq<ast::Stmt*>{};
  if (async != nullptr) return make<ast::AsyncFor>(from, target, iter, body, orelse);
  return make<ast::For>(from, target, iter, body, orelse);
}

// At `with (`: do the parentheses enclose with-items, or are they part of an expression? They enclose items if a ':' follows them and
// nothing in them needs an expression around: `yield`, `:=`, `*`, a comprehension.
bool Parser::at_parenthesized_with_items() const {
  if (!at(LeftParen) || next_kind() == RightParen || next_kind() == KwYield) return false;
  uint16_t inside = current().level;
  bool has_as = false, needs_expression = false;
  size_t i = pos_ + 1;
  for (; tokens_[i].kind != EndMarker && tokens_[i].kind != Error; ++i) {
    const Token& token = tokens_[i];
    if (token.level < inside) break;
    if (token.level != inside) continue;
    if (token.kind == KwAs) has_as = true;
    if (token.kind == Walrus || token.kind == KwFor) needs_expression = true;
    if (token.kind == Star && (tokens_[i - 1].kind == Comma || i == pos_ + 1)) needs_expression = true;
  }
  if (tokens_[i].kind == EndMarker || tokens_[i].kind == Error) return has_as;
  TokenKind after = tokens_[i + 1].kind;
  if (has_as && after != KwAs) return true;
  return after == Colon && !needs_expression;
}

ast::WithItem* Parser::with_item() {
  ast::Expr* context = expression();
  ast::Expr* target = accept(KwAs) ? star_target() : nullptr;
  return make_at<ast::WithItem>(Span{}, context, target);
}

ast::Stmt* Parser::with_statement(const Token* async) {
  const Token& header = current();
  Position from = async != nullptr ? async->span.begin : begin();
  advance();
  ListBuilder<ast::WithItem> items(*this);
  bool parenthesized = at_parenthesized_with_items();
  if (parenthesized) advance();
  do {
    if (parenthesized && at(RightParen)) break;
    items.push(with_item());
  } while (accept(Comma));
  if (parenthesized) expect(RightParen);
  expect_colon();
  Seq<ast::Stmt*> body = block("'with' statement", header);
  if (async != nullptr) return make<ast::AsyncWith>(from, items.finish(), body);
  return make<ast::With>(from, items.finish(), body);
}

ast::Stmt* Parser::try_statement() {
  Position from = begin();
  const Token& header = current();
  advance();
  force_colon();
  Seq<ast::Stmt*> body = block("'try' statement", header);
  ListBuilder<ast::ExceptHandler> handlers(*this);
  bool star = false;
  while (at(KwExcept)) {
    bool this_star = false;
    ast::ExceptHandler* handler = except_handler(this_star, handlers.size() == 0 ? -1 : star);
    star = this_star;
    handlers.push(handler);
  }
  Seq<ast::Stmt*> orelse{}, finalbody{};
  if (handlers.size() > 0 && at(KwElse)) orelse = else_block();
  if (at(KwFinally)) {
    const Token& finally = current();
    advance();
    force_colon();
    finalbody = block("'finally' statement", finally);
  } else if (handlers.size() == 0) {
    invalid_here("expected 'except' or 'finally' block");
  }
  if (star) return make<ast::TryStar>(from, body, handlers.finish(), orelse, finalbody);
  return make<ast::Try>(from, body, handlers.finish(), orelse, finalbody);
}

// 'except' ['*'] [expression ['as' NAME]] ':' block
ast::ExceptHandler* Parser::except_handler(bool& star, int others) {
  Position from = begin();
  const Token& header = current();
  advance();
  star = accept(Star);
  const Position keyword_end = last_end();
  ast::Expr* type = nullptr;
  ast::Identifier name{};
  if (star && (at(Colon) || at(Newline))) invalid_here("expected one or more exception types");
  if (!at(Colon)) {
    if (at(Newline)) invalid_here("expected ':'");
    Position type_from = begin();
    type = expression();
    if (at(Comma)) {
      if (diagnosing_ && !silent_ && attempt([&] {
            do {
              advance();
              if (at(KwAs) || at(Colon)) break;
              expression();
            } while (at(Comma));
            if (accept(KwAs)) identifier();
            expect(Colon);
          })) {
        invalid({type_from, tokens_[pos_ - 1].span.begin}, "multiple exception types must be parenthesized");
      }
      fail();
    }
    if (accept(KwAs)) name = identifier();
    if (at(Newline)) invalid_here("expected ':'");
  }
  expect(Colon);
  if (others >= 0 && (others != 0) != star) {
    invalid({from, keyword_end}, "cannot have both 'except' and 'except*' on the same 'try'");
  }
  Seq<ast::Stmt*> body = block(star ? "'except*' statement" : "'except' statement", header);
  return make<ast::ExceptHandler>(from, type, name, body);
}

// ('@' named_expression NEWLINE)+ (class_def | function_def)
ast::Stmt* Parser::decorated() {
  ListBuilder<ast::Expr> decorators(*this);
  while (accept(At)) {
    decorators.push(named_expression());
    expect(Newline);
  }
  Seq<ast::Expr*> list = decorators.finish();
  if (at(KwDef)) return function_definition(nullptr, list);
  if (at(KwClass)) return class_definition(list);
  if (at(KwAsync) && next_kind() == KwDef) return async_statement(list);
  fail();
}

ast::Stmt* Parser::async_statement(Seq<ast::Expr*> decorators) {
  const Token* async = &current();
  advance();
  if (at(KwDef)) return function_definition(async, decorators);
  if (at(KwFor)) return for_statement(async);
  if (at(KwWith)) return with_statement(async);
  fail();
}

ast::Stmt* Parser::function_definition(const Token* async, Seq<ast::Expr*> decorators) {
  const Token& header = current();
  Position from = async != nullptr ? async->span.begin : begin();
  advance();
  ast::Identifier name = identifier();
  Seq<ast::TypeParam*> type_params = type_parameters();
  if (!accept(LeftParen)) invalid(current().span, "expected '('");
  ast::Arguments* args = parameters(ParameterStyle::Function);
  expect(RightParen);
  ast::Expr* returns = nullptr;
  if (at(Arrow)) {
    Span arrow = current().span;
    if (diagnosing_ && !attempt(
                           [&] {
                             advance();
                             returns = expression();
                           },
                           true))
      invalid(arrow, "expected ':'");
    if (returns == nullptr) {
      advance();
      returns = expression();
    }
  }
  force_colon();
  Seq<ast::Stmt*> body = block("function definition", header);
  if (async != nullptr) return make<ast::AsyncFunctionDef>(from, name, args, body, decorators, returns, type_params);
  return make<ast::FunctionDef>(from, name, args, body, decorators, returns, type_params);
}

ast::Stmt* Parser::class_definition(Seq<ast::Expr*> decorators) {
  const Token& header = current();
  Position from = begin();
  advance();
  ast::Identifier name = identifier();
  Seq<ast::TypeParam*> type_params = type_parameters();
  Seq<ast::Expr*> bases{};
  Seq<ast::Keyword*> keywords{};
  if (at(LeftParen)) {
    advance();
    ListBuilder<ast::Expr> args(*this);
    call_arguments(args, keywords, false);
    bases = args.finish();
  }
  expect_colon();
  Seq<ast::Stmt*> body = block("class definition", header);
  return make<ast::ClassDef>(from, name, bases, keywords, body, decorators, type_params);
}

}  // namespace fermata
