// Module _symtable: what the compiler knows about a source's names, as CPython's module symtable reads it; the rest is _symtable.py.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "compiler/scopes.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"
#include "vm/source_text.h"

namespace fermata {

namespace {

// CPython's numbers, all but one of which its module symtable knows by these names.
enum Flag : int64_t {
  DEF_GLOBAL = 1,
  DEF_LOCAL = 2,
  DEF_PARAM = 4,
  DEF_NONLOCAL = 8,
  USE = 16,
  DEF_FREE = 32,
  DEF_FREE_CLASS = 64,
  DEF_IMPORT = 128,
  DEF_ANNOT = 256,
  DEF_COMP_ITER = 512,
  DEF_BOUND = DEF_LOCAL | DEF_PARAM | DEF_IMPORT,
  SCOPE_MASK = DEF_GLOBAL | DEF_LOCAL | DEF_PARAM | DEF_NONLOCAL,
  SCOPE_OFF = 11,  // how far the meaning of a name is above its flags
};
enum Meaning : int64_t { LOCAL = 1, GLOBAL_EXPLICIT, GLOBAL_IMPLICIT, FREE, CELL };
enum TableType : int64_t { TYPE_FUNCTION, TYPE_CLASS, TYPE_MODULE };

constexpr std::pair<const char*, int64_t> kConstants[] = {
#define CONSTANT(name) \
  { #name, name }
    CONSTANT(DEF_GLOBAL), CONSTANT(DEF_LOCAL),      CONSTANT(DEF_PARAM),     CONSTANT(DEF_NONLOCAL),    CONSTANT(USE),
    CONSTANT(DEF_FREE),   CONSTANT(DEF_FREE_CLASS), CONSTANT(DEF_IMPORT),    CONSTANT(DEF_ANNOT),       CONSTANT(DEF_BOUND),
    CONSTANT(SCOPE_MASK), CONSTANT(SCOPE_OFF),      CONSTANT(LOCAL),         CONSTANT(GLOBAL_EXPLICIT), CONSTANT(GLOBAL_IMPLICIT),
    CONSTANT(FREE),       CONSTANT(CELL),           CONSTANT(TYPE_FUNCTION), CONSTANT(TYPE_CLASS),      CONSTANT(TYPE_MODULE),
#undef CONSTANT
};

void fill(Context& cx, Dict* dict) {
  for (const auto& [name, value] : kConstants) dict_set_str(cx, dict, cx.intern(name), Value::small(value));
}

// The additional scopes of generic things, which CPython has only since 3.12, are functions here: its 3.11 has no other word for them.
TableType type_of(const Scope& scope) {
  return scope.kind == ScopeKind::Module ? TYPE_MODULE : scope.kind == ScopeKind::Class ? TYPE_CLASS : TYPE_FUNCTION;
}

std::string_view name_of(const Scope& scope) {
  switch (scope.node->kind) {
    case ast::NodeKind::Module:
    case ast::NodeKind::Expression: return "top";
    case ast::NodeKind::Lambda: return "lambda";
    case ast::NodeKind::ListComp: return "listcomp";
    case ast::NodeKind::SetComp: return "setcomp";
    case ast::NodeKind::DictComp: return "dictcomp";
    case ast::NodeKind::GeneratorExp: return "genexpr";
    default: return scope.name;
  }
}

bool is_free(const Symbol& symbol) {
  const bool own = (symbol.flags & kSymbolBound) && !(symbol.flags & kSymbolNonlocal);
  if (own || (symbol.flags & kSymbolGlobal)) return false;
  return symbol.binding.storage != Storage::kGlobal && symbol.binding.storage != Storage::kName;
}

int64_t flags_of(const Scope& scope, const Symbol& symbol) {
  static constexpr std::pair<SymbolFlag, Flag> kFlags[] = {
      {kSymbolParameter, DEF_PARAM},     {kSymbolAssigned, DEF_LOCAL},    {kSymbolUsed, USE},
      {kSymbolGlobal, DEF_GLOBAL},       {kSymbolNonlocal, DEF_NONLOCAL}, {kSymbolAnnotated, DEF_ANNOT},
      {kSymbolIteration, DEF_COMP_ITER}, {kSymbolImported, DEF_IMPORT}};
  int64_t flags = 0;
  for (const auto& [ours, theirs] : kFlags)
    if (symbol.flags & ours) flags |= theirs;
  // What `:=` binds beyond the comprehension that it stands in.
  if (scope.is_comprehension() && (symbol.flags & kSymbolWalrus)) flags |= DEF_LOCAL | (is_free(symbol) ? DEF_NONLOCAL : DEF_GLOBAL);
  return flags;
}

Meaning meaning_of(const Symbol& symbol, int64_t flags) {
  if (flags & DEF_GLOBAL) return GLOBAL_EXPLICIT;
  if (is_free(symbol)) return FREE;
  return symbol.flags & kSymbolBound ? LOCAL : GLOBAL_IMPLICIT;
}

using Names = std::vector<std::string_view>;

// What CPython calls an entry: a row (parent's place, type, name, line, nested, {name: flags}, names of parameters).
class Rows {
 public:
  Rows(Context& cx, Scope* root) : cx_(cx) {
    // Parents before children, and these in their order.
    std::vector<std::pair<Scope*, size_t>> open{{root, 0}};
    while (!open.empty()) {
      const auto [scope, parent] = open.back();
      open.pop_back();
      const size_t at = entries_.size();
      entries_.push_back({scope, parent, at > 0 && (entries_[parent].nested || type_of(*scope->parent) == TYPE_FUNCTION), {}});
      for (size_t i = scope->children.size(); i-- > 0;) open.push_back({scope->children[i], at});
    }
  }

  Value make() {
    std::vector<Value> rows(entries_.size());
    // A scope has among its names those that its children take from around it.
    for (size_t i = entries_.size(); i-- > 0;) {
      rows[i] = row(entries_[i]);
      if (rows[i].is_outcome()) return rows[i];
    }
    return list_of(cx_, rows);
  }

 private:
  struct Entry {
    Scope* scope;
    size_t parent;
    bool nested;
    Names free_in_children;
  };

  bool add(Dict* symbols, std::string_view name, int64_t flags) {
    Str* const key = cx_.intern(name);
    return key && dict_set_str(cx_, symbols, key, Value::small(flags));
  }

  Value row(Entry& entry) {
    const Scope& scope = *entry.scope;
    Names wanted = std::move(entry.free_in_children);
    if (!cx_.tick(scope.symbols.size() + wanted.size() + 1)) return Value::retry();
    std::unordered_set<std::string_view> of_children(wanted.begin(), wanted.end());
    if (type_of(scope) == TYPE_CLASS) of_children.erase("__class__");
    Dict* const symbols = new_dict(cx_);
    List* const parameters = new_list(cx_);
    Names& free = entries_[entry.parent].free_in_children;  // the module has none: nothing is around it
    const auto parameter = [&](std::string_view name) {
      Str* const text = cx_.intern(name);
      return text && list_append(cx_, parameters, Value::object(text));
    };
    if (scope.kind == ScopeKind::Comprehension && (!add(symbols, ".0", DEF_PARAM | LOCAL << SCOPE_OFF) || !parameter(".0")))
      return cx_.out_of_memory();
    for (const Symbol& symbol : scope.symbols) {
      int64_t flags = flags_of(scope, symbol);
      Meaning meaning = meaning_of(symbol, flags);
      if (of_children.erase(symbol.name)) {
        if (type_of(scope) == TYPE_FUNCTION && meaning == LOCAL) meaning = CELL;
        if (type_of(scope) == TYPE_CLASS && (flags & (DEF_BOUND | DEF_GLOBAL))) {
          flags |= DEF_FREE_CLASS;
          free.push_back(symbol.name);
        }
      }
      if (meaning == FREE) free.push_back(symbol.name);
      if (!add(symbols, symbol.name, flags | meaning << SCOPE_OFF)) return cx_.out_of_memory();
      if ((flags & DEF_PARAM) && !parameter(symbol.name)) return cx_.out_of_memory();
    }
    for (std::string_view name : wanted) {
      if (!of_children.erase(name)) continue;
      free.push_back(name);
      if (!add(symbols, name, FREE << SCOPE_OFF)) return cx_.out_of_memory();
    }
    const int64_t line = type_of(scope) == TYPE_MODULE ? 0 : scope.node->span.begin.line;
    return tuple_of(
        cx_, std::array<Value, 7>{Value::small(int64_t(entry.parent)), Value::small(type_of(scope)), new_str(cx_, name_of(scope)),
                                  Value::small(line), Value::small(entry.nested), Value::object(symbols), Value::object(parameters)});
  }

  Context& cx_;
  std::vector<Entry> entries_;
};

// _rows(text, filename, mode): a list of rows, or a SyntaxError's parts.
Value rows(Context& cx, Value* args) {
  Str* const filename = as<Str>(args[1]);
  constexpr uint64_t kNamesBytesPerByte = 48;  // of the names on their way from inner scopes to outer ones
  std::unique_ptr<ParsedText> parsed;
  if (Value failed = parse_text(cx, as<Str>(args[0]), filename, source_mode(as<Str>(args[2])->view()), &parsed); !failed.is_unset())
    return failed;
  if (Value full; !parsed->room.take(parsed->source.text().size() * kNamesBytesPerByte, &full)) return full;
  const ast::Module* const module = parsed->tree.module;
  const ast::Node& root = module ? static_cast<const ast::Node&>(*module) : *parsed->tree.expression;
  std::vector<CompileError> errors;
  ScopeTable scopes(root, module && imports_annotations(*module), errors);
  if (!errors.empty()) return compile_error_parts(cx, parsed->source, filename, errors[0], module != nullptr);
  return Rows(cx, scopes.root()).make();
}

constexpr NativeRow kFunctions[] = {
    {"_rows", rows, "text: str, filename: str, mode: str, /"},
    {"symtable", nullptr, "source, filename, startstr, /", "symtable_of"},
};

}  // namespace

extern const ModuleRow kSymtableModule = {"_symtable", kFunctions, fill};

}  // namespace fermata
