// The type bytearray: its operations and the methods that change it. All sizes are looked up again after anything that may defer.
#include <algorithm>
#include <cstring>

#include "objects/containers/memoryview.h"
#include "objects/iterators/iterators.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/codecs.h"

namespace fermata {

Value new_bytearray(Context& cx, std::string_view data) {
  Value result;
  char* out = allocate_like(cx, Value::unset(), data.size(), &result);
  if (!out) return result;
  if (!data.empty()) std::memcpy(out, data.data(), data.size());
  return result;
}

namespace {

ByteArray* self_of(Value v) { return as<ByteArray>(v); }

// Replaces bytes begin … end by `with`, which is not of this array unless the size stays. None, or an outcome that changed nothing.
Value splice(Context& cx, ByteArray* self, size_t begin, size_t end, std::string_view with) {
  const size_t tail = self->data.size - end;
  const uint64_t size = uint64_t(begin) + with.size() + tail;
  if (size != self->data.size)
    if (const Value r = may_resize(cx, self); r.is_outcome()) return r;
  if (!tick_bytes(cx, with.size() + (with.size() == end - begin ? 0 : tail))) return Value::retry();
  if (size > self->data.capacity) {
    // In steps, so that appending stays cheap.
    if (!cx.heap.reserve(self->data, size + size / 2 + 16) && !cx.heap.reserve(self->data, size + size / 16)) return cx.out_of_memory();
  }
  char* data = self->data.data;
  if (tail && with.size() != end - begin) std::memmove(data + begin + with.size(), data + end, tail);
  if (!with.empty()) std::memmove(data + begin, with.data(), with.size());
  self->data.size = uint32_t(size);
  return Value::none();
}

// Are these bytes some of the array's own?
bool is_of(std::string_view bytes, const ByteArray* self) {
  return !bytes.empty() && bytes.data() >= self->data.data && bytes.data() < self->data.data + self->data.capacity;
}

Value bytearray_repr(Context& cx, Value self, TextBuilder& out) {
  const std::string_view data = self_bytes(self);
  if (data.size() > 256 && !cx.tick(data.size() / 16)) return Value::retry();
  out.append("bytearray(");
  quote_bytes(data, out, true);
  out.append(')');
  return out.status();
}

// An index key within the array. None, or an outcome.
Value item_index(Context& cx, Value self, Value key, const char* out_of_range, int64_t* out) {
  if (!may_be_index(cx, key)) return raise_type_error(cx, "bytearray indices must be integers or slices, not {}", type_name(cx, key));
  const Value r = index_exact(cx, key, out);
  if (r.is_outcome()) return r;
  const int64_t size = self_of(self)->data.size;
  if (*out < 0) *out += size;
  if (*out < 0 || *out >= size) return raise_index_error(cx, "{}", out_of_range);
  return Value::none();
}

// What is put into an array that it is a part of: a copy. None, or an outcome.
Value copy_own(ByteArray* self, Outside& room, std::string_view* with, std::string* copy) {
  if (!is_of(*with, self)) return Value::none();
  if (Value refused; !room.take(with->size(), &refused)) return refused;
  *copy = *with;
  *with = *copy;
  return Value::none();
}

Value set_slice(Context& cx, ByteArray* self, Slice* slice, Value value) {
  std::string copy;
  Outside room(cx);
  std::string_view with;
  if (bytes_view(value, &with)) {
    if (!tick_bytes(cx, with.size())) return Value::retry();
    if (const Value r = copy_own(self, room, &with, &copy); r.is_outcome()) return r;
  } else {
    if (is_int_or_bool(value) || is_float(value) || is<Complex>(value) || as_str(value))
      return raise_type_error(cx, "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
    if (!is_iterable_kind(value)) return raise_type_error(cx, "cannot convert '{}' object to bytearray", type_name(cx, value));
    const Value r = bytes_from_iterable(cx, value, "byte", &copy);
    if (r.is_outcome()) return r;
    with = copy;
  }
  SliceBounds b;
  const Value r = slice_bounds(cx, slice, self->data.size, &b);
  if (r.is_outcome()) return r;
  if (b.step == 1) return splice(cx, self, size_t(b.start), size_t(b.start + b.count), with);
  if (with.empty() && b.count == 0) return Value::none();
  if (with.size() != uint64_t(b.count) && !(with.empty() && b.count > 0))
    return raise_value_error(cx, "attempt to assign bytes of size {} to extended slice of size {}", with.size(), b.count);
  if (!cx.tick(self->data.size / 16)) return Value::retry();
  if (with.empty()) {
    // As CPython: nothing assigned to an extended slice deletes it.
    return delete_item(cx, Value::object(self), Value::object(slice));
  }
  for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) self->data[size_t(at)] = with[size_t(i)];
  return Value::none();
}

Value bytearray_set_item(Context& cx, Value self, Value key, Value value) {
  if (Slice* slice = try_as<Slice>(key)) return set_slice(cx, self_of(self), slice, value);
  int64_t i = 0;
  Value r = item_index(cx, self, key, "bytearray index out of range", &i);
  if (r.is_outcome()) return r;
  char c;
  r = byte_argument(cx, value, "byte", &c);
  if (r.is_outcome()) return r;
  self_of(self)->data[size_t(i)] = c;
  return Value::none();
}

Value bytearray_delete_item(Context& cx, Value self, Value key) {
  ByteArray* array = self_of(self);
  if (Slice* slice = try_as<Slice>(key)) {
    SliceBounds b;
    const Value r = slice_bounds(cx, slice, array->data.size, &b);
    if (r.is_outcome()) return r;
    if (b.count <= 0) return Value::none();
    if (b.step == 1) return splice(cx, array, size_t(b.start), size_t(b.start + b.count), {});
    if (const Value may = may_resize(cx, array); may.is_outcome()) return may;
    if (!cx.tick(array->data.size / 16)) return Value::retry();
    const int64_t step = b.step < 0 ? -b.step : b.step;
    const int64_t first = b.step < 0 ? b.start + (b.count - 1) * b.step : b.start;
    int64_t to = first, next = first, left = b.count;
    for (int64_t at = first; at < int64_t(array->data.size); ++at) {
      if (left > 0 && at == next) {
        --left;
        next += step;
      } else {
        array->data[size_t(to++)] = array->data[size_t(at)];
      }
    }
    array->data.size = uint32_t(to);
    return Value::none();
  }
  int64_t i = 0;
  const Value r = item_index(cx, self, key, "bytearray index out of range", &i);
  if (r.is_outcome()) return r;
  return splice(cx, array, size_t(i), size_t(i) + 1, {});
}

Value bytearray_in_place(Context& cx, BinaryOp op, Value a, Value b) {
  ByteArray* self = self_of(a);
  if (op == BinaryOp::kAdd) {
    std::string_view tail;
    if (!bytes_view(b, &tail)) return raise_type_error(cx, "can't concat {} to bytearray", type_name(cx, b));
    std::string copy;
    Outside room(cx);
    if (const Value r = copy_own(self, room, &tail, &copy); r.is_outcome()) return r;
    const Value r = splice(cx, self, self->data.size, self->data.size, tail);
    return r.is_outcome() ? r : a;
  }
  if (op == BinaryOp::kMul) {
    const Value repeated = bytes_binary(cx, op, a, b);
    if (repeated.is_outcome()) return repeated;
    if (as<ByteArray>(repeated)->data.size == self->data.size) return a;
    if (const Value r = may_resize(cx, self); r.is_outcome()) return r;
    std::swap(self->data, as<ByteArray>(repeated)->data);
    return a;
  }
  return Value::not_implemented();
}

// --- methods

Value bytearray_construct(Context& cx, Value* args) {
  const Value source = args[1], encoding = args[2], errors = args[3];
  for (int i = 2; i <= 3; ++i)
    if (!args[i].is_missing() && !as_str(args[i]))
      return raise_type_error(cx, "bytearray() argument '{}' must be str, not {}", i == 2 ? "encoding" : "errors", type_name(cx, args[i]));
  if (!source.is_missing() && as_str(source)) {
    if (encoding.is_missing()) return raise_type_error(cx, "string argument without an encoding");
    const Value encoded = encode_text(cx, as_str(source), as_str(encoding), errors.is_missing() ? nullptr : as_str(errors));
    return encoded.is_outcome() ? encoded : new_bytearray(cx, self_bytes(encoded));
  }
  if (!encoding.is_missing()) return raise_type_error(cx, "encoding without a string argument");
  if (!errors.is_missing()) return raise_type_error(cx, "errors without a string argument");
  if (source.is_missing()) return new_bytearray(cx, {});
  std::string_view view;
  if (bytes_view(source, &view)) return new_bytearray(cx, view);
  if (may_define(source)) return Value::defer();
  if (is<MemoryView>(source)) {
    const Value copy = memory_copy(cx, as<MemoryView>(source));
    return copy.is_outcome() ? copy : new_bytearray(cx, self_bytes(copy));
  }
  if (is_int_or_bool(source)) {
    int64_t n = 0;
    Value r = index_exact(cx, source, &n, false);
    if (r.is_outcome()) return r;
    if (n < 0) return raise_value_error(cx, "negative count");
    allocate_like(cx, Value::unset(), uint64_t(n), &r);
    return r;
  }
  std::string data;
  const Value r = bytes_from_iterable(cx, source, "byte", &data);
  if (r.is_error() && !is_iterable_kind(source))
    return raise_type_error(cx, "cannot convert '{}' object to bytearray", type_name(cx, source));
  if (r.is_outcome()) return r;
  return new_bytearray(cx, data);
}

// __init__: the array becomes what the constructor makes of the arguments.
Value bytearray_init(Context& cx, Value* args) {
  if (args[1] == args[0]) args[1] = Value::missing();  // itself is empty by the time it is read
  const Value made = bytearray_construct(cx, args);
  if (made.is_outcome()) return made;
  if (const Value r = may_resize(cx, self_of(args[0])); r.is_outcome()) return r;
  std::swap(self_of(args[0])->data, as<ByteArray>(made)->data);
  return Value::none();
}

Value bytearray_append(Context& cx, Value* args) {
  char c;
  const Value r = byte_argument(cx, args[1], "byte", &c);
  if (r.is_outcome()) return r;
  ByteArray* self = self_of(args[0]);
  return splice(cx, self, self->data.size, self->data.size, {&c, 1});
}

Value bytearray_extend(Context& cx, Value* args) {
  ByteArray* self = self_of(args[0]);
  std::string copy;
  Outside room(cx);
  std::string_view with;
  if (bytes_view(args[1], &with)) {
    if (const Value r = copy_own(self, room, &with, &copy); r.is_outcome()) return r;
  } else {
    if (is<MemoryView>(args[1])) return raise_type_error(cx, "can't set bytearray slice from memoryview");
    const Value r = bytes_from_iterable(cx, args[1], "byte", &copy);
    if (r.is_error() && !is_iterable_kind(args[1])) return raise_type_error(cx, "can't extend bytearray with {}", type_name(cx, args[1]));
    if (r.is_outcome()) return r;
    with = copy;
  }
  return splice(cx, self, self->data.size, self->data.size, with);
}

Value bytearray_insert(Context& cx, Value* args) {
  int64_t at = 0;
  Value r = size_argument(cx, args[1], &at);
  if (r.is_outcome()) return r;
  char c;
  r = byte_argument(cx, args[2], "byte", &c);
  if (r.is_outcome()) return r;
  ByteArray* self = self_of(args[0]);
  const int64_t size = self->data.size;
  if (at < 0) at = std::max<int64_t>(at + size, 0);
  at = std::min(at, size);
  return splice(cx, self, size_t(at), size_t(at), {&c, 1});
}

Value bytearray_pop(Context& cx, Value* args) {
  int64_t at = -1;
  Value r = size_argument(cx, args[1], &at);
  if (r.is_outcome()) return r;
  ByteArray* self = self_of(args[0]);
  const int64_t size = self->data.size;
  if (size == 0) return raise_index_error(cx, "pop from empty bytearray");
  if (at < 0) at += size;
  if (at < 0 || at >= size) return raise_index_error(cx, "pop index out of range");
  const Value item = Value::small(static_cast<unsigned char>(self->data[size_t(at)]));
  r = splice(cx, self, size_t(at), size_t(at) + 1, {});
  return r.is_outcome() ? r : item;
}

Value bytearray_remove(Context& cx, Value* args) {
  char c;
  const Value r = byte_argument(cx, args[1], "byte", &c);
  if (r.is_outcome()) return r;
  ByteArray* self = self_of(args[0]);
  if (!tick_bytes(cx, self->data.size)) return Value::retry();
  const size_t at = self->view().find(c);
  if (at == std::string_view::npos) return raise_value_error(cx, "value not found in bytearray");
  return splice(cx, self, at, at + 1, {});
}

Value bytearray_reverse(Context& cx, Value* args) {
  ByteArray* self = self_of(args[0]);
  if (!tick_bytes(cx, self->data.size)) return Value::retry();
  std::reverse(self->data.begin(), self->data.end());
  return Value::none();
}

Value bytearray_clear(Context& cx, Value* args) {
  if (const Value r = may_resize(cx, self_of(args[0])); r.is_outcome()) return r;
  cx.heap.release(self_of(args[0])->data);
  return Value::none();
}

Value bytearray_copy(Context& cx, Value* args) { return new_bytearray(cx, self_bytes(args[0])); }

Value bytearray_alloc(Context&, Value* args) {
  const ByteArray* self = self_of(args[0]);
  return Value::small(self->data.size ? int64_t(self->data.size) + 1 : 0);
}

const NativeRow kByteArrayMethods[] = {
    {"__alloc__", bytearray_alloc, "self, /"},
    {"__init__", bytearray_init, "self, source=?, encoding=?, errors=?", "bytearray_init", NativeRow::kChanges},
    FERMATA_SHARED_BYTES_METHODS,
    {"__reduce__", nullptr, "self, /", "bytearray__reduce__", NativeRow::kWhole},
    {"__reduce_ex__", nullptr, "self, proto=0, /", "bytearray__reduce_ex__", NativeRow::kWhole},
    {"append", bytearray_append, "self, item, /", "bytearray_append", NativeRow::kChanges},
    {"clear", bytearray_clear, "self, /", nullptr, NativeRow::kChanges},
    {"copy", bytearray_copy, "self, /"},
    {"extend", bytearray_extend, "self, iterable_of_ints, /", "bytearray_extend", NativeRow::kChanges},
    {"fromhex", bytearray_fromhex, "cls, string, /", "bytearray_fromhex", NativeRow::kClassMethod},
    {"insert", bytearray_insert, "self, index, item, /", "bytearray_insert", NativeRow::kChanges},
    {"pop", bytearray_pop, "self, index=-1, /", "bytearray_pop", NativeRow::kChanges},
    {"remove", bytearray_remove, "self, value, /", "bytearray_remove", NativeRow::kChanges},
    {"reverse", bytearray_reverse, "self, /", nullptr, NativeRow::kChanges},
};

const NativeRow kByteArrayConstructor = {"bytearray", bytearray_construct, "cls, source=?, encoding=?, errors=?", "bytearray_new"};

}  // namespace

const Operations kByteArrayOperations = {
    .length = bytes_length,
    .equal = bytes_equal,
    .order = bytes_order,
    .repr = bytearray_repr,
    .iter = bytes_iter,
    .contains = bytes_contains,
    .get_item = bytes_get_item,
    .set_item = bytearray_set_item,
    .delete_item = bytearray_delete_item,
    .binary = bytes_binary,
    .in_place = bytearray_in_place,
    .binary_ops = kBytesBinaryOps,
    .in_place_ops = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul),
};

constexpr NativeRow kByteArrayNew = new_row("bytearray__new__");
const TypeRow kByteArrayType = {
    .kind = Kind::kByteArray,
    .name = "bytearray",
    .base = "object",
    .doc =
        "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n"
        "bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\n"
        "bytearray(int) -> bytes array of size given by the parameter initialized with null bytes\n"
        "bytearray() -> empty bytes array\n\nConstruct a mutable bytearray object from:\n"
        "  - an iterable yielding integers in range(256)\n"
        "  - a text string encoded using the specified encoding\n"
        "  - a bytes or a buffer object\n  - any object implementing the buffer API.\n  - an integer",
    .methods = kByteArrayMethods,
    .constructor = &kByteArrayConstructor,
    .operations = &kByteArrayOperations,
    .named = true,
    .make_new = &kByteArrayNew,
};

}  // namespace fermata
