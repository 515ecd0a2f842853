// Raising exceptions from C++: each function makes the exception, leaves it pending in the Context and
// returns Value::error(), so that a native can write `return raise_type_error(cx, "…")`. Used by all
// natives and the vm.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

#include "runtime/context.h"

namespace fermata {

enum class ErrorType : uint16_t {
#define ERROR(Name, Base) k##Name,
#include "objects/model/exceptions.def"
#undef ERROR
  kCount
};

const char* error_name(ErrorType type);

// The message may be any WTF-8 text; it becomes args[0].
Value raise(Context& cx, ErrorType type, std::string_view message);
Value raise_value(Context& cx, ErrorType type, Value argument);  // KeyError(key), StopIteration(value)
Value raise_plain(Context& cx, ErrorType type);                  // without arguments

// fmt::format, cut where every message is: the names and texts that programs make may be as long as the heap.
inline constexpr size_t kMaxMessage = 64 << 10;
std::string vmessage_text(fmt::string_view format, fmt::format_args args);
template <class... Args>
std::string message_text(fmt::format_string<Args...> format, Args&&... args) {
  return vmessage_text(format, fmt::make_format_args(args...));
}

// Formatted: raise_type_error(cx, "unsupported operand type(s) for {}: '{}' and '{}'", op, a, b)
#define FERMATA_RAISE(function, Type)                                                        \
  template <class... Args>                                                                   \
  Value function(Context& cx, fmt::format_string<Args...> format, Args&&... args) {          \
    return raise(cx, ErrorType::k##Type, message_text(format, std::forward<Args>(args)...)); \
  }
FERMATA_RAISE(raise_type_error, TypeError)
FERMATA_RAISE(raise_value_error, ValueError)
FERMATA_RAISE(raise_index_error, IndexError)
FERMATA_RAISE(raise_attribute_error, AttributeError)
FERMATA_RAISE(raise_overflow_error, OverflowError)
FERMATA_RAISE(raise_zero_division_error, ZeroDivisionError)
FERMATA_RAISE(raise_runtime_error, RuntimeError)
FERMATA_RAISE(raise_import_error, ImportError)
FERMATA_RAISE(raise_lookup_error, LookupError)
#undef FERMATA_RAISE

Value raise_key_error(Context& cx, Value key);
Value raise_name_error(Context& cx, std::string_view message, Value name);  // NameError, with the name as an attribute
Value raise_recursion_error(Context& cx, std::string_view where = "");      // " while getting the repr of an object"

// An exception object, not raised. `args` is a tuple.
Exception* make_exception(Context& cx, Class* cls, Value args);
Class* error_class(Context& cx, ErrorType type);
bool is_exception_class(Value v);  // a subclass of BaseException
bool exception_matches(Context& cx, Value exception, ErrorType type);

// The name of a value's class, for messages: "int", "NoneType", "Foo".
// The beginning of very long ones, as in CPython.
std::string type_name(Context& cx, Value v);

}  // namespace fermata
