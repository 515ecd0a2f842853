// Module textwrap's native part: text into the chunks that lines are filled with.
#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"
#include "objects/text/text_args.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

bool is_blank(char32_t c) { return c == U' ' || (c >= U'\t' && c <= U'\r'); }
bool is_word(char32_t c) { return c == U'_' || unicode::is_alnum(c); }
bool is_letter(char32_t c) { return is_word(c) && !unicode::is_decimal(c); }
// What may come before a dash between words.
bool is_word_or_mark(char32_t c) { return is_word(c) || (c < 128 && std::string_view("!\"'&.,?").find(char(c)) != std::string_view::npos); }

class Chunker {
 public:
  explicit Chunker(std::u32string_view text) : text_(text) {}

  // Where the chunk that starts at `at` ends.
  size_t next(size_t at, bool at_hyphens) const {
    if (is_blank(text_[at])) {
      while (at < text_.size() && is_blank(text_[at])) ++at;
      return at;
    }
    if (!at_hyphens) {
      while (at < text_.size() && !is_blank(text_[at])) ++at;
      return at;
    }
    if (const size_t end = dashes(at); end != at) return end;
    for (size_t i = at + 1;; ++i) {
      if (i == text_.size() || is_blank(text_[i])) return i;
      if (text_[i] == U'-' && hyphen_breaks(i)) return i + 1;
      if (dashes(i) != i) return i;
    }
  }

 private:
  bool letter(size_t i) const { return i < text_.size() && is_letter(text_[i]); }

  // An em-dash (two dashes or more, between words) at `at`: its end, or `at`.
  size_t dashes(size_t at) const {
    size_t end = at;
    while (end < text_.size() && text_[end] == U'-') ++end;
    const bool is_dash = end - at >= 2 && at > 0 && is_word_or_mark(text_[at - 1]) && end < text_.size() && is_word(text_[end]);
    return is_dash ? end : at;
  }

  // May a line be broken after the hyphen at `i`? After two letters (or letter, hyphen, letter) and before two more.
  bool hyphen_breaks(size_t i) const {
    const bool before = i >= 2 && letter(i - 1) && (letter(i - 2) || (i >= 3 && text_[i - 2] == U'-' && letter(i - 3)));
    if (!before || !letter(i + 1)) return false;
    return letter(i + 2) || (i + 2 < text_.size() && text_[i + 2] == U'-' && letter(i + 3));
  }

  std::u32string_view text_;
};

// _split(text, break_on_hyphens): the chunks, whitespace ones included.
Value split(Context& cx, Value* args) {
  Str* s = as_str(args[0]);
  if (!s) return raise_type_error(cx, "expected str, got {}", type_name(cx, args[0]));
  Value failed;
  if (!cx.can_allocate(uint64_t(s->length) * 8, &failed)) return failed;
  if (!cx.tick(s->length / 4)) return Value::retry();
  std::u32string text;
  std::vector<uint32_t> offsets;
  text.reserve(s->length);
  offsets.reserve(s->length + 1);
  for (const char* p = s->text(); p != s->text() + s->count;) {
    offsets.push_back(uint32_t(p - s->text()));
    text.push_back(utf8::next_valid(p));
  }
  offsets.push_back(s->count);
  const Chunker chunker(text);
  List* list = new_list(cx);
  for (size_t at = 0; at < text.size();) {
    const size_t end = chunker.next(at, args[1].is_true());
    const Value chunk = new_substr(cx, s, offsets[at], offsets[end]);
    if (chunk.is_outcome()) return chunk;
    if (cx.heap.far_over() || !cx.heap.push(list->items, chunk)) return cx.out_of_memory();
    at = end;
  }
  return Value::object(list);
}

// _cut(text, end, width): text[:end] in pieces of `width` characters.
Value cut(Context& cx, Value* args) {
  Str* s = as_str(args[0]);
  if (!s || !args[1].is_small() || !args[2].is_small() || args[2].as_small() < 1) return raise_type_error(cx, "_cut(str, int, int)");
  const int64_t end = std::min<int64_t>(args[1].as_small(), s->length), width = args[2].as_small();
  if (!cx.tick(s->length / 16 + uint64_t(std::max<int64_t>(end, 0) / width))) return Value::retry();
  List* list = new_list(cx);
  for (int64_t at = 0; at < end; at += width) {
    const Value piece = new_substr(cx, s, str_offset(cx, s, uint32_t(at)), str_offset(cx, s, uint32_t(std::min(at + width, end))));
    if (piece.is_outcome()) return piece;
    if (cx.heap.far_over() || !cx.heap.push(list->items, piece)) return cx.out_of_memory();
  }
  return Value::object(list);
}

const NativeRow kRows[] = {
    {"_cut", cut, "text, end, width, /"},
    {"_split", split, "text, break_on_hyphens, /"},
};

}  // namespace

extern const ModuleRow kTextwrapModule = {.name = "textwrap", .functions = kRows};

}  // namespace fermata
