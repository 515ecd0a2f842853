// What the prelude sees besides the builtins: the raw steps of Python's protocols, from which
// src/prelude/ is written. (Those that need the machine are vm/intrinsics.cpp's.)
#include <array>
#include <set>
#include <string>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/iterators/generator.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/function_types.h"
#include "objects/model/handle.h"
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

Value or_missing(Value v) { return v.is_unset() ? Value::missing() : v; }

// --- looking things up

Value type_lookup(Context& cx, Value* a) { return or_missing(class_lookup(cx, as<Class>(a[0]), as<Str>(a[1]))); }
Value intrinsic_class_of(Context& cx, Value* a) { return Value::object(class_of(cx, a[0])); }
Value intrinsic_payload(Context&, Value* a) { return payload_of(a[0]); }
Value intrinsic_type_name(Context& cx, Value* a) {
  const Class* cls = class_of(cx, a[0]);
  return cls->class_flags & kClassQualified ? Value::object(cx.intern(class_full_name(cx, cls))) : cls->name;
}
Value intrinsic_class_text(Context& cx, Value* a) { return new_str(cx, class_text(cx, as<Class>(a[0]))); }
Value intrinsic_is_subclass(Context&, Value* a) { return Value::boolean(is_subclass(as<Class>(a[0]), as<Class>(a[1]))); }
Value intrinsic_is_class(Context&, Value* a) { return Value::boolean(is<Class>(a[0])); }
// Is it an instance of a class that is not built in (whose methods may run user code)?
Value is_user_object(Context&, Value* a) { return Value::boolean(may_define(a[0]) && !is<Module>(a[0])); }
Value intrinsic_is_leaf_iterable(Context& cx, Value* a) { return Value::boolean(is_leaf_iterable(cx, a[0])); }
Value is_exception(Context&, Value* a) { return Value::boolean(is<Exception>(a[0])); }
Value intrinsic_is_exception_class(Context&, Value* a) { return Value::boolean(is_exception_class(a[0])); }

// The special method `name` of x, looked up on its class and bound to it.
Value bind_special(Context& cx, Value* a) {
  Class* cls = class_of(cx, a[0]);
  Value found = class_lookup(cx, cls, as<Str>(a[1]));
  return found.is_unset() ? Value::missing() : bind_attribute(cx, found, a[0], cls);
}

// The same for a function of the class itself, as __new__ and __init_subclass__ are got.
Value bind_in_class(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  Value found = class_lookup(cx, cls, as<Str>(a[1]));
  return found.is_unset() ? Value::missing() : bind_attribute(cx, found, Value::none(), cls);
}
Value bind_behind(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  Value found = class_lookup_after(cx, cls, cls, as<Str>(a[1]));
  return found.is_unset() ? Value::missing() : bind_attribute(cx, found, Value::none(), cls);
}

// obj.name without the class's own __getattribute__ and __getattr__.
Value plain_getattr(Context& cx, Value* a) { return generic_get(cx, a[0], as<Str>(a[1])); }
Value plain_setattr(Context& cx, Value* a) { return generic_set(cx, a[0], as<Str>(a[1]), a[2]); }
Value plain_delattr(Context& cx, Value* a) { return generic_delete(cx, a[0], as<Str>(a[1])); }

// Does a leaf for `+` or `*` of this value come after the other operand's reflected method? (CPython's
// sequences have no number slots.)
Value is_sequence(Context&, Value* a) {
  if (is<Instance>(a[0]) && as<Instance>(a[0])->payload.is_unset()) return Value::false_();
  Value p = payload_of(a[0]);
  return Value::boolean(is<List>(p) || is<Tuple>(p) || is<Str>(p) || is<Bytes>(p) || is<ByteArray>(p) || is<Deque>(p));
}

// The special methods of the binary operators, by BinaryOp: "" for __add__, "r" for __radd__, "i" for __iadd__ (nobody asks for divmod's)
Value operator_methods(Context& cx, Value* a) {
  const std::string_view prefix = as<Str>(a[0])->view();
  static constexpr const char* kNames[] = {
#define BINARY(ast, op, name, ...) #name,
#define BINARY_CALL(op, name, symbol) #name,
#include "syntax/operators.def"
  };
  std::vector<Value> methods;
  for (const char* name : kNames) methods.push_back(Value::object(cx.intern(fmt::format("__{}{}__", prefix, name))));
  return tuple_of(cx, methods);
}

// No operand answered the operator of that number.
Value intrinsic_raise_operands(Context& cx, Value* a) {
  if (!a[0].is_small() || a[0].as_small() < 0 || a[0].as_small() >= int64_t(kBinaryOps)) return raise_value_error(cx, "no such operator");
  return raise_operands(cx, BinaryOp(a[0].as_small()), a[1].is_true(), a[2], a[3]);
}

// *alias: see small_types.cpp.
Value unpacked_alias(Context& cx, Value* a) {
  if (!is<GenericAlias>(a[0])) return raise_type_error(cx, "expected a generic alias");
  auto* alias = cx.heap.make<GenericAlias>();
  alias->origin = Value::not_implemented();
  alias->args = tuple_of(cx, std::array<Value, 1>{a[0]});
  return alias->args.is_outcome() ? alias->args : Value::object(alias);
}

// What kind of second argument isinstance has: "class", "union", "alias", or "" for something else.
Value type_argument_kind(Context& cx, Value* a) {
  const char* kind = is<Class>(a[0]) ? "class" : is_union(a[0]) ? "union" : is<GenericAlias>(a[0]) ? "alias" : "";
  return Value::object(cx.intern(kind));
}

Value plain_isinstance(Context& cx, Value* a) { return Value::boolean(is_instance_of(cx, a[0], as<Class>(a[1]))); }

// making_image(): what is made now will be all sessions'.
Value making_image(Context& cx, Value*) { return Value::boolean(cx.heap.frozen()); }

Value intrinsic_looks_builtin(Context&, Value* a) { return Value::boolean(looks_builtin(a[0])); }
Value intrinsic_callable_text(Context& cx, Value* a) { return new_str(cx, callable_text(cx, a[0])); }

// --- abstract base classes: what was registered with them. Those of the image are shared: what a program registers is kept as a dict by
// class, in its own `abc._registered`, what a module of the library that is made after them registers in Image::registered.

Value abc_registered(Context& cx, Class* cls, Module** module) {
  std::string error;
  *module = cx.imports.load("abc", false, &error);
  if (!*module) return Value();
  const Value all = patched_attribute(cx, *module, cx.intern("_registered"));
  return is<Dict>(all) ? dict_get(cx, as<Dict>(all), Value::object(cls)) : Value();
}

Tuple* registered_in_image(Context& cx, const Class* cls) {
  const Image::Registered* all = cx.image->registered.load(std::memory_order_acquire);
  if (!all) return nullptr;
  const auto found = all->find(cls);
  return found == all->end() ? nullptr : found->second;
}

void register_in_image(Context& cx, const Class* cls, Tuple* classes) {
  const Image::Registered* before = cx.image->registered.load(std::memory_order_relaxed);
  auto* after = before ? new Image::Registered(*before) : new Image::Registered();
  (*after)[cls] = classes;
  static auto* const replaced = new std::vector<const Image::Registered*>();  // kept: somebody may be reading them
  if (before) replaced->push_back(before);
  cx.image->registered.store(after, std::memory_order_release);
}

// abc_registry(cls): a tuple.
Value abc_registry(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  const Value own = dict_get_str(as<Dict>(cls->dict), cx.intern("_abc_registry"));
  auto* first = is<Tuple>(own) ? as<Tuple>(own) : cx.image->empty_tuple;
  Module* module;
  if (!cls->immortal()) return Value::object(first);
  Tuple* const later = registered_in_image(cx, cls);
  const Value more = is<Dict>(cx.imports.patches) ? abc_registered(cx, cls, &module) : Value();
  if (!later && !is<Tuple>(more)) return Value::object(first);
  std::vector<Value> all(first->span().begin(), first->span().end());
  if (later) all.insert(all.end(), later->span().begin(), later->span().end());
  if (is<Tuple>(more)) all.insert(all.end(), as<Tuple>(more)->span().begin(), as<Tuple>(more)->span().end());
  return tuple_of(cx, all);
}

Value with_last(Context& cx, Value tuple, Value last) {
  std::vector<Value> all;
  if (is<Tuple>(tuple)) all.assign(as<Tuple>(tuple)->span().begin(), as<Tuple>(tuple)->span().end());
  all.push_back(last);
  if (!cx.tick(all.size() / 8 + 1)) return Value::retry();
  return tuple_of(cx, all);
}

// abc_register(cls, subclass). For classes of the program that derive from those of the image, with these too: they do not know their
// subclasses.
Value abc_register(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  if (!cls->immortal()) {
    Str* name = cx.intern("_abc_registry");
    const Value all = with_last(cx, dict_get_str(as<Dict>(cls->dict), name), a[1]);
    if (all.is_outcome()) return all;
    if (const Value done = class_set(cx, cls, name, all); done.is_outcome()) return done;
  }
  for (Value c : as<Tuple>(cls->mro)->span()) {
    if (!as<Class>(c)->immortal() || dict_get_str(as<Dict>(as<Class>(c)->dict), cx.intern("_abc_registry")).is_unset()) continue;
    if (cx.heap.frozen()) {
      Tuple* const before = registered_in_image(cx, as<Class>(c));
      register_in_image(cx, as<Class>(c), as<Tuple>(with_last(cx, before ? Value::object(before) : Value(), a[1])));
      continue;
    }
    Module* module;
    const Value all = with_last(cx, abc_registered(cx, as<Class>(c), &module), a[1]);
    if (all.is_outcome()) return all;
    if (!module) continue;
    Str* name = cx.intern("_registered");
    Value table = patched_attribute(cx, module, name);
    if (!is<Dict>(table)) table = Value::object(new_dict(cx));
    if (const Value done = dict_set(cx, as<Dict>(table), c, all); done.is_outcome()) return done;
    if (const Value done = set_attribute(cx, Value::object(module), name, table); done.is_outcome()) return done;
  }
  return Value::none();
}

// --- making things

Value set_cell(Context& cx, Value* a) {
  if (!is<Cell>(a[0]))
    return raise_type_error(cx, "type.__new__: __classcell__ must be a nonlocal cell, not <class '{}'>", type_name(cx, a[0]));
  as<Cell>(a[0])->content = a[1];
  return Value::none();
}

Value make_payload_instance(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  const Value payload = payload_of(a[1]);
  if (!has_layout(payload, cls)) return raise_type_error(cx, "a {} can't hold a '{}'", class_name(cls), type_name(cx, payload));
  Value instance = new_instance(cx, cls);
  if (!instance.is_outcome()) as<Instance>(instance)->payload = payload;
  return instance;
}

// make_exception_group(cls, args, message, exceptions)
Value make_exception_group(Context& cx, Value* a) {
  if (!is_exception_class(a[0])) return raise_type_error(cx, "an exception group's class must be one of exceptions");
  Exception* e = make_exception(cx, as<Class>(a[0]), a[1]);
  if (!set_exception_detail(cx, e, "message", a[2]) || !set_exception_detail(cx, e, "exceptions", a[3])) return cx.out_of_memory();
  return Value::object(e);
}

// The cause as it is, without the `from` that setting __cause__ stands for.
Value copy_cause(Context&, Value* a) {
  as<Exception>(a[0])->cause = as<Exception>(a[1])->cause;
  as<Exception>(a[0])->suppress_context = true;  // as setting any cause does, None too
  return Value::none();
}

// --- errors

// raise_missing_attribute(obj, name): AttributeError as CPython words it.
Value raise_missing_attribute(Context& cx, Value* a) { return raise_no_attribute(cx, a[0], as<Str>(a[1])); }

// --- modules

// module_names(): of those that a program may import, in their order.
Value module_names(Context& cx, Value*) {
  std::vector<Value> names;
  if (cx.imports.names)
    for (const std::string& name : cx.imports.names()) names.push_back(new_str(cx, name));
  return list_of(cx, names);
}

Value is_module_name(Context& cx, Value* a) {
  static const std::set<std::string, std::less<>> all = [&] {
    const std::vector<std::string> names = cx.imports.names();  // the same for all
    return std::set<std::string, std::less<>>(names.begin(), names.end());
  }();
  const Value name = payload_of(a[0]);
  return Value::boolean(is<Str>(name) && all.contains(as<Str>(name)->view()));
}

// modules_within(package): the names in it of those that sessions share. A package of the image has them all, whoever imported them.
Value modules_within(Context& cx, Value* a) {
  std::vector<Value> names;
  const auto* package = try_as<Module>(a[0]);
  if (!package || !package->immortal() || !cx.imports.names) return list_of(cx, names);
  const std::string start = std::string(as<Str>(package->name)->view()) + ".";
  for (const std::string& name : cx.imports.names())
    if (name.starts_with(start) && name.find('.', start.size()) == name.npos && !cx.imports.code(name, false))
      names.push_back(new_str(cx, std::string_view(name).substr(start.size())));
  return list_of(cx, names);
}

// --- output

Value write_output(Context& cx, Value* a) {
  Str* text = as_str(a[0]);
  if (!text) return raise_type_error(cx, "write() argument must be str, not {}", type_name(cx, a[0]));
  if (!cx.tick(text->count / 256 + 1)) return Value::retry();
  return cx.write_output(a[1].is_true() ? 1 : 0, text->view()) ? Value::none() : Value::retry();
}

// sys.stdout when the program put something else there, else `__missing__`.
Value replaced_stdout(Context& cx, Value*) {
  const Value out = stdout_of_program(cx);
  return out.is_unset() ? Value::missing() : out;
}

// (firstiter, finalizer) as sys.set_asyncgen_hooks keeps them, or None.
Value asyncgen_hooks(Context& cx, Value*) {
  const Value hooks = patched_sys_attribute(cx, "_asyncgen_hooks");
  return is<Tuple>(hooks) ? hooks : Value::none();
}

// proxy_mapping(proxy): what a mappingproxy shows, proxies of proxies looked through.
Value proxy_mapping(Context& cx, Value* a) {
  Value v = a[0];
  if (!is<MappingProxy>(v)) return raise_type_error(cx, "a mappingproxy is wanted");
  while (is<MappingProxy>(v)) v = as<MappingProxy>(v)->mapping;
  return v;
}

constexpr NativeRow kRows[] = {
    {"proxy_mapping", proxy_mapping, "proxy, /"},
    {"type_lookup", type_lookup, "cls: class, name: str, /"},
    {"class_of", intrinsic_class_of, "x, /"},
    {"payload", intrinsic_payload, "x, /"},
    {"class_text", intrinsic_class_text, "cls: class, /"},
    {"type_name", intrinsic_type_name, "x, /"},
    {"is_subclass", intrinsic_is_subclass, "cls: class, base: class, /"},
    {"is_class", intrinsic_is_class, "x, /"},
    {"is_user_object", is_user_object, "x, /"},
    {"is_leaf_iterable", intrinsic_is_leaf_iterable, "x, /"},
    {"is_exception", is_exception, "x, /"},
    {"is_exception_class", intrinsic_is_exception_class, "x, /"},
    {"bind_special", bind_special, "x, name: str, /"},
    {"bind_in_class", bind_in_class, "cls: class, name: str, /"},
    {"bind_behind", bind_behind, "cls: class, name: str, /"},
    {"plain_getattr", plain_getattr, "obj, name: str, /"},
    {"plain_setattr", plain_setattr, "obj, name: str, value, /"},
    {"plain_delattr", plain_delattr, "obj, name: str, /"},
    {"is_sequence", is_sequence, "x, /"},
    {"operator_methods", operator_methods, "prefix: str, /"},
    {"raise_operands", intrinsic_raise_operands, "op, in_place, a, b, /"},
    {"make_generic_alias", class_getitem, "origin, args, /"},
    {"unpacked_alias", unpacked_alias, "alias, /"},
    {"type_argument_kind", type_argument_kind, "x, /"},
    {"plain_isinstance", plain_isinstance, "obj, cls: class, /"},
    {"making_image", making_image, "/"},
    {"looks_builtin", intrinsic_looks_builtin, "f, /"},
    {"callable_text", intrinsic_callable_text, "f, /"},
    {"abc_registry", abc_registry, "cls: class, /"},
    {"abc_register", abc_register, "cls: class, subclass: class, /"},
    {"set_cell", set_cell, "cell, value, /"},
    {"make_payload_instance", make_payload_instance, "cls: class, payload, /"},
    {"make_exception_group", make_exception_group, "cls: class, args: tuple, message, exceptions: tuple, /"},
    {"copy_cause", copy_cause, "to: exception, of: exception, /"},
    {"raise_missing_attribute", raise_missing_attribute, "obj, name: str, /"},
    {"module_names", module_names, "/"},
    {"is_module_name", is_module_name, "name, /"},
    {"modules_within", modules_within, "package, /"},
    {"write_output", write_output, "text, error=False, /"},
    {"replaced_stdout", replaced_stdout, "/"},
    {"asyncgen_hooks", asyncgen_hooks, "/"},
    {"class_make", class_make, "meta: class, name, bases, namespace, /"},
    {"class_add_slots", class_add_slots, "cls: own_class, names: tuple, /"},
    {"class_set_names", class_set_names, "cls: class, /"},
    {"class_check_bases", class_check_bases, "cls: class, bases, /"},
    {"class_replace_bases", class_replace_bases, "cls: own_class, bases: tuple, /"},
    {"class_default_mro", class_default_mro, "cls: class, /"},
    {"class_set_mro", class_set_mro, "cls: own_class, mro: tuple, /"},
    {"class_make_handle", class_make_handle, "cls: own_class, /"},
    {"make_handle", make_handle, "cls: own_class, type: str, name: str, identity: str, /"},
    {"handle_parts", intrinsic_handle_parts, "x, /"},
    {"class_has_dict", class_has_dict, "cls: class, /"},
    {"make_super", make_super, "cls: class, obj, said: class, /"},
    {"generator_state", generator_state, "generator: generator, /"},
    {"generator_finish", generator_finish, "generator: generator, /"},
    {"generator_mark_running", generator_mark_running, "generator: generator, running, /"},
    {"generator_throw", generator_throw, "generator: generator, exception: exception, /"},
    {"generator_end_delegate", generator_end_delegate, "generator: generator, value, /"},
    {"generator_resume", generator_resume, "generator: generator, value, /"},
    {"generator_yielded", generator_yielded, "generator: generator, /"},
    {"generator_awaits", generator_awaits, "generator: generator, /"},
    {"generator_kind", generator_kind, "generator: generator, /"},
};

}  // namespace

const std::span<const NativeRow> kCoreIntrinsics = kRows;

}  // namespace fermata
