// Assignment in all its forms, unpacking, `del`.
#include <algorithm>

#include "compiler/emitter.h"
#include "syntax/unparse.h"

namespace fermata {

using namespace ast;

// ---- targets

void Emitter::store(const Expr* target, Reg src) {
  const Nesting nesting(*this, target->span);
  if (!nesting) return;
  const Mark mark(*this);
  switch (target->kind) {
    case NodeKind::Name: return store_name(target->as<Name>()->id, target->span, src);
    case NodeKind::Attribute: {
      const Reg object = any(target->as<Attribute>()->value);
      return code_.emit(target->span, Op::SET_ATTR, object, src, code_.attribute_site(mangled(target->as<Attribute>()->attr)));
    }
    case NodeKind::Subscript: {
      const auto* subscript = target->as<Subscript>();
      const Reg object = any(subscript->value, {subscript->slice});
      const Reg index = any(subscript->slice);
      return code_.emit(target->span, Op::SET_ITEM, object, index, src);
    }
    case NodeKind::List: return unpack(target->as<List>()->elts, src, target->span);
    case NodeKind::Tuple: return unpack(target->as<Tuple>()->elts, src, target->span);
    case NodeKind::Starred: return c_.error("starred assignment target must be in a list or tuple", target->span);
    default: return;
  }
}

Reg Emitter::target_register(const Expr* target) {
  const Reg local = local_of(target);
  return local != kNoReg ? local : alloc();
}

void Emitter::store_from_register(const Expr* target, Reg reg) {
  if (local_of(target) == reg) return mark_assigned(reg);
  store(target, reg);
}

void Emitter::unpack(const Seq<Expr*>& targets, Reg src, const Span& at) {
  size_t before = targets.size(), stars = 0;
  bool consecutive = !targets.empty();  // all locals, in consecutive registers
  for (size_t i = 0; i < targets.size(); i++) {
    const Expr* target = targets[i];
    if (const auto* starred = target->maybe<Starred>()) {
      if (stars++ == 0) before = i;
      target = starred->value;
    }
    const Reg local = local_of(target);
    if (local == kNoReg || (i > 0 && local != local_of(targets[0]->is<Starred>() ? targets[0]->as<Starred>()->value : targets[0]) + i))
      consecutive = false;
  }
  if (stars > 1) return c_.error("multiple starred expressions in assignment", at);
  const size_t after = stars ? targets.size() - before - 1 : 0;
  if (stars && (before > 255 || after > 255)) return c_.error("too many expressions in star-unpacking assignment", at);

  const Mark mark(*this);
  const auto plain = [](const Expr* target) { return target->is<Starred>() ? target->as<Starred>()->value : target; };
  const auto count = static_cast<uint32_t>(targets.size());
  const Reg first = consecutive ? local_of(plain(targets[0])) : alloc(count);
  if (stars) {
    code_.emit(at, Op::UNPACK_STAR, first, src, static_cast<uint32_t>(before | after << 8));
  } else {
    code_.emit(at, Op::UNPACK, first, src, count);
  }
  for (uint32_t i = 0; i < count; i++) {
    if (consecutive) {
      mark_assigned(first + i);
    } else {
      store(plain(targets[i]), first + i);
    }
  }
}

// ---- x = y

void Emitter::assign(const Expr* target, const Expr* value) {
  const Mark mark(*this);
  const Reg local = local_of(target);
  if (local != kNoReg) {
    to(value, local);
    return mark_assigned(local);
  }
  const Seq<Expr*>* targets = target->is<Tuple>() ? &target->as<Tuple>()->elts : target->is<List>() ? &target->as<List>()->elts : nullptr;
  const Seq<Expr*>* values = value->is<Tuple>() ? &value->as<Tuple>()->elts : value->is<List>() ? &value->as<List>()->elts : nullptr;
  if (targets && values && assign_in_parallel(*targets, *values)) return;
  const Reg src = any(value, {target});
  store(target, src);
}

// `a, b = b, a + b` without a tuple: the right sides into temporaries, then the stores. Constants, and locals that no store before their
// own changes, need no temporary. False: too complicated for that, nothing was emitted.
bool Emitter::assign_in_parallel(const Seq<Expr*>& targets, const Seq<Expr*>& values) {
  constexpr size_t kMost = 16;
  const size_t count = targets.size();
  if (count != values.size() || count == 0 || count > kMost) return false;
  for (size_t i = 0; i < count; i++) {
    if (targets[i]->is<Starred>() || values[i]->is<Starred>()) return false;
  }
  const auto changed_before = [&](Reg local, size_t end) {
    for (size_t i = 0; i < end; i++) {
      if (targets[i]->is<Tuple>() || targets[i]->is<List>() || local_of(targets[i]) == local) return true;
    }
    return false;
  };
  Reg sources[kMost];  // kNoReg: a constant, loaded when it is stored
  for (size_t i = 0; i < count; i++) {
    sources[i] = kNoReg;
    if (fold(values[i])) continue;
    const Reg local = values[i]->is<Name>() ? local_of(values[i]) : kNoReg;
    if (local != kNoReg && !frame_->local_has_walrus[local] && !changed_before(local, i)) {
      check_local(local, values[i]->span);
      sources[i] = local;
    } else {
      to(values[i], sources[i] = alloc());
    }
  }
  for (size_t i = 0; i < count; i++) {
    const Mark mark(*this);
    if (sources[i] == kNoReg) {
      const Reg reg = target_register(targets[i]);
      load_constant(values[i]->span, reg, *fold(values[i]));
      store_from_register(targets[i], reg);
    } else {
      store(targets[i], sources[i]);
    }
  }
  return true;
}

void Emitter::emit_assign(const Assign* statement) {
  if (statement->targets.size() == 1) return assign(statement->targets[0], statement->value);
  const Mark mark(*this);
  // x = y = value: straight into x when that is a local.
  const Reg local = local_of(statement->targets[0]);
  Reg src;
  if (local != kNoReg) {
    to(statement->value, src = local);
    mark_assigned(local);
  } else if (frame_->has_walrus) {
    to(statement->value, src = alloc());
  } else {
    src = any(statement->value);
  }
  for (size_t i = local != kNoReg ? 1 : 0; i < statement->targets.size(); i++) store(statement->targets[i], src);
}

// ---- x += y

void Emitter::emit_augmented(const AugAssign* statement) {
  const Mark mark(*this);
  const Span& at = statement->span;
  const Expr* value = statement->value;
  switch (statement->target->kind) {
    case NodeKind::Name: {
      const auto* name = statement->target->as<Name>();
      const Reg local = local_of(name);
      if (local != kNoReg) {
        check_local(local, name->span);
        Reg left = local;
        if (may_rebind(local, {value})) move(name->span, left = alloc(), local);
        emit_operator(at, statement->op, local, left, value, true);
        return mark_assigned(local);
      }
      const Reg temp = alloc();
      load_name(name->id, name->span, temp);
      emit_operator(at, statement->op, temp, temp, value, true);
      return store_name(name->id, name->span, temp);
    }
    case NodeKind::Attribute: {
      const auto* attribute = statement->target->as<Attribute>();
      const Reg object = any(attribute->value, {value});
      const Reg temp = alloc();
      const std::string_view name = mangled(attribute->attr);
      code_.emit(attribute->span, Op::GET_ATTR, temp, object, code_.attribute_site(name));
      emit_operator(at, statement->op, temp, temp, value, true);
      return code_.emit(attribute->span, Op::SET_ATTR, object, temp, code_.attribute_site(name));
    }
    case NodeKind::Subscript: {
      const auto* subscript = statement->target->as<Subscript>();
      const Reg object = any(subscript->value, {subscript->slice, value});
      const Reg index = any(subscript->slice, {value});
      const Reg temp = alloc();
      code_.emit(subscript->span, Op::GET_ITEM, temp, object, index);
      emit_operator(at, statement->op, temp, temp, value, true);
      return code_.emit(subscript->span, Op::SET_ITEM, object, index, temp);
    }
    default: return;
  }
}

// ---- x: T = y

void Emitter::emit_annotation(const Expr* annotation, Reg dst) {
  if (c_.future_annotations) {
    return load_constant(
        annotation->span, dst,
        str_constant(annotation->depth > kMaxUnparsedDepth ? std::string(c_.source.text(annotation->span)) : unparse(annotation)));
  }
  to(annotation, dst);
}

void Emitter::emit_annotated(const AnnAssign* statement) {
  if (statement->value) assign(statement->target, statement->value);
  const Mark mark(*this);
  if (frame_->is_function()) {
    // Annotations of variables in functions are not evaluated; but the object and the index of a target without value are.
    if (statement->value) return;
    if (const auto* attribute = statement->target->maybe<Attribute>()) {
      any(attribute->value);
    } else if (const auto* subscript = statement->target->maybe<Subscript>()) {
      any(subscript->value);
      any(subscript->slice);
    }
    return;
  }
  if (!statement->value) {
    if (const auto* attribute = statement->target->maybe<Attribute>()) effect(attribute->value);
    if (const auto* subscript = statement->target->maybe<Subscript>()) {
      effect(subscript->value);
      effect(subscript->slice);
    }
  }
  const bool stored = statement->simple && statement->target->is<Name>();
  if (!stored && c_.future_annotations) return;
  const Reg value = alloc();
  emit_annotation(statement->annotation, value);
  if (!stored) return;
  const Reg annotations = alloc(), key = alloc();
  code_.emit(statement->span, Op::SETUP_ANNOTATIONS, annotations, 0, 0, !frame_->in_namespace);
  load_constant(statement->span, key, str_constant(mangled(statement->target->as<Name>()->id)));
  code_.emit(statement->span, Op::SET_ITEM, annotations, key, value);
}

// ---- del

void Emitter::emit_delete(const Expr* target) {
  const Nesting nesting(*this, target->span);
  if (!nesting) return;
  const Mark mark(*this);
  switch (target->kind) {
    case NodeKind::Name: return delete_name(target->as<Name>()->id, target->span);
    case NodeKind::Attribute: {
      const Reg object = any(target->as<Attribute>()->value);
      return code_.emit(target->span, Op::DELETE_ATTR, object, 0, code_.attribute_site(mangled(target->as<Attribute>()->attr)));
    }
    case NodeKind::Subscript: {
      const auto* subscript = target->as<Subscript>();
      const Reg object = any(subscript->value, {subscript->slice});
      const Reg index = any(subscript->slice);
      return code_.emit(target->span, Op::DELETE_ITEM, object, index);
    }
    case NodeKind::List:
      for (const Expr* element : target->as<List>()->elts) emit_delete(element);
      return;
    case NodeKind::Tuple:
      for (const Expr* element : target->as<Tuple>()->elts) emit_delete(element);
      return;
    default: return;
  }
}

}  // namespace fermata
