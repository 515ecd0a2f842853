// Imports.
#include <fmt/core.h>

#include <array>

#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

void Emitter::emit_import(const Import* statement) {
  for (const Alias* alias : statement->names) {
    const Mark mark(*this);
    const Reg module = alloc();
    const bool top = !alias->asname.data();
    code_.emit(statement->span, Op::IMPORT, module, 0, code_.shared_site(alias->name), top);
    store_name(top ? alias->name.substr(0, alias->name.find('.')) : alias->asname, alias->span, module);
  }
}

namespace {
constexpr std::array<std::string_view, 10> kFutures = {
    "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations",
};
}

void Emitter::emit_import_from(const ImportFrom* statement) {
  const Span& at = statement->span;
  if (statement->level == 0 && statement->module == "__future__") {
    if (at.begin.offset >= c_.futures_end) return c_.error("from __future__ imports must occur at the beginning of the file", at);
    Span first = at;  // CPython points at the statement's first character only
    first.end = first.begin;
    ++first.end.column;
    ++first.end.offset;
    for (const Alias* alias : statement->names) {
      if (alias->name == "braces") return c_.error("not a chance", first);
      bool known = false;
      for (std::string_view feature : kFutures) known |= feature == alias->name;
      if (!known) return c_.error(fmt::format("future feature {} is not defined", alias->name), first);
    }
  }
  const Mark mark(*this);
  const Reg module = alloc();
  const std::string_view name = statement->module.data() ? statement->module : std::string_view("");
  code_.emit(at, Op::IMPORT, module, static_cast<uint32_t>(statement->level), code_.shared_site(name));
  if (statement->names.size() == 1 && statement->names[0]->name == "*")
    return code_.emit(at, Op::IMPORT_STAR, module, 0, 0, frame_->in_namespace);
  const Reg value = alloc();
  for (const Alias* alias : statement->names) {
    code_.emit(at, Op::IMPORT_FROM, value, module, code_.shared_site(alias->name));
    store_name(alias->asname.data() ? alias->asname : alias->name, alias->span, value);
  }
}

}  // namespace fermata
