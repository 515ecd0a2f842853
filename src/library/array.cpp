// array's natives: items as bytes. The rest is array.py.
#include <cstring>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/containers/memoryview.h"
#include "objects/errors/errors.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Value wrong(Context& cx) { return raise(cx, ErrorType::kTypeError, "array: no such data"); }

// The width of an item, 0 for no type code.
uint32_t width_of(Value code) {
  if (!is<Str>(code) || as<Str>(code)->count != 1) return 0;
  const std::string_view text = as<Str>(code)->view();
  return text == "u" ? 4 : std::string_view("bBhHiIlLqQfd").find(text) == text.npos ? 0 : MemoryView::item_bytes(text);
}

Value item_at(Context& cx, Value code, const char* at) {
  const char c = as<Str>(code)->text()[0];
  if (c != 'u') return unpack_item(cx, c, at);
  uint32_t point;
  std::memcpy(&point, at, sizeof point);
  if (point > utf8::kMaxCodePoint) return raise_value_error(cx, "character U+{:x} is not in range [U+0000; U+10ffff]", point);
  return str_from_code_point(cx, char32_t(point));
}

// _item(data, code, i): of a bytearray, 0 <= i.
Value item(Context& cx, Value* args) {
  const uint32_t width = width_of(args[1]);
  const auto* data = try_as<ByteArray>(args[0]);
  if (!width || !data) return wrong(cx);
  const int64_t i = args[2].as_small();
  if (i < 0 || uint64_t(i) >= data->data.size / width) return raise_index_error(cx, "array index out of range");
  return item_at(cx, args[1], data->data.data + uint64_t(i) * width);
}

// _items(data, code): all of them, a list.
Value items(Context& cx, Value* args) {
  const uint32_t width = width_of(args[1]);
  const auto* data = try_as<ByteArray>(args[0]);
  if (!width || !data) return wrong(cx);
  const uint64_t n = data->data.size / width;
  Value failed;
  if (!cx.can_allocate(n * 2 * sizeof(Value), &failed)) return failed;
  if (!cx.tick(n)) return Value::retry();
  List* list = new_list(cx, n);
  if (!list) return cx.out_of_memory();
  for (uint64_t i = 0; i < n; ++i) {
    const Value v = item_at(cx, args[1], data->data.data + i * width);
    if (v.is_outcome()) return v;
    if (!cx.heap.push(list->items, v)) return cx.out_of_memory();
  }
  return Value::object(list);
}

// _pack(code, value): its bytes. The value was looked at before.
Value pack(Context& cx, Value* args) {
  const uint32_t width = width_of(args[0]);
  if (!width) return wrong(cx);
  char bytes[8];
  const char c = as<Str>(args[0])->text()[0];
  if (c == 'u') {
    const Str* s = as_str(args[1]);
    if (!s || s->length != 1) return wrong(cx);
    const char* p = s->text();
    const auto point = uint32_t(utf8::next_valid(p));
    std::memcpy(bytes, &point, sizeof point);
  } else if (const Value r = pack_item(cx, c, as<Str>(args[0])->view(), args[1], bytes); r.is_outcome()) {
    return r.is_defer() ? wrong(cx) : r;
  }
  return new_bytes(cx, {bytes, width});
}

// _view(owner, data, code)
Value view(Context& cx, Value* args) {
  const uint32_t width = width_of(args[2]);
  if (!width || !is<ByteArray>(args[1])) return wrong(cx);
  return new_array_view(cx, args[0], as<ByteArray>(args[1]),
                        as<Str>(args[2])->view() == "u" ? Value::object(cx.image->latin1['w']) : args[2]);
}

// _hold_bytes(cls): its instances hold a bytearray. For the class array, while the image is made.
Value hold_bytes(Context& cx, Value* args) {
  if (!cx.heap.frozen()) return wrong(cx);
  as<Class>(args[0])->layout = uint32_t(Kind::kByteArray);
  return args[0];
}

constexpr NativeRow kRows[] = {
    {"_item", item, "data, code, i: small, /"}, {"_items", items, "data, code, /"},           {"_pack", pack, "code, value, /"},
    {"_view", view, "owner, data, code, /"},    {"_hold_bytes", hold_bytes, "cls: class, /"},
};

}  // namespace

extern const ModuleRow kArrayModule = {.name = "array", .functions = kRows};

}  // namespace fermata
