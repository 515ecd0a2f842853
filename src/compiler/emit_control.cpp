// Statements: the dispatch, if, loops, return, break, continue, assert, raise.
#include <fmt/core.h>

#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

void Emitter::body(const Seq<Stmt*>& statements) {
  for (const Stmt* each : statements) statement(each);
}

void Emitter::statement(const Stmt* statement) {
  if (c_.words > kMaxWords) code_.set_overflowed();
  if (code_.overflowed()) return;
  const Nesting nesting(*this, statement->span);
  if (!nesting) return;
  const Mark mark(*this);
  switch (statement->kind) {
    case NodeKind::ExprStmt:
      if (c_.interactive && frame_->kind == ScopeKind::Module) return show(any(statement->as<ExprStmt>()->value), statement->span);
      return effect(statement->as<ExprStmt>()->value);
    case NodeKind::Assign: return emit_assign(statement->as<Assign>());
    case NodeKind::AugAssign: return emit_augmented(statement->as<AugAssign>());
    case NodeKind::AnnAssign: return emit_annotated(statement->as<AnnAssign>());
    case NodeKind::If: return emit_if(statement->as<If>());
    case NodeKind::For: return emit_for(statement->as<For>());
    case NodeKind::AsyncFor: return emit_async_for(statement->as<AsyncFor>());
    case NodeKind::While: return emit_while(statement->as<While>());
    case NodeKind::Return: return emit_return(statement->as<Return>());
    case NodeKind::Break: return emit_break(statement, true);
    case NodeKind::Continue: return emit_break(statement, false);
    case NodeKind::FunctionDef: return emit_function(statement->as<FunctionDef>());
    case NodeKind::AsyncFunctionDef: return emit_function(statement->as<AsyncFunctionDef>());
    case NodeKind::ClassDef: return emit_class(statement->as<ClassDef>());
    case NodeKind::Try: return emit_try(statement->as<Try>());
    case NodeKind::TryStar: return emit_try(statement->as<TryStar>());
    case NodeKind::With: return emit_with(statement->as<With>(), 0);
    case NodeKind::AsyncWith:
      if (!frame_->asynchronous) return c_.error("'async with' outside async function", statement->span);
      return emit_with(statement->as<AsyncWith>(), 0);
    case NodeKind::Raise: return emit_raise(statement->as<Raise>());
    case NodeKind::Assert: return emit_assert(statement->as<Assert>());
    case NodeKind::Delete:
      for (const Expr* target : statement->as<Delete>()->targets) emit_delete(target);
      return;
    case NodeKind::Import: return emit_import(statement->as<Import>());
    case NodeKind::ImportFrom: return emit_import_from(statement->as<ImportFrom>());
    case NodeKind::Pass:
    case NodeKind::Global:
    case NodeKind::Nonlocal: return;
    case NodeKind::Match: return emit_match(statement->as<Match>());
    case NodeKind::TypeAlias: return emit_type_alias(statement->as<TypeAlias>());
    default: return;
  }
}

// An elif chain may be long: walked in a loop.
void Emitter::emit_if(const If* statement) {
  Label end;
  for (;;) {
    Label otherwise;
    Span at = statement->span;
    jump_if(statement->test, false, otherwise, at);
    body(statement->body);
    if (statement->orelse.empty()) {
      code_.bind(otherwise);
      break;
    }
    code_.jump(statement->span, Op::JUMP, end);
    code_.bind(otherwise);
    if (statement->orelse.size() == 1 && statement->orelse[0]->is<If>()) {
      statement = statement->orelse[0]->as<If>();
      continue;
    }
    body(statement->orelse);
    break;
  }
  code_.bind(end);
}

// The test is at the top: a turn passes it and one JUMP_BACK.
void Emitter::emit_while(const While* statement) {
  Label top, otherwise, end;
  code_.bind_loop(top);
  Span at = statement->span;
  jump_if(statement->test, false, otherwise, at);
  Block block{.kind = Block::Kind::kLoop, .span = statement->span};
  block.loop_top = &top;
  block.loop_end = &end;
  if (!push_block(std::move(block))) return;
  body(statement->body);
  code_.jump(statement->span, Op::JUMP_BACK, top);
  pop_block();
  code_.bind(otherwise);
  body(statement->orelse);
  code_.bind(end);
}

void Emitter::emit_for(const For* statement) {
  Label top, otherwise, end;
  const Span& at = statement->iter->span;
  const Reg iterator = alloc();
  Constant items;
  Reg iterable;
  if (const auto* list = statement->iter->maybe<List>(); list && !list->elts.empty() && all_constants(list->elts, items)) {
    load_constant(at, iterable = iterator, std::move(items));  // nobody else sees the list
  } else {
    iterable = operand(statement->iter, iterator);
  }
  code_.emit(statement->span, Op::GET_ITER, iterator, iterable);
  code_.bind_loop(top);
  Block block{.kind = Block::Kind::kLoop, .span = statement->span};
  block.loop_top = &top;
  block.loop_end = &end;
  {
    const Mark mark(*this);
    const Reg item = target_register(statement->target);
    code_.jump(statement->span, Op::FOR_ITER, otherwise, item, iterator);
    store_from_register(statement->target, item);
  }
  if (!push_block(std::move(block))) return;
  body(statement->body);
  code_.jump(at, Op::JUMP_BACK, top);
  pop_block();
  code_.bind(otherwise);
  body(statement->orelse);
  code_.bind(end);
}

// The item comes from awaiting __anext__(); the end is a StopAsyncIteration that it raises.
void Emitter::emit_async_for(const AsyncFor* statement) {
  if (!frame_->asynchronous) return c_.error("'async for' outside async function", statement->span);
  Label top, otherwise, end;
  const Span& at = statement->span;
  const Reg iterator = alloc(), exception = alloc();
  const Reg iterable = operand(statement->iter, iterator);
  code_.emit(at, Op::GET_AITER, iterator, iterable);
  code_.bind_loop(top);
  {
    const Mark mark(*this);
    const Reg item = target_register(statement->target);
    if (!emit_async_next(at, item, iterator, otherwise, exception)) return;
    store_from_register(statement->target, item);
  }
  Block block{.kind = Block::Kind::kLoop, .span = statement->span};
  block.loop_top = &top;
  block.loop_end = &end;
  if (!push_block(std::move(block))) return;
  body(statement->body);
  code_.jump(at, Op::JUMP_BACK, top);
  pop_block();
  code_.bind(otherwise);
  code_.emit(at, Op::END_ASYNC_FOR, exception);
  body(statement->orelse);
  code_.bind(end);
}

// At the end `on_end` gets the exception, for END_ASYNC_FOR.
bool Emitter::emit_async_next(const Span& at, Reg item, Reg iterator, Label& on_end, Reg exception) {
  Block block{.kind = Block::Kind::kTry, .span = at};
  block.target = &on_end;
  block.exception = exception;
  if (!push_block(std::move(block))) return false;
  const Mark mark(*this);
  const Reg awaitable = alloc(), sent = alloc();
  code_.emit(at, Op::GET_ANEXT, awaitable, iterator);
  load_none(at, sent);
  code_.emit(at, Op::AWAIT, item, awaitable, sent);
  pop_block();
  return true;
}

// ---- leaving

bool Emitter::leaving_needs_code(size_t depth) const {
  for (size_t i = depth; i < blocks_.size(); i++) {
    if (blocks_[i].kind != Block::Kind::kLoop && blocks_[i].kind != Block::Kind::kTry) return true;
  }
  return false;
}

template <class F>
void Emitter::leave_blocks(size_t depth, F&& then) {
  if (!code_.reachable()) return;
  if (!leaving_needs_code(depth)) return then();
  const std::vector<Block> left(blocks_.begin() + static_cast<ptrdiff_t>(depth), blocks_.end());
  while (blocks_.size() > depth) {
    close_range(blocks_.back());
    const Block block = std::move(blocks_.back());
    blocks_.pop_back();
    leave_block(block);
  }
  then();
  for (const Block& block : left) {
    blocks_.push_back(block);
    blocks_.back().range_begin = code_.here();
  }
}

void Emitter::emit_return(const Return* statement) {
  if (c_.program && frame_->kind == ScopeKind::Module) c_.returns = true;
  else if (!frame_->is_function()) return c_.error("'return' outside function", statement->span);
  const Span& at = statement->span;
  if (frame_->asynchronous && frame_->generator && statement->value) return c_.error("'return' with value in async generator", at);
  if (leaves_star(0, at)) return;
  if (!statement->value || fold(statement->value)) {
    Constant value = statement->value ? *fold(statement->value) : none_constant();
    return leave_blocks(0, [&] { code_.emit_wide(at, Op::RETURN_CONST, 0, code_.constant(std::move(value))); });
  }
  Reg value;
  if (leaving_needs_code(0)) {
    to(statement->value, value = alloc());  // what runs on the way out can't change it any more
  } else {
    value = any(statement->value);
  }
  leave_blocks(0, [&] { code_.emit(at, Op::RETURN, value); });
}

void Emitter::emit_break(const Stmt* statement, bool is_break) {
  size_t depth = blocks_.size();
  while (depth > 0 && blocks_[depth - 1].kind != Block::Kind::kLoop) depth--;
  if (leaves_star(depth, statement->span)) return;
  if (depth == 0) return c_.error(is_break ? "'break' outside loop" : "'continue' not properly in loop", statement->span);
  Label* const top = blocks_[depth - 1].loop_top;
  Label* const end = blocks_[depth - 1].loop_end;
  leave_blocks(depth, [&] {
    if (is_break) {
      code_.jump(statement->span, Op::JUMP, *end);
    } else {
      code_.jump(statement->span, Op::JUMP_BACK, *top);
    }
  });
}

void Emitter::emit_assert(const Assert* statement) {
  Span at = statement->span;
  Label passed;
  jump_if(statement->test, true, passed, at);
  if (statement->msg) {
    const Mark mark(*this);
    const Reg message = any(statement->msg);
    code_.emit(at, Op::RAISE_ASSERTION, message);
  } else {
    code_.emit(at, Op::RAISE_ASSERTION, 0, 0, 0, 1);
  }
  code_.bind(passed);
}

void Emitter::emit_raise(const Raise* statement) {
  if (!statement->exc) return code_.emit(statement->span, Op::RAISE, 0, 0, 0, 0);
  const Reg exception = any(statement->exc, {statement->cause});
  if (!statement->cause) return code_.emit(statement->span, Op::RAISE, exception, 0, 0, 1);
  const Reg cause = any(statement->cause);
  code_.emit(statement->span, Op::RAISE, exception, cause, 0, 2);
}

}  // namespace fermata
