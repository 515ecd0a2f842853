#include "objects/model/class_patches.h"

#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"

namespace fermata {

namespace {

constexpr std::string_view kClasses = "<classes>";

// Modules whose classes CPython writes in C, where they are immutable. (Those marked c_class are immutable wherever they are.)
constexpr std::string_view kWrittenInC[] = {"_contextvars", "_csv",      "_io", "_thread", "array", "builtins",    "datetime", "decimal",
                                            "io",           "itertools", "re",  "time",    "types", "unicodedata", "zlib"};
static_assert(std::ranges::is_sorted(kWrittenInC));

Dict* all_patches(Context& cx) {
  return is<Dict>(cx.imports.patches) ? try_as<Dict>(dict_get_str(as<Dict>(cx.imports.patches), cx.intern(kClasses))) : nullptr;
}

// The dict of that name in another, made when there is none; null: there is no memory for it.
Dict* patches_under(Context& cx, Dict* all, Str* name) {
  if (Dict* own = try_as<Dict>(dict_get_str(all, name))) return own;
  Dict* own = new_dict(cx);
  return dict_set_str(cx, all, name, Value::object(own)) ? own : nullptr;
}

}  // namespace

bool has_class_patches(Context& cx) { return all_patches(cx); }

Dict* class_patches(Context& cx, const Class* cls) {
  Dict* all = cls->immortal() ? all_patches(cx) : nullptr;
  return all ? try_as<Dict>(dict_get_str(all, cx.intern(cx.image_name(cls)))) : nullptr;
}

Value with_changes(Context& cx, const Dict* shared, const Dict* own) {
  if (!cx.tick(shared->entries.size / 8 + own->entries.size / 8)) return Value::retry();
  Dict* all = new_dict(cx);
  for (const Dict* from : {shared, own})
    for (const DictEntry& e : from->entries) {
      if (!is<Str>(e.key)) continue;
      if (e.value.is_missing()) dict_delete_str(cx, all, as<Str>(e.key));
      else if (!dict_set_str(cx, all, as<Str>(e.key), thaw(cx, e.value))) return cx.out_of_memory();
    }
  return Value::object(all);
}

Value namespace_of(Context& cx, const Class* cls) {
  const Dict* own = class_patches(cx, cls);
  return own ? with_changes(cx, as<Dict>(cls->dict), own) : cls->dict;
}

bool is_written_in_python(Context& cx, const Class* cls) {
  if (cls->class_flags & kClassQualified) return false;
  const Value module = dict_get_str(as<Dict>(cls->dict), cx.name(Name::k___module__));
  return is<Str>(module) && !std::ranges::binary_search(kWrittenInC, as<Str>(module)->view());
}

bool may_patch(Context& cx, const Class* cls, const Str* name) {
  const bool is_special = name->view().starts_with("__") && name->view().ends_with("__");
  // The classes of the image have their traits for good. What one has in Python is looked up, so it may be another one.
  if (is_special && !(cls->traits & trait_of(cx, name))) return false;
  return !cx.heap.frozen() && cx.image_name && is_written_in_python(cx, cls) && !cx.image_name(cls).empty();
}

Value raise_immutable(Context& cx, const Class* cls, std::string_view name) {
  return raise_type_error(cx, "cannot set '{}' attribute of immutable type '{}'", name, class_text(cx, cls));
}

Dict* module_patches(Context& cx, Str* name) {
  if (!is<Dict>(cx.imports.patches)) cx.imports.patches = Value::object(new_dict(cx));
  return patches_under(cx, as<Dict>(cx.imports.patches), name);
}

bool patch_class(Context& cx, const Class* cls, Str* name, Value value) {
  Dict* all = module_patches(cx, cx.intern(kClasses));
  Dict* own = all ? patches_under(cx, all, cx.intern(cx.image_name(cls))) : nullptr;
  return own && dict_set_str(cx, own, name, value);
}

}  // namespace fermata
