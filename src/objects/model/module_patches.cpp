// What a session has of its own in the modules and containers that all sessions share: what its program changed, and the parts that each
// makes.
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class_patches.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/own.h"
#include "objects/text/text.h"

namespace fermata {

Value thaw(Context& cx, Value v) {
  if (!v.is_object() || !v.as_object()->immortal()) return v;
  switch (v.as_object()->kind) {
    case Kind::kList: {
      std::vector<Value> items;
      for (Value item : as<List>(v)->items) items.push_back(thaw(cx, item));
      return list_of(cx, items);
    }
    case Kind::kDict: {
      Dict* d = new_dict(cx);
      for (DictEntry& e : as<Dict>(v)->entries)
        if (!e.key.is_unset() && !dict_insert_new(cx, d, e.hash, e.key, thaw(cx, e.value))) return cx.out_of_memory();
      return Value::object(d);
    }
    case Kind::kSet: {
      Set* s = new_set(cx);
      for (SetEntry& e : as<Set>(v)->table)
        if (!e.key.is_unset() && !set_insert_new(cx, s, e.hash, e.key)) return cx.out_of_memory();
      return Value::object(s);
    }
    default: return v;
  }
}

namespace {

// The image's modules keep their names.
Str* module_of(Context& cx, const Dict* globals) { return as<Str>(dict_get_str(globals, cx.name(Name::k___name__))); }

Dict* patches_of(Context& cx, const Dict* globals) {
  return is<Dict>(cx.imports.patches) ? try_as<Dict>(dict_get_str(as<Dict>(cx.imports.patches), module_of(cx, globals))) : nullptr;
}

}  // namespace

Value patched_attribute(Context& cx, Module* m, const Str* name) {
  if (!is<Dict>(cx.imports.patches) || !m->immortal()) [[likely]]
    return Value();
  const Dict* own = patches_of(cx, as<Dict>(m->dict));
  return own ? dict_get_str(own, name) : Value();
}

Value patched_global(Context& cx, const Dict* globals, const Str* name) {
  if (!(globals->aux & Dict::kPatchable) || !is<Dict>(cx.imports.patches)) [[likely]]
    return Value();
  const Dict* own = patches_of(cx, globals);
  return own ? dict_get_str(own, name) : Value();
}

Value namespace_of(Context& cx, Module* m) {
  if (!m->immortal() || !is<Dict>(cx.imports.patches)) [[likely]]
    return m->dict;
  const Dict* own = patches_of(cx, as<Dict>(m->dict));
  return own ? with_changes(cx, as<Dict>(m->dict), own) : m->dict;
}

Value own_value(Context& cx, const Dict* globals, const Str* name, Value v) {
  const Value own = thaw(cx, v);
  if (own == v || own.is_outcome() || cx.heap.frozen()) return own;
  return patch_global(cx, globals, const_cast<Str*>(name), own) ? own : cx.out_of_memory();
}

namespace {

// Places in the code may have noted what the module itself has, until the session has its own.
bool may_be_noted(const Dict* own, const Dict* globals, const Str* name) {
  return dict_find_str(own, name) < 0 && dict_find_str(globals, name) >= 0;
}

void forget_noted(Context& cx) {
  cx.budget.charge(cx.heap.bytes() / 256);
  auto forget = [](Array<SiteCache>& caches) {
    for (SiteCache& c : caches)
      if (c.kind == uint32_t(CacheKind::kModule) || c.kind == uint32_t(CacheKind::kBuiltin)) c = {};
  };
  for (auto& caches : cx.image_caches) forget(caches);
  cx.heap.for_each([&](Object* o) {
    if (o->kind == Kind::kCode) forget(static_cast<Code*>(o)->caches);
  });
}

}  // namespace

// The image's modules are shared by all sessions: what a program sets in one is kept aside.
bool patch_global(Context& cx, const Dict* globals, Str* name, Value value) {
  Dict* own = module_patches(cx, module_of(cx, globals));
  if (!own) return false;
  if (may_be_noted(own, globals, name)) forget_noted(cx);
  return dict_set_str(cx, own, name, value);
}

namespace {

// That a session's part of a module is made is noted with it, as if the program had deleted a variable of this name.
constexpr std::string_view kSessionPartMade = "__session__";

const SessionPart* part_of(Context& cx, const Dict* globals) {
  return globals->aux & Dict::kHasSessionPart && cx.imports.session_part ? cx.imports.session_part(module_of(cx, globals)->view())
                                                                         : nullptr;
}

// The same of what a state may say is a module; null, with an error, when it has none.
const SessionPart* part_of(Context& cx, Value module, const Dict** globals) {
  *globals = is<Module>(module) ? try_as<Dict>(as<Module>(module)->dict) : nullptr;
  const SessionPart* part = *globals ? part_of(cx, *globals) : nullptr;
  if (!part) raise_type_error(cx, "sessions have nothing of their own in {}", type_name(cx, module));
  return part;
}

}  // namespace

bool SessionPart::has(const Str* name) const {
  return name->view() == "__dict__" || std::ranges::any_of(names, [&](const Str* each) { return str_equal(each, name); });
}

Value session_part(Context& cx, const Dict* globals, const Str* name) {
  if (!(globals->aux & Dict::kHasSessionPart)) [[likely]]
    return Value();
  const SessionPart* part = part_of(cx, globals);
  if (!part || !part->has(name)) return Value();
  if (const Dict* own = patches_of(cx, globals); own && !dict_get_str(own, cx.intern(kSessionPartMade)).is_unset()) return Value();
  std::string error;
  Module* m = cx.imports.load(module_of(cx, globals)->view(), true, &error);
  return m ? cx.tail_call(prelude_function(cx, "module_session_part"), {Value::object(m), Value::object(const_cast<Str*>(name))}) : Value();
}

Value begin_session_part(Context& cx, Value module) {
  const Dict* globals;
  const SessionPart* part = part_of(cx, module, &globals);
  if (!part) return Value::error();
  return patch_global(cx, globals, cx.intern(kSessionPartMade), Value::missing()) ? Value::object(part->make) : cx.out_of_memory();
}

Value set_session_part(Context& cx, Value module, Dict* values) {
  const Dict* globals;
  const SessionPart* part = part_of(cx, module, &globals);
  if (!part) return Value::error();
  Dict* own = module_patches(cx, module_of(cx, globals));
  if (!own) return cx.out_of_memory();
  forget_noted(cx);
  for (const DictEntry& e : values->entries) {
    if (e.key.is_unset()) continue;
    if (!is<Str>(e.key) || !part->has(as<Str>(e.key)))
      return raise(cx, ErrorType::kSystemError, "__session__ yields a name that isn't written out in it");
    if (dict_find_str(own, as<Str>(e.key)) < 0 && !dict_set_str(cx, own, as<Str>(e.key), e.value)) return cx.out_of_memory();
  }
  return Value::none();
}

Value end_session_part(Context& cx, Value module) {
  const Dict* globals;
  if (!part_of(cx, module, &globals)) return Value::error();
  if (Dict* own = patches_of(cx, globals)) dict_delete_str(cx, own, cx.intern(kSessionPartMade));
  return Value::none();
}

bool unpatch_global(Context& cx, const Dict* globals, Str* name) {
  const Value patched = patches_of(cx, globals) ? dict_get_str(patches_of(cx, globals), name) : Value();
  const bool is_own = dict_find_str(globals, name) >= 0;
  if (patched.is_missing() || (patched.is_unset() && !is_own)) return false;
  if (is_own) return patch_global(cx, globals, name, Value::missing());
  return dict_delete_str(cx, patches_of(cx, globals), name);
}

Value patched_sys_attribute(Context& cx, std::string_view name) {
  if (!is<Dict>(cx.imports.patches)) [[likely]]
    return Value();
  Value sys = dict_get_str(as<Dict>(cx.imports.patches), cx.intern("sys"));
  return is<Dict>(sys) ? dict_get_str(as<Dict>(sys), cx.intern(name)) : Value();
}

Value stdout_of_program(Context& cx) {
  Value out = patched_sys_attribute(cx, "stdout");
  if (is<Instance>(out) && out.as_object()->immortal()) {
    Value name = instance_get(cx, as<Instance>(out), cx.intern("name"));
    const auto* kept = try_as<Dict>(cx.library_state);  // a closed stream refuses what is printed
    const bool closed = kept && !dict_get_str(kept, cx.intern("closed streams")).is_unset();
    if (is<Str>(name) && as<Str>(name)->view() == "<stdout>" && !closed) return Value();
  }
  return out;
}

}  // namespace fermata
