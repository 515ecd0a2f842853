// Which name means what: symbol tables by CPython's rules, with its error messages, and the registers, cells and captures that follow.
// A ScopeTable is made from a finished tree, owned by one compilation and read by the emitter. Names point into the tree's arena or into
// the table. List, set and dict comprehensions have scopes of their own but no code of their own: their variables are registers of the code
// around them (its *frame* scope), as CPython 3.12 does it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/code.h"
#include "syntax/ast.h"

namespace fermata {

// TypeParameters holds the type parameters of a function, class or alias; Deferred is what is evaluated when somebody asks: the bound of
// a type variable, the value of a `type` statement.
enum class ScopeKind : uint8_t { Module, Class, Function, Lambda, GeneratorExp, Comprehension, TypeParameters, Deferred };

enum class Storage : uint8_t {
  kRegister,  // index: the register
  kCell,      // index: the register that holds the cell
  kFree,      // index: among the frame's free variables
  kGlobal,
  kName,        // in a class body: the namespace, else global
  kNameOrFree,  // in a class body: the namespace, else the free variable `index`
};

struct Binding {
  Storage storage = Storage::kGlobal;
  uint32_t index = 0;
};

enum SymbolFlag : uint16_t {
  kSymbolParameter = 1,
  kSymbolBound = 2,  // assigned, imported, defined or deleted here; a parameter too
  kSymbolUsed = 4,
  kSymbolGlobal = 8,     // declared so
  kSymbolNonlocal = 16,  // declared so
  kSymbolAnnotated = 32,
  kSymbolIteration = 64,   // in a target of this comprehension: with kSymbolBound one of its variables
  kSymbolDeleted = 128,    // by `del`, or at the end of an `except … as`
  kSymbolWalrus = 256,     // bound by a :=
  kSymbolCaptured = 512,   // some inner code uses it: lives in a cell
  kSymbolImported = 1024,  // bound by an import, which a later `global` forgives
  kSymbolAssigned = 2048,  // bound otherwise
  kSymbolTypeParameter = 4096,
};

// A local of its TypeParameters scope that hands a generic class its type parameters.
inline constexpr std::string_view kTypeParameters = ".type_params";

struct Symbol {
  std::string_view name;  // mangled
  uint16_t flags = 0;
  Binding binding;
};

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  const ast::Node* node = nullptr;
  Scope* parent = nullptr;
  std::string_view name;           // of the function or class
  std::string_view private_class;  // the class whose name mangles __names here; empty: none
  std::vector<Scope*> children;
  std::vector<Symbol> symbols;  // in the order of their first appearance
  std::unordered_map<std::string_view, uint32_t> index_of_name;
  bool generator = false;
  bool asynchronous = false;     // `await` is allowed in it: async def, an asynchronous generator expression, a module with top-level await
  bool has_annotations = false;  // module, class
  bool in_namespace = false;     // class, and a module for exec: names live in a namespace
  bool needs_class_cell = false;  // class: some method uses __class__ or super
  bool sees_class = false;        // TypeParameters and Deferred right in a class: register 0 holds its namespace
  std::string_view what = {};     // TypeParameters and Deferred: what errors call it
  uint32_t class_cell = 0;        // its register

  // Of frame scopes only.
  std::vector<std::string_view> locals;
  std::vector<uint8_t> local_is_cell;
  std::vector<uint8_t> local_is_deletable;  // may become unset again after it was set
  std::vector<uint8_t> local_has_walrus;
  bool has_walrus = false;
  uint32_t parameters = 0;
  uint32_t own_locals = 0;  // the locals after these belong to comprehensions
  std::vector<std::string_view> free_names;
  std::unordered_map<std::string_view, uint32_t> free_index_of_name;
  std::vector<Capture> captures;

  bool is_frame() const { return kind != ScopeKind::Comprehension; }
  bool is_function() const { return is_frame() && kind != ScopeKind::Module && kind != ScopeKind::Class; }
  bool is_annotation() const { return kind == ScopeKind::TypeParameters || kind == ScopeKind::Deferred; }
  bool is_comprehension() const { return kind == ScopeKind::GeneratorExp || kind == ScopeKind::Comprehension; }
  Scope* frame() {
    Scope* scope = this;
    while (!scope->is_frame()) scope = scope->parent;
    return scope;
  }
  const Symbol* find(std::string_view mangled) const {
    auto found = index_of_name.find(mangled);
    return found == index_of_name.end() ? nullptr : &symbols[found->second];
  }
};

class ScopeTable {
 public:
  // `root` is a Module or an Expression. Errors found are added to `errors`; with errors the table must not be used further.
  ScopeTable(const ast::Node& root, bool future_annotations, std::vector<CompileError>& errors, bool in_namespace = false,
             bool top_level_await = false);

  Scope* root() { return root_; }
  Scope* of(const ast::Node* node) const { return of_node_.at(node); }
  // The TypeParameters scope that begins with this parameter.
  Scope* of_parameters(const ast::TypeParam* first) const { return of_parameters_.at(first); }
  // The Deferred scope of a type variable's bound or of a `type` statement.
  Scope* of_deferred(const ast::Node* node) const { return of_deferred_.at(node); }
  // The name as it is in a class named `private_class`: __x becomes _Class__x.
  std::string_view mangle(std::string_view private_class, std::string_view name);

 private:
  friend class ScopeBuilder;

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<Scope> scopes_;
  std::deque<std::string> texts_;  // mangled names, and names of our own
  std::unordered_map<const ast::Node*, Scope*> of_node_, of_parameters_, of_deferred_;
  Scope* root_ = nullptr;
};

}  // namespace fermata
