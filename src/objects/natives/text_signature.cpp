// __text_signature__ of natives and of the library's functions, from which module inspect makes signatures.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/code.h"
#include "objects/containers/containers.h"
#include "objects/model/function_types.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

std::string_view text(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

// A default as a literal; what has none is shown as `...`.
std::string default_text(Context& cx, Value v) {
  if (!(v.is_none() || v.is_bool() || is_int(v) || is_float(v) || is<Str>(v) || is<Bytes>(v)) && v != Value::object(cx.image->empty_tuple))
    return "...";
  const Value shown = repr_of(cx, v);
  return is<Str>(shown) ? std::string(as<Str>(shown)->view()) : "...";
}

// For a function of the library's, which is written in Python.
std::string parameters_of(Context& cx, const Function* f) {
  const Code* code = f->code;
  std::vector<std::string> parts;
  const auto name = [&](uint32_t i) { return std::string(text(code->locals[i])); };
  const auto* defaults = try_as<Tuple>(f->defaults);
  const uint32_t count = defaults ? std::min(defaults->count, code->positional) : 0;
  for (uint32_t i = 0; i < code->positional; ++i) {
    const uint32_t required = code->positional - count;
    parts.push_back(i < required ? name(i) : name(i) + "=" + default_text(cx, defaults->items[i - required]));
    if (i + 1 == code->positional_only) parts.push_back("/");
  }
  const uint32_t rest = code->positional + code->keyword_only;
  if (code->has(kCodeVarArgs)) parts.push_back("*" + name(rest));
  else if (code->keyword_only) parts.push_back("*");
  for (uint32_t i = code->positional; i < rest; ++i) {
    const Value v = is<Dict>(f->keyword_defaults) ? dict_get_str(as<Dict>(f->keyword_defaults), as<Str>(code->locals[i])) : Value();
    parts.push_back(v.is_unset() ? name(i) : name(i) + "=" + default_text(cx, v));
  }
  if (code->has(kCodeVarKeywords)) parts.push_back("**" + name(rest + code->has(kCodeVarArgs)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Value builtin_text_signature(Context& cx, Value self) {
  const Value v = is<BoundMethod>(self) ? as<BoundMethod>(self)->function : self;
  if (auto* f = try_as<Function>(v)) return new_str(cx, fmt::format("({}{})", is<BoundMethod>(self) ? "$" : "", parameters_of(cx, f)));
  const auto* b = as<Builtin>(v);
  const std::string_view row = b->row->shown ? b->row->shown : b->row->signature;
  // Parameters that may be missing without a default can't be said.
  if (row.find('?') != row.npos || row.find(':') != row.npos || b->row->flags & NativeRow::kConstructor) return Value::none();
  if (is<Class>(b->owner)) return new_str(cx, fmt::format("(${})", row));
  return new_str(cx, row.empty() ? "($module)" : fmt::format("($module, {})", row));
}

}  // namespace fermata
