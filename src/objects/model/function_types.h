// The types of what can be called, and of what functions are made of: function, builtin_function_or_method,
// method, code, cell. Their calls are the vm's (vm/calls.cpp).
#pragma once

#include <string>

#include "runtime/context.h"

namespace fermata {

// What CPython calls a callable in messages about its arguments: "__main__.f()", "print()".
std::string callable_text(Context& cx, Value callable);
// callable().
bool is_callable(Context& cx, Value v);
// A Builtin, or a function of the prelude, which looks like one.
bool looks_builtin(Value v);
// Is there a slot of CPython's type behind it ("slot wrapper"), as for most special methods of builtin classes?
bool is_slot(const Builtin* b);
// What Builtins of a class are, when they aren't functions: Image::method_types.
enum MethodType { kMethodDescriptor, kWrapperDescriptor, kClassMethodDescriptor, kMethodWrapper, kMethodTypeCount };
// "($self, key, default=None, /)", or None (text_signature.cpp).
Value builtin_text_signature(Context& cx, Value self);
// CPython's co_flags, from ours.
uint32_t python_code_flags(const Code* code);
// Constants that the source has; the others (functions of the prelude) are the machine's own.
bool is_source_constant(Value v);

}  // namespace fermata
