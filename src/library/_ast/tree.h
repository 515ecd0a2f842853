// Syntax trees as Python objects and back: one conversion each way for every kind of node, driven by the fields that syntax/ast.h declares.
// A node is a plain instance of the class of its kind. Private to module ast (_ast.cpp); nothing here runs Python code.
#pragma once

#include <unordered_map>
#include <vector>

#include "runtime/context.h"
#include "syntax/arena.h"
#include "syntax/ast_visit.h"
#include "vm/source_text.h"

namespace fermata {

// Places in the list of all classes: the kinds of nodes, then the operators, then kinds of our parser's that have no struct.
template <class E>
inline constexpr size_t kFirstOperator = 0;
template <>
inline constexpr size_t kFirstOperator<ast::ExprContext> = ast::kKindCount;
template <>
inline constexpr size_t kFirstOperator<ast::BoolOperator> =
    kFirstOperator<ast::ExprContext> + std::size(ast::OperatorNames<ast::ExprContext>::kNames);
template <>
inline constexpr size_t kFirstOperator<ast::Operator> =
    kFirstOperator<ast::BoolOperator> + std::size(ast::OperatorNames<ast::BoolOperator>::kNames);
template <>
inline constexpr size_t kFirstOperator<ast::UnaryOperator> =
    kFirstOperator<ast::Operator> + std::size(ast::OperatorNames<ast::Operator>::kNames);
template <>
inline constexpr size_t kFirstOperator<ast::CompareOperator> =
    kFirstOperator<ast::UnaryOperator> + std::size(ast::OperatorNames<ast::UnaryOperator>::kNames);
inline constexpr size_t kInteractive = kFirstOperator<ast::CompareOperator> + std::size(ast::OperatorNames<ast::CompareOperator>::kNames);
inline constexpr size_t kClassCount = kInteractive + 1;

// A row for each of these, for the module to make its classes from: (name, family, located, ((field, type, quantity), …)); quantity is "",
// "?" or "*".
Value node_table(Context& cx);

// The module's classes, in the table's order.
class NodeClasses {
 public:
  // TypeError when it isn't a tuple of that many classes.
  Value read(Context& cx, Value classes);
  Class* at(size_t index) const { return classes_[index]; }
  // The place of the first class in the MRO of the value's that is one of ours; -1 when none is.
  int find(Context& cx, Value v) const;

 private:
  Class* classes_[kClassCount] = {};
  std::unordered_map<const Class*, int> places_;
};

// The literal's value: an object, or an outcome.
Value literal_value(Context& cx, const ast::Constant& constant);

// The tree as objects, or an outcome. `bytes`: of the arena it is in.
Value objects_of_tree(Context& cx, const NodeClasses& classes, const ast::Node& root, size_t bytes, bool interactive);

// The tree that the objects describe, checked so that it can be compiled. The result is unset then; else an outcome, or the tuple
// (text, object) of a TypeError's message that ends with the object's repr, or the same with the text in a tuple for a ValueError.
Value tree_of_objects(Context& cx, const NodeClasses& classes, Value root, Arena& arena, const ast::Node** tree);

// Would the parser have made such a node? The children exist, their own fields may not be set yet unless `whole`. None, or an error.
Value check_node(Context& cx, const ast::Node& node);

}  // namespace fermata
