// The host's code changed while a state waited: the classes that a state has, and those that the host declares when it is loaded.
// What is new is added to the state's classes (library/_border.py); what doesn't fit is named.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"
#include "session/session_impl.h"

namespace fermata {

namespace {

std::string_view text_in(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

std::optional<ObjectKind> kind_of(Value name) {
  for (ObjectKind kind : {ObjectKind::kEnum, ObjectKind::kNamedTuple, ObjectKind::kRecord, ObjectKind::kHandle, ObjectKind::kException})
    if (text_in(name) == to_string(kind)) return kind;
  return std::nullopt;
}

// A shape's lines by the names that they begin with.
using Lines = std::unordered_map<std::string_view, std::string_view>;

Lines lines_of(std::string_view shape) {
  Lines lines;
  for (size_t at = 0; at < shape.size();) {
    const std::string_view line = shape.substr(at, shape.find('\n', at) - at);
    lines.emplace(line.substr(0, line.find(": ")), line);
    at += line.size() + 1;
  }
  return lines;
}

// Those of the names, each once: of `lines`, else of `others`, else the name alone.
std::string shape_from(const List* names, const Lines& lines, const Lines& others) {
  std::string shape;
  std::unordered_set<std::string_view> seen;
  for (Value v : names->items) {
    const std::string_view name = text_in(v);
    if (name.empty() || !seen.insert(name).second) continue;
    const auto known = lines.find(name), other = others.find(name);
    shape.append(shape.empty() ? "" : "\n").append(known != lines.end() ? known->second : other != others.end() ? other->second : name);
  }
  return shape;
}

// The fields' names, and whether they are shown.
std::vector<TypeDeclaration::Field> fields_of(Context& cx, Class* cls) {
  std::vector<TypeDeclaration::Field> found;
  const Value fields = is<Dict>(cls->dict) ? dict_get_str(as<Dict>(cls->dict), cx.intern("__dataclass_fields__")) : Value();
  if (!is<Dict>(fields)) return found;
  dict_for_each(as<Dict>(fields), [&](DictEntry& e) {
    if (!is<Str>(e.key) || !is<Instance>(e.value)) return;
    found.emplace_back(std::string(text_in(e.key))).repr = !instance_get(cx, as<Instance>(e.value), cx.intern("repr")).is_false();
  });
  return found;
}

bool is_below(const Class* cls, const Class* base) {
  return is<Tuple>(cls->mro) &&
         std::ranges::any_of(as<Tuple>(cls->mro)->span(), [&](Value v) { return v == Value::object(const_cast<Class*>(base)); });
}

}  // namespace

// (A state may have anything there.)
const Tuple* Session::Impl::declared(std::string_view type) const {
  if (!is<Dict>(cx.host.types)) return nullptr;
  const Value known = dict_get_str(as<Dict>(cx.host.types), const_cast<Context&>(cx).intern(type));
  if (!is<Tuple>(known) || as<Tuple>(known)->count != 3) return nullptr;
  const auto* parts = as<Tuple>(known);
  return kind_of(parts->items[0]) && is<Class>(parts->items[1]) && is<List>(parts->items[2]) ? parts : nullptr;
}

// The lines are kept with the class, under a name that no class can have.
std::string Session::Impl::shape_of(std::string_view type) const {
  const Tuple* parts = declared(type);
  if (!parts) return "";
  const std::string_view kept =
      text_in(dict_get_str(as<Dict>(cx.host.types), const_cast<Context&>(cx).intern("shape " + std::string(type))));
  return shape_from(as<List>(parts->items[2]), lines_of(kept), {});
}

bool Session::Impl::keep_shape(std::string_view type, std::string_view shape) {
  Str* const key = cx.intern("shape " + std::string(type));
  if (shape.empty() && dict_get_str(as<Dict>(cx.host.types), key).is_unset()) return true;
  const Value text = new_str(cx, shape);
  return !text.is_outcome() && dict_set_str(cx, as<Dict>(cx.host.types), key, text);
}

std::vector<TypeDeclaration> Session::Impl::types() const {
  std::vector<TypeDeclaration> found;
  if (!is<Dict>(cx.host.types)) return found;
  dict_for_each(as<Dict>(cx.host.types), [&](DictEntry& e) {
    const std::string_view name = text_in(e.key);
    if (name.empty() || name.find(' ') != name.npos) return;  // made for values of classes that nobody declared
    const Tuple* parts = declared(name);
    if (!parts) return;
    TypeDeclaration& type = found.emplace_back();
    type.kind = *kind_of(parts->items[0]);
    type.name = name;
    if (type.kind == ObjectKind::kRecord) type.fields = fields_of(const_cast<Context&>(cx), as<Class>(parts->items[1]));
  });
  for (TypeDeclaration& type : found)
    if (type.kind == ObjectKind::kRecord || type.kind == ObjectKind::kNamedTuple) type.shape = shape_of(type.name);
  return found;
}

std::vector<std::string> Session::Impl::misfits(const std::vector<TypeDeclaration>& types) {
  std::vector<TypeDeclaration> known;
  for (const TypeDeclaration& type : types)
    if (declared(type.name)) known.push_back(type);
  std::vector<std::string> found;
  if (known.empty()) return found;
  const uint64_t steps = cx.budget.steps();  // what it takes is not the program's
  uint64_t values;
  const Value described = describe(known, false, &values);
  const Value told = run_border("misfits", described, values);
  cx.budget.set_steps(steps);
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
    const std::string before = shape_of(type.name);
    const Value made = run_border("bring_up_to_date", argument, values + instances.size());
    if (made.is_outcome()) return type.name + ": " + problem_with(made);
    // The fields that are new are of today's types.
    const Tuple* now = declared(type.name);
    const std::string shape = now ? shape_from(as<List>(now->items[2]), lines_of(before), lines_of(type.shape)) : "";
    if (shape != before && !keep_shape(type.name, shape)) return type.name + ": " + problem_with(cx.out_of_memory());
    return "";
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

bool Session::Impl::read_members_again(std::string* why) {
  bool changed = false;
  if (is<Dict>(cx.host.types))
    dict_for_each(as<Dict>(cx.host.types), [&](DictEntry& e) { changed |= text_in(e.key).starts_with("members "); });
  if (!changed) return true;
  for (size_t i = 0; i < pending.size(); ++i) {
    auto& kept = cx.host.pending[i];
    count_pending(-int64_t(kept.bytes));
    kept.bytes = 0;
    pending[i].args.clear();
    pending[i].kwargs.clear();
    if (!read_arguments(pending[i], kept.args, kept.kwargs, &kept.bytes, why)) return false;
    count_pending(int64_t(kept.bytes));
  }
  return true;
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
