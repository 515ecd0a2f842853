// The small builtin types: NoneType, ellipsis, NotImplementedType, module, mappingproxy, GenericAlias and
// union, traceback and frame.
#include <algorithm>
#include <array>
#include <string>

#include "compiler/code_archive.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/running_frames.h"
#include "objects/model/type_object.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

std::string_view text(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

// --- None, Ellipsis, NotImplemented

Value none_truth(Context&, Value) { return Value::false_(); }
Value none_repr(Context&, Value, TextBuilder& out) {
  out.append("None");
  return out.status();
}
Value none_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op != BinaryOp::kOr || (a.is_none() && b.is_none()) || !is_union_part(a) || !is_union_part(b)) return Value::not_implemented();
  return make_union(cx, a, b);
}
Value ellipsis_repr(Context&, Value, TextBuilder& out) {
  out.append("Ellipsis");
  return out.status();
}
Value not_implemented_repr(Context&, Value, TextBuilder& out) {
  out.append("NotImplemented");
  return out.status();
}

Value none_new(Context& cx, Value* a) {
  if (as<Tuple>(a[1])->count || as<Dict>(a[2])->live) return raise_type_error(cx, "NoneType takes no arguments");
  return Value::none();
}
Value ellipsis_new(Context& cx, Value* a) {
  if (as<Tuple>(a[1])->count || as<Dict>(a[2])->live) return raise_type_error(cx, "EllipsisType takes no arguments");
  return Value::ellipsis();
}
Value not_implemented_new(Context& cx, Value* a) {
  if (as<Tuple>(a[1])->count || as<Dict>(a[2])->live) return raise_type_error(cx, "NotImplementedType takes no arguments");
  return Value::not_implemented();
}
constexpr NativeRow kNoneConstructor = {"NoneType", none_new, "cls, /, *args, **kwargs"};
constexpr NativeRow kEllipsisConstructor = {"ellipsis", ellipsis_new, "cls, /, *args, **kwargs"};
constexpr NativeRow kNotImplementedConstructor = {"NotImplementedType", not_implemented_new, "cls, /, *args, **kwargs"};

// --- module

Value module_get_dict(Context& cx, Value self) { return namespace_of(cx, as<Module>(self)); }
Value module_get_annotations(Context& cx, Value self) {
  if (!is<Dict>(as<Module>(self)->dict)) return Value::object(new_dict(cx));
  auto* dict = as<Dict>(as<Module>(self)->dict);
  Value v = dict_get_str(dict, cx.name(Name::k___annotations__));
  if (!v.is_unset()) return v;
  v = Value::object(new_dict(cx));
  if (dict->immortal()) return v;
  return dict_set_str(cx, dict, cx.name(Name::k___annotations__), v) ? v : cx.out_of_memory();
}
Value module_set_annotations(Context& cx, Value self, Value value) {
  if (!is<Dict>(as<Module>(self)->dict) || as<Dict>(as<Module>(self)->dict)->immortal())
    return raise_attribute_error(cx, "__annotations__");
  auto* dict = as<Dict>(as<Module>(self)->dict);
  if (!value.is_unset()) return dict_set_str(cx, dict, cx.name(Name::k___annotations__), value) ? Value::none() : cx.out_of_memory();
  return dict_delete_str(cx, dict, cx.name(Name::k___annotations__)) ? Value::none() : raise_attribute_error(cx, "__annotations__");
}
constexpr AttributeRow kModuleAttributes[] = {{"__dict__", module_get_dict},
                                              {"__annotations__", module_get_annotations, module_set_annotations}};

// __new__ leaves names and texts to __init__, which a subclass may define itself.
Value module_bare(Context& cx, Value*) {
  auto* m = cx.heap.make<Module>();
  m->name = Value::object(cx.image->empty_str);
  m->dict = Value::object(new_dict(cx));
  return Value::object(m);
}
Value module_init(Context& cx, Value* a) {
  Str* name = as_str(a[1]);
  if (!name) return raise_type_error(cx, "module.__init__() argument 1 must be str, not {}", type_name(cx, a[1]));
  auto* m = as<Module>(a[0]);
  if (m->immortal() || !is<Dict>(m->dict)) return Value::none();
  m->name = Value::object(name);
  auto* d = as<Dict>(m->dict);
  bool ok = true;
  for (auto [n, v] : {std::pair{"__name__", m->name},
                      {"__doc__", a[2]},
                      {"__package__", Value::none()},
                      {"__loader__", Value::none()},
                      {"__spec__", Value::none()}})
    ok = ok && dict_set_str(cx, d, cx.intern(n), v);
  return ok ? Value::none() : cx.out_of_memory();
}
Value module_new(Context& cx, Value* a) {
  if (!as_str(a[1])) return raise_type_error(cx, "module() argument 1 must be str, not {}", type_name(cx, a[1]));
  Value args[] = {module_bare(cx, a), a[1], a[2]};
  const Value done = module_init(cx, args);
  return done.is_outcome() ? done : args[0];
}
constexpr NativeRow kModuleConstructor = {"module", module_new, "cls, name, doc=None"};

constexpr NativeRow kModuleMethods[] = {
    {"__new__", module_bare, "cls, /, *args, **kwargs", nullptr, NativeRow::kConstructor | NativeRow::kNew},
    {"__init__", module_init, "self, name, doc=None", nullptr, NativeRow::kChanges},
    {"__dir__", nullptr, "self, /", "module__dir__"},
};

// What has a loader or a specification of its own, or no name, is shown by the prelude.
Value module_repr(Context& cx, Value self, TextBuilder& out) {
  auto* m = as<Module>(self);
  const auto* dict = as<Dict>(m->dict);
  Value file = dict_get_str(dict, cx.name(Name::k___file__));
  Value name = dict_get_str(dict, cx.name(Name::k___name__));
  const auto said = [&](const char* attribute) {
    const Value v = dict_get_str(dict, cx.intern(attribute));
    return !v.is_unset() && !v.is_none();
  };
  if (!m->immortal() && (!is<Str>(name) || said("__loader__") || said("__spec__"))) return Value::defer();
  std::string_view shown = is<Str>(name) ? text(name) : text(m->name);
  if (is<Str>(file)) out.append(fmt::format("<module '{}' from '{}'>", shown, text(file)));
  else out.append(fmt::format("<module '{}'{}>", shown, m->immortal() ? " (built-in)" : ""));
  return out.status();
}

// --- mappingproxy: everything is the mapping's

// A proxy of a proxy of … shows what the innermost does.
Value target(Value self) {
  while (is<MappingProxy>(self)) self = as<MappingProxy>(self)->mapping;
  return self;
}
Value proxy_length(Context& cx, Value self) { return length_of(cx, target(self)); }
Value proxy_get_item(Context& cx, Value self, Value key) { return get_item(cx, target(self), key); }
Value proxy_contains(Context& cx, Value self, Value key) { return contains(cx, target(self), key); }
Value proxy_iter(Context& cx, Value self) { return get_iter(cx, target(self)); }
Value proxy_equal(Context& cx, Value self, Value other) { return rich_compare(cx, CompareOp::kEq, target(self), target(other)); }
Value proxy_repr(Context& cx, Value self, TextBuilder& out) {
  out.append("mappingproxy(");
  Value r = repr_into(cx, as<MappingProxy>(self)->mapping, out);
  if (r.is_outcome()) return r;
  out.append(')');
  return out.status();
}
Value proxy_str(Context& cx, Value self, TextBuilder& out) { return str_into(cx, target(self), out); }
Value proxy_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op != BinaryOp::kOr) return Value::not_implemented();
  return binary(cx, op, target(a), target(b));
}
Value proxy_in_place(Context& cx, BinaryOp op, Value, Value) {
  if (op != BinaryOp::kOr) return Value::not_implemented();
  return raise_type_error(cx, "'|=' is not supported by mappingproxy; use '|' instead");
}

Value proxy_new(Context& cx, Value* a) {
  Value p = payload_of(a[1]);
  if (!is<Dict>(p) && !is<MappingProxy>(p) && (!is<Instance>(a[1]) || !has_trait(cx, class_of(cx, a[1]), kTraitGetItem)))
    return raise_type_error(cx, "mappingproxy() argument must be a mapping, not {}", type_name(cx, a[1]));
  auto* proxy = cx.heap.make<MappingProxy>();
  proxy->mapping = a[1];
  return Value::object(proxy);
}
constexpr NativeRow kProxyConstructor = {"mappingproxy", proxy_new, "cls, mapping"};
constexpr NativeRow kProxyMethods[] = {
    kClassGetItem,
    {"get", nullptr, "self, key, default=None, /", "mappingproxy_get"},
    {"keys", nullptr, "self, /", "mappingproxy_keys"},
    {"values", nullptr, "self, /", "mappingproxy_values"},
    {"items", nullptr, "self, /", "mappingproxy_items"},
    {"copy", nullptr, "self, /", "mappingproxy_copy"},
    {"__reversed__", nullptr, "self, /", "mappingproxy_reversed"},
};

// --- GenericAlias and union

// *tuple[int] is an alias whose origin is NotImplemented and whose one argument is tuple[int].
bool is_starred(const GenericAlias* alias) {
  if (alias->origin != Value::not_implemented()) return false;
  auto* args = try_as<Tuple>(alias->args);
  return args && args->count == 1 && is<GenericAlias>(args->items[0]);
}
const GenericAlias* without_star(Value self) {
  const auto* alias = as<GenericAlias>(self);
  return is_starred(alias) ? as<GenericAlias>(as<Tuple>(alias->args)->items[0]) : alias;
}

Value alias_origin(Context&, Value self) { return without_star(self)->origin; }
Value alias_args(Context&, Value self) { return without_star(self)->args; }
Value alias_unpacked(Context&, Value self) { return Value::boolean(is_starred(as<GenericAlias>(self))); }
Value alias_unpacked_args(Context& cx, Value self) {
  const auto* alias = without_star(self);
  return alias != as<GenericAlias>(self) && alias->origin == Value::object(cx.image->classes[size_t(Kind::kTuple)]) ? alias->args
                                                                                                                    : Value::none();
}
Value alias_parameters(Context& cx, Value self) { return cx.tail_call(prelude_function(cx, "GenericAlias_parameters"), {self}); }

constexpr AttributeRow kAliasAttributes[] = {
    {"__origin__", alias_origin, read_only_member},
    {"__args__", alias_args, read_only_member},
    {"__parameters__", alias_parameters},
    {"__unpacked__", alias_unpacked, read_only_member},
    {"__typing_unpacked_tuple_args__", alias_unpacked_args},
};
constexpr AttributeRow kUnionAttributes[] = {{"__args__", alias_args, read_only_member}, {"__parameters__", alias_parameters}};

Value alias_new(Context& cx, Value* a) {
  auto* alias = cx.heap.make<GenericAlias>();
  alias->origin = a[1];
  alias->args = a[2];
  if (!is<Tuple>(a[2])) {
    Value one = tuple_of(cx, std::array<Value, 1>{a[2]});
    if (one.is_outcome()) return one;
    alias->args = one;
  }
  return Value::object(alias);
}
constexpr NativeRow kAliasConstructor = {"GenericAlias", alias_new, "cls, origin, args, /"};

// The subclasses that mro_entries puts in a class's bases.
Value alias_mro_entries(Context& cx, Value* a) { return tuple_of(cx, std::array<Value, 1>{without_star(a[0])->origin}); }
constexpr NativeRow kAliasMethods[] = {
    {"__mro_entries__", alias_mro_entries, "self, bases, /"},
    {"__call__", nullptr, "self, /, *args, **kwargs", "GenericAlias__call__"},
    {"__getitem__", nullptr, "self, key, /", "GenericAlias__getitem__"},
    {"__iter__", nullptr, "self, /", "GenericAlias__iter__"},
    {"__reduce__", nullptr, "self, /", "GenericAlias__reduce__"},
    {"__instancecheck__", nullptr, "self, instance, /", "GenericAlias__instancecheck__"},
    {"__subclasscheck__", nullptr, "self, cls, /", "GenericAlias__subclasscheck__"},
};
Value union_instancecheck(Context&, Value*) { return Value::defer(); }
constexpr NativeRow kUnionMethods[] = {
    {"__getitem__", nullptr, "self, key, /", "UnionType__getitem__"},
    {"__instancecheck__", union_instancecheck, "self, instance, /", "UnionType__instancecheck__"},
    {"__subclasscheck__", union_instancecheck, "self, cls, /", "UnionType__subclasscheck__"},
};

Value alias_part_repr(Context& cx, Value v, TextBuilder& out, bool in_union) {
  if (v == Value::ellipsis()) out.append("...");
  else if (in_union && is<Class>(v) && as<Class>(v) == class_of(cx, Value::none())) out.append("None");
  else if (is<Class>(v)) append_full_name(cx, as<Class>(v), out);
  else if (auto* list = try_as<List>(v)) {
    DepthGuard guard(cx);  // a list in itself
    if (!guard.ok) return raise_recursion_error(cx);
    out.append('[');
    for (uint32_t i = 0; i < list->items.size; ++i) {
      if (i) out.append(", ");
      if (Value r = alias_part_repr(cx, list->items[i], out, false); r.is_outcome()) return r;
    }
    out.append(']');
  } else {
    return repr_into(cx, v, out);
  }
  return out.status();
}

Value alias_repr(Context& cx, Value self, TextBuilder& out) {
  auto* alias = without_star(self);
  if (alias != as<GenericAlias>(self)) out.append('*');
  auto* args = as<Tuple>(alias->args);
  bool in_union = is_union(self);
  if (!in_union) {
    if (Value r = alias_part_repr(cx, alias->origin, out, false); r.is_outcome()) return r;
    out.append('[');
    if (args->count == 0) out.append("()");
  }
  // Of Callable the parameters are shown as a list.
  const bool lists = !in_union && args->count > 0 && is<Class>(alias->origin) &&
                     !(args->count == 2 && args->items[0] == Value::ellipsis()) && as<Class>(alias->origin)->immortal() &&
                     class_full_name(cx, as<Class>(alias->origin)) == "collections.abc.Callable";
  if (lists) out.append('[');
  if (lists && args->count == 1) out.append("], ");
  for (uint32_t i = 0; i < args->count; ++i) {
    if (i) out.append(in_union ? " | " : lists && i + 1 == args->count ? "], " : ", ");
    if (Value r = alias_part_repr(cx, args->items[i], out, in_union); r.is_outcome()) return r;
  }
  if (!in_union) out.append(']');
  return out.status();
}

Value alias_equal(Context& cx, Value self, Value other) {
  if (!is<GenericAlias>(other) || is_union(self) != is_union(other)) return Value::not_implemented();
  auto* a = as<GenericAlias>(self);
  auto* b = as<GenericAlias>(other);
  if (!is_union(self)) {
    if (a->origin != b->origin) return Value::false_();
    return equal(cx, a->args, b->args);
  }
  // Unions are equal whatever the order.
  auto* x = as<Tuple>(a->args);
  auto* y = as<Tuple>(b->args);
  if (x->count != y->count) return Value::false_();
  if (!cx.tick(uint64_t(x->count) * x->count / 4)) return Value::retry();
  for (Value part : x->span()) {
    bool found = false;
    for (Value candidate : y->span()) {
      Value r = equal(cx, part, candidate);
      if (r.is_outcome()) return r;
      found |= r.is_true();
    }
    if (!found) return Value::false_();
  }
  return Value::true_();
}

Value alias_hash(Context& cx, Value self, int64_t* out) {
  auto* alias = as<GenericAlias>(self);
  if (!is_union(self)) {
    Value r = hash_of(cx, alias->args, out);
    if (!r.is_outcome()) *out ^= identity_hash(cx, alias->origin);
    return r;
  }
  return Value::defer();  // the hash of a frozenset of the parts
}

Value alias_iter(Context& cx, Value self) {
  if (is_union(self)) return raise_type_error(cx, "'{}' object is not iterable", type_name(cx, self));
  return cx.tail_call(prelude_function(cx, "GenericAlias__iter__"), {self});
}

// --- traceback and frame

Value tb_next(Context&, Value self) { return as<Traceback>(self)->next; }
Value tb_set_next(Context& cx, Value self, Value value) {
  if (!value.is_none() && !is<Traceback>(value)) return raise_type_error(cx, "expected traceback object, got '{}'", type_name(cx, value));
  for (Value v = value; is<Traceback>(v); v = as<Traceback>(v)->next)
    if (v == self) return raise_value_error(cx, "traceback loop detected");
  as<Traceback>(self)->next = value;
  return Value::none();
}
Value tb_line(Context&, Value self) { return Value::small(position_at(as<Traceback>(self)->code, as<Traceback>(self)->pc).line); }
// Two for each instruction, as CPython counts.
Value tb_lasti(Context&, Value self) { return Value::small(2 * int64_t(as<Traceback>(self)->pc)); }

// A frame that goes on, since it has caught the exception, is known, and its variables are while it handles that: of those that have ended
// only the place is.
Value tb_frame(Context& cx, Value self) {
  Code* code = as<Traceback>(self)->code;
  const uint32_t count = cx.task ? cx.task->frames.size : 0;
  cx.budget.charge(count);
  const auto handles_it = [&](const Frame& f) {
    return f.code == code && is<Exception>(f.handled) && as<Exception>(f.handled)->traceback == self;
  };
  for (uint32_t i = count; i-- > 0;)
    if (handles_it(cx.task->frames[i])) return running_frame_object(cx, i, true);
  for (uint32_t i = count; i-- > 0;)
    if (cx.task->frames[i].code == code) return running_frame_object(cx, i, false);
  return make_frame_object(cx, code, as<Traceback>(self)->pc);
}
constexpr AttributeRow kTracebackAttributes[] = {
    {"tb_next", tb_next, tb_set_next},
    {"tb_lineno", tb_line, read_only_member},
    {"tb_lasti", tb_lasti, read_only_member},
    {"tb_frame", tb_frame, read_only_member},
};

// TracebackType(tb_next, tb_frame, tb_lasti, tb_lineno): of that frame's code, at that place if it is in that line, or else where the line
// begins.
Value traceback_new(Context& cx, Value* a) {
  if (!a[1].is_none() && !is<Traceback>(a[1]))
    return raise_type_error(cx, "expected traceback object or None, got '{}'", type_name(cx, a[1]));
  const Value frame_class = intrinsic(cx, "frame");
  const bool is_frame = is<Instance>(a[2]) && as<Instance>(a[2])->shape->cls == frame_class.as_object();
  Code* code = is_frame ? try_as<Code>(instance_get(cx, as<Instance>(a[2]), cx.intern("f_code"))) : nullptr;
  if (!code) return raise_type_error(cx, "TracebackType() argument 'tb_frame' must be frame, not {}", type_name(cx, a[2]));
  for (int i : {3, 4})
    if (!a[i].is_small()) return raise_type_error(cx, "'{}' object cannot be interpreted as an integer", type_name(cx, a[i]));
  const auto count = int64_t(code->words.size);
  int64_t pc = std::clamp<int64_t>(a[3].as_small() / 2, 0, std::max<int64_t>(count - 1, 0));
  if (position_at(code, uint32_t(pc)).line != a[4].as_small()) {
    if (!cx.tick(uint64_t(count))) return Value::retry();
    bool found = false;
    for_each_position(code, uint32_t(count), [&, at = int64_t(0)](const CodePosition& position, bool) mutable {
      if (!found && position.line == a[4].as_small()) found = true, pc = at;
      ++at;
    });
  }
  auto* t = cx.heap.make<Traceback>();
  t->next = a[1];
  t->code = code;
  t->pc = uint32_t(pc);
  return Value::object(t);
}
constexpr NativeRow kTracebackConstructor = {"TracebackType", traceback_new, "cls, tb_next, tb_frame, tb_lasti, tb_lineno"};

}  // namespace

uint32_t kept_locals(const Code* code) {
  uint32_t i = code->parameters();
  while (i < code->locals.size && as<Str>(code->locals[i])->view() != kKeptLocals) ++i;
  return std::min(i, code->locals.size);
}

Value locals_of(Context& cx, const Function* function, const Value* registers) {
  const Code* code = function->code;
  if (code->has(kCodeModule)) return function->globals;
  if (code->has(kCodeClassBody)) return registers[0];
  const uint32_t kept = kept_locals(code);
  const bool is_kept = kept < code->locals.size && is<Dict>(registers[kept]);
  const Value made = is_kept ? dict_copy(cx, as<Dict>(registers[kept])) : Value::object(new_dict(cx));
  if (made.is_outcome() || !made.as_object()) return made.is_outcome() ? made : cx.out_of_memory();
  auto* d = as<Dict>(made);
  bool ok = true;
  auto add = [&](Value name, Value v, bool is_own = true) {
    if (as<Str>(name)->view().starts_with(".")) return;
    if (!v.is_unset()) ok = ok && dict_set_str(cx, d, as<Str>(name), v);
    else if (is_kept && is_own) dict_delete_str(cx, d, as<Str>(name));
  };
  for (uint32_t i : locals_in_order(code)) add(code->locals[i], local_of(code, registers, i), i < kept);
  for (uint32_t i = 0; i < code->free_names.size; ++i) add(code->free_names[i], as<Cell>(function->closure[i])->content);
  return ok ? Value::object(d) : cx.out_of_memory();
}

Value class_getitem(Context& cx, Value* a) {
  auto* alias = cx.heap.make<GenericAlias>();
  alias->origin = a[0];
  alias->args = is<Tuple>(a[1]) ? a[1] : tuple_of(cx, std::array<Value, 1>{a[1]});
  return alias->args.is_outcome() ? alias->args : Value::object(alias);
}

// The globals of the module that was read from that file, or else the program's.
Value globals_of_file(Context& cx, const Str* path) {
  Str* const file = cx.name(Name::k___file__);
  for (const DictEntry& e : as<Dict>(cx.imports.modules)->entries) {
    const Value dict = is<Module>(e.value) && !e.value.as_object()->immortal() ? as<Module>(e.value)->dict : Value();
    const Value own = is<Dict>(dict) ? dict_get_str(as<Dict>(dict), file) : Value();
    if (is<Str>(own) && str_equal(as<Str>(own), path)) return dict;
  }
  return cx.main_globals;
}

Value globals_of_code(Context& cx, const Code* code) {
  if (!is<Str>(code->filename) || !is<Dict>(cx.imports.modules)) return cx.main_globals;
  const std::string name = module_of_library_file(as<Str>(code->filename)->view());
  if (name.empty()) return globals_of_file(cx, as<Str>(code->filename));
  const Value module = dict_get_str(as<Dict>(cx.imports.modules), cx.intern(name));
  return is<Module>(module) ? as<Module>(module)->dict : cx.main_globals;
}

Value make_frame_object(Context& cx, Code* code, uint32_t pc, const Function* function, const Value* registers, Value back) {
  Value cls = intrinsic(cx, "frame");
  if (!is<Class>(cls)) return Value::none();
  Instance* f = make_instance(cx, as<Class>(cls));
  const Value line = Value::small(position_at(code, pc).line);
  const Value globals = function ? function->globals : globals_of_code(cx, code);
  const Value locals = function && registers    ? locals_of(cx, function, registers)
                       : code->has(kCodeModule) ? globals
                                                : Value::object(new_dict(cx));
  if (locals.is_outcome()) return locals;
  bool ok = instance_set(cx, f, cx.intern("f_code"), Value::object(code)) && instance_set(cx, f, cx.intern("f_lineno"), line) &&
            instance_set(cx, f, cx.intern("f_lasti"), Value::small(pc == kAtDefinition ? 0 : 2 * int64_t(pc))) &&
            instance_set(cx, f, cx.intern("f_back"), back) && instance_set(cx, f, cx.intern("f_globals"), globals) &&
            instance_set(cx, f, cx.intern("f_builtins"), Value::object(cx.image->builtins)) &&
            instance_set(cx, f, cx.intern("f_locals"), locals);
  return ok ? Value::object(f) : cx.out_of_memory();
}

Value running_frame_object(Context& cx, uint32_t index, bool with_variables) {
  Value outer = Value::none();
  for (uint32_t i = 0; i <= index; ++i) {
    const Frame& f = cx.task->frames[i];
    if (f.code->has(kCodeHidden)) continue;
    outer = make_frame_object(cx, f.code, f.pc, f.function, with_variables ? f.registers : nullptr, outer);
    if (!is<Instance>(outer)) return outer;
  }
  return outer;
}

// A copy is the object of this name.
Value named_reduce(Context& cx, Value* a) { return repr_of(cx, a[0]); }
constexpr NativeRow kNamedMethods[] = {{"__reduce__", named_reduce, "self, /"}};

const Operations kNoneOperations = {.truth = none_truth, .hash = hash_by_identity, .repr = none_repr, .binary = none_binary};
const Operations kEllipsisOperations = {.hash = hash_by_identity, .repr = ellipsis_repr};
// True, with a warning that the prelude gives.
Value not_implemented_truth(Context&, Value) { return Value::defer(); }
const Operations kNotImplementedOperations = {.truth = not_implemented_truth, .hash = hash_by_identity, .repr = not_implemented_repr};
const Operations kModuleOperations = {.hash = hash_by_identity, .repr = module_repr};
const Operations kMappingProxyOperations = {
    .length = proxy_length,
    .equal = proxy_equal,
    .repr = proxy_repr,
    .str = proxy_str,
    .iter = proxy_iter,
    .contains = proxy_contains,
    .get_item = proxy_get_item,
    .binary = proxy_binary,
    .in_place = proxy_in_place,
    .binary_ops = 1u << unsigned(BinaryOp::kOr),
    .in_place_ops = 1u << unsigned(BinaryOp::kOr),
};
const Operations kGenericAliasOperations = {
    .hash = alias_hash,
    .equal = alias_equal,
    .repr = alias_repr,
    .iter = alias_iter,
    .binary = none_binary,
    .binary_ops = 1u << unsigned(BinaryOp::kOr),
};
const Operations kTracebackOperations = {.hash = hash_by_identity};

const TypeRow kNoneType = {
    .kind = Kind::kInstance,
    .name = "NoneType",
    .base = "object",
    .constructor = &kNoneConstructor,
    .operations = &kNoneOperations,
    .flags = kClassFinal,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.special_classes[size_t(Special::kNone)] = cls; },
};
const TypeRow kEllipsisType = {
    .kind = Kind::kInstance,
    .name = "ellipsis",
    .base = "object",
    .methods = kNamedMethods,
    .constructor = &kEllipsisConstructor,
    .operations = &kEllipsisOperations,
    .flags = kClassFinal,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.special_classes[size_t(Special::kEllipsis)] = cls; },
};
const TypeRow kNotImplementedType = {
    .kind = Kind::kInstance,
    .name = "NotImplementedType",
    .base = "object",
    .methods = kNamedMethods,
    .constructor = &kNotImplementedConstructor,
    .operations = &kNotImplementedOperations,
    .flags = kClassFinal,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.special_classes[size_t(Special::kNotImplemented)] = cls; },
};
const TypeRow kModuleType = {
    .kind = Kind::kModule,
    .name = "module",
    .base = "object",
    .doc = "Create a module object.",
    .methods = kModuleMethods,
    .attributes = kModuleAttributes,
    .constructor = &kModuleConstructor,
    .operations = &kModuleOperations,
};
const TypeRow kMappingProxyType = {
    .kind = Kind::kMappingProxy,
    .name = "mappingproxy",
    .base = "object",
    .methods = kProxyMethods,
    .constructor = &kProxyConstructor,
    .operations = &kMappingProxyOperations,
    .flags = kClassFinal | kClassMapping,
};
// The part of a name before the last dot is the class's __module__.
const TypeRow kGenericAliasType = {
    .kind = Kind::kGenericAlias,
    .name = "types.GenericAlias",
    .base = "object",
    .doc = "Represent a PEP 585 generic type",
    .methods = kAliasMethods,
    .attributes = kAliasAttributes,
    .constructor = &kAliasConstructor,
    .operations = &kGenericAliasOperations,
};
const TypeRow kUnionType = {
    .kind = Kind::kGenericAlias,
    .name = "types.UnionType",
    .base = "object",
    .doc = "Represent a PEP 604 union type",
    .methods = kUnionMethods,
    .attributes = kUnionAttributes,
    .operations = &kGenericAliasOperations,
    .flags = kClassFinal | kClassNoNew,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.union_type = cls; },
};
const TypeRow kTracebackType = {
    .kind = Kind::kTraceback,
    .name = "traceback",
    .base = "object",
    .attributes = kTracebackAttributes,
    .constructor = &kTracebackConstructor,
    .operations = &kTracebackOperations,
    .flags = kClassFinal,
};
const TypeRow kFrameType = {
    .kind = Kind::kInstance,
    .name = "frame",
    .base = "object",
    .operations = &kInstanceOperations,
    .flags = kClassFinal | kClassNoNew | kClassHasDict,
    .place = place_nowhere,
};

}  // namespace fermata
