#include "vm/import.h"

#include <algorithm>
#include <set>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/model/own.h"
#include "objects/model/type_object.h"
#include "objects/text/text.h"
#include "vm/suggestions.h"

namespace fermata {

namespace {

// `parent` is the module that was found on the way, when there was one.
Value raise_no_module(Context& cx, std::string_view name, std::string_view parent = {}) {
  if (Value full; !cx.can_allocate(4 * uint64_t(name.size()), &full)) return full;
  raise(cx, ErrorType::kModuleNotFoundError,
        fmt::format("No module named '{}'{}", name, parent.empty() ? "" : fmt::format("; '{}' is not a package", parent)));
  auto* e = as<Exception>(cx.exception);
  dict_set_str(cx, as<Dict>(e->details), cx.name(Name::k_name), new_str(cx, name));
  if (cx.heap.frozen()) return Value::error();  // the library asks for what may be there while the image is made: nobody reads it
  std::vector<Value> notes;
  if (const std::string hint = module_hint(cx, name); !hint.empty()) notes.push_back(new_str(cx, hint));
  notes.push_back(new_str(cx, "help(\"modules\") lists the modules that are here."));
  e->attributes = Value::object(new_dict(cx));
  dict_set_str(cx, as<Dict>(e->attributes), cx.name(Name::k___notes__), list_of(cx, notes));
  return Value::error();
}

// The library's, or a copy of it that a state carries. (A forged one gives a program no more than Python that it could have written
// itself.)
bool is_library(const Code* code) { return code->immortal() || code->has(kCodeHidden); }

Value find_module(Context& cx, std::string_view name, bool library = false);

// "a.b" becomes attribute b of a.
void join_package(Context& cx, std::string_view name, Module* m) {
  const size_t dot = name.rfind('.');
  if (dot == name.npos) return;
  const Value package = find_module(cx, name.substr(0, dot));
  Str* const last = cx.intern(name.substr(dot + 1));
  if (is<Module>(package) && dict_get_str(as<Dict>(as<Module>(package)->dict), last).is_unset())
    set_attribute(cx, package, last, Value::object(m));
}

// Puts into sys.modules what these modules of the library import, and what those do. (What is there has been looked at.)
Value list_imports(Context& cx, std::vector<const Module*> modules) {
  if (!cx.imports.imported) return Value::none();
  auto* listed = as<Dict>(cx.imports.modules);
  std::set<const Module*> seen;
  while (!modules.empty()) {
    const Module* importer = modules.back();
    modules.pop_back();
    if (!importer->immortal() || !is<Str>(importer->name) || !seen.insert(importer).second) continue;
    for (const std::string& each : cx.imports.imported(as<Str>(importer->name)->view())) {
      std::string error;
      Str* const name = cx.intern(each);
      if (!name) return cx.out_of_memory();
      if (!dict_get_str(listed, name).is_unset()) continue;
      Module* const m = cx.imports.load(name->view(), true, &error);
      if (!m) continue;
      modules.push_back(m);
      // (What only the library may import isn't listed, but may have imported what is.)
      if (cx.imports.load(name->view(), false, &error) && !dict_set_str(cx, listed, name, Value::object(m))) return cx.out_of_memory();
    }
  }
  return Value::none();
}

constexpr const char* kListed = "sys.modules";  // in the library's state: the program has looked

Value find_module(Context& cx, std::string_view name, bool library) {
  Str* const key = cx.intern(name);
  if (!key) return cx.out_of_memory();
  if (is<Dict>(cx.imports.modules))
    if (Value m = dict_get_str(as<Dict>(cx.imports.modules), key); !m.is_unset()) {
      if (!m.is_none()) return m;
      return raise(cx, ErrorType::kModuleNotFoundError, message_text("import of {} halted; None in sys.modules", name));
    }
  std::string error;
  Module* m = cx.imports.load ? cx.imports.load(name, false, &error) : nullptr;
  if (!m && cx.imports.load && error.empty() && library) {
    m = cx.imports.load(name, true, &error);  // not for sys.modules
    if (m) return Value::object(m);
  }
  if (!error.empty()) return raise_import_error(cx, "{}", error);
  if (!m) return Value();
  if (is<Dict>(cx.imports.modules)) {
    dict_set_str(cx, as<Dict>(cx.imports.modules), key, Value::object(m));
    join_package(cx, name, m);
    if (is<Dict>(cx.library_state) && !dict_get_str(as<Dict>(cx.library_state), cx.intern(kListed)).is_unset())
      if (const Value r = list_imports(cx, {m}); r.is_outcome()) return r;
  }
  return Value::object(m);
}

}  // namespace

Value listed_modules(Context& cx) {
  if (!is<Dict>(cx.imports.modules)) return Value::object(new_dict(cx));
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  if (!dict_get_str(as<Dict>(cx.library_state), cx.intern(kListed)).is_unset()) return cx.imports.modules;
  std::vector<const Module*> modules;
  for (const char* always : {"sys", "builtins"}) {
    const Value module = find_module(cx, always);
    if (module.is_outcome()) return module;
  }
  dict_for_each(as<Dict>(cx.imports.modules), [&](DictEntry& e) {
    if (is<Module>(e.value)) modules.push_back(as<Module>(e.value));
  });
  if (const Value r = list_imports(cx, std::move(modules)); r.is_outcome()) return r;
  if (!dict_set_str(cx, as<Dict>(cx.library_state), cx.intern(kListed), Value::none())) return cx.out_of_memory();
  return cx.imports.modules;
}

Value known_subclasses(Context& cx, const Class* cls) {
  constexpr const char* kAlways[] = {"importlib._bootstrap", "zipimport", "encodings", "io", "_signal"};
  const Value listed = listed_modules(cx);
  if (listed.is_outcome()) return listed;
  std::vector<Value> known, own;
  for (const Value v : direct_subclasses(cx, cls)) {
    if (!v.as_object()->immortal()) own.push_back(v);
    else if (dict_get_str(as<Dict>(as<Class>(v)->dict), cx.name(Name::k___module__)).is_unset()) known.push_back(v);  // a builtin class
  }
  const auto add = [&](const Module* m) {
    if (!m || !m->immortal() || !is<Dict>(m->dict)) return;
    cx.budget.charge(as<Dict>(m->dict)->live / 4);
    dict_for_each(as<Dict>(m->dict), [&](DictEntry& e) {
      if (is<Class>(e.value) && e.value.as_object()->immortal() && is_base(as<Class>(e.value), cls) &&
          std::ranges::find(known, e.value) == known.end())
        known.push_back(e.value);
    });
  };
  std::string error;
  for (const char* name : kAlways) add(cx.imports.load ? cx.imports.load(name, true, &error) : nullptr);
  dict_for_each(as<Dict>(listed), [&](DictEntry& e) { add(try_as<Module>(e.value)); });
  known.insert(known.end(), own.begin(), own.end());
  return list_of(cx, known);
}

std::string module_hint(const Context& cx, std::string_view module) {
  if (module.size() > 100) return "";  // no name that anybody knows
  if (const std::string_view why = cx.imports.why_not ? cx.imports.why_not(module) : std::string_view(); !why.empty())
    return std::string(why);
  const std::string nearest = suggest_name(module, cx.imports.names ? cx.imports.names() : std::vector<std::string>());
  return nearest.empty() ? "" : "Did you mean: '" + nearest + "'?";
}

namespace {

bool is_package(Context& cx, std::string_view name) {
  const Value module = payload_of(find_module(cx, name));
  if (!is<Module>(module) || !is<Dict>(as<Module>(module)->dict)) return false;
  const auto* dict = as<Dict>(as<Module>(module)->dict);
  const Value package = dict_get_str(dict, cx.intern("__package__"));
  return !dict_get_str(dict, cx.intern("__path__")).is_unset() || (is<Str>(package) && as<Str>(package)->view() == name);
}

// The name of what `from ..name import x` means, by the importer's __package__ or __name__; a str.
Value absolute_name(Context& cx, std::string_view name, uint32_t dots, Value globals) {
  if (!is<Dict>(globals)) return raise_import_error(cx, "attempted relative import with no known parent package");
  const auto* dict = as<Dict>(globals);
  Value package = payload_of(dict_get_str(dict, cx.intern("__package__")));
  const bool by_name = package.is_unset() || package.is_none();
  if (by_name) package = payload_of(dict_get_str(dict, cx.name(Name::k___name__)));
  if (package.is_unset()) return raise_key_error(cx, new_str(cx, "'__name__' not in globals"));
  if (!is<Str>(package)) return raise_type_error(cx, "{} must be a string", by_name ? "__name__" : "__package__");
  std::string_view base = as<Str>(package)->view();
  // What isn't a package itself is in one.
  if (by_name && dict_get_str(dict, cx.intern("__path__")).is_unset())
    base = base.substr(0, base.rfind('.') == base.npos ? 0 : base.rfind('.'));
  if (base.empty()) return raise_import_error(cx, "attempted relative import with no known parent package");
  for (uint32_t i = 1; i < dots; ++i) {
    const size_t dot = base.rfind('.');
    if (dot == base.npos) return raise_import_error(cx, "attempted relative import beyond top-level package");
    base = base.substr(0, dot);
  }
  Value full;
  if (!cx.can_allocate(base.size() + name.size() + 1, &full)) return full;
  Str* const absolute = cx.intern(name.empty() ? std::string(base) : fmt::format("{}.{}", base, name));
  return absolute ? Value::object(absolute) : cx.out_of_memory();
}

// The same for an import with any number of dots before the name, or none.
Value full_name(Context& cx, Str* name, uint32_t dots, Value globals) {
  return dots ? absolute_name(cx, name->view(), dots, globals) : Value::object(name);
}

// Is there anything in the session's files, which PathFinder looks through? Or has the program put a finder of its own into sys.meta_path?
// The machine's are classes of the library's.
bool has_finders(Context& cx) {
  if (!is<Dict>(cx.library_state)) [[likely]]
    return false;
  const auto* state = as<Dict>(cx.library_state);
  for (const char* files : {"files", "files.given", "files.mounts"})
    if (!dict_get_str(state, cx.intern(files)).is_unset()) return true;
  const Value finders = dict_get_str(state, cx.intern("meta_path"));
  return is<List>(finders) &&
         std::ranges::any_of(as<List>(finders)->items.span(), [](Value each) { return !is<Class>(each) || !each.as_object()->immortal(); });
}

// Of "a.b.c" the first of "a", "a.b" and "a.b.c" that isn't imported yet and that the session makes for itself, or that only the program's
// own finders may find; empty: none. `library`: the library's code imports it, which has modules that others don't find.
std::string_view first_to_run(Context& cx, std::string_view name, bool finders = true, bool library = false) {
  if (!cx.imports.code || !is<Dict>(cx.imports.modules)) return {};
  constexpr size_t kLongest = 4000;  // no file has a longer one
  for (size_t dot = name.find('.');; dot = name.find('.', dot + 1)) {
    const std::string_view part = name.substr(0, dot);
    if (part.size() > kLongest) return {};
    Str* const key = cx.intern(part);
    if (!key) return {};
    if (dict_get_str(as<Dict>(cx.imports.modules), key).is_unset()) {
      std::string error;
      if (cx.imports.code(part, false) || (finders && has_finders(cx) && !cx.imports.load(part, library, &error) && error.empty()))
        return part;
    }
    if (dot == name.npos) return {};
  }
}

}  // namespace

Value import_hook(Context& cx, Value globals) {
  if (!is<Dict>(globals) || is_shared(globals)) return Value();
  Str* const name = cx.intern("__import__");
  const Value plain = dict_get_str(cx.image->builtins, name);
  const Value own = payload_of(dict_get_str(as<Dict>(globals), cx.intern("__builtins__")));
  Value hook;
  if (is<Dict>(own) && as<Dict>(own) != cx.image->builtins) {
    hook = dict_get_str(as<Dict>(own), name);
    if (hook.is_unset()) return raise(cx, ErrorType::kImportError, "__import__ not found");
  } else {
    if (!is<Dict>(cx.imports.patches)) return Value();
    const Value set = dict_get_str(as<Dict>(cx.imports.patches), cx.name(Name::k_builtins));
    if (is<Dict>(set)) hook = dict_get_str(as<Dict>(set), name);
  }
  return hook == plain || hook.is_missing() ? Value() : hook;
}

namespace {

// What `from name import …` takes from the module, as __import__ is told: None for `import name`.
Value names_taken(Context& cx, const Code* code, const uint64_t* next, uint32_t from) {
  std::vector<Value> names;
  for (const uint64_t* end = code->words.data + code->words.size; next < end && op_of(*next) != Op::IMPORT; ++next) {
    if (op_of(*next) == Op::IMPORT_STAR && a_of(*next) == from) names.push_back(new_str(cx, "*"));
    if (op_of(*next) == Op::IMPORT_FROM && b_of(*next) == from) names.push_back(code->sites[c_of(*next)].name);
  }
  return names.empty() ? Value::none() : tuple_of(cx, names);
}

}  // namespace

Value import_by_hook(Context& cx, Value hook, Str* name, uint32_t dots, bool top, Value globals, const Code* code, const uint64_t* next,
                     uint32_t to) {
  const Value names = names_taken(cx, code, next, to);
  if (names.is_outcome()) return names;
  const Value how[] = {Value::small(dots), Value::boolean(top), names};
  const Value told = tuple_of(cx, how);
  return told.is_outcome() ? told : cx.tail_call(prelude_function(cx, "import_by_hook"), {hook, Value::object(name), told, globals});
}

Value import_module(Context& cx, Str* name, uint32_t dots, bool top, const Code* importer, Value globals, bool begun) {
  const Value full = full_name(cx, name, dots, globals);
  if (full.is_outcome()) return full;
  const std::string_view text = as<Str>(full)->view();
  if (text.empty()) return raise_value_error(cx, "Empty module name");
  const bool image = !cx.imports.code;  // it is being made, only by the library
  const bool library = image || (importer && is_library(importer));
  if (!first_to_run(cx, text, !begun, library).empty()) return Value::defer();
  Value leaf = find_module(cx, text, library);
  if (leaf.is_outcome()) return leaf;
  // `import a.b` binds a: while the image is made, a module b that each session makes for itself may wait until one asks for it.
  if (leaf.is_unset() && image && top && cx.imports.why_not && !cx.imports.why_not(text).empty())
    leaf = find_module(cx, text.substr(0, text.find('.')));
  if (leaf.is_outcome()) return leaf;
  if (leaf.is_unset()) {
    // CPython says which part is missing, and of what.
    std::string_view missing = text;
    for (size_t dot = text.find('.'); dot != text.npos && missing.size() == text.size(); dot = text.find('.', dot + 1)) {
      const Value part = find_module(cx, text.substr(0, dot));
      if (part.is_outcome()) return part;
      if (part.is_unset()) missing = text.substr(0, dot);
    }
    const size_t last = missing.rfind('.');
    const std::string_view parent = last == missing.npos ? std::string_view() : missing.substr(0, last);
    return raise_no_module(cx, missing, parent.empty() || is_package(cx, parent) ? std::string_view() : parent);
  }
  // Does another thread make it? (Those of the image are whole.)
  if (!begun && !cx.threads.is_unset() && is<Module>(leaf) && !leaf.as_object()->immortal() && is_initializing(cx, as<Module>(leaf)))
    return Value::defer();
  // Of what is given: `..name.part` is that package's name.
  size_t dot = text.find('.', dots ? text.size() - name->view().size() : 0);
  if (!top || dot == text.npos) return leaf;
  Value first = find_module(cx, text.substr(0, dot));
  return first.is_unset() ? raise_no_module(cx, text.substr(0, dot)) : first;
}

Module* new_module(Context& cx, std::string_view name, bool package) {
  auto* m = cx.heap.make<Module>();
  Dict* dict = new_dict(cx);
  m->name = Value::object(cx.intern(name));
  m->dict = Value::object(dict);
  const size_t dot = package ? name.size() : name.rfind('.');
  dict_set_str(cx, dict, cx.name(Name::k___name__), m->name);
  dict_set_str(cx, dict, cx.name(Name::k___doc__), Value::none());
  dict_set_str(cx, dict, cx.intern("__package__"), Value::object(cx.intern(dot == name.npos ? std::string_view() : name.substr(0, dot))));
  if (package) dict_set_str(cx, dict, cx.intern("__path__"), list_of(cx, {}));
  for (const char* unknown : {"__loader__", "__spec__"}) dict_set_str(cx, dict, cx.intern(unknown), Value::none());
  return m;
}

Module* new_python_module(Context& cx, std::string_view name, std::string_view file) {
  const bool package = file.ends_with("/__init__.py");
  Module* m = new_module(cx, name, package);
  dict_set_str(cx, as<Dict>(m->dict), cx.intern("__file__"), new_str(cx, file));
  if (package && file.starts_with('/')) {  // (logging asks where its folder is)
    const Value folder[] = {new_str(cx, file.substr(0, file.rfind('/')))};
    dict_set_str(cx, as<Dict>(m->dict), cx.intern("__path__"), list_of(cx, folder));
  }
  return m;
}

Value begin_module(Context& cx, Str* name, uint32_t dots, Value globals) {
  const Value full = full_name(cx, name, dots, globals);
  if (full.is_outcome()) return full;
  const std::string_view text = first_to_run(cx, as<Str>(full)->view());
  if (text.empty()) return Value::none();
  Code* code = cx.imports.code(text, false);
  if (!code) {
    const Value missing[] = {new_str(cx, text), Value::none(), Value::none(), Value::none(), cx.imports.modules};
    return tuple_of(cx, missing);
  }
  Code* overlay = cx.imports.code(text, true);
  Module* m = new_python_module(cx, text, as<Str>(code->filename)->view());
  dict_set_str(cx, as<Dict>(cx.imports.modules), as<Str>(m->name), Value::object(m));
  const Value begun[] = {m->name, Value::object(m), Value::object(code), overlay ? Value::object(overlay) : Value::none(),
                         cx.imports.modules};
  return tuple_of(cx, begun);
}

Value import_from(Context& cx, Value module, Str* name) {
  if (!is<Module>(module)) return Value::defer();  // what the program put in sys.modules
  Value v = get_attribute(cx, module, name);
  if (v.is_outcome() && !v.is_error() && !v.is_retry())
    return Value::defer();  // the module's __getattr__ has to be asked, and may not know
  if (!v.is_error() || !exception_matches(cx, cx.exception, ErrorType::kAttributeError)) return v;
  cx.exception = Value();
  Value full;
  if (!cx.can_allocate(3 * (uint64_t(as<Str>(as<Module>(module)->name)->count) + name->count), &full)) return full;
  const std::string module_name(as<Str>(as<Module>(module)->name)->view());
  const std::string sub_name = module_name + "." + std::string(name->view());
  if (!first_to_run(cx, sub_name).empty()) return Value::defer();
  Value sub = find_module(cx, sub_name);
  if (!sub.is_unset()) return sub;
  const Value dict = as<Module>(module)->dict;
  const Value file = is<Dict>(dict) ? dict_get_str(as<Dict>(dict), cx.name(Name::k___file__)) : Value();
  const std::string_view place = is<Str>(file) ? as<Str>(file)->view() : "unknown location";
  const bool running = is_initializing(cx, as<Module>(module));
  raise_import_error(cx, "cannot import name '{}' from {}'{}'{} ({})", name->view(), running ? "partially initialized module " : "",
                     module_name, running ? " (most likely due to a circular import)" : "", place);
  auto* e = as<Exception>(cx.exception);
  if (is<Str>(file)) dict_set_str(cx, as<Dict>(e->details), cx.intern("path"), file);
  dict_set_str(cx, as<Dict>(e->details), cx.name(Name::k_name), new_str(cx, module_name));
  return Value::error();
}

Value import_star(Context& cx, Value module, Dict* globals) {
  if (!is<Module>(module)) return Value::defer();
  Dict* dict = as<Dict>(as<Module>(module)->dict);
  Value all = dict_get_str(dict, cx.name(Name::k___all__));
  std::vector<Value> names;
  if (!all.is_unset()) {
    if (Value r = collect_items(cx, all, names); r.is_outcome()) return r;
  } else {
    dict_for_each(dict, [&](DictEntry& e) {
      if (is<Str>(e.key) && !as<Str>(e.key)->view().starts_with("_")) names.push_back(e.key);
    });
  }
  for (Value n : names) {
    if (!is<Str>(n))
      return raise_type_error(cx, "Item in {}.__all__ must be str, not {}", as<Str>(as<Module>(module)->name)->view(), type_name(cx, n));
    Value v = get_attribute(cx, module, as<Str>(n));
    // The module's __getattr__ has to be asked: the twin sets all names again.
    if (v.is_outcome() && !v.is_error()) return Value::defer();
    if (v.is_error()) {
      if (!is_package(cx, as<Str>(as<Module>(module)->name)->view()) || !exception_matches(cx, cx.exception, ErrorType::kAttributeError))
        return v;
      cx.exception = Value();
      return Value::defer();  // it may be a module of the package's that isn't imported yet
    }
    if (!dict_set_str(cx, globals, as<Str>(n), v)) return cx.out_of_memory();
  }
  return Value::none();
}

}  // namespace fermata
