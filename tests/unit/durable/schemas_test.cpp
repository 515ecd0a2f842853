// Arguments that somebody edits, and the schemas that they are checked by.
#include "durable/schemas/schema.h"
#include "durable/schemas/sentence.h"

#include <chrono>

#include "durable/schemas/fitted.h"
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

Data typed(const char* type, Data::Pairs more = {}) {
  more.emplace_back("x-type", type);
  return Data::dict(std::move(more));
}
Data decimal(const char* text) { return Data::object(ObjectKind::kDecimal, "", {{"text", text}}); }
// Of a value that fits.
Data as(const Data& schema, const Data& value) {
  EXPECT_EQ(misfit(schema, value), "");
  return fitted(schema, schema, value);
}

TEST(Fitted, TextsBecomeWhatTheyMean) {
  EXPECT_EQ(as(typed("decimal"), "90.10"), decimal("90.10"));
  EXPECT_EQ(as(typed("decimal"), 90), decimal("90"));
  EXPECT_EQ(as(typed("decimal"), decimal("1")), decimal("1"));
  EXPECT_EQ(as(typed("date"), "2024-02-29"), Data::object(ObjectKind::kDate, "", {{"iso", "2024-02-29"}}));
  EXPECT_EQ(as(typed("time"), "09:30"), Data::object(ObjectKind::kTime, "", {{"iso", "09:30:00"}}));
  EXPECT_EQ(as(typed("datetime"), "2026-12-01 09:30:00.5Z"),
            Data::object(ObjectKind::kDateTime, "", {{"iso", "2026-12-01T09:30:00.500000+00:00"}}));
  EXPECT_EQ(as(typed("datetime"), "2026-12-01T09:30:00-0530"),
            Data::object(ObjectKind::kDateTime, "", {{"iso", "2026-12-01T09:30:00-05:30"}}));
  EXPECT_EQ(as(typed("uuid"), "12345678-1234-5678-1234-56781234ABCD"),
            Data::object(ObjectKind::kUuid, "", {{"text", "12345678-1234-5678-1234-56781234abcd"}}));
  EXPECT_EQ(as(typed("bytes"), "AAE="), Data::bytes(std::string("\0\1", 2)));
}

TEST(Fitted, WhatMeansNothingIsAMisfit) {
  EXPECT_EQ(misfit(typed("decimal"), "ninety"), "x has to be a Decimal, such as \"84.50\", not 'ninety'");
  EXPECT_EQ(misfit(typed("decimal"), 3.5), "x has to be a Decimal, such as \"84.50\", not 3.5");
  for (const char* text : {"", ".", "1e", "NaN", "1_0", " 1", "1e1234567"}) EXPECT_NE(misfit(typed("decimal"), text), "") << text;
  for (const char* text : {"2026-02-30", "0000-01-01", "2026-1-01", "2026-12-01x"}) EXPECT_NE(misfit(typed("date"), text), "") << text;
  for (const char* text : {"24:00", "09", "09:60", "09:30:00.", "09:30:00.1234567", "09:30+25:00", "09:30 "})
    EXPECT_NE(misfit(typed("time"), text), "") << text;
  for (const char* text : {"2026-12-01", "2026-12-01T", "2026-12-0109:30"}) EXPECT_NE(misfit(typed("datetime"), text), "") << text;
  EXPECT_NE(misfit(typed("uuid"), "12345678123456781234567812345678"), "");
  EXPECT_EQ(misfit(typed("timedelta"), "PT1H"), "x has to be a timedelta, such as {\"$timedelta\": [0, 90, 0]}, not 'PT1H'");
  EXPECT_EQ(misfit(typed("bytes", {{"type", "string"}}), "?"), "x has to be bytes, as base64, not '?'");
  EXPECT_EQ(misfit(typed("set", {{"type", "array"}}), Data::list({Data::list({})})), "x is a set, and can't have [] in it");
  EXPECT_EQ(misfit(typed("decimal", {{"minimum", 0}}), "-0.01"), "x has to be 0 or more, not '-0.01'");
  EXPECT_EQ(misfit(typed("decimal", {{"minimum", 0}}), decimal("-1")), "x has to be 0 or more, not Decimal('-1')");
}

TEST(Fitted, ClassesAndWhatIsWithin) {
  const Data size = typed("enum", {{"enum", Data::list({"s", "l"})}, {"x-name", "Size"}, {"x-members", Data::list({"SMALL", "LARGE"})}});
  const Data large = Data::object(ObjectKind::kEnum, "Size", {{"name", "LARGE"}, {"value", "l"}});
  EXPECT_EQ(as(size, "l"), large);
  EXPECT_EQ(as(size, large), large);
  EXPECT_EQ(misfit(size, "xl"), "x has to be one of 's', 'l', not 'xl'");
  const Data line = typed("record", {{"type", "object"},
                                     {"x-name", "Line"},
                                     {"properties", Data::dict({{"size", size}, {"price", typed("decimal")}})},
                                     {"required", Data::list({"price"})},
                                     {"additionalProperties", false}});
  const Data schema =
      Data::dict({{"$defs", Data::dict({{"Line", line}})},
                  {"anyOf", Data::list({Data::dict({{"type", "null"}}),
                                        typed("tuple", {{"type", "array"}, {"items", Data::dict({{"$ref", "#/$defs/Line"}})}})})}});
  EXPECT_EQ(as(schema, Data()), Data());
  EXPECT_EQ(as(schema, Data::list({Data::dict({{"price", "1.5"}, {"size", "l"}})})),
            Data::tuple({Data::object(ObjectKind::kRecord, "Line", {{"price", decimal("1.5")}, {"size", large}})}));
  EXPECT_EQ(as(typed("set", {{"type", "array"}, {"items", typed("decimal")}}), Data::list({"1", "2", "1"})),
            Data::set({decimal("1"), decimal("2")}));
  EXPECT_EQ(as(Data::dict({{"additionalProperties", typed("decimal")}}), Data::dict({{"a", 1}})), Data::dict({{"a", decimal("1")}}));
}

TEST(Parameters, AreCalledByNameOrPlace) {
  fermata::Call call{.function = "refund", .args = {1, 2}, .kwargs = {{"note", "n"}}};
  EXPECT_TRUE(set_argument(call, "amount", 3, parameters()));
  EXPECT_TRUE(set_argument(call, "0", 4, parameters()));
  EXPECT_TRUE(set_argument(call, "note", "m", parameters()));
  EXPECT_TRUE(set_argument(call, "other", 5, parameters()));  // (which misfit() finds)
  EXPECT_EQ(call.args, (std::vector<Data>{4, 3}));
  EXPECT_EQ(call.kwargs, (Named{{"note", "m"}, {"other", 5}}));
  EXPECT_FALSE(set_argument(call, "amount", 3, Data()));
  call.args.clear();
  EXPECT_TRUE(set_argument(call, "amount", 3, Data()));
  // Who means what is passed by its place doesn't change what the program has called so among **options.
  fermata::Call forged{.function = "refund", .args = {1, 1'000'000}, .kwargs = {{"amount", 5}, {"0", 5}}};
  EXPECT_TRUE(set_argument(forged, "amount", 3, parameters()));
  EXPECT_TRUE(set_argument(forged, "0", 2, parameters()));
  EXPECT_TRUE(set_argument(forged, "**amount", 6, parameters()));
  EXPECT_EQ(forged.args, (std::vector<Data>{2, 3}));
  EXPECT_EQ(forged.kwargs, (Named{{"amount", 6}, {"0", 5}}));
}

class Templates : public StoreTest {
 protected:
  std::string said(const std::vector<Data>& told) {
    for (size_t i = 0; i < told.size(); ++i)
      hear_of(*store, {.name = "w" + std::to_string(i), .queues = {"default"}, .tools = {"refund"}, .parameters = {{"refund", told[i]}}},
              1'000);
    RunCall call;
    call.call = {.function = "refund", .args = {17, 1'000'000}};
    return sentence_text(call, KnownParameters(*store).arguments(call.call, "default"));
  }
  static Data of(Data::Items places, const char* summary) {
    const Data amount = Data::dict({{"default", 10}});
    return Data::dict(
        {{"properties", Data::dict({{"amount", amount}})}, {"x-places", Data::list(std::move(places))}, {"x-summary", summary}});
  }
};

TEST_P(Templates, AreSaidWhereAllWorkersAgree) {
  const Data ours = of({"order", "amount"}, "refund {amount} of {order}");
  EXPECT_EQ(said({ours, ours}), "refund 1000000 of 17");
  EXPECT_EQ(said({ours, of({"order", "currency", "amount"}, "refund {amount} of {order}")}), "Refund order 17, 1000000");
  EXPECT_EQ(said({ours, of({"order", "amount"}, "give {order} to somebody")}), "Refund order 17, amount 1000000");
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

TEST_P(EditedArguments, AreWhatTheirTypesAskFor) {
  const std::string id = ask();
  hear("w1", Data::dict({{"properties", Data::dict({{"order", text("integer")}, {"amount", typed("decimal")}})},
                         {"x-places", Data::list({"order", "amount"})}}));
  EXPECT_EQ(approve(id, "ninety"), "call " + id + ":1:1 isn't approved: amount has to be a Decimal, such as \"84.50\", not 'ninety'");
  EXPECT_EQ(approve(id, "90.10"), "");
  EXPECT_EQ(call(id, 1).call.args, (std::vector<Data>{1, decimal("90.10")}));
  EXPECT_TRUE(call(id, 1).asked.edited);
}

TEST_P(EditedArguments, WhatAWorkerKnewThatHasEndedCounts) {
  const std::string id = ask();
  hear("w1", parameters());
  forget_worker(*store, "w1");
  EXPECT_NE(approve(id, "x"), "");
  hear("w2", parameters(), 10);
  pass(2 * 3'600'000);
  hear("w3", Data());  // which forgets w2
  EXPECT_NE(approve(id, "x"), "");
  EXPECT_EQ(approve(id, 2), "");
}

TEST_P(EditedArguments, WhoDecidesMayKnow) {
  const std::string id = ask();
  Decision decision{.run = id, .call = 1, .shown = store->approval(id, 1)->shown, .who = "bo", .verdict = Verdict::kApprove};
  decision.changes = {{"order", "17"}};
  EXPECT_THROW(store->decide(decision), UsageError);  // nobody has told what it calls its arguments
  decision.parameters = Data::dict({{"properties", Data::dict({{"order", typed("decimal")}})}, {"x-places", Data::list({"order"})}});
  EXPECT_EQ(store->decide(decision), CallState::kPending);
  EXPECT_EQ(call(id, 1).call.args, (std::vector<Data>{decimal("17")}));
}

TEST_P(EditedArguments, TheSameInOtherWordsIsNoEdit) {
  const std::string id = submit();
  Lease lease = claim();
  Waiting one = asked(1, "refund", "command");
  one.call.args = {decimal("84.50")};
  store->advance(lease, {.state = "s", .waiting = {one}});
  hear("w1", Data::dict({{"properties", Data::dict({{"amount", typed("decimal")}})}, {"x-places", Data::list({"amount"})}}));
  Decision decision{.run = id, .call = 1, .shown = store->approval(id, 1)->shown, .who = "bo", .verdict = Verdict::kApprove};
  decision.args = {{"84.50"}};
  store->decide(decision);
  EXPECT_FALSE(call(id, 1).asked.edited);
  EXPECT_EQ(store->decisions(id).at(0).edited, "");
}

TEST_P(EditedArguments, AnswersAreWhatTheFunctionGives) {
  const Data returns = Data::dict({{"properties", Data::dict({})}, {"x-returns", typed("decimal")}});
  hear("w1", returns);
  const std::string decided = ask();
  Decision answer{.run = decided, .call = 1, .shown = store->approval(decided, 1)->shown, .who = "bo", .verdict = Verdict::kAnswer};
  answer.answer = Data("much");
  try {
    store->decide(answer);
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 ("call " + decided + ":1:1 isn't answered: the answer has to be a Decimal, such as \"84.50\", not 'much'").c_str());
  }
  answer.answer = Data("1.5");
  store->decide(answer);
  EXPECT_EQ(value(call(decided, 1)), decimal("1.5"));

  Lease first = claim();
  store->advance(first, {.then = Step::Then::kDone, .state = "s", .consumed = {1}});
  submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "refund", "command")}});
  const RunCall dispatched = store->dispatch(lease, {.call = 1, .tool = "command", .may_defer = true});
  store->defer(lease, 1, 1'000);
  EXPECT_THROW(store->answer_by_token(dispatched.token, Data("much")), UsageError);
  EXPECT_TRUE(store->answer_by_token(dispatched.token, Data("2")));
  EXPECT_FALSE(store->answer_by_token(dispatched.token, Data("2")));  // the same once more
  EXPECT_EQ(value(call(lease.run, 1)), decimal("2"));
}

INSTANTIATE_TEST_SUITE_P(Databases, EditedArguments, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);
INSTANTIATE_TEST_SUITE_P(Databases, Templates, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
