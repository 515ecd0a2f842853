// The audit: who did what, in one order that shows what was changed in it.
#include <algorithm>
#include <thread>

#include "durable/database/schema.h"
#include "fermata/durable/audit.h"
#include "fermata/durable/webhooks.h"
#include "stores.h"

namespace fermata::durable {
namespace {

class Audits : public StoreTest {
 protected:
  std::string ask(Ask ask = {.note = "refunds"}) {
    const std::string queue = "q" + std::to_string(++runs);
    const std::string id = submit({.tenant = "acme", .queue = queue, .by = "someone"});
    Lease lease = store->claim({.worker = "w1", .queues = {queue}}).at(0);
    Waiting call = waiting(1, "refund", "command");
    call.ask = std::move(ask);
    store->advance(lease, {.state = "s", .waiting = {call}});
    return id;
  }
  Decision by(const std::string& id, const std::string& who) {
    return {.run = id, .call = 1, .shown = store->approval(id, 1)->shown, .who = who, .channel = "test", .verdict = Verdict::kApprove};
  }
  std::vector<AuditRecord> all() { return Audit(*store).records({.after = 0}); }
  std::string actions() {
    std::string text;
    for (const AuditRecord& record : all()) text += record.action + " ";
    return text;
  }
  bool has(const AuditRecord& record, const std::string& text) { return record.data.find(text) != std::string::npos; }
  int runs = 0;
};

TEST_P(Audits, ADecisionIsTold) {
  const std::string id = ask();
  EXPECT_EQ(actions(), "");  // what workers do, and submissions, are in the runs' logs
  const Decision decision = by(id, "ada");
  const auto theirs = store->acting({.who = "ada's token", .how = "token", .from = "10.0.0.7"});
  theirs->decide(decision);
  const AuditRecord record = all().at(0);
  EXPECT_EQ(record.number, 1u);
  EXPECT_EQ(record.at, time);
  EXPECT_EQ(record.action + record.tenant + record.run + record.who + record.how + record.from, "decideacme" + id + "adatoken10.0.0.7");
  EXPECT_TRUE(has(record, "\"shown\": \"" + decision.shown + "\"") && has(record, "\"verdict\": \"approve\"")) << record.data;
  EXPECT_TRUE(has(record, "\"event\": " + std::to_string(store->run(id)->events))) << record.data;
  EXPECT_THROW(theirs->decide(decision), Refused);
  EXPECT_EQ(all().size(), 1u);
}

TEST_P(Audits, OfAWebhookTheHostAlone) {
  for (const char* rest : {"/secret", "?secret", "#secret", ":8080/secret?secret/"})
    Webhooks(*store).add({.url = std::string("https://example.org") + rest, .secrets = {"whsec_" + std::string(32, 'A')}});
  std::string hosts;
  for (const AuditRecord& record : all()) {
    EXPECT_EQ(record.data.find("secret"), record.data.npos) << record.data;
    hosts += record.data.find("https://example.org") != record.data.npos ? "+" : "-";
  }
  EXPECT_EQ(hosts, "++++");
}

TEST_P(Audits, WhatPeopleDo) {
  const std::string id = ask();
  const Handling ada{id, 1, "ada", {}};
  store->claim_approval(ada);
  store->release_approval(ada);
  store->question(ada, "why?");
  store->reply({id, 1, "bo", {}}, "because");
  store->delegate(ada, "cy");
  store->decide(by(id, "cy"));
  const std::string forked = store->fork({.run = id, .seq = 1, .by = "dee"});
  store->send({.run = id, .channel = "c", .value = 1, .key = "k"});
  store->send({.run = id, .channel = "c", .value = 1, .key = "k"});  // it is there
  store->cancel(id, "enough");
  const std::string grant =
      store->grant({.tenant = "acme", .function = "f", .who = "ada", .terms = {.others = true, .until = time + 1, .reason = "r"}});
  store->revoke(grant, "bo");
  const std::string schedule = store->schedule({.when = "1h", .run = {.source = "1", .tenant = "acme", .by = "eve"}}).schedule;
  store->pause_schedule(schedule);
  store->resume_schedule(schedule);
  store->unschedule(schedule);
  Webhooks hooks(*store);
  hooks.remove(hooks.add({.url = "https://example.org/secret", .secrets = {"whsec_" + std::string(32, 'A')}}));
  EXPECT_EQ(actions(),
            "claim_approval release_approval question reply delegate decide fork send cancel grant revoke schedule pause_schedule "
            "resume_schedule unschedule webhook unhook ");
  const auto records = all();
  EXPECT_EQ(records[5].who + records[6].who + records[9].who + records[10].who + records[11].who, "cydeeadaboeve");
  EXPECT_EQ(records[6].run, forked);
  EXPECT_TRUE(has(records[8], "enough"));
  EXPECT_FALSE(has(records[15], "secret"));
}

TEST_P(Audits, ADeadlineIsNobodys) {
  const std::string id = ask({.note = "n", .deadline_ms = 100, .on_deadline = OnDeadline::kDeny});
  pass(100);
  store->acting({.who = "root", .how = "command"})->lapse();
  EXPECT_EQ(actions(), "lapse ");
  EXPECT_EQ(all()[0].who + all()[0].how, "deadline");
}

TEST_P(Audits, ChildrenThatEndWithTheirParentAreNotTold) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "spawn", "spawn")}});
  const std::string child = store->spawn(lease, 1, {.source = "1"});
  store->cancel(id);
  EXPECT_EQ(status(child), RunStatus::kCancelled);
  EXPECT_EQ(actions(), "cancel ");
  pass(1);
  store->prune({.ended_before = time});
  EXPECT_EQ(actions(), "cancel prune ");
}

TEST_P(Audits, IsReadInPages) {
  Audit audit(*store);
  std::vector<AuditRecord> told;
  for (int i = 0; i < 5; ++i) {
    const auto somebody = store->acting({.who = i % 2 ? "ada" : "bo", .how = "password", .from = "::1"},
                                        [&](const AuditRecord& record) { told.push_back(record); });
    Audit(*somebody).note({.action = i == 4 ? "sign_out" : "sign_in", .tenant = i < 2 ? "acme" : ""});
    pass(10);
  }
  const auto numbers = [&](const AuditQuery& query) {
    std::string text;
    for (const AuditRecord& record : audit.records(query)) text += std::to_string(record.number);
    return text;
  };
  EXPECT_EQ(numbers({}), "54321");
  EXPECT_EQ(numbers({.before = 4, .most = 2}), "32");
  EXPECT_EQ(numbers({.after = 2, .most = 2}), "34");
  EXPECT_EQ(numbers({.who = "ada", .after = 0}), "24");
  EXPECT_EQ(numbers({.tenant = "acme"}), "21");
  EXPECT_EQ(numbers({.action = "sign_out"}), "5");
  EXPECT_EQ(numbers({.since = time - 40, .until = time - 20}), "32");
  ASSERT_EQ(told.size(), 5u);
  EXPECT_EQ(told[4].hash, audit.verify().hash);
  EXPECT_THROW(audit.note({.action = "look"}), UsageError);
  EXPECT_THROW(audit.note({.action = "sign_in", .tenant = "a\nb"}), UsageError);
  EXPECT_THROW(store->acting({.who = "a\nb"}), UsageError);
}

TEST_P(Audits, PruningKeepsTheChain) {
  Audit audit(*store);
  for (int i = 0; i < 5; ++i) {
    audit.note({.action = "sign_out"});
    pass(10);
  }
  EXPECT_EQ(audit.prune(time - 500), 0u);
  EXPECT_EQ(audit.prune(time - 20), 3u);
  EXPECT_EQ(audit.prune(time - 20), 0u);
  EXPECT_EQ(actions(), "sign_out sign_out prune_audit ");
  EXPECT_EQ(all().at(0).number, 4u);
  AuditState state = audit.verify();
  EXPECT_EQ(state.problem, "");
  EXPECT_EQ(state.pruned, 3u);
  EXPECT_EQ(audit.prune(time + 1), 3u);
  EXPECT_EQ(actions(), "prune_audit ");
  state = audit.verify();
  EXPECT_EQ(state.problem, "");
  EXPECT_EQ(state.number, 7u);
}

TEST_P(Audits, WhatWasChangedIsSeen) {
  Audit audit(*store);
  for (int i = 0; i < 4; ++i) audit.note({.action = "sign_out"});
  const auto problem_after = [&](const std::string& sql, const std::string& back) {
    database.connect()->run_script(sql);
    const std::string problem = audit.verify().problem;
    EXPECT_EQ(told(check(*store)), ": audit: " + problem + "\n");
    database.connect()->run_script(back);
    return problem;
  };
  EXPECT_EQ(problem_after("UPDATE audit SET who = 'eve' WHERE number = 2", "UPDATE audit SET who = '' WHERE number = 2"),
            "record 2 isn't what was written");
  EXPECT_EQ(problem_after("UPDATE audit SET number = 9 WHERE number = 2", "UPDATE audit SET number = 2 WHERE number = 9"),
            "record 2 is missing");
  EXPECT_EQ(problem_after("UPDATE audit SET number = 0 WHERE number = 4", "UPDATE audit SET number = 4 WHERE number = 0"),
            "its end is missing");
}

TEST_P(Audits, ManyAddToItAtOnce) {
  constexpr int kThreads = 6, kEach = 20;
  std::vector<std::string> ids;
  for (int i = 0; i < kThreads * kEach; ++i) ids.push_back(ask());
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      const auto mine = store->acting({.how = "token", .from = "t" + std::to_string(t)});
      for (int i = 0; i < kEach; ++i) mine->decide(by(ids[size_t(t * kEach + i)], "ada"));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(all().size(), 100u);  // a page
  const AuditState state = Audit(*store).verify();
  EXPECT_EQ(state.problem, "");
  EXPECT_EQ(state.number, uint64_t(kThreads * kEach));
}

INSTANTIATE_TEST_SUITE_P(Databases, Audits, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
