// Truth and comparison: jumps on conditions, with compares fused into them; comparisons, `and`, `or` as values.
#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

namespace {

struct CompareRow {
  Op value, value_k, jump, jump_k;  // MOVE: none
  bool negated;                     // `is not`, `not in`
};

CompareRow row_of(CompareOperator op) {
  switch (op) {
#define COMPARE(ast, op, name, symbol, opcode) \
  case CompareOperator::ast: return {Op::opcode, Op::opcode##_K, Op::JUMP_##opcode, Op::JUMP_##opcode##_K, false};
#include "syntax/operators.def"
    case CompareOperator::Is: return {Op::IS, Op::MOVE, Op::JUMP_IS, Op::JUMP_IS_K, false};
    case CompareOperator::IsNot: return {Op::IS, Op::MOVE, Op::JUMP_IS, Op::JUMP_IS_K, true};
    case CompareOperator::In: return {Op::IN, Op::MOVE, Op::JUMP_IN, Op::MOVE, false};
    case CompareOperator::NotIn: return {Op::IN, Op::MOVE, Op::JUMP_IN, Op::MOVE, true};
  }
  return {};
}

bool is_membership(CompareOperator op) { return op == CompareOperator::In || op == CompareOperator::NotIn; }

// The last comparison that a condition jumps on.
const Expr* last_compare(const Expr* condition) {
  if (condition->is<Compare>()) return condition;
  if (const auto* unary = condition->maybe<UnaryOp>(); unary && unary->op == UnaryOperator::Not) return last_compare(unary->operand);
  const Expr* last = nullptr;
  const auto take = [&](const Expr* part) {
    if (const Expr* found = last_compare(part)) last = found;
  };
  if (const auto* bools = condition->maybe<BoolOp>())
    for (const Expr* value : bools->values) take(value);
  if (const auto* choice = condition->maybe<IfExp>()) take(choice->test), take(choice->body), take(choice->orelse);
  return last;
}

}  // namespace

// ---- the right operand of a comparison, of a chain's last one: what is further left is compared once more

Reg Emitter::right_operand(CompareOperator op, const Expr* expr) {
  if (is_membership(op) && (expr->is<List>() || expr->is<Set>())) {
    Constant items;
    const auto& elements = expr->is<List>() ? expr->as<List>()->elts : expr->as<Set>()->elts;
    if (all_constants(elements, items)) {
      // Nobody else sees the container, so it may be made once.
      if (expr->is<Set>()) items.type = Constant::Type::kFrozenSet;
      const Reg reg = alloc();
      load_constant(expr->span, reg, std::move(items));
      return reg;
    }
  }
  return any(expr);
}

// ---- as values

// `right` when its value may still be emitted, else its register.
void Emitter::emit_comparison(const Span& at, CompareOperator op, Reg dst, Reg left, const Expr* right, Reg right_reg) {
  const CompareRow row = row_of(op);
  if (right) {
    if (row.value_k != Op::MOVE) {
      const int constant = constant_operand(right);
      if (constant >= 0) return code_.emit(at, row.value_k, dst, left, static_cast<uint32_t>(constant));
    }
    right_reg = right_operand(op, right);
  }
  code_.emit(at, row.value, dst, left, right_reg, row.negated);
}

void Emitter::emit_compare(const Compare* expr, Reg dst) {
  const Mark mark(*this);
  const size_t count = expr->ops.size();
  const bool is_chain = count > 1;
  const Reg work = is_chain && is_local(dst) ? alloc() : dst;
  Reg left = any(expr->left, {expr->comparators[0]});
  Label end;
  for (size_t i = 0; i + 1 < count; i++) {
    const Reg right = any(expr->comparators[i], {expr->comparators[i + 1]});
    emit_comparison(expr->span, expr->ops[i], work, left, nullptr, right);
    code_.jump(expr->span, Op::JUMP_IF_FALSE, end, work);
    left = right;
  }
  emit_comparison(expr->span, expr->ops[count - 1], work, left, expr->comparators[count - 1], 0);
  code_.bind(end);
  move(expr->span, dst, work);
}

void Emitter::emit_bool(const BoolOp* expr, Reg dst) {
  const Mark mark(*this);
  const Reg work = is_local(dst) ? alloc() : dst;
  Label end;
  for (size_t i = 0; i + 1 < expr->values.size(); i++) emit_deciding(expr->span, expr->values[i], work, expr->op == BoolOperator::Or, end);
  to(expr->values.back(), work);
  code_.bind(end);
  move(expr->span, dst, work);
}

// Goes to `end` with the value when its truth is `sense`, on otherwise. No value is asked twice for its truth, however `and` and `or` are
// nested.
void Emitter::emit_deciding(const Span& at, const Expr* expr, Reg work, bool sense, Label& end) {
  const Nesting nesting(*this, expr->span);
  if (!nesting) return;
  const auto* bools = expr->maybe<BoolOp>();
  if (!bools) {
    to(expr, work);
    code_.jump(at, sense ? Op::JUMP_IF_TRUE : Op::JUMP_IF_FALSE, end, work);
    return;
  }
  const bool decides = bools->op == BoolOperator::Or;
  Label out;
  for (size_t i = 0; i + 1 < bools->values.size(); i++)
    emit_deciding(bools->span, bools->values[i], work, decides, decides == sense ? end : out);
  emit_deciding(bools->span, bools->values.back(), work, sense, end);
  code_.bind(out);
}

// ---- as conditions

void Emitter::emit_fused(const Span& at, CompareOperator op, Reg left, const Expr* right, Reg right_reg, bool sense, Label& target) {
  const CompareRow row = row_of(op);
  const bool jump_on = sense != row.negated;
  if (right) {
    if (row.jump_k != Op::MOVE) {
      const int constant = constant_operand(right);
      if (constant >= 0) return code_.jump(at, row.jump_k, target, left, static_cast<uint32_t>(constant), jump_on);
    }
    right_reg = right_operand(op, right);
  }
  code_.jump(at, row.jump, target, left, right_reg, jump_on);
}

void Emitter::jump_if_compare(const Compare* expr, bool sense, Label& target) {
  const Mark mark(*this);
  const size_t count = expr->ops.size();
  Label out;  // where a chain that fails goes
  Label& on_false = sense ? out : target;
  Reg left = any(expr->left, {expr->comparators[0]});
  for (size_t i = 0; i + 1 < count; i++) {
    const Reg right = any(expr->comparators[i], {expr->comparators[i + 1]});
    emit_fused(expr->span, expr->ops[i], left, nullptr, right, false, on_false);
    left = right;
  }
  emit_fused(expr->span, expr->ops[count - 1], left, expr->comparators[count - 1], 0, sense, target);
  code_.bind(out);
}

void Emitter::jump_if(const Expr* expr, bool sense, Label& target, Span& at) {
  const Nesting nesting(*this, expr->span);
  if (!nesting) return;
  if (const Constant* constant = fold(expr)) {
    if (is_true(*constant) == sense) code_.jump(expr->span, Op::JUMP, target);
    if (const Expr* compare = last_compare(expr)) at = compare->span;
    return;
  }
  if (const auto* unary = expr->maybe<UnaryOp>(); unary && unary->op == UnaryOperator::Not)
    return jump_if(unary->operand, !sense, target, at);
  if (const auto* compare = expr->maybe<Compare>()) {
    at = expr->span;
    return jump_if_compare(compare, sense, target);
  }
  if (const auto* bools = expr->maybe<BoolOp>()) {
    // The value that decides at once: False for `and`, True for `or`.
    const bool decides = bools->op == BoolOperator::Or;
    Label out;
    for (size_t i = 0; i + 1 < bools->values.size(); i++) jump_if(bools->values[i], decides, decides == sense ? target : out, at);
    jump_if(bools->values.back(), sense, target, at);
    code_.bind(out);
    return;
  }
  if (const auto* choice = expr->maybe<IfExp>()) {
    Label otherwise, out;
    jump_if(choice->test, false, otherwise, at);
    jump_if(choice->body, sense, target, at);
    code_.jump(expr->span, Op::JUMP, out);
    code_.bind(otherwise);
    jump_if(choice->orelse, sense, target, at);
    code_.bind(out);
    return;
  }
  const Mark mark(*this);
  const Reg value = any(expr);
  code_.jump(at, sense ? Op::JUMP_IF_TRUE : Op::JUMP_IF_FALSE, target, value);
}

}  // namespace fermata
