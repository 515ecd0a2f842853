// Making strings and bytes, their hashes, and code point offsets. See text.h.
#include "objects/text/text.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "base/utf8.h"
#include "objects/model/operations.h"

namespace fermata {

namespace {

// Shorter strings are scanned: that is quicker than looking the index up.
constexpr uint32_t kIndexMinBytes = 256;
constexpr uint32_t kIndexStep = 64;

// Offsets of code points 0, 64, 128, …
const std::vector<uint32_t>& index_of_str(Context& cx, const Str* s) {
  auto [it, fresh] = cx.str_index.try_emplace(s);
  std::vector<uint32_t>& index = it->second;
  if (fresh) {
    cx.budget.charge(s->count / 64);
    index.reserve(s->length / kIndexStep + 1);
    const char* p = s->text();
    const char* const end = p + s->count;
    for (;;) {
      index.push_back(uint32_t(p - s->text()));
      const char* next = utf8::advance(p, end, kIndexStep);
      if (next == end) break;
      p = next;
    }
    constexpr size_t kNode = 112;  // about what the table takes for an entry, and malloc for both
    const size_t bytes = index.capacity() * sizeof(uint32_t) + kNode;
    cx.str_index_bytes += bytes;
    cx.heap.count_outside(int64_t(bytes));
  }
  return index;
}

Str* cached_str(Context& cx, std::string_view text) {
  if (!cx.image) return nullptr;
  if (text.empty()) return cx.image->empty_str;
  const auto first = static_cast<unsigned char>(text[0]);
  if (text.size() == 1) return cx.image->latin1[first];
  if (text.size() == 2 && (first == 0xC2 || first == 0xC3)) {
    const char* p = text.data();
    return cx.image->latin1[utf8::next_valid(p)];
  }
  return nullptr;
}

}  // namespace

Str* allocate_str(Context& cx, uint64_t bytes) { return cx.heap.make_unfilled<Str>(bytes); }

void finish_str(Str* s) {
  s->length = uint32_t(utf8::count(s->view()));
  if (s->length == s->count) s->aux |= Str::kAscii;
}

Value new_str(Context& cx, std::string_view text) {
  if (text.size() <= 2)
    if (Str* cached = cached_str(cx, text)) return Value::object(cached);
  Str* s = allocate_str(cx, text.size());
  if (!s) return cx.out_of_memory();
  if (!text.empty()) std::memcpy(s->fill(), text.data(), text.size());
  finish_str(s);
  return Value::object(s);
}

Value new_ascii_str(Context& cx, std::string_view text) {
  if (text.size() <= 1) return Value::object(text.empty() ? cx.image->empty_str : cx.image->latin1[static_cast<unsigned char>(text[0])]);
  Str* s = allocate_str(cx, text.size());
  if (!s) return cx.out_of_memory();
  std::memcpy(s->fill(), text.data(), text.size());
  s->length = s->count;
  s->aux = Str::kAscii;
  return Value::object(s);
}

Value new_substr(Context& cx, Str* s, size_t begin, size_t end) {
  if (begin == 0 && end == s->count) return Value::object(s);
  const std::string_view text(s->text() + begin, end - begin);
  return s->ascii() ? new_ascii_str(cx, text) : new_str(cx, text);
}

Value new_bytes(Context& cx, std::string_view data) {
  if (data.empty() && cx.image && cx.image->empty_bytes) return Value::object(cx.image->empty_bytes);
  Bytes* b = cx.heap.make_unfilled<Bytes>(data.size());
  if (!b) return cx.out_of_memory();
  if (!data.empty()) std::memcpy(b->data, data.data(), data.size());
  return Value::object(b);
}

Value str_from_code_point(Context& cx, char32_t c) {
  if (c < 256 && cx.image && cx.image->latin1[c]) return Value::object(cx.image->latin1[c]);
  char buffer[utf8::kMaxLength];
  return new_str(cx, {buffer, utf8::encode(c, buffer)});
}

int64_t str_hash(Str* s) {
  if (s->hash) return s->hash;
  const int64_t hash = hash_string(s->view());
  // The image's strings are shared by threads; what it publishes has its hash already.
  if (!s->immortal()) s->hash = hash;
  return hash;
}

int64_t bytes_hash(Bytes* b) {
  if (b->hash) return b->hash;
  const int64_t hash = hash_bytes(b->data, b->count);
  if (!b->immortal()) b->hash = hash;
  return hash;
}

bool str_equal(const Str* a, const Str* b) { return a == b || (a->count == b->count && std::memcmp(a->text(), b->text(), a->count) == 0); }

Str* as_str(Value v) { return try_as<Str>(payload_of(v)); }

uint32_t str_offset(Context& cx, const Str* s, uint32_t index) {
  if (s->ascii()) return index;
  if (index >= s->length) return s->count;
  const char* const end = s->text() + s->count;
  if (s->count < kIndexMinBytes) return uint32_t(utf8::advance(s->text(), end, index) - s->text());
  const std::vector<uint32_t>& offsets = index_of_str(cx, s);
  const char* from = s->text() + offsets[index / kIndexStep];
  return uint32_t(utf8::advance(from, end, index % kIndexStep) - s->text());
}

uint32_t str_index_of_offset(Context& cx, const Str* s, uint32_t offset) {
  if (s->ascii()) return offset;
  if (offset >= s->count) return s->length;
  if (s->count < kIndexMinBytes) return uint32_t(utf8::count({s->text(), offset}));
  const std::vector<uint32_t>& offsets = index_of_str(cx, s);
  const auto at = std::upper_bound(offsets.begin(), offsets.end(), offset) - 1;
  return uint32_t(at - offsets.begin()) * kIndexStep + uint32_t(utf8::count({s->text() + *at, offset - *at}));
}

// --- TextBuilder

bool TextBuilder::grow(size_t more) {
  if (failed_) return false;
  const size_t need = size_ + more, held = data_ == inline_ ? 0 : capacity_;
  // Once in this buffer, once in the finished string: the limit has room for both.
  auto fits = [&](size_t wanted) { return need <= 4096 || (need <= UINT32_MAX && cx_.heap.fits(wanted + need)); };
  size_t wanted = need + need / 2;
  if (!fits(wanted)) wanted = need + need / 16;
  void* grown = fits(wanted) ? cx_.heap.grow_raw(held ? data_ : nullptr, held, held ? size_ : 0, wanted) : nullptr;
  if (!grown) return !(failed_ = true);
  if (need > 4096 && !cx_.tick(need / 64)) failed_ = out_of_steps_ = true;
  if (!held) std::memcpy(grown, inline_, size_);
  data_ = static_cast<char*>(grown);
  capacity_ = wanted;
  return !failed_;
}

TextBuilder::~TextBuilder() {
  if (data_ != inline_) cx_.heap.free_raw(data_, capacity_);
}

Value TextBuilder::status() { return !failed_ ? Value::none() : out_of_steps_ ? Value::retry() : cx_.out_of_memory(); }

Value TextBuilder::finish() {
  const Value done = status();
  return done.is_outcome() ? done : new_str(cx_, text());
}

}  // namespace fermata
