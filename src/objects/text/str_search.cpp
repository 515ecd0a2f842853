// str's methods that look for a text: find, count, startswith, replace and their like. Indices are code points outside, bytes inside.
#include <cstring>

#include "base/utf8.h"
#include "objects/text/str.h"
#include "objects/text/str_methods.h"
#include "objects/text/text_args.h"
#include "objects/text/text_search.h"

namespace fermata {

namespace {

constexpr size_t npos = std::string_view::npos;

Value must_be_str(Context& cx, Value v) { return raise_type_error(cx, "must be str, not {}", type_name(cx, v)); }

// The part of a str that start and end (args[2], args[3]) select.
struct Part {
  Str* text = nullptr;
  int64_t start = 0, end = INT64_MAX;  // code points
  uint32_t begin_byte = 0;
  std::string_view view;  // empty when start > end
  bool valid() const { return start <= end; }
};

Value select_part(Context& cx, Value* args, Part* part) {
  part->text = as<Str>(args[0]);
  Value r = slice_argument(cx, args[2], &part->start);
  if (r.is_outcome()) return r;
  r = slice_argument(cx, args[3], &part->end);
  if (r.is_outcome()) return r;
  adjust_range(&part->start, &part->end, part->text->length);
  if (!part->valid()) return Value::none();
  part->begin_byte = str_offset(cx, part->text, uint32_t(part->start));
  const uint32_t end_byte = str_offset(cx, part->text, uint32_t(part->end));
  part->view = part->text->view().substr(part->begin_byte, end_byte - part->begin_byte);
  return Value::none();
}

bool tick_search(Context& cx, size_t haystack, size_t needle) {
  return haystack < 256 || haystack < needle || cx.tick((haystack + needle) / kSearchBytesPerStep);
}

// The index of the first or last match as an int, or -1.
Value search(Context& cx, Value* args, bool last, int64_t* out) {
  Str* sub = as_str(args[1]);
  if (!sub) return must_be_str(cx, args[1]);
  Part part;
  const Value r = select_part(cx, args, &part);
  if (r.is_outcome()) return r;
  *out = -1;
  if (!part.valid()) return Value::none();
  if (sub->count == 0) {
    *out = last ? part.end : part.start;
    return Value::none();
  }
  if (sub->count > part.view.size()) return Value::none();
  Search search(cx, sub->view());
  const size_t at = last ? search.find_last(part.view) : search.find(part.view);
  if (search.stopped()) return Value::retry();
  if (at == npos) return Value::none();
  *out = str_index_of_offset(cx, part.text, uint32_t(part.begin_byte + at));
  return Value::none();
}

Value find_with(Context& cx, Value* args, bool last, bool must_exist) {
  int64_t index = -1;
  const Value r = search(cx, args, last, &index);
  if (r.is_outcome()) return r;
  if (index < 0 && must_exist) return raise_value_error(cx, "substring not found");
  return Value::small(index);
}

// startswith or endswith, with one text or a tuple of them.
Value matches_edge(Context& cx, Value* args, bool at_end) {
  const char* name = at_end ? "endswith" : "startswith";
  Part part;
  const Value r = select_part(cx, args, &part);
  if (r.is_outcome()) return r;
  const auto matches = [&](Str* edge) {
    if (!part.valid()) return false;
    return at_end ? part.view.ends_with(edge->view()) : part.view.starts_with(edge->view());
  };
  const auto ticks = [&](Str* edge) { return edge->count > part.view.size() || tick_bytes(cx, edge->count); };
  const Value edge = payload_of(args[1]);
  if (Tuple* edges = try_as<Tuple>(edge)) {
    if (edges->count > 64 && !cx.tick(edges->count)) return Value::retry();
    for (Value item : edges->span()) {
      Str* text = as_str(item);
      if (!text) return raise_type_error(cx, "tuple for {} must only contain str, not {}", name, type_name(cx, item));
      if (!ticks(text)) return Value::retry();
      if (matches(text)) return Value::true_();
    }
    return Value::false_();
  }
  Str* text = try_as<Str>(edge);
  if (!text) return raise_type_error(cx, "{} first arg must be str or a tuple of str, not {}", name, type_name(cx, args[1]));
  if (!ticks(text)) return Value::retry();
  return Value::boolean(matches(text));
}

// `added` before each of the first `times` code points, and after the last when there are that many.
Value interleave(Context& cx, Str* s, Str* added, uint64_t times) {
  const uint64_t size = add_sizes(s->count, mul_sizes(added->count, times));
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return failed;
  if (!cx.tick(times + size / 64)) return Value::retry();
  Str* result = allocate_str(cx, size);
  if (!result) return cx.out_of_memory();
  char* out = result->fill();
  const char* p = s->text();
  const char* const end = p + s->count;
  for (uint64_t i = 0; i < times; ++i) {
    std::memcpy(out, added->text(), added->count);
    out += added->count;
    if (p == end) break;
    const size_t n = utf8::sequence_length(*p);
    std::memcpy(out, p, n);
    out += n;
    p += n;
  }
  std::memcpy(out, p, size_t(end - p));
  finish_str(result);
  return Value::object(result);
}

}  // namespace

Value str_find(Context& cx, Value* args) { return find_with(cx, args, false, false); }
Value str_rfind(Context& cx, Value* args) { return find_with(cx, args, true, false); }
Value str_index(Context& cx, Value* args) { return find_with(cx, args, false, true); }
Value str_rindex(Context& cx, Value* args) { return find_with(cx, args, true, true); }

Value str_count(Context& cx, Value* args) {
  Str* sub = as_str(args[1]);
  if (!sub) return must_be_str(cx, args[1]);
  Part part;
  const Value r = select_part(cx, args, &part);
  if (r.is_outcome()) return r;
  if (!part.valid()) return Value::small(0);
  if (sub->count == 0) return Value::small(part.end - part.start + 1);
  if (!tick_search(cx, part.view.size(), sub->count)) return Value::retry();
  return Value::small(int64_t(Finder(sub->view()).count(part.view)));
}

Value str_startswith(Context& cx, Value* args) { return matches_edge(cx, args, false); }
Value str_endswith(Context& cx, Value* args) { return matches_edge(cx, args, true); }

Value str_replace(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  Str* old = as_str(args[1]);
  if (!old) return raise_type_error(cx, "replace() argument 1 must be str, not {}", type_name(cx, args[1]));
  Str* with = as_str(args[2]);
  if (!with) return raise_type_error(cx, "replace() argument 2 must be str, not {}", type_name(cx, args[2]));
  int64_t limit = -1;
  const Value r = size_argument(cx, args[3], &limit);
  if (r.is_outcome()) return r;
  const uint64_t most = limit < 0 ? UINT64_MAX : uint64_t(limit);
  if (most == 0 || str_equal(old, with) || old->count > s->count) return args[0];
  if (old->count == 0) return interleave(cx, s, with, std::min<uint64_t>(most, uint64_t(s->length) + 1));
  if (!tick_search(cx, s->count, old->count)) return Value::retry();

  const std::string_view text = s->view();
  Finder finder(old->view());
  const uint64_t matches = finder.count(text, most);
  if (matches == 0) return args[0];
  const uint64_t size = add_sizes(s->count - matches * old->count, mul_sizes(matches, with->count));
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return failed;
  if (!cx.tick(matches + size / 64)) return Value::retry();
  Str* result = allocate_str(cx, size);
  if (!result) return cx.out_of_memory();
  char* out = result->fill();
  size_t from = 0;
  for (uint64_t i = 0; i < matches; ++i) {
    const size_t at = finder.find(text, from);
    std::memcpy(out, s->text() + from, at - from);
    out += at - from;
    std::memcpy(out, with->text(), with->count);
    out += with->count;
    from = at + old->count;
  }
  std::memcpy(out, s->text() + from, s->count - from);
  finish_str(result);
  return Value::object(result);
}

Value str_removeprefix(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  Str* prefix = as_str(args[1]);
  if (!prefix) return raise_type_error(cx, "removeprefix() argument must be str, not {}", type_name(cx, args[1]));
  if (prefix->count > s->count) return args[0];
  if (!tick_bytes(cx, prefix->count)) return Value::retry();
  if (!s->view().starts_with(prefix->view())) return args[0];
  if (!tick_bytes(cx, s->count - prefix->count)) return Value::retry();
  return new_substr(cx, s, prefix->count, s->count);
}

Value str_removesuffix(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  Str* suffix = as_str(args[1]);
  if (!suffix) return raise_type_error(cx, "removesuffix() argument must be str, not {}", type_name(cx, args[1]));
  if (suffix->count > s->count) return args[0];
  if (!tick_bytes(cx, suffix->count)) return Value::retry();
  if (!s->view().ends_with(suffix->view())) return args[0];
  if (!tick_bytes(cx, s->count - suffix->count)) return Value::retry();
  return new_substr(cx, s, 0, s->count - suffix->count);
}

}  // namespace fermata
