// The functions of math that add up many floats without losing digits: fsum, hypot, dist.
#include <cfloat>
#include <cmath>
#include <vector>

#include "library/math/math.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

// hi + lo is exactly what the operation gives.
struct Exact {
  double hi, lo;
};
Exact exact_fast_sum(double a, double b) {  // |a| >= |b|
  const double hi = a + b;
  return {hi, b - (hi - a)};
}
Exact exact_product(double a, double b) {
  const double hi = a * b;
  return {hi, std::fma(a, b, -hi)};
}

// The length of a vector of absolute values. As CPython 3.11: scaled by a power of two, squares summed with
// their rounding errors, and the root corrected once.
double vector_norm(std::vector<double>& v, double largest, bool has_nan) {
  if (std::isinf(largest)) return largest;
  if (has_nan) return NAN;
  if (largest == 0 || v.size() <= 1) return largest;
  int exponent;
  std::frexp(largest, &exponent);
  if (exponent < -1023) {  // subnormal: bring everything into the normal range first
    for (double& x : v) x /= DBL_MIN;
    return DBL_MIN * vector_norm(v, largest / DBL_MIN, has_nan);
  }
  const double scale = std::ldexp(1.0, -exponent);
  double sum = 1, errors1 = 0, errors2 = 0;
  const auto add_square = [&](Exact square) {
    const Exact s = exact_fast_sum(sum, square.hi);
    sum = s.hi;
    errors1 += square.lo;
    errors2 += s.lo;
  };
  for (double x : v) {
    x *= scale;
    add_square(exact_product(x, x));
  }
  double root = std::sqrt(sum - 1.0 + (errors1 + errors2));
  add_square(exact_product(-root, root));
  root += (sum - 1.0 + (errors1 + errors2)) / (2.0 * root);
  return root / scale;
}

Value norm_of(Context& cx, std::vector<double>& v) {
  double largest = 0;
  bool has_nan = false;
  for (double& x : v) {
    x = std::fabs(x);
    has_nan |= std::isnan(x);
    if (x > largest) largest = x;
  }
  return make_float(cx, vector_norm(v, largest, has_nan));
}

}  // namespace

Value math_hypot(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[0]);
  if (!cx.tick(given->count / 4)) return Value::retry();
  Outside room(cx);
  if (Value refused; !room.take(given->count * sizeof(double), &refused)) return refused;
  std::vector<double> v(given->count);
  for (uint32_t i = 0; i < given->count; ++i)
    if (Value r = to_double(cx, given->items[i], &v[i]); r.is_outcome()) return r;
  return norm_of(cx, v);
}

Value math_dist(Context& cx, Value* args) {
  Outside room(cx);
  std::vector<Value> points[2];
  for (int i = 0; i < 2; ++i) {
    if (is_leaf_iterator(cx, payload_of(args[i]))) return Value::defer();
    if (Value r = collect_items(cx, args[i], points[i]); r.is_outcome()) return r;
    if (Value refused; !room.take(2 * points[i].size() * sizeof(Value), &refused)) return refused;
  }
  if (points[0].size() != points[1].size()) return raise_value_error(cx, "both points must have the same number of dimensions");
  std::vector<double> v(points[0].size());
  for (size_t i = 0; i < v.size(); ++i) {
    double p, q;
    if (Value r = to_double(cx, points[0][i], &p); r.is_outcome()) return r;
    if (Value r = to_double(cx, points[1][i], &q); r.is_outcome()) return r;
    v[i] = p - q;
  }
  return norm_of(cx, v);
}

// Shewchuk's algorithm: `partials` do not overlap and sum up to exactly what was added.
Value math_fsum(Context& cx, Value* args) {
  if (is_leaf_iterator(cx, payload_of(args[0]))) return Value::defer();
  std::vector<double> partials;
  double special_sum = 0, infinities = 0;
  uint64_t work = 0;
  const Value done = for_each_item(cx, args[0], [&](Value item) -> Value {
    double x;
    if (Value r = to_double(cx, item, &x); r.is_outcome()) return r;
    const double given = x;
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const Exact s = exact_fast_sum(x, y);
      if (s.lo != 0) partials[kept++] = s.lo;
      x = s.hi;
    }
    if ((work += partials.size()) > 1024) {
      if (!cx.tick(work / 4)) return Value::retry();
      work = 0;
    }
    partials.resize(kept);
    if (x != 0) {
      if (!std::isfinite(x)) {
        if (std::isfinite(given)) return raise_overflow_error(cx, "intermediate overflow in fsum");
        if (std::isinf(given)) infinities += given;
        special_sum += given;
        partials.clear();
      } else {
        partials.push_back(x);
      }
    }
    return Value::none();
  });
  if (done.is_outcome()) return done;
  if (special_sum != 0) {
    if (std::isnan(infinities)) return raise_value_error(cx, "-inf + inf in fsum");
    return make_float(cx, special_sum);
  }
  // From the largest down, until something is lost; then round half to even looking one further.
  double hi = 0;
  size_t n = partials.size();
  if (n > 0) {
    double lo = 0;
    hi = partials[--n];
    while (n > 0) {
      const double x = hi, y = partials[--n];
      hi = x + y;
      lo = y - (hi - x);
      if (lo != 0) break;
    }
    if (n > 0 && ((lo < 0 && partials[n - 1] < 0) || (lo > 0 && partials[n - 1] > 0))) {
      const double y = lo * 2, x = hi + y;
      if (y == x - hi) hi = x;
    }
  }
  return make_float(cx, hi);
}

}  // namespace fermata
