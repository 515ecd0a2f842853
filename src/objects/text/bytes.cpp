// The type bytes, and the operations that it shares with bytearray.
#include "objects/text/bytes.h"

#include <cstring>

#include "objects/containers/memoryview.h"
#include "objects/iterators/iterators.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/codecs.h"
#include "objects/text/str.h"
#include "objects/text/text_search.h"

namespace fermata {

bool bytes_view(Value v, std::string_view* out) {
  v = payload_of(v);
  if (const Bytes* b = try_as<Bytes>(v)) {
    *out = b->view();
    return true;
  }
  if (const ByteArray* b = try_as<ByteArray>(v)) {
    *out = b->view();
    return true;
  }
  return is<MemoryView>(v) && memory_bytes(as<MemoryView>(v), out);
}

Value bytes_next(Context&, SequenceIterator* it) {
  std::string_view data;
  if (!bytes_view(it->sequence, &data)) return Value::exhausted();
  if (it->backwards() ? it->index == 0 || it->index > data.size() : it->index >= data.size()) {
    it->sequence = Value::unset();
    return Value::exhausted();
  }
  const uint64_t at = it->backwards() ? --it->index : it->index++;
  return Value::small(static_cast<unsigned char>(data[at]));
}

// --- what both types' files use

char* allocate_like(Context& cx, Value like, uint64_t size, Value* result) {
  if (size > 4096 && !cx.can_allocate(size, result)) return nullptr;
  if (!tick_bytes(cx, size)) {
    *result = Value::retry();
    return nullptr;
  }
  if (is<Bytes>(like)) {
    Bytes* b = cx.heap.make_sized<Bytes>(size);
    *result = b ? Value::object(b) : cx.out_of_memory();
    return b ? b->data : nullptr;
  }
  auto* b = cx.heap.make<ByteArray>();
  static char nothing[1];
  *result = Value::object(b);
  if (size == 0) return nothing;
  if (!cx.heap.resize(b->data, size)) {
    *result = cx.out_of_memory();
    return nullptr;
  }
  return b->data.data;
}

Value buffer_argument(Context& cx, Value v, std::string_view* out) {
  if (bytes_view(v, out)) return Value::none();
  if (auto* m = try_as<MemoryView>(payload_of(v))) {
    if (m->base.is_unset()) return raise_value_error(cx, "operation forbidden on released memoryview object");
    return raise(cx, ErrorType::kBufferError, "memoryview: underlying buffer is not C-contiguous");
  }
  return raise_type_error(cx, "a bytes-like object is required, not '{}'", type_name(cx, v));
}

Value byte_argument(Context& cx, Value v, const char* what, char* out) {
  const Value index = index_of(cx, v);
  if (index.is_outcome()) return index;
  if (!index.is_small() || index.as_small() < 0 || index.as_small() > 255)
    return raise_value_error(cx, "{} must be in range(0, 256)", what);
  *out = char(index.as_small());
  return Value::none();
}

Value bytes_from_iterable(Context& cx, Value iterable, const char* what, std::string* out) {
  Items items(cx);
  Value r = items.take(iterable);
  if (r.is_outcome()) return r;
  Value failed;
  // Here, and in what the caller makes of it.
  if (items.size() > 4096 && !cx.can_allocate(2 * uint64_t(items.size()), &failed)) return items.give_back(failed);
  if (!cx.tick(items.size())) return items.give_back(Value::retry());
  out->reserve(items.size());
  for (const Value item : items) {
    char c = 0;
    r = byte_argument(cx, item, what, &c);
    if (r.is_outcome()) return r.is_error() ? r : items.give_back(r);
    out->push_back(c);
  }
  return Value::none();
}

void quote_bytes(std::string_view data, TextBuilder& out, bool always_escape_single) {
  static const char kHex[] = "0123456789abcdef";
  const bool single = data.find('\'') == std::string_view::npos || data.find('"') != std::string_view::npos;
  const char quote = single ? '\'' : '"';
  const char escaped_quote = always_escape_single ? '\'' : quote;
  out.append('b');
  out.append(quote);
  for (size_t i = 0; i < data.size() && !out.failed(); ++i) {
    const char c = data[i];
    if (c == '\\' || c == escaped_quote) {
      const char text[] = {'\\', c};
      out.append({text, 2});
    } else if (c == '\t') {
      out.append("\\t");
    } else if (c == '\n') {
      out.append("\\n");
    } else if (c == '\r') {
      out.append("\\r");
    } else if (c < 0x20 || c == 0x7F) {  // bytes from 0x80 on are negative
      const char text[] = {'\\', 'x', kHex[(c >> 4) & 15], kHex[c & 15]};
      out.append({text, 4});
    } else {
      out.append(c);
    }
  }
  out.append(quote);
}

// --- operations of both

Value bytes_length(Context&, Value self) { return Value::small(int64_t(self_bytes(self).size())); }

// A bytearray compares itself with all that has bytes, a memoryview with both, bytes with bytes.
bool compares_itself(Value self, Value other) { return !is<MemoryView>(other) && (!is<Bytes>(self) || is<Bytes>(other)); }

Value bytes_equal(Context& cx, Value self, Value other) {
  std::string_view b;
  if (!compares_itself(self, other) || !bytes_view(other, &b)) return Value::not_implemented();
  const std::string_view a = self_bytes(self);
  if (a.size() != b.size()) return Value::false_();
  if (differ_soon(a, b)) return Value::false_();
  if (!tick_bytes(cx, a.size())) return Value::retry();
  return Value::boolean(a == b);
}

Value bytes_order(Context& cx, CompareOp op, Value self, Value other) {
  std::string_view b;
  if (!bytes_view(other, &b) || (is<Bytes>(self) && !compares_itself(self, other))) return Value::not_implemented();
  const std::string_view a = self_bytes(self);
  if (!differ_soon(a, b) && !tick_bytes(cx, std::min(a.size(), b.size()))) return Value::retry();
  return ordered(op, a.compare(b));
}

Value bytes_iter(Context& cx, Value self) { return Value::object(new_sequence_iterator(cx, self)); }

Value bytes_contains(Context& cx, Value self, Value item) {
  const std::string_view data = self_bytes(self);
  const auto has = [&](std::string_view part) {
    Search search(cx, part);
    const size_t at = search.find(data);
    return search.stopped() ? Value::retry() : Value::boolean(at != std::string_view::npos);
  };
  std::string_view part;
  if (bytes_view(item, &part)) return part.empty() ? Value::true_() : has(part);
  if (!may_be_index(cx, item)) return buffer_argument(cx, item, &part);
  char c;
  const Value r = byte_argument(cx, item, "byte", &c);
  if (r.is_outcome()) return r;
  return has({&c, 1});
}

Value bytes_get_item(Context& cx, Value self, Value key) {
  const std::string_view data = self_bytes(self);
  const auto size = int64_t(data.size());
  if (Slice* slice = try_as<Slice>(key)) {
    SliceBounds b;
    const Value r = slice_bounds(cx, slice, size, &b);
    if (r.is_outcome()) return r;
    if (b.count <= 0) return new_like(cx, self, {});
    if (b.step == 1) {
      if (!tick_bytes(cx, uint64_t(b.count))) return Value::retry();
      return part_like(cx, self, size_t(b.start), size_t(b.start + b.count));
    }
    if (!cx.tick(uint64_t(b.count) / 16)) return Value::retry();
    Value result;
    char* out = allocate_like(cx, self, uint64_t(b.count), &result);
    if (!out) return result;
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) out[i] = data[size_t(at)];
    return result;
  }
  int64_t i = 0;
  if (key.is_small()) {
    i = key.as_small();
  } else {
    if (!may_be_index(cx, key))
      return raise_type_error(cx, "{} indices must be integers or slices, not {}", is<Bytes>(self) ? "byte" : "bytearray",
                              type_name(cx, key));
    const Value r = index_exact(cx, key, &i);
    if (r.is_outcome()) return r;
  }
  if (i < 0) i += size;
  if (i < 0 || i >= size) return raise_index_error(cx, "{}index out of range", is<Bytes>(self) ? "" : "bytearray ");
  return Value::small(static_cast<unsigned char>(data[size_t(i)]));
}

namespace {

Value repeat(Context& cx, Value self, Value count) {
  if (!may_be_index(cx, count)) return raise_type_error(cx, "can't multiply sequence by non-int of type '{}'", type_name(cx, count));
  int64_t n = 0;
  const Value r = index_exact(cx, count, &n, false);
  if (r.is_outcome()) return r;
  const std::string_view data = self_bytes(self);
  if (n <= 0 || data.empty()) return new_like(cx, self, {});
  if (n == 1) return same_or_copy(cx, self);
  const uint64_t size = mul_sizes(data.size(), uint64_t(n));
  if (size > INT64_MAX) {
    if (is<Bytes>(self)) return raise_overflow_error(cx, "repeated bytes are too long");
    return raise_plain(cx, ErrorType::kMemoryError);
  }
  Value result;
  char* out = allocate_like(cx, self, size, &result);
  if (!out) return result;
  std::memcpy(out, data.data(), data.size());
  for (uint64_t have = data.size(); have < size;) {
    const uint64_t more = std::min(have, size - have);
    std::memcpy(out + have, out, more);
    have += more;
  }
  return result;
}

Value concat(Context& cx, Value a, Value b) {
  std::string_view tail;
  if (!bytes_view(b, &tail)) return raise_type_error(cx, "can't concat {} to {}", type_name(cx, b), is<Bytes>(a) ? "bytes" : "bytearray");
  const std::string_view head = self_bytes(a);
  if (tail.empty()) return same_or_copy(cx, a);
  if (head.empty() && is<Bytes>(a) && is<Bytes>(b)) return b;
  Value result;
  char* out = allocate_like(cx, a, head.size() + tail.size(), &result);
  if (!out) return result;
  if (!head.empty()) std::memcpy(out, head.data(), head.size());
  std::memcpy(out + head.size(), tail.data(), tail.size());
  return result;
}

bool is_bytes(Value v) { return is<Bytes>(v) || is<ByteArray>(v); }

}  // namespace

Value bytes_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op == BinaryOp::kAdd) return is_bytes(a) ? concat(cx, a, b) : Value::not_implemented();
  if (op == BinaryOp::kMul) return is_bytes(a) ? repeat(cx, a, b) : repeat(cx, b, a);
  if (op == BinaryOp::kMod && is_bytes(a)) return percent_format_bytes(cx, a, b);
  return Value::not_implemented();
}

// --- bytes alone

namespace {

Value bytes_hash_operation(Context& cx, Value self, int64_t* out) {
  Bytes* b = as<Bytes>(self);
  if (!b->hash && !tick_bytes(cx, b->count)) return Value::retry();
  *out = bytes_hash(b);
  return Value::none();
}

Value bytes_repr(Context& cx, Value self, TextBuilder& out) {
  const std::string_view data = self_bytes(self);
  if (data.size() > 256 && !cx.tick(data.size() / 16)) return Value::retry();
  quote_bytes(data, out);
  return out.status();
}

Value bytes_construct(Context& cx, Value* args) {
  const Value source = args[1], encoding = args[2], errors = args[3];
  for (int i = 2; i <= 3; ++i)
    if (!args[i].is_missing() && !as_str(args[i]))
      return raise_type_error(cx, "bytes() argument '{}' must be str, not {}", i == 2 ? "encoding" : "errors", type_name(cx, args[i]));
  if (!source.is_missing() && as_str(source)) {
    if (encoding.is_missing()) {
      if (is<Instance>(source) && errors.is_missing()) return Value::defer();  // it may have __bytes__
      return raise_type_error(cx, "string argument without an encoding");
    }
    return encode_text(cx, as_str(source), as_str(encoding), errors.is_missing() ? nullptr : as_str(errors));
  }
  if (!encoding.is_missing()) return raise_type_error(cx, "encoding without a string argument");
  if (!errors.is_missing()) return raise_type_error(cx, "errors without a string argument");
  if (source.is_missing()) return new_bytes(cx, {});
  if (is<Bytes>(source)) return source;
  if (may_define(source)) return Value::defer();
  if (is<MemoryView>(source)) return memory_copy(cx, as<MemoryView>(source));
  std::string_view view;
  if (bytes_view(source, &view)) {
    if (!tick_bytes(cx, view.size())) return Value::retry();
    return new_bytes(cx, view);
  }
  if (is_int_or_bool(source)) {
    int64_t n = 0;
    const Value r = index_exact(cx, source, &n, false);
    if (r.is_outcome()) return r;
    if (n < 0) return raise_value_error(cx, "negative count");
    if (n > INT64_MAX - 64) return raise_overflow_error(cx, "byte string is too large");
    Value result;
    allocate_like(cx, Value::object(cx.image->empty_bytes), uint64_t(n), &result);
    return result;
  }
  std::string data;
  const Value r = bytes_from_iterable(cx, source, "bytes", &data);
  if (r.is_error() && !is_iterable_kind(source)) return raise_type_error(cx, "cannot convert '{}' object to bytes", type_name(cx, source));
  if (r.is_outcome()) return r;
  return new_bytes(cx, data);
}

Value bytes_getnewargs(Context& cx, Value* args) {
  const Value item[] = {args[0]};
  return tuple_of(cx, item);
}

Value bytes_bytes(Context&, Value* a) { return payload_of(a[0]); }

const NativeRow kBytesMethods[] = {
    {"__getnewargs__", bytes_getnewargs, "self, /"},
    {"__bytes__", bytes_bytes, "self, /"},
    FERMATA_SHARED_BYTES_METHODS,
    {"fromhex", bytes_fromhex, "cls, string, /", "bytes_fromhex", NativeRow::kClassMethod},
};

const NativeRow kBytesConstructor = {"bytes", bytes_construct, "cls, source=?, encoding=?, errors=?", "bytes_new"};

}  // namespace

const Operations kBytesOperations = {
    .length = bytes_length,
    .hash = bytes_hash_operation,
    .equal = bytes_equal,
    .order = bytes_order,
    .repr = bytes_repr,
    .iter = bytes_iter,
    .contains = bytes_contains,
    .get_item = bytes_get_item,
    .binary = bytes_binary,
    .binary_ops = kBytesBinaryOps,
};

constexpr NativeRow kBytesNew = new_row("bytes__new__");
const TypeRow kBytesType = {
    .kind = Kind::kBytes,
    .name = "bytes",
    .base = "object",
    .doc =
        "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\n"
        "bytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer\n"
        "bytes(int) -> bytes object of size given by the parameter initialized with null bytes\n"
        "bytes() -> empty bytes object\n\nConstruct an immutable array of bytes from:\n"
        "  - an iterable yielding integers in range(256)\n"
        "  - a text string encoded using the specified encoding\n"
        "  - any object implementing the buffer API.\n  - an integer",
    .methods = kBytesMethods,
    .constructor = &kBytesConstructor,
    .operations = &kBytesOperations,
    .named = true,
    .make_new = &kBytesNew,
};

}  // namespace fermata
