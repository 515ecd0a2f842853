// Expressions but for conditions, primaries and displays: constants, operators, walrus, conditional expressions, yield, f-strings.
#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

void Emitter::load_constant(const Span& at, Reg dst, Constant constant) {
  code_.emit_wide(at, Op::LOAD_CONST, dst, code_.constant(std::move(constant)));
}

int Emitter::constant_operand(const Expr* expr) {
  const Constant* constant = fold(expr);
  if (!constant) return -1;
  const uint32_t index = code_.constant(*constant);
  return index <= 0xFFFF ? static_cast<int>(index) : -1;
}

// May evaluating `later` change the local? Answers yes too often rather than too rarely.
bool Emitter::may_rebind(Reg local, Later later) const {
  if (!frame_->local_has_walrus[local]) return false;
  for (const Expr* expr : later) {
    if (!expr) continue;
    if (const auto* attribute = expr->maybe<Attribute>()) expr = attribute->value;
    if (!expr->is<Name>() && !expr->is<ast::Constant>() && !expr->is<Lambda>()) return true;
  }
  return false;
}

// The register of a local that can be used as it is until `later` are evaluated; else kNoReg, and nothing was emitted.
Reg Emitter::direct_local(const Expr* expr, Later later) {
  if (const auto* name = expr->maybe<Name>()) {
    if (name->id == "__debug__") return kNoReg;
    const Binding binding = binding_of(name->id);
    if (binding.storage != Storage::kRegister || may_rebind(binding.index, later)) return kNoReg;
    check_local(binding.index, expr->span);
    return binding.index;
  }
  if (const auto* walrus = expr->maybe<NamedExpr>()) {
    const Reg local = local_of(walrus->target);
    if (local == kNoReg || may_rebind(local, later)) return kNoReg;
    to(walrus->value, local);
    mark_assigned(local);
    return local;
  }
  return kNoReg;
}

Reg Emitter::any(const Expr* expr, Later later) {
  const Reg local = direct_local(expr, later);
  if (local != kNoReg) return local;
  const Reg temp = alloc();
  to(expr, temp);
  return temp;
}

Reg Emitter::operand(const Expr* expr, Reg temp, Later later) {
  const Reg local = direct_local(expr, later);
  if (local != kNoReg) return local;
  to(expr, temp);
  return temp;
}

void Emitter::effect(const Expr* expr) {
  const Mark mark(*this);
  if (!fold(expr)) any(expr);
}

void Emitter::to(const Expr* expr, Reg dst) {
  const Nesting nesting(*this, expr->span);
  if (!nesting) return;
  if (const Constant* constant = fold(expr)) return load_constant(expr->span, dst, *constant);
  switch (expr->kind) {
    case NodeKind::Name: return load_name(expr->as<Name>()->id, expr->span, dst);
    case NodeKind::BinOp: return emit_binary(expr->as<BinOp>(), dst);
    case NodeKind::Attribute:
    case NodeKind::Subscript:
    case NodeKind::Call: return emit_chain(expr, dst);
    case NodeKind::Compare: return emit_compare(expr->as<Compare>(), dst);
    case NodeKind::BoolOp: return emit_bool(expr->as<BoolOp>(), dst);
    case NodeKind::UnaryOp: return emit_unary(expr->as<UnaryOp>(), dst);
    case NodeKind::NamedExpr: return emit_walrus(expr->as<NamedExpr>(), dst);
    case NodeKind::IfExp: return emit_if_expression(expr->as<IfExp>(), dst);
    case NodeKind::Lambda: return emit_lambda(expr->as<Lambda>(), dst);
    case NodeKind::List: return emit_list(expr->as<List>()->elts, dst, expr->span);
    case NodeKind::Tuple: return emit_tuple(expr->as<Tuple>()->elts, dst, expr->span);
    case NodeKind::Set: return emit_set(expr->as<Set>()->elts, dst, expr->span);
    case NodeKind::Dict: return emit_dict(expr->as<Dict>(), dst);
    case NodeKind::ListComp:
    case NodeKind::SetComp:
    case NodeKind::DictComp: return emit_comprehension(expr, dst);
    case NodeKind::GeneratorExp: return emit_generator_expression(expr->as<GeneratorExp>(), dst);
    case NodeKind::Yield: return emit_yield(expr->as<Yield>(), dst);
    case NodeKind::YieldFrom: return emit_yield_from(expr->as<YieldFrom>(), dst);
    case NodeKind::JoinedStr: return emit_joined(expr->as<JoinedStr>(), dst);
    case NodeKind::FormattedValue: return emit_formatted(expr->as<FormattedValue>(), dst, expr->span);
    case NodeKind::Slice: return emit_slice(expr->as<Slice>(), dst);
    case NodeKind::Starred: return c_.error("can't use starred expression here", expr->span);
    case NodeKind::Await: return emit_await(expr->as<Await>(), dst);
    default: return;
  }
}

// ---- operators

namespace {

struct OperatorRow {
  Op plain, with_constant;  // MOVE: none
};

OperatorRow row_of(Operator op) {
  switch (op) {
#define BINARY(ast, op, name, function, token, symbol, level, opcode) \
  case Operator::ast: return {Op::opcode, Op::MOVE};
#define BINARY_K(ast, op, name, function, token, symbol, level, opcode) \
  case Operator::ast: return {Op::opcode, Op::opcode##_K};
#include "syntax/operators.def"
  }
  return {Op::ADD, Op::ADD_K};
}

}  // namespace

void Emitter::emit_operator(const Span& at, Operator op, Reg dst, Reg left, const Expr* right, bool augmented) {
  const Mark mark(*this);
  const OperatorRow row = row_of(op);
  if (row.with_constant != Op::MOVE) {
    const int constant = constant_operand(right);
    if (constant >= 0) return code_.emit(at, row.with_constant, dst, left, static_cast<uint32_t>(constant), augmented);
  }
  const Reg right_reg = any(right);
  code_.emit(at, row.plain, dst, left, right_reg, augmented);
}

// A long sum is deep on the left: down in a loop, then up.
void Emitter::emit_binary(const BinOp* expr, Reg dst) {
  const Mark mark(*this);
  const size_t base = chain_.size();
  const Expr* leftmost = expr;
  do {
    chain_.push_back(leftmost);
    leftmost = leftmost->as<BinOp>()->left;
  } while (leftmost->is<BinOp>() && !fold(leftmost));

  Reg work = is_local(dst) ? kNoReg : dst;
  const auto get_work = [&] { return work != kNoReg ? work : (work = alloc()); };
  Reg left = direct_local(leftmost, {chain_.back()->as<BinOp>()->right});
  if (left == kNoReg) {
    left = get_work();
    to(leftmost, left);
  }
  while (chain_.size() > base) {
    const auto* link = chain_.back()->as<BinOp>();
    chain_.pop_back();
    const Reg target = chain_.size() == base ? dst : get_work();
    emit_operator(link->span, link->op, target, left, link->right, false);
    left = target;
  }
}

void Emitter::emit_unary(const UnaryOp* expr, Reg dst) {
  const Mark mark(*this);
  const Reg value = is_local(dst) ? any(expr->operand) : operand(expr->operand, dst);
  Op op = Op::NOT;
  switch (expr->op) {
    case UnaryOperator::Invert: op = Op::INVERT; break;
    case UnaryOperator::Not: op = Op::NOT; break;
    case UnaryOperator::UAdd: op = Op::POSITIVE; break;
    case UnaryOperator::USub: op = Op::NEGATE; break;
  }
  code_.emit(expr->span, op, dst, value);
}

void Emitter::emit_walrus(const NamedExpr* expr, Reg dst) {
  const auto* target = expr->target->as<Name>();
  const Reg local = local_of(target);
  if (local == kNoReg) {
    to(expr->value, dst);
    return store_name(target->id, target->span, dst);
  }
  to(expr->value, local);
  mark_assigned(local);
  move(expr->span, dst, local);
}

void Emitter::emit_if_expression(const IfExp* expr, Reg dst) {
  Label otherwise, end;
  Span at = expr->span;
  jump_if(expr->test, false, otherwise, at);
  to(expr->body, dst);
  code_.jump(expr->span, Op::JUMP, end);
  code_.bind(otherwise);
  to(expr->orelse, dst);
  code_.bind(end);
}

// ---- generators

void Emitter::emit_yield(const Yield* expr, Reg dst) {
  if (frame_->kind != ScopeKind::Function && frame_->kind != ScopeKind::Lambda) return c_.error("'yield' outside function", expr->span);
  const Mark mark(*this);
  Reg value;
  if (expr->value) {
    value = any(expr->value);
  } else {
    load_none(expr->span, value = alloc());
  }
  code_.emit(expr->span, Op::YIELD, dst, value);
}

void Emitter::emit_yield_from(const YieldFrom* expr, Reg dst) {
  if (frame_->kind != ScopeKind::Function && frame_->kind != ScopeKind::Lambda) return c_.error("'yield' outside function", expr->span);
  if (frame_->asynchronous) return c_.error("'yield from' inside async function", expr->span);
  const Mark mark(*this);
  const Reg iterator = alloc();
  const Reg value = operand(expr->value, iterator);
  code_.emit(expr->span, Op::GET_YIELD_FROM_ITER, iterator, value);
  const Reg sent = alloc();
  load_none(expr->span, sent);
  code_.emit(expr->span, Op::YIELD_FROM, dst, iterator, sent);
}

void Emitter::emit_await(const Await* expr, Reg dst) {
  if (!frame_->asynchronous) {
    if (scope_ != frame_) return c_.error("asynchronous comprehension outside of an asynchronous function", scope_->node->span);
    return c_.error(frame_->is_function() ? "'await' outside async function" : "'await' outside function", expr->span);
  }
  const Mark mark(*this);
  emit_await_value(expr->span, dst, any(expr->value), 0);
}

// `form` as GET_AWAITABLE's.
void Emitter::emit_await_value(const Span& at, Reg dst, Reg value, uint32_t form) {
  const Mark mark(*this);
  const Reg awaitable = alloc(), sent = alloc();
  code_.emit(at, Op::GET_AWAITABLE, awaitable, value, form);
  load_none(at, sent);
  code_.emit(at, Op::AWAIT, dst, awaitable, sent);
}

// ---- slices and f-strings

void Emitter::emit_slice(const Slice* expr, Reg dst) {
  const Mark mark(*this);
  const Reg first = top_;
  for (const Expr* part : {expr->lower, expr->upper, expr->step}) {
    const Reg reg = alloc();
    if (part) {
      to(part, reg);
    } else {
      load_none(expr->span, reg);
    }
  }
  code_.emit(expr->span, Op::BUILD_SLICE, dst, first);
}

void Emitter::emit_joined(const JoinedStr* expr, Reg dst) {
  if (expr->values.empty()) return load_constant(expr->span, dst, str_constant(""));
  // As in CPython 3.11, what goes wrong while a part is formatted is shown at the whole string.
  const auto emit_part = [&](const Expr* part, Reg reg) {
    if (const auto* formatted = part->maybe<FormattedValue>()) emit_formatted(formatted, reg, expr->span);
    else to(part, reg);
  };
  if (expr->values.size() == 1) return emit_part(expr->values[0], dst);
  const Mark mark(*this);
  const Reg first = top_;
  uint32_t count = 0;
  for (const Expr* part : expr->values) {
    if (count == kMaxDisplay) {  // what there is becomes the first part of the rest
      code_.emit(expr->span, Op::BUILD_STRING, first, first, count);
      top_ = first + 1;
      count = 1;
    }
    const Reg reg = alloc();
    emit_part(part, reg);
    count++;
  }
  code_.emit(expr->span, Op::BUILD_STRING, dst, first, count);
}

void Emitter::emit_formatted(const FormattedValue* expr, Reg dst, const Span& at) {
  const Mark mark(*this);
  const uint32_t conversion = expr->conversion == 's' ? 1 : expr->conversion == 'r' ? 2 : expr->conversion == 'a' ? 3 : 0;
  const Reg value = any(expr->value, {expr->format_spec});
  if (!expr->format_spec) return code_.emit(at, Op::FORMAT, dst, value, 0, conversion | kNoExtras);
  const Reg spec = any(expr->format_spec);
  code_.emit(at, Op::FORMAT, dst, value, spec, conversion);
}

}  // namespace fermata
