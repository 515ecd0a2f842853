#include "objects/model/function_types.h"

#include <algorithm>
#include <array>

#include "compiler/code.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/type_object.h"
#include "objects/model/type_tables.h"
#include "objects/text/text.h"

namespace fermata {

bool is_callable(Context& cx, Value v) {
  if (!v.is_object()) return false;
  switch (v.as_object()->kind) {
    case Kind::kFunction:
    case Kind::kBuiltin:
    case Kind::kBoundMethod:
    case Kind::kClass:
    case Kind::kHostFunction:
    case Kind::kStaticMethod: return true;
    case Kind::kGenericAlias: return !is_union(v);
    default: return !class_lookup(cx, class_of(cx, v), cx.name(Name::k___call__)).is_unset();
  }
}

bool looks_builtin(Value v) {
  while (is<BoundMethod>(v)) v = as<BoundMethod>(v)->function;
  if (is<Builtin>(v)) return true;
  // What the library's functions make at run time (a decorator's wrapper) are functions like any other.
  return is<Function>(v) && as<Function>(v)->immortal() && as<Function>(v)->code->has(kCodeHidden);
}

uint32_t python_code_flags(const Code* code) {
  uint32_t flags = 0;
  if (code->has(kCodeOptimized)) flags |= 1 | 2;
  if (code->has(kCodeVarArgs)) flags |= 4;
  if (code->has(kCodeVarKeywords)) flags |= 8;
  if (code->free_names.size) flags |= 16;
  if (code->has(kCodeGenerator)) flags |= 32;
  if (code->has(kCodeCoroutine)) flags |= 128;
  if (code->has(kCodeIterableCoroutine)) flags |= 256;
  if (code->has(kCodeAsyncGenerator)) flags |= 512;
  return flags;
}

bool is_slot(const Builtin* b) {
  std::string_view name = as<Str>(b->name)->view();
  if (name.size() < 5 || !name.starts_with("__") || !name.ends_with("__") || !is<Class>(b->owner)) return false;
  if (b->row->flags & (NativeRow::kStatic | NativeRow::kClassMethod | NativeRow::kConstructor | NativeRow::kPlain)) return false;
  // The special methods that no slot of a type stands for: they are methods like any other.
  static constexpr std::string_view kPlain[] = {
      "__format__",   "__reduce__",        "__reduce_ex__",  "__sizeof__",   "__dir__",         "__getnewargs__",    "__reversed__",
      "__round__",    "__floor__",         "__ceil__",       "__trunc__",    "__length_hint__", "__instancecheck__", "__subclasscheck__",
      "__complex__",  "__class_getitem__", "__copy__",       "__deepcopy__", "__enter__",       "__exit__",          "__getstate__",
      "__setstate__", "__bytes__",         "__subclasses__", "__alloc__"};
  return std::ranges::find(kPlain, name) == std::end(kPlain);
}

namespace {

std::string_view text(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

// "<what name at 0x…>"
Value repr_named(Context& cx, std::string_view what, std::string_view name, Value v, TextBuilder& out) {
  out.append(fmt::format("<{} {} at {:#x}>", what, name, address_text_of(cx, v)));
  return out.status();
}

// One of the attributes that are CPython's fields but rare enough to be kept in a dict; unset when it has none.
Value kept(Function* f, Str* name) { return is<Dict>(f->notes) ? dict_get_str(as<Dict>(f->notes), name) : Value(); }

Value keep(Context& cx, Function* f, Str* name, Value value) {
  if (f->immortal()) return raise_attribute_error(cx, "'builtin_function_or_method' object attribute '{}' is read-only", name->view());
  if (!is<Dict>(f->notes)) f->notes = Value::object(new_dict(cx));
  return dict_set_str(cx, as<Dict>(f->notes), name, value) ? Value::none() : cx.out_of_memory();
}

Value read_only(Context& cx, const char* name) { return raise_attribute_error(cx, "readonly attribute '{}'", name); }

// --- function

Value get_name(Context&, Value self) { return as<Function>(self)->name; }
Value get_qualname(Context&, Value self) { return as<Function>(self)->qualname; }

Value set_text(Context& cx, Value self, Value value, const char* name, Value Function::*member) {
  auto* f = as<Function>(self);
  Str* s = value.is_unset() ? nullptr : as_str(value);
  if (f->immortal()) return s && is<Str>(f->*member) && str_equal(s, as<Str>(f->*member)) ? Value::none() : read_only(cx, name);
  if (!s) return raise_type_error(cx, "{} must be set to a string object", name);
  f->*member = Value::object(s);
  return Value::none();
}
Value set_name(Context& cx, Value self, Value value) { return set_text(cx, self, value, "__name__", &Function::name); }
Value set_qualname(Context& cx, Value self, Value value) { return set_text(cx, self, value, "__qualname__", &Function::qualname); }

Value get_doc(Context& cx, Value self) {
  auto* f = as<Function>(self);
  Value v = kept(f, cx.name(Name::k___doc__));
  if (!v.is_unset()) return v;
  return f->code->doc.is_unset() ? Value::none() : f->code->doc;
}
Value set_doc(Context& cx, Value self, Value value) {
  if (value.is_unset()) value = Value::none();
  const Value before = get_doc(cx, self);
  if (value == before || (is<Str>(value) && is<Str>(before) && str_equal(as<Str>(value), as<Str>(before)))) return Value::none();
  return keep(cx, as<Function>(self), cx.name(Name::k___doc__), value);
}

Value get_module(Context& cx, Value self) {
  auto* f = as<Function>(self);
  Value v = kept(f, cx.name(Name::k___module__));
  if (!v.is_unset()) return v;
  if (f->globals == Value::object(cx.image->prelude)) return Value::object(cx.name(Name::k_builtins));
  if (is<Dict>(f->globals)) v = dict_get_str(as<Dict>(f->globals), cx.name(Name::k___name__));
  return v.is_unset() ? Value::none() : v;
}
Value set_module(Context& cx, Value self, Value value) {
  if (value.is_unset()) value = Value::none();
  Value now = get_module(cx, self);
  if (now == value || (is<Str>(now) && is<Str>(value) && str_equal(as<Str>(now), as<Str>(value)))) return Value::none();
  return keep(cx, as<Function>(self), cx.name(Name::k___module__), value);
}

Value get_defaults(Context&, Value self) { return as<Function>(self)->defaults.is_unset() ? Value::none() : as<Function>(self)->defaults; }
Value set_defaults(Context& cx, Value self, Value value) {
  if (as<Function>(self)->immortal()) return read_only(cx, "__defaults__");
  if (value.is_unset()) value = Value::none();
  if (!value.is_none() && !is<Tuple>(payload_of(value))) return raise_type_error(cx, "__defaults__ must be set to a tuple object");
  as<Function>(self)->defaults = payload_of(value);
  cx.methods_changed();
  return Value::none();
}

Value get_kwdefaults(Context&, Value self) {
  Value v = as<Function>(self)->keyword_defaults;
  return v.is_unset() ? Value::none() : v;
}
Value set_kwdefaults(Context& cx, Value self, Value value) {
  if (as<Function>(self)->immortal()) return read_only(cx, "__kwdefaults__");
  if (value.is_unset()) value = Value::none();
  if (!value.is_none() && !is<Dict>(payload_of(value))) return raise_type_error(cx, "__kwdefaults__ must be set to a dict object");
  as<Function>(self)->keyword_defaults = payload_of(value);
  return Value::none();
}

Value get_annotations(Context& cx, Value self) {
  auto* f = as<Function>(self);
  Value v = kept(f, cx.name(Name::k___annotations__));
  if (is<Dict>(v)) return v;
  v = Value::object(new_dict(cx));
  if (f->immortal()) return v;
  Value done = keep(cx, f, cx.name(Name::k___annotations__), v);
  return done.is_outcome() ? done : v;
}
Value set_annotations(Context& cx, Value self, Value value) {
  if (value.is_unset() || value.is_none()) value = Value::object(new_dict(cx));
  if (!is<Dict>(payload_of(value))) return raise_type_error(cx, "__annotations__ must be set to a dict object");
  return keep(cx, as<Function>(self), cx.name(Name::k___annotations__), payload_of(value));
}

// The type parameters, () where there are none.
Value get_type_params(Context& cx, Value self) {
  Value v = kept(as<Function>(self), cx.intern("__type_params__"));
  return v.is_unset() ? tuple_of(cx, {}) : v;
}
Value set_type_params(Context& cx, Value self, Value value) {
  if (value.is_unset() || !is<Tuple>(payload_of(value))) return raise_type_error(cx, "__type_params__ must be set to a tuple");
  return keep(cx, as<Function>(self), cx.intern("__type_params__"), value);
}

Value get_closure(Context& cx, Value self) {
  auto* f = as<Function>(self);
  return f->count ? tuple_of(cx, {f->closure, f->count}) : Value::none();
}
Value get_globals(Context&, Value self) { return as<Function>(self)->globals; }
Value get_builtins(Context& cx, Value) { return Value::object(cx.image->builtins); }
Value get_code(Context&, Value self) { return Value::object(as<Function>(self)->code); }

// The library's code counts on the names of its own module, and calls what programs can't.
Value check_globals_of(Context& cx, const Code* code, Value globals) {
  if (!code->has(kCodeHidden) || globals.as_object()->immortal()) return Value::none();
  return raise_value_error(cx, "the code of {}() is the library's: it runs with the globals of its module only", text(code->name));
}

// What runs goes on with the code it has: frames and generators get a function of their own for it.
bool keep_code_of_frames(Context& cx, Function* f) {
  Function* kept_function = nullptr;
  bool fits = true;
  const auto kept_one = [&] {
    if (kept_function || !(kept_function = cx.heap.make_sized<Function>(f->count))) return kept_function;
    kept_function->code = f->code;
    kept_function->globals = f->globals;
    kept_function->name = f->name;
    kept_function->qualname = f->qualname;
    kept_function->defaults = f->defaults;
    kept_function->keyword_defaults = f->keyword_defaults;
    kept_function->attributes = f->attributes;
    kept_function->notes = f->notes;
    std::copy_n(f->closure, f->count, kept_function->closure);
    return kept_function;
  };
  const auto look = [&](Function*& place) {
    if (place != f) return;
    if (Function* one = kept_one()) place = one;
    else fits = false;
  };
  std::vector<Object*> running;
  cx.heap.for_each([&](Object* o) {
    if (o->kind == Kind::kTask || o->kind == Kind::kGenerator) running.push_back(o);
  });
  for (Object* o : running) {
    if (o->kind == Kind::kGenerator) look(static_cast<Generator*>(o)->function);
    else
      for (Frame& frame : static_cast<Task*>(o)->frames) look(frame.function);
  }
  return fits;
}

Value set_code(Context& cx, Value self, Value value) {
  auto* f = as<Function>(self);
  if (f->immortal()) return read_only(cx, "__code__");
  if (!is<Code>(value)) return raise_type_error(cx, "__code__ must be set to a code object");
  auto* code = as<Code>(value);
  if (code->free_names.size != f->count)
    return raise_value_error(cx, "{}() requires a code object with {} free vars, not {}", text(f->name), f->count, code->free_names.size);
  if (const Value r = check_globals_of(cx, code, f->globals); r.is_outcome()) return r;
  if (!cx.tick(cx.heap.bytes() / 64)) return Value::retry();
  if (!keep_code_of_frames(cx, f)) return cx.out_of_memory();
  f->code = code;
  cx.methods_changed();
  return Value::none();
}

// function(code, globals, name, argdefs, closure)
Value function_new(Context& cx, Value* a) {
  if (!is<Code>(a[1])) return raise_type_error(cx, "function() argument 'code' must be code, not {}", type_name(cx, a[1]));
  auto* code = as<Code>(a[1]);
  const Value globals = payload_of(a[2]), name = payload_of(a[3]), defaults = payload_of(a[4]), closure = payload_of(a[5]);
  if (!is<Dict>(globals)) return raise_type_error(cx, "function() argument 'globals' must be dict, not {}", type_name(cx, a[2]));
  if (!name.is_none() && !is<Str>(name)) return raise_type_error(cx, "arg 3 (name) must be None or string");
  if (!defaults.is_none() && !is<Tuple>(defaults)) return raise_type_error(cx, "arg 4 (defaults) must be None or tuple");
  const uint32_t cells = uint32_t(code->free_names.size);
  if (!is<Tuple>(closure)) {
    if (cells && closure.is_none()) return raise_type_error(cx, "arg 5 (closure) must be tuple");
    if (!closure.is_none()) return raise_type_error(cx, "arg 5 (closure) must be None or tuple");
  }
  const uint32_t given = is<Tuple>(closure) ? as<Tuple>(closure)->count : 0;
  if (given != cells) return raise_value_error(cx, "{} requires closure of length {}, not {}", text(code->name), cells, given);
  for (uint32_t i = 0; i < cells; ++i)
    if (const Value c = as<Tuple>(closure)->items[i]; !is<Cell>(c))
      return raise_type_error(cx, "arg 5 (closure) expected cell, found {}", type_name(cx, c));
  if (const Value r = check_globals_of(cx, code, globals); r.is_outcome()) return r;
  Function* f = new_function(cx, code, globals, cells);
  if (!f) return cx.out_of_memory();
  if (is<Str>(name)) f->name = name;
  f->defaults = defaults;
  // The code of a text takes its namespace as an argument; as a function's it is run in the globals.
  if (code->has(kCodeClassBody) && defaults.is_none()) f->defaults = tuple_of(cx, std::array<Value, 1>{globals});
  if (f->defaults.is_outcome()) return f->defaults;
  if (cells) std::copy_n(as<Tuple>(closure)->items, cells, f->closure);
  return Value::object(f);
}
constexpr NativeRow kFunctionConstructor = {"function", function_new, "cls, code, globals, name=None, argdefs=None, closure=None"};

Value get_dict(Context& cx, Value self) {
  auto* f = as<Function>(self);
  if (looks_builtin(self)) return raise_no_attribute(cx, self, cx.name(Name::k___dict__));
  if (f->immortal())
    return is<Dict>(f->attributes) ? dict_copy(cx, as<Dict>(f->attributes)) : Value::object(new_dict(cx));  // a library's stays as it is
  if (!is<Dict>(f->attributes)) f->attributes = Value::object(new_dict(cx));
  return f->attributes;
}
Value set_dict(Context& cx, Value self, Value value) {
  if (value.is_unset() || !is<Dict>(value))
    return raise_type_error(cx, "__dict__ must be set to a dictionary, not a '{}'", type_name(cx, value));
  if (self.as_object()->immortal()) return read_only(cx, "__dict__");
  as<Function>(self)->attributes = value;
  return Value::none();
}

Value descriptor_get(Context& cx, Value* a) {
  Value owner = a[2];
  if (a[1].is_none() && (owner.is_none() || owner.is_missing())) return raise_type_error(cx, "__get__(None, None) is invalid");
  Class* cls = is<Class>(owner) ? as<Class>(owner) : class_of(cx, a[1]);
  if (auto* b = try_as<Builtin>(a[0]); b && is<Class>(b->owner)) {
    const auto* of = as<Class>(b->owner);
    if (b->row->flags & NativeRow::kClassMethod && !is_subclass(cls, of))
      return raise_type_error(cx, "descriptor '{}' requires a subtype of '{}' but received '{}'", text(b->name), class_text(cx, of),
                              class_name(cls));
    const bool is_method = !(b->row->flags & (NativeRow::kClassMethod | NativeRow::kStatic | NativeRow::kConstructor));
    if (is_method && !a[1].is_none() && !is_instance_of(cx, a[1], of))
      return raise_type_error(cx, "descriptor '{}' for '{}' objects doesn't apply to a '{}' object", text(b->name), class_text(cx, of),
                              type_name(cx, a[1]));
  }
  return bind_attribute(cx, a[0], a[1], cls);
}

constexpr AttributeRow kFunctionAttributes[] = {
    {"__name__", get_name, set_name},
    {"__qualname__", get_qualname, set_qualname},
    {"__doc__", get_doc, set_doc},
    {"__module__", get_module, set_module},
    {"__defaults__", get_defaults, set_defaults},
    {"__kwdefaults__", get_kwdefaults, set_kwdefaults},
    {"__annotations__", get_annotations, set_annotations},
    {"__type_params__", get_type_params, set_type_params},
    {"__closure__", get_closure, read_only_member},
    {"__globals__", get_globals, read_only_member},
    {"__builtins__", get_builtins, read_only_member},
    {"__code__", get_code, set_code},
    {"__dict__", get_dict, set_dict},
};

constexpr NativeRow kGet = {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless};
constexpr NativeRow kCall = {"__call__", nullptr, "self, /, *args, **kwargs", "function__call__"};
constexpr NativeRow kFunctionMethods[] = {kGet, kCall};
constexpr NativeRow kBuiltinReduce = {"__reduce__", nullptr, "self, /", "builtin__reduce__"};
constexpr NativeRow kDescriptorMethods[] = {kGet, kCall, kBuiltinReduce};
constexpr NativeRow kBuiltinMethods[] = {kCall, kBuiltinReduce};  // bound, or nothing's methods: they bind no more
constexpr NativeRow kBoundMethodMethods[] = {kGet, kCall, {"__reduce__", nullptr, "self, /", "method__reduce__"}};

// --- builtins, prelude functions among them; and bound ones

Value builtin_self(Value v) { return is<BoundMethod>(v) ? as<BoundMethod>(v)->self : Value::none(); }
Value builtin_function(Value v) { return is<BoundMethod>(v) ? as<BoundMethod>(v)->function : v; }

// A class's `__new__`: a function that is bound to the class.
bool is_new(Context& cx, Value f) {
  if (is<Function>(f)) return looks_builtin(f) && as<Function>(f)->name == Value::object(cx.name(Name::k___new__));
  return is<Builtin>(f) && is<Class>(as<Builtin>(f)->owner) &&
         (as<Builtin>(f)->row->flags & NativeRow::kConstructor || as<Builtin>(f)->name == Value::object(cx.name(Name::k___new__)));
}

Value builtin_name(Context& cx, Value self) {
  Value f = builtin_function(self);
  if (is_new(cx, f)) return Value::object(cx.name(Name::k___new__));
  return is<Builtin>(f) ? as<Builtin>(f)->name : as<Function>(f)->name;
}
Value builtin_qualname(Context& cx, Value self) {
  Value f = builtin_function(self);
  if (!is<Builtin>(f)) return as<Function>(f)->qualname;
  auto* b = as<Builtin>(f);
  if (!is<Class>(b->owner)) return b->name;
  return new_str(cx, fmt::format("{}.{}", class_name(as<Class>(b->owner)), text(builtin_name(cx, f))));
}
Value builtin_doc(Context& cx, Value self) {
  Value f = builtin_function(self);
  return is<Function>(f) ? get_doc(cx, f) : Value::none();
}
// str.maketrans and its like.
bool is_static_of_class(Value f) {
  return is<Builtin>(f) && is<Class>(as<Builtin>(f)->owner) && as<Builtin>(f)->row->flags & NativeRow::kStatic;
}
Value builtin_module(Context& cx, Value self) {
  Value f = builtin_function(self);
  if (is<BoundMethod>(self) || is_new(cx, f) || is_static_of_class(f)) return Value::none();
  if (is<Builtin>(f)) {
    Value owner = as<Builtin>(f)->owner;
    if (is<Str>(owner)) return owner;
    if (is<Class>(owner)) return raise_no_attribute(cx, self, cx.name(Name::k___module__));
    return Value::object(cx.name(Name::k_builtins));
  }
  return get_module(cx, f);
}
Value builtin_get_self(Context& cx, Value self) {
  if (is<BoundMethod>(self)) return builtin_self(self);
  if (is_new(cx, self) && is<Builtin>(self)) return as<Builtin>(self)->owner;
  if (is_static_of_class(self)) return Value::none();
  if (is<Builtin>(self) && is<Class>(as<Builtin>(self)->owner)) return raise_no_attribute(cx, self, cx.name(Name::k___self__));
  const Value module = builtin_module(cx, self);
  std::string error;
  Module* m = is<Str>(module) && cx.imports.load ? cx.imports.load(as<Str>(module)->view(), false, &error) : nullptr;
  return m ? Value::object(m) : Value::none();
}
Value builtin_objclass(Context& cx, Value self) {
  const Value f = builtin_function(self);
  const bool of_objects = is<Builtin>(f) && is<Class>(as<Builtin>(f)->owner) && !is_new(cx, f) && !is_static_of_class(f);
  if (of_objects && (is<Builtin>(self) || is_slot(as<Builtin>(f)))) return as<Builtin>(f)->owner;
  return raise_no_attribute(cx, self, cx.intern("__objclass__"));
}
constexpr AttributeRow kBuiltinAttributes[] = {
    {"__name__", builtin_name},
    {"__qualname__", builtin_qualname},
    {"__doc__", builtin_doc},
    {"__module__", builtin_module},
    {"__self__", builtin_get_self},
    {"__objclass__", builtin_objclass, read_only_member},
    {"__text_signature__", builtin_text_signature},
};

Value builtin_repr(Context& cx, Value self, TextBuilder& out) {
  Value f = builtin_function(self);
  std::string_view name = is<Builtin>(f) ? text(as<Builtin>(f)->name) : text(as<Function>(f)->name);
  if (is<BoundMethod>(self)) {
    Value to = builtin_self(self);
    const bool slot = is<Builtin>(f) && is_slot(as<Builtin>(f));
    out.append(fmt::format("<{} {} of {} object at {:#x}>", slot ? "method-wrapper" : "built-in method",
                           slot ? fmt::format("'{}'", name) : std::string(name), type_name(cx, to), address_text_of(cx, to)));
  } else if (is<Builtin>(f) && (is_new(cx, f) || is_static_of_class(f))) {
    const Value owner = as<Builtin>(f)->owner;
    out.append(fmt::format("<built-in method {} of {} object at {:#x}>", is_new(cx, f) ? "__new__" : name, type_name(cx, owner),
                           address_text_of(cx, owner)));
  } else if (is<Builtin>(f) && is<Class>(as<Builtin>(f)->owner) &&
             !(as<Builtin>(f)->row->flags & (NativeRow::kStatic | NativeRow::kConstructor))) {
    out.append(fmt::format("<{} '{}' of '{}' objects>", is_slot(as<Builtin>(f)) ? "slot wrapper" : "method", name,
                           class_name(as<Class>(as<Builtin>(f)->owner))));
  } else {
    out.append(fmt::format("<built-in function {}>", name));
  }
  return out.status();
}

Value function_repr(Context& cx, Value self, TextBuilder& out) {
  if (looks_builtin(self)) return builtin_repr(cx, self, out);
  if (auto* h = try_as<HostFunction>(self)) return repr_named(cx, "function", text(h->name), self, out);
  return repr_named(cx, "function", text(as<Function>(self)->qualname), self, out);
}

// --- host functions

Value host_name(Context&, Value self) { return as<HostFunction>(self)->name; }
Value host_doc(Context&, Value) { return Value::none(); }
Value host_module(Context& cx, Value) { return Value::object(cx.name(Name::k___main__)); }

constexpr AttributeRow kHostAttributes[] = {
    {"__name__", host_name}, {"__qualname__", host_name}, {"__doc__", host_doc}, {"__module__", host_module}};

// --- method

Value method_self(Context&, Value self) { return as<BoundMethod>(self)->self; }
Value method_func(Context&, Value self) { return as<BoundMethod>(self)->function; }
Value method_forward(Context& cx, Value self, Name name) {
  DepthGuard guard(cx);  // a method of a method of …
  return guard.ok ? pass_attribute(cx, as<BoundMethod>(self)->function, cx.name(name)) : raise_recursion_error(cx);
}
Value method_doc(Context& cx, Value self) { return method_forward(cx, self, Name::k___doc__); }
Value method_module(Context& cx, Value self) { return method_forward(cx, self, Name::k___module__); }
Value method_dict(Context& cx, Value self) { return method_forward(cx, self, Name::k___dict__); }

constexpr AttributeRow kMethodAttributes[] = {{"__self__", method_self, read_only_member},
                                              {"__func__", method_func, read_only_member},
                                              {"__doc__", method_doc},
                                              {"__module__", method_module},
                                              {"__dict__", method_dict}};

Value method_new(Context& cx, Value* a) {
  if (!is_callable(cx, a[1])) return raise_type_error(cx, "first argument must be callable");
  if (a[2].is_none()) return raise_type_error(cx, "instance must not be None");
  auto* m = cx.heap.make<BoundMethod>();
  m->function = a[1];
  m->self = a[2];
  return Value::object(m);
}
constexpr NativeRow kMethodConstructor = {"method", method_new, "cls, function, instance, /"};

Value method_repr(Context& cx, Value self, TextBuilder& out) {
  if (looks_builtin(self)) return builtin_repr(cx, self, out);
  auto* m = as<BoundMethod>(self);
  std::string name = "?";
  if (auto* f = try_as<Function>(m->function)) name = text(f->qualname);
  else if (auto* c = try_as<Class>(m->function)) name = text(c->qualname);
  else if (is<Instance>(m->function)) return Value::defer();  // it may have a name
  out.append(fmt::format("<bound method {} of ", name));
  // The object shows itself, which may be the program's doing.
  Value r = repr_into(cx, m->self, out);
  if (r.is_outcome()) return r;
  out.append('>');
  return out.status();
}

Value method_equal(Context&, Value self, Value other) {
  if (!is<BoundMethod>(other)) return Value::not_implemented();
  auto* a = as<BoundMethod>(self);
  auto* b = as<BoundMethod>(other);
  return Value::boolean(a->self == b->self && a->function == b->function);
}

Value method_hash(Context& cx, Value self, int64_t* out) {
  auto* m = as<BoundMethod>(self);
  *out = identity_hash(cx, m->self) * 31 ^ identity_hash(cx, m->function);
  return Value::none();
}

// --- cell

Value cell_get(Context& cx, Value self) {
  Value v = as<Cell>(self)->content;
  return v.is_unset() ? raise_value_error(cx, "Cell is empty") : v;
}
Value cell_set(Context&, Value self, Value value) {
  as<Cell>(self)->content = value;
  return Value::none();
}
constexpr AttributeRow kCellAttributes[] = {{"cell_contents", cell_get, cell_set}};

Value cell_repr(Context& cx, Value self, TextBuilder& out) {
  Value v = as<Cell>(self)->content;
  if (v.is_unset()) out.append(fmt::format("<cell at {:#x}: empty>", address_text_of(cx, self)));
  else out.append(fmt::format("<cell at {:#x}: {} object at {:#x}>", address_text_of(cx, self), type_name(cx, v), address_text_of(cx, v)));
  return out.status();
}

Value cell_new(Context& cx, Value* a) {
  auto* c = cx.heap.make<Cell>();
  if (!a[1].is_missing()) c->content = a[1];
  return Value::object(c);
}
constexpr NativeRow kCellConstructor = {"cell", cell_new, "cls, contents=?, /"};

}  // namespace

std::string callable_text(Context& cx, Value callable) {
  auto with_module = [](Value module, std::string_view name) {
    if (!is<Str>(module) || text(module) == "builtins") return fmt::format("{}()", name);
    return fmt::format("{}.{}()", text(module), name);
  };
  while (is<BoundMethod>(callable)) callable = as<BoundMethod>(callable)->function;
  if (is<Function>(callable)) return with_module(get_module(cx, callable), text(as<Function>(callable)->qualname));
  if (auto* cls = try_as<Class>(callable)) return fmt::format("{}()", class_full_name(cx, cls));
  if (auto* b = try_as<Builtin>(callable)) {
    if (is<Class>(b->owner)) return fmt::format("{}.{}()", class_name(as<Class>(b->owner)), text(b->name));
    return with_module(b->owner, text(b->name));
  }
  if (auto* h = try_as<HostFunction>(callable)) return fmt::format("__main__.{}()", text(h->name));
  TextBuilder out(cx);
  Value r = repr_into(cx, callable, out);
  if (r.is_outcome()) return type_name(cx, callable) + " object";
  return std::string(out.text());
}

const Operations kFunctionOperations = {.hash = hash_by_identity, .repr = function_repr};
const Operations kBoundMethodOperations = {.hash = method_hash, .equal = method_equal, .repr = method_repr};
// Contents are compared in Python: they may be the program's.
Value cell_equal(Context&, Value, Value other) { return is<Cell>(other) ? Value::defer() : Value::not_implemented(); }
Value cell_order(Context&, CompareOp, Value, Value other) { return is<Cell>(other) ? Value::defer() : Value::not_implemented(); }

const Operations kCellOperations = {.equal = cell_equal, .order = cell_order, .repr = cell_repr};

const TypeRow kFunctionType = {
    .kind = Kind::kFunction,
    .name = "function",
    .base = "object",
    .doc = "Create a function object.",
    .methods = kFunctionMethods,
    .attributes = kFunctionAttributes,
    .constructor = &kFunctionConstructor,
    .operations = &kFunctionOperations,
    .flags = kClassFinal,
};
const TypeRow kBuiltinType = {
    .kind = Kind::kBuiltin,
    .name = "builtin_function_or_method",
    .base = "object",
    .methods = kBuiltinMethods,
    .attributes = kBuiltinAttributes,
    .operations = &kFunctionOperations,
    .flags = kClassFinal,
};
// Builtins of a class, by MethodType.
constexpr TypeRow method_type(const char* name, std::span<const NativeRow> methods = kDescriptorMethods) {
  return {.kind = Kind::kBuiltin,
          .name = name,
          .base = "object",
          .methods = methods,
          .attributes = kBuiltinAttributes,
          .operations = &kFunctionOperations,
          .flags = kClassFinal,
          .place = [](Image& image, const TypeRow& row, Class* cls) { image.method_types[&row - kMethodTypes] = cls; }};
}
const TypeRow kMethodTypes[kMethodTypeCount] = {method_type("method_descriptor"), method_type("wrapper_descriptor"),
                                                method_type("classmethod_descriptor"), method_type("method-wrapper", kBuiltinMethods)};
const TypeRow kBoundMethodType = {
    .kind = Kind::kBoundMethod,
    .name = "method",
    .base = "object",
    .doc = "Create a bound instance method object.",
    .methods = kBoundMethodMethods,
    .attributes = kMethodAttributes,
    .constructor = &kMethodConstructor,
    .operations = &kBoundMethodOperations,
    .flags = kClassFinal,
};
const TypeRow kHostFunctionType = {
    .kind = Kind::kHostFunction,
    .name = "function",
    .base = "object",
    .methods = kFunctionMethods,
    .attributes = kHostAttributes,
    .operations = &kFunctionOperations,
    .flags = kClassFinal,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.host_function = image.classes[size_t(Kind::kHostFunction)] = cls; },
};
const TypeRow kCellType = {
    .kind = Kind::kCell,
    .name = "cell",
    .base = "object",
    .attributes = kCellAttributes,
    .constructor = &kCellConstructor,
    .operations = &kCellOperations,
    .flags = kClassFinal,
};

}  // namespace fermata
