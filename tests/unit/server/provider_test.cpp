// What a provider's claims give, and the sign-ins that are under way.
#include <gtest/gtest.h>

#include "serialization/data_json.h"
#include "server/auth/people.h"
#include "server/auth/secrets.h"
#include "server/oidc/pending.h"
#include "server/server.h"

namespace fermata::server {
namespace {

Data data_of(const std::string& json) {
  Data data;
  std::string problem;
  EXPECT_TRUE(from_json(json, &data, &problem)) << problem;
  return data;
}

People with(const std::string& more) {
  return people_from(
      "[oidc]\nissuer = \"https://login.example.org\"\nclient_id = \"fermata\"\nurl = \"https://fermata.example.org/\"\nname = \"sub\"\n" +
          more,
      "auth.toml");
}

std::optional<Viewer> viewer_of(const People& people, const std::string& token) {
  return people.provider->viewer_of(people.provider->claims_of(data_of(token)));
}

TEST(Provider, HasItsSettings) {
  const Provider provider = *with("scopes = [\"openid\", \"profile\", \"groups\"]\n").provider;
  EXPECT_EQ(provider.callback(), "https://fermata.example.org/sign-in/callback");
  EXPECT_EQ(provider.scope, "openid profile groups");
  EXPECT_EQ(provider.label, "login.example.org");
  EXPECT_EQ(provider.client_secret, "");
}

TEST(Provider, ClaimsAreTextsAtPaths) {
  const People people = with(
      "[[oidc.grant]]\nclaim = \"a.b.c\"\nis = \"x\"\nmay = [\"submit\"]\n"
      "[[oidc.grant]]\nclaim = \"https://acme.example/groups\"\nis = \"x\"\nmay = [\"work\"]\n"
      "[[oidc.grant]]\nclaim = \"is_boss\"\nis = \"true\"\nmay = [\"decide:boss\"]\n");
  const auto may = [&](const std::string& token, Permission permission) {
    const auto viewer = viewer_of(people, token);
    return viewer && viewer->can(permission);
  };
  EXPECT_TRUE(may(R"({"a": {"b": {"c": ["y", "x"]}}})", Permission::kSubmit));
  EXPECT_TRUE(may(R"({"a.b": {"c": "x"}})", Permission::kSubmit));
  EXPECT_TRUE(may(R"({"a.b.c": "x"})", Permission::kSubmit));
  EXPECT_TRUE(may(R"({"https://acme.example/groups": ["x"]})", Permission::kWork));
  EXPECT_EQ(viewer_of(people, R"({"is_boss": true})")->roles, std::set<std::string>{"boss"});
  for (const char* token : {R"({})", R"({"a": "x"})", R"({"a": {"b": {"c": "xx"}}})", R"({"a": {"b": {"c": [["x"]]}}})",
                            R"({"a": {"b": {"c": {"x": 1}}}})", R"({"a": [{"b": {"c": "x"}}]})", R"({"is_boss": "True"})"})
    EXPECT_FALSE(viewer_of(people, token)) << token;
}

TEST(Provider, NoMoreIsKeptThanIsAskedFor) {
  const Provider provider = *with(
                                 "[[oidc.grant]]\nclaim = \"groups\"\nis = \"b\"\ntenant_claim = \"org\"\nmay = []\n"
                                 "[[oidc.grant]]\nclaim = \"groups\"\nis = \"x\"\nmay = []\n")
                                 .provider;
  const Claims claims = provider.claims_of(data_of(R"({"sub": "1", "groups": ["a", "b", "c"], "org": ["o", "p", "q"], "more": "m"})"));
  EXPECT_EQ(claims, (Claims{{"sub", {"1"}}, {"groups", {"b"}}, {"org", {"o", "p"}}}));
  EXPECT_EQ(provider.claims_of(data_of("{}")), Claims());
}

TEST(Provider, PermissionsAreOfOneTenant) {
  const People people = with(
      "[[oidc.grant]]\nclaim = \"groups\"\nis = \"acme\"\ntenant = \"acme\"\nmay = [\"view\"]\n"
      "[[oidc.grant]]\nclaim = \"groups\"\nis = \"root\"\nmay = [\"admin\"]\n"
      "[[oidc.grant]]\nclaim = \"groups\"\nis = \"umbrella\"\ntenant = \"umbrella\"\nmay = [\"submit\"]\n"
      "[[oidc.grant]]\nclaim = \"groups\"\nis = \"finance\"\ntenant_claim = \"org\"\nmay = [\"decide:finance\"]\n");
  const auto both = viewer_of(people, R"({"groups": ["umbrella", "acme", "root", "finance"], "org": "acme"})");
  EXPECT_EQ(both->tenant, "acme");
  EXPECT_TRUE(both->can(Permission::kDecide));
  EXPECT_FALSE(both->can(Permission::kSubmit) || both->can(Permission::kAdmin));
  EXPECT_EQ(viewer_of(people, R"({"groups": "root"})")->tenant, "");
  EXPECT_FALSE(viewer_of(people, R"({"groups": "finance"})"));
  EXPECT_FALSE(viewer_of(people, R"({"groups": "finance", "org": ""})"));
  EXPECT_FALSE(viewer_of(people, R"({"groups": "finance", "org": ["a", "b"]})"));
}

TEST(Provider, NamesAreOnePersons) {
  const People people = with(
      "[[oidc.grant]]\nmay = [\"view\"]\n[[person]]\nname = \"ada\"\noidc = \"17\"\nmay = [\"submit\"]\n[[person]]\nname = \"bo\"\nmay = "
      "[]\n");
  const auto by = [&](const std::string& token) { return people.by_claims(people.provider->claims_of(data_of(token))); };
  EXPECT_EQ(by(R"({"sub": "18"})").name, "18");
  EXPECT_EQ(by(R"({"sub": "17"})").name, "ada");
  EXPECT_TRUE(by(R"({"sub": "17"})").can(Permission::kSubmit));
  for (const char* token : {R"({"sub": "ada"})", R"({"sub": "bo"})", R"({"sub": ""})", R"({})", R"({"sub": ["1", "2"]})",
                            R"({"sub": "a\u0000b"})", R"({"sub": "\ud800"})"})
    EXPECT_THROW(by(token), NotKnown) << token;
  EXPECT_THROW(with("[[person]]\nname = \"a\"\noidc = \"x\"\nmay = []\n[[person]]\nname = \"b\"\noidc = \"x\"\nmay = []\n"), ServerError);
}

TEST(Pending, IsTakenOnceByItsBrowserInTime) {
  Pending pending;
  const Clock::time_point now{};
  const std::string state = pending.add("b1", {.nonce = "n", .next = "/runs"}, now);
  EXPECT_FALSE(pending.take(state, "b2", now) || pending.take(state, "", now) || pending.take("", "b1", now));
  const auto begun = pending.take(state, "b1", now + Pending::kTime);
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->next, "/runs");
  EXPECT_FALSE(pending.take(state, "b1", now));
  EXPECT_FALSE(pending.take(pending.add("b1", {}, now), "b1", now + Pending::kTime + std::chrono::seconds(1)));
  EXPECT_EQ(pending.size(), 0u);
}

TEST(Pending, IsBounded) {
  Pending pending;
  const Clock::time_point now{};
  const std::string first = pending.add("b", {}, now);
  for (size_t i = 1; i <= Pending::kMost; ++i) pending.add("b", {}, now + std::chrono::milliseconds(i));
  EXPECT_EQ(pending.size(), Pending::kMost);
  EXPECT_FALSE(pending.take(first, "b", now));
  pending.add("b", {}, now + 2 * Pending::kTime);
  EXPECT_EQ(pending.size(), 1u);
}

TEST(Secrets, TheChallengeOfAVerifier) {  // the example of RFC 7636
  EXPECT_EQ(code_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

}  // namespace
}  // namespace fermata::server
