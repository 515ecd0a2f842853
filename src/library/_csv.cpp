// _csv's natives: a row of plain values as a line, and a line that is a whole record as a row. The rest is _csv.py, which does all of it
// for what these answer None to.
#include <string>
#include <vector>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr int64_t kAll = 1, kNonNumeric = 2;

bool is_end_of_line(char c) { return c == '\n' || c == '\r'; }

// _split_record(line, delimiter, quote or None, doublequote, strict, limit): the fields, or None: an empty line, a record that goes on in
// the next one, or an error to be found again.
Value split_record(Context& cx, Value* args) {
  const std::string_view line = as<Str>(args[0])->view(), delimiter = as<Str>(args[1])->view();
  const std::string_view quote = is<Str>(args[2]) ? as<Str>(args[2])->view() : std::string_view();
  const bool doubles = args[3].is_true(), strict = args[4].is_true();
  if (!cx.tick(line.size() / 16 + 1)) return Value::retry();
  if (line.empty() || is_end_of_line(line[0]) || delimiter.empty()) return Value::none();
  const uint64_t limit = args[5].is_small() && args[5].as_small() >= 0 ? uint64_t(args[5].as_small()) : 0;
  List* row = new_list(cx);
  const auto add = [&](std::string_view field) {
    if (field.size() > limit && utf8::count(field) > limit) return false;
    const Value text = new_str(cx, field);
    return !text.is_outcome() && cx.heap.push(row->items, text);
  };
  const auto at = [&](size_t i, std::string_view what) { return !what.empty() && line.substr(i).starts_with(what); };
  std::string changed;  // a field that isn't as it stands in the line
  for (size_t i = 0;;) {
    // At the beginning of a field.
    changed.clear();
    if (at(i, quote)) {
      i += quote.size();
      for (;;) {  // up to the quote that ends it
        const size_t end = line.find(quote, i);
        if (end == std::string_view::npos) return Value::none();
        changed.append(line, i, end - i);
        i = end + quote.size();
        if (!doubles || !at(i, quote)) break;
        changed.append(quote);
        i += quote.size();
      }
      if (strict && doubles && i < line.size() && !at(i, delimiter) && !is_end_of_line(line[i])) return Value::none();
    }
    const size_t begin = i;
    while (i < line.size() && !at(i, delimiter) && !is_end_of_line(line[i])) ++i;
    const std::string_view rest = line.substr(begin, i - begin);
    if (!add(changed.empty() ? rest : std::string_view(changed.append(rest)))) return Value::none();
    if (i < line.size() && !is_end_of_line(line[i])) {
      i += delimiter.size();
      continue;
    }
    for (; i < line.size(); ++i)
      if (!is_end_of_line(line[i])) return Value::none();
    return Value::object(row);
  }
}

// _join_row(row, delimiter, quote, lineterminator, quoting): the line, or None: the row isn't a list or tuple of texts, numbers and None.
Value join_row(Context& cx, Value* args) {
  const bool is_list = is<List>(args[0]);
  if (!is_list && !is<Tuple>(args[0])) return Value::none();
  const auto row = is_list ? as<List>(args[0])->items.span() : as<Tuple>(args[0])->span();
  const std::string_view delimiter = as<Str>(args[1])->view(), quote = as<Str>(args[2])->view(), end = as<Str>(args[3])->view();
  const int64_t quoting = args[4].as_small();
  if (!cx.tick(row.size() / 2 + 1)) return Value::retry();
  // Each code point of the line's end counts.
  std::vector<std::string_view> special = {delimiter, quote};
  for (const char *p = end.data(), *const last = p + end.size(); p < last;) {
    const char* const begin = p;
    utf8::next_valid(p);
    special.emplace_back(begin, size_t(p - begin));
  }
  TextBuilder out(cx);
  bool first = true;
  for (const Value v : row) {
    if (!first) out.append(delimiter);
    first = false;
    const bool number = v.is_small() || v.is_bool() || v.is_inline_float() || is<Int>(v) || is<Float>(v);
    if (!number && !v.is_none() && !is<Str>(v)) return Value::none();
    TextBuilder shown(cx);
    std::string_view text;
    if (is<Str>(v)) {
      text = as<Str>(v)->view();
    } else if (number) {
      const Value done = str_into(cx, v, shown);
      if (done.is_outcome()) return done.is_retry() ? done : Value::none();
      text = shown.text();
    }
    if (!cx.tick(text.size() / 16)) return Value::retry();
    bool quoted = quoting == kAll || (quoting == kNonNumeric && !number) || (row.size() == 1 && text.empty());
    for (const std::string_view s : special) quoted = quoted || text.find(s) != std::string_view::npos;
    if (!quoted) {
      out.append(text);
      continue;
    }
    out.append(quote);
    for (size_t i = 0;;) {
      const size_t next = text.find(quote, i);
      out.append(text.substr(i, next == std::string_view::npos ? next : next - i));
      if (next == std::string_view::npos) break;
      out.append(quote);
      out.append(quote);
      i = next + quote.size();
    }
    out.append(quote);
  }
  out.append(end);
  return out.failed() ? out.status() : out.finish();
}

constexpr NativeRow kRows[] = {
    {"_split_record", split_record, "line: str, delimiter: str, quote, doublequote, strict, limit, /"},
    {"_join_row", join_row, "row, delimiter: str, quote: str, lineterminator: str, quoting: small, /"},
};

}  // namespace

extern const ModuleRow kCsvModule = {.name = "_csv", .functions = kRows};

}  // namespace fermata
