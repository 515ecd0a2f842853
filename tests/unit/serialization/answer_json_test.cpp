// Answers as JSON: values, and exceptions with all that is known of them.
#include <gtest/gtest.h>

#include "serialization/data_json.h"

namespace fermata {
namespace {

Error full_error() {
  return {
      .type = "OrderError",
      .message = "no\n\"such\" order",
      .traceback = "Traceback …\n",
      .args = {17, Data::tuple({"a", Data()})},
      .hint = "Did you mean: 'orders'?",
      .frames = {{.function = "<module>", .file = "a.py", .line = 3, .column = 1, .end_line = 3, .end_column = 8, .source_line = "f(1)"}},
      .base = "LookupError, ValueError",
      .attributes = {{"order", 17}, {"__notes__", Data::list({"look elsewhere"})}},
      .exceptions = {{.type = "KeyError", .args = {"k"}}},
      .cause = {{.type = "OSError", .cause = {{.type = "ValueError"}}}},
      .module = "orders",
      .declared = true};
}

TEST(AnswerJson, ValuesAndErrorsComeBack) {
  for (const Answer& answer : {Answer(Data::dict({{"$raise", 1}})), Answer(Error{.type = "KeyError"}), Answer(full_error())}) {
    const std::string text = answer_to_json(answer);
    Answer read;
    std::string problem;
    ASSERT_TRUE(answer_from_json(text, &read, &problem)) << text << problem;
    EXPECT_EQ(answer_to_json(read), text);
    EXPECT_EQ(read.index(), answer.index());
  }
  EXPECT_EQ(answer_to_json(Error{.type = "KeyError"}), R"({"$raise": {"type": "KeyError", "message": ""}})");
}

TEST(AnswerJson, EveryMemberOfAnErrorIsLookedAt) {
  for (const char* wrong :
       {R"(5)", R"({})", R"({"message": "m"})", R"({"type": 5})", R"({"type": "E", "message": 5})", R"({"type": "E", "args": {}})",
        R"({"type": "E", "attributes": []})", R"({"type": "E", "attributes": {"$dict": [[1, 2]]}})", R"({"type": "E", "frames": [5]})",
        R"({"type": "E", "frames": [{"function": "f", "at": [1, 2, 3]}]})", R"({"type": "E", "frames": [{"at": [1, 2, 3, -4]}]})",
        R"({"type": "E", "cause": [{}]})", R"({"type": "E", "exceptions": 1})", R"({"type": "E", "declared": 1})",
        R"({"type": "E", "base": []})"}) {
    Answer read;
    std::string problem;
    EXPECT_FALSE(answer_from_json(std::string(R"({"$raise": )") + wrong + "}", &read, &problem)) << wrong;
    EXPECT_NE(problem.find("$raise takes"), std::string::npos) << problem;
  }
}

TEST(AnswerJson, WhateverCrossesABorderIsReadBack) {
  // As deep as values cross, in the form that nests deepest.
  Data value;
  for (int depth = 0; depth < 200; ++depth)
    value = Data::object(ObjectKind::kRecord, "Link", {{"next", depth % 2 ? value : Data::dict({{1, std::move(value)}})}});
  const std::string text = answer_to_json(Error{.type = "E", .args = {value}});
  Answer read;
  std::string problem;
  EXPECT_FALSE(answer_from_json(text, &read, &problem));
  ASSERT_TRUE(answer_from_json(text, &read, &problem, kMaxWrittenDepth)) << problem;
  EXPECT_TRUE(std::get<Error>(read).args.at(0) == value);
}

}  // namespace
}  // namespace fermata
