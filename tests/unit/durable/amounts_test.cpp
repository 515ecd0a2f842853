// Numbers as grants compare them.
#include "durable/rows/amounts.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fermata::durable {
namespace {

Data decimal(const char* text) { return Data::object(ObjectKind::kDecimal, "Decimal", {{"text", text}}); }

TEST(Amounts, InTheirOrder) {
  const Data sorted[] = {decimal("-1E+999999"), Data(int64_t(-5)), decimal("-4.5"),  decimal("-4.49"), Data(-0.5),
                         decimal("0.0001"),     decimal("0.1"),    Data(0.5),        decimal("1"),     decimal("1.0001"),
                         decimal("9.99"),       Data(int64_t(10)), decimal("10.5"),  decimal("1E+2"),  Data(int64_t(500)),
                         decimal("500.01"),     Data(1e300),       decimal("1E+400")};
  for (size_t i = 0; i < std::size(sorted); ++i)
    for (size_t j = 0; j < std::size(sorted); ++j) EXPECT_EQ(is_at_most(sorted[i], sorted[j]), i <= j) << i << " " << j;
}

TEST(Amounts, Equal) {
  const Data same[][2] = {{decimal("1.50"), decimal("1.5")}, {decimal("0"), decimal("-0.00")},      {decimal("0E+5"), Data(int64_t(0))},
                          {decimal("0.1"), Data(0.1)},       {decimal("1E+2"), Data(int64_t(100))}, {decimal("100.0"), Data(100.0)},
                          {decimal("-7"), Data(int64_t(-7))}};
  for (const auto& [a, b] : same) EXPECT_TRUE(is_at_most(a, b) && is_at_most(b, a));
}

TEST(Amounts, WhatIsNone) {
  const Data none[] = {decimal("NaN"),
                       decimal("Infinity"),
                       decimal("-Infinity"),
                       decimal("sNaN1"),
                       decimal(""),
                       decimal("."),
                       decimal("1x"),
                       decimal("1E"),
                       decimal("1E+99999999999999999999"),
                       Data(NAN),
                       Data("5"),
                       Data(true),
                       Data()};
  for (const Data& one : none) {
    EXPECT_FALSE(is_at_most(one, decimal("5")));
    EXPECT_FALSE(is_at_most(decimal("-5"), one));
  }
}

}  // namespace
}  // namespace fermata::durable
