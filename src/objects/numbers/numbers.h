// Making and reading numbers, for everybody who handles int or float values. The methods of int are in
// int*.cpp, of float in float*.cpp.
#pragma once

#include <optional>

#include "numbers/bigint.h"
#include "runtime/context.h"

namespace fermata {

// Ints of 64 bits never fail.
Value make_int(Context& cx, int64_t i);
Value make_uint(Context& cx, uint64_t i);
// A copy of the limbs as an int (small when it fits); an outcome when memory is short.
Value make_int(Context& cx, IntView view);
Value make_float(Context& cx, double d);
Value make_complex(Context& cx, double real, double imag);

inline bool is_int(Value v) { return v.is_small() || is<Int>(v); }  // not bool
inline bool is_int_or_bool(Value v) { return is_int(v) || v.is_bool(); }
inline bool is_float(Value v) { return v.is_inline_float() || is<Float>(v); }
inline double float_of(Value v) { return v.is_inline_float() ? v.as_inline_float() : as<Float>(v)->value; }

// Views an int or bool as a big integer; the storage lives in this object.
class IntOperand {
 public:
  explicit IntOperand(Value v)
      : small_(v.is_small()  ? v.as_small()
               : v.is_true() ? 1
                             : 0),
        view_(is<Int>(v) ? as<Int>(v)->view() : small_.view()) {}
  operator IntView() const { return view_; }
  const IntView& view() const { return view_; }

 private:
  SmallInt small_;
  IntView view_;
};

// int or bool to int64 when it fits.
std::optional<int64_t> int64_of(Value v);
// The double of an int, bool or float (instances of subclasses included): OverflowError "int too large to
// convert to float"; TypeError "must be real number, not str"; defer for instances with __float__ or
// __index__. None when done.
Value to_double(Context& cx, Value v, double* out);

// Decimal text of an int under the digits limit (ValueError beyond it), appended to `out`. None when done.
class TextBuilder;
Value int_text_into(Context& cx, Value v, TextBuilder& out);
// Of an int that is converted from or to decimal text: what the program asks for (set_int_digits; 4300), or the host's limit if that is
// less. 0: any number.
uint64_t int_digits(Context& cx);
bool set_int_digits(Context& cx, uint64_t digits);  // false: out of memory
Value small_int_str(Context& cx, int64_t i);        // str(i)
// int(text, base): ValueError "invalid literal for int() with base 10: '…'".
Value int_from_text(Context& cx, std::string_view text, int base, Value original);

}  // namespace fermata
