// A state sleeps, and the host's code changes meanwhile: the classes that a state has, and those that the host declares when it is loaded.
// What is new is added to the state's classes (modules/_border.py); what doesn't fit is named.
#include <algorithm>

#include "objects/class.h"
#include "objects/containers.h"
#include "objects/instance.h"
#include "objects/list.h"
#include "objects/text.h"
#include "session/leaving.h"
#include "session/session_impl.h"

namespace fermata {

namespace {

std::string_view text_in(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

std::optional<ObjectKind> kind_of(Value name) {
  for (ObjectKind kind : {ObjectKind::kEnum, ObjectKind::kNamedTuple, ObjectKind::kRecord, ObjectKind::kHandle, ObjectKind::kException})
    if (text_in(name) == to_string(kind)) return kind;
  return std::nullopt;
}

bool is_below(const Class* cls, const Class* base) {
  return is<Tuple>(cls->mro) && std::ranges::any_of(as<Tuple>(cls->mro)->span(), [&](Value v) { return v == Value::object(const_cast<Class*>(base)); });
}

}  // namespace

// (A state may have anything there.)
const Tuple* Session::Impl::declared(std::string_view type) const {
  if (!is<Dict>(cx.host_types)) return nullptr;
  const Value known = dict_get_str(as<Dict>(cx.host_types), const_cast<Context&>(cx).intern(type));
  if (!is<Tuple>(known) || as<Tuple>(known)->count != 3) return nullptr;
  const auto* parts = as<Tuple>(known);
  return kind_of(parts->items[0]) && is<Class>(parts->items[1]) && is<List>(parts->items[2]) ? parts : nullptr;
}

std::vector<TypeDeclaration> Session::Impl::types() const {
  std::vector<TypeDeclaration> found;
  if (!is<Dict>(cx.host_types)) return found;
  dict_for_each(as<Dict>(cx.host_types), [&](DictEntry& e) {
    const std::string_view name = text_in(e.key);
    if (name.empty() || name.find(' ') != name.npos) return;  // made for values of classes that nobody declared
    const Tuple* parts = declared(name);
    if (!parts) return;
    TypeDeclaration& type = found.emplace_back();
    type.kind = *kind_of(parts->items[0]);
    type.name = name;
  });
  return found;
}

std::vector<std::string> Session::Impl::misfits(const std::vector<TypeDeclaration>& types) {
  std::vector<TypeDeclaration> known;
  for (const TypeDeclaration& type : types)
    if (declared(type.name)) known.push_back(type);
  std::vector<std::string> found;
  if (known.empty()) return found;
  uint64_t values;
  const Value described = describe(known, false, &values);
  const Value told = run_border("misfits", described, values);
  if (is<List>(told)) {
    for (Value text : as<List>(told)->items) found.emplace_back(text_in(text));
  } else {
    const std::string problem = problem_with(told);
    found.push_back(problem.empty() ? "its classes can't be compared within the heap limit" : problem);
  }
  return found;
}

std::string Session::Impl::bring_up_to_date(const std::vector<TypeDeclaration>& types) {
  const auto bring = [&](const TypeDeclaration& type) -> std::string {
    uint64_t values;
    const Value described = describe({type}, true, &values);
    if (described.is_outcome()) return type.name + ": " + problem_with(described);
    // The instances that lack a new field.
    std::vector<Value> instances;
    const Tuple* parts = declared(type.name);
    const auto* cls = as<Class>(parts->items[1]);
    if (type.kind == ObjectKind::kRecord && as<List>(parts->items[2])->items.size != type.fields.size())
      cx.heap.for_each([&](Object* o) {
        const Value v = Value::object(o);
        if (is<Instance>(v) && is_below(as<Instance>(v)->shape->cls, cls)) instances.push_back(v);
      });
    const Value list = list_of(cx, instances);
    if (list.is_outcome()) return type.name + ": " + problem_with(list);
    const Value both[] = {described, list};
    const Value argument = tuple_of(cx, both);
    const Value made = run_border("bring_up_to_date", argument, values + instances.size());
    return made.is_outcome() ? type.name + ": " + problem_with(made) : "";
  };
  // Members first: the fields' defaults may be some of them.
  std::vector<TypeDeclaration> fresh;
  for (const TypeDeclaration& type : types) {
    if (!declared(type.name)) fresh.push_back(type);
    else if (type.kind == ObjectKind::kEnum)
      if (std::string problem = bring(type); !problem.empty()) return problem;
  }
  declare(fresh, false);
  for (const TypeDeclaration& type : types)
    if (declared(type.name) && (type.kind == ObjectKind::kRecord || type.kind == ObjectKind::kNamedTuple))
      if (std::string problem = bring(type); !problem.empty()) return problem;
  return "";
}

void Session::Impl::each_value(std::string_view type, const std::function<bool(const Data&)>& each) {
  const Tuple* parts = declared(type);
  if (!parts) return;
  const auto* cls = as<Class>(parts->items[1]);
  bool goes_on = true;
  cx.heap.for_each([&](Object* o) {
    const Value v = Value::object(o);
    if (!goes_on || !is<Instance>(v) || !is_below(as<Instance>(v)->shape->cls, cls)) return;
    std::string why;
    DataRoom room(cx);
    Leaving leaving(cx, &why, room);
    Data data;
    if (leaving.value(v, &data)) goes_on = each(data);
  });
}

std::vector<Grant> Session::functions() const {
  std::vector<Grant> all = open().options.functions;
  for (Grant& grant : open().methods_of_handles()) all.push_back(std::move(grant));
  return all;
}
std::vector<TypeDeclaration> Session::types() const { return open().types(); }
std::vector<std::string> Session::misfits(const std::vector<TypeDeclaration>& types) { return open().misfits(types); }
void Session::each_value(std::string_view type, const std::function<bool(const Data&)>& each) { open().each_value(type, each); }

}  // namespace fermata
