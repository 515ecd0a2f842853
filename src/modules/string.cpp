// Module string's native part: the parser of str.format for Formatter, and the scanner of Template's usual syntax.
#include "base/utf8.h"
#include "modules/text_modules.h"
#include "objects/containers.h"
#include "objects/str_methods.h"
#include "objects/text.h"
#include "objects/text_args.h"

namespace fermata {

namespace {

bool is_name_start(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

// An identifier at `at`: where it ends, or `at` when there is none.
size_t name_end(std::string_view text, size_t at) {
  if (at >= text.size() || !is_name_start(text[at])) return at;
  while (at < text.size() && is_name_part(text[at])) ++at;
  return at;
}

// _scan_template(text, delimiter): literal text (with doubled delimiters made one) and placeholders in turn. A placeholder is (name, text as it
// stood), or (None, index behind the delimiter) when what follows is none.
Value scan_template(Context& cx, Value* args) {
  Str* s = as_str(args[0]);
  Str* d = as_str(args[1]);
  if (!s || !d || d->count == 0) return raise_type_error(cx, "expected str, got {}", type_name(cx, s ? args[1] : args[0]));
  if (!cx.tick(s->count / 8)) return Value::retry();
  const std::string_view text = s->view(), delimiter = d->view();
  List* list = new_list(cx);
  const auto push = [&](Value v) { return !v.is_outcome() && !cx.heap.far_over() && cx.heap.push(list->items, v); };
  std::string pending;
  for (size_t at = 0; at <= text.size();) {
    const size_t mark = std::min(text.find(delimiter, at), text.size());
    pending.append(text.substr(at, mark - at));
    const size_t behind = mark + delimiter.size();
    if (mark < text.size() && text.substr(behind, delimiter.size()) == delimiter) {
      pending.append(delimiter);
      at = behind + delimiter.size();
      continue;
    }
    if (!push(new_str(cx, pending))) return cx.out_of_memory();
    pending.clear();
    if (mark == text.size()) break;
    const bool braced = behind < text.size() && text[behind] == '{';
    const size_t name = behind + braced;
    const size_t end = name_end(text, name);
    Value parts[2] = {Value::none(), Value::small(str_index_of_offset(cx, s, uint32_t(behind)))};
    at = behind;
    if (end > name && (!braced || (end < text.size() && text[end] == '}'))) {
      at = end + braced;
      parts[0] = new_str(cx, text.substr(name, end - name));
      parts[1] = new_str(cx, text.substr(mark, at - mark));
    }
    if (parts[0].is_outcome() || parts[1].is_outcome() || !push(tuple_of(cx, parts))) return cx.out_of_memory();
  }
  return Value::object(list);
}

const NativeRow kRows[] = {
    {"_format_parse", str_format_parse, "text, /"},
    {"_format_field", str_format_field, "text, /"},
    {"_scan_template", scan_template, "text, delimiter, /"},
};

}  // namespace

const ModuleRow kStringModule = {.name = "string", .functions = kRows};

}  // namespace fermata
