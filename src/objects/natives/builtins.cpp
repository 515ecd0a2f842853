// The builtin functions about objects: print, isinstance, getattr and their kin, and those that a sandbox
// refuses. Numbers', text's and containers' are with their types.
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/abc_answers.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/function_types.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/model/type_object.h"
#include "objects/model/type_tables.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// --- print

// A separator or end: its text, or null with an exception pending. None is the default.
bool text_option(Context& cx, Value v, const char* name, std::string_view fallback, std::string_view* out) {
  *out = fallback;
  if (v.is_none()) return true;
  Str* s = as_str(v);
  if (!s) {
    raise_type_error(cx, "{} must be None or a string, not {}", name, type_name(cx, v));
    return false;
  }
  *out = s->view();
  return true;
}

// print(*args, sep, end, file, flush). Bound: sep, end, file, flush, args.
Value builtin_print(Context& cx, Value* a) {
  std::string_view sep, end;
  if (!text_option(cx, a[0], "sep", " ", &sep) || !text_option(cx, a[1], "end", "\n", &end)) return Value::error();
  if (!a[2].is_none() || !stdout_of_program(cx).is_unset()) return Value::defer();
  auto* args = as<Tuple>(a[4]);
  TextBuilder out(cx);
  for (uint32_t i = 0; i < args->count; ++i) {
    if (i) out.append(sep);
    Value r = str_into(cx, args->items[i], out);
    if (r.is_error()) {
      // What comes before the failing argument is printed all the same: the twin goes one by one.
      cx.exception = Value();
      return Value::defer();
    }
    if (r.is_outcome()) return r;
  }
  out.append(end);
  if (out.failed()) return out.status();
  if (!cx.tick(out.text().size() / 256 + 1)) return Value::retry();
  return cx.write_output(0, out.text()) ? Value::none() : Value::retry();
}

// --- classes

Value bad_class_argument(Context& cx, bool instance, bool parameterized) {
  if (parameterized)
    return raise_type_error(cx, "{}() argument 2 cannot be a parameterized generic", instance ? "isinstance" : "issubclass");
  return instance ? raise_type_error(cx, "isinstance() arg 2 must be a type, a tuple of types, or a union")
                  : raise_type_error(cx, "issubclass() arg 2 must be a class, a tuple of classes, or a union");
}

}  // namespace

Value check_class(Context& cx, Class* cls, Value classes, bool instance) {
  if (is<Class>(classes)) {
    auto* wanted = as<Class>(classes);
    if (cls == wanted && instance) return Value::true_();
    if (wanted->meta != cx.image->type) {
      Str* hook = instance ? cx.name(Name::k___instancecheck__) : cx.name(Name::k___subclasscheck__);
      Class* owner = nullptr;
      class_lookup(cx, wanted->meta, hook, &owner);
      if (owner != cx.image->type) {
        const bool is_abc = owner && owner->immortal() && class_name(owner) == "ABCMeta";
        const Value known = is_abc ? abc_answer(cx, wanted, cls) : Value();
        return known.is_unset() ? Value::defer() : known;
      }
    }
    return Value::boolean(is_subclass(cls, wanted));
  }
  if (is_union(classes)) {
    Value found = Value::false_();
    for (Value part : as<Tuple>(as<GenericAlias>(classes)->args)->span()) {
      if (is<GenericAlias>(part) && !is_union(part)) return bad_class_argument(cx, instance, true);
      if (!found.is_true()) found = check_class(cx, cls, part, instance);
      if (found.is_outcome()) return found;
    }
    return found;
  }
  Value tuple = payload_of(classes);
  if (is<Tuple>(tuple)) {
    DepthGuard guard(cx);
    if (!guard.ok) return raise_recursion_error(cx, instance ? " in __instancecheck__" : " in __subclasscheck__");
    if (!cx.tick(as<Tuple>(tuple)->count / 4 + 1)) return Value::retry();
    for (Value part : as<Tuple>(tuple)->span()) {
      Value r = check_class(cx, cls, part, instance);
      if (r.is_outcome() || r.is_true()) return r;
    }
    return Value::false_();
  }
  if (is<GenericAlias>(classes)) return bad_class_argument(cx, instance, true);
  if (may_define(classes)) return Value::defer();
  return bad_class_argument(cx, instance, false);
}

namespace {

Value builtin_isinstance(Context& cx, Value* a) {
  Class* cls = class_of(cx, a[0]);
  const Value result = check_class(cx, cls, a[1], true);
  if (!result.is_false() || !may_define(a[0])) return result;
  // An attribute __class__ of the program's own may say otherwise.
  Class* owner = nullptr;
  class_lookup(cx, cls, cx.name(Name::k___class__), &owner);
  return owner == cx.image->object && !has_trait(cx, cls, kTraitGetAttribute) ? result : Value::defer();
}

Value builtin_issubclass(Context& cx, Value* a) {
  if (is<Class>(a[0])) return check_class(cx, as<Class>(a[0]), a[1], false);
  if (may_define(a[0]) || may_define(a[1])) return Value::defer();
  return raise_type_error(cx, "issubclass() arg 1 must be a class");
}

Value builtin_callable(Context& cx, Value* a) { return Value::boolean(is_callable(cx, a[0])); }

Value builtin_id(Context& cx, Value* a) { return id_of(cx, a[0]); }

Value builtin_hash(Context& cx, Value* a) {
  int64_t h;
  Value r = hash_of(cx, a[0], &h);
  return r.is_outcome() ? r : make_int(cx, h);
}

// --- attributes

Str* attribute_name(Context& cx, Value v) {
  Str* name = as_str(v);
  if (!name) raise_type_error(cx, "attribute name must be string, not '{}'", type_name(cx, v));
  return name;
}

bool take_attribute_error(Context& cx) {
  if (!exception_matches(cx, cx.exception, ErrorType::kAttributeError)) return false;
  cx.exception = Value();
  return true;
}

}  // namespace

bool surely_missing(Context& cx, Value object, Str* name) {
  if (!is<Instance>(object)) return false;
  auto* o = as<Instance>(object);
  Class* cls = o->shape->cls;
  return !(class_traits(cx, cls) & (kTraitGetAttr | kTraitGetAttribute)) && class_lookup(cx, cls, name).is_unset() &&
         instance_get(cx, o, name).is_unset();
}

namespace {

Value builtin_getattr(Context& cx, Value* a) {
  Str* name = attribute_name(cx, a[1]);
  if (!name) return Value::error();
  if (!a[2].is_missing() && surely_missing(cx, a[0], name)) return a[2];
  Value v = get_attribute(cx, a[0], name);
  if (a[2].is_missing()) return v;
  if (v.is_error() && take_attribute_error(cx)) return a[2];
  // The getter may raise AttributeError: somebody must be there to catch it.
  return v.is_call() || v.is_resume() ? Value::defer() : v;
}

Value builtin_hasattr(Context& cx, Value* a) {
  Str* name = attribute_name(cx, a[1]);
  if (!name) return Value::error();
  if (surely_missing(cx, a[0], name)) return Value::false_();
  Value v = get_attribute(cx, a[0], name);
  if (v.is_error() && take_attribute_error(cx)) return Value::false_();
  if (v.is_call() || v.is_resume()) return Value::defer();
  return v.is_outcome() ? v : Value::true_();
}

Value builtin_setattr(Context& cx, Value* a) {
  Str* name = attribute_name(cx, a[1]);
  if (!name) return Value::error();
  name = cx.intern(name->view());
  if (!name) return cx.out_of_memory();
  Value r = set_attribute(cx, a[0], name, a[2]);
  return r.is_call() ? Value::defer() : r;
}

Value builtin_delattr(Context& cx, Value* a) {
  Str* name = attribute_name(cx, a[1]);
  if (!name) return Value::error();
  Value r = delete_attribute(cx, a[0], name);
  return r.is_call() ? Value::defer() : r;
}

Value builtin_exit(Context& cx, Value* a) { return raise_value(cx, ErrorType::kSystemExit, a[0]); }

constexpr NativeRow kRows[] = {
    {"print", builtin_print, "*args, sep=None, end=None, file=None, flush=False", "builtin_print", NativeRow::kOwnKeywords,
     "*args, sep=' ', end='\\n', file=None, flush=False"},
    {"isinstance", builtin_isinstance, "obj, class_or_tuple, /", "builtin_isinstance"},
    {"issubclass", builtin_issubclass, "cls, class_or_tuple, /", "builtin_issubclass"},
    {"callable", builtin_callable, "obj, /"},
    {"id", builtin_id, "obj, /"},
    {"hash", builtin_hash, "obj, /", "op_hash"},
    {"getattr", builtin_getattr, "object, name, default=?, /", "builtin_getattr"},
    {"hasattr", builtin_hasattr, "obj, name, /", "builtin_hasattr"},
    {"setattr", builtin_setattr, "obj, name, value, /", "builtin_setattr"},
    {"delattr", builtin_delattr, "obj, name, /", "builtin_delattr"},
    {"input", nullptr, "prompt='', /", "builtin_input"},
    {"open", nullptr, "file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None", "builtin_open"},
    {"breakpoint", nullptr, "*args, **kwargs", "builtin_breakpoint"},
    {"eval", nullptr, "source, globals=None, locals=None, /", "builtin_eval"},
    {"exec", nullptr, "source, globals=None, locals=None, /, *, closure=None", "builtin_exec"},
    {"compile", nullptr, "source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1", "builtin_compile"},
    {"exit", builtin_exit, "code=None"},
    {"quit", builtin_exit, "code=None"},
    {"help", nullptr, "object=?, /", "builtin_help"},
    {"display", nullptr, "*objects, raw=False", "builtin_display"},
};

}  // namespace

const std::span<const NativeRow> kCoreBuiltins = kRows;

}  // namespace fermata
