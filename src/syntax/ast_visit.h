// Going over a tree of any nodes: hands a node's fields to a visitor, which is called as v("name", field). Used by the AST dump and by passes
// that look at everything (compiler/syntax_warnings.cpp). For the depth of trees see ast.h.
#pragma once

#include "syntax/ast.h"

namespace fermata {

// Hands the node's fields to the visitor.
template <class V>
void visit_fields(const ast::Node& node, V& visitor) {
  switch (node.kind) {
#define FERMATA_VISIT(name) \
  case ast::NodeKind::name: return node.as<ast::name>()->fields(visitor);
    FERMATA_VISIT(Module) FERMATA_VISIT(Expression) FERMATA_VISIT(FunctionDef) FERMATA_VISIT(AsyncFunctionDef) FERMATA_VISIT(ClassDef)
    FERMATA_VISIT(Return) FERMATA_VISIT(Delete) FERMATA_VISIT(Assign) FERMATA_VISIT(TypeAlias) FERMATA_VISIT(AugAssign)
    FERMATA_VISIT(AnnAssign) FERMATA_VISIT(For) FERMATA_VISIT(AsyncFor) FERMATA_VISIT(While) FERMATA_VISIT(If) FERMATA_VISIT(With)
    FERMATA_VISIT(AsyncWith) FERMATA_VISIT(Match) FERMATA_VISIT(Raise) FERMATA_VISIT(Try) FERMATA_VISIT(TryStar) FERMATA_VISIT(Assert)
    FERMATA_VISIT(Import) FERMATA_VISIT(ImportFrom) FERMATA_VISIT(Global) FERMATA_VISIT(Nonlocal) FERMATA_VISIT(ExprStmt)
    FERMATA_VISIT(Pass) FERMATA_VISIT(Break) FERMATA_VISIT(Continue) FERMATA_VISIT(BoolOp) FERMATA_VISIT(NamedExpr)
    FERMATA_VISIT(BinOp) FERMATA_VISIT(UnaryOp) FERMATA_VISIT(Lambda) FERMATA_VISIT(IfExp) FERMATA_VISIT(Dict) FERMATA_VISIT(Set)
    FERMATA_VISIT(ListComp) FERMATA_VISIT(SetComp) FERMATA_VISIT(DictComp) FERMATA_VISIT(GeneratorExp) FERMATA_VISIT(Await)
    FERMATA_VISIT(Yield) FERMATA_VISIT(YieldFrom) FERMATA_VISIT(Compare) FERMATA_VISIT(Call) FERMATA_VISIT(FormattedValue)
    FERMATA_VISIT(JoinedStr) FERMATA_VISIT(Constant) FERMATA_VISIT(Attribute) FERMATA_VISIT(Subscript) FERMATA_VISIT(Starred)
    FERMATA_VISIT(Name) FERMATA_VISIT(List) FERMATA_VISIT(Tuple) FERMATA_VISIT(Slice) FERMATA_VISIT(MatchValue)
    FERMATA_VISIT(MatchSingleton) FERMATA_VISIT(MatchSequence) FERMATA_VISIT(MatchMapping) FERMATA_VISIT(MatchClass)
    FERMATA_VISIT(MatchStar) FERMATA_VISIT(MatchAs) FERMATA_VISIT(MatchOr) FERMATA_VISIT(Comprehension) FERMATA_VISIT(ExceptHandler)
    FERMATA_VISIT(Arguments) FERMATA_VISIT(Arg) FERMATA_VISIT(Keyword) FERMATA_VISIT(Alias) FERMATA_VISIT(WithItem)
    FERMATA_VISIT(MatchCase) FERMATA_VISIT(TypeVar) FERMATA_VISIT(ParamSpec) FERMATA_VISIT(TypeVarTuple)
#undef FERMATA_VISIT
  }
}

}  // namespace fermata
