// Approvals that are handed over, and taken back.
#include "approvals.h"

namespace fermata::durable {
namespace {

using Delegating = Approvals;

TEST_P(Delegating, SomebodyDecidesInAnothersPlace) {
  const std::string id = ask({.roles = {"finance"}, .quorum = 2});
  const Handling ada{id, 1, "ada", {"finance"}};
  EXPECT_THROW(store->delegate(ada, "ada"), UsageError);
  EXPECT_NE(refusal([&] { store->delegate({id, 1, "bo"}, "cy"); }), "");
  store->delegate(ada, "bo");
  EXPECT_EQ(refusal([&] { store->decide(by(id, "ada", Verdict::kApprove, {"finance"})); }), "ada has handed " + key(id) + " to bo");
  store->decide(by(id, "bo"));
  EXPECT_NE(refusal([&] { store->delegate({id, 1, "bo"}, "cy"); }), "") << "they have approved";
  EXPECT_NE(refusal([&] { store->delegate({id, 1, "di", {"finance"}}, "bo"); }), "") << "nobody has two voices";
  store->delegate({id, 1, "di", {"finance"}}, "ada");  // who has hers back
  EXPECT_EQ(store->decide(by(id, "ada")), CallState::kPending);
}

TEST_P(Delegating, WhatIsHandedOverIsTakenBack) {
  const std::string id = ask({.roles = {"finance"}, .quorum = 2});
  const Handling ada{id, 1, "ada", {"finance"}};
  store->delegate(ada, "nobody");
  store->delegate({id, 1, "nobody"}, "else");
  store->delegate(ada, "ada");
  EXPECT_TRUE(approval(id).call.asked.delegated.empty()) << "nor has anybody it from whom she gave it to";
  EXPECT_NE(refusal([&] { store->decide(by(id, "else")); }), "");
  EXPECT_THROW(store->delegate(ada, "ada"), UsageError);
  // One voice is one voice.
  store->delegate(ada, "bo");
  store->decide(by(id, "bo"));
  EXPECT_EQ(refusal([&] { store->delegate(ada, "ada"); }), "bo has approved " + key(id) + " already");
  // And who has lost the role gets nothing back.
  const std::string other = ask({.roles = {"finance"}});
  store->delegate({other, 1, "ada", {"finance"}}, "bo");
  EXPECT_NE(refusal([&] { store->delegate({other, 1, "ada"}, "ada"); }), "");
  EXPECT_EQ(approval(other).call.asked.delegated.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Databases, Delegating, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
