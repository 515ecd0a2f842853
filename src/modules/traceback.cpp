#include "modules/traceback.h"

#include "compiler/positions.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/text.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

// _frame_text(tb): the source line and its carets, as lines with an indent; empty when there is no source.
Value frame_text(Context& cx, Value* args) {
  if (!is<Traceback>(args[0])) return raise_type_error(cx, "expected a traceback");
  auto* t = as<Traceback>(args[0]);
  return new_str(cx, format_source_line(cx, t->code, t->pc));
}

// _only(exception): the last lines of a SyntaxError, which show a place.
Value only(Context& cx, Value* args) {
  if (!is<Exception>(args[0])) return raise_type_error(cx, "expected an exception");
  return new_str(cx, format_exception_only(cx, args[0], [&](Value v) { return exception_text(cx, v); }));
}

constexpr NativeRow kFunctions[] = {
    {"_frame_text", frame_text, "tb: traceback, /"},
    {"_only", only, "exception, /"},
};

void fill_builtins(Context& cx, Dict* dict) {
  dict_for_each(cx.image->builtins, [&](DictEntry& e) {
    if (is<Str>(e.key)) dict_set_str(cx, dict, as<Str>(e.key), e.value);
  });
}

}  // namespace

const ModuleRow kTracebackModule = {"traceback", kFunctions};
const ModuleRow kBuiltinsModule = {"builtins", {}, fill_builtins};

}  // namespace fermata
