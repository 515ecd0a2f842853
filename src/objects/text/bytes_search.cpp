// The methods of bytes and bytearray that look for bytes, replace or map them.
#include <bitset>
#include <cstring>

#include "objects/text/bytes_methods.h"
#include "objects/text/text_search.h"

namespace fermata {

namespace {

constexpr size_t npos = std::string_view::npos;

// What find and its like look for: bytes, or one byte given as an int.
struct Needle {
  std::string_view view;
  char single = 0;
};

Value needle_argument(Context& cx, Value v, Needle* out) {
  if (bytes_view(v, &out->view)) return Value::none();
  if (is<MemoryView>(v)) return buffer_argument(cx, v, &out->view);
  if (!may_be_index(cx, v)) return raise_type_error(cx, "argument should be integer or bytes-like object, not '{}'", type_name(cx, v));
  const Value r = byte_argument(cx, v, "byte", &out->single);
  out->view = {&out->single, 1};
  return r;
}

// The part that start and end (args[2], args[3]) select; not valid when start is past end.
struct Part {
  int64_t start = 0, end = INT64_MAX;
  std::string_view view;
  bool valid() const { return start <= end; }
};

Value select_part(Context& cx, Value* args, Part* part) {
  Value r = slice_argument(cx, args[2], &part->start);
  if (r.is_outcome()) return r;
  r = slice_argument(cx, args[3], &part->end);
  if (r.is_outcome()) return r;
  const std::string_view data = self_bytes(args[0]);
  adjust_range(&part->start, &part->end, int64_t(data.size()));
  if (part->valid()) part->view = data.substr(size_t(part->start), size_t(part->end - part->start));
  return Value::none();
}

// What is looked for, and where.
Value search_arguments(Context& cx, Value* args, Needle* needle, Part* part) {
  const Value r = needle_argument(cx, args[1], needle);
  return r.is_outcome() ? r : select_part(cx, args, part);
}

bool tick_search(Context& cx, size_t haystack, size_t needle) {
  return haystack < 256 || haystack < needle || cx.tick((haystack + needle) / kSearchBytesPerStep);
}

Value find_with(Context& cx, Value* args, bool last, bool must_exist) {
  Needle needle;
  Part part;
  if (const Value r = search_arguments(cx, args, &needle, &part); r.is_outcome()) return r;
  int64_t found = -1;
  if (part.valid() && needle.view.empty()) {
    found = last ? part.end : part.start;
  } else if (part.valid() && needle.view.size() <= part.view.size()) {
    Search search(cx, needle.view);
    const size_t at = last ? search.find_last(part.view) : search.find(part.view);
    if (search.stopped()) return Value::retry();
    if (at != npos) found = part.start + int64_t(at);
  }
  if (found < 0 && must_exist) return raise_value_error(cx, "subsection not found");
  return Value::small(found);
}

Value matches_edge(Context& cx, Value* args, bool at_end) {
  const char* name = at_end ? "endswith" : "startswith";
  Part part;
  const Value r = select_part(cx, args, &part);
  if (r.is_outcome()) return r;
  const auto matches = [&](std::string_view edge) {
    if (!part.valid()) return false;
    return at_end ? part.view.ends_with(edge) : part.view.starts_with(edge);
  };
  const auto ticks = [&](std::string_view edge) { return edge.size() > part.view.size() || tick_bytes(cx, edge.size()); };
  std::string_view edge;
  if (Tuple* edges = try_as<Tuple>(payload_of(args[1]))) {
    if (edges->count > 64 && !cx.tick(edges->count)) return Value::retry();
    for (const Value item : edges->span()) {
      const Value ok = buffer_argument(cx, item, &edge);
      if (ok.is_outcome()) return ok;
      if (!ticks(edge)) return Value::retry();
      if (matches(edge)) return Value::true_();
    }
    return Value::false_();
  }
  if (is<MemoryView>(args[1])) {
    if (const Value ok = buffer_argument(cx, args[1], &edge); ok.is_outcome()) return ok;
  } else if (!bytes_view(args[1], &edge)) {
    return raise_type_error(cx, "{} first arg must be bytes or a tuple of bytes, not {}", name, type_name(cx, args[1]));
  }
  if (!ticks(edge)) return Value::retry();
  return Value::boolean(matches(edge));
}

// `added` before each of the first `times` bytes, and after the last when there are that many.
Value interleave(Context& cx, Value self, std::string_view added, uint64_t times) {
  const std::string_view data = self_bytes(self);
  if (!cx.tick(times)) return Value::retry();
  Value result;
  char* out = allocate_like(cx, self, add_sizes(data.size(), mul_sizes(added.size(), times)), &result);
  if (!out) return result;
  size_t at = 0;
  for (uint64_t i = 0; i < times; ++i) {
    std::memcpy(out, added.data(), added.size());
    out += added.size();
    if (at == data.size()) break;
    *out++ = data[at++];
  }
  if (at < data.size()) std::memcpy(out, data.data() + at, data.size() - at);
  return result;
}

Value without_end(Context& cx, Value* args, bool first) {
  std::string_view end;
  const Value r = buffer_argument(cx, args[1], &end);
  if (r.is_outcome()) return r;
  const std::string_view data = self_bytes(args[0]);
  if (!tick_bytes(cx, std::min(end.size(), data.size()))) return Value::retry();
  const size_t cut = (first ? data.starts_with(end) : data.ends_with(end)) ? end.size() : 0;
  if ((cut || !is<Bytes>(args[0])) && !tick_bytes(cx, data.size())) return Value::retry();
  return first ? part_like(cx, args[0], cut, data.size()) : part_like(cx, args[0], 0, data.size() - cut);
}

}  // namespace

Value bytes_find(Context& cx, Value* args) { return find_with(cx, args, false, false); }
Value bytes_rfind(Context& cx, Value* args) { return find_with(cx, args, true, false); }
Value bytes_index(Context& cx, Value* args) { return find_with(cx, args, false, true); }
Value bytes_rindex(Context& cx, Value* args) { return find_with(cx, args, true, true); }

Value bytes_count(Context& cx, Value* args) {
  Needle needle;
  Part part;
  if (const Value r = search_arguments(cx, args, &needle, &part); r.is_outcome()) return r;
  if (!part.valid()) return Value::small(0);
  if (needle.view.empty()) return Value::small(part.end - part.start + 1);
  if (!tick_search(cx, part.view.size(), needle.view.size())) return Value::retry();
  return Value::small(int64_t(Finder(needle.view).count(part.view)));
}

Value bytes_startswith(Context& cx, Value* args) { return matches_edge(cx, args, false); }
Value bytes_endswith(Context& cx, Value* args) { return matches_edge(cx, args, true); }

Value bytes_replace(Context& cx, Value* args) {
  const std::string_view data = self_bytes(args[0]);
  std::string_view old, with;
  Value r = buffer_argument(cx, args[1], &old);
  if (r.is_outcome()) return r;
  r = buffer_argument(cx, args[2], &with);
  if (r.is_outcome()) return r;
  int64_t limit = -1;
  r = size_argument(cx, args[3], &limit);
  if (r.is_outcome()) return r;
  const uint64_t most = limit < 0 ? UINT64_MAX : uint64_t(limit);
  if (most == 0 || old.size() > data.size()) return same_or_copy(cx, args[0]);
  if (old.empty())
    return with.empty() ? same_or_copy(cx, args[0]) : interleave(cx, args[0], with, std::min<uint64_t>(most, data.size() + 1));
  if (!tick_search(cx, data.size(), old.size())) return Value::retry();
  Finder finder(old);
  const uint64_t matches = finder.count(data, most);
  if (matches == 0) return same_or_copy(cx, args[0]);
  if (!cx.tick(matches)) return Value::retry();
  Value result;
  char* out = allocate_like(cx, args[0], add_sizes(data.size() - matches * old.size(), mul_sizes(matches, with.size())), &result);
  if (!out) return result;
  size_t from = 0;
  for (uint64_t i = 0; i < matches; ++i) {
    const size_t at = finder.find(data, from);
    std::memcpy(out, data.data() + from, at - from);
    out += at - from;
    if (!with.empty()) std::memcpy(out, with.data(), with.size());
    out += with.size();
    from = at + old.size();
  }
  std::memcpy(out, data.data() + from, data.size() - from);
  return result;
}

Value bytes_removeprefix(Context& cx, Value* args) { return without_end(cx, args, true); }
Value bytes_removesuffix(Context& cx, Value* args) { return without_end(cx, args, false); }

Value bytes_translate(Context& cx, Value* args) {
  std::string_view table, deleted;
  if (!args[1].is_none()) {
    const Value r = buffer_argument(cx, args[1], &table);
    if (r.is_outcome()) return r;
    if (table.size() != 256) return raise_value_error(cx, "translation table must be 256 characters long");
  }
  if (!args[2].is_missing()) {
    const Value r = buffer_argument(cx, args[2], &deleted);
    if (r.is_outcome()) return r;
  }
  const std::string_view data = self_bytes(args[0]);
  if (!cx.tick((data.size() + deleted.size()) / 16)) return Value::retry();
  std::bitset<256> gone;
  for (const char c : deleted) gone.set(static_cast<unsigned char>(c));
  size_t size = data.size();
  if (!deleted.empty())
    for (const char c : data) size -= gone[static_cast<unsigned char>(c)];
  Value result;
  char* out = allocate_like(cx, args[0], size, &result);
  if (!out) return result;
  for (const char c : data) {
    const auto byte = static_cast<unsigned char>(c);
    if (!gone[byte]) *out++ = table.empty() ? c : table[byte];
  }
  return result;
}

Value bytes_maketrans(Context& cx, Value* args) {
  std::string_view from, to;
  Value r = buffer_argument(cx, args[0], &from);
  if (r.is_outcome()) return r;
  r = buffer_argument(cx, args[1], &to);
  if (r.is_outcome()) return r;
  if (from.size() != to.size()) return raise_value_error(cx, "maketrans arguments must have same length");
  if (!tick_bytes(cx, from.size())) return Value::retry();
  char table[256];
  for (int i = 0; i < 256; ++i) table[i] = char(i);
  for (size_t i = 0; i < from.size(); ++i) table[static_cast<unsigned char>(from[i])] = to[i];
  return new_bytes(cx, {table, 256});
}

}  // namespace fermata
