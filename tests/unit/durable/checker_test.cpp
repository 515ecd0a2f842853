// The checker finds what it is there to find: each test spoils a store's tables in one way.
#include "stores.h"

namespace fermata::durable {
namespace {

class Checker : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!database.absent().empty()) GTEST_SKIP() << database.absent();
    store = Store::open(database.where());
    id = store->submit({.source = "charge(1)"}).run;
    Lease lease = store->claim({.worker = "w1"}).at(0);
    store->advance(lease,
                   {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "charge", "command"), asked(2, "pay", "command")}});
    store->dispatch(lease, 1, "command", false);
    store->answer(lease, 1, Data(1));
    store->decide({.run = id, .call = 2, .shown = store->approvals().at(0).shown, .who = "ada", .verdict = Verdict::kApprove});
    store->dispatch(lease, 2, "command", false);
    store->answer(lease, 2, Data(2));
    store->advance(lease, {.state = "t", .consumed = {1, 2}, .waiting = {waiting(3, "ask")}});
    EXPECT_EQ(told(check(*store)), "");
  }

  // The laws that are broken after `sql`.
  std::string broken(const std::string& sql) {
    database.connect()->run_script(sql);
    std::string laws;
    for (const Violation& violation : check(*store)) {
      EXPECT_EQ(violation.run, id);
      if (laws.find(violation.law) == laws.npos) laws += (laws.empty() ? "" : ", ") + violation.law;
    }
    return laws;
  }

  TestDatabase database{GetParam()};
  std::unique_ptr<Store> store;
  std::string id;
};

TEST_P(Checker, ALogThatWasChanged) { EXPECT_EQ(broken("UPDATE event SET worker = 'w2' WHERE number = 3"), "log"); }
TEST_P(Checker, ALogWithoutItsEnd) { EXPECT_EQ(broken("DELETE FROM event WHERE number = (SELECT max(number) FROM event)"), "log"); }
TEST_P(Checker, ALogWithoutItsMiddle) { EXPECT_EQ(broken("DELETE FROM event WHERE number = 3"), "log"); }
TEST_P(Checker, AStateThatWasChanged) { EXPECT_EQ(broken("UPDATE snapshot SET state = stdout WHERE seq = 1"), "one chain"); }
TEST_P(Checker, AStateThatWasReplacedWithItsHash) {
  EXPECT_EQ(
      broken("UPDATE snapshot SET state = (SELECT state FROM snapshot WHERE seq = 1), hash = (SELECT hash FROM snapshot WHERE seq = 1)"
             "WHERE seq = 2"),
      "one chain");
}
TEST_P(Checker, ASnapshotThatIsMissing) { EXPECT_EQ(broken("DELETE FROM snapshot WHERE seq = 2"), "one chain, as written"); }
TEST_P(Checker, AnAnswerThatCountsAgain) {
  EXPECT_EQ(broken("UPDATE call SET consumed_by = NULL WHERE id = 1"), "consumed once, not lost");
}
TEST_P(Checker, AnAnswerThatWasConsumedElsewhere) { EXPECT_EQ(broken("UPDATE call SET consumed_by = 1 WHERE id = 1"), "consumed once"); }
TEST_P(Checker, AToolThatWasCalledTwice) {
  EXPECT_EQ(
      broken("INSERT INTO attempt SELECT run, call, 2, worker, epoch, began, ended, outcome, error, NULL FROM attempt WHERE call = 1"),
      "called once");
}
TEST_P(Checker, AToolThatMayBeCalledTwiceNow) { EXPECT_EQ(broken("UPDATE call SET idempotent = 1 WHERE id = 1"), "as written"); }
TEST_P(Checker, ACallOfAnotherRun) { EXPECT_EQ(broken("UPDATE call SET key = 'x:1:3' WHERE id = 3"), "called once, as written"); }
TEST_P(Checker, ArgumentsThatNobodySaw) {
  EXPECT_EQ(broken("UPDATE call SET args = '{\"args\": [2000], \"kwargs\": {}}' WHERE id = 2"), "as shown");
}
TEST_P(Checker, ADecisionThatNobodyMade) { EXPECT_EQ(broken("DELETE FROM decision"), "as shown, as written"); }
TEST_P(Checker, ADecisionThatTheLogDoesNotHave) { EXPECT_EQ(broken("UPDATE decision SET who = 'bo'"), "as shown, as written"); }
TEST_P(Checker, TooFewPeople) {
  EXPECT_EQ(broken("UPDATE call SET asked = replace(asked, '\"quorum\": 1', '\"quorum\": 2')"), "as shown, as written");
}
TEST_P(Checker, WhoApprovedTheirOwn) { EXPECT_EQ(broken("UPDATE run SET submitted_by = 'ada'"), "as shown, as written"); }
TEST_P(Checker, AnEpochThatNobodyClaimed) { EXPECT_EQ(broken("UPDATE run SET epoch = 7"), "fenced"); }
TEST_P(Checker, ARunThatWaitsForNothing) {
  EXPECT_EQ(broken("UPDATE call SET state = 'abandoned', abandoned_by = 2 WHERE id = 3"), "not lost");
}
TEST_P(Checker, ARunThatNobodyWakes) { EXPECT_EQ(broken("UPDATE run SET status = 'sleeping'"), "transitions, not lost"); }
TEST_P(Checker, ARowThatMakesNoSense) { EXPECT_EQ(broken("UPDATE run SET limits = '{'"), "log"); }

// Whatever else is in the tables, and in the files of runs.
TEST_P(Checker, WhatIsNotAsWritten) {
  const uint64_t steps = Limits().steps;
  id = store->submit({.source = "ask()", .inputs = {{"x", 1}}, .by = "bo", .tags = {{"team", "a"}}}).run;
  Lease lease = store->claim({.worker = "w1"}).at(0);
  store->advance(lease, {.state = "s", .waiting = {waiting(1, "ask"), asked(2, "pay")}, .stdout_text = "said"});
  store->send({.run = id, .channel = "news", .value = "it rains"});
  store->question({.run = id, .call = 2, .who = "cy"}, "why?");
  store->decide({.run = id, .call = 2, .shown = store->approvals().at(0).shown, .who = "ada", .verdict = Verdict::kDeny, .reason = "no"});
  store->answer({.run = id, .call = 1, .who = "cy"}, Data(1));
  lease = store->claim({.worker = "w1"}).at(0);
  store->advance(lease, {.then = Step::Then::kDone, .state = "t", .consumed = {1, 2}, .result = Data(5)});
  const std::string file = store->export_run(id);
  for (const auto& [table, column, spoil, mend] : std::vector<std::array<std::string, 4>>{
           {"run", "inputs", "inputs || ' '", "substr(inputs, 1, length(inputs) - 1)"},
           {"run", "limits", "replace(limits, '" + std::to_string(steps) + "', '1')",
            "replace(limits, '\"steps\": 1,', '\"steps\": " + std::to_string(steps) + ",')"},
           {"run", "outcome", "replace(outcome, '5', '6')", "replace(outcome, '6', '5')"},
           {"run", "submitted_by", "'cy'", "'bo'"},
           {"run", "tags", "replace(tags, 'a', 'b')", "replace(tags, 'b', 'a')"},
           {"run", "priority", "3", "0"},
           {"call", "line", "line + 1", "line - 1"},
           {"call", "file", "file || 'x'", "substr(file, 1, length(file) - 1)"},
           {"call", "answer", "replace(answer, '1', '2')", "replace(answer, '2', '1')"},
           {"call", "asked", "replace(asked, '\"quorum\": 1', '\"quorum\": 0')", "replace(asked, '\"quorum\": 0', '\"quorum\": 1')"},
           {"decision", "reason", "'nothing'", "'no'"},
           {"remark", "text", "'what for?'", "'why?'"},
           {"message", "value", "'7'", "'\"it rains\"'"},
           {"snapshot", "stdout", "stderr", "{said}"}}) {
    SCOPED_TRACE(table + "." + column);
    const std::string update = "UPDATE " + table + " SET " + column + " = ",
                      where = " WHERE " + std::string(table == "run" ? "id" : "run") + " = '" + id + "'";
    EXPECT_EQ(broken(update + spoil + where), "as written");
    const TestDatabase other(GetParam());
    if (table != "snapshot") {
      EXPECT_THROW(Store::open(other.where())->import_run(store->export_run(id)), Refused);
      EXPECT_EQ(broken(update + mend + where), "");
    }
  }
  const TestDatabase other(GetParam());
  EXPECT_EQ(Store::open(other.where())->import_run(file), id);
}

INSTANTIATE_TEST_SUITE_P(Databases, Checker, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
