// Module _abc: what CPython's abc asks for. Which classes were registered is in objects/natives/intrinsics.cpp, the walk over them in
// _abc.py.
#include <optional>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/abc_answers.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/class_patches.h"
#include "objects/model/own.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// value.__isabstractmethod__; nothing: only the program's code can say.
std::optional<bool> is_abstract(Context& cx, Str* name, Value value) {
  if (!value.is_object()) return false;
  switch (value.as_object()->kind) {
    case Kind::kStr:
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kBytes:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kBuiltin:
    case Kind::kMember:
    case Kind::kGetSet:
    case Kind::kModule: return false;
    case Kind::kFunction: {
      const Value attributes = as<Function>(value)->attributes;
      const Value mark = is<Dict>(attributes) ? dict_get_str(as<Dict>(attributes), name) : Value();
      if (mark.is_unset() || mark.is_false()) return false;
      return mark.is_true() ? std::optional(true) : std::nullopt;
    }
    case Kind::kClassMethod:
      return is<Function>(as<ClassMethod>(value)->function) ? is_abstract(cx, name, as<ClassMethod>(value)->function) : std::nullopt;
    case Kind::kStaticMethod:
      return is<Function>(as<StaticMethod>(value)->function) ? is_abstract(cx, name, as<StaticMethod>(value)->function) : std::nullopt;
    case Kind::kProperty: {
      for (Value part : {as<Property>(value)->get, as<Property>(value)->set, as<Property>(value)->del}) {
        if (part.is_none() || part.is_unset()) continue;
        if (!is<Function>(part)) return std::nullopt;
        if (const auto answer = is_abstract(cx, name, part); answer != false) return answer;
      }
      return false;
    }
    default: return surely_missing(cx, value, name) ? std::optional(false) : std::nullopt;
  }
}

// The names of what a class has, or inherits, and must be defined yet; a frozenset, or an outcome.
Value abstract_names(Context& cx, Class* cls) {
  Str* const mark = cx.intern("__isabstractmethod__");
  Str* const of_base = cx.intern("__abstractmethods__");
  if (!cx.tick(as<Dict>(cls->dict)->entries.size / 4 + 1)) return Value::retry();
  FrozenSet* names = new_frozenset(cx);
  Value outcome;
  const auto add = [&](Value name, Value value) {
    if (outcome.is_outcome()) return;
    const auto answer = is_abstract(cx, mark, value);
    if (!answer) outcome = Value::defer();
    else if (*answer) outcome = set_add(cx, names, name);
  };
  dict_for_each(as<Dict>(cls->dict), [&](DictEntry& e) { add(e.key, e.value); });
  for (Value base : as<Tuple>(cls->bases)->span()) {
    const Value inherited = is<Class>(base) ? dict_get_str(as<Dict>(as<Class>(base)->dict), of_base) : Value();
    if (inherited.is_unset() || is<GetSet>(inherited)) continue;  // type itself has the latter
    if (!is<FrozenSet>(inherited)) return Value::defer();
    set_for_each(as<FrozenSet>(inherited), [&](SetEntry& e) {
      if (outcome.is_outcome()) return;
      const Value found = is<Str>(e.key) ? class_lookup(cx, cls, as<Str>(e.key)) : Value();
      if (!is<Str>(e.key) || !class_lookup(cx, cls->meta, as<Str>(e.key)).is_unset()) outcome = Value::defer();
      else if (!found.is_unset()) add(e.key, found);
    });
  }
  return outcome.is_outcome() ? outcome : Value::object(names);
}

// _abc_init(cls): a new class of ABCMeta's.
Value abc_init(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  if (cls->immortal()) return raise_immutable(cx, cls, "__abstractmethods__");
  auto* dict = as<Dict>(cls->dict);
  if (dict_find_str(dict, cx.intern("__abc_tpflags__")) >= 0) return Value::defer();
  const Value names = abstract_names(cx, cls);
  if (names.is_outcome()) return names;
  Str* const registry = cx.intern("_abc_registry");
  if (dict_find_str(dict, registry) < 0)
    if (const Value done = class_set(cx, cls, registry, Value::object(cx.image->empty_tuple)); done.is_outcome()) return done;
  return set_attribute(cx, a[0], cx.intern("__abstractmethods__"), names);
}

Value abc_instancecheck(Context& cx, Value* a) {
  const Value answer = abc_answer(cx, as<Class>(a[0]), class_of(cx, a[1]));
  return answer.is_true() ? answer : Value::defer();  // else the instance may say that it is of another class
}

Value abc_subclasscheck(Context& cx, Value* a) {
  const Value answer = is<Class>(a[1]) ? abc_answer(cx, as<Class>(a[0]), as<Class>(a[1])) : Value();
  return answer.is_unset() ? Value::defer() : answer;
}

// _remember(cls, subclass, answer) and _answer(cls, subclass), which is None when it isn't known.
Value remember(Context& cx, Value* a) {
  abc_remember(cx, as<Class>(a[0]), as<Class>(a[1]), a[2].is_true());
  return a[2];
}

Value answer(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  if (cls->meta == cx.image->type) return Value::boolean(is_subclass(as<Class>(a[1]), cls));
  const Value known = abc_answer(cx, cls, as<Class>(a[1]));
  return known.is_unset() ? Value::none() : known;
}

// _is_ours(o): it is the library's.
Value is_ours(Context&, Value* a) { return Value::boolean(is_shared(a[0])); }

// _forget(): something was registered.
Value forget(Context& cx, Value*) {
  cx.methods_changed();
  return Value::none();
}

constexpr NativeRow kFunctions[] = {
    {"_abc_init", abc_init, "cls: class, /", "_init"},
    {"_abc_instancecheck", abc_instancecheck, "cls: class, instance, /", "_instancecheck"},
    {"_abc_register", nullptr, "cls, subclass, /", "_register"},
    {"_abc_subclasscheck", abc_subclasscheck, "cls: class, subclass, /", "_subclasscheck"},
    {"_answer", answer, "cls: class, subclass: class, /"},
    {"_forget", forget, ""},
    {"_get_dump", nullptr, "cls, /", "_dump"},
    {"_is_ours", is_ours, "o, /"},
    {"_remember", remember, "cls: class, subclass: class, answer, /"},
    {"_reset_caches", nullptr, "cls, /", "_reset"},
    {"_reset_registry", nullptr, "cls, /", "_clear"},
    {"get_cache_token", nullptr, "", "_token"},
};

}  // namespace

extern const ModuleRow kAbcModule = {"_abc", kFunctions};

}  // namespace fermata
