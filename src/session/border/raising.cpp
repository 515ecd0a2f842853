// The exceptions that a host wants raised.
#include <algorithm>
#include <set>

#include "library/module_tables.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "session/image/image.h"
#include "session/session_impl.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

Value in_dict(Context& cx, Value dict, std::string_view name) {
  return is<Dict>(dict) ? dict_get_str(as<Dict>(dict), cx.intern(name)) : Value();
}

// An exception class of the library by its full name, "asyncio.TimeoutError"; else unset. Those of modules that each session has of its own
// are there when the program has imported them. (What CPython has in C may be in a module with an underscore: "_csv.Error".)
Value library_exception(Context& cx, std::string_view type) {
  const size_t dot = type.rfind('.');
  if (dot == type.npos) return Value();
  std::string_view name = type.substr(0, dot);
  if (name == "builtins") return in_dict(cx, Value::object(cx.image->builtins), type.substr(dot + 1));
  for (;; name.remove_prefix(1)) {
    std::string error;
    const Module* module = image_module(name, &error);
    if (!module && find_module_name(name)) {
      const Value own = in_dict(cx, cx.imports.modules, name);
      module = is<Module>(own) ? as<Module>(own) : nullptr;
    }
    const Value found = module ? in_dict(cx, module->dict, type.substr(dot + 1)) : Value();
    if (is_exception_class(found) || !name.starts_with('_')) return found;
  }
}

// As prelude/exceptions.py BaseExceptionGroup__new__ makes it. An outcome when the memory is used up.
Value group_from(Context& cx, Class** cls, const std::string& message, std::span<const Value> parts) {
  Class* const plain = error_class(cx, ErrorType::kException);
  const bool all_plain = std::ranges::all_of(parts, [&](Value part) { return is_subclass(as<Exception>(part)->cls, plain); });
  if (!all_plain && is_subclass(*cls, plain)) *cls = error_class(cx, ErrorType::kBaseExceptionGroup);
  if (all_plain && *cls == error_class(cx, ErrorType::kBaseExceptionGroup)) *cls = error_class(cx, ErrorType::kExceptionGroup);
  const Value text = new_str(cx, message), exceptions = tuple_of(cx, parts), list = list_of(cx, parts);
  if (text.is_outcome() || exceptions.is_outcome() || list.is_outcome()) return Value::error();
  const Value given[] = {text, list};
  const Value args = tuple_of(cx, given);
  if (args.is_outcome()) return args;
  Exception* group = make_exception(cx, *cls, args);
  if (!set_exception_detail(cx, group, "message", text) || !set_exception_detail(cx, group, "exceptions", exceptions))
    return Value::error();
  return Value::object(group);
}

}  // namespace

// One that the host declared, a builtin one, one of the library, or the program's own global; else null. A class that does more than take
// arguments can't be the program's: its code would have to run.
Class* Session::Impl::known_error_class(std::string_view type) {
  if (const Value declared = in_dict(cx, cx.host.types, type);
      is<Tuple>(declared) && as<Tuple>(declared)->count > 1 && is_exception_class(as<Tuple>(declared)->items[1]))
    return as<Class>(as<Tuple>(declared)->items[1]);
  Value found = in_dict(cx, Value::object(cx.image->builtins), type);
  if (!is_exception_class(found)) found = library_exception(cx, type);
  if (!is_exception_class(found)) {
    found = in_dict(cx, cx.main_globals, type);
    if (is_exception_class(found) && has_trait(cx, as<Class>(found), kTraitInit | kTraitNew | kTraitStr | kTraitMetaCall)) found = Value();
  }
  return is_exception_class(found) ? as<Class>(found) : nullptr;
}

// For a name that nobody knows there is a class of that name, always the same.
Class* Session::Impl::class_of_error(std::string_view type, std::string_view base) {
  if (Class* known = known_error_class(type)) return known;
  Class* plain = nullptr;
  for (std::string_view rest = base; !plain && !rest.empty();) {
    const size_t end = rest.find(", ");
    plain = known_error_class(base = rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 2);
  }
  if (!plain) plain = error_class(cx, ErrorType::kRuntimeError), base = {};
  if (type.empty()) return plain;
  if (!is<Dict>(cx.host.types)) cx.host.types = Value::object(new_dict(cx));
  Str* const key = cx.intern("error " + std::string(type) + (base.empty() ? "" : "(" + std::string(base) + ")"));
  if (const Value kept = dict_get_str(as<Dict>(cx.host.types), key); is_exception_class(kept)) return as<Class>(kept);
  const size_t dot = type.rfind('.');
  const Value bases[] = {Value::object(plain)};
  const Value tuple = tuple_of(cx, bases);
  Dict* names = new_dict(cx);
  dict_set_str(cx, names, cx.name(Name::k___module__),
               dot == type.npos ? Value::object(cx.name(Name::k___main__)) : Value::object(cx.intern(type.substr(0, dot))));
  const Value made = tuple.is_outcome() ? tuple : make_class(cx, cx.image->type, cx.intern(type.substr(dot + 1)), as<Tuple>(tuple), names);
  if (!is<Class>(made)) {
    cx.exception = Value();
    cx.trap.kind = Trap::kNone;
    return plain;
  }
  dict_set_str(cx, as<Dict>(cx.host.types), key, made);
  return as<Class>(made);
}

std::string Session::Impl::library_module_of(const Class* error_class) {
  const Value module = dict_get_str(as<Dict>(error_class->dict), cx.name(Name::k___module__));
  constexpr size_t kLongest = 100;  // no class of the library has a longer name
  if (module.is_unset() && error_class->immortal()) return "builtins";
  if (!is<Str>(module) || as<Str>(module)->view().size() + class_name(error_class).size() > kLongest) return "";
  const std::string name(as<Str>(module)->view());
  const Value found = library_exception(cx, name + "." + std::string(class_name(error_class)));
  return found.is_object() && found.as_object() == error_class ? name : "";
}

Value Session::Impl::exception_from(const Error& error, int depth) {
  constexpr int kMostGroups = 60;  // within one another
  const size_t roots = cx.temporary_roots.size();
  std::vector<Value> args, attributes, parts;
  const auto take = [&](const Data& d, std::vector<Value>& to) {
    const Value v = arrive(d);
    to.push_back(v.is_outcome() ? Value::none() : v);
    cx.temporary_roots.push_back(to.back());
  };
  for (const Data& d : error.args) take(d, args);
  for (const auto& [name, d] : error.attributes) take(d, attributes);
  for (const Error& part : error.exceptions) {
    if (depth == kMostGroups) break;
    parts.push_back(exception_from(part, depth + 1));
    cx.temporary_roots.push_back(parts.back());
  }
  cx.temporary_roots.resize(roots);
  cx.exception = Value();
  cx.trap.kind = Trap::kNone;
  Class* cls = class_of_error(error.type, error.base);
  const bool group = is_subclass(cls, error_class(cx, ErrorType::kBaseExceptionGroup));
  if (group && parts.empty()) {  // no such group can be
    cls = error_class(cx, ErrorType::kRuntimeError);
    args = {new_str(cx, error.type + ": " + error.message)};
  }
  if (args.empty() && !error.message.empty()) args.push_back(new_str(cx, error.message));
  for (Value& v : args)
    if (v.is_outcome()) v = Value::none();
  Value tuple = tuple_of(cx, args);
  if (tuple.is_outcome()) tuple = Value::object(cx.image->empty_tuple);
  Value made = group && !parts.empty() ? group_from(cx, &cls, error.message, parts) : construct_exception(cx, cls, tuple);
  if (!is<Exception>(made)) {
    cx.exception = Value();  // arguments that its class doesn't take (UnicodeDecodeError with a message alone)
    cx.trap.kind = Trap::kNone;
    made = Value::object(make_exception(cx, cls, tuple));
  }
  for (size_t i = 0; i < attributes.size(); ++i) {
    // What the class itself has an opinion on (args, errno) is its own.
    Str* const name = cx.intern(error.attributes[i].first);
    if (!name || !class_lookup(cx, cls, name).is_unset()) continue;
    auto* e = as<Exception>(made);
    if (!is<Dict>(e->attributes)) e->attributes = Value::object(new_dict(cx));
    dict_set_str(cx, as<Dict>(e->attributes), name, attributes[i]);
  }
  if (!error.cause.empty() && depth < kMostGroups) {
    cx.temporary_roots.push_back(made);
    const Value cause = exception_from(error.cause[0], depth + 1);
    cx.temporary_roots.resize(roots);
    as<Exception>(made)->cause = cause;
    as<Exception>(made)->suppress_context = true;
  }
  return made;
}

// --- which call an exception comes from

void Session::Impl::remember_raised(Value exception, const Call& call) {
  constexpr uint32_t kMost = 32;
  if (!is<Exception>(exception)) return;
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  Str* const key = cx.intern(kRaisedByHost);
  Value list = dict_get_str(as<Dict>(cx.library_state), key);
  if (!is<List>(list)) {
    list = Value::object(new_list(cx));
    if (!dict_set_str(cx, as<Dict>(cx.library_state), key, list)) return;
  }
  auto* raised = as<List>(list);
  const Value parts[] = {exception, make_int(cx, int64_t(call.id)), Value::object(cx.intern(call.function))};
  const Value entry = tuple_of(cx, parts);
  if (entry.is_outcome()) return;
  if (raised->items.size < kMost) {
    list_append(cx, raised, entry);
    return;
  }
  std::copy(raised->items.data + 1, raised->items.data + raised->items.size, raised->items.data);
  raised->items[raised->items.size - 1] = entry;
}

// Of the exception itself, or of one that it comes from: its cause, the parts of a group, its context.
uint64_t Session::Impl::call_that_raised(Value exception) {
  constexpr size_t kMost = 1000;
  std::vector<Value> rest{exception};
  std::set<const Object*> seen;
  for (size_t i = 0; i < rest.size() && i < kMost; ++i) {
    if (!is<Exception>(rest[i]) || !seen.insert(rest[i].as_object()).second) continue;
    auto* e = as<Exception>(rest[i]);
    if (Tuple* entry = raised_by_host(cx, rest[i])) return uint64_t(std::max<int64_t>(0, entry->items[1].as_small()));
    rest.push_back(e->cause);
    if (is_subclass(e->cls, error_class(cx, ErrorType::kBaseExceptionGroup)))
      if (const Value within = exception_detail(cx, e, "exceptions"); is<Tuple>(within))
        rest.insert(rest.end(), as<Tuple>(within)->items, as<Tuple>(within)->items + as<Tuple>(within)->count);
    if (!e->suppress_context) rest.push_back(e->context);
  }
  return 0;
}

}  // namespace fermata
