// Names: loading, storing and deleting them, wherever they live.
#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

Binding Emitter::binding_of(std::string_view name) {
  const Symbol* symbol = scope_->find(mangled(name));
  return symbol ? symbol->binding : Binding{};
}

void Emitter::check_local(Reg reg, const Span& at) {
  if (!frame_->local_is_deletable[reg] && code_.assigned().has(reg)) return;
  code_.emit(at, Op::CHECK_LOCAL, reg);
  mark_assigned(reg);
}

void Emitter::load_name(std::string_view name, const Span& at, Reg dst) {
  const Binding binding = binding_of(name);
  switch (binding.storage) {
    case Storage::kRegister: check_local(binding.index, at); return move(at, dst, binding.index);
    case Storage::kCell: return code_.emit(at, Op::LOAD_CELL, dst, binding.index);
    case Storage::kFree: return code_.emit(at, Op::LOAD_FREE, dst, binding.index);
    case Storage::kGlobal: return code_.emit_wide(at, Op::LOAD_GLOBAL, dst, code_.shared_site(mangled(name)));
    case Storage::kName: return code_.emit(at, Op::LOAD_NAME, dst, 0, code_.shared_site(mangled(name)));
    case Storage::kNameOrFree: return code_.emit(at, Op::LOAD_NAME_OR_FREE, dst, binding.index, code_.shared_site(mangled(name)));
  }
}

void Emitter::store_name(std::string_view name, const Span& at, Reg src) {
  const Binding binding = binding_of(name);
  switch (binding.storage) {
    case Storage::kRegister: move(at, binding.index, src); return mark_assigned(binding.index);
    case Storage::kCell: return code_.emit(at, Op::STORE_CELL, binding.index, src);
    case Storage::kFree:
    case Storage::kNameOrFree: return code_.emit(at, Op::STORE_FREE, binding.index, src);
    case Storage::kGlobal: return code_.emit_wide(at, Op::STORE_GLOBAL, src, code_.shared_site(mangled(name)));
    case Storage::kName: return code_.emit(at, Op::STORE_NAME, src, 0, code_.shared_site(mangled(name)));
  }
}

void Emitter::delete_name(std::string_view name, const Span& at) {
  const Binding binding = binding_of(name);
  switch (binding.storage) {
    case Storage::kRegister: return code_.emit(at, Op::DELETE_LOCAL, binding.index);
    case Storage::kCell: return code_.emit(at, Op::DELETE_CELL, binding.index);
    case Storage::kFree:
    case Storage::kNameOrFree: return code_.emit(at, Op::DELETE_FREE, binding.index);
    case Storage::kGlobal: return code_.emit_wide(at, Op::DELETE_GLOBAL, 0, code_.shared_site(mangled(name)));
    case Storage::kName: return code_.emit(at, Op::DELETE_NAME, 0, 0, code_.shared_site(mangled(name)));
  }
}

// `name = None; del name`: no error when the clause has deleted the name itself.
void Emitter::forget_name(std::string_view name, const Span& at) {
  const Binding binding = binding_of(name);
  if (binding.storage == Storage::kRegister) return code_.emit(at, Op::UNSET, binding.index);
  const Mark mark(*this);
  const Reg none = alloc();
  load_none(at, none);
  store_name(name, at, none);
  delete_name(name, at);
}

Reg Emitter::local_of(const Expr* target) {
  const auto* name = target->maybe<Name>();
  if (!name) return kNoReg;
  const Binding binding = binding_of(name->id);
  return binding.storage == Storage::kRegister ? binding.index : kNoReg;
}

}  // namespace fermata
