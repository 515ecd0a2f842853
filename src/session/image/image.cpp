#include "session/image/image.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "base/address_space.h"
#include "base/hash.h"
#include "library/module_tables.h"
#include "objects/code/archived_code.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/dunders.h"
#include "objects/model/exception_types.h"
#include "objects/model/instance.h"
#include "objects/model/type_tables.h"
#include "objects/natives/signature.h"
#include "objects/text/text.h"
#include "prelude/embedded.h"
#include "unicode/unicode.h"
#include "vm/frames.h"
#include "vm/host_calls.h"
#include "vm/import.h"
#include "vm/interpreter.h"
#include "vm/intrinsics.h"
#include "vm/threads.h"

namespace fermata {

namespace {

constexpr std::string_view kPreludeFolder = "prelude/", kLibraryFolder = "library/";

// A module's file in a folder of the archive; null when it isn't there.
const CodeArchive::File* file_in(std::string_view folder, std::string_view module, std::string_view ending) {
  std::string path(folder);
  for (char c : module) path += c == '.' ? '/' : c;
  const CodeArchive::File* package = embedded_code().find((path + "/__init__").append(ending));
  return package ? package : embedded_code().find(path.append(ending));
}

const CodeArchive::File* our_file(std::string_view module) { return file_in(kLibraryFolder, module, ""); }
const CodeArchive::File* python_file(std::string_view module) { return file_in(kPythonFolder, module, ".py"); }

using File = CodeArchive::File;

std::string_view name_of_file(const File& file) { return embedded_code().string(file.name); }

// A str by whose identity CPython's modules may distinguish it from others with the same text, such as argparse.SUPPRESS: no name of
// anything. States name it.
bool is_constant_text(Value v) { return is<Str>(v) && as<Str>(v)->length > 1 && !unicode::is_identifier(as<Str>(v)->view()); }

class Builder {
 public:
  Builder();
  const Image& image() const { return image_; }
  Module* module(std::string_view name, std::string* error);
  // Of an import statement: by the module that is being made, if one is.
  void note_import(std::string_view name);
  std::vector<std::string> imports_of(std::string_view by);
  Code* module_code(std::string_view name, bool overlay);
  Code* named_code(const ModuleName& row, bool overlay);
  const SessionPart* session_part(std::string_view name);
  std::string_view name_of(const Object* o);
  Object* find(std::string_view name);

 private:
  void make_strings();
  void make_core_classes();
  Class* make_type(const TypeRow& row);
  void fill_type(const TypeRow& row, Class* cls);
  Builtin* make_builtin(const NativeRow& row, Value owner);
  void add_functions(Dict* dict, std::span<const NativeRow> rows, Value owner);
  void give_exception_group_its_bases();
  std::string unbind_functions(Dict* dict);
  void load_prelude();
  void link_twins();
  void take_session_part(Dict* dict, const std::string& module);
  // Runs a file's code with `globals`; the text of the error, or empty.
  std::string run(const File& file, Dict* globals);
  Module* make_module(const ModuleName& row, std::string* error);
  void publish();
  Str* known_name(std::string_view text) const;
  void make_names();
  template <class Look>
  auto with_names(Look look) {
    {
      std::shared_lock lock(naming_);
      if (types_named_ && unnamed_.empty() && unnamed_codes_.empty()) return look();
    }
    std::unique_lock lock(naming_);
    make_names();
    return look();
  }
  void name_dict(Dict* dict, const std::string& prefix);
  void name_class(Class* cls, const std::string& text);
  void name_classes_of(Dict* dict, const std::string& prefix);
  void name_codes(const Code* code, const std::string& prefix);
  void name_type(Class* cls);
  void name_contents(const Object* o, const std::string& text);
  void name_content(Value v, std::string text);
  std::string free_name(std::string text) const;
  void name(const Object* o, std::string text);

  Image image_;
  Context cx_;
  ArchivedCode archived_{cx_, embedded_code()};
  std::deque<NativeRow> rows_;  // generated ones
  std::deque<std::string> texts_;
  std::unordered_map<const char*, std::unique_ptr<Signature>> signatures_;  // by the row's text: most are shared
  std::vector<std::pair<const TypeRow*, Class*>> types_;
  std::vector<std::pair<Builtin*, Class*>> constructors_;
  std::vector<Builtin*> builtins_;  // whose twins are not linked yet
  uint32_t codes_ = 0;
  std::recursive_mutex loading_;
  uint32_t loading_depth_ = 0;
  std::vector<std::string> being_made_;                                   // modules, the innermost last
  std::map<std::string, std::vector<std::string>, std::less<>> imports_;  // by the importer
  std::vector<Module*> loaded_;                                           // not published yet
  std::map<std::string, Module*, std::less<>> modules_;
  std::map<std::string, Code*, std::less<>> module_codes_;
  std::map<std::string, SessionPart, std::less<>> session_parts_;
  // Only states ask for names, so they are made at the first question. Guarded by naming_:
  std::shared_mutex naming_;
  bool types_named_ = false;
  std::vector<Module*> unnamed_;
  std::vector<std::pair<std::string, const Code*>> unnamed_codes_;  // with what their names begin with
  std::vector<const Object*> unnamed_contents_;                     // of what has a name already
  std::unordered_map<const Object*, std::string> names_;
  std::unordered_map<std::string_view, Object*> objects_;
};

Builder::Builder() {
  address_space_left();  // measured here, as jails can't ask later
  cx_.image = &image_;
  cx_.budget.limits = {};
#define LIMIT(name, default_value, unit, since, doc) cx_.budget.limits.name = 0;
#include "base/limits.def"
#undef LIMIT
  cx_.heap.limits_changed();
  cx_.heap.freeze();
  cx_.interned.reserve(4096);
  cx_.recursion_limit = 100'000;
  cx_.imports.load = image_module_for;
  cx_.imports.names = image_module_names;
  cx_.imports.why_not = [](std::string_view name) {
    const ModuleName* row = find_module_name(name);
    return row && row->state == ModuleState::kOwn ? std::string_view("each session makes it for itself") : std::string_view();
  };
  make_strings();
  make_core_classes();
  auto* builtins = new_dict(cx_);
  auto* intrinsics = new_dict(cx_);
  image_.builtins = builtins;
  image_.intrinsics = intrinsics;

  // Classes first, then their methods: a method's row may name a class made later.
  for (const TypeRow* row : builtin_types()) types_.emplace_back(row, make_type(*row));
  for (const TypeRow* row : native_module_types()) types_.emplace_back(row, make_type(*row));
  for (auto [row, cls] : types_) fill_type(*row, cls);
  give_exception_group_its_bases();
  // What only the machine has (a task, "no more items") reaches programs only in forged states.
  const auto complete = [this](auto& classes) {
    for (Class*& cls : classes)
      if (!cls) cls = image_.object;
  };
  complete(image_.classes);
  complete(image_.special_classes);
  complete(image_.dict_views);
  complete(image_.sequence_iterators);
  for (auto [row, cls] : types_) {
    // If classes share a name (functions and host functions), the first has it.
    if (dict_get_str(intrinsics, as<Str>(cls->name)).is_unset()) dict_set_str(cx_, intrinsics, as<Str>(cls->name), Value::object(cls));
    if (row->named) dict_set_str(cx_, builtins, as<Str>(cls->name), Value::object(cls));
  }
  Value builtins_name = Value::object(cx_.name(Name::k_builtins));
  for (auto rows : builtin_functions()) add_functions(builtins, rows, builtins_name);
  add_functions(builtins, kMachineBuiltins, builtins_name);
  dict_set_str(cx_, builtins, cx_.intern("NotImplemented"), Value::not_implemented());
  dict_set_str(cx_, builtins, cx_.intern("Ellipsis"), Value::ellipsis());
  dict_set_str(cx_, builtins, cx_.intern("__debug__"), Value::true_());
  for (auto [name, value] : {std::pair{"None", Value::none()},
                             {"True", Value::true_()},
                             {"False", Value::false_()},
                             {"__package__", Value::none()},  // of the main program
                             {"__spec__", Value::none()},
                             {"__loader__", Value::none()}})
    dict_set_str(cx_, builtins, cx_.intern(name), value);
  for (const char* old_name : {"EnvironmentError", "IOError"})
    dict_set_str(cx_, builtins, cx_.intern(old_name), Value::object(error_class(cx_, ErrorType::kOSError)));
  dict_set_str(cx_, builtins, cx_.name(Name::k___name__), builtins_name);  // classes made in globals without a name
  for (auto rows : intrinsic_functions()) add_functions(intrinsics, rows, builtins_name);
  add_functions(intrinsics, kMachineIntrinsics, builtins_name);
  add_functions(intrinsics, kHostIntrinsics, builtins_name);
  add_functions(intrinsics, kThreadIntrinsics, builtins_name);
  dict_for_each(builtins, [&](DictEntry& e) { dict_set_str(cx_, intrinsics, as<Str>(e.key), e.value); });
  dict_set_str(cx_, intrinsics, cx_.intern("__missing__"), Value::missing());
  dict_set_str(cx_, intrinsics, cx_.intern("__exhausted__"), Value::exhausted());

  load_prelude();
  link_twins();
  // Every program finds it, and nothing names it: module builtins hasn't it itself.
  ++loading_depth_;
  if (std::string error; Module* m = module("builtins", &error)) dict_set_str(cx_, builtins, cx_.intern("__builtins__"), Value::object(m));
  --loading_depth_;
  publish();
  unnamed_ = std::exchange(loaded_, {});
}

void Builder::make_strings() {
  image_.empty_str = allocate_str(cx_, 0);
  finish_str(image_.empty_str);
  image_.empty_bytes = cx_.heap.make_sized<Bytes>(0);
  image_.empty_tuple = cx_.heap.make_sized<Tuple>(0);
  for (int i = 0; i < 256; ++i) {
    char utf8[2] = {char(i), 0};
    size_t n = 1;
    if (i >= 128) utf8[0] = char(0xC0 | (i >> 6)), utf8[1] = char(0x80 | (i & 63)), n = 2;
    image_.latin1[i] = cx_.intern({utf8, n});
  }
  constexpr const char* kNames[] = {
#define NAME(identifier) #identifier,
#include "runtime/names.def"
#undef NAME
  };
  for (size_t i = 0; i < size_t(Name::kCount); ++i) image_.names[i] = cx_.intern(kNames[i]);
}

// `object` and `type` need each other.
void Builder::make_core_classes() {
  image_.object = make_builtin_class(cx_, "object", nullptr, Kind::kInstance, 0);
  image_.type = make_builtin_class(cx_, "type", image_.object, Kind::kClass, 0);
  image_.object->meta = image_.type->meta = image_.type;
  image_.classes[size_t(Kind::kClass)] = image_.type;
  image_.classes[size_t(Kind::kInstance)] = image_.object;
}

Class* Builder::make_type(const TypeRow& row) {
  if (&row == &kObjectType) return image_.object;
  if (&row == &kTypeType) return image_.type;
  Class* base = image_.object;
  if (std::string_view(row.base) != "object") {
    for (Class* c : image_.classes)
      if (c && class_name(c) == row.base) base = c;
    for (Class* c : image_.errors)
      if (c && class_name(c) == row.base) base = c;
    for (Class* c : image_.dict_views)
      if (c && class_name(c) == row.base) base = c;
  }
  // "collections.deque" is class deque of module collections.
  std::string_view name = row.name;
  size_t dot = name.rfind('.');
  if (dot != name.npos) name = name.substr(dot + 1);
  Class* cls = make_builtin_class(cx_, name, base, row.kind, row.flags);
  if (dot != name.npos) cls->class_flags |= kClassQualified;
  if (dot != name.npos && dot < std::string_view(row.name).size())
    dict_set_str(cx_, as<Dict>(cls->dict), cx_.name(Name::k___module__),
                 Value::object(cx_.intern(std::string_view(row.name).substr(0, dot))));
  if (row.place) row.place(image_, row, cls);
  else image_.classes[size_t(row.kind)] = cls;
  return cls;
}

Builtin* Builder::make_builtin(const NativeRow& row, Value owner) {
  auto* b = cx_.heap.make<Builtin>();
  b->row = &row;
  auto& signature = signatures_[row.signature];
  if (!signature) signature = parse_signature(cx_, row.signature);
  b->signature = signature.get();
  b->owner = owner;
  b->name = Value::object(cx_.intern(row.name));
  builtins_.push_back(b);
  return b;
}

void Builder::add_functions(Dict* dict, std::span<const NativeRow> rows, Value owner) {
  for (const NativeRow& row : rows) {
    Builtin* b = make_builtin(row, owner);
    dict_set_str(cx_, dict, as<Str>(b->name), Value::object(b));
  }
}

void Builder::fill_type(const TypeRow& row, Class* cls) {
  Dict* dict = as<Dict>(cls->dict);
  Value owner = Value::object(cls);
  std::vector<NativeRow> dunders;
  if (row.operations) dunders = dunder_rows(as<Str>(cls->name)->text(), *row.operations, texts_);
  dict_reserve(cx_, dict, dunders.size() + row.methods.size() + row.attributes.size() + 3);
  if (row.operations) {
    for (const NativeRow& r : dunders) {
      rows_.push_back(r);
      Builtin* b = make_builtin(rows_.back(), owner);
      dict_set_str(cx_, dict, as<Str>(b->name), Value::object(b));
    }
    // Mutable containers: equal by value, so not hashable.
    if (row.operations->equal && !row.operations->hash) dict_set_str(cx_, dict, cx_.name(Name::k___hash__), Value::none());
  }
  add_functions(dict, row.methods, owner);
  for (const AttributeRow& a : row.attributes) {
    auto* g = cx_.heap.make<GetSet>();
    g->row = &a;
    g->owner = owner;
    g->name = Value::object(cx_.intern(a.name));
    dict_set_str(cx_, dict, as<Str>(g->name), Value::object(g));
  }
  if (row.constructor) {
    rows_.push_back(*row.constructor);
    rows_.back().flags = NativeRow::kConstructor;
    Builtin* b = make_builtin(rows_.back(), owner);
    cls->constructor = Value::object(b);
    constructors_.emplace_back(b, cls);
    if (dict_get_str(dict, cx_.name(Name::k___new__)).is_unset()) {
      dict_set_str(cx_, dict, cx_.name(Name::k___new__), Value::object(row.make_new ? make_builtin(*row.make_new, owner) : b));
    }
  } else if (row.kind != Kind::kInstance && &row != &kObjectType && &row != &kTypeType) {
    cls->class_flags |= kClassNoNew;
  }
  if (row.doc && *row.doc && dict_get_str(dict, cx_.name(Name::k___doc__)).is_unset())
    dict_set_str(cx_, dict, cx_.name(Name::k___doc__), new_str(cx_, row.doc));
  else if (row.kind != Kind::kException && dict_get_str(dict, cx_.name(Name::k___doc__)).is_unset())
    dict_set_str(cx_, dict, cx_.name(Name::k___doc__), Value::none());  // not object's
}

// The only builtin class with two bases.
void Builder::give_exception_group_its_bases() {
  Class* group = error_class(cx_, ErrorType::kExceptionGroup);
  group->bases = tuple_of(cx_, std::array<Value, 2>{Value::object(error_class(cx_, ErrorType::kBaseExceptionGroup)),
                                                    Value::object(error_class(cx_, ErrorType::kException))});
  group->mro = compute_mro(cx_, group, as<Tuple>(group->bases));
  // __subclasses__() shows exceptions as CPython makes them: in the order of their names, and this one last.
  for (Class* cls : image_.errors)
    if (cls) std::ranges::sort(cls->subclasses, {}, [&](Value v) { return std::pair(v.as_object() == group, class_name(as<Class>(v))); });
  Array<Value>& known = error_class(cx_, ErrorType::kException)->subclasses;
  if (std::ranges::find(known, Value::object(group)) == known.end()) cx_.heap.push(known, Value::object(group));
}

std::string Builder::run(const File& file, Dict* globals) {
  const std::string name(name_of_file(file));
  Code* code = archived_.load(file);
  if (!code) return name + ": a prelude constant is not there";
  Function* f = new_function(cx_, code, Value::object(globals));
  Task* before = cx_.task;
  cx_.task = make_task(cx_);
  Interpreter interpreter(cx_);
  interpreter.enter(f);
  Stop stop = interpreter.run();
  std::string error;
  if (stop == Stop::kRaised) {
    auto* e = as<Exception>(cx_.exception);
    error = name + ": " + std::string(class_name(e->cls));
    Value s = str_of(cx_, cx_.exception);
    if (is<Str>(s)) error += ": " + std::string(as<Str>(s)->view());
    for (Value t = e->traceback; is<Traceback>(t); t = as<Traceback>(t)->next)
      error += " line " + std::to_string(position_at(as<Traceback>(t)->code, as<Traceback>(t)->pc).line);
    cx_.exception = Value();
  } else if (stop != Stop::kDone) {
    error = name + ": stopped";
  }
  cx_.task = before;
  return error;
}

// A module's __unbound__ names those of its functions that aren't functions of Python's in CPython, or is "*" for all public ones.
std::string Builder::unbind_functions(Dict* dict) {
  Str* name = cx_.intern("__unbound__");
  const Value unbound = dict_get_str(dict, name);
  if (unbound.is_unset()) return "";
  dict_delete_str(cx_, dict, name);
  if (is<Str>(unbound)) {
    dict_for_each(dict, [&](DictEntry& e) {
      const bool own = is<Function>(e.value) && as<Function>(e.value)->globals == Value::object(dict);
      if (own && !as<Str>(e.key)->view().starts_with('_')) e.value.as_object()->aux |= Function::kUnbound;
    });
    return "";
  }
  for (Value v : as<List>(unbound)->items) {
    const Value f = dict_get_str(dict, as<Str>(v));
    if (!is<Function>(f)) return "__unbound__ names something that isn't a function: " + std::string(as<Str>(v)->view());
    f.as_object()->aux |= Function::kUnbound;
  }
  return "";
}

void Builder::load_prelude() {
  image_.prelude = new_dict(cx_);
  // Classes made there take their __module__ from it.
  dict_set_str(cx_, image_.prelude, cx_.name(Name::k___name__), Value::object(cx_.name(Name::k_builtins)));
  const std::vector<Str*> names = machine_function_names(cx_);
  image_.machine_functions.resize(names.size());
  const auto note_machine_functions = [&] {
    std::ranges::transform(names, image_.machine_functions.begin(), [&](const Str* name) {
      const Value found = dict_get_str(image_.prelude, name);
      return found.is_unset() ? dict_get_str(image_.intrinsics, name) : found;
    });
  };
  for (const File& file : embedded_code().files) {
    if (!name_of_file(file).starts_with(kPreludeFolder)) continue;
    note_machine_functions();  // those that are there by now
    std::string error = run(file, image_.prelude);
    if (!error.empty()) {
      std::fprintf(stderr, "the prelude is broken: %s\n", error.c_str());
      std::abort();
    }
  }
  note_machine_functions();
}

void Builder::link_twins() {
  for (Builtin* b : builtins_) {
    if (!b->twin.is_unset() || !b->row->twin) continue;
    if (Str* name = known_name(b->row->twin)) b->twin = dict_get_str(image_.prelude, name);
    if (b->twin.is_unset() && !b->row->leaf) {
      std::fprintf(stderr, "%s has neither a leaf nor the prelude function %s\n", b->row->name, b->row->twin);
      std::abort();
    }
  }
  builtins_.clear();
}

// Everything made so far becomes immutable, and its memory read-only. What would be computed lazily and written to shared objects is
// computed now.
void Builder::publish() {
  cx_.heap.for_each_unsealed([&](Object* o) {
    switch (o->kind) {
      case Kind::kStr: str_hash(static_cast<Str*>(o)); break;
      case Kind::kBytes: bytes_hash(static_cast<Bytes*>(o)); break;
      case Kind::kCode:
        static_cast<Code*>(o)->image_index = ++codes_;
        cx_.heap.release(static_cast<Code*>(o)->caches);  // what was noted while it was made is nobody's; sessions have their own
        break;
      case Kind::kShape: shape_keys(cx_, static_cast<Shape*>(o)); break;
      case Kind::kClass: {
        auto* cls = static_cast<Class*>(o);
        class_traits(cx_, cls);
        if (!cls->slots_hint) cls->slots_hint = 4;
        break;
      }
      default: break;
    }
  });
  // What the builder itself still writes to, as a session writes to its own, is made again for the next module.
  cx_.image_caches.clear();
  cx_.image_shapes.clear();
  cx_.library_state = Value();
  cx_.heap.seal();
  // Sessions of other threads read the image's table, so it is given once; names of modules loaded later stay out of it.
  if (image_.interned.size() == 0) std::swap(image_.interned, cx_.interned);
}

// The Str of a name when there is one: twins' names that nobody defines need none.
Str* Builder::known_name(std::string_view text) const {
  const int64_t hash = hash_string(text);
  Str* s = image_.interned.find(text, hash);
  return s ? s : cx_.interned.find(text, hash);
}

void Builder::make_names() {
  if (!types_named_) {
    for (auto [b, cls] : constructors_) name(b, "constructor:" + std::string(class_name(cls)));
    name_dict(image_.builtins, "builtins.");
    name_dict(image_.intrinsics, "intrinsics.");
    name_dict(image_.prelude, "prelude:");
    name(image_.prelude, "globals:prelude");
    name(image_.builtins, "globals:builtins");
    for (auto [row, cls] : types_) name_type(cls);
    types_named_ = true;
  }
  // First the modules themselves: those that import them have them in their dicts.
  for (Module* m : unnamed_) {
    const std::string text(as<Str>(m->name)->view());
    name(m, "module:" + text);
    name(as<Dict>(m->dict), free_name("globals:" + text));  // (module builtins' is not what programs see as builtins)
  }
  for (Module* m : unnamed_) name_dict(as<Dict>(m->dict), std::string(as<Str>(m->name)->view()) + ".");
  for (Module* m : unnamed_) name_classes_of(as<Dict>(m->dict), std::string(as<Str>(m->name)->view()) + ".");
  unnamed_.clear();
  for (size_t i = 0; i < unnamed_contents_.size(); ++i) name_contents(unnamed_contents_[i], names_.at(unnamed_contents_[i]));
  unnamed_contents_.clear();
  for (const auto& [prefix, code] : unnamed_codes_) name_codes(code, prefix);
  unnamed_codes_.clear();
}

// If classes share a name, the first is among the intrinsics, and so are its methods; the second is "type:function#2".
void Builder::name_type(Class* cls) {
  if (names_.contains(cls)) return;
  const std::string text = free_name("type:" + std::string(class_name(cls)));
  name(cls, text);
  name_dict(as<Dict>(cls->dict), text + ".");
}

// `text`, or when that is another's name "…#2".
std::string Builder::free_name(std::string text) const {
  const size_t size = text.size();
  for (int n = 2; objects_.contains(text); ++n) text.replace(size, text.npos, "#" + std::to_string(n));
  return text;
}

// "code:json.tool:main": a module's name, and the code's qualified one; of several with one name the second is "…#2".
void Builder::name_codes(const Code* code, const std::string& prefix) {
  std::string text = prefix;
  if (const std::string_view qualname = as<Str>(code->qualname)->view(); qualname != "<module>") text += ":" + std::string(qualname);
  name(code, free_name(std::move(text)));
  for (Value constant : code->constants)
    if (is<Code>(constant)) name_codes(as<Code>(constant), prefix);
}

void Builder::name(const Object* o, std::string text) {
  if (names_.contains(o)) return;
  auto it = names_.emplace(o, std::move(text)).first;
  objects_.emplace(it->second, const_cast<Object*>(o));
  unnamed_contents_.push_back(o);
}

// What only another object leads to, by the way there: "http.HTTPStatus._member_map_[OK]", "pathlib.Path.__new__.__func__". Whoever holds
// one has the library's own also after a load. All that is a name in its own right has that one before.
void Builder::name_contents(const Object* o, const std::string& text) {
  switch (o->kind) {
    case Kind::kStaticMethod: return name_content(static_cast<const StaticMethod*>(o)->function, text + ".__func__");
    case Kind::kClassMethod: return name_content(static_cast<const ClassMethod*>(o)->function, text + ".__func__");
    case Kind::kProperty: {
      const auto* p = static_cast<const Property*>(o);
      name_content(p->get, text + ".fget"), name_content(p->set, text + ".fset"), name_content(p->del, text + ".fdel");
      return;
    }
    case Kind::kDict:
      for (const DictEntry& e : static_cast<const Dict*>(o)->entries)
        if (is<Str>(e.key)) name_content(e.value, text + "[" + std::string(as<Str>(e.key)->view()) + "]");
      return;
    case Kind::kList: {
      size_t at = 0;
      for (Value v : static_cast<const List*>(o)->items) name_content(v, text + "[" + std::to_string(at++) + "]");
      return;
    }
    case Kind::kInstance: {
      auto* instance = const_cast<Instance*>(static_cast<const Instance*>(o));
      for (const Shape* s = instance->shape; s->parent; s = s->parent)
        name_content(instance->slot(s->count - 1), text + "." + std::string(as<Str>(s->key)->view()));
      return;
    }
    default: return;
  }
}

void Builder::name_content(Value v, std::string text) {
  if (!is<Instance>(v) && !is<Function>(v) && !is<Dict>(v) && !is<List>(v)) return;
  if (v.as_object()->immortal() && !objects_.contains(text)) name(v.as_object(), std::move(text));
}

void Builder::name_dict(Dict* dict, const std::string& prefix) {
  dict_for_each(dict, [&](DictEntry& e) {
    if (!is<Str>(e.key) || !e.value.is_object()) return;
    switch (e.value.as_object()->kind) {
      case Kind::kStr:
        if (dict->aux & Dict::kPatchable && is_constant_text(e.value) && !as<Str>(e.key)->view().starts_with("__")) break;
        return;
      case Kind::kBytes:
      case Kind::kInt:
      case Kind::kFloat: return;   // saved by value
      case Kind::kModule: return;  // named themselves, whoever has them
      default: break;
    }
    if (e.value.as_object() == image_.empty_tuple) return;  // there is one, it is nobody's
    if (names_.contains(e.value.as_object())) return;
    std::string name_text = prefix + std::string(as<Str>(e.key)->view());
    name(e.value.as_object(), name_text);
    if (is<Class>(e.value)) name_class(as<Class>(e.value), name_text);
  });
}

// The classes of objects that have taken their class's name: `_nothing = _nothing()`.
void Builder::name_classes_of(Dict* dict, const std::string& prefix) {
  dict_for_each(dict, [&](DictEntry& e) {
    if (!is<Str>(e.key) || !is<Instance>(e.value)) return;
    Class* cls = class_of(cx_, e.value);
    if (names_.contains(cls)) return;
    const std::string text = prefix + std::string(as<Str>(e.key)->view()) + ".__class__";
    name(cls, text);
    name_class(cls, text);
  });
}

// With what is in it, and a base that nothing else names, as that of `class Token(namedtuple("Token", "a b"))`.
void Builder::name_class(Class* cls, const std::string& text) {
  name_dict(as<Dict>(cls->dict), text + ".");
  Class* base = is<Tuple>(cls->bases) && as<Tuple>(cls->bases)->count ? try_as<Class>(as<Tuple>(cls->bases)->items[0]) : nullptr;
  if (!base || names_.contains(base)) return;
  name(base, text + ".__base__");
  name_class(base, text + ".__base__");
}

Module* Builder::module(std::string_view name_text, std::string* error) {
  const ModuleName* row = find_module_name(name_text);
  if (!row || row->state == ModuleState::kOwn) return nullptr;
  if (!row->alias_of.empty()) return module(row->alias_of, error);
  std::lock_guard lock(loading_);
  // A package goes before what is in it.
  const size_t dot = name_text.rfind('.');
  if (dot != name_text.npos) {
    const ModuleName* of = find_module_name(name_text.substr(0, dot));
    const bool is_own = of && of->state == ModuleState::kOwn;  // by each session
    if (std::string of_package; !is_own && !module(name_text.substr(0, dot), &of_package)) return nullptr;
  }
  if (auto it = modules_.find(name_text); it != modules_.end()) return it->second;
  // These and os import each other: CPython has them from its start, os first.
  if ((name_text == "genericpath" || name_text == "posixpath") && !modules_.contains("os")) {
    std::string of_os;
    return module("os", &of_os) ? module(name_text, error) : nullptr;
  }
  Module* m = make_module(*row, error);
  if (loading_depth_ > 0) return m;  // for a module that is being loaded: published with it
  publish();
  std::unique_lock naming(naming_);
  unnamed_.insert(unnamed_.end(), loaded_.begin(), loaded_.end());
  loaded_.clear();
  return m;
}

Module* Builder::make_module(const ModuleName& row, std::string* error) {
  const ModuleRow* native = nullptr;
  for (const ModuleRow* each : native_modules())
    if (each->name == row.name) native = each;
  const File* pythons = row.from == ModuleFrom::kPython ? python_file(row.name) : nullptr;
  const File* ours = our_file(row.name);  // in addition to CPython's: its overlay
  if (!native && !ours && !pythons) return nullptr;

  std::string text(row.name);
  // What is in CPython's library has the path of its file there, also where the file is ours.
  std::string path(pythons ? name_of_file(*pythons) : ours ? embedded_code().string(ours->shown) : std::string_view());
  if (path.starts_with(kFrozenName)) {  // its code is said to be there, not the module
    path = std::string(kPythonFolder) + text + ".py";
    std::replace(path.begin() + kPythonFolder.size(), path.end() - 3, '.', '/');
  }
  const bool in_python = path.starts_with(kPythonFolder);
  Module* m = in_python ? new_python_module(cx_, text, path) : new_module(cx_, text, is_package_name(text));
  auto* dict = as<Dict>(m->dict);
  modules_.emplace(text, m);
  if (pythons) dict->aux |= Dict::kPatchable;
  if (native) {
    add_functions(dict, native->functions, m->name);
    if (native->fill) native->fill(cx_, dict);
  }
  // The code may import: the natives made for this module wait meanwhile.
  std::vector<Builtin*> natives = std::exchange(builtins_, {});
  ++loading_depth_;
  being_made_.push_back(text);
  if (pythons) {
    *error = run(*pythons, dict);
    dict_for_each(dict, [&](DictEntry& e) {
      if (is_constant_text(e.value) && !e.value.as_object()->immortal()) as<Str>(e.value)->aux &= ~Str::kInterned;
    });
  }
  if (ours && error->empty()) *error = run(*ours, dict);
  if (error->empty()) *error = unbind_functions(dict);
  --loading_depth_;
  being_made_.pop_back();
  take_session_part(dict, text);
  builtins_ = std::move(natives);
  if (error->empty()) {
    // Twins of a module's natives may be functions of the module itself.
    for (Builtin* b : builtins_)
      if (Str* name = b->row->twin ? known_name(b->row->twin) : nullptr) b->twin = dict_get_str(dict, name);
    link_twins();
    loaded_.push_back(m);
  } else {
    modules_.erase(text);
    builtins_.clear();
    m = nullptr;
  }
  return m;
}

// The variables that a function __session__ makes are among the texts in its code.
void Builder::take_session_part(Dict* dict, const std::string& module) {
  Str* name = cx_.intern("__session__");
  const Value make = dict_get_str(dict, name);
  if (!is<Function>(make)) return;
  dict_delete_str(cx_, dict, name);
  SessionPart& part = session_parts_[module];
  part = {as<Function>(make), {}};
  auto take = [&](auto& self, Value constant) -> void {
    if (is<Str>(constant) && dict_find_str(dict, as<Str>(constant)) >= 0) part.names.push_back(as<Str>(constant));
    if (is<Tuple>(constant))
      for (Value item : as<Tuple>(constant)->span()) self(self, item);
  };
  for (Value constant : part.make->code->constants) take(take, constant);
  dict->aux |= Dict::kHasSessionPart;
}

const SessionPart* Builder::session_part(std::string_view name) {
  std::lock_guard lock(loading_);
  const auto it = session_parts_.find(name);
  return it == session_parts_.end() ? nullptr : &it->second;
}

void Builder::note_import(std::string_view name) {
  std::lock_guard lock(loading_);
  if (!being_made_.empty()) imports_[being_made_.back()].emplace_back(name);
}

std::vector<std::string> Builder::imports_of(std::string_view by) {
  std::lock_guard lock(loading_);
  const auto it = imports_.find(by);
  return it == imports_.end() ? std::vector<std::string>() : it->second;
}

Code* Builder::module_code(std::string_view name, bool overlay) {
  const ModuleName* row = find_module_name(name);
  return row && row->state == ModuleState::kOwn ? named_code(*row, overlay) : nullptr;
}

// States name the code of a session's own modules: "code:pathlib:Path.open". What has become shared since is still found by that.
Code* Builder::named_code(const ModuleName& row, bool overlay) {
  const std::string_view name = row.name;
  std::lock_guard lock(loading_);
  const std::string key = (overlay ? "overlay:" : "code:") + std::string(name);
  if (auto it = module_codes_.find(key); it != module_codes_.end()) return it->second;
  const File* file = overlay ? our_file(name) : python_file(name);
  if (!file) return nullptr;
  Code* code = archived_.load(*file);
  module_codes_.emplace(key, code);
  publish();
  std::unique_lock naming(naming_);
  unnamed_codes_.emplace_back(key, code);
  return code;
}

std::string_view Builder::name_of(const Object* o) {
  return with_names([&] {
    auto it = names_.find(o);
    return it == names_.end() ? std::string_view() : std::string_view(it->second);
  });
}

Object* Builder::find(std::string_view text) {
  auto look = [&] {
    return with_names([&] {
      auto it = objects_.find(text);
      return it == objects_.end() ? nullptr : it->second;
    });
  };
  if (Object* o = look()) return o;
  // Perhaps its module isn't loaded yet: "math.sqrt", "module:math", "collections.abc.Mapping".
  if (const bool overlay = text.starts_with("overlay:"); overlay || text.starts_with("code:")) {
    const std::string_view module = text.substr(text.find(':') + 1);
    const ModuleName* row = find_module_name(module.substr(0, module.find(':')));
    return row && row->from == ModuleFrom::kPython && named_code(*row, overlay) ? look() : nullptr;
  }
  std::string_view module_name = text;
  if (module_name.starts_with("module:") || module_name.starts_with("globals:")) module_name.remove_prefix(module_name.find(':') + 1);
  std::string error;
  Module* m = nullptr;
  for (;;) {
    if ((m = module(module_name, &error))) break;
    size_t dot = module_name.rfind('.');
    if (dot == module_name.npos) return nullptr;
    module_name = module_name.substr(0, dot);
  }
  if (Object* o = look()) return o;
  // Or it has another name today, and this one leads to it all the same.
  if (!text.starts_with(module_name)) return nullptr;
  text.remove_prefix(module_name.size());
  Value at = Value::object(m);
  while (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view part = text.substr(0, text.find('.'));
    text.remove_prefix(part.size());
    const Value dict = is<Module>(at) ? as<Module>(at)->dict : is<Class>(at) ? as<Class>(at)->dict : Value();
    if (!is<Dict>(dict)) return nullptr;
    at = Value();
    dict_for_each(as<Dict>(dict), [&](DictEntry& e) {
      if (is<Str>(e.key) && as<Str>(e.key)->view() == part) at = e.value;
    });
  }
  return text.empty() && at.is_object() ? at.as_object() : nullptr;
}

Builder& builder() {
  static Builder* const b = new Builder();  // never destroyed: threads may still use it at exit
  return *b;
}

}  // namespace

const Image& shared_image() { return builder().image(); }

Module* image_module(std::string_view name, std::string* error) { return builder().module(name, error); }

Module* image_module_for(std::string_view name, bool library, std::string* error) {
  const ModuleName* row = find_module_name(name);
  if (!row || row->whom > (library ? ModuleFor::kLibrary : ModuleFor::kPrograms)) return nullptr;
  Module* m = image_module(name, error);
  if (m) builder().note_import(name);
  return m;
}

std::vector<std::string> image_imports(std::string_view by) { return builder().imports_of(by); }

Code* image_module_code(std::string_view name, bool overlay) { return builder().module_code(name, overlay); }

const SessionPart* image_session_part(std::string_view name) { return builder().session_part(name); }

std::vector<std::string> image_module_names() {
  std::vector<std::string> names;
  for (const ModuleName& row : module_list())
    if (row.whom == ModuleFor::kPrograms && !row.name.starts_with('_')) names.emplace_back(row.name);
  return names;
}

std::string_view image_name(const Object* o) { return builder().name_of(o); }
Object* image_find(std::string_view name) { return builder().find(name); }

}  // namespace fermata
