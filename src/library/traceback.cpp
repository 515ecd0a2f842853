// Native parts of modules traceback (places, carets, suggestions) and linecache (the session's sources).
#include <array>

#include "base/source.h"
#include "base/utf8.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"
#include "vm/suggestions.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

// _position(tb): (line, last line, column, end column) in bytes, as code.co_positions has them; None for anything but a traceback.
Value position(Context& cx, Value* args) {
  if (!is<Traceback>(args[0])) return Value::none();
  auto* t = as<Traceback>(args[0]);
  const CodePosition p = position_at(t->code, t->pc);
  if (p.line == 0) return tuple_of(cx, std::array<Value, 4>{Value::none(), Value::none(), Value::none(), Value::none()});
  return tuple_of(cx,
                  std::array<Value, 4>{Value::small(p.line), Value::small(p.end_line), Value::small(p.column), Value::small(p.end_column)});
}

// _anchors(text): where, in characters, the part of an expression is that gets "^" among "~"; None when it has none.
Value anchors(Context& cx, Value* args) {
  constexpr size_t kLongest = 64 << 10;
  if (!is<Str>(args[0]) || as<Str>(args[0])->view().size() > kLongest) return Value::none();
  const std::string_view text = as<Str>(args[0])->view();
  if (!cx.tick(text.size() + 1)) return Value::retry();
  const Anchors found = find_anchors(text);
  if (!found.found || found.end > text.size()) return Value::none();
  const auto count = [&](size_t bytes) { return Value::small(int64_t(utf8::count(text.substr(0, bytes)))); };
  return tuple_of(cx, std::array<Value, 2>{count(found.begin), count(found.end)});
}

// _suggestion(exception): ". Did you mean: 'x'?" or nothing.
Value suggested(Context& cx, Value* args) {
  if (!is<Exception>(args[0])) return new_str(cx, "");
  return new_str(cx, suggestion_for(cx, as<Exception>(args[0]), Candidates::kTogether));
}

// _host_function(exception): the name of the host's function that raised it, or None.
Value host_function(Context& cx, Value* args) {
  const Tuple* raised = is<Exception>(args[0]) ? raised_by_host(cx, args[0]) : nullptr;
  return raised && is<Str>(raised->items[2]) ? raised->items[2] : Value::none();
}

constexpr NativeRow kFunctions[] = {
    {"_position", position, "tb, /"},
    {"_anchors", anchors, "text, /"},
    {"_suggestion", suggested, "exception, /"},
    {"_host_function", host_function, "exception, /"},
};

// source_text(filename): the text of a source that the session knows, or None.
Value source_text(Context& cx, Value* args) {
  if (!is<Str>(args[0])) return Value::none();
  const Source* source = find_source(cx, as<Str>(args[0])->view());
  if (!source) return Value::none();
  const std::string_view text = source->text();
  if (Value full; !cx.can_allocate(text.size(), &full)) return full;
  return new_str(cx, text);
}

// own_source(): the name of the program's source, or None when it has no text, as in sessions that are fed.
Value own_source(Context& cx, Value*) {
  if (cx.sources.empty() || cx.sources.front()->text().empty()) return Value::none();
  return new_str(cx, cx.sources.front()->name());
}

constexpr NativeRow kLinecacheFunctions[] = {
    {"source_text", source_text, "filename, /"},
    {"own_source", own_source, ""},
};

void fill_builtins(Context& cx, Dict* dict) {
  dict_for_each(cx.image->builtins, [&](DictEntry& e) {
    if (is<Str>(e.key)) dict_set_str(cx, dict, as<Str>(e.key), e.value);
  });
}

}  // namespace

extern const ModuleRow kTracebackModule = {"traceback", kFunctions};
extern const ModuleRow kLinecacheModule = {"linecache", kLinecacheFunctions};
extern const ModuleRow kBuiltinsModule = {"builtins", {}, fill_builtins};

}  // namespace fermata
