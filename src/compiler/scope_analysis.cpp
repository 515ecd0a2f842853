#include "compiler/scope_analysis.h"

#include <algorithm>

namespace fermata {
namespace {

// Where a name that `scope` doesn't bind comes from: a symbol of an enclosing function, or a class's own __class__.
struct Owner {
  Scope* scope = nullptr;    // null: global
  Symbol* symbol = nullptr;  // null: the class cell of `scope`
};

// Looks from `scope` outward, as far as `end`; `user` is the frame that asks.
Owner find_owner(Scope* scope, std::string_view name, const Scope* user, const Scope* end = nullptr) {
  for (; scope != end; scope = scope->parent) {
    if (scope->kind == ScopeKind::Module) return {};
    if (scope->kind == ScopeKind::Class) {
      if (name == "__class__" && scope != user) return {scope, nullptr};
      continue;
    }
    auto found = scope->index_of_name.find(name);
    if (found == scope->index_of_name.end()) continue;
    Symbol& symbol = scope->symbols[found->second];
    if (symbol.flags & kSymbolGlobal) return {};
    if ((symbol.flags & kSymbolBound) && !(symbol.flags & kSymbolNonlocal)) return {scope, &symbol};
  }
  return {};
}

void note_free(Scope* frame, std::string_view name) {
  if (frame->free_index_of_name.try_emplace(name, 0).second) frame->free_names.push_back(name);
}

// Marks the owner's variable as captured and passes it down through every frame between; counts what it passes.
void capture(Scope* frame, const Owner& owner, std::string_view name, uint32_t& passed) {
  if (owner.symbol) {
    owner.symbol->flags |= kSymbolCaptured;
  } else {
    owner.scope->needs_class_cell = true;
  }
  Scope* const end = owner.scope->frame();
  for (Scope* between = frame->parent->frame(); between != end; between = between->parent->frame()) {
    note_free(between, name);
    ++passed;
  }
  note_free(frame, name);
}

// By their names, as CPython has them: programs see the order in co_freevars and __closure__.
void order_free_names(Scope& frame) {
  std::sort(frame.free_names.begin(), frame.free_names.end());
  for (uint32_t i = 0; i < frame.free_names.size(); ++i) frame.free_index_of_name[frame.free_names[i]] = i;
}

bool is_local(const Scope& scope, const Symbol& symbol) {
  if (!(symbol.flags & kSymbolBound) || (symbol.flags & (kSymbolGlobal | kSymbolNonlocal))) return false;
  return scope.is_function() || scope.kind == ScopeKind::Comprehension;
}

void resolve(Scope& scope, Symbol& symbol, uint32_t& passed) {
  Binding& binding = symbol.binding;
  if (symbol.flags & kSymbolGlobal) {
    binding = {Storage::kGlobal, 0};
    return;
  }
  if (is_local(scope, symbol)) return;  // registers are handed out later
  const bool in_namespace = scope.in_namespace || scope.sees_class;
  if ((symbol.flags & kSymbolBound) && !(symbol.flags & kSymbolNonlocal)) {
    binding = {in_namespace ? Storage::kName : Storage::kGlobal, 0};
    return;
  }
  Scope* frame = scope.frame();
  const Owner owner = scope.parent ? find_owner(scope.parent, symbol.name, frame) : Owner{};
  if (!owner.scope) {
    binding = {in_namespace ? Storage::kName : Storage::kGlobal, 0};
  } else if (owner.scope->frame() == frame) {
    binding = {Storage::kRegister, UINT32_MAX};  // a comprehension uses a variable of the code around it: filled in later
  } else {
    capture(frame, owner, symbol.name, passed);
    binding = {in_namespace ? Storage::kNameOrFree : Storage::kFree, UINT32_MAX};  // filled in when all are known
  }
}

uint32_t add_local(Scope& frame, std::string_view name, uint16_t flags) {
  frame.locals.push_back(name);
  frame.local_is_cell.push_back((flags & kSymbolCaptured) != 0);
  frame.local_is_deletable.push_back((flags & kSymbolDeleted) != 0);
  frame.local_has_walrus.push_back((flags & kSymbolWalrus) != 0);
  if (flags & kSymbolWalrus) frame.has_walrus = true;
  return static_cast<uint32_t>(frame.locals.size() - 1);
}

Binding local_binding(const Symbol& symbol, uint32_t index) {
  return {symbol.flags & kSymbolCaptured ? Storage::kCell : Storage::kRegister, index};
}

// Comprehensions one after the other share registers, when their variables have the same name and nature.
struct PoolEntry {
  uint32_t index;
  std::string_view name;
  bool is_cell;
  bool used;
};

void give_comprehension_registers(Scope& frame, Scope& scope, std::vector<PoolEntry>& pool) {
  for (Scope* child : scope.children) {
    if (child->is_frame()) continue;
    std::vector<size_t> taken;
    for (Symbol& symbol : child->symbols) {
      if (!is_local(*child, symbol)) continue;
      const bool is_cell = (symbol.flags & kSymbolCaptured) != 0;
      auto free = std::find_if(pool.begin(), pool.end(),
                               [&](const PoolEntry& e) { return !e.used && e.is_cell == is_cell && e.name == symbol.name; });
      if (free == pool.end()) {
        pool.push_back({add_local(frame, symbol.name, symbol.flags), symbol.name, is_cell, true});
        free = pool.end() - 1;
      }
      free->used = true;
      taken.push_back(static_cast<size_t>(free - pool.begin()));
      symbol.binding = local_binding(symbol, free->index);
    }
    give_comprehension_registers(frame, *child, pool);
    for (size_t i : taken) pool[i].used = false;
  }
}

// Whether its code may ask for all its variables at once, by the builtins that do.
bool names_its_locals(const Scope& scope) {
  static constexpr std::string_view kAsking[] = {"locals", "exec", "eval", "vars", "dir"};
  const auto asks = [&](std::string_view name) {
    const Symbol* symbol = scope.find(name);
    return symbol && !is_local(scope, *symbol);
  };
  return std::ranges::any_of(kAsking, asks) ||
         std::ranges::any_of(scope.children, [](const Scope* child) { return !child->is_frame() && names_its_locals(*child); });
}

void give_registers(Scope& frame) {
  if (frame.in_namespace || frame.sees_class) {
    add_local(frame, ".namespace", 0);
    frame.parameters = 1;
    if (frame.needs_class_cell) frame.class_cell = add_local(frame, "__class__", kSymbolCaptured);
  }
  if (frame.is_function()) {
    // Parameters are noted in the order positional, keyword-only, *args, **kwargs, which is the order of registers.
    for (bool parameters : {true, false}) {
      for (Symbol& symbol : frame.symbols) {
        if (!is_local(frame, symbol) || ((symbol.flags & kSymbolParameter) != 0) != parameters) continue;
        symbol.binding = local_binding(symbol, add_local(frame, symbol.name, symbol.flags));
        if (parameters) frame.parameters++;
      }
    }
  }
  if (frame.is_function() && !frame.is_annotation() && names_its_locals(frame)) add_local(frame, kKeptLocals, 0);
  frame.own_locals = static_cast<uint32_t>(frame.locals.size());
  std::vector<PoolEntry> pool;
  give_comprehension_registers(frame, frame, pool);
}

void settle_free_uses(Scope& scope) {
  for (Symbol& symbol : scope.symbols)
    if (symbol.binding.storage == Storage::kFree || symbol.binding.storage == Storage::kNameOrFree)
      symbol.binding.index = scope.frame()->free_index_of_name.at(symbol.name);
}

// What a comprehension takes from the code around it.
void settle_comprehension_uses(Scope& scope) {
  for (Symbol& symbol : scope.symbols) {
    if (symbol.binding.storage != Storage::kRegister || symbol.binding.index != UINT32_MAX) continue;
    symbol.binding = find_owner(scope.parent, symbol.name, scope.frame()).symbol->binding;
  }
}

void settle_captures(Scope& frame) {
  Scope* const outer = frame.parent ? frame.parent->frame() : nullptr;
  for (std::string_view name : frame.free_names) {
    // A variable of the frame around this one, or one that is free there, too.
    const Owner owner = find_owner(frame.parent, name, &frame, outer->parent);
    if (owner.scope) {
      frame.captures.push_back({0, owner.symbol ? owner.symbol->binding.index : owner.scope->class_cell});
    } else {
      frame.captures.push_back({1, outer->free_index_of_name.at(name)});
    }
  }
}

}  // namespace

const Scope* analyze_scopes(std::deque<Scope>& scopes) {
  // Each takes a hundred bytes in every function that it goes through.
  constexpr uint32_t kMostPassed = 1 << 18;
  uint32_t passed = 0;
  for (Scope& scope : scopes) {
    for (Symbol& symbol : scope.symbols) {
      resolve(scope, symbol, passed);
      if (passed > kMostPassed) return &scope;
    }
  }
  for (Scope& scope : scopes) {
    if (!scope.is_frame()) continue;
    order_free_names(scope);
    give_registers(scope);
  }
  for (Scope& scope : scopes) settle_free_uses(scope);
  for (Scope& scope : scopes) {
    if (scope.kind == ScopeKind::Comprehension) settle_comprehension_uses(scope);
    if (scope.is_frame()) settle_captures(scope);
  }
  return nullptr;
}

}  // namespace fermata
