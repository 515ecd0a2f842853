// The formats of a memoryview's items: from bytes to values and back.
#include <bit>
#include <cstring>

#include "objects/containers/memoryview.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/numbers/int.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "objects/text/text_args.h"

namespace fermata {

namespace {

template <class T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// The lowest bytes of an integer, first the lowest: states move between machines.
static_assert(std::endian::native == std::endian::little);

bool is_signed_format(char format) {
  return format == 'b' || format == 'h' || format == 'i' || format == 'l' || format == 'q' || format == 'n';
}

}  // namespace

Value unpack_item(Context& cx, char format, const char* at) {
  switch (format) {
    case 'c': return new_bytes(cx, {at, 1});
    case 'b': return Value::small(load<int8_t>(at));
    case 'B': return Value::small(load<uint8_t>(at));
    case '?': return Value::boolean(load<uint8_t>(at) != 0);
    case 'h': return Value::small(load<int16_t>(at));
    case 'H': return Value::small(load<uint16_t>(at));
    case 'i': return Value::small(load<int32_t>(at));
    case 'I': return Value::small(load<uint32_t>(at));
    case 'l':
    case 'q':
    case 'n': return make_int(cx, load<int64_t>(at));
    case 'L':
    case 'Q':
    case 'N':
    case 'P': return make_uint(cx, load<uint64_t>(at));
    case 'f': return make_float(cx, double(load<float>(at)));
    case 'd': return make_float(cx, load<double>(at));
    default: return raise(cx, ErrorType::kNotImplementedError, message_text("memoryview: unsupported format {}", format));
  }
}

Value pack_item(Context& cx, char format, std::string_view shown, Value value, char* at) {
  const auto wrong_type = [&] { return raise_type_error(cx, "memoryview: invalid type for format '{}'", shown); };
  const auto wrong_value = [&] { return raise_value_error(cx, "memoryview: invalid value for format '{}'", shown); };
  const Value plain = payload_of(value);
  switch (format) {
    case 'c': {
      if (!is<Bytes>(plain)) return wrong_type();
      if (as<Bytes>(plain)->count != 1) return wrong_value();
      *at = as<Bytes>(plain)->data[0];
      return Value::none();
    }
    case '?': {
      const Value truth_value = truth(cx, value);
      if (truth_value.is_outcome()) return truth_value;
      *at = truth_value.is_true();
      return Value::none();
    }
    case 'f':
    case 'd': {
      double d;
      if (!is_float(plain) && !is_int_or_bool(plain) && !may_define(value)) return wrong_type();
      if (const Value r = to_double(cx, value, &d); r.is_outcome()) return r;
      if (format == 'd') {
        std::memcpy(at, &d, sizeof d);
      } else {
        const float f = float(d);
        std::memcpy(at, &f, sizeof f);
      }
      return Value::none();
    }
    default: break;
  }
  if (!may_be_index(cx, value)) return wrong_type();
  const Value index = index_of(cx, value);
  if (index.is_outcome()) return index;
  const uint32_t bytes = MemoryView::item_bytes({&format, 1});
  uint64_t bits = 0;
  if (is_signed_format(format)) {
    const std::optional<int64_t> n = int64_of(index);
    if (!n || (bytes < 8 && (*n < -(int64_t(1) << (8 * bytes - 1)) || *n >= int64_t(1) << (8 * bytes - 1)))) return wrong_value();
    bits = uint64_t(*n);
  } else {
    if (int_sign(index) < 0) return wrong_value();
    if (index.is_small()) {
      bits = uint64_t(index.as_small());
    } else {
      const IntView view = as<Int>(index)->view();
      if (view.size > 1) return wrong_value();
      bits = view.limbs[0];
    }
    if (bytes < 8 && bits >> (8 * bytes)) return wrong_value();
  }
  std::memcpy(at, &bits, bytes);
  return Value::none();
}

}  // namespace fermata
