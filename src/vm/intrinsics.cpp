#include "vm/intrinsics.h"

#include <optional>
#include <string>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"
#include "vm/host_calls.h"
#include "vm/import.h"
#include "vm/source_text.h"

namespace fermata {

namespace {

// What locals() gives: in a function that asks for it one dict for each frame, in which exec() leaves what it likes, and into which the
// variables are written each time. While a comprehension runs in the frame it is another one, which has its variables, too.
Value frame_locals(Context& cx, const Frame& f) {
  const Value now = locals_of(cx, f.function, f.registers);
  const Code* code = f.code;
  const uint32_t kept = kept_locals(code);
  if (now.is_outcome() || !code->has(kCodeOptimized) || kept == code->locals.size) return now;
  for (uint32_t i = kept + 1; i < code->locals.size; ++i)
    if (!local_of(code, f.registers, i).is_unset()) return now;
  Value& dict = f.registers[kept];
  if (!is<Dict>(dict) || dict.as_object()->immortal()) return dict = now;
  const auto update = [&](Value name) {
    const Value value = dict_get_str(as<Dict>(now), as<Str>(name));
    if (!value.is_unset()) return dict_set_str(cx, as<Dict>(dict), as<Str>(name), value);
    dict_delete_str(cx, as<Dict>(dict), as<Str>(name));
    return true;
  };
  bool ok = true;
  for (const uint32_t i : locals_in_order(code)) ok = ok && (i >= kept || update(code->locals[i]));
  for (const Value name : code->free_names.span()) ok = ok && update(name);
  return ok ? dict : cx.out_of_memory();
}

// The innermost frame of the program itself: the prelude's own don't count.
Frame* visible_frame(Context& cx) {
  for (uint32_t i = cx.task->frames.size; i-- > 0;)
    if (Frame& f = cx.task->frames[i]; !f.code->has(kCodeHidden)) return &f;
  return cx.task->frames.size ? &cx.task->frames[0] : nullptr;
}

Value builtin_globals(Context& cx, Value*) { return visible_frame(cx)->function->globals; }
Value intrinsic_builtin_names(Context& cx, Value*) { return Value::object(cx.image->builtins); }
Value builtin_locals(Context& cx, Value*) { return frame_locals(cx, *visible_frame(cx)); }

Value builtin_vars(Context& cx, Value* args) {
  if (args[0].is_missing()) return frame_locals(cx, *visible_frame(cx));
  Value v = get_attribute(cx, args[0], cx.name(Name::k___dict__));
  if (v.is_error() && exception_matches(cx, cx.exception, ErrorType::kAttributeError)) {
    cx.exception = Value();
    return raise_type_error(cx, "vars() argument must have __dict__ attribute");
  }
  return v.is_call() || v.is_resume() ? Value::defer() : v;  // somebody must be there to catch an AttributeError
}

Value builtin_dir(Context& cx, Value* args) {
  Value v = args[0];
  if (v.is_missing()) {
    Value locals = frame_locals(cx, *visible_frame(cx));
    if (!is<Dict>(locals)) return Value::defer();
    auto* m = cx.heap.make<Module>();
    m->dict = locals;
    return list_attributes(cx, Value::object(m));
  }
  Class* cls = class_of(cx, v);
  if (Value hook = class_lookup(cx, cls, cx.name(Name::k___dir__)); !is<Builtin>(hook) ||
                                                                    as<Builtin>(hook)->owner.as_object() != cx.image->object ||
                                                                    is<Module>(is<Instance>(v) ? payload_of(v) : Value()))
    return Value::defer();
  return list_attributes(cx, v);
}

Value builtin_import(Context& cx, Value* args) {
  Str* const name = try_as<Str>(payload_of(args[0]));
  if (!name) return raise_type_error(cx, "__import__() argument 1 must be str, not {}", type_name(cx, args[0]));
  bool from_list = !args[3].is_none() && !(is<Tuple>(args[3]) && as<Tuple>(args[3])->count == 0) &&
                   !(is<List>(args[3]) && as<List>(args[3])->items.size == 0);
  int64_t level = 0;
  if (const Value r = index_clamped(cx, payload_of(args[4]), &level); r.is_outcome()) return r;
  if (level < 0) return raise_value_error(cx, "level must be >= 0");
  if (level && !is<Dict>(payload_of(args[1]))) return raise_type_error(cx, "globals must be a dict");
  const Value module = import_module(cx, name, uint32_t(std::min<int64_t>(level, 1 << 20)), !from_list, nullptr, payload_of(args[1]));
  // What is in the list may be modules of the package's that aren't imported yet; one of the image's has them all.
  const bool in_files = from_list && is<Module>(module) && !module.as_object()->immortal();
  return in_files ? Value::defer() : module;
}

// The dots of an import have been looked at: they are few.
Value intrinsic_begin_module(Context& cx, Value* args) {
  return begin_module(cx, as<Str>(args[0]), uint32_t(args[1].as_small()), payload_of(args[2]));
}

// begin_session_part(module): what yields the names and values of each session's own in a shared module, which count as made from now on.
Value intrinsic_begin_session_part(Context& cx, Value* args) { return begin_session_part(cx, args[0]); }
Value intrinsic_set_session_part(Context& cx, Value* args) { return set_session_part(cx, args[0], as<Dict>(args[1])); }
// When they couldn't be made.
Value intrinsic_end_session_part(Context& cx, Value* args) { return end_session_part(cx, args[0]); }

// import_begun(name, dots, top, globals): what IMPORT gives once op_import has run what had to be run.
Value intrinsic_import_begun(Context& cx, Value* args) {
  return import_module(cx, as<Str>(args[0]), uint32_t(args[1].as_small()), args[2].is_true(), nullptr, payload_of(args[3]), true);
}

// import_module("a.b"): the module itself.
Value intrinsic_import_module(Context& cx, Value* args) { return import_module(cx, as<Str>(args[0]), 0, false); }

// Whether a file of the session's has this text, as import reads it.
bool is_text_of(Context& cx, std::string_view file, std::string_view text) {
  if (!cx.host.side || !file.starts_with('/')) return false;
  std::optional<std::string> there = cx.host.side->file_text(file);
  if (!there) return false;
  if (there->starts_with("\xEF\xBB\xBF")) there->erase(0, 3);
  if (*there == text) return true;
  std::erase(*there, '\r');
  return *there == text;
}

// compile_source(text, filename, mode, top_level_await): code that takes its namespace, or the parts of a SyntaxError. `with_warnings`: a
// list of the code and what to warn of.
Value compile_text(Context& cx, Value* args, bool with_warnings) {
  const Value text = payload_of(args[0]), filename = payload_of(args[1]), mode = payload_of(args[2]);
  if (!is<Str>(text) || !is<Str>(mode)) return raise_type_error(cx, "compile() expects text");
  if (!is<Str>(filename)) return raise_type_error(cx, "expected str, bytes or os.PathLike object, not {}", type_name(cx, args[1]));
  const SourceMode how = source_mode(as<Str>(mode)->view());
  forget_file_source(cx, as<Str>(filename));
  std::unique_ptr<ParsedText> parsed;
  if (Value failed = parse_text(cx, as<Str>(text), as<Str>(filename), how, &parsed); !failed.is_unset()) return failed;
  const ParseResult& tree = parsed->tree;
  const ast::Node& root = tree.expression ? static_cast<const ast::Node&>(*tree.expression) : *tree.module;
  const Value code = compile_tree(cx, parsed->source, root, as<Str>(filename), how, args[3].is_true(),
                                  is_text_of(cx, as<Str>(filename)->view(), as<Str>(text)->view()) ? 0 : uint32_t(kCodeCompiled));
  if (!with_warnings || !is<Code>(code)) return code;
  const Value found[] = {code, syntax_warning_parts(cx, parsed->source, as<Str>(filename), root)};
  return found[1].is_outcome() ? found[1] : list_of(cx, found);
}
Value intrinsic_compile_source(Context& cx, Value* args) { return compile_text(cx, args, false); }  // states of earlier releases
Value intrinsic_compile_with_warnings(Context& cx, Value* args) { return compile_text(cx, args, true); }

// source_extent(text): by the numbers of SourceExtent.
Value intrinsic_source_extent(Context& cx, Value* args) {
  const Str* text = as_str(args[0]);
  if (!text) return raise_type_error(cx, "source_extent() expects text");
  const std::string_view view = text->view();
  constexpr uint64_t kTakes = 100;  // of the tree and the tokens, for a byte of text
  if (!cx.tick(view.size())) return Value::retry();
  if (view.size() > kLongestProgram) return Value::small(0);
  if (Value full; !cx.can_allocate(kTakes * view.size(), &full)) return full;
  return Value::small(int64_t(source_extent(Source("<input>", view))));
}

// check_eval("exec"): PermissionError when the host switched it off.
Value intrinsic_check_eval(Context& cx, Value* args) { return check_eval(cx, is<Str>(args[0]) ? as<Str>(args[0])->view() : "exec"); }

// granted_function("input", what to do instead): the host's function of that name.
Value intrinsic_granted_function(Context& cx, Value* args) {
  if (!is<Str>(args[0]) || !is<Str>(args[1])) return raise_type_error(cx, "granted_function() expects text");
  const std::string_view name = as<Str>(args[0])->view();
  if (!cx.host.grants || !cx.host.grants(name))
    return raise(cx, ErrorType::kPermissionError, message_text("{}() is not granted: {}", name, as<Str>(args[1])->view()));
  auto* f = cx.heap.make<HostFunction>();
  f->name = Value::object(cx.intern(name));
  return Value::object(f);
}

// run_code(code, globals, locals, who)
Value intrinsic_run_code(Context& cx, Value* args) {
  const Value globals = payload_of(args[1]);
  if (!is<Code>(args[0]) || !is<Dict>(globals)) return raise_type_error(cx, "exec() expects code and globals");
  auto* code = as<Code>(args[0]);
  Tuple* cells = try_as<Tuple>(args[4]);
  if (!code->free_names.size && !args[4].is_none()) return raise_type_error(cx, "cannot use a closure with this code object");
  if (code->free_names.size && args[4].is_none() && is<Str>(args[3]) && as<Str>(args[3])->view() == "eval")
    return raise_type_error(cx, "code object passed to eval() may not contain free variables");
  if (code->free_names.size) {
    bool good = cells && cells->count == code->free_names.size;
    for (uint32_t i = 0; good && i < cells->count; ++i) good = is<Cell>(cells->items[i]);
    if (!good) return raise_type_error(cx, "code object requires a closure of exactly length {}", code->free_names.size);
  }
  const bool takes_namespace = code->has(kCodeClassBody);
  if (!takes_namespace && code->parameters() > 0) return raise_type_error(cx, "code object passed to exec() may not take parameters");
  Function* f = new_function(cx, code, globals, code->free_names.size);
  if (!f) return cx.out_of_memory();
  for (uint32_t i = 0; i < code->free_names.size; ++i) f->closure[i] = cells->items[i];
  return takes_namespace ? cx.tail_call(Value::object(f), {args[2]}) : cx.tail_call(Value::object(f), {});
}

constexpr std::string_view kYieldFrom = "yield from";

// Where a generator keeps a local variable; null: nowhere.
Value* local_of(Generator* g, Str* name) {
  for (uint32_t i = 0; i < g->code->locals.size && i < g->registers.size; ++i)
    if (str_equal(as<Str>(g->code->locals[i]), name)) return &g->registers[i];
  return nullptr;
}

// The iterator that a suspended generator delegates to, or None. For one that isn't a generator it gives yield_from_iterator, which holds
// it.
Value intrinsic_generator_delegate(Context&, Value* args) {
  auto* g = as<Generator>(args[0]);
  if (g->state != uint32_t(GeneratorState::kSuspended)) return Value::none();
  Word w = g->code->words[g->pc];
  if (op_of(w) != Op::YIELD_FROM && op_of(w) != Op::AWAIT) return Value::none();
  const Value delegate = g->registers[b_of(w)];
  auto* stands = try_as<Generator>(delegate);
  if (!stands || !is<Str>(stands->type_name) || as<Str>(stands->type_name)->view() != kYieldFrom || !stands->registers.size)
    return delegate;
  return stands->registers[0];
}

// The local variable of a suspended generator, or None.
Value intrinsic_generator_local(Context&, Value* args) {
  const Value* local = local_of(as<Generator>(args[0]), as<Str>(args[1]));
  return local && !local->is_unset() ? *local : Value::none();
}

// Sets a local variable of a generator that doesn't run.
Value intrinsic_generator_set_local(Context&, Value* args) {
  auto* g = as<Generator>(args[0]);
  if (g->state != uint32_t(GeneratorState::kFresh) && g->state != uint32_t(GeneratorState::kSuspended)) return Value::none();
  if (Value* local = local_of(g, as<Str>(args[1]))) *local = args[2];
  return Value::none();
}

// types.coroutine: generators of the function may be awaited.
Value intrinsic_mark_awaitable(Context& cx, Value* args) {
  auto* f = as<Function>(args[0]);
  Code* code = copy_code(cx, f->code);
  if (!code) return cx.out_of_memory();
  code->code_flags |= kCodeIterableCoroutine;
  f->code = code;
  return args[0];
}

// Decorators: what they are given, bound to the intrinsic that does it.
Value decorator(Context& cx, Value given, const char* intrinsic) {
  auto* m = cx.heap.make<BoundMethod>();
  m->self = given;
  m->function = dict_get_str(cx.image->intrinsics, cx.intern(intrinsic));
  return Value::object(m);
}

// @native_iterator("module.name" or its class): generators of the function stand for such iterators. As theirs do, they go on after an
// exception: they start over, with the parameters that they have by then, so these hold their whole state. @native_once: but these end.
Value intrinsic_native_iterator(Context& cx, Value* args) { return decorator(cx, args[0], "mark_native_iterator"); }
Value intrinsic_native_once(Context& cx, Value* args) { return decorator(cx, args[0], "mark_native_once"); }

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
  for (Name part : {Name::k___dict__, Name::k___weakref__}) dict_delete_str(cx, dict, cx.name(part));
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

Value mark_native(Context& cx, Value* args, uint32_t flags) {
  auto* f = as<Function>(args[1]);
  if (f->code->immortal()) return raise_type_error(cx, "the function's code is shared");
  f->code->code_flags |= flags;
  if (!is<Dict>(f->attributes)) f->attributes = Value::object(new_dict(cx));
  Value name = args[0];
  if (auto* cls = try_as<Class>(name)) {
    dict_set_str(cx, as<Dict>(f->attributes), cx.name(Name::k___class__), name);
    Str* const full = cx.intern(class_full_name(cx, cls));
    if (!full) return cx.out_of_memory();
    name = Value::object(full);
  }
  dict_set_str(cx, as<Dict>(f->attributes), cx.name(Name::k___wrapped__), name);
  return args[1];
}
Value intrinsic_mark_native_iterator(Context& cx, Value* args) { return mark_native(cx, args, kCodeNativeIterator | kCodeStartsAgain); }
Value intrinsic_mark_native_once(Context& cx, Value* args) { return mark_native(cx, args, kCodeNativeIterator); }

Value intrinsic_known_subclasses(Context& cx, Value* args) { return known_subclasses(cx, as<Class>(args[0])); }

// The exception being handled, or None: sys.exc_info().
Value intrinsic_handled_exception(Context& cx, Value*) {
  for (uint32_t i = cx.task->frames.size; i-- > 0;)
    if (Value h = cx.task->frames[i].handled; !h.is_unset()) return h;
  return Value::none();
}

constexpr NativeRow kBuiltinRows[] = {
    {"globals", builtin_globals, ""},
    {"locals", builtin_locals, ""},
    {"vars", builtin_vars, "object=?, /", "builtin_vars"},
    {"dir", builtin_dir, "object=?, /", "builtin_dir"},
    {"__import__", builtin_import, "name, globals=None, locals=None, fromlist=(), level=0", "builtin_import"},
};

constexpr NativeRow kIntrinsicRows[] = {
    {"import_module", intrinsic_import_module, "name: str, /", "import_running"},
    {"begin_session_part", intrinsic_begin_session_part, "module, /"},
    {"set_session_part", intrinsic_set_session_part, "module, values: dict, /"},
    {"end_session_part", intrinsic_end_session_part, "module, /"},
    {"begin_module", intrinsic_begin_module, "name: str, dots, globals, /"},
    {"import_begun", intrinsic_import_begun, "name: str, dots, top, globals, /"},
    {"generator_delegate", intrinsic_generator_delegate, "generator: generator, /"},
    {"compile_source", intrinsic_compile_source, "text, filename, mode, top_level_await, /"},
    {"compile_with_warnings", intrinsic_compile_with_warnings, "text, filename, mode, top_level_await, /"},
    {"source_extent", intrinsic_source_extent, "text, /"},
    {"check_eval", intrinsic_check_eval, "name, /"},
    {"granted_function", intrinsic_granted_function, "name, instead, /"},
    {"run_code", intrinsic_run_code, "code, globals, locals, who, closure=None, /"},
    {"program_globals", builtin_globals, ""},
    {"program_locals", builtin_locals, ""},
    {"builtin_names", intrinsic_builtin_names, ""},
    {"native_iterator", intrinsic_native_iterator, "name, /"},
    {"native_once", intrinsic_native_once, "name, /"},
    {"c_class", intrinsic_c_class, "cls: own_class, /"},
    {"native_class", intrinsic_native_class, "builtin, /"},
    {"mark_native_class", intrinsic_mark_native_class, "builtin: own_builtin, cls: own_class, /"},
    {"mark_awaitable", intrinsic_mark_awaitable, "function: own_function, /"},
    {"generator_local", intrinsic_generator_local, "generator: generator, name: str, /"},
    {"generator_set_local", intrinsic_generator_set_local, "generator: generator, name: str, value, /"},
    {"mark_native_iterator", intrinsic_mark_native_iterator, "name, function: own_function, /"},
    {"mark_native_once", intrinsic_mark_native_once, "name, function: own_function, /"},
    {"known_subclasses", intrinsic_known_subclasses, "cls: class, /"},
    {"handled_exception", intrinsic_handled_exception, ""},
};

}  // namespace

const std::span<const NativeRow> kMachineBuiltins = kBuiltinRows;
const std::span<const NativeRow> kMachineIntrinsics = kIntrinsicRows;

}  // namespace fermata
