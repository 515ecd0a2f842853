// The exceptions that a host wants raised.
#include "objects/class.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/exception_types.h"
#include "objects/text.h"
#include "session/image.h"
#include "session/session_impl.h"

namespace fermata {

namespace {

Value in_dict(Context& cx, Value dict, std::string_view name) { return is<Dict>(dict) ? dict_get_str(as<Dict>(dict), cx.intern(name)) : Value(); }

// An exception class of the library by its full name, "asyncio.TimeoutError"; else unset.
Value library_exception(Context& cx, std::string_view type) {
  const size_t dot = type.rfind('.');
  if (dot == type.npos) return Value();
  if (type.substr(0, dot) == "builtins") return in_dict(cx, Value::object(cx.image->builtins), type.substr(dot + 1));
  std::string error;
  const Module* module = image_module(type.substr(0, dot), &error);
  return module ? in_dict(cx, module->dict, type.substr(dot + 1)) : Value();
}

}  // namespace

// A builtin one, one of the library, or the program's own global. A class that does more than take arguments can't be the program's:
// its code would have to run. For any other name there is a class of that name below RuntimeError, always the same.
Class* Session::Impl::class_of_error(std::string_view type) {
  Class* const plain = error_class(cx, ErrorType::kRuntimeError);
  Value found = in_dict(cx, Value::object(cx.image->builtins), type);
  if (!is_exception_class(found)) found = library_exception(cx, type);
  if (!is_exception_class(found)) {
    found = in_dict(cx, cx.main_globals, type);
    if (is_exception_class(found) && has_trait(cx, as<Class>(found), kTraitInit | kTraitNew | kTraitStr | kTraitMetaCall)) found = Value();
  }
  if (is_exception_class(found)) return as<Class>(found);
  if (type.empty()) return plain;
  if (!is<Dict>(cx.host_types)) cx.host_types = Value::object(new_dict(cx));
  Str* const key = cx.intern("error " + std::string(type));
  if (const Value kept = dict_get_str(as<Dict>(cx.host_types), key); is_exception_class(kept)) return as<Class>(kept);
  const size_t dot = type.rfind('.');
  const Value bases[] = {Value::object(plain)};
  const Value tuple = tuple_of(cx, bases);
  Dict* names = new_dict(cx);
  dict_set_str(cx, names, cx.name(Name::k___module__), dot == type.npos ? Value::object(cx.name(Name::k___main__)) : Value::object(cx.intern(type.substr(0, dot))));
  const Value made = tuple.is_outcome() ? tuple : make_class(cx, cx.image->type, cx.intern(type.substr(dot + 1)), as<Tuple>(tuple), names);
  if (!is<Class>(made)) {
    cx.exception = Value();
    cx.trap = Trap::kNone;
    return plain;
  }
  dict_set_str(cx, as<Dict>(cx.host_types), key, made);
  return as<Class>(made);
}

Value Session::Impl::exception_from(const Error& error) {
  const size_t roots = cx.temporary_roots.size();
  std::vector<Value> args;
  for (const Data& d : error.args) {
    const Value v = arrive(d);
    args.push_back(v.is_outcome() ? Value::none() : v);
    cx.temporary_roots.push_back(args.back());
  }
  cx.temporary_roots.resize(roots);
  cx.exception = Value();
  cx.trap = Trap::kNone;
  Class* const cls = class_of_error(error.type);
  if (args.empty() && !error.message.empty()) args.push_back(new_str(cx, error.message));
  for (Value& v : args)
    if (v.is_outcome()) v = Value::none();
  Value tuple = tuple_of(cx, args);
  if (tuple.is_outcome()) tuple = Value::object(cx.image->empty_tuple);
  const Value made = construct_exception(cx, cls, tuple);
  if (is<Exception>(made)) return made;
  cx.exception = Value();  // arguments that its class doesn't take (UnicodeDecodeError with a message alone)
  cx.trap = Trap::kNone;
  return Value::object(make_exception(cx, cls, tuple));
}

}  // namespace fermata
