// str's case mappings and its questions about characters, exact for Unicode 14 as in CPython 3.11.
#include <utility>

#include "base/utf8.h"
#include "objects/iterators/walk.h"
#include "objects/text/str.h"
#include "objects/text/str_methods.h"
#include "objects/text/text_args.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }

using Mapping = std::string (*)(std::string_view);

Value map_case(Context& cx, Value self, Mapping mapping) {
  Str* s = as<Str>(self);
  Value failed;
  const uint64_t size = s->count * (s->ascii() ? 1 : unicode::kMaxCaseGrowth);
  if (size > 4096 && !cx.can_allocate(2 * size, &failed)) return failed;
  if (s->count > 128 && !cx.tick(s->count / 16)) return Value::retry();
  return new_str(cx, mapping(s->view()));
}

// lower and upper of ASCII text, straight into the result.
template <class F>
Value map_ascii(Context& cx, Str* s, F f) {
  if (!tick_bytes(cx, s->count)) return Value::retry();
  if (s->count <= 1) {
    const char c = s->count ? f(s->text()[0]) : '\0';
    return new_str(cx, {&c, s->count});
  }
  Str* out = allocate_str(cx, s->count);
  if (!out) return cx.out_of_memory();
  for (uint32_t i = 0; i < s->count; ++i) out->fill()[i] = f(s->text()[i]);
  out->length = s->length;
  out->aux |= Str::kAscii;
  return Value::object(out);
}

Value lower_ascii(Context& cx, Str* s) {
  return map_ascii(cx, s, [](char c) { return is_ascii_upper(c) ? char(c | 0x20) : c; });
}

// Whether `f` says so of all characters; it is asked until it says no.
template <class F>
Value each_character(Context& cx, const Str* s, F f) {
  ByteWalk<32> walk(cx);
  const char* p = s->text();
  for (const char* const end = p + s->count; p < end;) {
    const size_t n = walk.next(size_t(end - p));
    if (n == 0) return Value::retry();
    for (const char* const stop = p + n; p < stop;)
      if (!f(utf8::next_valid(p))) return Value::false_();
  }
  return Value::true_();
}

// Whether there are characters and all of them are so.
template <class F>
Value all_are(Context& cx, Value self, F is) {
  Str* s = as<Str>(self);
  if (s->count == 0) return Value::false_();
  return each_character(cx, s, [&](char32_t c) { return is(c); });
}

// islower and isupper: no cased character of another case, and at least one of this.
template <class Wanted, class Other>
Value cased_as(Context& cx, Value self, Wanted is_wanted, Other is_other) {
  bool seen = false;
  const Value all = each_character(cx, as<Str>(self), [&](char32_t c) {
    seen |= is_wanted(c);
    return !is_other(c) && !unicode::is_title(c);
  });
  return all.is_true() ? Value::boolean(seen) : all;
}

}  // namespace

Value str_lower(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  return s->ascii() ? lower_ascii(cx, s) : map_case(cx, args[0], unicode::lower);
}
Value str_casefold(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  return s->ascii() ? lower_ascii(cx, s) : map_case(cx, args[0], unicode::casefold);
}
Value str_upper(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  if (!s->ascii()) return map_case(cx, args[0], unicode::upper);
  return map_ascii(cx, s, [](char c) { return is_ascii_lower(c) ? char(c & ~0x20) : c; });
}
Value str_capitalize(Context& cx, Value* args) { return map_case(cx, args[0], unicode::capitalize); }
Value str_swapcase(Context& cx, Value* args) { return map_case(cx, args[0], unicode::swapcase); }
Value str_title(Context& cx, Value* args) { return map_case(cx, args[0], unicode::title); }

Value str_isalnum(Context& cx, Value* args) { return all_are(cx, args[0], unicode::is_alnum); }
Value str_isalpha(Context& cx, Value* args) { return all_are(cx, args[0], unicode::is_alpha); }
Value str_isdecimal(Context& cx, Value* args) { return all_are(cx, args[0], unicode::is_decimal); }
Value str_isdigit(Context& cx, Value* args) { return all_are(cx, args[0], unicode::is_digit); }
Value str_isnumeric(Context& cx, Value* args) { return all_are(cx, args[0], unicode::is_numeric); }
Value str_isspace(Context& cx, Value* args) { return all_are(cx, args[0], unicode::is_space); }
Value str_isascii(Context&, Value* args) { return Value::boolean(as<Str>(args[0])->ascii()); }
Value str_isprintable(Context& cx, Value* args) {
  if (as<Str>(args[0])->count == 0) return Value::true_();
  return all_are(cx, args[0], unicode::is_printable);
}
Value str_isidentifier(Context& cx, Value* args) {
  bool first = true;
  return as<Str>(args[0])->count == 0 ? Value::false_() : each_character(cx, as<Str>(args[0]), [&](char32_t c) {
    return std::exchange(first, false) ? c == U'_' || unicode::is_xid_start(c) : unicode::is_xid_continue(c);
  });
}
Value str_islower(Context& cx, Value* args) { return cased_as(cx, args[0], unicode::is_lower, unicode::is_upper); }
Value str_isupper(Context& cx, Value* args) { return cased_as(cx, args[0], unicode::is_upper, unicode::is_lower); }

Value str_istitle(Context& cx, Value* args) {
  bool seen = false, after_cased = false;
  const Value all = each_character(cx, as<Str>(args[0]), [&](char32_t c) {
    const bool starts = unicode::is_upper(c) || unicode::is_title(c), cased = starts || unicode::is_lower(c);
    if (cased && starts == after_cased) return false;
    seen |= cased;
    after_cased = cased;
    return true;
  });
  return all.is_true() ? Value::boolean(seen) : all;
}

}  // namespace fermata
