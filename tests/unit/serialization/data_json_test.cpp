// Objects among Data, and their JSON.
#include <gtest/gtest.h>

#include "serialization/data_json.h"

namespace fermata {
namespace {

Data object(ObjectKind kind, std::string type, Data::Pairs fields) { return Data::object(kind, std::move(type), std::move(fields)); }

struct Pair {
  Data data;
  const char* json;
};

std::vector<Pair> pairs() {
  const Data red = object(ObjectKind::kEnum, "Color", {{"name", "RED"}, {"value", 1}});
  return {
      {object(ObjectKind::kDate, "", {{"iso", "2026-11-21"}}), R"({"$date": "2026-11-21"})"},
      {object(ObjectKind::kTime, "", {{"iso", "10:00:00"}}), R"({"$time": "10:00:00"})"},
      {object(ObjectKind::kTime, "", {{"iso", "10:00:00"}, {"fold", 1}}), R"({"$time": {"iso": "10:00:00", "fold": 1}})"},
      {object(ObjectKind::kDateTime, "", {{"iso", "2026-11-21T10:00:00+00:00"}}), R"({"$datetime": "2026-11-21T10:00:00+00:00"})"},
      {object(ObjectKind::kTimeDelta, "", {{"days", -1}, {"seconds", 3600}, {"microseconds", 5}}), R"({"$timedelta": [-1, 3600, 5]})"},
      {object(ObjectKind::kDecimal, "", {{"text", "1.50"}}), R"({"$decimal": "1.50"})"},
      {object(ObjectKind::kUuid, "", {{"text", "12345678-1234-5678-1234-567812345678"}}),
       R"({"$uuid": "12345678-1234-5678-1234-567812345678"})"},
      {object(ObjectKind::kComplex, "", {{"real", 1.0}, {"imag", -2.5}}), R"({"$complex": [1.0, -2.5]})"},
      {red, R"({"$enum": {"type": "Color", "name": "RED", "value": 1}})"},
      {object(ObjectKind::kEnum, "Access", {{"name", Data()}, {"value", 0}}), R"({"$enum": {"type": "Access", "name": null, "value": 0}})"},
      {object(ObjectKind::kNamedTuple, "Point", {{"x", 1}, {"y", 2}}), R"({"$namedtuple": {"type": "Point", "fields": {"x": 1, "y": 2}}})"},
      {object(ObjectKind::kRecord, "Order", {{"id", 1}, {"colors", Data::list({red})}}),
       R"({"$record": {"type": "Order", "fields": {"id": 1, "colors": [{"$enum": {"type": "Color", "name": "RED", "value": 1}}]}}})"},
      {object(ObjectKind::kRecord, "Empty", {}), R"({"$record": {"type": "Empty", "fields": {}}})"},
      {object(ObjectKind::kHandle, "Database", {{"name", "db"}}), R"({"$handle": {"type": "Database", "name": "db"}})"},
      {object(ObjectKind::kDateTime, "", {{"iso", "2026-11-21T10:00:00+01:00"}, {"zone", "CET"}}),
       R"({"$datetime": {"iso": "2026-11-21T10:00:00+01:00", "zone": "CET"}})"},
      {object(ObjectKind::kFraction, "", {{"numerator", -1}, {"denominator", Data::big_int("36893488147419103232")}}),
       R"({"$fraction": [-1, {"$int": "36893488147419103232"}]})"},
      {object(ObjectKind::kIpAddress, "IPv4Network", {{"text", "10.0.0.0/8"}}),
       R"({"$ipaddress": {"type": "IPv4Network", "text": "10.0.0.0/8"}})"},
      {object(ObjectKind::kPath, "PosixPath", {{"text", "a/b"}}), R"({"$path": {"type": "PosixPath", "text": "a/b"}})"},
      {object(ObjectKind::kInstance, "P", {{"module", "m"}, {"repr", "<P>"}, {"attributes", Data()}}),
       R"({"$instance": {"type": "P", "module": "m", "repr": "<P>", "attributes": null}})"},
  };
}

TEST(DataJson, ObjectsAreWrittenWithTheirTagAndReadBack) {
  for (const auto& [data, json] : pairs()) {
    EXPECT_EQ(to_json(data), json);
    Data read;
    std::string error;
    ASSERT_TRUE(from_json(json, &read, &error)) << json << ": " << error;
    EXPECT_TRUE(read == data) << json;
  }
}

TEST(DataJson, HexadecimalIntsAreThoseBeyond64Bits) {
  for (const char* digits : {"0x8000000000000000", "0xffffffffffffffff", "-0x8000000000000001", "0x10000000000000000"}) {
    const std::string json = to_json(Data::big_int(digits));
    Data read;
    std::string error;
    ASSERT_TRUE(from_json(json, &read, &error)) << json << ": " << error;
    EXPECT_TRUE(read == Data::big_int(digits)) << json;
  }
  for (const char* digits : {"0x7fffffffffffffff", "-0x8000000000000000", "0x1", "0x", "0x08000000000000000", "0xg000000000000000"}) {
    Data read;
    std::string error;
    EXPECT_FALSE(from_json(std::string(R"({"$int": ")") + digits + R"("})", &read, &error)) << digits;
  }
}

TEST(DataJson, NoTwoObjectsAreEqual) {
  const std::vector<Pair> all = pairs();
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < all.size(); ++j) EXPECT_EQ(all[i].data == all[j].data, i == j) << all[i].json << all[j].json;
}

TEST(DataJson, ContentThatATagDoesNotTakeIsRefused) {
  const std::pair<const char*, const char*> texts[] = {
      {R"({"$date": 5})", "line 1 column 1: $date takes a text"},
      {R"({"$date": {"iso": "2026-11-21", "fold": 1}})", "line 1 column 1: $date takes a text"},
      {R"([{"$time": {"iso": "10:00:00", "fold": 2}}])",
       "line 1 column 2: $time takes a text, or {\"iso\": text, \"fold\": 1, \"zone\": text}"},
      {R"({"$datetime": {"iso": "2026-11-21"}})",
       "line 1 column 1: $datetime takes a text, or {\"iso\": text, \"fold\": 1, \"zone\": text}"},
      {R"({"$timedelta": [1, 2]})", "line 1 column 1: $timedelta takes [days, seconds, microseconds]"},
      {R"({"$timedelta": [1, 2, 0.5]})", "line 1 column 1: $timedelta takes [days, seconds, microseconds]"},
      {R"({"$complex": ["1", 2]})", "line 1 column 1: $complex takes [real, imag]"},
      {R"({"$enum": {"type": "Color", "name": "RED"}})", "line 1 column 1: $enum takes {\"type\": text, \"name\": text, \"value\": value}"},
      {R"({"$enum": {"type": 1, "name": "RED", "value": 1}})",
       "line 1 column 1: $enum takes {\"type\": text, \"name\": text, \"value\": value}"},
      {R"({"$record": {"type": "Order", "fields": [1]}})", "line 1 column 1: $record takes {\"type\": text, \"fields\": {…}}"},
      {R"({"$record": {"type": "Order", "fields": {"$dict": [[1, 2]]}}})",
       "line 1 column 1: $record takes {\"type\": text, \"fields\": {…}}"},
      {R"({"$record": {"type": "Order", "fields": {}, "more": 1}})", "line 1 column 1: $record takes {\"type\": text, \"fields\": {…}}"},
      {R"({"$handle": {"type": "Database", "name": null}})", "line 1 column 1: $handle takes {\"type\": text, \"name\": text}"},
      {R"({"$handle": []})", "line 1 column 1: $handle takes {\"type\": text, \"name\": text}"},
  };
  for (const auto& [json, expected] : texts) {
    Data read;
    std::string error;
    EXPECT_FALSE(from_json(json, &read, &error)) << json;
    EXPECT_EQ(error, expected) << json;
  }
}

TEST(DataJson, IntsAreTakenForTheFloatsOfAComplex) {
  Data read;
  std::string error;
  ASSERT_TRUE(from_json(R"({"$complex": [1, 2]})", &read, &error));
  EXPECT_TRUE(read == object(ObjectKind::kComplex, "", {{"real", 1.0}, {"imag", 2.0}}));
}

TEST(DataJson, FieldsAreFoundByName) {
  const Data point = object(ObjectKind::kNamedTuple, "Point", {{"x", 1}, {"y", 2}});
  ASSERT_TRUE(point.find("y"));
  EXPECT_TRUE(*point.find("y") == Data(2));
  EXPECT_FALSE(point.find("z"));
  EXPECT_TRUE(point.is_object(ObjectKind::kNamedTuple));
  EXPECT_FALSE(point.is_object(ObjectKind::kRecord));
  EXPECT_EQ(object(ObjectKind::kDecimal, "", {{"text", "1"}}).as_object().type_name, "Decimal");
}

TEST(DataJson, WhatIsSharedIsWrittenOnceWhereItMatters) {
  const Data part = Data::list({1});
  EXPECT_EQ(to_json(Data::tuple({part, part})), R"({"$tuple": [[1], [1]]})");
  Data big = Data::dict({{"k", 1}});
  for (int i = 0; i < 100; ++i) big = i % 3 ? Data::list({big, big}) : Data::tuple({big, Data::set({}), big});
  const std::string text = to_json(big);
  EXPECT_LT(text.size(), 5000u);
  Data read;
  std::string error;
  ASSERT_TRUE(from_json(text, &read, &error)) << error;
  EXPECT_TRUE(read == big);
  EXPECT_EQ(to_json(read), text);
  const Data long_text(std::string(300'000, 'x'));
  const Data texts = Data::list({long_text, Data::dict({{long_text, long_text}}), Data::list({long_text, long_text, long_text})});
  EXPECT_LT(to_json(texts).size(), 310'000u);
  ASSERT_TRUE(from_json(to_json(texts), &read, &error)) << error;
  EXPECT_TRUE(read == texts);
}

TEST(DataJson, NumbersOfSharedPartsAreChecked) {
  const auto refused = [](const std::string& text) {
    Data data;
    std::string error;
    return from_json(text, &data, &error) ? "read as " + to_json(data) : error;
  };
  EXPECT_EQ(refused(R"([{"$share": [1, [2]]}, {"$ref": 1}])"), "read as [[2], [2]]");
  EXPECT_EQ(refused(R"([{"$ref": 1}])"), "line 1 column 2: $ref takes the number of a value that was shared before");
  EXPECT_EQ(refused(R"({"$share": [1, [{"$ref": 1}]]})"), "line 1 column 17: $ref takes the number of a value that was shared before");
  EXPECT_EQ(refused(R"([{"$share": [1, 2]}, {"$share": [1, 3]}])"), "line 1 column 22: two values are shared under the same number");
  EXPECT_EQ(refused(R"({"$share": 5})"), "line 1 column 1: $share takes [number, value]");
  EXPECT_EQ(refused(R"([{"$share": [1, ["a"]]}, {"$tuple": {"$ref": 1}}, {"$ref": 1}])"), R"(read as [["a"], {"$tuple": ["a"]}, ["a"]])");
  // Depth adds up.
  std::string deep = R"([{"$share": [0, 1]})";
  for (int i = 1; i < 400; ++i) deep += R"(, {"$share": [)" + std::to_string(i) + R"(, [[{"$ref": )" + std::to_string(i - 1) + "}]]]}";
  EXPECT_NE(refused(deep + "]").find("nested too deeply"), std::string::npos);
  // A tuple of shared tuples is looked at once to see whether it can be a key.
  std::string wide = R"([{"$share": [0, {"$tuple": [1]}]})";
  for (int i = 1; i < 90; ++i)
    wide += R"(, {"$share": [)" + std::to_string(i) + R"(, {"$tuple": [{"$ref": )" + std::to_string(i - 1) + R"(}, {"$ref": )" +
            std::to_string(i - 1) + "}]}]}";
  EXPECT_TRUE(refused(wide + R"(, {"$set": [{"$ref": 89}]}])").starts_with("read as "));
}

}  // namespace
}  // namespace fermata
