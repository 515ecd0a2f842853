// The methods of bytes and bytearray that take data apart and put it together.
#include <algorithm>
#include <bitset>
#include <cstring>

#include "objects/containers/memoryview.h"
#include "objects/iterators/iterators.h"
#include "objects/iterators/walk.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/pieces.h"
#include "objects/text/text_search.h"

namespace fermata {

namespace {

constexpr size_t npos = std::string_view::npos;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Makes parts of the receiver.
struct PartOf {
  Context& cx;
  Value self;
  Value operator()(size_t begin, size_t end) const { return part_like(cx, self, begin, end); }
};

void split_at_spaces(std::string_view data, uint64_t limit, Pieces<PartOf>& pieces) {
  size_t at = 0;
  const auto skip = [&](bool spaces) {
    while (at < data.size() && is_space(data[at]) == spaces) ++at;
  };
  for (skip(true); at < data.size(); skip(true)) {
    const size_t word = at;
    if (limit-- == 0) at = data.size();
    else skip(false);
    if (!pieces.add(word, at)) return;
  }
}

void rsplit_at_spaces(std::string_view data, uint64_t limit, Pieces<PartOf>& pieces) {
  size_t at = data.size();
  const auto skip = [&](bool spaces) {
    while (at > 0 && is_space(data[at - 1]) == spaces) --at;
  };
  for (skip(true); at > 0; skip(true)) {
    const size_t word_end = at;
    if (limit-- == 0) at = 0;
    else skip(false);
    if (!pieces.add(at, word_end)) return;
  }
}

Value split_with(Context& cx, Value* args, bool from_right) {
  std::string_view separator;
  int64_t most = -1;
  Value r = size_argument(cx, args[2], &most);
  if (r.is_outcome()) return r;
  if (!args[1].is_none()) {
    r = buffer_argument(cx, args[1], &separator);
    if (r.is_outcome()) return r;
  }
  if (!args[1].is_none() && separator.empty()) return raise_value_error(cx, "empty separator");
  const std::string_view data = self_bytes(args[0]);
  const auto at_spaces = [&](uint64_t limit, Pieces<PartOf>& pieces) {
    if (from_right) rsplit_at_spaces(data, limit, pieces);
    else split_at_spaces(data, limit, pieces);
  };
  return split_text(cx, data, separator, most, from_right, PartOf{cx, args[0]}, at_spaces);
}

Value partition_with(Context& cx, Value* args, bool last) {
  const Value self = args[0];
  std::string_view separator;
  Value given = args[1];
  if (is<ByteArray>(self) && is<MemoryView>(given)) {
    given = memory_copy(cx, as<MemoryView>(given));
    if (given.is_outcome()) return given;
  }
  const Value r = buffer_argument(cx, given, &separator);
  if (r.is_outcome()) return r;
  if (separator.empty()) return raise_value_error(cx, "empty separator");
  const std::string_view data = self_bytes(self);
  Search search(cx, separator);
  const size_t at = last ? search.find_last(data) : search.find(data);
  if (search.stopped() || ((at != npos || !is<Bytes>(self)) && !tick_bytes(cx, data.size()))) return Value::retry();
  Value parts[3];
  if (at == npos) {
    parts[last ? 2 : 0] = same_or_copy(cx, self);
    parts[1] = new_like(cx, self, {});
    parts[last ? 0 : 2] = new_like(cx, self, {});
  } else {
    parts[0] = part_like(cx, self, 0, at);
    parts[1] = is<Bytes>(self) ? args[1] : new_like(cx, self, separator);
    parts[2] = part_like(cx, self, at + separator.size(), data.size());
  }
  for (const Value part : parts)
    if (part.is_outcome()) return part;
  return tuple_of(cx, parts);
}

Value strip_with(Context& cx, Value* args, bool left, bool right) {
  std::string_view chars = " \t\n\r\v\f";
  if (!args[1].is_none()) {
    const Value r = buffer_argument(cx, args[1], &chars);
    if (r.is_outcome()) return r;
  }
  const std::string_view data = self_bytes(args[0]);
  if (!tick_bytes(cx, chars.size())) return Value::retry();
  std::bitset<256> set;
  for (const char c : chars) set.set(static_cast<unsigned char>(c));
  const auto strips = [&](char c) { return set[static_cast<unsigned char>(c)]; };
  size_t begin = 0, end = data.size();
  ByteWalk<16> walk(cx);
  while (left && begin < end) {
    const size_t n = walk.next(end - begin), stop = begin + n;
    if (n == 0) return Value::retry();
    while (begin < stop && strips(data[begin])) ++begin;
    if (begin < stop) break;
  }
  while (right && begin < end) {
    const size_t n = walk.next(end - begin), stop = end - n;
    if (n == 0) return Value::retry();
    while (end > stop && strips(data[end - 1])) --end;
    if (end > stop) break;
  }
  if ((end - begin < data.size() || !is<Bytes>(args[0])) && !tick_bytes(cx, end - begin)) return Value::retry();
  return part_like(cx, args[0], begin, end);
}

}  // namespace

Value bytes_split(Context& cx, Value* args) { return split_with(cx, args, false); }
Value bytes_rsplit(Context& cx, Value* args) { return split_with(cx, args, true); }
Value bytes_partition(Context& cx, Value* args) { return partition_with(cx, args, false); }
Value bytes_rpartition(Context& cx, Value* args) { return partition_with(cx, args, true); }
Value bytes_strip(Context& cx, Value* args) { return strip_with(cx, args, true, true); }
Value bytes_lstrip(Context& cx, Value* args) { return strip_with(cx, args, true, false); }
Value bytes_rstrip(Context& cx, Value* args) { return strip_with(cx, args, false, true); }

Value bytes_splitlines(Context& cx, Value* args) {
  const Value flag = index_of(cx, args[1]);
  if (flag.is_outcome()) return flag;
  const bool keep = flag != Value::small(0);
  const std::string_view data = self_bytes(args[0]);
  if (data.size() > 64 && !cx.tick(data.size() / 8)) return Value::retry();
  Pieces pieces(cx, PartOf{cx, args[0]});
  for (size_t at = 0; at < data.size();) {
    const size_t line = at;
    size_t line_end = data.find_first_of("\r\n", at);
    if (line_end == npos) {
      line_end = at = data.size();
    } else {
      at = line_end + (data.substr(line_end, 2) == "\r\n" ? 2 : 1);
    }
    if (!pieces.add(line, keep ? at : line_end)) break;
  }
  return pieces.finish();
}

Value bytes_join(Context& cx, Value* args) {
  Items items(cx);
  const Value r = items.take(args[1]);
  if (r.is_error() && exception_matches(cx, cx.exception, ErrorType::kTypeError)) return raise_type_error(cx, "can only join an iterable");
  if (r.is_outcome()) return r;
  const std::string_view separator = self_bytes(args[0]);
  if (!cx.tick(items.size())) return items.give_back(Value::retry());
  uint64_t size = items.size() ? mul_sizes(separator.size(), items.size() - 1) : 0;
  std::string_view part;
  size_t i = 0;
  for (const Value item : items) {
    if (!bytes_view(item, &part))
      return raise_type_error(cx, "sequence item {}: expected a bytes-like object, {} found", i, type_name(cx, item));
    size = add_sizes(size, part.size());
    ++i;
  }
  if (items.size() == 1 && is<Bytes>(args[0]) && is<Bytes>(*items.begin())) return *items.begin();
  Value result;
  char* out = allocate_like(cx, args[0], size, &result);
  if (!out) return items.give_back(result);
  const auto put = [&](std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(out, bytes.data(), bytes.size());
    out += bytes.size();
  };
  for (const Value& item : items.span()) {
    if (&item != items.begin()) put(separator);
    bytes_view(item, &part);
    put(part);
  }
  return result;
}

}  // namespace fermata
