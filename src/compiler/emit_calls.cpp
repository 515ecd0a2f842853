// Primaries: attributes, subscripts, calls, and chains of them (`a.b(c)[d].e()`), which are walked in a loop because they may be long.
#include <fmt/core.h>

#include <unordered_set>

#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

namespace {

bool needs_spread(const Call* call, size_t most) {
  for (const Expr* arg : call->args) {
    if (arg->is<Starred>()) return true;
  }
  for (const Keyword* keyword : call->keywords) {
    if (!keyword->arg.data()) return true;
  }
  return call->args.size() + call->keywords.size() > most;
}

const Expr* inner_of(const Expr* expr) {
  switch (expr->kind) {
    case NodeKind::Attribute: return expr->as<Attribute>()->value;
    case NodeKind::Subscript: return expr->as<Subscript>()->value;
    case NodeKind::Call: return expr->as<Call>()->func;
    default: return nullptr;
  }
}

// An attribute on a line of its own is what a traceback shows, without what comes before it.
Span attribute_span(const Expr* link, const Span& whole) {
  const Position end = link->span.end;
  const auto length = static_cast<uint32_t>(link->as<Attribute>()->attr.size());
  if (whole.begin.line == end.line || end.column < length) return whole;  // less than that: in a tree that a program made
  Span span = whole;
  span.begin = {end.line, end.column - length, end.offset - length};
  return span;
}

}  // namespace

void Emitter::emit_chain(const Expr* expr, Reg dst) {
  const Mark mark(*this);
  const size_t base = chain_.size();
  const Expr* start = expr;
  for (const Expr* inner; (inner = inner_of(start)) != nullptr; start = inner) chain_.push_back(start);

  // Values on the way live in the window, which is the topmost temporary, so that call windows can begin there.
  const Reg window = is_top(dst) ? dst : alloc();
  const Expr* link = chain_.back();
  Reg value;
  if (const auto* call = link->maybe<Call>()) {
    if (emit_super_call(call, chain_.size() == base + 1 ? dst : window, window)) {
      chain_.pop_back();
      value = window;
    } else {
      to(start, value = window);
    }
  } else {
    value = operand(start, window, {link->is<Subscript>() ? link->as<Subscript>()->slice : nullptr});
  }
  while (chain_.size() > base) {
    link = chain_.back();
    chain_.pop_back();
    if (link->is<Attribute>() && chain_.size() > base && chain_.back()->is<Call>() &&
        !needs_spread(chain_.back()->as<Call>(), kMaxArguments)) {
      const Mark window_mark(*this);
      const auto* call = chain_.back()->as<Call>();
      chain_.pop_back();
      alloc();  // for self
      code_.emit(attribute_span(link, link->span), Op::GET_METHOD, window, value,
                 code_.attribute_site(mangled(link->as<Attribute>()->attr)));
      emit_call(call, chain_.size() == base ? dst : window, window, attribute_span(link, call->span), true);
    } else {
      if (link->is<Call>()) move(link->span, window, value), value = window;
      emit_link(link, chain_.size() == base ? dst : window, value);
    }
    value = window;
  }
}

void Emitter::emit_link(const Expr* link, Reg dst, Reg value) {
  switch (link->kind) {
    case NodeKind::Attribute:
      return code_.emit(attribute_span(link, link->span), Op::GET_ATTR, dst, value,
                        code_.attribute_site(mangled(link->as<Attribute>()->attr)));
    case NodeKind::Subscript: return emit_subscript(link->as<Subscript>(), dst, value);
    default: return emit_call(link->as<Call>(), dst, value, link->span, false);
  }
}

void Emitter::emit_subscript(const Subscript* expr, Reg dst, Reg value) {
  const Mark mark(*this);
  const int constant = constant_operand(expr->slice);
  if (constant >= 0) return code_.emit(expr->span, Op::GET_ITEM_K, dst, value, static_cast<uint32_t>(constant));
  const Reg index = any(expr->slice);
  code_.emit(expr->span, Op::GET_ITEM, dst, value, index);
}

// ---- calls. The callable is in `base`, the topmost temporary (except for a method's self after it).

void Emitter::check_keywords(const Seq<Keyword*>& keywords) {
  std::unordered_set<std::string_view> seen;
  for (const Keyword* keyword : keywords) {
    if (keyword->arg == "__debug__") c_.error("cannot assign to __debug__", keyword->span);
    if (keyword->arg.data() && keywords.size() > 1 && !seen.insert(keyword->arg).second) {
      c_.error(fmt::format("keyword argument repeated: {}", keyword->arg), keyword->span);
    }
  }
}

void Emitter::emit_call(const Call* call, Reg dst, Reg base, const Span& at, bool is_method) {
  const Mark mark(*this);
  check_keywords(call->keywords);
  if (needs_spread(call, kMaxArguments)) return emit_spread_call(call, dst, base);
  for (const Expr* arg : call->args) {
    const Reg reg = alloc();
    to(arg, reg);
  }
  const auto count = static_cast<uint32_t>(call->args.size() + call->keywords.size());
  if (call->keywords.empty()) return code_.emit(at, is_method ? Op::CALL_METHOD : Op::CALL, dst, base, count);
  std::vector<Constant> names;
  for (const Keyword* keyword : call->keywords) {
    const Reg reg = alloc();
    to(keyword->value, reg);
    names.push_back(str_constant(keyword->arg));
  }
  code_.emit(at, Op::CALL_KEYWORDS, dst, base, code_.keywords_site(std::move(names), count), is_method);
}

void Emitter::emit_spread_keywords(const Call* call, Reg dst, Reg base) {
  if (call->keywords.empty()) load_none(call->span, dst);
  else emit_keyword_dict(call->keywords, dst, base, call->span);
}

void Emitter::emit_spread_call(const Call* call, Reg dst, Reg base) {
  const Reg positional = alloc(), keywords = alloc();
  if (call->args.size() == 1 && call->args[0]->is<Starred>()) {
    // f(*items) alone: when items can't be iterated over, the error names f. They are taken when the keywords are known.
    const Mark mark(*this);
    const Reg items = alloc();
    to(call->args[0]->as<Starred>()->value, items);
    emit_spread_keywords(call, keywords, base);
    code_.emit(call->span, Op::BUILD_LIST, positional, 0, 0);
    code_.emit(call->span, Op::LIST_EXTEND, positional, items, base, 1);
  } else {
    emit_list(call->args, positional, call->span);
    emit_spread_keywords(call, keywords, base);
  }
  code_.emit(call->span, Op::CALL_SPREAD, dst, base);
}

void Emitter::emit_keyword_dict(const Seq<Keyword*>& keywords, Reg dst, Reg callable, const Span& at) {
  bool made = false;
  for (size_t i = 0; i < keywords.size();) {
    const Mark mark(*this);
    if (!keywords[i]->arg.data()) {
      if (!made) code_.emit(at, Op::BUILD_DICT, dst, 0, 0);
      const Reg mapping = any(keywords[i]->value);
      code_.emit(at, Op::DICT_MERGE, dst, mapping, callable);
      made = true;
      i++;
      continue;
    }
    const Reg first = top_;
    uint32_t pairs = 0;
    for (; i < keywords.size() && keywords[i]->arg.data() && pairs < kMaxDisplay / 2; i++, pairs++) {
      load_constant(keywords[i]->span, alloc(), str_constant(keywords[i]->arg));
      const Reg value = alloc();
      to(keywords[i]->value, value);
    }
    if (!made) {
      code_.emit(at, Op::BUILD_DICT, dst, first, pairs);
    } else {
      code_.emit(at, Op::BUILD_DICT, first, first, pairs);
      code_.emit(at, Op::DICT_MERGE, dst, first, callable);
    }
    made = true;
  }
}

// super() takes the class and the first argument from the function around it. False: an ordinary call.
bool Emitter::emit_super_call(const Call* call, Reg dst, Reg base) {
  const auto* name = call->func->maybe<Name>();
  if (!name || name->id != "super" || !call->args.empty() || !call->keywords.empty()) return false;
  if (!frame_->is_function() || binding_of("super").storage != Storage::kGlobal) return false;
  const Binding of_class = binding_of("__class__");
  if (of_class.storage != Storage::kFree || frame_->parameters == 0 || unit_->positional == 0) return false;
  const Mark mark(*this);
  load_name("super", name->span, base);
  code_.emit(call->span, Op::LOAD_FREE, alloc(), of_class.index);
  const Reg first = alloc();
  if (frame_->local_is_cell[0]) {
    code_.emit(call->span, Op::LOAD_CELL, first, 0);
  } else {
    check_local(0, call->span);
    move(call->span, first, 0);
  }
  code_.emit(call->span, Op::CALL, dst, base, 2);
  return true;
}

}  // namespace fermata
