// Arguments that somebody edits, and the schemas that they are checked by.
#include "durable/schemas/schema.h"

#include <chrono>

#include "durable/schemas/parameters.h"
#include "fermata/durable/workers.h"
#include "fermata/error.h"
#include "stores.h"

namespace fermata::durable {
namespace {

Data text(const char* name) { return Data::dict({{"type", name}}); }
std::string misfit(const Data& schema, const Data& value) { return SchemaChecker(schema).misfit(schema, value, "x"); }

TEST(Schema, TypesAndBounds) {
  EXPECT_EQ(misfit(text("integer"), Data(1)), "");
  EXPECT_EQ(misfit(text("integer"), Data(1.5)), "x has to be a whole number, not 1.5");
  EXPECT_EQ(misfit(text("number"), Data(1)), "");
  EXPECT_EQ(misfit(text("number"), Data(true)), "x has to be a number, not True");
  EXPECT_EQ(misfit(Data::dict({{"type", Data::list({"string", "null"})}}), Data(1)), "x has to be a text or None, not 1");
  EXPECT_EQ(misfit(Data::dict({{"type", "integer"}, {"minimum", 0}, {"maximum", 9}}), Data(10)), "x has to be 9 or less, not 10");
  EXPECT_EQ(misfit(Data::dict({{"exclusiveMinimum", 0}}), Data(0)), "x has to be more than 0, not 0");
  EXPECT_EQ(misfit(Data::dict({{"minLength", 1}}), Data("")), "x has to be a text that isn't empty, not ''");
  EXPECT_EQ(misfit(Data::dict({{"maxLength", 2}}), Data("äöü")), "x has to be a text of at most 2 characters, not 'äöü'");
  EXPECT_EQ(misfit(Data::dict({{"enum", Data::list({"a", "b"})}}), Data("c")), "x has to be one of 'a', 'b', not 'c'");
  EXPECT_EQ(misfit(Data::dict({{"const", 1}}), Data(1.0)), "");
  EXPECT_EQ(misfit(Data::dict({{"type", "string"}, {"format", "date"}}), Data("2026-13-01")),
            "x has to be a date such as 2026-11-30, not '2026-13-01'");
  EXPECT_EQ(misfit(Data::dict({{"type", "string"}, {"format", "date"}}), Data::object(ObjectKind::kDate, "date", {{"iso", "2026-11-30"}})),
            "");
  EXPECT_EQ(misfit(Data(true), Data(1)), "");
  EXPECT_EQ(misfit(Data("no schema"), Data(1)), "");
}

TEST(Schema, WhatIsWithin) {
  const Data item = Data::dict({{"type", "object"},
                                {"properties", Data::dict({{"price", text("number")}})},
                                {"required", Data::list({"price"})},
                                {"additionalProperties", false}});
  const Data schema = Data::dict(
      {{"$defs", Data::dict({{"Item", item}})}, {"type", "array"}, {"items", Data::dict({{"$ref", "#/$defs/Item"}})}, {"maxItems", 2}});
  const auto of = [](Data::Pairs fields) { return Data::list({Data::dict({{"price", 1}}), Data::dict(std::move(fields))}); };
  EXPECT_EQ(misfit(schema, of({{"price", 2}})), "");
  EXPECT_EQ(misfit(schema, of({{"price", "2"}})), "x[1].price has to be a number, not '2'");
  EXPECT_EQ(misfit(schema, of({})), "x[1].price is missing");
  EXPECT_EQ(misfit(schema, of({{"price", 2}, {"sum", 1}})), "x[1] has no field sum");
  EXPECT_EQ(misfit(schema, Data::list({1, 2, 3})), "x has at most 2 items, not 3");
  // A class of the host's has made it.
  EXPECT_EQ(misfit(schema, Data::list({Data::object(ObjectKind::kRecord, "Item", {{"price", 1}, {"more", 2}})})), "");
  EXPECT_EQ(misfit(Data::dict({{"anyOf", Data::list({text("integer"), text("null")})}}), Data("a")), "x has to be a whole number, not 'a'");
}

TEST(Schema, AHostileOneCostsLittle) {
  const Data itself = Data::dict({{"$ref", "#"}});
  EXPECT_EQ(misfit(itself, Data(1)), "");
  const Data twice = Data::dict({{"anyOf", Data::list({itself, itself})}});
  EXPECT_EQ(misfit(twice, Data(1)), "x can't be checked: its schema is too complicated");
  Data::Items many;
  Data::Pairs fields;
  for (int i = 0; i < 20'000; ++i) {
    many.emplace_back("field " + std::to_string(i));
    fields.emplace_back("other " + std::to_string(i), i);
  }
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(misfit(Data::dict({{"items", Data::dict({{"enum", Data::list(many)}})}}), Data::list(Data::Items(20'000, many.back()))),
            "x[25] can't be checked: its schema is too complicated");
  EXPECT_NE(misfit(Data::dict({{"properties", Data::dict(fields)}, {"required", Data::list(many)}}), Data::dict(fields)), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

// def refund(order, /, amount: number, *more: integer, note: string = "")
Data parameters() {
  return Data::dict({{"type", "object"},
                     {"properties", Data::dict({{"order", Data::dict({})},
                                                {"amount", text("number")},
                                                {"more", Data::dict({{"type", "array"}, {"items", text("integer")}})},
                                                {"note", text("string")}})},
                     {"required", Data::list({"order", "amount"})},
                     {"additionalProperties", false},
                     {"x-places", Data::list({"order", "amount"})},
                     {"x-unnamed", 1},
                     {"x-rest", "more"}});
}

using Named = std::vector<std::pair<std::string, Data>>;
std::string called(std::vector<Data> args, Named kwargs, const fermata::Call& was = {}) {
  return arguments_misfit(parameters(), {.function = "refund", .args = std::move(args), .kwargs = std::move(kwargs)}, was);
}

TEST(Parameters, HowTheyArePassed) {
  EXPECT_EQ(called({1, 2}, {}), "");
  EXPECT_EQ(called({1}, {{"amount", 2}, {"note", "n"}}), "");
  EXPECT_EQ(called({1, 2, 3, 4}, {}), "");
  EXPECT_EQ(called({1, "2"}, {}), "amount has to be a number, not '2'");
  EXPECT_EQ(called({1, 2, 3, "4"}, {}), "more[1] has to be a whole number, not '4'");
  EXPECT_EQ(called({1}, {}), "refund() needs its argument amount");
  EXPECT_EQ(called({1, 2}, {{"amount", 2}}), "refund() is given amount twice");
  EXPECT_EQ(called({1}, {{"amuont", 2}}), "refund() has no argument amuont (did you mean amount?)");
  EXPECT_EQ(called({}, {{"order", 1}, {"amount", 2}}), "refund() has no argument order");
  EXPECT_EQ(called({1, 2}, {{"more", Data::list({})}}), "refund() has no argument more");
}

TEST(Parameters, WhatTheProgramGaveIsItsOwn) {
  const fermata::Call was{.function = "refund", .args = {1, "2"}, .kwargs = {{"note", 3}}};
  EXPECT_EQ(called({7, "2"}, {{"note", 3}}, was), "");
  EXPECT_EQ(called({7, "3"}, {{"note", 3}}, was), "amount has to be a number, not '3'");
  EXPECT_EQ(called({7, "2"}, {{"note", 4}}, was), "note has to be a text, not 4");
}

class EditedArguments : public StoreTest {
 protected:
  void hear(const std::string& name, const Data& parameters, uint64_t ms = 1'000) {
    WorkerInfo worker{.name = name, .queues = {"default"}, .tools = {"refund"}};
    if (!parameters.is_none()) worker.parameters = {{"refund", parameters}};
    hear_of(*store, worker, ms);
  }
  std::string approve(const std::string& id, const Data& amount) {
    try {
      store->decide({.run = id,
                     .call = 1,
                     .shown = store->approval(id, 1)->shown,
                     .who = "bo",
                     .channel = "test",
                     .verdict = Verdict::kApprove,
                     .args = {{1, amount}}});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  std::string ask() {
    const std::string id = submit();
    Lease lease = claim();
    store->advance(lease, {.state = "s", .waiting = {asked(1, "refund", "command")}});
    return id;
  }
};

TEST_P(EditedArguments, AreCheckedByWhatWorkersKnow) {
  const std::string id = ask();
  hear("w1", parameters());
  EXPECT_EQ(approve(id, "x"), "call " + id + ":1:1 isn't approved: amount has to be a number, not 'x'");
  EXPECT_EQ(call(id, 1).state, CallState::kAwaitingApproval);
  EXPECT_EQ(call(id, 1).call.args, (std::vector<Data>{1}));
  EXPECT_TRUE(store->decisions(id).empty());
  EXPECT_EQ(approve(id, 2), "");
  EXPECT_EQ(call(id, 1).state, CallState::kPending);
}

TEST_P(EditedArguments, OneWorkerWillDo) {
  const std::string id = ask();
  hear("w1", Data::dict({{"properties", Data::dict({{"order", text("integer")}, {"amount", text("string")}})},
                         {"x-places", Data::list({"order", "amount"})}}));
  hear("w2", parameters());
  EXPECT_NE(approve(id, Data::list({})), "");
  EXPECT_EQ(approve(id, "x"), "");
}

TEST_P(EditedArguments, OfWorkersThatAreGoneTheLastWordCounts) {
  const std::string id = ask();
  hear("w1", parameters(), 10);
  pass(1'000);
  EXPECT_NE(approve(id, "x"), "");
  hear("w1", Data());  // it has other tools now
  EXPECT_EQ(approve(id, "x"), "");
}

INSTANTIATE_TEST_SUITE_P(Databases, EditedArguments, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
