#include "vm/intrinsics.h"

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/attributes.h"
#include "objects/class.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/instance.h"
#include "objects/operations.h"
#include "objects/text.h"
#include "vm/import.h"

namespace fermata {

namespace {

// The innermost frame of the program itself: the prelude's own don't count.
Frame* visible_frame(Context& cx) {
  for (uint32_t i = cx.task->frames.size; i-- > 0;)
    if (Frame& f = cx.task->frames[i]; !f.code->has(kCodeHidden)) return &f;
  return cx.task->frames.size ? &cx.task->frames[0] : nullptr;
}

Value frame_locals(Context& cx, Frame* f) {
  if (f->code->has(kCodeModule)) return f->function->globals;
  if (f->code->has(kCodeClassBody)) return f->registers[0];
  Dict* d = new_dict(cx);
  auto add = [&](Value name, Value v) {
    if (is<Cell>(v)) v = as<Cell>(v)->content;
    if (!v.is_unset() && !as<Str>(name)->view().starts_with(".")) dict_set_str(cx, d, as<Str>(name), v);
  };
  for (uint32_t i = 0; i < f->code->locals.size; ++i) add(f->code->locals[i], f->registers[i]);
  for (uint32_t i = 0; i < f->code->free_names.size; ++i) add(f->code->free_names[i], f->function->closure[i]);
  return Value::object(d);
}

Value builtin_globals(Context& cx, Value*) { return visible_frame(cx)->function->globals; }
Value builtin_locals(Context& cx, Value*) { return frame_locals(cx, visible_frame(cx)); }

Value builtin_vars(Context& cx, Value* args) {
  if (args[0].is_missing()) return frame_locals(cx, visible_frame(cx));
  Value v = get_attribute(cx, args[0], cx.name(Name::k___dict__));
  if (v.is_error() && exception_matches(cx, cx.exception, ErrorType::kAttributeError)) {
    cx.exception = Value();
    return raise_type_error(cx, "vars() argument must have __dict__ attribute");
  }
  return v;
}

Value builtin_dir(Context& cx, Value* args) {
  Value v = args[0];
  if (v.is_missing()) {
    Value locals = frame_locals(cx, visible_frame(cx));
    if (!is<Dict>(locals)) return Value::defer();
    auto* m = cx.heap.make<Module>();
    m->dict = locals;
    return list_attributes(cx, Value::object(m));
  }
  Class* cls = class_of(cx, v);
  if (Value hook = class_lookup(cx, cls, cx.name(Name::k___dir__)); is<Function>(hook)) return Value::defer();
  return list_attributes(cx, v);
}

Value builtin_import(Context& cx, Value* args) {
  if (!is<Str>(args[0])) return raise_type_error(cx, "__import__() argument 1 must be str, not {}", type_name(cx, args[0]));
  bool from_list = !args[3].is_none() && !(is<Tuple>(args[3]) && as<Tuple>(args[3])->count == 0) &&
                   !(is<List>(args[3]) && as<List>(args[3])->items.size == 0);
  return import_module(cx, as<Str>(args[0]), 0, !from_list);
}

// import_module("a.b"): the module itself.
Value intrinsic_import_module(Context& cx, Value* args) { return import_module(cx, as<Str>(args[0]), 0, false); }

// The iterator that a suspended generator delegates to, or None.
Value intrinsic_generator_delegate(Context&, Value* args) {
  auto* g = as<Generator>(args[0]);
  if (g->state != uint32_t(GeneratorState::kSuspended)) return Value::none();
  Word w = g->code->words[g->pc];
  if (op_of(w) != Op::YIELD_FROM && op_of(w) != Op::AWAIT) return Value::none();
  return g->registers[b_of(w)];
}

// The local variable of a suspended generator, or None.
Value intrinsic_generator_local(Context&, Value* args) {
  auto* g = as<Generator>(args[0]);
  for (uint32_t i = 0; i < g->code->locals.size && i < g->registers.size; ++i)
    if (str_equal(as<Str>(g->code->locals[i]), as<Str>(args[1]))) return g->registers[i].is_unset() ? Value::none() : g->registers[i];
  return Value::none();
}

// Decorators: what they are given, bound to the intrinsic that does it.
Value decorator(Context& cx, Value given, const char* intrinsic) {
  auto* m = cx.heap.make<BoundMethod>();
  m->self = given;
  m->function = dict_get_str(cx.image->intrinsics, cx.intern(intrinsic));
  return Value::object(m);
}

// @native_iterator("module.name" or its class): generators of the function stand for such iterators.
Value intrinsic_native_iterator(Context& cx, Value* args) { return decorator(cx, args[0], "mark_native_iterator"); }

// @c_class: messages name the class with its module.
Value intrinsic_c_class(Context&, Value* args) {
  as<Class>(args[0])->class_flags |= kClassQualified;
  return args[0];
}

// @native_class(builtin): the builtin is what calls of the class call, with the class first.
Value intrinsic_native_class(Context& cx, Value* args) { return decorator(cx, args[0], "mark_native_class"); }

Value intrinsic_mark_native_class(Context& cx, Value* args) {
  auto* b = as<Builtin>(args[0]);
  auto* cls = as<Class>(args[1]);
  auto* dict = as<Dict>(cls->dict);
  b->owner = args[1];
  cls->constructor = args[0];
  cls->class_flags = (cls->class_flags & ~uint32_t(kClassHasDict)) | kClassQualified;
  dict_set_str(cx, dict, cx.name(Name::k___new__), args[0]);
  // The special methods of all iterators, as map has them.
  auto* map = as<Class>(dict_get_str(cx.image->builtins, cx.intern("map")));
  for (Name name : {Name::k___iter__, Name::k___next__}) {
    auto* method = cx.heap.make<Builtin>();
    auto* like = as<Builtin>(dict_get_str(as<Dict>(map->dict), cx.name(name)));
    method->row = like->row;
    method->signature = like->signature;
    method->twin = like->twin;
    method->name = like->name;
    method->owner = args[1];
    dict_set_str(cx, dict, cx.name(name), Value::object(method));
  }
  cx.methods_changed();
  return args[1];
}

Value intrinsic_mark_native_iterator(Context& cx, Value* args) {
  auto* f = as<Function>(args[1]);
  f->code->code_flags |= kCodeNativeIterator;
  if (!is<Dict>(f->attributes)) f->attributes = Value::object(new_dict(cx));
  Value name = args[0];
  if (auto* cls = try_as<Class>(name)) {
    dict_set_str(cx, as<Dict>(f->attributes), cx.name(Name::k___class__), name);
    name = Value::object(cx.intern(class_full_name(cx, cls)));
  }
  dict_set_str(cx, as<Dict>(f->attributes), cx.name(Name::k___wrapped__), name);
  return args[1];
}

// The exception being handled, or None: sys.exc_info().
Value intrinsic_handled_exception(Context& cx, Value*) {
  for (uint32_t i = cx.task->frames.size; i-- > 0;)
    if (Value h = cx.task->frames[i].handled; !h.is_unset()) return h;
  return Value::none();
}

constexpr NativeRow kBuiltinRows[] = {
    {"globals", builtin_globals, ""},
    {"locals", builtin_locals, ""},
    {"vars", builtin_vars, "object=?, /"},
    {"dir", builtin_dir, "object=?, /", "builtin_dir"},
    {"__import__", builtin_import, "name, globals=None, locals=None, fromlist=(), level=0"},
};

constexpr NativeRow kIntrinsicRows[] = {
    {"import_module", intrinsic_import_module, "name, /"},
    {"generator_delegate", intrinsic_generator_delegate, "generator, /"},
    {"native_iterator", intrinsic_native_iterator, "name, /"},
    {"c_class", intrinsic_c_class, "cls, /"},
    {"native_class", intrinsic_native_class, "builtin, /"},
    {"mark_native_class", intrinsic_mark_native_class, "builtin, cls, /"},
    {"generator_local", intrinsic_generator_local, "generator, name, /"},
    {"mark_native_iterator", intrinsic_mark_native_iterator, "name, function, /"},
    {"handled_exception", intrinsic_handled_exception, ""},
};

}  // namespace

const std::span<const NativeRow> kMachineBuiltins = kBuiltinRows;
const std::span<const NativeRow> kMachineIntrinsics = kIntrinsicRows;

}  // namespace fermata
