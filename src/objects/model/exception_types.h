// The builtin exception classes: their rows for the image (one per line of exceptions.def), what
// exceptions show as text, and how their arguments become attributes. Raising them is errors.h's.
#pragma once

#include "objects/errors/errors.h"
#include "objects/natives/native.h"

namespace fermata {

// A row per ErrorType, in its order: bases before derived classes.
std::span<const TypeRow> exception_type_rows();

// What calling a builtin exception class gives, or an outcome.
Value construct_exception(Context& cx, Class* cls, Value args);

// What a builtin class of exceptions keeps in e->details (errno, filename, name, msg, …); None when it was never set.
Value exception_detail(Context& cx, Exception* e, std::string_view name);
bool set_exception_detail(Context& cx, Exception* e, std::string_view name, Value value);
// Whether instances keep it there, and not in their __dict__.
bool is_exception_detail(Context& cx, const Class* cls, std::string_view name);

// The same of e->attributes, which __dict__ is.
Value exception_attribute(Context& cx, Exception* e, std::string_view name);
bool set_exception_attribute(Context& cx, Exception* e, std::string_view name, Value value);

}  // namespace fermata
