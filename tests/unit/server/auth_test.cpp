// Who may do what: auth.toml, hashes, browsers' sessions, failed sign-ins, and who a request comes from.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "server/auth/people.h"
#include "server/auth/secrets.h"
#include "server/auth/sessions.h"
#include "server/guard.h"

namespace fermata::server {
namespace {

std::string problem_of(const std::string& text) {
  try {
    people_from(text, "auth.toml");
  } catch (const ServerError& error) {
    return error.what();
  }
  return "";
}

TEST(People, ArePersonsAndTokens) {
  const std::string token = new_token(), hash = password_hash("correct horse");
  const People people =
      people_from("[[person]]\nname = \"ada\"\npassword = \"" + hash +
                      "\"\nmay = [\"decide:finance\", \"submit\"]\n[[token]]\nname = \"ci\"\nhash = \"" + token_hash(token) +
                      "\"\ntenant = \"acme\"\nmay = [\"work\"]\n[proxy]\nheader = \"X-Remote-User\"\nfrom = [\"10.0.0.1\"]\n",
                  "auth.toml");
  const Viewer& ada = people.persons.at("ada").viewer;
  EXPECT_TRUE(ada.can(Permission::kView) && ada.can(Permission::kDecide) && ada.can(Permission::kSubmit));
  EXPECT_FALSE(ada.can(Permission::kWork) || ada.can(Permission::kAdmin));
  EXPECT_EQ(ada.roles, std::set<std::string>{"finance"});
  const Known* ci = people.by_token(token);
  ASSERT_TRUE(ci);
  EXPECT_EQ(ci->viewer.tenant, "acme");
  EXPECT_FALSE(people.by_token(token + "x") || people.by_token(""));
  EXPECT_EQ(people.proxy_header, "x-remote-user");
}

TEST(People, WhatIsWrongIsToldWithItsLine) {
  const std::string hash(64, 'a');
  EXPECT_EQ(problem_of("\n[[person]]\nname = \"a\"\nmay = [\"look\"]"),
            "auth.toml:4: 'look' isn't one of view, submit, work, decide, decide:ROLE and admin");
  EXPECT_EQ(problem_of("[[person]]\nname = \"a\"\nmay = [\"decide:\"]"),
            "auth.toml:3: 'decide:' isn't one of view, submit, work, decide, decide:ROLE and admin");
  EXPECT_EQ(problem_of("[[person]]\nname = \"a\"\nmay = []\nrole = \"x\""), "auth.toml:4: there is nothing named 'role' here");
  EXPECT_EQ(problem_of("[[people]]\nname = \"a\""), "auth.toml:1: there is nothing named 'people' here");
  EXPECT_EQ(problem_of("[[person]]\nmay = []"), "auth.toml:1: 'name' is missing");
  EXPECT_EQ(problem_of("[[person]]\nname = \"\"\nmay = []"), "auth.toml:2: 'name' takes a text of one line");
  EXPECT_EQ(problem_of("[[person]]\nname = 7\nmay = []"), "auth.toml:2: 'name' takes a text of one line");
  EXPECT_EQ(problem_of("[[person]]\nname = \"a\"\nmay = \"view\""), "auth.toml:3: 'may' takes a list of texts");
  EXPECT_EQ(problem_of("[[person]]\nname = \"a\"\nmay = [7]"), "auth.toml:3: 'may' takes a list of texts");
  EXPECT_EQ(problem_of("[[person]]\nname = \"a\""), "auth.toml:1: 'may' is missing");
  EXPECT_EQ(problem_of("[[person]]\nname = \"a\"\npassword = \"secret\"\nmay = []"),
            "auth.toml:3: this isn't a hash of `fermata password`");
  EXPECT_EQ(problem_of("[[token]]\nname = \"a\"\nhash = \"secret\"\nmay = []"), "auth.toml:3: this isn't a hash of `fermata token`");
  EXPECT_EQ(problem_of("[token]\nname = \"a\""), "auth.toml:1: write [[token]]");
  EXPECT_EQ(problem_of("[proxy]\nheader = \"Cookie\"\nfrom = []"), "auth.toml:2: a browser sends this itself");
  EXPECT_EQ(problem_of("[proxy]\nheader = \"X\"\nfrom = [\"everywhere\"]"), "auth.toml:3: 'everywhere' isn't an address");
  const std::string one = "[[token]]\nname = \"a\"\nhash = \"" + hash + "\"\nmay = []\n";
  EXPECT_EQ(problem_of(one + one), "auth.toml:5: two have the name 'a'");
  EXPECT_EQ(problem_of(one + "[[token]]\nname = \"b\"\nhash = \"" + hash + "\"\nmay = []\n"), "auth.toml:7: two tokens have this hash");
  EXPECT_TRUE(problem_of("[[person]]\nname = ").starts_with("auth.toml:2: "));
}

TEST(Secrets, PasswordsAreHashedAndTokensAreApart) {
  EXPECT_NE(new_token(), new_token());
  EXPECT_EQ(new_token().size(), 8 + 43);
  const std::string hash = password_hash("correct horse");
  EXPECT_TRUE(is_password("correct horse", hash));
  EXPECT_FALSE(is_password("correct horsf", hash) || is_password("", hash) || is_password("correct horse", ""));
  EXPECT_TRUE(is_password_hash(hash));
  EXPECT_FALSE(is_password_hash("$argon2id$") || is_password_hash("") || is_password_hash(token_hash("a")));
}

TEST(Sessions, EndWhenTheyAreIdleOrEnded) {
  Sessions sessions;
  const Clock::time_point now{};
  const std::string cookie = sessions.begin({"ada"}, now);
  EXPECT_EQ(sessions.find(cookie, now + Sessions::kIdle)->name, "ada");
  EXPECT_EQ(sessions.find(cookie, now + 2 * Sessions::kIdle)->name, "ada");  // it was in use meanwhile
  EXPECT_FALSE(sessions.find(cookie, now + 4 * Sessions::kIdle) || sessions.size());
  const std::string short_one = sessions.begin({.name = "ada", .until = now + std::chrono::hours(1)}, now);
  EXPECT_TRUE(sessions.find(short_one, now + std::chrono::hours(1)));
  EXPECT_FALSE(sessions.find(short_one, now + std::chrono::minutes(61)));  // however much it was in use
  const std::string other = sessions.begin({"ada"}, now);
  sessions.end(other);
  EXPECT_FALSE(sessions.find(other, now) || sessions.find("", now));
}

TEST(Sessions, AreBounded) {
  Sessions sessions;
  const std::string first = sessions.begin({"ada"}, Clock::time_point{});
  for (size_t i = 0; i < Sessions::kMost; ++i) sessions.begin({"bo"}, Clock::time_point{std::chrono::seconds(i + 1)});
  EXPECT_EQ(sessions.size(), Sessions::kMost);
  EXPECT_FALSE(sessions.find(first, Clock::time_point{}));
}

TEST(Failures, AreCountedForATime) {
  Failures failures(3);
  const Clock::time_point now{};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(failures.wait_s("ada", now), 0);
    failures.add("ada", now);
  }
  EXPECT_EQ(failures.wait_s("ada", now), 900);
  EXPECT_EQ(failures.wait_s("bo", now), 0);
  EXPECT_EQ(failures.wait_s("ada", now + Failures::kTime), 0);
  failures.forget("ada");
  EXPECT_EQ(failures.wait_s("ada", now), 0);
  for (size_t i = 0; i <= Failures::kMost; ++i) failures.add(std::to_string(i), now);
  EXPECT_EQ(failures.size(), Failures::kMost);
}

class Guarded : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_GE(close(mkstemp(file_)), 0);
    write("[[person]]\nname = \"ada\"\nmay = [\"view\"]\n[[token]]\nname = \"ci\"\nhash = \"" + token_hash("t") +
          "\"\nmay = [\"submit\"]\n[proxy]\nheader = \"X-User\"\nfrom = [\"10.0.0.1\"]\n");
  }
  void TearDown() override { unlink(file_); }
  void write(const std::string& text) {
    const std::string other = std::string(file_) + ".new";
    std::ofstream(other) << text;
    chmod(other.c_str(), 0600);
    std::rename(other.c_str(), file_);
  }
  Guard guard() {
    return Guard({.address = "0.0.0.0", .auth = file_, .told = [this](const std::string& what) { told_ += what; }});
  }
  static Request request(const char* method, const char* path, Texts headers, const char* remote = "10.0.0.9") {
    headers.emplace("host", "here:1");
    return {.method = method, .path = path, .headers = std::move(headers), .remote = remote};
  }

  char file_[32] = "/tmp/auth_test_XXXXXX";
  std::string told_;
};

TEST_F(Guarded, ATokenIsEnough) {
  Guard guard = this->guard();
  EXPECT_EQ(guard.who_asks(request("POST", "/v1/runs", {{"authorization", "Bearer t"}})).viewer.name, "ci");
  for (const char* wrong : {"Bearer x", "Bearer ", "Basic t", "t"})
    EXPECT_EQ(guard.who_asks(request("GET", "/", {{"authorization", wrong}})).status, 401) << wrong;
  EXPECT_EQ(guard.who_asks(request("GET", "/", {})).status, 401);
}

TEST_F(Guarded, AProxyIsBelievedFromItsAddressAlone) {
  Guard guard = this->guard();
  EXPECT_EQ(guard.who_asks(request("GET", "/", {{"x-user", "ada"}}, "10.0.0.1")).viewer.name, "ada");
  EXPECT_EQ(guard.who_asks(request("GET", "/", {{"x-user", "ada"}})).status, 401);
  EXPECT_EQ(guard.who_asks(request("GET", "/", {{"x-user", "eve"}}, "10.0.0.1")).status, 403);
  EXPECT_EQ(guard.remote_of(request("GET", "/", {{"x-forwarded-for", "1.1.1.1, 2.2.2.2"}}, "10.0.0.1")), "2.2.2.2");
  EXPECT_EQ(guard.remote_of(request("GET", "/", {{"x-forwarded-for", "1.1.1.1"}})), "10.0.0.9");
  // Of proxies one behind the other each adds whom it saw; what is left of the first that isn't trusted anybody may have sent.
  for (const auto& [all, one] : {std::pair("1.1.1.1, 2.2.2.2, 10.0.0.1", "2.2.2.2"), std::pair("2.2.2.2,10.0.0.1 , 10.0.0.1", "2.2.2.2"),
                                 std::pair("10.0.0.1, 2.2.2.2", "2.2.2.2"), std::pair("10.0.0.1, 10.0.0.1", "10.0.0.1"),
                                 std::pair("1.1.1.1, me, 10.0.0.1", "10.0.0.1"), std::pair("me", "10.0.0.1"), std::pair(", ,", "10.0.0.1")})
    EXPECT_EQ(guard.remote_of(request("GET", "/", {{"x-forwarded-for", all}}, "10.0.0.1")), one) << all;
  EXPECT_FALSE(guard.is_encrypted(request("GET", "/", {{"x-forwarded-proto", "https"}})));
}

TEST_F(Guarded, ABrowserChangesNothingForOtherSites) {
  Guard guard = this->guard();
  const auto status = [&](Texts headers, const char* path = "/decide") {
    headers.emplace("cookie", "a=b; fermata=" + guard.sessions().begin({"ada"}, Clock::now()));
    return guard.who_asks(request("POST", path, std::move(headers))).status;
  };
  EXPECT_EQ(status({}), 0);
  EXPECT_EQ(status({{"origin", "https://here:1"}, {"sec-fetch-site", "same-origin"}}), 0);
  for (const char* origin : {"null", "https://evil", "https://here:2", "here:1"}) EXPECT_EQ(status({{"origin", origin}}), 403) << origin;
  for (const char* site : {"cross-site", "same-site"}) EXPECT_EQ(status({{"sec-fetch-site", site}}), 403) << site;
  EXPECT_EQ(status({}, "/v1/runs"), 403);
  EXPECT_EQ(status({{"x-csrf-token", ""}}, "/v1/runs"), 403);
}

TEST_F(Guarded, TheFileIsReadAgainAndAWrongOneIsTold) {
  Guard guard = this->guard();
  const std::string cookie = guard.sessions().begin({"ada"}, Clock::now());
  const Request asks = request("GET", "/", {{"cookie", "fermata=" + cookie}});
  EXPECT_EQ(guard.who_asks(asks).viewer.name, "ada");
  write("nonsense");
  EXPECT_EQ(guard.who_asks(asks).viewer.name, "ada");
  EXPECT_NE(told_.find("still holds"), told_.npos);
  write("[[person]]\nname = \"ada\"\npassword = \"" + password_hash("a new one") + "\"\nmay = [\"view\"]\n");
  EXPECT_EQ(guard.who_asks(asks).status, 401);
}

TEST_F(Guarded, AFileThatOthersMayReadIsRefused) {
  chmod(file_, 0644);
  EXPECT_THROW(guard(), ServerError);
  EXPECT_THROW(Guard({.address = "0.0.0.0"}), ServerError);
  EXPECT_THROW(Guard({.auth = "/nowhere"}), ServerError);
}

}  // namespace
}  // namespace fermata::server
