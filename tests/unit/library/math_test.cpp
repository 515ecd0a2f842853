// The gamma functions against what they must satisfy, exact sums, and counting functions against Pascal's triangle.
#include "library/math/math.h"

#include <cmath>
#include <numeric>
#include <random>

#include "leaves.h"

namespace fermata {
namespace {

struct Answer {
  double value;
  bool pole = false, overflow = false;
};
Answer gamma_of(double x) {
  Answer a;
  a.value = gamma_function(x, &a.pole, &a.overflow);
  return a;
}
Answer log_gamma_of(double x) {
  Answer a;
  a.value = log_gamma_function(x, &a.pole, &a.overflow);
  return a;
}

TEST(Gamma, OfIntegersIsExact) {
  double factorial = 1;
  for (int n = 1; n <= 23; ++n) {
    EXPECT_EQ(gamma_of(n).value, factorial) << n;
    factorial *= n;
  }
}

TEST(Gamma, ItsEquations) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> wide(-160, 160);
  for (int i = 0; i < 20'000; ++i) {
    const double x = wide(random);
    if (std::fabs(x - std::round(x)) < 1e-3) continue;  // near a pole the reflection loses its digits
    const double here = gamma_of(x).value, next = gamma_of(x + 1).value;
    EXPECT_NEAR(next / (x * here), 1, 1e-12) << x;
    EXPECT_NEAR(log_gamma_of(x).value, std::log(std::fabs(here)), 1e-10 * std::max(1.0, std::fabs(log_gamma_of(x).value))) << x;
    if (std::fabs(x) >= 80) continue;
    EXPECT_NEAR(here * gamma_of(1 - x).value * std::sin(M_PI * x) / M_PI, 1, 1e-10) << x;
  }
}

TEST(Gamma, PolesAndEnds) {
  for (const double pole : {-1.0, -2.0, -1e17, -double(INFINITY)}) {
    EXPECT_TRUE(gamma_of(pole).pole) << pole;
    EXPECT_TRUE(std::isnan(gamma_of(pole).value)) << pole;
  }
  EXPECT_TRUE(gamma_of(-0.0).pole);
  EXPECT_EQ(gamma_of(-0.0).value, -INFINITY);
  EXPECT_EQ(gamma_of(0.0).value, INFINITY);
  EXPECT_FALSE(gamma_of(171.6).overflow);
  EXPECT_TRUE(gamma_of(171.7).overflow);
  EXPECT_TRUE(gamma_of(1e-309).overflow);
  EXPECT_FALSE(gamma_of(INFINITY).overflow);
  EXPECT_EQ(std::fabs(gamma_of(-200.5).value), 0);
  EXPECT_TRUE(std::isnan(gamma_of(NAN).value));
  EXPECT_TRUE(log_gamma_of(-3).pole);
  EXPECT_TRUE(log_gamma_of(0).pole);
  EXPECT_EQ(log_gamma_of(1).value, 0);
  EXPECT_EQ(log_gamma_of(2).value, 0);
  EXPECT_EQ(log_gamma_of(-INFINITY).value, INFINITY);
  EXPECT_TRUE(log_gamma_of(1.7e308).overflow);
}

class MathTest : public LeavesTest {
 protected:
  double sum_of(const std::vector<double>& numbers) {
    List* list = new_list(cx);
    for (const double x : numbers) list_append(cx, list, make_float(cx, x));
    const Value r = call("math", "fsum", {Value::object(list)});
    EXPECT_FALSE(r.is_outcome());
    return float_of(r);
  }
};

// The exact sum, rounded once: the order doesn't matter, and what cancels leaves nothing behind.
TEST_F(MathTest, ASumIsRoundedOnce) {
  EXPECT_EQ(sum_of({1e100, 1.0, -1e100, 1e-100, 1e50, -1e50}), 1.0);
  EXPECT_EQ(sum_of(std::vector<double>(10, 0.1)), 1.0);
  EXPECT_EQ(sum_of({1.0, 0x1p-53, 0x1p-1074}), 1.0 + 0x1p-52);  // the last bit decides the half
  EXPECT_EQ(sum_of({1.0, 0x1p-53, -0x1p-1074}), 1.0);
  std::mt19937 random(7);
  std::vector<double> numbers;
  for (int i = 0; i < 300; ++i) numbers.push_back(std::ldexp(double(random()) - 2e9, int(random() % 200) - 100));
  const double sum = sum_of(numbers);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(numbers.begin(), numbers.end(), random);
    EXPECT_EQ(sum_of(numbers), sum);
  }
  const size_t count = numbers.size();
  for (size_t i = 0; i < count; ++i) numbers.push_back(-numbers[i]);
  std::shuffle(numbers.begin(), numbers.end(), random);
  EXPECT_EQ(sum_of(numbers), 0);
}

// 40 rows of Pascal's triangle, where all is one machine word.
TEST_F(MathTest, CombinationsAreTheTriangle) {
  std::vector<int64_t> row = {1};
  for (int64_t n = 0; n < 60; ++n) {
    for (int64_t k = 0; k <= n + 2; ++k) {
      const Value c = call("math", "comb", {Value::small(n), Value::small(k)});
      EXPECT_EQ(*int64_of(c), k <= n ? row[size_t(k)] : 0) << n << ", " << k;
    }
    std::vector<int64_t> next(row.size() + 1, 1);
    for (size_t k = 1; k < row.size(); ++k) next[k] = row[k - 1] + row[k];
    row = next;
  }
  EXPECT_EQ(raised(call("math", "comb", {Value::small(-1), Value::small(0)})), "ValueError: n must be a non-negative integer");
}

}  // namespace
}  // namespace fermata
