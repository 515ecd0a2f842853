// Classes of the host that changed while a state slept.
#include <gtest/gtest.h>

#include "again.h"
#include "fermata/session.h"
#include "serialization/data_json.h"

namespace fermata {
namespace {

const TypeDeclaration kOrder{.name = "Order", .fields = {{"id"}, {"total"}}};
const TypeDeclaration kColor{.kind = ObjectKind::kEnum, .name = "Color", .fields = {{"RED", 1}}};

std::string state_of(const std::string& text, StateEncoding encoding = StateEncoding::kMessagePack) {
  std::vector<Finding> findings;
  auto program = Program::compile(text, "agent.py", &findings);
  EXPECT_TRUE(program) << (findings.empty() ? "" : findings[0].text);
  Session s(program, {.functions = {"ask"}, .types = {kOrder, kColor}});
  EXPECT_EQ(s.start().status, Status::kPaused);
  return s.save(encoding);
}

std::string loaded_with(const std::string& state, const std::vector<TypeDeclaration>& types, bool maps = false) {
  SessionOptions options;
  options.types = types;
  options.maps_old_values = maps;
  StateProblem problem;
  auto s = Session::load(state, options, &problem);
  if (!s) return problem.kind + ": " + problem.message;
  s = again(*s, StateEncoding::kJson, options);
  const Outcome o = s->resume(s->pending()[0].id, Data());
  return o.error ? o.error->type + ": " + o.error->message : to_json(o.result);
}

TEST(ChangedTypes, WhatIsNewIsAdded) {
  const std::string state = state_of("a = Order(1, 2)\nask()\n(repr(a), repr(Order(3, 4)), len(Color))");
  EXPECT_EQ(loaded_with(state, {kOrder, kColor}), R"j({"$tuple": ["Order(id=1, total=2)", "Order(id=3, total=4)", 1]})j");
  EXPECT_EQ(loaded_with(state, {{.name = "Order", .fields = {{"id"}, {"total"}, {"tags", Data::list()}}},
                                {.kind = ObjectKind::kEnum, .name = "Color", .fields = {{"RED", 1}, {"BLUE", 2}}}}),
            R"j({"$tuple": ["Order(id=1, total=2, tags=[])", "Order(id=3, total=4, tags=[])", 2]})j");
}

TEST(ChangedTypes, WhatDoesNotFitIsNamed) {
  const std::string state = state_of("a = Order(1, 2)\nask(a)\nrepr(a)");
  const std::vector<TypeDeclaration> today{{.name = "Order", .fields = {{"id"}, {"amount"}}},
                                           {.kind = ObjectKind::kEnum, .name = "Color", .fields = {{"BLUE", 2}}}};
  EXPECT_EQ(loaded_with(state, today),
            "changed type: Order has no field 'total' any more, but the state's has it; Order has a new field 'amount' without a "
            "default, which the state's lacks; Color has no member 'RED' any more, but the state's has it");
  EXPECT_EQ(loaded_with(state, today, true), "\"Order(id=1, total=2)\"");
  auto s = Session::load(state, {}, nullptr);
  const uint64_t steps = s->spent().steps;
  EXPECT_EQ(s->misfits(today).size(), 3u);
  EXPECT_EQ(s->spent().steps, steps);
  EXPECT_TRUE(s->misfits({kOrder, kColor}).empty());
  std::vector<std::string> names;
  for (const TypeDeclaration& type : s->types()) names.push_back(std::string(to_string(type.kind)) + " " + type.name);
  EXPECT_EQ(names, (std::vector<std::string>{"record Order", "enum Color"}));
  int values = 0;
  s->each_value("Order", [&](const Data& value) { return ++values, value.find("total") != nullptr; });
  EXPECT_EQ(values, 1);
}

// Whatever a state says that its classes are.
TEST(ChangedTypes, StatesAreHostile) {
  const std::string state = state_of("a = Order(1, 2)\nask(a)\nrepr(a)", StateEncoding::kJson);
  const size_t kind = state.rfind('{', state.find(R"("$str": "record")")), cls = state.find('{', kind + 1), fields = state.find('[', cls);
  ASSERT_LT(fields, state.size());
  const std::vector<TypeDeclaration> today{{.name = "Order", .fields = {{"id"}, {"total"}, {"vat", 7}}},
                                           {.kind = ObjectKind::kEnum, .name = "Color", .fields = {{"RED", 1}, {"BLUE", 2}}}};
  const auto load = [&](const std::string& forged) {
    StateProblem problem;
    SessionOptions options;
    options.types = today;
    auto s = Session::load(forged, options, &problem);
    if (s) s->resume(s->pending()[0].id, Data());
    return s ? "loaded" : problem.kind;
  };
  const auto with = [&](size_t begin, size_t end, const char* text) { return load(std::string(state).replace(begin, end - begin, text)); };
  EXPECT_EQ(load(state), "loaded");
  EXPECT_EQ(with(kind, state.find('}', kind) + 1, "\"enum\""), "changed type");
  EXPECT_EQ(with(kind, state.find('}', kind) + 1, "\"handle\""), "changed type");
  for (const char* odd : {"3", "[]", "\"\"", "\"date\""})
    EXPECT_EQ(with(kind, state.find('}', kind) + 1, odd), "loaded") << odd;  // none of ours: declared again
  for (const char* odd : {"5", "null", R"({"$image": "type:list"})", R"({"$image": "type:object"})"})
    with(cls, state.find('}', cls) + 1, odd);
  for (const char* odd : {"5", "[7, 8]", R"([{"$str": "id"}])", "[]", R"([{"$str": "id"}, {"$str": "id"}, {"$str": "gone"}])"})
    with(fields, state.find(']', fields) + 1, odd);
}

}  // namespace
}  // namespace fermata
