// Assignment targets. They are parsed as expressions, then checked and turned from Load to Store or Del.
#include "syntax/parser_impl.h"

namespace fermata {

using enum TokenKind;
using ast::NodeKind;

void Parser::set_context(ast::Expr* target, ast::ExprContext context) {
  switch (target->kind) {
    case NodeKind::Name: target->as<ast::Name>()->ctx = context; break;
    case NodeKind::Attribute: target->as<ast::Attribute>()->ctx = context; break;
    case NodeKind::Subscript: target->as<ast::Subscript>()->ctx = context; break;
    case NodeKind::Starred:
      target->as<ast::Starred>()->ctx = context;
      set_context(target->as<ast::Starred>()->value, context);
      break;
    case NodeKind::List:
      target->as<ast::List>()->ctx = context;
      for (ast::Expr* element : target->as<ast::List>()->elts) set_context(element, context);
      break;
    case NodeKind::Tuple:
      target->as<ast::Tuple>()->ctx = context;
      for (ast::Expr* element : target->as<ast::Tuple>()->elts) set_context(element, context);
      break;
    default: break;
  }
}

ast::Expr* Parser::invalid_target(ast::Expr* target, TargetUse use) {
  switch (target->kind) {
    case NodeKind::Name:
    case NodeKind::Attribute:
    case NodeKind::Subscript: return nullptr;
    case NodeKind::Starred: return use == TargetUse::Delete ? target : invalid_target(target->as<ast::Starred>()->value, use);
    case NodeKind::List:
      for (ast::Expr* element : target->as<ast::List>()->elts) {
        if (ast::Expr* found = invalid_target(element, use)) return found;
      }
      return nullptr;
    case NodeKind::Tuple:
      for (ast::Expr* element : target->as<ast::Tuple>()->elts) {
        if (ast::Expr* found = invalid_target(element, use)) return found;
      }
      return nullptr;
    case NodeKind::Compare: {  // after `for`, the `in` may be that of the loop
      if (use != TargetUse::For) return target;
      const auto* compare = target->as<ast::Compare>();
      return compare->ops[0] == ast::CompareOperator::In ? invalid_target(compare->left, use) : nullptr;
    }
    default: return target;
  }
}

void Parser::check_target(ast::Expr* target, TargetUse use) {
  if (use == TargetUse::For && invalid_target(target, TargetUse::Assign) && !invalid_target(target, use)) fail();
  if (ast::Expr* bad = invalid_target(target, use)) {
    const char* verb = use == TargetUse::Delete ? "cannot delete " : "cannot assign to ";
    invalid(bad->span, std::string(verb) + expression_name(bad));
  }
  set_context(target, use == TargetUse::Delete ? ast::ExprContext::Del : ast::ExprContext::Store);
}

const char* Parser::expression_name(const ast::Expr* expression) {
  switch (expression->kind) {
    case NodeKind::Attribute: return "attribute";
    case NodeKind::Subscript: return "subscript";
    case NodeKind::Starred: return "starred";
    case NodeKind::Name: return "name";
    case NodeKind::List: return "list";
    case NodeKind::Tuple: return "tuple";
    case NodeKind::Lambda: return "lambda";
    case NodeKind::Call: return "function call";
    case NodeKind::BoolOp:
    case NodeKind::BinOp:
    case NodeKind::UnaryOp: return "expression";
    case NodeKind::GeneratorExp: return "generator expression";
    case NodeKind::Yield:
    case NodeKind::YieldFrom: return "yield expression";
    case NodeKind::Await: return "await expression";
    case NodeKind::ListComp: return "list comprehension";
    case NodeKind::SetComp: return "set comprehension";
    case NodeKind::DictComp: return "dict comprehension";
    case NodeKind::Dict: return "dict literal";
    case NodeKind::Set: return "set display";
    case NodeKind::JoinedStr:
    case NodeKind::FormattedValue: return "f-string expression";
    case NodeKind::Compare: return "comparison";
    case NodeKind::IfExp: return "conditional expression";
    case NodeKind::NamedExpr: return "named expression";
    case NodeKind::Constant:
      switch (expression->as<ast::Constant>()->constant_kind) {
        case ast::ConstantKind::None: return "None";
        case ast::ConstantKind::True: return "True";
        case ast::ConstantKind::False: return "False";
        case ast::ConstantKind::Ellipsis: return "ellipsis";
        default: return "literal";
      }
    default: return "expression";
  }
}

// What is between `for` and `in`. Parsed above comparisons, so that `in` ends it.
ast::Expr* Parser::for_targets() {
  Position from = begin();
  size_t first_token = pos_;
  ast::Expr* target = for_target();
  if (at(Comma)) target = tuple_rest(target, from, &Parser::for_target);
  if (!at(KwIn) && diagnosing_ && !silent_) {  // perhaps the target itself shows what is wrong
    size_t start = pos_;
    pos_ = first_token;
    attempt([&] { star_expressions(); }, true);
    pos_ = start;
    if (invalid_target(target, TargetUse::For) == nullptr) fail();
  }
  check_target(target, TargetUse::For);
  return target;
}

ast::Expr* Parser::for_target() {
  if (at(Star)) return star_expression();
  return binary(5);
}

// One target after `as`.
ast::Expr* Parser::star_target() {
  if (at(Star)) {
    ast::Expr* target = star_expression();
    check_target(target, TargetUse::Assign);
    return target;
  }
  auto ends = [&] { return at(Comma) || at(RightParen) || at(Colon); };
  size_t start = pos_;
  ast::Expr* target = binary(5);
  if (!ends()) {
    if (diagnosing_ && !silent_ && invalid_target(target, TargetUse::Assign) != nullptr) {
      pos_ = start;
      if (attempt([&] { target = expression(); }, true) && ends()) check_target(target, TargetUse::Assign);
    }
    if (at(Newline) && invalid_target(target, TargetUse::Assign) == nullptr) invalid_here("expected ':'");
    fail();
  }
  check_target(target, TargetUse::Assign);
  return target;
}

}  // namespace fermata
