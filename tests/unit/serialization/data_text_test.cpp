// What people read of a program's values: whole, and with nothing in it that they can't see.
#include "serialization/data_text.h"

#include <gtest/gtest.h>

namespace fermata {
namespace {

std::string text(const Data& data) { return repr(data, Hidden()); }

TEST(DataText, SaysAllThatAValueHas) {
  EXPECT_EQ(text(Data::object(ObjectKind::kFraction, "Fraction", {{"numerator", Data(1)}, {"denominator", Data(3)}})), "Fraction(1, 3)");
  EXPECT_EQ(text(Data::object(ObjectKind::kEnum, "Amount", {{"name", Data("FIVE")}, {"value", Data(1'000'000)}})),
            "<Amount.FIVE: 1000000>");
  EXPECT_EQ(text(Data::object(ObjectKind::kEnum, "F", {{"name", Data("A|B")}, {"value", Data(3)}})), "<F.A|B: 3>");
  EXPECT_EQ(text(Data::object(ObjectKind::kEnum, "F", {{"name", Data()}, {"value", Data(0)}})), "<F: 0>");
  EXPECT_EQ(text(Data::object(ObjectKind::kDateTime, "datetime", {{"iso", Data("2020-01-01T00:00:00")}, {"fold", Data(1)}})),
            "datetime('2020-01-01T00:00:00', fold=1)");
}

TEST(DataText, NamesThatAProgramMadeUpHaveQuotes) {
  EXPECT_EQ(name_text("pkg.Order"), "pkg.Order");
  EXPECT_EQ(name_text("5 to Ada"), "'5 to Ada'");
  EXPECT_EQ(name_text(""), "''");
  EXPECT_EQ(text(Data::object(ObjectKind::kRecord, "C(x=1), D", {{"y", Data(2)}})), "'C(x=1), D'(y=2)");
  EXPECT_EQ(text(Data::object(ObjectKind::kEnum, "E", {{"name", Data("A: 1>")}, {"value", Data(3)}})), "<E.'A: 1>': 3>");
}

TEST(DataText, WhatNobodySeesIsWrittenOut) {
  EXPECT_EQ(text(Data("A\u200Bda")), "'A\\u200bda'");
  EXPECT_EQ(text(Data("a\u00A0b\u3164c\u2800d\U000E0041")), "'a\\xa0b\\u3164c\\u2800d\\U000e0041'");
  EXPECT_EQ(text(Data("Gr\u00FC\u00DFe \u05E9 \u2764\uFE0F")), "'Gr\u00FC\u00DFe \u05E9 \u2764\uFE0F'");
  EXPECT_EQ(visible_line("a\u202Eb\u2060c\u200Dd"), "a\\u202eb\\u2060c\u200Dd");
}

}  // namespace
}  // namespace fermata
