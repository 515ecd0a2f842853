// The functions of math that multiply many integers: factorial, comb, perm, prod. Products are made as a
// balanced tree, in scratch memory; their cost and size are estimated and charged first.
#include <cmath>
#include <vector>

#include "library/math/math.h"
#include "objects/containers/containers.h"
#include "objects/model/operations.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int.h"

namespace fermata {

namespace {

using Limbs = std::vector<mp_limb_t>;

Limbs multiply(const Limbs& a, const Limbs& b) {
  if (a.empty() || b.empty()) return {};
  Limbs out(a.size() + b.size());
  if (a.size() >= b.size()) mpn_mul(out.data(), a.data(), mp_size_t(a.size()), b.data(), mp_size_t(b.size()));
  else mpn_mul(out.data(), b.data(), mp_size_t(b.size()), a.data(), mp_size_t(a.size()));
  if (out.back() == 0) out.pop_back();
  return out;
}

// The product of factor(i) for begin <= i < end; magnitudes.
template <class Factor>
Limbs product(uint64_t begin, uint64_t end, const Factor& factor) {
  if (end - begin > 8) {
    const uint64_t middle = begin + (end - begin) / 2;
    return multiply(product(begin, middle, factor), product(middle, end, factor));
  }
  Limbs out = {1};
  for (uint64_t i = begin; i < end; ++i) {
    const Limbs next = factor(i);
    if (next.size() == 1) {
      if (const mp_limb_t carry = mpn_mul_1(out.data(), out.data(), mp_size_t(out.size()), next[0])) out.push_back(carry);
    } else {
      out = multiply(out, next);
    }
    if (out.empty()) break;
  }
  return out;
}

// Charges a product of `count` factors with `limbs` limbs in all. None, or the outcome.
Value charge_product(Context& cx, uint64_t count, double limbs) {
  if (limbs > double(kMaxLimbs)) return cx.out_of_memory();
  const auto size = uint64_t(limbs) + 1;
  if (Value refused; !cx.can_allocate(size * sizeof(mp_limb_t) * 3, &refused)) return refused;
  uint64_t cost = count / 2 + 1;
  if (size > 8) {
    // Each level of the tree multiplies numbers of `size` limbs in all, the top one costing most.
    uint64_t half = size / 2 + 1;
    for (uint64_t pieces = 1; half > 4; half /= 2, pieces *= 2) cost += mul_cost(half, half) * pieces;
  }
  return cx.tick(cost) ? Value::none() : Value::retry();
}

Value make_product(Context& cx, const Limbs& limbs, bool negative = false) {
  return make_int(cx, IntView{limbs.data(), uint32_t(limbs.size()), negative && !limbs.empty()});
}

Limbs limbs_of(IntView v) { return Limbs(v.limbs, v.limbs + v.size); }

Value factorial(Context& cx, uint64_t n) {
  if (n < 2) return Value::small(1);
  const double bits = std::lgamma(double(n) + 1) / std::log(2.0);
  if (Value r = charge_product(cx, n, bits / 64 * 1.05 + 2); r.is_outcome()) return r;
  return make_product(cx, product(2, n + 1, [](uint64_t i) { return Limbs{i}; }));
}

// n * (n-1) * … with k factors; n is not smaller than k.
Value falling_product(Context& cx, Value n, uint64_t k, Limbs* out) {
  const IntOperand operand(n);
  const IntView top = operand;
  const double limbs = double(int_bit_length(top)) * double(k) / 64 + 2;
  if (Value r = charge_product(cx, k, limbs); r.is_outcome()) return r;
  if (top.size == 1) {
    *out = product(0, k, [&](uint64_t i) { return Limbs{top.limbs[0] - i}; });
  } else {
    *out = product(0, k, [&](uint64_t i) {
      Limbs factor(top.size + 1);
      const SmallInt less(static_cast<int64_t>(i));
      factor.resize(int_sub(factor.data(), top, less).size);
      return factor;
    });
  }
  return Value::none();
}

}  // namespace

Value math_factorial(Context& cx, Value* args) {
  const Value n = index_of(cx, args[0]);
  if (n.is_outcome()) return n;
  if (int_sign(n) < 0) return raise_value_error(cx, "factorial() not defined for negative values");
  const auto count = int64_of(n);
  if (!count) return raise_overflow_error(cx, "factorial() argument should not exceed {}", INT64_MAX);
  return factorial(cx, uint64_t(*count));
}

Value math_perm(Context& cx, Value* args) {
  if (args[1].is_none()) return math_factorial(cx, args);
  const Value n = index_of(cx, args[0]);
  if (n.is_outcome()) return n;
  const Value k = index_of(cx, args[1]);
  if (k.is_outcome()) return k;
  if (int_sign(n) < 0) return raise_value_error(cx, "n must be a non-negative integer");
  if (int_sign(k) < 0) return raise_value_error(cx, "k must be a non-negative integer");
  if (int_order(n, k) < 0) return Value::small(0);
  const auto count = int64_of(k);
  if (!count) return raise_overflow_error(cx, "k must not exceed {}", INT64_MAX);
  if (*count == 0) return Value::small(1);
  Limbs result;
  if (Value r = falling_product(cx, n, uint64_t(*count), &result); r.is_outcome()) return r;
  return make_product(cx, result);
}

Value math_comb(Context& cx, Value* args) {
  const Value n = index_of(cx, args[0]);
  if (n.is_outcome()) return n;
  Value k = index_of(cx, args[1]);
  if (k.is_outcome()) return k;
  if (int_sign(n) < 0) return raise_value_error(cx, "n must be a non-negative integer");
  if (int_sign(k) < 0) return raise_value_error(cx, "k must be a non-negative integer");
  const Value rest = int_sub(cx, n, k);
  if (rest.is_outcome()) return rest;
  if (int_sign(rest) < 0) return Value::small(0);
  if (int_order(rest, k) < 0) k = rest;
  const auto count = int64_of(k);
  if (!count) return raise_overflow_error(cx, "min(n - k, k) must not exceed {}", INT64_MAX);
  if (*count == 0) return Value::small(1);
  if (*count == 1) return n;
  Limbs top;
  if (Value r = falling_product(cx, n, uint64_t(*count), &top); r.is_outcome()) return r;
  const Limbs bottom = product(2, uint64_t(*count) + 1, [](uint64_t i) { return Limbs{i}; });
  if (!cx.tick(div_cost(top.size(), bottom.size()))) return Value::retry();
  const IntView a{top.data(), uint32_t(top.size()), false}, b{bottom.data(), uint32_t(bottom.size()), false};
  Limbs quotient(quotient_size(a, b));
  return make_int(cx, view_of(quotient.data(), int_floor_div(quotient.data(), a, b)));
}

Value math_prod(Context& cx, Value* args) {
  const Value start = args[1], iterable = args[0];
  // An iterator would be used up when an item turns out not to be a number.
  if (is_leaf_iterator(cx, payload_of(iterable))) return Value::defer();
  if (!is_int_or_bool(start) && !is_float(start)) return Value::defer();
  std::vector<Value> factors = {start};
  if (Value r = collect_items(cx, iterable, factors); r.is_outcome()) return r;
  if (factors.size() == 1) return start;
  size_t ints = 0;  // how many come before the first float
  while (ints < factors.size() && is_int_or_bool(factors[ints])) ++ints;
  for (size_t i = ints; i < factors.size(); ++i)
    if (!is_int_or_bool(factors[i]) && !is_float(factors[i])) return Value::defer();
  double limbs = 0;
  bool negative = false;
  for (size_t i = 0; i < ints; ++i) {
    const IntOperand x(factors[i]);
    if (x.view().is_zero() && ints == factors.size()) return Value::small(0);
    negative ^= x.view().negative;
    limbs += double(int_bit_length(x)) / 64;
  }
  if (Value r = charge_product(cx, ints, limbs + 2); r.is_outcome()) return r;
  const Value whole = make_product(cx, product(0, ints, [&](uint64_t i) { return limbs_of(IntOperand(factors[i])); }), negative);
  if (whole.is_outcome() || ints == factors.size()) return whole;
  double total;
  if (Value r = to_double(cx, whole, &total); r.is_outcome()) return r;
  for (size_t i = ints; i < factors.size(); ++i) {
    double factor;
    if (Value r = to_double(cx, factors[i], &factor); r.is_outcome()) return r;
    total *= factor;
  }
  return make_float(cx, total);
}

}  // namespace fermata
