// try, with, and the blocks that exceptions, return, break and continue leave. `finally` bodies and __exit__ calls are compiled once for
// each way out. Handlers are ranges in a table; a range never covers the code of its own handler, nor the code that leaves the block.
#include <fmt/core.h>

#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

// ---- blocks

bool Emitter::push_block(Block block) {
  if (blocks_.size() >= kMaxBlocks) {
    c_.error("too many statically nested blocks", block.span);
    return false;
  }
  block.range_begin = code_.here();
  if (block.target) block.assigned = code_.assigned();
  blocks_.push_back(std::move(block));
  return true;
}

void Emitter::pop_block() {
  close_range(blocks_.back());
  blocks_.pop_back();
}

void Emitter::close_range(Block& block) {
  if (block.target) code_.protect(block.range_begin, *block.target, block.exception, block.assigned);
}

void Emitter::leave_block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::kLoop:
    case Block::Kind::kTry:
    case Block::Kind::kStar: return;
    case Block::Kind::kFinally: return body(*block.final_body);
    case Block::Kind::kHandler: return code_.emit(block.span, Op::LEAVE_HANDLER, block.reg);
    case Block::Kind::kName: return forget_name(block.name, block.span);
    case Block::Kind::kWith: return call_exit(block.span, block.reg, block.is_async);
  }
}

// From here on the frame handles the exception; one that comes meanwhile is in `second` at `cleanup`. False: too many blocks.
bool Emitter::begin_handler(const Span& at, Label& cleanup, Reg saved, Reg exception, Reg second) {
  code_.emit(at, Op::ENTER_HANDLER, saved, exception);
  Block block{.kind = Block::Kind::kHandler, .span = at};
  block.target = &cleanup;
  block.exception = second;
  block.reg = saved;
  return push_block(std::move(block));
}

// An exception inside a handler: the frame no longer handles the first one when the new one goes on.
void Emitter::end_handler(const Span& at, Label& cleanup, Reg saved, Reg exception) {
  code_.bind(cleanup);
  if (!cleanup.used) return;
  code_.emit(at, Op::LEAVE_HANDLER, saved);
  code_.emit(at, Op::RERAISE, exception);
}

// ---- try

template <class T>
void Emitter::emit_try(const T* statement) {
  if (statement->finalbody.empty()) return emit_try_except(statement);
  emit_try_finally(statement);
}

template void Emitter::emit_try(const Try*);
template void Emitter::emit_try(const TryStar*);

template <class T>
void Emitter::emit_try_finally(const T* statement) {
  const Span& at = statement->span;
  const Reg exception = alloc(), saved = alloc(), second = alloc();
  Label on_exception, cleanup, end;
  Block block{.kind = Block::Kind::kFinally, .span = at};
  block.target = &on_exception;
  block.exception = exception;
  block.final_body = &statement->finalbody;
  if (!push_block(std::move(block))) return;
  if (statement->handlers.empty()) {
    body(statement->body);
  } else {
    emit_try_except(statement);
  }
  pop_block();
  if (code_.reachable()) {
    body(statement->finalbody);
    code_.jump(at, Op::JUMP, end);
  } else if (!on_exception.used) {
    body(statement->finalbody);  // never runs, but its errors count
  }
  code_.bind(on_exception);
  if (on_exception.used) {
    if (!begin_handler(at, cleanup, saved, exception, second)) return;
    body(statement->finalbody);
    pop_block();
    code_.emit(at, Op::LEAVE_HANDLER, saved);
    code_.emit(at, Op::RERAISE, exception);
    end_handler(at, cleanup, saved, second);
  }
  code_.bind(end);
}

template <class T>
void Emitter::emit_try_except(const T* statement) {
  const Mark mark(*this);
  const Reg exception = alloc();
  Label on_exception, end;
  Block block{.kind = Block::Kind::kTry, .span = statement->span};
  block.target = &on_exception;
  block.exception = exception;
  if (!push_block(std::move(block))) return;
  body(statement->body);
  pop_block();
  body(statement->orelse);
  code_.jump(statement->span, Op::JUMP, end);
  code_.bind(on_exception);
  emit_clauses(statement, exception, end);
  code_.bind(end);
}

void Emitter::emit_clauses(const Try* statement, Reg exception, Label& end) {
  const Span& at = statement->span;
  const Reg saved = alloc(), second = alloc();
  Label cleanup;
  if (!begin_handler(at, cleanup, saved, exception, second)) return;
  bool has_default = false;
  for (size_t i = 0; i < statement->handlers.size(); i++) {
    const ExceptHandler* handler = statement->handlers[i];
    Label next;
    if (handler->type) {
      const Mark mark(*this);
      const Reg matches = alloc();
      const Reg type = operand(handler->type, matches);
      code_.emit(handler->span, Op::MATCH_EXCEPTION, matches, exception, type);
      code_.jump(handler->type->span, Op::JUMP_IF_FALSE, next, matches);
    } else {
      if (i + 1 < statement->handlers.size()) c_.error("default 'except:' must be last", handler->span);
      has_default = true;
    }
    emit_clause_body(handler, exception, saved, end);
    code_.bind(next);
  }
  pop_block();
  if (!has_default) {
    code_.emit(at, Op::LEAVE_HANDLER, saved);
    code_.emit(at, Op::RERAISE, exception);
  }
  end_handler(at, cleanup, saved, second);
}

void Emitter::emit_clause_body(const ExceptHandler* handler, Reg exception, Reg saved, Label& end) {
  const Mark mark(*this);
  const Span& at = handler->span;
  Label forget;
  const bool named = handler->name.data() != nullptr;
  const Reg third = named ? alloc() : 0;
  if (named) {
    store_name(handler->name, at, exception);
    Block block{.kind = Block::Kind::kName, .span = at};
    block.target = &forget;
    block.exception = third;
    block.name = handler->name;
    if (!push_block(std::move(block))) return;
  }
  body(handler->body);
  if (named) {
    pop_block();
    forget_name(handler->name, at);
  }
  // Leaving the handler is not itself inside it.
  close_range(blocks_.back());
  code_.emit(at, Op::LEAVE_HANDLER, saved);
  code_.jump(at, Op::JUMP, end);
  blocks_.back().range_begin = code_.here();
  code_.bind(forget);
  if (named && forget.used) {
    forget_name(handler->name, at);
    code_.emit(at, Op::RERAISE, third);
  }
}

// ---- except*: each clause takes its part of the exception and runs when there is one; what they raise and what is left over goes on
// together.

void Emitter::emit_clauses(const TryStar* statement, Reg exception, Label& end) {
  const Span& at = statement->span;
  const Reg saved = alloc(), second = alloc(), raised = alloc(), left = alloc();
  Label cleanup, done;
  if (!begin_handler(at, cleanup, saved, exception, second)) return;
  code_.emit(at, Op::BUILD_LIST, raised, 0, 0);
  move(at, left, exception);
  for (const ExceptHandler* handler : statement->handlers) emit_star_clause(handler, left, raised);
  code_.emit(at, Op::LIST_APPEND, raised, left);
  const Reg rest = alloc(3);
  move(at, rest + 1, exception);
  move(at, rest + 2, raised);
  call_prelude(at, "except_star_rest", rest, 2);
  pop_block();
  code_.emit(at, Op::LEAVE_HANDLER, saved);
  code_.jump(at, Op::JUMP_IS_K, end, rest, code_.constant(none_constant()), true);
  code_.emit(at, Op::RERAISE, rest);
  end_handler(at, cleanup, saved, second);
}

void Emitter::emit_star_clause(const ExceptHandler* handler, Reg left, Reg raised) {
  const Mark mark(*this);
  const Span& at = handler->span;
  Label failed, next;
  const Reg part = alloc(3), saved = alloc(), error = alloc();
  move(at, part + 1, left);
  to(handler->type, part + 2);
  call_prelude(at, "except_star_match", part, 2);
  code_.emit(at, Op::UNPACK, part, part, 2);
  move(at, left, part + 1);
  code_.jump(at, Op::JUMP_IS_K, next, part, code_.constant(none_constant()), true);
  code_.emit(at, Op::ENTER_HANDLER, saved, part);
  Block block{.kind = Block::Kind::kStar, .span = at};
  block.target = &failed;
  block.exception = error;
  if (!push_block(std::move(block))) return;
  emit_clause_body(handler, part, saved, next);
  pop_block();
  code_.bind(failed);
  if (failed.used) {
    code_.emit(at, Op::LIST_APPEND, raised, error);
    code_.emit(at, Op::LEAVE_HANDLER, saved);
  }
  code_.bind(next);
}

// CPython's compiler forbids the ways out of an except* clause that aren't exceptions.
bool Emitter::leaves_star(size_t depth, const Span& at) {
  for (size_t i = depth; i < blocks_.size(); i++) {
    if (blocks_[i].kind != Block::Kind::kStar) continue;
    c_.error("'break', 'continue' and 'return' cannot appear in an except* block", at);
    return true;
  }
  return false;
}

// ---- with

// Calls the __exit__ kept in `exit` with three Nones.
void Emitter::call_exit(const Span& at, Reg exit, bool is_async) {
  const Mark mark(*this);
  const Reg call = alloc(5);
  code_.emit(at, Op::MOVE, call, exit);
  code_.emit(at, Op::MOVE, call + 1, exit + 1);
  for (Reg i = 2; i < 5; i++) load_none(at, call + i);
  code_.emit(at, Op::CALL_METHOD, call, call, 3);
  if (is_async) emit_await_value(at, call, call, 2);
}

template <class T>
void Emitter::emit_with(const T* statement, size_t item) {
  constexpr bool is_async = std::is_same_v<T, AsyncWith>;
  if (item == statement->items.size()) return body(statement->body);
  const Nesting nesting(*this, statement->span);
  if (!nesting) return;
  const Mark mark(*this);
  const WithItem* manager = statement->items[item];
  const Span& at = statement->span;
  const Reg exit = alloc(2), exception = alloc(), saved = alloc(), second = alloc();
  const Reg entered = manager->optional_vars ? target_register(manager->optional_vars) : kNoReg;
  {
    const Mark enter_mark(*this);
    const Reg object = any(manager->context_expr);
    const Reg enter = alloc(2);
    code_.emit(at, Op::GET_SPECIAL, enter, object, is_async ? 2 : 0);
    code_.emit(at, Op::GET_SPECIAL, exit, object, is_async ? 3 : 1);
    const Reg result = entered != kNoReg ? entered : enter;
    code_.emit(at, Op::CALL_METHOD, is_async ? enter : result, enter, 0);
    if (is_async) emit_await_value(at, result, enter, 1);
  }
  Label on_exception, cleanup, end;
  Block block{.kind = Block::Kind::kWith, .span = at};
  block.target = &on_exception;
  block.exception = exception;
  block.reg = exit;
  block.is_async = is_async;
  if (!push_block(std::move(block))) return;
  if (manager->optional_vars) store_from_register(manager->optional_vars, entered);
  emit_with(statement, item + 1);
  pop_block();
  call_exit(at, exit, is_async);
  code_.jump(at, Op::JUMP, end);

  code_.bind(on_exception);
  if (on_exception.used) {
    if (!begin_handler(at, cleanup, saved, exception, second)) return;
    Label swallow;
    {
      // __exit__(type(exception), exception, exception.__traceback__)
      const Mark call_mark(*this);
      const Reg call = alloc(5);
      load_constant(at, call + 2, prelude_constant("type"));
      code_.emit(at, Op::MOVE, call + 3, exception);
      code_.emit(at, Op::CALL, call + 2, call + 2, 1);
      code_.emit(at, Op::MOVE, call, exit);
      code_.emit(at, Op::MOVE, call + 1, exit + 1);
      code_.emit(at, Op::MOVE, call + 3, exception);
      code_.emit(at, Op::GET_ATTR, call + 4, exception, code_.attribute_site("__traceback__"));
      code_.emit(at, Op::CALL_METHOD, call, call, 3);
      if (is_async) emit_await_value(at, call, call, 2);
      code_.jump(at, Op::JUMP_IF_TRUE, swallow, call);
    }
    pop_block();
    code_.emit(at, Op::LEAVE_HANDLER, saved);
    code_.emit(at, Op::RERAISE, exception);
    code_.bind(swallow);
    code_.emit(at, Op::LEAVE_HANDLER, saved);
    code_.jump(at, Op::JUMP, end);
    end_handler(at, cleanup, saved, second);
  }
  code_.bind(end);
}

template void Emitter::emit_with(const With*, size_t);
template void Emitter::emit_with(const AsyncWith*, size_t);

}  // namespace fermata
