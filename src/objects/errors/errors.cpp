#include "objects/errors/errors.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/text/text.h"

namespace fermata {

const char* error_name(ErrorType type) {
  static constexpr const char* kNames[] = {
#define ERROR(Name, Base) #Name,
#include "objects/model/exceptions.def"
#undef ERROR
  };
  return kNames[size_t(type)];
}

Class* error_class(Context& cx, ErrorType type) { return cx.image->errors[size_t(type)]; }

std::string vmessage_text(fmt::string_view format, fmt::format_args args) {
  std::string text;
  fmt::vformat_to_n(std::back_inserter(text), kMaxMessage + 1, format, args);
  return text;
}

Exception* make_exception(Context& cx, Class* cls, Value args) {
  auto* e = cx.heap.make<Exception>();
  e->cls = cls;
  e->args = args;
  return e;
}

Value raise_value(Context& cx, ErrorType type, Value argument) {
  cx.exception = Value::object(make_exception(cx, error_class(cx, type), tuple_of(cx, std::array<Value, 1>{argument})));
  return Value::error();
}

Value raise(Context& cx, ErrorType type, std::string_view message) {
  // A message made of user text may be long; one that doesn't fit is cut.
  if (message.size() > kMaxMessage) {
    message = message.substr(0, kMaxMessage);
    while (!message.empty() && (message.back() & 0xC0) == 0x80) message.remove_suffix(1);
    if (!message.empty() && (message.back() & 0x80)) message.remove_suffix(1);
  }
  Value text = new_str(cx, message);
  if (text.is_outcome()) text = Value::object(cx.image->empty_str);
  raise_value(cx, type, text);
  if (type == ErrorType::kImportError || type == ErrorType::kModuleNotFoundError) {
    auto* e = as<Exception>(cx.exception);
    e->details = Value::object(new_dict(cx));
    dict_set_str(cx, as<Dict>(e->details), cx.intern("msg"), text);
  }
  return Value::error();
}

Value raise_plain(Context& cx, ErrorType type) {
  cx.exception = Value::object(make_exception(cx, error_class(cx, type), Value::object(cx.image->empty_tuple)));
  return Value::error();
}

Value raise_key_error(Context& cx, Value key) { return raise_value(cx, ErrorType::kKeyError, key); }

Value raise_name_error(Context& cx, std::string_view message, Value name) {
  raise(cx, ErrorType::kNameError, message);
  auto* e = as<Exception>(cx.exception);
  e->details = Value::object(new_dict(cx));
  dict_set_str(cx, as<Dict>(e->details), cx.name(Name::k_name), name);
  return Value::error();
}

Value raise_recursion_error(Context& cx, std::string_view where) {
  return raise(cx, ErrorType::kRecursionError, fmt::format("maximum recursion depth exceeded{}", where));
}

bool is_exception_class(Value v) { return is<Class>(v) && as<Class>(v)->layout == uint32_t(Kind::kException); }

bool exception_matches(Context& cx, Value exception, ErrorType type) {
  return is<Exception>(exception) && is_subclass(as<Exception>(exception)->cls, error_class(cx, type));
}

std::string type_name(Context& cx, Value v) { return class_text(cx, class_of(cx, v)); }

}  // namespace fermata
