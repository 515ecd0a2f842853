// str's methods that take text apart and put it together: split, strip, partition, splitlines, join.
#include <algorithm>
#include <cstring>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/iterators/iterators.h"
#include "objects/iterators/walk.h"
#include "objects/text/pieces.h"
#include "objects/text/str.h"
#include "objects/text/str_methods.h"
#include "objects/text/text_args.h"
#include "objects/text/text_search.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

constexpr size_t npos = std::string_view::npos;

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F); }

bool is_space(char32_t c) { return c < 0x80 ? is_ascii_space(char(c)) : unicode::is_space(c); }

// Makes parts of a str.
struct PartOf {
  Context& cx;
  Str* text;
  Value operator()(size_t begin, size_t end) const { return new_substr(cx, text, begin, end); }
};

// Skips spaces (or what is not a space) forwards from `p`.
template <bool kSpaces>
inline const char* skip(const char* p, const char* end) {
  while (p != end) {
    const char* q = p;
    const char32_t c = static_cast<unsigned char>(*q) < 0x80 ? static_cast<unsigned char>(*q++) : utf8::next_valid(q);  // most are ASCII
    if (is_space(c) != kSpaces) break;
    p = q;
  }
  return p;
}

// The same backwards: the start of the run that ends at `p`.
const char* skip_back(const char* begin, const char* p, bool spaces) {
  while (p != begin) {
    const char* q = p;
    if (is_space(utf8::previous_valid(q)) != spaces) break;
    p = q;
  }
  return p;
}

void split_at_spaces(Str* s, uint64_t limit, Pieces<PartOf>& pieces) {
  const char* const begin = s->text();
  const char* const end = begin + s->count;
  for (const char* p = skip<true>(begin, end); p != end;) {
    const char* word_end = limit-- == 0 ? end : skip<false>(p, end);
    if (!pieces.add(size_t(p - begin), size_t(word_end - begin))) return;
    p = skip<true>(word_end, end);
  }
}

void rsplit_at_spaces(Str* s, uint64_t limit, Pieces<PartOf>& pieces) {
  const char* const begin = s->text();
  for (const char* p = skip_back(begin, begin + s->count, true); p != begin;) {
    const char* word = limit-- == 0 ? begin : skip_back(begin, p, false);
    if (!pieces.add(size_t(word - begin), size_t(p - begin))) return;
    p = skip_back(begin, word, true);
  }
}

Value split_with(Context& cx, Value* args, bool from_right) {
  Str* s = as<Str>(args[0]);
  Str* separator = nullptr;
  int64_t most = -1;
  const Value r = size_argument(cx, args[2], &most);
  if (r.is_outcome()) return r;
  if (!args[1].is_none()) {
    separator = as_str(args[1]);
    if (!separator) return raise_type_error(cx, "must be str or None, not {}", type_name(cx, args[1]));
  }
  if (separator && separator->count == 0) return raise_value_error(cx, "empty separator");
  const auto at_spaces = [&](uint64_t limit, Pieces<PartOf>& pieces) {
    if (from_right) rsplit_at_spaces(s, limit, pieces);
    else split_at_spaces(s, limit, pieces);
  };
  return split_text(cx, s->view(), separator ? separator->view() : "", most, from_right, PartOf{cx, s}, at_spaces);
}

Value three(Context& cx, Value a, Value b, Value c) {
  Tuple* t = new_tuple(cx, 3);
  t->items[0] = a;
  t->items[1] = b;
  t->items[2] = c;
  return Value::object(t);
}

Value partition_with(Context& cx, Value* args, bool last) {
  Str* s = as<Str>(args[0]);
  Str* separator = as_str(args[1]);
  if (!separator) return raise_type_error(cx, "must be str, not {}", type_name(cx, args[1]));
  if (separator->count == 0) return raise_value_error(cx, "empty separator");
  Search search(cx, separator->view());
  const size_t at = last ? search.find_last(s->view()) : search.find(s->view());
  if (search.stopped() || (at != npos && !tick_bytes(cx, s->count))) return Value::retry();
  const Value empty = Value::object(cx.image->empty_str);
  if (at == npos) return last ? three(cx, empty, empty, args[0]) : three(cx, args[0], empty, empty);
  const Value before = new_substr(cx, s, 0, at);
  if (before.is_outcome()) return before;
  const Value after = new_substr(cx, s, at + separator->count, s->count);
  if (after.is_outcome()) return after;
  return three(cx, before, Value::object(separator), after);
}

// The characters that strip takes away.
class CharSet {
 public:
  explicit CharSet(std::string_view chars) {
    const char* p = chars.data();
    const char* const end = p + chars.size();
    while (p != end) {
      const char32_t c = utf8::next_valid(p);
      if (c < 0x80) ascii_[c >> 6] |= uint64_t{1} << (c & 63);
      else others_.push_back(c);
    }
    std::sort(others_.begin(), others_.end());
  }
  bool contains(char32_t c) const {
    if (c < 0x80) return ascii_[c >> 6] >> (c & 63) & 1;
    return std::binary_search(others_.begin(), others_.end(), c);
  }

 private:
  uint64_t ascii_[2] = {};
  std::vector<char32_t> others_;
};

template <class Strips>
Value strip_by(Context& cx, Str* s, bool left, bool right, Strips strips) {
  const char* p = s->text();
  const char* end = p + s->count;
  ByteWalk<16> walk(cx);
  while (left && p < end) {
    const size_t n = walk.next(size_t(end - p));
    if (n == 0) return Value::retry();
    const char* const stop = p + n;
    for (const char* q = p; p < stop && strips(utf8::next_valid(q)); p = q) {
    }
    if (p < stop) break;
  }
  while (right && p < end) {
    const size_t n = walk.next(size_t(end - p));
    if (n == 0) return Value::retry();
    const char* const stop = end - n;
    for (const char* q = end; end > stop && strips(utf8::previous_valid(q)); end = q) {
    }
    if (end > stop) break;
  }
  if ((p != s->text() || end != s->text() + s->count) && !tick_bytes(cx, uint64_t(end - p))) return Value::retry();
  return new_substr(cx, s, size_t(p - s->text()), size_t(end - s->text()));
}

Value strip_with(Context& cx, Value* args, const char* name, bool left, bool right) {
  Str* s = as<Str>(args[0]);
  if (args[1].is_none()) return strip_by(cx, s, left, right, is_space);
  Str* chars = as_str(args[1]);
  if (!chars) return raise_type_error(cx, "{} arg must be None or str", name);
  if (chars->count > 256) {
    Value failed;
    if (!cx.can_allocate(uint64_t(chars->count) * 8, &failed)) return failed;
    if (!cx.tick(chars->count)) return Value::retry();
  }
  const CharSet set(chars->view());
  return strip_by(cx, s, left, right, [&](char32_t c) { return set.contains(c); });
}

}  // namespace

Value str_split(Context& cx, Value* args) { return split_with(cx, args, false); }
Value str_rsplit(Context& cx, Value* args) { return split_with(cx, args, true); }
Value str_partition(Context& cx, Value* args) { return partition_with(cx, args, false); }
Value str_rpartition(Context& cx, Value* args) { return partition_with(cx, args, true); }
Value str_strip(Context& cx, Value* args) { return strip_with(cx, args, "strip", true, true); }
Value str_lstrip(Context& cx, Value* args) { return strip_with(cx, args, "lstrip", true, false); }
Value str_rstrip(Context& cx, Value* args) { return strip_with(cx, args, "rstrip", false, true); }

Value str_splitlines(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  const Value flag = index_of(cx, args[1]);
  if (flag.is_outcome()) return flag;
  const bool keep = flag != Value::small(0);
  if (s->count > 64 && !cx.tick(s->count / 8)) return Value::retry();
  Pieces pieces(cx, PartOf{cx, s});
  const char* const end = s->text() + s->count;
  for (const char* p = s->text(); p != end;) {
    const char* line = p;
    const char* line_end = end;
    while (p != end) {
      const char* at = p;
      const char32_t c = utf8::next_valid(p);
      if (!unicode::is_linebreak(c)) continue;
      line_end = at;
      if (c == U'\r' && p != end && *p == '\n') ++p;
      break;
    }
    if (!pieces.add(size_t(line - s->text()), size_t((keep ? p : line_end) - s->text()))) break;
  }
  return pieces.finish();
}

Value str_join(Context& cx, Value* args) {
  Str* separator = as<Str>(args[0]);
  Items taken(cx);
  const Value r = taken.take(args[1]);
  if (r.is_error() && exception_matches(cx, cx.exception, ErrorType::kTypeError)) return raise_type_error(cx, "can only join an iterable");
  if (r.is_outcome()) return r;
  const std::span<const Value> items = taken.span();
  uint64_t size = 0, length = 0;
  bool ascii = separator->ascii() || items.size() < 2;
  if (!cx.tick(items.size())) return taken.give_back(Value::retry());
  for (size_t i = 0; i < items.size(); ++i) {
    const Str* text = as_str(items[i]);
    if (!text) return raise_type_error(cx, "sequence item {}: expected str instance, {} found", i, type_name(cx, items[i]));
    size += text->count;
    length += text->length;
    ascii &= text->ascii();
  }
  if (items.empty()) return Value::object(cx.image->empty_str);
  if (items.size() == 1 && is<Str>(items[0])) return items[0];
  size = add_sizes(size, mul_sizes(separator->count, items.size() - 1));
  length += uint64_t(separator->length) * (items.size() - 1);
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return taken.give_back(failed);
  if (!tick_bytes(cx, size)) return taken.give_back(Value::retry());
  Str* result = allocate_str(cx, size);
  if (!result) return taken.give_back(cx.out_of_memory());
  char* out = result->fill();
  for (size_t i = 0; i < items.size(); ++i) {
    if (i != 0 && separator->count) {
      std::memcpy(out, separator->text(), separator->count);
      out += separator->count;
    }
    const Str* text = as_str(items[i]);
    std::memcpy(out, text->text(), text->count);
    out += text->count;
  }
  result->length = uint32_t(length);
  if (ascii) result->aux |= Str::kAscii;
  return Value::object(result);
}

}  // namespace fermata
