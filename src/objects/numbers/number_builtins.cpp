// The builtin functions about numbers: abs, divmod, pow, round, bin, oct, hex, sum, min, max.
#include <vector>

#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/containers/range.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Value builtin_abs(Context& cx, Value* args) { return unary(cx, UnaryOp::kAbs, args[0]); }
Value builtin_divmod(Context& cx, Value* args) { return binary(cx, BinaryOp::kDivMod, args[0], args[1]); }

Value builtin_pow(Context& cx, Value* args) {
  if (args[2].is_none()) return binary(cx, BinaryOp::kPow, args[0], args[1]);
  Value number[3];
  bool floating = false, ints = true, others = false;
  for (int i = 0; i < 3; ++i) {
    if (may_define(args[i])) return Value::defer();
    number[i] = plain_int(args[i]);
    ints &= is_int(number[i]);
    floating |= is_float(number[i]) || is<Complex>(number[i]);
    others |= !is_int(number[i]) && !is_float(number[i]) && !is<Complex>(number[i]);
  }
  if (ints) return int_powmod(cx, number[0], number[1], number[2]);
  for (Value v : number)
    if (is<Complex>(v) && !others) return raise_value_error(cx, "complex modulo");
  if (floating && (is_float(number[0]) || !others))
    return raise_type_error(cx, "pow() 3rd argument not allowed unless all arguments are integers");
  return raise_type_error(cx, "unsupported operand type(s) for ** or pow(): '{}', '{}', '{}'", type_name(cx, args[0]),
                          type_name(cx, args[1]), type_name(cx, args[2]));
}

Value builtin_round(Context& cx, Value* args) {
  const Value x = args[0], digits = args[1];
  if (may_define(x)) return Value::defer();
  if (is_int_or_bool(x)) {
    const Value self = plain_int(x);
    if (digits.is_none()) return self;
    const Value n = index_of(cx, digits);
    if (n.is_outcome()) return n;
    if (int_sign(n) >= 0) return self;
    const Value places = int_negate(cx, n);
    return places.is_outcome() ? places : int_round(cx, self, places);
  }
  if (is_float(x)) {
    if (digits.is_none()) return int_of_rounded(cx, float_of(x), Rounding::kHalfEven);
    int64_t n;
    if (Value r = index_clamped(cx, digits, &n); r.is_outcome()) return r;
    const RoundResult r = float_round(float_of(x), n);
    if (r.overflow) return raise_overflow_error(cx, "rounded value too large to represent");
    return make_float(cx, r.value);
  }
  return raise_type_error(cx, "type {} doesn't define __round__ method", type_name(cx, x));
}

Value digits_with_prefix(Context& cx, Value v, int base, std::string_view prefix) {
  v = index_of(cx, v);
  if (v.is_outcome()) return v;
  const IntOperand x(v);
  const uint64_t size = int_text_size(x, base) + prefix.size() + 1;
  if (Value refused; !cx.can_allocate(2 * size, &refused)) return refused;  // the digits and the Str
  if (!cx.tick(to_text_cost(x.view().size, base))) return Value::retry();
  std::string text = x.view().negative ? "-" : "";
  text += prefix;
  const size_t before = text.size();
  text.resize(size);
  text.resize(before + int_to_text(text.data() + before, int_absolute(x.view()), base));
  return new_str(cx, text);
}

Value builtin_bin(Context& cx, Value* args) { return digits_with_prefix(cx, args[0], 2, "0b"); }
Value builtin_oct(Context& cx, Value* args) { return digits_with_prefix(cx, args[0], 8, "0o"); }
Value builtin_hex(Context& cx, Value* args) { return digits_with_prefix(cx, args[0], 16, "0x"); }

// Iterators over more are the twins': their items are not to be held all at once.
constexpr uint64_t kManyItems = 1 << 20;

// --- sum

// Adds up numbers as `total + item` does, one after the other, without making an object for each step.
class Summation {
 public:
  explicit Summation(Context& cx) : cx_(cx) {}

  // None, or an outcome: defer for anything but a number.
  Value add(Value item) {
    switch (mode_) {
      case Mode::kInt:
        if (item.is_bool()) item = Value::small(item.is_true());
        if (item.is_small()) {
          if (!__builtin_add_overflow(int_, item.as_small(), &int_)) return Value::none();
          return widen(item);
        }
        if (is<Int>(item)) return widen(item);
        if (is_float(item)) return start_float(item);
        return start_complex(item);
      case Mode::kBig:
        if (is_int_or_bool(item)) return add_big(item);
        if (is_float(item)) return start_float(item);
        return start_complex(item);
      case Mode::kFloat: {
        if (is_float(item)) return float_ += float_of(item), Value::none();
        if (item.is_small()) return float_ += double(item.as_small()), Value::none();
        if (!is_int_or_bool(item)) return start_complex(item);
        double value;
        if (Value r = to_double(cx_, item, &value); r.is_outcome()) return r;
        float_ += value;
        return Value::none();
      }
      case Mode::kComplex: {
        ComplexNumber z;
        if (!is<Complex>(item) && !is_float(item) && !is_int_or_bool(item)) return Value::defer();
        if (Value r = to_complex(cx_, item, &z); r.is_outcome()) return r;
        complex_ = {complex_.real + z.real, complex_.imag + z.imag};
        return Value::none();
      }
    }
    return Value::defer();
  }

  // The first one: 0.0 + -0.0 would not be it.
  Value begin(Value start) {
    if (!is_float(start)) return add(start);
    float_ = float_of(start);
    mode_ = Mode::kFloat;
    return Value::none();
  }

  Value result() {
    switch (mode_) {
      case Mode::kInt: return make_int(cx_, int_);
      case Mode::kBig: return make_int(cx_, IntView{big_.data(), big_result_.size, big_result_.negative});
      case Mode::kFloat: return make_float(cx_, float_);
      case Mode::kComplex: return make_complex(cx_, complex_.real, complex_.imag);
    }
    return Value::defer();
  }

 private:
  enum class Mode : uint8_t { kInt, kBig, kFloat, kComplex };

  Value widen(Value item) {
    big_.assign(2, 0);
    // int_ holds the sum without `item`: an overflowing addition left it wrapped, so take that back.
    if (item.is_small()) int_ = int64_t(uint64_t(int_) - uint64_t(item.as_small()));
    big_result_ = int_from_int64(big_.data(), int_);
    mode_ = Mode::kBig;
    return add_big(item);
  }

  Value add_big(Value item) {
    const IntOperand x(item);
    const IntView sum{big_.data(), big_result_.size, big_result_.negative};
    const uint64_t size = add_size(sum, x);
    if (size > 16 && !cx_.tick(linear_cost(size))) return Value::retry();
    if (size > big_.size()) {
      if (Value refused; !cx_.can_allocate(size * sizeof(mp_limb_t), &refused)) return refused;
      big_.resize(size);
    }
    big_result_ = int_add(big_.data(), IntView{big_.data(), big_result_.size, big_result_.negative}, x);
    return Value::none();
  }

  Value as_double(double* out) {
    if (mode_ == Mode::kFloat) return *out = float_, Value::none();
    const Value total = result();
    return total.is_outcome() ? total : to_double(cx_, total, out);
  }

  Value start_float(Value item) {
    if (Value r = as_double(&float_); r.is_outcome()) return r;
    mode_ = Mode::kFloat;
    return add(item);
  }

  Value start_complex(Value item) {
    if (!is<Complex>(item)) return Value::defer();
    if (Value r = as_double(&complex_.real); r.is_outcome()) return r;
    complex_.imag = 0;
    mode_ = Mode::kComplex;
    return add(item);
  }

  Context& cx_;
  Mode mode_ = Mode::kInt;
  int64_t int_ = 0;
  std::vector<mp_limb_t> big_;
  IntResult big_result_;
  double float_ = 0;
  ComplexNumber complex_;
};

// n items from first to last: n * (first + last) / 2.
Value sum_of_range(Context& cx, const Range* r, Value start) {
  if (r->length == Value::small(0)) return start;
  const Value back = int_sub(cx, r->length, Value::small(1));
  if (back.is_outcome()) return back;
  const Value last = range_item(cx, r, back);
  if (last.is_outcome()) return last;
  const Value ends = int_add(cx, r->start, last);
  if (ends.is_outcome()) return ends;
  const Value twice = int_mul(cx, ends, r->length);
  if (twice.is_outcome()) return twice;
  const Value total = int_shift_right(cx, twice, 1);
  return total.is_outcome() ? total : int_add(cx, start, total);
}

Value builtin_sum(Context& cx, Value* args) {
  const Value iterable = args[0], start = args[1];
  if (as_str(start)) return raise_type_error(cx, "sum() can't sum strings [use ''.join(seq) instead]");
  if (is<Bytes>(payload_of(start))) return raise_type_error(cx, "sum() can't sum bytes [use b''.join(seq) instead]");
  if (is<ByteArray>(payload_of(start))) return raise_type_error(cx, "sum() can't sum bytearray [use b''.join(seq) instead]");
  if (is<Range>(iterable) && is_int(start)) return sum_of_range(cx, as<Range>(iterable), start);
  if (const Value iterator = payload_of(iterable); is_leaf_iterator(cx, iterator) && is_leaf_iterable(cx, iterable)) {
    // Given back when an item turns out not to be a number.
    if (remaining_items(iterator) > kManyItems) return Value::defer();
    Items items(cx);
    Value done = items.take(iterator);
    if (done.is_outcome()) return done;
    if (items.size() == 0) return start;
    Summation sum(cx);
    done = sum.begin(start);
    for (auto item = items.begin(); item != items.end() && !done.is_outcome(); ++item) done = sum.add(*item);
    return items.give_back(done.is_outcome() ? done : sum.result());
  }
  Summation sum(cx);
  Value done = sum.begin(start);
  // A start that is already an int keeps a sum of no items what it was: True + nothing is True.
  if (start.is_bool()) {
    const Value none = is_leaf_iterable(cx, iterable) ? length_of(cx, iterable) : Value::defer();
    if (none == Value::small(0)) return start;
  }
  if (done.is_outcome()) return done;
  if (is<List>(iterable) || is<Tuple>(iterable)) {
    const std::span<const Value> items = is<List>(iterable) ? as<List>(iterable)->items.span() : as<Tuple>(iterable)->span();
    if (!cx.tick(items.size() / 4 + 1)) return Value::retry();
    for (size_t i = 0; i < items.size() && !done.is_outcome(); ++i) done = sum.add(items[i]);
  } else {
    done = for_each_item(cx, iterable, [&](Value item) { return sum.add(item); });
  }
  return done.is_outcome() ? done : sum.result();
}

// --- min and max

struct Extremum {
  const char* name;
  CompareOp better;  // item `better` best: take it
};

Value range_extremum(Context& cx, const Range* r, bool smallest) {
  if (smallest == (int_sign(r->step) > 0)) return r->start;
  const Value back = int_sub(cx, r->length, Value::small(1));
  return back.is_outcome() ? back : range_item(cx, r, back);
}

Value find_extremum(Context& cx, const Extremum& kind, Value* args) {
  const Value key = args[0], default_value = args[1];
  const Tuple* given = as<Tuple>(args[2]);
  if (given->count == 0) return raise_type_error(cx, "{} expected at least 1 argument, got 0", kind.name);
  if (given->count > 1 && !default_value.is_missing())
    return raise_type_error(cx, "Cannot specify a default for {}() with multiple positional arguments", kind.name);
  if (!key.is_none()) return Value::defer();
  Value best = Value::unset();
  const auto consider = [&](Value item) -> Value {
    if (best.is_unset()) return best = item, Value::none();
    bool better;
    if (item.is_small() && best.is_small()) {
      better = kind.better == CompareOp::kLt ? item.as_small() < best.as_small() : item.as_small() > best.as_small();
    } else {
      const Value r = rich_compare(cx, kind.better, item, best);
      if (r.is_outcome()) return r;
      better = r.is_true();
    }
    if (better) best = item;
    return Value::none();
  };
  if (given->count > 1) {
    if (!cx.tick(given->count / 4)) return Value::retry();
    for (uint32_t i = 0; i < given->count; ++i)
      if (Value r = consider(given->items[i]); r.is_outcome()) return r;
    return best;
  }
  const Value iterable = given->items[0];
  if (is<Range>(iterable) && as<Range>(iterable)->length != Value::small(0))
    return range_extremum(cx, as<Range>(iterable), kind.better == CompareOp::kLt);
  if (const Value iterator = payload_of(iterable); is_leaf_iterator(cx, iterator) && is_leaf_iterable(cx, iterable)) {
    if (remaining_items(iterator) > kManyItems) return Value::defer();
    Items items(cx);
    if (Value r = items.take(iterator); r.is_outcome()) return r;
    for (Value item : items)
      if (Value r = consider(item); r.is_outcome()) return items.give_back(r);
  } else if (is<Str>(payload_of(iterable)) && as<Str>(payload_of(iterable))->length > kManyItems) {
    return Value::defer();  // its items are made one by one, and can't be collected before this ends
  } else if (Value r = for_each_item(cx, iterable, consider); r.is_outcome()) {
    return r;
  }
  if (!best.is_unset()) return best;
  if (!default_value.is_missing()) return default_value;
  return raise_value_error(cx, "{}() arg is an empty sequence", kind.name);
}

Value builtin_min(Context& cx, Value* args) { return find_extremum(cx, {"min", CompareOp::kLt}, args); }
Value builtin_max(Context& cx, Value* args) { return find_extremum(cx, {"max", CompareOp::kGt}, args); }

constexpr NativeRow kRows[] = {
    {"abs", builtin_abs, "x, /", "builtin_abs"},
    {"bin", builtin_bin, "number, /", "builtin_bin"},
    {"divmod", builtin_divmod, "x, y, /", "builtin_divmod"},
    {"hex", builtin_hex, "number, /", "builtin_hex"},
    {"max", builtin_max, "*args, key=None, default=?", "builtin_max"},
    {"min", builtin_min, "*args, key=None, default=?", "builtin_min"},
    {"oct", builtin_oct, "number, /", "builtin_oct"},
    {"pow", builtin_pow, "base, exp, mod=None", "builtin_pow"},
    {"round", builtin_round, "number, ndigits=None", "builtin_round"},
    {"sum", builtin_sum, "iterable, /, start=0", "builtin_sum"},
};

}  // namespace

const std::span<const NativeRow> kNumberBuiltins = kRows;

}  // namespace fermata
