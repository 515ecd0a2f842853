#include "objects/containers/memoryview.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

bool has_own_buffer(Context& cx, Value v) {
  return is<Instance>(v) && !class_lookup(cx, class_of(cx, v), cx.intern("__buffer__")).is_unset();
}

MemoryView* self_of(Value v) { return as<MemoryView>(v); }

std::string_view format_of(const MemoryView* m) { return as<Str>(m->format)->view(); }
char format_code(const MemoryView* m) { return format_of(m).back(); }
uint32_t width_of(const MemoryView* m) { return MemoryView::item_bytes(format_of(m)); }
bool is_byte_format(char c) { return c == 'b' || c == 'B' || c == 'c'; }

uint64_t item_count(const MemoryView* m) {
  uint64_t n = 1;
  for (int64_t d : m->shape) n = mul_sizes(n, uint64_t(d));
  return n;
}
uint64_t byte_count(const MemoryView* m) { return item_count(m) * width_of(m); }

// Where the base's bytes begin, or null: released, or the base is not what it was when the view was made (in a forged state).
char* bytes_of(const MemoryView* m) {
  static char nothing[1];
  if (const Bytes* b = try_as<Bytes>(m->base)) return m->within(b->count, width_of(m)) ? const_cast<char*>(b->data) : nullptr;
  if (const ByteArray* b = try_as<ByteArray>(m->base))
    return m->within(b->data.size, width_of(m)) ? (b->data.data ? b->data.data : nothing) : nullptr;
  return nullptr;
}

Value released(Context& cx) { return raise_value_error(cx, "operation forbidden on released memoryview object"); }
Value not_implemented(Context& cx, std::string_view text) { return raise(cx, ErrorType::kNotImplementedError, text); }

#define NEEDS_BYTES(m)             \
  char* const bytes = bytes_of(m); \
  if (!bytes) return released(cx)

bool is_c_contiguous(const MemoryView* m) {
  if (m->shape.size == 1) return m->shape[0] == 1 || m->strides[0] == width_of(m);
  if (item_count(m) == 0) return true;
  int64_t expected = width_of(m);
  for (uint32_t i = m->shape.size; i-- > 0;) {
    if (m->shape[i] > 1 && m->strides[i] != expected) return false;
    expected *= m->shape[i];
  }
  return true;
}
bool is_f_contiguous(const MemoryView* m) {
  if (m->shape.size <= 1) return is_c_contiguous(m);
  if (item_count(m) == 0) return true;
  int64_t expected = width_of(m);
  for (uint32_t i = 0; i < m->shape.size; ++i) {
    if (m->shape[i] > 1 && m->strides[i] != expected) return false;
    expected *= m->shape[i];
  }
  return true;
}

// A further view of what `m` shows, in the same way. Null: no memory.
MemoryView* same_view(Context& cx, const MemoryView* m) {
  auto* made = cx.heap.make<MemoryView>();
  if (!cx.heap.resize(made->shape, m->shape.size) || !cx.heap.resize(made->strides, m->strides.size)) return nullptr;
  std::copy(m->shape.begin(), m->shape.end(), made->shape.begin());
  std::copy(m->strides.begin(), m->strides.end(), made->strides.begin());
  made->aux = m->aux;
  made->object = m->object;
  made->base = m->base;
  made->format = m->format;
  made->offset = m->offset;
  return made;
}

// From here on the view counts as one of its base's.
Value held(MemoryView* m) {
  if (auto* b = try_as<ByteArray>(m->base); b && b->aux < UINT16_MAX) ++b->aux;
  return Value::object(m);
}

// Calls f(offset) for each item, the last dimension fastest. f says whether to go on.
template <class F>
bool for_each_offset(const MemoryView* m, F&& f) {
  const uint32_t n = m->shape.size;
  if (item_count(m) == 0) return true;
  std::array<int64_t, MemoryView::kMaxDimensions> at{};
  int64_t offset = m->offset;
  for (;;) {
    if (!f(offset)) return false;
    uint32_t d = n;
    for (;;) {
      if (d == 0) return true;
      --d;
      if (++at[d] < m->shape.data[d]) {
        offset += m->strides.data[d];
        break;
      }
      offset -= m->strides.data[d] * (at[d] - 1);
      at[d] = 0;
    }
  }
}

// The items in a row, in `out`. With `fortran` the first dimension runs fastest.
void copy_items(const MemoryView* m, const char* bytes, char* out, bool fortran = false) {
  const uint32_t width = width_of(m);
  if (!fortran && is_c_contiguous(m)) {
    if (const uint64_t n = byte_count(m)) std::memcpy(out, bytes + m->offset, n);
    return;
  }
  if (!fortran || m->shape.size <= 1) {
    for_each_offset(m, [&](int64_t offset) {
      std::memcpy(out, bytes + offset, width);
      out += width;
      return true;
    });
    return;
  }
  std::array<int64_t, MemoryView::kMaxDimensions> at{};
  for (uint64_t left = item_count(m); left > 0; --left) {
    int64_t offset = m->offset;
    for (uint32_t d = 0; d < m->shape.size; ++d) offset += at[d] * m->strides.data[d];
    std::memcpy(out, bytes + offset, width);
    out += width;
    for (uint32_t d = 0; d < m->shape.size; ++d) {
      if (++at[d] < m->shape.data[d]) break;
      at[d] = 0;
    }
  }
}

Value copy_of(Context& cx, const MemoryView* m, bool fortran) {
  NEEDS_BYTES(m);
  const uint64_t size = byte_count(m);
  if (!cx.tick(size / 16)) return Value::retry();
  Value result;
  char* out = allocate_like(cx, Value::object(cx.image->empty_bytes), size, &result);
  if (!out) return result;
  copy_items(m, bytes, out, fortran);
  return result;
}

// An index along a dimension, from its end when negative. None, or IndexError.
Value offset_along(Context& cx, const MemoryView* m, uint32_t dimension, int64_t i, int64_t* offset) {
  const int64_t n = m->shape.data[dimension];
  if (i < 0) i += n;
  if (i < 0 || i >= n) return raise_index_error(cx, "index out of bounds on dimension {}", dimension + 1);
  *offset += i * m->strides.data[dimension];
  return Value::none();
}

bool is_multi_index(Context& cx, Value key) {
  if (!is<Tuple>(key)) return false;
  for (Value v : as<Tuple>(key)->span())
    if (!may_be_index(cx, v)) return false;
  return true;
}
bool is_multi_slice(Value key) {
  if (!is<Tuple>(key) || as<Tuple>(key)->count == 0) return false;
  for (Value v : as<Tuple>(key)->span())
    if (!is<Slice>(v)) return false;
  return true;
}

Value offset_of(Context& cx, const MemoryView* m, Tuple* indices, int64_t* offset) {
  if (indices->count > m->shape.size)
    return raise_type_error(cx, "cannot index {}-dimension view with {}-element tuple", m->shape.size, indices->count);
  *offset = m->offset;
  for (uint32_t d = 0; d < indices->count; ++d) {
    int64_t i = 0;
    Value r = index_exact(cx, indices->items[d], &i);
    if (!r.is_outcome()) r = offset_along(cx, m, d, i, offset);
    if (r.is_outcome()) return r;
  }
  return Value::none();
}

// A view of a slice along the first dimension. Null: *outcome says why.
MemoryView* slice_of(Context& cx, const MemoryView* m, Slice* slice, Value* outcome) {
  SliceBounds b;
  *outcome = slice_bounds(cx, slice, m->shape[0], &b);
  if (outcome->is_outcome()) return nullptr;
  MemoryView* part = same_view(cx, m);
  if (!part) {
    *outcome = cx.out_of_memory();
    return nullptr;
  }
  const int64_t stride = m->strides[0], count = std::max<int64_t>(b.count, 0);
  // (There is nothing before the first of no items.)
  if (count > 0) part->offset += b.start * stride;
  part->shape[0] = count;
  const __int128 step = __int128(stride) * b.whole_step;
  part->strides[0] = int64_t(std::clamp<__int128>(step, INT64_MIN, INT64_MAX));
  return part;
}

Value memory_get(Context& cx, Value self, Value key) {
  MemoryView* m = self_of(self);
  NEEDS_BYTES(m);
  if (m->shape.size == 0) {
    if (is<Tuple>(key) && as<Tuple>(key)->count == 0) return unpack_item(cx, format_code(m), bytes + m->offset);
    if (key == Value::ellipsis()) return self;
    return raise_type_error(cx, "invalid indexing of 0-dim memory");
  }
  int64_t offset = m->offset;
  if (may_be_index(cx, key)) {
    int64_t i = 0;
    Value r = index_exact(cx, key, &i);
    if (r.is_outcome()) return r;
    if (m->shape.size > 1) return not_implemented(cx, "multi-dimensional sub-views are not implemented");
    r = offset_along(cx, m, 0, i, &offset);
    return r.is_outcome() ? r : unpack_item(cx, format_code(m), bytes + offset);
  }
  if (is<Slice>(key)) {
    Value outcome;
    MemoryView* part = slice_of(cx, m, as<Slice>(key), &outcome);
    return part ? held(part) : outcome;
  }
  if (is_multi_index(cx, key)) {
    if (as<Tuple>(key)->count < m->shape.size) return not_implemented(cx, "sub-views are not implemented");
    const Value r = offset_of(cx, m, as<Tuple>(key), &offset);
    return r.is_outcome() ? r : unpack_item(cx, format_code(m), bytes + offset);
  }
  if (is_multi_slice(key)) return not_implemented(cx, "multi-dimensional slicing is not implemented");
  return raise_type_error(cx, "memoryview: invalid slice key");
}

// Formats that say the same in two ways.
std::string_view bare(std::string_view format) { return format.starts_with('@') ? format.substr(1) : format; }

bool same_shape(const MemoryView* a, const MemoryView* b) {
  return std::equal(a->shape.begin(), a->shape.end(), b->shape.begin(), b->shape.end());
}

Value set_slice(Context& cx, MemoryView* m, Slice* slice, Value value) {
  if (has_own_buffer(cx, value)) return Value::defer();
  Value from = is<MemoryView>(payload_of(value)) ? payload_of(value) : new_memory_view(cx, value);
  if (from.is_unset()) return raise_type_error(cx, "a bytes-like object is required, not '{}'", type_name(cx, value));
  if (from.is_outcome()) return from;
  const MemoryView* source = self_of(from);
  const char* source_bytes = bytes_of(source);
  if (!source_bytes) return released(cx);
  Value outcome;
  const MemoryView* to = slice_of(cx, m, slice, &outcome);
  if (!to) return outcome;
  if (bare(format_of(to)) != bare(format_of(source)) || !same_shape(to, source))
    return raise_value_error(cx, "memoryview assignment: lvalue and rvalue have different structures");
  const uint64_t size = byte_count(to);
  if (!cx.can_allocate(size, &outcome)) return outcome;
  if (!cx.tick(size / 8)) return Value::retry();
  std::string copy(size, '\0');  // the two may overlap
  copy_items(source, source_bytes, copy.data());
  char* bytes = bytes_of(m);
  const uint32_t width = width_of(to);
  const char* next = copy.data();
  for_each_offset(to, [&](int64_t offset) {
    std::memcpy(bytes + offset, next, width);
    next += width;
    return true;
  });
  return Value::none();
}

Value memory_set(Context& cx, Value self, Value key, Value value) {
  MemoryView* m = self_of(self);
  NEEDS_BYTES(m);
  const char code = format_code(m);
  if (code == 'w') return not_implemented(cx, "memoryview: unsupported format w");
  if (m->readonly() || m->base.as_object()->immortal()) return raise_type_error(cx, "cannot modify read-only memory");
  int64_t offset = m->offset;
  if (m->shape.size == 0) {
    if (key != Value::ellipsis() && !(is<Tuple>(key) && as<Tuple>(key)->count == 0))
      return raise_type_error(cx, "invalid indexing of 0-dim memory");
    return pack_item(cx, code, format_of(m), value, bytes + offset);
  }
  if (may_be_index(cx, key)) {
    int64_t i = 0;
    Value r = index_exact(cx, key, &i);
    if (r.is_outcome()) return r;
    if (m->shape.size > 1) return not_implemented(cx, "sub-views are not implemented");
    r = offset_along(cx, m, 0, i, &offset);
    return r.is_outcome() ? r : pack_item(cx, code, format_of(m), value, bytes + offset);
  }
  if (is<Slice>(key) && m->shape.size == 1) return set_slice(cx, m, as<Slice>(key), value);
  if (is_multi_index(cx, key)) {
    if (as<Tuple>(key)->count < m->shape.size) return not_implemented(cx, "sub-views are not implemented");
    const Value r = offset_of(cx, m, as<Tuple>(key), &offset);
    return r.is_outcome() ? r : pack_item(cx, code, format_of(m), value, bytes + offset);
  }
  if (is<Slice>(key) || is_multi_slice(key))
    return not_implemented(cx, "memoryview slice assignments are currently restricted to ndim = 1");
  return raise_type_error(cx, "memoryview: invalid slice key");
}

Value memory_delete(Context& cx, Value self, Value) {
  if (!bytes_of(self_of(self))) return released(cx);
  return raise_type_error(cx, "{}", self_of(self)->readonly() ? "cannot modify read-only memory" : "cannot delete memory");
}

Value length(Context& cx, Value self) {
  MemoryView* m = self_of(self);
  if (!bytes_of(m)) return released(cx);
  return Value::small(m->shape.size == 0 ? 1 : m->shape[0]);
}

Value hash(Context& cx, Value self, int64_t* out) {
  MemoryView* m = self_of(self);
  if (m->hash != -1) {
    *out = m->hash;
    return Value::none();
  }
  if (!bytes_of(m)) return released(cx);
  if (!m->readonly()) return raise_value_error(cx, "cannot hash writable memoryview object");
  if (!is_byte_format(format_code(m))) return raise_value_error(cx, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
  if (Value r = hash_of(cx, m->object, out); r.is_outcome()) return r;
  const Value copy = memory_copy(cx, m);
  if (copy.is_outcome()) return copy;
  *out = m->hash = bytes_hash(as<Bytes>(copy));
  return Value::none();
}

Value equals(Context& cx, Value self, Value other) {
  MemoryView* a = self_of(self);
  const char* a_bytes = bytes_of(a);
  if (!a_bytes) return Value::boolean(self == other);
  if (has_own_buffer(cx, other)) return Value::defer();
  Value made = is<MemoryView>(other) ? other : new_memory_view(cx, other);
  if (made.is_unset()) return Value::not_implemented();
  if (made.is_outcome()) return made;
  MemoryView* b = self_of(made);
  const char* b_bytes = bytes_of(b);
  if (!b_bytes) return Value::boolean(self == other);
  if (!same_shape(a, b)) return Value::false_();
  const char a_code = format_code(a), b_code = format_code(b);
  if (a_code == 'w' || b_code == 'w') return Value::false_();
  const uint64_t n = item_count(a);
  if (!cx.tick(n)) return Value::retry();
  const auto is_float_code = [](char c) { return c == 'f' || c == 'd'; };
  if (a_code == b_code && !is_float_code(a_code) && a_code != '?' && is_c_contiguous(a) && is_c_contiguous(b)) {
    const uint64_t size = byte_count(a);
    return Value::boolean(size == 0 || std::memcmp(a_bytes + a->offset, b_bytes + b->offset, size) == 0);
  }
  std::vector<int64_t> offsets;
  if (Value r; !cx.can_allocate(n * sizeof(int64_t), &r)) return r;
  offsets.reserve(n);
  for_each_offset(b, [&](int64_t offset) {
    offsets.push_back(offset);
    return true;
  });
  size_t i = 0;
  Value outcome = Value::true_();
  for_each_offset(a, [&](int64_t offset) {
    const Value x = unpack_item(cx, a_code, a_bytes + offset), y = unpack_item(cx, b_code, b_bytes + offsets[i++]);
    if (x.is_outcome()) outcome = x;
    else if (y.is_outcome()) outcome = y;
    else if (is_float(x) && is_float(y)) outcome = Value::boolean(float_of(x) == float_of(y));
    else outcome = equal(cx, x, y);
    return outcome.is_true();
  });
  return outcome;
}

Value repr(Context& cx, Value self, TextBuilder& out) {
  out.append(fmt::format("<{} at {:#x}>", self_of(self)->base.is_unset() ? "released memory" : "memory", address_text_of(cx, self)));
  return out.status();
}

Value iter(Context& cx, Value self) {
  if (!bytes_of(self_of(self))) return released(cx);
  if (self_of(self)->shape.size == 0) return raise_type_error(cx, "invalid indexing of 0-dim memory");
  return Value::object(new_sequence_iterator(cx, self));
}

// --- making them

Value construct(Context& cx, Value* args) {
  const Value object = args[1];
  if (is<MemoryView>(object)) {
    if (!bytes_of(self_of(object))) return released(cx);
    MemoryView* m = same_view(cx, self_of(object));
    return m ? held(m) : cx.out_of_memory();
  }
  if (has_own_buffer(cx, object)) return Value::defer();
  const Value made = new_memory_view(cx, object);
  if (!made.is_unset()) return made.is_outcome() ? made : held(self_of(made));
  return raise_type_error(cx, "memoryview: a bytes-like object is required, not '{}'", type_name(cx, object));
}

Value cast(Context& cx, Value* args) {
  MemoryView* m = self_of(args[0]);
  Str* format = as_str(args[1]);
  const Value shape = args[2];
  if (!bytes_of(m)) return released(cx);
  if (!format) return raise_type_error(cx, "cast() argument 'format' must be str, not {}", type_name(cx, args[1]));
  if (!is_c_contiguous(m)) return raise_type_error(cx, "memoryview: casts are restricted to C-contiguous views");
  if ((!shape.is_missing() || m->shape.size != 1) && std::any_of(m->shape.begin(), m->shape.end(), [](int64_t n) { return n == 0; }))
    return raise_type_error(cx, "memoryview: cannot cast view with zeros in shape or strides");
  std::span<const Value> wanted;
  if (!shape.is_missing()) {
    const Value plain = payload_of(shape);
    if (is<List>(plain)) wanted = as<List>(plain)->items.span();
    else if (is<Tuple>(plain)) wanted = as<Tuple>(plain)->span();
    else return raise_type_error(cx, "shape must be a list or a tuple");
    if (wanted.size() > MemoryView::kMaxDimensions) return raise_value_error(cx, "memoryview: number of dimensions must not exceed 64");
    if (m->shape.size != 1 && wanted.size() != 1) return raise_type_error(cx, "memoryview: cast must be 1D -> ND or ND -> 1D");
  }
  const char from = format_code(m), to = format->count ? format->view().back() : '\0';
  const auto native = [](const char* which) {
    return fmt::format("memoryview: {} format must be a native single character format prefixed with an optional '@'", which);
  };
  if (from == 'w') return raise(cx, ErrorType::kValueError, native("source"));
  const uint32_t width = MemoryView::item_bytes(format->view());
  if (!width || to == 'w') return raise(cx, ErrorType::kValueError, native("destination"));
  if (!is_byte_format(from) && !is_byte_format(to)) return raise_type_error(cx, "memoryview: cannot cast between two non-byte formats");
  const uint64_t size = byte_count(m);
  if (size % width) return raise_type_error(cx, "memoryview: length is not a multiple of itemsize");
  std::vector<int64_t> dimensions;
  if (shape.is_missing()) {
    dimensions.push_back(int64_t(size / width));
  } else {
    uint64_t product = width;
    for (Value v : wanted) {
      if (!is_int_or_bool(v)) return raise_type_error(cx, "memoryview.cast(): elements of shape must be integers");
      const std::optional<int64_t> n = int64_of(v.is_bool() ? Value::small(v.is_true()) : v);
      if (!n) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
      if (*n <= 0) return raise_value_error(cx, "memoryview.cast(): elements of shape must be integers > 0");
      product = mul_sizes(product, uint64_t(*n));
      if (product > INT64_MAX) return raise_value_error(cx, "memoryview.cast(): product(shape) > SSIZE_MAX");
      dimensions.push_back(*n);
    }
    if (product != size) return raise_type_error(cx, "memoryview: product(shape) * itemsize != buffer size");
  }
  MemoryView* made = same_view(cx, m);
  if (!made || !cx.heap.resize(made->shape, dimensions.size()) || !cx.heap.resize(made->strides, dimensions.size()))
    return cx.out_of_memory();
  made->format = Value::object(format);
  int64_t stride = width;
  for (size_t i = dimensions.size(); i-- > 0;) {
    made->shape[i] = dimensions[i];
    made->strides[i] = stride;
    stride *= std::max<int64_t>(dimensions[i], 1);
  }
  return held(made);
}

// --- methods

Value list_along(Context& cx, const MemoryView* m, const char* bytes, uint32_t dimension, int64_t offset) {
  const auto n = uint64_t(m->shape.data[dimension]);
  List* list = new_list(cx, n);
  if (!list) return cx.out_of_memory();
  for (uint64_t i = 0; i < n; ++i) {
    const int64_t at = offset + int64_t(i) * m->strides.data[dimension];  // (a stride may be huge after the last item)
    const Value item =
        dimension + 1 == m->shape.size ? unpack_item(cx, format_code(m), bytes + at) : list_along(cx, m, bytes, dimension + 1, at);
    if (item.is_outcome()) return item;
    if (!cx.heap.push(list->items, item)) return cx.out_of_memory();
  }
  return Value::object(list);
}

Value to_list(Context& cx, Value* args) {
  const MemoryView* m = self_of(args[0]);
  if (!bytes_of(m)) return released(cx);
  if (!cx.tick(item_count(m))) return Value::retry();
  return memory_list(cx, m);
}

Value to_bytes(Context& cx, Value* args) {
  const MemoryView* m = self_of(args[0]);
  if (!bytes_of(m)) return released(cx);
  bool fortran = false;
  if (!args[1].is_none()) {
    Str* order = as_str(args[1]);
    if (!order) return raise_type_error(cx, "tobytes() argument 'order' must be str or None, not {}", type_name(cx, args[1]));
    const std::string_view text = order->view();
    if (text != "C" && text != "F" && text != "A") return raise_value_error(cx, "order must be 'C', 'F' or 'A'");
    fortran = text == "F" || (text == "A" && is_f_contiguous(m));
  }
  return copy_of(cx, m, fortran);
}

Value hex(Context& cx, Value* args) {
  const Value copy = memory_copy(cx, self_of(args[0]));
  if (copy.is_outcome()) return copy;
  Value again[] = {copy, args[1], args[2]};
  return bytes_hex(cx, again);
}

Value to_readonly(Context& cx, Value* args) {
  if (!bytes_of(self_of(args[0]))) return released(cx);
  MemoryView* m = same_view(cx, self_of(args[0]));
  if (!m) return cx.out_of_memory();
  m->aux |= MemoryView::kReadOnly;
  return held(m);
}

Value release(Context&, Value* args) {
  MemoryView* m = self_of(args[0]);
  if (auto* b = try_as<ByteArray>(m->base); b && b->aux > 0 && b->aux < UINT16_MAX) --b->aux;
  m->base = Value::unset();
  return Value::none();
}

Value enter(Context& cx, Value* args) { return bytes_of(self_of(args[0])) ? args[0] : released(cx); }

const NativeRow kMethods[] = {
    {"__enter__", enter, "self, /"},
    {"__exit__", release, "self, /, *exc_info"},
    {"cast", cast, "self, /, format, shape=?"},
    {"hex", hex, "self, /, sep=?, bytes_per_sep=1", "memoryview_hex"},
    {"release", release, "self, /"},
    {"tobytes", to_bytes, "self, /, order='C'"},
    {"tolist", to_list, "self, /"},
    {"toreadonly", to_readonly, "self, /"},
};

// --- attributes

Value sizes(Context& cx, const Array<int64_t>& a) {
  std::vector<Value> items;
  for (int64_t n : a) items.push_back(make_int(cx, n));
  return tuple_of(cx, items);
}

#define ATTRIBUTE(name, value)                     \
  {                                                \
    name, [](Context& cx, Value self) {            \
      const MemoryView* m = self_of(self);         \
      return bytes_of(m) ? (value) : released(cx); \
    }                                              \
  }
const AttributeRow kAttributes[] = {
    ATTRIBUTE("c_contiguous", Value::boolean(is_c_contiguous(m))),
    ATTRIBUTE("contiguous", Value::boolean(is_c_contiguous(m) || is_f_contiguous(m))),
    ATTRIBUTE("f_contiguous", Value::boolean(is_f_contiguous(m))),
    ATTRIBUTE("format", m->format),
    ATTRIBUTE("itemsize", Value::small(width_of(m))),
    ATTRIBUTE("nbytes", make_uint(cx, byte_count(m))),
    ATTRIBUTE("ndim", Value::small(m->shape.size)),
    ATTRIBUTE("obj", m->object),
    ATTRIBUTE("readonly", Value::boolean(m->readonly())),
    ATTRIBUTE("shape", sizes(cx, m->shape)),
    ATTRIBUTE("strides", sizes(cx, m->strides)),
    ATTRIBUTE("suboffsets", Value::object(cx.image->empty_tuple)),
};
#undef ATTRIBUTE

const NativeRow kConstructor = {"memoryview", construct, "cls, object", "memoryview_new"};

}  // namespace

bool memory_bytes(const MemoryView* m, std::string_view* out) {
  const char* bytes = bytes_of(m);
  if (!bytes || !is_c_contiguous(m)) return false;
  const uint64_t size = byte_count(m);
  *out = size ? std::string_view(bytes + m->offset, size) : std::string_view();
  return true;
}

uint64_t memory_length(const MemoryView* m) { return m->base.is_unset() || m->shape.size == 0 ? 0 : uint64_t(m->shape.data[0]); }

Value memory_item(Context& cx, const MemoryView* m, uint64_t i) {
  NEEDS_BYTES(m);
  if (m->shape.size > 1) return not_implemented(cx, "multi-dimensional sub-views are not implemented");
  return unpack_item(cx, format_code(m), bytes + m->offset + int64_t(i) * m->strides.data[0]);
}

Value memory_list(Context& cx, const MemoryView* m) {
  NEEDS_BYTES(m);
  if (m->shape.size == 0) return unpack_item(cx, format_code(m), bytes + m->offset);
  if (Value r; !cx.can_allocate(mul_sizes(item_count(m), 2 * sizeof(Value)), &r)) return r;
  return list_along(cx, m, bytes, 0, m->offset);
}

Value memory_copy(Context& cx, const MemoryView* m) { return copy_of(cx, m, false); }

Value new_memory_view(Context& cx, Value object) {
  const Value plain = payload_of(object);
  if (is<MemoryView>(plain)) return plain;
  if (!is<Bytes>(plain) && !is<ByteArray>(plain)) return Value::unset();
  auto* m = cx.heap.make<MemoryView>();
  if (!cx.heap.resize(m->shape, 1) || !cx.heap.resize(m->strides, 1)) return cx.out_of_memory();
  m->object = object;
  m->base = plain;
  m->format = Value::object(cx.image->latin1['B']);
  m->shape[0] = int64_t(self_bytes(plain).size());
  m->strides[0] = 1;
  if (is<Bytes>(plain)) m->aux |= MemoryView::kReadOnly;
  return Value::object(m);
}

Value new_array_view(Context& cx, Value owner, ByteArray* data, Value format) {
  const Value made = new_memory_view(cx, Value::object(data));
  if (made.is_outcome()) return made;
  MemoryView* m = self_of(made);
  m->object = owner;
  m->format = format;
  m->strides[0] = width_of(m);
  m->shape[0] /= width_of(m);
  return held(m);
}

void memory_view_loaded(MemoryView* m) { held(m); }

Value may_resize(Context& cx, ByteArray* array) {
  if (array->aux == 0) [[likely]]
    return Value::none();
  if (!cx.collect_first(Collection::kPrecise)) return Value::retry();
  uint64_t views = 0;
  cx.heap.for_each([&](Object* o) { views += o->kind == Kind::kMemoryView && static_cast<MemoryView*>(o)->base == Value::object(array); });
  array->aux = uint16_t(std::min<uint64_t>(views, UINT16_MAX));
  return views ? raise(cx, ErrorType::kBufferError, "Existing exports of data: object cannot be re-sized") : Value::none();
}

const Operations kMemoryViewOperations = {
    .length = length,
    .hash = hash,
    .equal = equals,
    .repr = repr,
    .iter = iter,
    .get_item = memory_get,
    .set_item = memory_set,
    .delete_item = memory_delete,
};

const TypeRow kMemoryViewType = {
    .kind = Kind::kMemoryView,
    .name = "memoryview",
    .base = "object",
    .doc = "Create a new memoryview object which references the given object.",
    .methods = kMethods,
    .attributes = kAttributes,
    .constructor = &kConstructor,
    .operations = &kMemoryViewOperations,
    .flags = kClassFinal | kClassSequence,
    .named = true,
};

}  // namespace fermata
