// JSON's reader and writer: values of any shape come back, what is wrong is said with its place, and what is left to Python.
#include "library/_json/json.h"

#include <fmt/core.h>

#include <cmath>
#include <random>

#include "leaves.h"
#include "objects/containers/dict.h"
#include "objects/model/operations.h"

namespace fermata {
namespace {

constexpr int64_t kEnsureAscii = 1, kAllowNan = 2;  // of the writer

class JsonTest : public LeavesTest {
 protected:
  Value read(std::string_view text, uint32_t mode = 0) { return call("_json", "_loads", {str(text), Value::small(mode)}); }
  Value write(Value v, int64_t flags, Value indent = Value::none()) {
    return call("_json", "_encode", {v, indent, str(", "), str(": "), Value::small(flags)});
  }
  // "message at 3", or what else came.
  std::string problem(std::string_view text, uint32_t mode = 0) {
    const Value r = read(text, mode);
    if (!r.is_error()) return "it is read";
    return raised(r);
  }
  Value any_value(int depth) {
    switch (random() % (depth ? 8 : 6)) {
      case 0: return random() % 2 ? Value::none() : Value::boolean(random() % 2);
      case 1: return make_int(cx, int64_t(random()) - (int64_t{1} << random() % 30));
      case 2: return make_float(cx, std::ldexp(double(random()), int(random() % 600) - 300));
      case 3:
      case 4:
      case 5: return any_text();
      case 6: {
        List* list = new_list(cx);
        for (uint32_t i = random() % 5; i > 0; --i) list_append(cx, list, any_value(depth - 1));
        return Value::object(list);
      }
      default: {
        Dict* dict = new_dict(cx);
        for (uint32_t i = random() % 5; i > 0; --i) dict_set_fast(cx, dict, any_text(), any_value(depth - 1));
        return Value::object(dict);
      }
    }
  }
  Value any_text() {
    static constexpr std::string_view kPieces[] = {"a", "\"", "\\", "/", "\n", "\x1f", "\x7f", "é", "€", "😀", "\u2028", " ", "u1234"};
    std::string out;
    for (uint32_t i = random() % 6; i > 0; --i) out += kPieces[random() % std::size(kPieces)];
    return str(out);
  }
  std::mt19937 random{17};
};

TEST_F(JsonTest, ValuesComeBack) {
  for (int round = 0; round < 2000; ++round) {
    const Value v = any_value(4);
    for (const int64_t flags : {kEnsureAscii | kAllowNan, kAllowNan})
      for (const Value indent : {Value::none(), str("  ")}) {
        const Value written = write(v, flags, indent);
        ASSERT_TRUE(is<Str>(written));
        ASSERT_TRUE(!(flags & kEnsureAscii) || as<Str>(written)->count == as<Str>(written)->length);
        ASSERT_TRUE(equal(cx, read(text(written)), v).is_true()) << text(written);
      }
  }
}

TEST_F(JsonTest, Surrogates) {
  EXPECT_EQ(text(read(R"("\ud83d\ude00")")), "😀");
  EXPECT_EQ(text(read(R"("\ud83d")")), "\xed\xa0\xbd");  // alone, it stays
  EXPECT_EQ(text(read(R"("\ude00\ud83d")")), "\xed\xb8\x80\xed\xa0\xbd");
  EXPECT_EQ(text(read(R"("\ud83d\u0041")")),
            "\xed\xa0\xbd"
            "A");
  EXPECT_EQ(text(write(read(R"("\ud83d\ude00")"), kEnsureAscii)), R"("\ud83d\ude00")");
}

TEST_F(JsonTest, WhatIsWrongAndWhere) {
  const struct {
    const char *text, *problem;
  } cases[] = {
      {"", "Expecting value: line 1 column 1 (char 0)"},
      {"[1,]", "Expecting value: line 1 column 4 (char 3)"},
      {"[1 2]", "Expecting ',' delimiter: line 1 column 4 (char 3)"},
      {"{\"a\" 1}", "Expecting ':' delimiter: line 1 column 6 (char 5)"},
      {"{1: 2}", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
      {"{\"a\": 1,}", "Expecting property name enclosed in double quotes: line 1 column 9 (char 8)"},
      {"\"abc", "Unterminated string starting at: line 1 column 1 (char 0)"},
      {"\"\n\"", "Invalid control character at: line 1 column 2 (char 1)"},
      {R"("\x")", "Invalid \\escape: line 1 column 2 (char 1)"},
      {R"("\u12g4")", "Invalid \\uXXXX escape: line 1 column 3 (char 2)"},
      {"[\n \"é\", nul]", "Expecting value: line 2 column 7 (char 8)"},
      {"1 x", "Extra data: line 1 column 3 (char 2)"},
      {"01", "Extra data: line 1 column 2 (char 1)"},
      {"-", "Expecting value: line 1 column 1 (char 0)"},
  };
  for (const auto& c : cases) EXPECT_EQ(problem(c.text), std::string("JSONDecodeError: ") + c.problem) << c.text;
  EXPECT_EQ(text(read("\"\n\"", kJsonLenient)), "\n");
}

// What hooks of Python's are to see is left as it stood.
TEST_F(JsonTest, WhatIsLeftToPython) {
  EXPECT_EQ(data(read("-0.50e+3", kJsonRawFloats)), "-0.50e+3");
  EXPECT_EQ(data(read("-17", kJsonRawInts)), "-17");
  EXPECT_EQ(data(read("-Infinity", kJsonRawConstants)), "-Infinity");
  EXPECT_EQ(float_of(read("-Infinity")), -INFINITY);
  const Value pairs = read(R"({"a": 1, "b": 2, "a": 3})", kJsonPairs);
  ASSERT_TRUE(is<Tuple>(pairs));
  ASSERT_EQ(as<Tuple>(pairs)->count, 6u);  // the key that is there twice, too
  EXPECT_EQ(as<Tuple>(pairs)->items[5], Value::small(3));
}

TEST_F(JsonTest, DepthTakesNoStack) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  cx.recursion_limit = 200'000;
  EXPECT_TRUE(is<List>(read(deep)));
  cx.recursion_limit = 500;
  EXPECT_EQ(raised(read(deep)).substr(0, 14), "RecursionError");
  EXPECT_TRUE(is<List>(read(std::string(400, '[') + std::string(400, ']'))));
}

TEST_F(JsonTest, ALongTextIsCharged) {
  const std::string text = "[" + std::string(500'000, ' ') + "]";
  cx.budget.limits.steps = 1000;
  EXPECT_TRUE(read(text).is_retry());
  EXPECT_EQ(cx.trap.limit, Limit::k_steps);
}

}  // namespace
}  // namespace fermata
