// What nodes and operators are called in CPython's ast module, and the one walk over a node's fields. Used by the dump, by passes that look
// at everything (compiler/syntax_warnings.cpp), and by module ast, which makes Python's classes, objects and checks from it. Derived from
// ast_kinds.def and the structs of ast.h; owns nothing.
#pragma once

#include <cstddef>
#include <string_view>

#include "syntax/ast.h"

namespace fermata::ast {

struct KindRow {
  const char* name;
  const char* family;  // its base class in CPython, or its own name
  bool located;        // has lineno and so on
};

inline constexpr KindRow kKindRows[] = {
#define NODE(name, python, family, located) {python, family, located},
#include "syntax/ast_kinds.def"
#undef NODE
};
inline constexpr size_t kKindCount = std::size(kKindRows);

constexpr const KindRow& row_of(NodeKind kind) { return kKindRows[static_cast<size_t>(kind)]; }

// Hands the node's fields to the visitor: v(name, field), with kOptional appended where it may be absent.
template <class V>
void visit_fields(const Node& node, V& visitor) {
  switch (node.kind) {
#define NODE(name, python, family, located) \
  case NodeKind::name: return node.as<name>()->fields(visitor);
#include "syntax/ast_kinds.def"
#undef NODE
  }
}

// Calls f.template operator()<T>() for the kind's struct T.
template <class F>
auto with_kind(NodeKind kind, F&& f) {
  switch (kind) {
#define NODE(name, python, family, located) \
  case NodeKind::name: return f.template operator()<name>();
#include "syntax/ast_kinds.def"
#undef NODE
  }
  return f.template operator()<Pass>();
}

// The operators of one family: its name in CPython, and theirs in the order of the enum.
template <class E>
struct OperatorNames;
#define FERMATA_NAMED(name) #name,
#define FERMATA_FAMILY(type, python, list)                         \
  template <>                                                      \
  struct OperatorNames<type> {                                     \
    static constexpr const char* kFamily = python;                 \
    static constexpr const char* kNames[] = {list(FERMATA_NAMED)}; \
  };
FERMATA_FAMILY(ExprContext, "expr_context", FERMATA_EXPR_CONTEXTS)
FERMATA_FAMILY(BoolOperator, "boolop", FERMATA_BOOL_OPERATORS)
FERMATA_FAMILY(Operator, "operator", FERMATA_OPERATOR_NODES)
FERMATA_FAMILY(UnaryOperator, "unaryop", FERMATA_UNARY_OPERATORS)
FERMATA_FAMILY(CompareOperator, "cmpop", FERMATA_COMPARE_OPERATORS)
#undef FERMATA_FAMILY
#undef FERMATA_NAMED

template <class E>
const char* name_of(E op) {
  return OperatorNames<E>::kNames[static_cast<size_t>(op)];
}

}  // namespace fermata::ast
