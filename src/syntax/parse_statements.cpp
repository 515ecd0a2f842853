// Simple statements, and lines of them.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;

namespace {

bool augmented_operator(TokenKind kind, ast::Operator& op) {
  using enum ast::Operator;
  switch (kind) {
#define BINARY(ast, name, method, function, token, symbol, level, opcode) \
  case token##Assign: op = ast; return true;
#include "syntax/operators.def"
    default: return false;
  }
}

}  // namespace

void Parser::statements(ListBuilder<ast::Stmt>& body, TokenKind end) {
  while (!at(end)) {
    if (at(EndMarker) || at(Indent) || at(Dedent)) fail();
    statement(body);
  }
}

void Parser::statement(ListBuilder<ast::Stmt>& body) {
  if (ast::Stmt* compound = compound_statement()) {
    body.push(compound);
  } else {
    simple_statements(body);
  }
}

// simple_stmt (';' simple_stmt)* [';'] NEWLINE
void Parser::simple_statements(ListBuilder<ast::Stmt>& body) {
  for (;;) {
    body.push(simple_statement());
    if (accept(Newline)) return;
    if (!accept(Semicolon)) fail();
    if (accept(Newline)) return;
  }
}

ast::Stmt* Parser::simple_statement() {
  Position from = begin();
  switch (kind()) {
    case KwReturn: return return_statement();
    case KwImport: return import_statement();
    case KwFrom: return import_from_statement();
    case KwRaise: return raise_statement();
    case KwPass: advance(); return make<ast::Pass>(from);
    case KwBreak: advance(); return make<ast::Break>(from);
    case KwContinue: advance(); return make<ast::Continue>(from);
    case KwDel: return delete_statement();
    case KwAssert: return assert_statement();
    case KwGlobal:
    case KwNonlocal: return names_statement();
    case Name:
      if (next_kind() == Name && token_text(current()) == "type" &&
          (tokens_[pos_ + 2].kind == Assign || tokens_[pos_ + 2].kind == LeftBracket)) {
        return type_alias();
      }
      [[fallthrough]];
    default: return expression_statement();
  }
}

// An expression, an assignment, an annotation, or an augmented assignment.
ast::Stmt* Parser::expression_statement() {
  Position from = begin();
  size_t first_token = pos_;
  ast::Expr* first = yield_or_star_expressions();
  switch (kind()) {
    case Newline:
    case Semicolon: return make<ast::ExprStmt>(from, first);
    case Assign: return assignment(first, from, first_token);
    case Colon: return annotated_assignment(first, from, first_token);
    default: break;
  }
  ast::Operator op;
  if (augmented_operator(kind(), op)) return augmented_assignment(first, from);
  if (diagnosing_ && at(Walrus) && !first->is<ast::Yield>() && !first->is<ast::Name>()) {
    ast::Expr* last = first;
    size_t last_token = first_token;
    if (first->is<ast::Tuple>() && !in_parentheses(first_token, pos_)) {
      last = first->as<ast::Tuple>()->elts.back();
      while (tokens_[last_token].span.begin.offset < last->span.begin.offset) ++last_token;
    }
    diagnose_named_expression(last, last_token);
  }
  return make<ast::ExprStmt>(from, first);
}

ast::Stmt* Parser::assignment(ast::Expr* first, Position from, size_t first_token) {
  ListBuilder<ast::Expr> targets(*this);
  ast::Expr* value = first;
  size_t value_token = first_token;
  size_t first_equals = pos_;
  while (at(Assign)) {
    // `yield` is a value unless it is in parentheses.
    bool yields = tokens_[value_token].kind == KwYield;
    if (yields) invalid(value->span, "assignment to yield expression not possible");
    if (targets.size() == 0) first_equals = pos_;
    if (diagnosing_ && !silent_ && invalid_target(value, TargetUse::Assign) != nullptr) {
      // CPython tries a star_named_expression first, which looks at the element before the first '='.
      ast::Expr* last = first;
      size_t last_token = first_token;
      if (last->is<ast::Tuple>() && !in_parentheses(first_token, first_equals)) {
        last = last->as<ast::Tuple>()->elts.back();
        while (tokens_[last_token].span.begin.offset < last->span.begin.offset) ++last_token;
      }
      std::swap(pos_, first_equals);
      diagnose_named_expression(last, last_token);
      std::swap(pos_, first_equals);
    }
    check_target(value, TargetUse::Assign);
    targets.push(value);
    advance();
    value_token = pos_;
    value = yield_or_star_expressions();
  }
  return make<ast::Assign>(from, targets.finish(), value);
}

ast::Stmt* Parser::annotated_assignment(ast::Expr* target, Position from, size_t first_token) {
  bool bare = tokens_[first_token].kind != LeftParen;
  using ast::NodeKind;
  bool allowed = target->is<ast::Name>() || target->is<ast::Attribute>() || target->is<ast::Subscript>();
  if (!allowed) {
    size_t pos_before = pos_;
    bool annotated = diagnosing_ && !silent_ &&
                     attempt(
                         [&] {
                           advance();
                           expression();
                         },
                         true);
    if (annotated && target->is<ast::List>()) invalid(target->span, "only single target (not list) can be annotated");
    if (annotated && target->is<ast::Tuple>()) {
      bool tuple_without_parens = !in_parentheses(first_token, pos_before);
      Span span = tuple_without_parens ? target->as<ast::Tuple>()->elts.front()->span : target->span;
      invalid(span, "only single target (not tuple) can be annotated");
    }
    if (annotated && tokens_[first_token].kind != KwYield) invalid(target->span, "illegal target for annotation");
    fail();
  }
  set_context(target, ast::ExprContext::Store);
  advance();
  ast::Expr* annotation = expression();
  ast::Expr* value = accept(Assign) ? yield_or_star_expressions() : nullptr;
  return make<ast::AnnAssign>(from, target, annotation, value, bare && target->is<ast::Name>());
}

ast::Stmt* Parser::augmented_assignment(ast::Expr* target, Position from) {
  ast::Operator op = ast::Operator::Add;
  augmented_operator(kind(), op);
  if (!target->is<ast::Name>() && !target->is<ast::Attribute>() && !target->is<ast::Subscript>()) {
    if (diagnosing_ && !silent_ &&
        attempt(
            [&] {
              advance();
              yield_or_star_expressions();
            },
            true)) {
      invalid(target->span, std::string("'") + expression_name(target) + "' is an illegal expression for augmented assignment");
    }
    fail();
  }
  set_context(target, ast::ExprContext::Store);
  advance();
  ast::Expr* value = yield_or_star_expressions();
  return make<ast::AugAssign>(from, target, op, value);
}

ast::Stmt* Parser::return_statement() {
  Position from = begin();
  advance();
  ast::Expr* value = at(Newline) || at(Semicolon) ? nullptr : star_expressions();
  return make<ast::Return>(from, value);
}

ast::Stmt* Parser::raise_statement() {
  Position from = begin();
  advance();
  ast::Expr* exception = nullptr;
  ast::Expr* cause = nullptr;
  if (!at(Newline) && !at(Semicolon)) {
    exception = expression();
    if (accept(KwFrom)) cause = expression();
  }
  return make<ast::Raise>(from, exception, cause);
}

ast::Stmt* Parser::delete_statement() {
  Position from = begin();
  advance();
  size_t first_token = pos_;
  ast::Expr* first = star_expressions();
  if (!at(Newline) && !at(Semicolon)) {
    if (invalid_target(first, TargetUse::Delete) == nullptr) fail();
  }
  check_target(first, TargetUse::Delete);
  // `del (a, b)` deletes one tuple, `del a, b` and `del (a), (b)` two names.
  Seq<ast::Expr*> targets{};
  if (first->is<ast::Tuple>() && !in_parentheses(first_token, pos_)) {
    targets = first->as<ast::Tuple>()->elts;
  } else {
    targets = {arena_.copy(&first, 1), 1};
  }
  return make<ast::Delete>(from, targets);
}

ast::Stmt* Parser::assert_statement() {
  Position from = begin();
  advance();
  ast::Expr* test = expression();
  ast::Expr* message = accept(Comma) ? expression() : nullptr;
  return make<ast::Assert>(from, test, message);
}

// NAME ('.' NAME)*, as one identifier without blanks.
ast::Identifier Parser::dotted_name() {
  const Token& first = current();
  ast::Identifier name = identifier();
  if (!at(Dot)) return name;
  std::string text(name);
  bool contiguous = name.data() == source_.text(first.span).data();
  while (accept(Dot)) {
    contiguous &= tokens_[pos_ - 1].span.begin.offset == tokens_[pos_ - 2].span.end.offset &&
                  tokens_[pos_].span.begin.offset == tokens_[pos_ - 1].span.end.offset;
    ast::Identifier part = identifier();
    contiguous &= part.data() == source_.text(tokens_[pos_ - 1].span).data();
    text.append(".").append(part);
  }
  if (contiguous) return source_.text(Span{first.span.begin, last_end()});
  return arena_.copy(text);
}

ast::Stmt* Parser::import_statement() {
  Position from = begin();
  advance();
  ListBuilder<ast::Alias> names(*this);
  do {
    Position name_from = begin();
    ast::Identifier name = dotted_name();
    ast::Identifier as = accept(KwAs) ? identifier() : ast::Identifier{};
    names.push(make<ast::Alias>(name_from, name, as));
  } while (accept(Comma));
  if (at(KwFrom) && diagnosing_ && attempt([&] {
        advance();
        dotted_name();
      })) {
    invalid({from, last_end()}, "Did you mean to use 'from ... import ...' instead?");
  }
  return make<ast::Import>(from, names.finish());
}

ast::Stmt* Parser::import_from_statement() {
  Position from = begin();
  advance();
  int level = 0;
  for (;; advance()) {
    if (at(Dot)) level += 1;
    else if (at(TokenKind::Ellipsis)) level += 3;
    else break;
  }
  ast::Identifier module = level == 0 || at(Name) ? dotted_name() : ast::Identifier{};
  expect(KwImport);
  ListBuilder<ast::Alias> names(*this);
  if (at(Star)) {
    Position star = begin();
    advance();
    names.push(make<ast::Alias>(star, ast::Identifier("*"), ast::Identifier{}));
    return make<ast::ImportFrom>(from, module, names.finish(), level);
  }
  bool parenthesized = accept(LeftParen);
  for (;;) {
    Position name_from = begin();
    ast::Identifier name = identifier();
    ast::Identifier as = accept(KwAs) ? identifier() : ast::Identifier{};
    names.push(make<ast::Alias>(name_from, name, as));
    if (!accept(Comma)) break;
    if (parenthesized && at(RightParen)) break;
    if (!parenthesized && at(Newline)) invalid_here("trailing comma not allowed without surrounding parentheses");
  }
  if (parenthesized) expect(RightParen);
  return make<ast::ImportFrom>(from, module, names.finish(), level);
}

// ('global' | 'nonlocal') NAME (',' NAME)*
ast::Stmt* Parser::names_statement() {
  Position from = begin();
  bool global = at(KwGlobal);
  advance();
  std::vector<ast::Identifier> names;
  do {
    names.push_back(identifier());
  } while (accept(Comma));
  Seq<ast::Identifier> seq{arena_.copy(names.data(), names.size()), names.size()};
  if (global) return make<ast::Global>(from, seq);
  return make<ast::Nonlocal>(from, seq);
}

// 'type' NAME [type_params] '=' expression
ast::Stmt* Parser::type_alias() {
  Position from = begin();
  advance();
  Span name_span = current().span;
  ast::Expr* name = make_at<ast::Name>(name_span, identifier(), ast::ExprContext::Store);
  Seq<ast::TypeParam*> params = type_parameters();
  expect(Assign);
  ast::Expr* value = expression();
  return make<ast::TypeAlias>(from, name, params, value);
}

}  // namespace fermata
