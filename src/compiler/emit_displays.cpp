// List, tuple, set and dict displays. Short ones are built from registers at once, long ones grow, so that no literal needs a huge frame.
#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

const fermata::Constant* Emitter::all_constants(const Seq<Expr*>& elements, Constant& storage) {
  storage.type = Constant::Type::kTuple;
  for (const Expr* element : elements) {
    const Constant* item = fold(element);
    if (!item) return nullptr;
    storage.items.push_back(*item);
  }
  return &storage;
}

namespace {
size_t plain_prefix(const Seq<Expr*>& elements, size_t most) {
  size_t count = 0;
  while (count < elements.size() && count < most && !elements[count]->is<Starred>()) count++;
  return count;
}
}  // namespace

// dst = the first `count` elements.
void Emitter::emit_run(const Seq<Expr*>& elements, size_t count, Op op, Reg dst, const Span& at) {
  const Mark mark(*this);
  const Reg first = count ? top_ : 0;
  for (size_t i = 0; i < count; i++) {
    const Reg reg = alloc();
    to(elements[i], reg);
  }
  code_.emit(at, op, dst, first, static_cast<uint32_t>(count));
}

void Emitter::extend_list(const Seq<Expr*>& elements, size_t from, Reg list, const Span& at) {
  for (size_t i = from; i < elements.size(); i++) {
    const Mark mark(*this);
    if (const auto* starred = elements[i]->maybe<Starred>()) {
      const Reg items = any(starred->value);
      code_.emit(at, Op::LIST_EXTEND, list, items);
    } else {
      const Reg item = any(elements[i]);
      code_.emit(elements[i]->span, Op::LIST_APPEND, list, item);
    }
  }
}

// A list of constants is made from a tuple of them. Apart from emit_list, whose frames may be many.
bool Emitter::emit_constant_list(const Seq<Expr*>& elements, Reg dst, const Span& at) {
  Constant items;
  if (elements.size() < 3 || !all_constants(elements, items)) return false;
  const Mark mark(*this);
  const Reg list = is_local(dst) ? alloc() : dst;
  const Reg tuple = alloc();
  code_.emit(at, Op::BUILD_LIST, list, 0, 0);
  load_constant(at, tuple, std::move(items));
  code_.emit(at, Op::LIST_EXTEND, list, tuple);
  move(at, dst, list);
  return true;
}

void Emitter::emit_list(const Seq<Expr*>& elements, Reg dst, const Span& at) {
  if (emit_constant_list(elements, dst, at)) return;
  const Mark mark(*this);
  const size_t plain = plain_prefix(elements, kMaxDisplay);
  if (plain == elements.size()) return emit_run(elements, plain, Op::BUILD_LIST, dst, at);
  const Reg list = is_local(dst) ? alloc() : dst;
  emit_run(elements, plain, Op::BUILD_LIST, list, at);
  extend_list(elements, plain, list, at);
  move(at, dst, list);
}

void Emitter::emit_tuple(const Seq<Expr*>& elements, Reg dst, const Span& at) {
  const size_t plain = plain_prefix(elements, kMaxDisplay);
  if (plain == elements.size()) return emit_run(elements, plain, Op::BUILD_TUPLE, dst, at);
  const Mark mark(*this);
  const Reg list = is_local(dst) ? alloc() : dst;
  emit_run(elements, plain, Op::BUILD_LIST, list, at);
  extend_list(elements, plain, list, at);
  code_.emit(at, Op::LIST_TO_TUPLE, dst, list);
}

void Emitter::emit_set(const Seq<Expr*>& elements, Reg dst, const Span& at) {
  const size_t plain = plain_prefix(elements, kMaxDisplay);
  if (plain == elements.size()) return emit_run(elements, plain, Op::BUILD_SET, dst, at);
  const Mark mark(*this);
  const Reg set = is_local(dst) ? alloc() : dst;
  emit_run(elements, plain, Op::BUILD_SET, set, at);
  for (size_t i = plain; i < elements.size(); i++) {
    const Mark element_mark(*this);
    const auto* starred = elements[i]->maybe<Starred>();
    const Expr* element = starred ? starred->value : elements[i];
    const Reg item = any(element);
    code_.emit(at, starred ? Op::SET_UPDATE : Op::SET_ADD, set, item);
  }
  move(at, dst, set);
}

void Emitter::emit_dict(const ast::Dict* expr, Reg dst) {
  const Mark mark(*this);
  const Span& at = expr->span;
  const size_t count = expr->values.size();
  bool grows = count > kMaxDisplay / 2;
  for (const Expr* key : expr->keys) grows |= key == nullptr;
  const Reg dict = grows && is_local(dst) ? alloc() : dst;
  bool made = false;
  for (size_t i = 0; i < count || !made;) {
    const Mark group_mark(*this);
    const Reg first = top_;
    uint32_t pairs = 0;
    for (; i < count && expr->keys[i] && pairs < kMaxDisplay / 2; i++, pairs++) {
      const Reg key = alloc();
      to(expr->keys[i], key);
      const Reg value = alloc();
      to(expr->values[i], value);
    }
    if (!made) {
      code_.emit(at, Op::BUILD_DICT, dict, pairs ? first : 0, pairs);
      made = true;
    } else if (pairs) {
      code_.emit(at, Op::BUILD_DICT, first, first, pairs);
      code_.emit(at, Op::DICT_UPDATE, dict, first);
    }
    if (i < count && !expr->keys[i]) {
      const Reg mapping = any(expr->values[i]);
      code_.emit(at, Op::DICT_UPDATE, dict, mapping);
      i++;
    }
  }
  move(at, dst, dict);
}

}  // namespace fermata
