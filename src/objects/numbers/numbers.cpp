#include "objects/numbers/numbers.h"

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int.h"
#include "objects/text/text.h"
#include "unicode/unicode.h"

namespace fermata {

Value make_int(Context& cx, int64_t i) {
  if (Value::fits_small(i)) [[likely]]
    return Value::small(i);
  Int* o = cx.heap.make_sized<Int>(1);
  o->limbs[0] = i < 0 ? uint64_t(0) - uint64_t(i) : uint64_t(i);
  o->aux = i < 0;
  return Value::object(o);
}

Value make_uint(Context& cx, uint64_t i) {
  if (i <= uint64_t(Value::kMaxSmall)) return Value::small(int64_t(i));
  Int* o = cx.heap.make_sized<Int>(1);
  o->limbs[0] = i;
  return Value::object(o);
}

Value make_int(Context& cx, IntView view) {
  int64_t value;
  if (int_to_int64(view, &value) && Value::fits_small(value)) return Value::small(value);
  Int* o = cx.heap.make_sized<Int>(view.size);
  if (!o) return cx.out_of_memory();
  std::memcpy(o->limbs, view.limbs, view.size * sizeof(mp_limb_t));
  o->aux = view.negative;
  return Value::object(o);
}

Value make_float(Context& cx, double d) {
  if (Value v = Value::inline_float(d); !v.is_unset()) [[likely]]
    return v;
  Float* o = cx.heap.make<Float>();
  o->value = d;
  return Value::object(o);
}

Value make_complex(Context& cx, double real, double imag) {
  Complex* o = cx.heap.make<Complex>();
  o->real = real;
  o->imag = imag;
  return Value::object(o);
}

std::optional<int64_t> int64_of(Value v) {
  if (v.is_small()) return v.as_small();
  if (v.is_bool()) return v.is_true();
  int64_t value;
  if (is<Int>(v) && int_to_int64(as<Int>(v)->view(), &value)) return value;
  return std::nullopt;
}

bool has_method(Context& cx, Value x, Name name) { return !class_lookup(cx, class_of(cx, x), cx.name(name)).is_unset(); }

bool has_user_method(Context& cx, Value x, Name name) {
  const Value method = special_method(cx, x, name);
  return !method.is_unset() && !is<Builtin>(method);
}

Value to_double(Context& cx, Value v, double* out) {
  if (is_float(v)) return *out = float_of(v), Value::none();
  if (v.is_small()) return *out = double(v.as_small()), Value::none();
  if (v.is_bool()) return *out = v.is_true(), Value::none();
  if (is<Int>(v)) {
    const DoubleResult r = int_to_double(as<Int>(v)->view());
    if (r.overflow) return raise_overflow_error(cx, "int too large to convert to float");
    return *out = r.value, Value::none();
  }
  if (may_define(v)) {
    const Value p = payload_of(v);
    if (is_float(p)) return *out = float_of(p), Value::none();
    if (has_user_method(cx, v, Name::k___float__)) return Value::defer();
    if (is_int(p)) return to_double(cx, p, out);
    if (has_method(cx, v, Name::k___index__)) return Value::defer();
  }
  return raise_type_error(cx, "must be real number, not {}", type_name(cx, v));
}

namespace {

Value raise_too_many_digits(Context& cx, uint64_t limit) {
  return raise_value_error(
      cx, "Exceeds the limit ({} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", limit);
}

}  // namespace

namespace {
constexpr std::string_view kIntDigits = "sys.int_max_str_digits";  // in the library's state
}

uint64_t int_digits(Context& cx) {
  const Value asked = is<Dict>(cx.library_state) ? dict_get_str(as<Dict>(cx.library_state), cx.intern(kIntDigits)) : Value();
  const uint64_t most = cx.budget.limits.int_digits;
  const uint64_t own = asked.is_small() && asked.as_small() >= 0 ? uint64_t(asked.as_small()) : kMaxStrDigits;
  return own == 0 || (most != 0 && most < own) ? most : own;
}

bool set_int_digits(Context& cx, uint64_t digits) {
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  return dict_set_str(cx, as<Dict>(cx.library_state), cx.intern(kIntDigits), Value::small(int64_t(digits)));
}

Value small_int_str(Context& cx, int64_t i) {
  if (i >= 0 && i < 10) return Value::object(cx.image->latin1['0' + i]);
  static constexpr char kPairs[] =
      "000102030405060708091011121314151617181920212223242526272829303132333435363738394041424344454647484950515253545556575859"
      "60616263646566676869707172737475767778798081828384858687888990919293949596979899";
  char text[24];
  char* const end = text + sizeof text;
  char* p = end;
  uint64_t n = i < 0 ? uint64_t(0) - uint64_t(i) : uint64_t(i);
  while (n >= 100) {
    p -= 2;
    std::memcpy(p, kPairs + 2 * (n % 100), 2);
    n /= 100;
  }
  if (n >= 10) {
    p -= 2;
    std::memcpy(p, kPairs + 2 * n, 2);
  } else {
    *--p = char('0' + n);
  }
  if (i < 0) *--p = '-';
  return new_ascii_str(cx, {p, size_t(end - p)});
}

Value int_text_into(Context& cx, Value v, TextBuilder& out) {
  const IntOperand operand(v);
  const IntView view = operand;
  char small[24];
  if (view.size <= 1) {
    out.append({small, int_to_text(small, view, 10)});
    return out.status();
  }
  const uint64_t limit = int_digits(cx);
  // log10(2) is a bit more than 0.30102: at least this many digits.
  if (limit && double(int_bit_length(view) - 1) * 0.30102 >= double(limit)) return raise_too_many_digits(cx, limit);
  const uint64_t size = int_text_size(view, 10);
  Outside digits(cx);
  if (Value refused; !digits.take(size, &refused)) return refused;
  if (!cx.tick(to_text_cost(view.size, 10))) return Value::retry();
  std::string text(size, '\0');
  text.resize(int_to_text(text.data(), view, 10));
  if (limit && text.size() - view.negative > limit) return raise_too_many_digits(cx, limit);
  out.append(text);
  return out.status();
}

Value int_from_text(Context& cx, std::string_view text, int base, Value original) {
  const auto invalid = [&]() -> Value {
    // The literal as repr shows it, at most 200 characters of that; bytes of whatever kind as bytes.
    Value literal = payload_of(original);
    if (is<ByteArray>(literal)) literal = new_bytes(cx, text);
    if (literal.is_outcome()) return literal;
    TextBuilder shown(cx);
    if (Value r = repr_into(cx, literal, shown); r.is_outcome()) return r;
    std::string_view repr = shown.text();
    return raise_value_error(cx, "invalid literal for int() with base {}: {}", base, repr.substr(0, utf8::offset_of_index(repr, 200)));
  };
  std::string converted;
  if (is<Str>(payload_of(original)) && !as<Str>(payload_of(original))->ascii()) {
    if (!cx.tick(text.size() / 16)) return Value::retry();
    converted = unicode::decimals_and_spaces_to_ascii(text);
    text = converted;
  }
  // Most are a few plain digits.
  constexpr uint64_t kFewDigits = 18;
  if (base == 10 && !text.empty() && text.size() <= kFewDigits &&
      (!cx.budget.limits.int_digits || cx.budget.limits.int_digits >= kFewDigits)) {
    const bool negative = text[0] == '-' && text.size() > 1;
    int64_t value = 0;
    size_t i = negative;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) value = value * 10 + (text[i] - '0');
    if (i == text.size()) return Value::small(negative ? -value : value);
  }
  if (!cx.tick(text.size() / 64)) return Value::retry();
  const ScannedInt scanned = scan_int(text, base);
  if (!scanned.ok) return invalid();
  const uint64_t limit = int_digits(cx);
  const bool power_of_two = (scanned.base & (scanned.base - 1)) == 0;
  if (limit && !power_of_two && scanned.digit_count > limit)
    return raise_value_error(cx,
                             "Exceeds the limit ({} digits) for integer string conversion: value has {} digits; use "
                             "sys.set_int_max_str_digits() to increase the limit",
                             limit, scanned.digit_count);
  IntResultBuffer buffer;
  Value outcome;
  // The digits exist next to the number while it is made from them.
  if (!cx.can_allocate(scanned_int_size(scanned) * sizeof(mp_limb_t) + scanned.digit_count, &outcome)) return outcome;
  if (!buffer.open(cx, scanned_int_size(scanned), from_text_cost(scanned.digit_count, scanned.base), &outcome)) return outcome;
  return buffer.finish(cx, int_from_scanned(buffer.limbs(), scanned));
}

}  // namespace fermata
