// What dir() lists of an object whose class has no __dir__ of its own.
#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/text/text.h"

namespace fermata {

Value list_attributes(Context& cx, Value object) {
  std::vector<Str*> names;
  auto add_dict = [&](Value dict) {
    if (!is<Dict>(dict)) return;
    for (DictEntry& e : as<Dict>(dict)->entries)
      if (is<Str>(e.key)) names.push_back(as<Str>(e.key));
  };
  auto add_class = [&](Class* cls) {
    for (Value c : as<Tuple>(cls->mro)->span()) add_dict(as<Class>(c)->dict);
  };
  if (is<Module>(object)) {
    add_dict(as<Module>(object)->dict);
    if (is<Dict>(cx.imports.patches) && object.as_object()->immortal()) {
      add_dict(dict_get_str(as<Dict>(cx.imports.patches), as<Str>(as<Module>(object)->name)));
      std::erase_if(names, [&](Str* n) { return patched_attribute(cx, as<Module>(object), n).is_missing(); });
    }
  } else if (is<Class>(object)) {
    add_class(as<Class>(object));
  } else {
    if (is<Instance>(object)) instance_for_each(cx, as<Instance>(object), [&](Str* n, Value) { names.push_back(n); });
    if (is<Exception>(object)) add_dict(as<Exception>(object)->attributes);
    const Value function = is<BoundMethod>(object) ? as<BoundMethod>(object)->function : object;  // a method's attributes are its
                                                                                                  // function's
    if (is<Function>(function)) add_dict(as<Function>(function)->attributes);
    add_class(class_of(cx, object));
  }
  std::sort(names.begin(), names.end(), [](Str* a, Str* b) { return a->view() < b->view(); });
  names.erase(std::unique(names.begin(), names.end(), [](Str* a, Str* b) { return str_equal(a, b); }), names.end());
  List* list = new_list(cx, names.size());
  if (!list) return cx.out_of_memory();
  for (Str* n : names) cx.heap.push(list->items, Value::object(n));
  return Value::object(list);
}

}  // namespace fermata
