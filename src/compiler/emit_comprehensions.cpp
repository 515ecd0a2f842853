// Comprehensions. Those of lists, sets and dicts are loops in the code around them, with registers of their own for their variables; a
// generator expression is code of its own (kCodeComprehension), called at once with the iterator of its outermost iterable.
#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

namespace {

const Seq<Comprehension*>& generators_of(const Expr* expr) {
  switch (expr->kind) {
    case NodeKind::ListComp: return expr->as<ListComp>()->generators;
    case NodeKind::SetComp: return expr->as<SetComp>()->generators;
    case NodeKind::DictComp: return expr->as<DictComp>()->generators;
    default: return expr->as<GeneratorExp>()->generators;
  }
}

Op build_of(const Expr* expr) {
  switch (expr->kind) {
    case NodeKind::ListComp: return Op::BUILD_LIST;
    case NodeKind::SetComp: return Op::BUILD_SET;
    default: return Op::BUILD_DICT;
  }
}

bool binds_by_name_alone(const Seq<Comprehension*>& generators) {
  if (generators.size() != 1) return false;
  const Expr* target = generators[0]->target;
  if (target->is<Name>()) return true;
  const auto* tuple = target->maybe<Tuple>();
  if (!tuple) return false;
  for (const Expr* element : tuple->elts) {
    if (!element->is<Name>()) return false;
  }
  return true;
}

}  // namespace

void Emitter::emit_comprehension(const Expr* expr, Reg dst) {
  const Mark mark(*this);
  const Seq<Comprehension*>& generators = generators_of(expr);
  const Span& at = expr->span;
  const Reg result = is_local(dst) ? alloc() : dst;
  const Reg iterator = alloc();
  const Reg iterable = operand(generators[0]->iter, iterator);
  code_.emit(at, generators[0]->is_async ? Op::GET_AITER : Op::GET_ITER, iterator, iterable);
  code_.emit(at, build_of(expr), result, 0, 0);

  Scope* const outer = scope_;
  scope_ = c_.scopes.of(expr);
  const bool surely_bound = binds_by_name_alone(generators);
  for (const Symbol& symbol : scope_->symbols) {
    if (!(symbol.flags & kSymbolBound)) continue;
    const Reg reg = symbol.binding.index;
    code_.assigned().remove(reg);
    // Each run has its own variable; and what a run left behind when an exception ended it must not be seen by the next.
    if (!surely_bound || symbol.binding.storage == Storage::kCell) code_.emit(at, Op::UNSET, reg);
    if (symbol.binding.storage == Storage::kCell) code_.emit(at, Op::MAKE_CELL, reg);
  }
  emit_generators(expr, generators, 0, iterator, result, at);
  for (const Symbol& symbol : scope_->symbols) {
    if (!(symbol.flags & kSymbolBound)) continue;
    code_.emit(at, Op::UNSET, symbol.binding.index);
    code_.assigned().remove(symbol.binding.index);
  }
  scope_ = outer;
  move(at, dst, result);
}

void Emitter::emit_generators(const Expr* expr, const Seq<Comprehension*>& generators, size_t index, Reg iterator, Reg result, Span at) {
  const Comprehension* generator = generators[index];
  if (generator->is_async && !frame_->asynchronous)
    return c_.error("asynchronous comprehension outside of an asynchronous function", expr->span);
  const Nesting nesting(*this, expr->span);
  if (!nesting) return;
  const Mark mark(*this);
  Label top, next, end;
  const Reg exception = generator->is_async ? alloc() : kNoReg;
  code_.bind_loop(top);
  {
    const Mark target_mark(*this);
    const Reg item = target_register(generator->target);
    if (!generator->is_async) code_.jump(at, Op::FOR_ITER, end, item, iterator);
    else if (!emit_async_next(at, item, iterator, end, exception)) return;
    store_from_register(generator->target, item);
  }
  for (const Expr* condition : generator->ifs) jump_if(condition, false, next, at);
  if (index + 1 < generators.size()) {
    const Reg inner = alloc();
    const Expr* iter = generators[index + 1]->iter;
    const Reg iterable = operand(iter, inner);
    code_.emit(at, generators[index + 1]->is_async ? Op::GET_AITER : Op::GET_ITER, inner, iterable);
    emit_generators(expr, generators, index + 1, inner, result, at);
  } else if (const auto* list = expr->maybe<ListComp>()) {
    const Reg item = any(list->elt);
    code_.emit(expr->span, Op::LIST_APPEND, result, item);
  } else if (const auto* set = expr->maybe<SetComp>()) {
    const Reg item = any(set->elt);
    code_.emit(at, Op::SET_ADD, result, item);
  } else if (const auto* dict = expr->maybe<DictComp>()) {
    const Reg key = any(dict->key, {dict->value});
    const Reg value = any(dict->value);
    code_.emit(at, Op::SET_ITEM, result, key, value);
  } else {
    const Expr* element = expr->as<GeneratorExp>()->elt;
    const Reg item = any(element);
    code_.emit(element->span, Op::YIELD, alloc(), item);
  }
  code_.bind(next);
  code_.jump(expr->span, Op::JUMP_BACK, top);
  code_.bind(end);
  if (generator->is_async) code_.emit(expr->span, Op::END_ASYNC_FOR, exception);
}

std::shared_ptr<CodeUnit> Emitter::emit_generator_body(const GeneratorExp& expr) {
  begin_unit();
  emit_generators(&expr, expr.generators, 0, 0, 0, expr.span);
  return finish_unit(expr.span);
}

void Emitter::emit_generator_expression(const GeneratorExp* expr, Reg dst) {
  const Mark mark(*this);
  Emitter inner(c_, c_.scopes.of(expr), this);
  const Reg function = alloc();
  code_.emit(expr->span, Op::MAKE_FUNCTION, function, code_.code_constant(inner.emit_generator_body(*expr)), 0, kNoExtras);
  const Reg iterator = alloc();
  const Expr* iter = expr->generators[0]->iter;
  const Reg iterable = operand(iter, iterator);
  code_.emit(expr->span, expr->generators[0]->is_async ? Op::GET_AITER : Op::GET_ITER, iterator, iterable);
  code_.emit(expr->span, Op::CALL, dst, function, 1);
}

}  // namespace fermata
