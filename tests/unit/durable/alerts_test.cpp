// Alerts: what is counted, for whom, and that each is raised once.
#include "fermata/durable/alerts.h"

#include <atomic>
#include <optional>
#include <thread>

#include "fermata/durable/webhooks.h"
#include "fermata/error.h"
#include "stores.h"

namespace fermata::durable {
namespace {

class AlertsTest : public StoreTest {
 protected:
  using Per = AlertRule::Per;
  static AlertRule rule(Per per = Per::kFrom, uint64_t count = 3, uint64_t within_s = 60) {
    return {.name = "guessing", .actions = {"sign_in_failed"}, .count = count, .within_s = within_s, .per = per};
  }
  void fail(const std::string& from = "10.0.0.9", const std::string& who = "", const std::string& tenant = "", int64_t untold = 0) {
    AuditNote note{.action = "sign_in_failed", .tenant = tenant};
    if (!who.empty()) note.data.emplace_back("name", who);
    if (untold) note.data.emplace_back("not_told", untold);
    Audit(*store->acting({.how = "password", .from = from})).note(note);
  }
  // "guessing: 10.0.0.9 3": of those that are raised now.
  std::string look(const std::vector<AlertRule>& rules) { return look(*alerts_, rules); }
  static std::string look(Alerts& alerts, const std::vector<AlertRule>& rules) {
    std::string text;
    for (const AuditRecord& record : alerts.look(rules)) text += record.data + "\n";
    return text;
  }
  void SetUp() override {
    StoreTest::SetUp();
    if (store) alerts_.emplace(*store);
  }
  void TearDown() override {
    alerts_.reset();
    if (store) {
      EXPECT_EQ(Audit(*store).verify().problem, "");
    }
    StoreTest::TearDown();
  }
  size_t records() { return Audit(*store).records({.action = "alert"}).size(); }

  std::optional<Alerts> alerts_;
};

TEST_P(AlertsTest, SoManyInSoLong) {
  const std::vector<AlertRule> rules{rule()};
  EXPECT_EQ(look(rules), "");
  fail(), fail();
  EXPECT_EQ(look(rules), "");
  fail("10.0.0.8");
  EXPECT_EQ(look(rules), "") << "another address is counted apart";
  pass(59'999);
  fail();
  EXPECT_EQ(look(rules),
            "{\"rule\": \"guessing\", \"actions\": [\"sign_in_failed\"], \"count\": 3, \"within_s\": 60, \"per\": \"from\", \"of\": "
            "\"10.0.0.9\"}\n");
  const AuditRecord alert = Audit(*store).records({}).at(0);
  EXPECT_EQ(alert.action + alert.tenant + alert.who, "alert");
}

TEST_P(AlertsTest, WhatIsOlderDoesNotCount) {
  const std::vector<AlertRule> rules{rule()};
  look(rules);
  fail(), fail();
  pass(60'000);
  fail();
  EXPECT_EQ(look(rules), "");
  fail(), fail();
  EXPECT_NE(look(rules), "");
}

TEST_P(AlertsTest, OncePerWindow) {
  const std::vector<AlertRule> rules{rule()};
  look(rules);
  for (int i = 0; i < 10; ++i) fail();
  look(rules);
  EXPECT_EQ(records(), 1u);
  pass(30'000);
  fail(), fail(), fail();
  look(rules);
  EXPECT_EQ(records(), 1u);
  pass(30'000);
  fail(), fail(), fail();
  look(rules);
  EXPECT_EQ(records(), 2u);
  fail("10.0.0.8"), fail("10.0.0.8"), fail("10.0.0.8");
  look(rules);
  EXPECT_EQ(records(), 3u);
}

TEST_P(AlertsTest, AServerThatBeginsCountsOn) {
  fail(), fail();
  Alerts later(*store);
  EXPECT_EQ(look(later, {rule()}), "");
  fail();
  EXPECT_NE(look(later, {rule()}), "");
  Alerts another(*store);
  fail();
  EXPECT_EQ(look(another, {rule()}), "") << "it was raised by the one before";
  EXPECT_EQ(records(), 1u);
}

TEST_P(AlertsTest, SeveralServersRaiseItOnce) {
  constexpr size_t kServers = 6;
  std::vector<std::unique_ptr<Store>> stores;
  std::vector<std::unique_ptr<Alerts>> all;
  for (size_t i = 0; i < kServers; ++i) {
    stores.push_back(open());
    all.push_back(std::make_unique<Alerts>(*stores.back()));
    all.back()->look({rule()});
  }
  for (int i = 0; i < 5; ++i) fail();
  std::atomic<size_t> raised{0};
  std::vector<std::thread> threads;
  for (const auto& alerts : all) threads.emplace_back([&] { raised += alerts->look({rule()}).size(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(raised, 1u);
  EXPECT_EQ(records(), 1u);
}

TEST_P(AlertsTest, PerPersonTenantAndAll) {
  const std::vector<AlertRule> rules{rule(Per::kWho, 2)};
  look(rules);
  fail("::1", "ada"), fail("::2", "bo"), fail("::3"), fail("::4");
  EXPECT_EQ(look(rules), "") << "of nobody nothing is known";
  fail("::5", "ada");
  EXPECT_NE(look(rules).find("\"of\": \"ada\""), std::string::npos);

  std::vector<AlertRule> all{rule(Per::kAll, 10)};
  all[0].name = "all";
  look(all);
  EXPECT_EQ(records(), 1u);
  fail("::1", "", "", 4);
  EXPECT_NE(look(all).find("\"count\": 10,"), std::string::npos) << "those that weren't written count, too";

  std::vector<AlertRule> tenants{rule(Per::kTenant, 2)};
  tenants[0].name = "tenants";
  fail("::1", "", "acme"), fail("::1", "", "umbrella");
  EXPECT_EQ(look(tenants), "");
  fail("::1", "", "acme");
  EXPECT_NE(look(tenants), "");
  EXPECT_EQ(Audit(*store).records({.tenant = "acme", .action = "alert"}).size(), 1u);
}

TEST_P(AlertsTest, WebhooksOfWhomItConcerns) {
  Webhooks hooks(*store);
  const auto hook = [&](const std::string& tenant, std::set<std::string> types = {}) {
    return hooks.add({.tenant = tenant, .url = "http://x/", .types = std::move(types), .secrets = {"whsec_" + std::string(32, 'A')}});
  };
  const std::string acme = hook("acme"), ops = hook("ops", {"alert"});
  hook("acme", {"run.ended"}), hook("umbrella"), hook("default");
  AlertRule of_acme = rule(Per::kTenant, 1), of_all = rule(Per::kFrom, 1), told = rule(Per::kFrom, 1);
  of_all.name = "of all", told.name = "told", told.tell = "ops";
  const std::vector<AlertRule> rules{of_acme, of_all, told};
  look(rules);
  fail("::1", "", "acme");
  look(rules);
  EXPECT_EQ(records(), 3u);
  const std::vector<Notice> notices = hooks.notices();
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_EQ((std::set{notices[0].webhook, notices[1].webhook}), (std::set{acme, ops}));
  for (const Notice& notice : notices) {
    EXPECT_EQ(notice.type + notice.run, "alert");
    EXPECT_NE(notice.body.find("\"record\": "), std::string::npos);
    EXPECT_TRUE(notice.id.starts_with("alert:")) << notice.id;
  }
}

TEST_P(AlertsTest, RulesThatChangeCountAnew) {
  fail(), fail(), fail();
  EXPECT_EQ(look({}), "");
  EXPECT_EQ(look({rule(Per::kFrom, 4)}), "");
  EXPECT_NE(look({rule(Per::kFrom, 2)}), "");
  for (AlertRule wrong : {rule(Per::kAll, 0), rule(Per::kAll, 1, 0), rule(Per::kAll, 1, 100'000), rule(Per::kAll, 10'001)})
    EXPECT_THROW(look({wrong}), UsageError);
  AlertRule wrong = rule();
  for (const char* action : {"alert", "look"}) {
    wrong.actions = {action};
    EXPECT_THROW(look({wrong}), UsageError);
  }
  EXPECT_THROW(look({rule(), rule()}), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Databases, AlertsTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
