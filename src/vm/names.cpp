// Names: globals and builtins behind their inline caches, unbound locals, making functions.
#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"
#include "vm/frames.h"
#include "vm/interpreter.h"

namespace fermata {

Value Interpreter::load_global_slow(Frame& f, Str* name, SiteCache* cache) {
  auto* globals = as<Dict>(f.function->globals);
  const Value patched = patched_global(cx, globals, name);
  if (!patched.is_unset() && !patched.is_missing()) return patched;
  if (const Value made = session_part(cx, globals, name); !made.is_unset()) return made;
  int64_t at = patched.is_missing() ? -1 : dict_find_str(globals, name);
  if (at >= 0) {
    const Value value = globals->entries[size_t(at)].value;
    // Of the image's the value is noted itself: patch_global() makes places forget that, and STORE_GLOBAL doesn't take it for a place to
    // write to.
    if (cache && globals->immortal()) *cache = {globals, globals->version, value, uint32_t(CacheKind::kBuiltin), 0};
    else if (cache) *cache = {globals, globals->version, Value(), uint32_t(CacheKind::kGlobal), uint32_t(at)};
    return value;
  }
  // The prelude sees more than programs do.
  const Dict* builtins = f.code->has(kCodeHidden) ? cx.image->intrinsics : cx.image->builtins;
  if (!f.code->has(kCodeHidden)) {
    // eval("…", {"__builtins__": {}}): the program says itself what is there.
    const Value own = dict_get_str(globals, cx.intern("__builtins__"));
    if (is<Dict>(own)) {
      if (as<Dict>(own) != builtins) cache = nullptr;  // else it is what exec() puts there
      builtins = as<Dict>(own);
    } else if (const Value payload = payload_of(own); is<Dict>(payload)) {
      builtins = as<Dict>(payload);
      cache = nullptr;
    } else if (!own.is_unset() && !is<Module>(own)) {
      return raise_type_error(cx, "'{}' object is not subscriptable", type_name(cx, own));
    }
  }
  Value v;
  if (is<Dict>(cx.imports.patches) && builtins == cx.image->builtins) {
    // What the program set in module builtins; it may set it again, so no place notes it.
    const Value own = dict_get_str(as<Dict>(cx.imports.patches), cx.name(Name::k_builtins));
    if (is<Dict>(own)) v = dict_get_str(as<Dict>(own), name);
    if (!v.is_unset() && !v.is_missing()) return v;
  }
  v = v.is_missing() ? Value() : dict_get_str(builtins, name);
  if (v.is_unset() && f.code->has(kCodeHidden)) v = dict_get_str(cx.image->prelude, name);
  if (!v.is_unset()) {
    if (cache) *cache = {globals, globals->version, v, uint32_t(CacheKind::kBuiltin), 0};
    return v;
  }
  return raise_undefined(name);
}

Value Interpreter::raise_undefined(Str* name) {
  return raise_name_error(cx, fmt::format("name '{}' is not defined", name->view()), Value::object(name));
}

Value Interpreter::raise_unbound_local(Frame& f, uint32_t reg) {
  std::string_view name = reg < f.code->locals.size ? as<Str>(f.code->locals[reg])->view() : "?";
  return raise(cx, ErrorType::kUnboundLocalError,
               message_text("cannot access local variable '{}' where it is not associated with a value", name));
}

Value Interpreter::raise_unbound_free(Frame& f, uint32_t index) {
  const Value name = index < f.code->free_names.size ? f.code->free_names[index] : Value::object(cx.image->empty_str);
  return raise_name_error(
      cx, fmt::format("cannot access free variable '{}' where it is not associated with a value in enclosing scope", as<Str>(name)->view()),
      name);
}

Value Interpreter::make_function(Frame& f, uint64_t w) {
  auto* code = as<Code>(f.code->constants[b_of(w)]);
  Function* fn = new_function(cx, code, f.function->globals, code->captures.size);
  if (!fn) return cx.out_of_memory();
  for (uint32_t i = 0; i < code->captures.size; ++i) {
    const CodeCapture& c = code->captures[i];
    fn->closure[i] = c.from_free ? f.function->closure[c.index] : f.registers[c.index];
    if (!is<Cell>(fn->closure[i])) fn->closure[i] = Value::object(cx.heap.make<Cell>());
  }
  if (!(d_of(w) & kNoExtras)) {
    const Value* extras = f.registers + c_of(w);
    if ((!is<Tuple>(extras[0]) && !extras[0].is_none()) || (is<Tuple>(extras[0]) && as<Tuple>(extras[0])->count > code->positional) ||
        (!is<Dict>(extras[1]) && !extras[1].is_none()))
      return raise(cx, ErrorType::kSystemError, "a function's defaults are of the wrong type");
    fn->defaults = extras[0];
    fn->keyword_defaults = extras[1];
    if (is<Dict>(extras[2]) && as<Dict>(extras[2])->live) {
      fn->notes = Value::object(new_dict(cx));
      dict_set_str(cx, as<Dict>(fn->notes), cx.name(Name::k___annotations__), extras[2]);
    }
  }
  return Value::object(fn);
}

}  // namespace fermata
