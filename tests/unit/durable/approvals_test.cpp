// People who decide together, in time, and only where they may.
#include <algorithm>
#include <atomic>
#include <thread>

#include "approvals.h"
#include "durable/database/schema.h"

namespace fermata::durable {
namespace {

TEST_P(Approvals, SeveralPeopleApprove) {
  const std::string id = ask({.quorum = 2});
  EXPECT_EQ(approval(id).call.asked.since, time);
  EXPECT_EQ(store->decide(by(id, "ada")), CallState::kAwaitingApproval);
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(approval(id).approved.at(0).who, "ada");
  EXPECT_EQ(refusal([&] { store->decide(by(id, "ada")); }), "ada has approved " + key(id) + " already: 1 of 2 people have");
  EXPECT_EQ(store->decide(by(id, "bo")), CallState::kPending);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(store->decisions(id).size(), 2u);
  Decision late{.run = id, .call = 1, .who = "cy"};
  EXPECT_EQ(refusal([&] { store->decide(late); }), key(id) + " is pending; bo decided: approve (" + time_text(time) + ")");
}

TEST_P(Approvals, OneIsEnoughToDeny) {
  const std::string id = ask({.quorum = 3});
  store->decide(by(id, "ada"));
  EXPECT_EQ(store->decide(by(id, "bo", Verdict::kDeny)), CallState::kRaised);
  EXPECT_EQ(denied(id), "refund() was denied by bo");
}

TEST_P(Approvals, NobodyAnswersForSeveral) {
  const std::string id = ask({.quorum = 2});
  Decision answer = by(id, "ada", Verdict::kAnswer);
  answer.answer = Data(true);
  EXPECT_EQ(refusal([&] { store->decide(answer); }), key(id) + " takes the approval of 2 people: nobody answers it alone");
}

TEST_P(Approvals, WhoMayDecideSaysWhatBecameOfIt) {
  const std::string id = ask({.roles = {"finance"}, .quorum = 2}, "ada");
  store->decide(by(id, "bo", Verdict::kApprove, {"finance"}));
  store->decide(by(id, "cy", Verdict::kApprove, {"finance"}));
  Lease lease = store->claim({.worker = "w1", .queues = {"q1"}}).at(0);
  store->dispatch(lease, 1, "command", false);
  store->fail_call(lease, 1, {.kind = Failure::Kind::kHold, .error = {.type = "HoldCall", .message = "closed"}});
  store->release(lease);
  const auto say = [&](const std::string& who, std::set<std::string> roles, std::optional<Answer> answer) {
    return store->reconcile({.run = id, .call = 1, .who = who, .roles = std::move(roles), .answer = std::move(answer)});
  };
  for (const std::optional<Answer>& answer : {std::optional<Answer>(), std::optional<Answer>(Data(5))}) {
    EXPECT_EQ(refusal([&] { say("di", {"support"}, answer); }), key(id) + " takes a decision of finance: di has none of these roles");
    EXPECT_NE(refusal([&] { say("ada", {"finance"}, answer); }).find("ada submitted run"), std::string::npos);
  }
  EXPECT_EQ(say("bo", {"finance"}, Data(5)), CallState::kHeld);
  EXPECT_EQ(say("bo", {"finance"}, Data(5)), CallState::kHeld) << "one person, however often they say so";
  EXPECT_EQ(say("cy", {"finance"}, std::nullopt), CallState::kHeld) << "not the same";
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(call(id, 1).asked.said, (std::map<std::string, std::string>{{"bo", "5"}, {"cy", ""}}));
  EXPECT_EQ(say("bo", {"finance"}, std::nullopt), CallState::kPending);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_TRUE(call(id, 1).asked.said.empty());
}

TEST_P(Approvals, WhatNoToolAnswersTheyAnswer) {
  const std::string id = ask({.roles = {"finance"}}, "ada");
  store->decide(by(id, "bo", Verdict::kApprove, {"finance"}));
  RunCall without = call(id, 1);
  const Lease lease = store->claim({.worker = "w1", .queues = {"q1"}}).at(0);
  store->release(lease, {1});
  EXPECT_EQ(refusal([&] { store->answer(id, 1, Data(1)); }),
            "people were asked about " + key(id) + ": somebody who may decide on it has to say so");
  EXPECT_NE(refusal([&] { store->answer({.run = id, .call = 1, .who = "ada", .roles = {"finance"}}, Data(1)); }), "");
  EXPECT_NE(refusal([&] { store->answer({.run = id, .call = 1, .who = "di"}, Data(1)); }), "");
  EXPECT_EQ(store->answer({.run = id, .call = 1, .who = "bo", .roles = {"finance"}}, Data(1)), CallState::kAnswered);
}

TEST_P(Approvals, AnEditAsksTheOthersAnew) {
  const std::string id = ask({.quorum = 2});
  const Decision old = by(id, "cy");
  store->decide(by(id, "ada"));
  Decision edit = by(id, "bo");
  edit.args = {Data(80)};
  EXPECT_EQ(store->decide(edit), CallState::kAwaitingApproval) << "ada has approved other arguments";
  EXPECT_EQ(approval(id).approved.size(), 1u);
  EXPECT_EQ(approval(id).approved.at(0).who, "bo");
  EXPECT_NE(refusal([&] { store->decide(old); }).find("isn't what was shown any more"), std::string::npos);
  EXPECT_EQ(store->decide(by(id, "ada")), CallState::kPending);
  EXPECT_EQ(call(id, 1).call.args, (std::vector<Data>{80}));
  const Lease lease = store->claim({.worker = "w1", .queues = {"q1"}}).at(0);
  store->dispatch(lease, 1, "command", false);
  EXPECT_EQ(call(store->fork({.run = id, .seq = 1, .repeats = true}), 1).call.args, (std::vector<Data>{1}))
      << "a fork asks about the program's own";
}

TEST_P(Approvals, WhatDoesNotFitIsAskedAgain) {
  const std::string id = ask({.roles = {"finance"}, .quorum = 2, .deadline_ms = 60'000});
  const std::string shown = approval(id).shown;
  Decision edit = by(id, "ada", Verdict::kApprove, {"finance"});
  edit.args = {{2}};
  store->decide(edit);
  store->decide(by(id, "bo", Verdict::kApprove, {"finance"}));
  EXPECT_EQ(state(id), CallState::kPending);
  pass(30'000);
  Lease lease = store->claim({.worker = "w1", .queues = {"q1"}}).at(0);
  store->send_back(lease, 1, "2 is too much");
  EXPECT_EQ(state(id), CallState::kAwaitingApproval);
  const Approval again = approval(id);
  EXPECT_EQ(again.call.call.args, (std::vector<Data>{1}));  // as the program has it
  EXPECT_EQ(again.shown, shown);
  EXPECT_EQ(again.call.reason, "2 is too much");
  EXPECT_EQ(again.call.asked.roles, std::set<std::string>{"finance"});
  EXPECT_EQ(again.call.asked.deadline, time + 60'000);
  EXPECT_TRUE(again.approved.empty());
  EXPECT_EQ(refusal([&] { store->send_back(lease, 1, "again"); }).substr(0, key(id).size()), key(id));
  store->release(lease);
  EXPECT_EQ(store->decide(by(id, "ada", Verdict::kApprove, {"finance"})), CallState::kAwaitingApproval);
  EXPECT_EQ(approval(id).call.reason, "2 is too much");  // which the others should know, too
  EXPECT_EQ(store->decide(by(id, "bo", Verdict::kApprove, {"finance"})), CallState::kPending);
  EXPECT_EQ(store->calls(id).at(0).reason, "");
  lease = store->claim({.worker = "w1", .queues = {"q1"}}).at(0);
  EXPECT_THROW(store->send_back(lease, 1, "nobody gave it others"), Refused);
  EXPECT_THROW(store->send_back(lease, 1, ""), UsageError);
  store->dispatch(lease, 1, "command", false);
  EXPECT_THROW(store->send_back(lease, 1, "it may have acted"), Refused);
  const std::string file = store->export_run(id);
  TestDatabase other(GetParam());
  EXPECT_EQ(Store::open(other.where())->import_run(file), id);
}

TEST_P(Approvals, OnlyThoseOfItsRoles) {
  const std::string id = ask({.roles = {"finance", "boss"}});
  EXPECT_EQ(refusal([&] { store->decide(by(id, "ada")); }), key(id) + " takes a decision of boss, finance: ada has none of these roles");
  EXPECT_NE(refusal([&] { store->decide(by(id, "ada", Verdict::kDeny, {"support"})); }), "");
  EXPECT_EQ(store->approvals({.role = "finance"}).size(), 1u);
  EXPECT_EQ(store->approvals({.role = "support"}).size(), 0u);
  EXPECT_EQ(store->decide(by(id, "ada", Verdict::kApprove, {"support", "finance"})), CallState::kPending);
  EXPECT_EQ(store->decisions(id).at(0).roles, (std::set<std::string>{"finance", "support"}));
}

TEST_P(Approvals, NobodyApprovesTheirOwn) {
  const std::string id = ask({}, "ada");
  for (const Verdict verdict : {Verdict::kApprove, Verdict::kDeny})
    EXPECT_EQ(refusal([&] { store->decide(by(id, "ada", verdict)); }),
              "ada submitted run " + id + ": somebody else has to decide on " + key(id));
  EXPECT_NE(refusal([&] { store->delegate({id, 1, "bo"}, "ada"); }), "");
  EXPECT_NE(refusal([&] { store->claim_approval({id, 1, "ada"}); }), "");
  const std::string fork = store->fork({.run = id, .seq = 1});
  EXPECT_NE(refusal([&] { store->decide(by(fork, "ada")); }), "") << "it is their program still";
  store->decide(by(fork, "bo"));
  store->decide(by(id, "bo"));
  const std::string allowed = ask({.self_approval = true}, "ada");
  EXPECT_EQ(store->decide(by(allowed, "ada")), CallState::kPending);
}

TEST_P(Approvals, NobodyApprovesWhatTheyForked) {
  const std::string id = ask({}, "ada");
  const std::string fork = store->fork({.run = id, .seq = 1, .by = "bo"});
  EXPECT_EQ(refusal([&] { store->decide(by(fork, "bo")); }), "bo forked run " + fork + ": somebody else has to decide on " + key(fork));
  EXPECT_NE(refusal([&] { store->decide(by(fork, "ada")); }), "");
  EXPECT_NE(refusal([&] { store->delegate({fork, 1, "cy"}, "bo"); }), "");
  const std::string forks = store->fork({.run = fork, .seq = 1, .by = "cy"});
  EXPECT_EQ(store->run(forks)->forked_by, (std::set<std::string>{"bo", "cy"}));
  for (const char* one : {"ada", "bo", "cy"}) EXPECT_NE(refusal([&] { store->decide(by(forks, one)); }), "") << one;
  const auto approvals = store->approvals();
  EXPECT_TRUE(is_by(*std::ranges::find(approvals, forks, [](const Approval& one) { return one.call.run; }), "bo"));
  EXPECT_EQ(store->decide(by(forks, "di")), CallState::kPending);
  EXPECT_EQ(store->decide(by(id, "bo")), CallState::kPending) << "the other one isn't theirs";
  EXPECT_THROW(store->fork({.run = id, .seq = 1, .by = "b\no"}), UsageError);
}

TEST_P(Approvals, ADeadlineDecides) {
  const std::string denied_later = ask({.deadline_ms = 1000}),
                    made_later = ask({.quorum = 2, .deadline_ms = 1000, .on_deadline = OnDeadline::kApprove});
  EXPECT_EQ(store->next_due(), time + 1000);
  const Decision shown = by(denied_later, "ada");
  pass(999);
  EXPECT_EQ(store->lapse(), 0u);
  pass(1);
  EXPECT_EQ(refusal([&] { store->decide(shown); }),
            key(denied_later) + " had to be decided by " + time_text(time) + ": nobody decides on it any more");
  EXPECT_EQ(store->lapse(), 2u);
  EXPECT_EQ(store->lapse(), 0u);
  EXPECT_EQ(denied(denied_later), "refund() was denied: nobody decided by " + time_text(time));
  EXPECT_EQ(refusal([&] { store->decide(shown); }), key(denied_later) + " is raised; its deadline decided: deny (" + time_text(time) + ")");
  EXPECT_EQ(state(made_later), CallState::kPending);
  EXPECT_EQ(status(made_later), RunStatus::kReady);
  EXPECT_EQ(store->next_due(), std::nullopt);
}

TEST_P(Approvals, ADeadlineIsKeptWhateverTheRunDoes) {
  const std::string id = submit();
  Lease lease = claim();
  Waiting call = asked(1, "refund", "command");
  call.ask->deadline_ms = 1000;
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {call, waiting(2, "look", "command")}});
  store->dispatch(lease, 2, "command", false);
  pass(1000);
  EXPECT_EQ(store->lapse(), 1u);
  EXPECT_EQ(status(id), RunStatus::kRunning);
  store->answer(lease, 2, Data(2));
  store->advance(lease, {.state = "t", .consumed = {1, 2}, .waiting = {waiting(3, "ask")}});
  store->cancel(id);
}

TEST_P(Approvals, AnOverdueOneGoesOnWaiting) {
  const std::string id = ask({.deadline_ms = 1000, .on_deadline = OnDeadline::kHold});
  pass(1000);
  EXPECT_EQ(store->lapse(), 1u);
  EXPECT_EQ(store->lapse(), 0u);
  EXPECT_TRUE(approval(id).call.asked.overdue);
  EXPECT_EQ(store->decide(by(id, "ada")), CallState::kPending);
}

TEST_P(Approvals, ADeadlineEscalates) {
  const std::string id =
      ask({.roles = {"finance"}, .quorum = 2, .deadline_ms = 1000, .on_deadline = OnDeadline::kEscalate, .escalate = {"boss"}});
  store->decide(by(id, "ada", Verdict::kApprove, {"finance"}));
  pass(1000);
  EXPECT_NE(refusal([&] { store->decide(by(id, "bo", Verdict::kApprove, {"boss"})); }), "") << "not yet";
  EXPECT_EQ(store->lapse(), 1u);
  EXPECT_TRUE(approval(id).approved.empty());
  EXPECT_NE(refusal([&] { store->decide(by(id, "cy", Verdict::kApprove, {"finance"})); }), "");
  store->decide(by(id, "bo", Verdict::kApprove, {"boss"}));
  EXPECT_EQ(store->decide(by(id, "di", Verdict::kApprove, {"boss"})), CallState::kPending);
}

TEST_P(Approvals, SomebodyEscalates) {
  const std::string by_policy = ask({.roles = {"finance"}, .escalate = {"boss", "board"}}), to_nobody = ask({.roles = {"finance"}}),
                    open = ask({});
  const Handling ada{by_policy, 1, "ada", {"finance"}};
  EXPECT_NE(refusal([&] { store->escalate(ada, {"friends"}); }), "") << "nobody makes it easier";
  store->escalate(ada, {"board"});
  EXPECT_NE(refusal([&] { store->escalate({by_policy, 1, "bo", {"board"}}); }), "");
  EXPECT_EQ(approval(by_policy).call.asked.roles, (std::set<std::string>{"board"}));
  EXPECT_NE(refusal([&] { store->decide(by(by_policy, "ada", Verdict::kApprove, {"finance"})); }), "");
  EXPECT_NE(refusal([&] { store->escalate({to_nobody, 1, "ada", {"finance"}}, {"boss"}); }), "");
  EXPECT_THROW(store->escalate({open, 1, "ada"}), UsageError);
  store->escalate({open, 1, "ada"}, {"boss"});
  EXPECT_NE(refusal([&] { store->decide(by(open, "ada")); }), "");
}

TEST_P(Approvals, ClaimedOnesAreDecidedByNobodyElse) {
  const std::string id = ask({});
  store->claim_approval({id, 1, "ada"}, 1000);
  EXPECT_EQ(approval(id).call.asked.claimed_by, "ada");
  EXPECT_EQ(refusal([&] { store->decide(by(id, "bo")); }), key(id) + " is ada's, who has claimed it until " + time_text(time + 1000));
  EXPECT_NE(refusal([&] { store->claim_approval({id, 1, "bo"}); }), "");
  EXPECT_NE(refusal([&] { store->release_approval({id, 1, "bo"}); }), "");
  store->release_approval({id, 1, "ada"});
  store->claim_approval({id, 1, "bo"}, 1000);
  EXPECT_NE(refusal([&] { store->decide(by(id, "ada")); }), "");
  pass(1000);
  EXPECT_EQ(store->decide(by(id, "ada")), CallState::kPending) << "its time is over";
}

TEST_P(Approvals, PeopleAskBack) {
  const std::string id = ask({.roles = {"finance"}}, "ada");
  EXPECT_NE(refusal([&] { store->reply({id, 1, "ada"}, "because"); }), "");
  EXPECT_NE(refusal([&] { store->question({id, 1, "ada"}, "why not?"); }), "");
  store->question({id, 1, "bo", {"finance"}}, "why?");
  store->reply({id, 1, "ada"}, "it was broken");
  const std::vector<Remark> thread = approval(id).thread;
  EXPECT_EQ(thread.at(0).text, "why?");
  EXPECT_TRUE(thread.at(0).is_question);
  EXPECT_EQ(thread.at(1).who, "ada");
  store->decide(by(id, "bo", Verdict::kApprove, {"finance"}));
  EXPECT_NE(refusal([&] { store->reply({id, 1, "ada"}, "late"); }), "");
  const std::string file = store->export_run(id);
  store->cancel(id);
  pass(1);
  EXPECT_EQ(store->prune({.ended_before = time}).size(), 1u);
  store->import_run(file);
  EXPECT_EQ(store->decisions(id).at(0).who, "bo");
  EXPECT_EQ(store->run(id)->by, "ada");
  EXPECT_EQ(call(id, 1).asked.roles, (std::set<std::string>{"finance"}));
}

TEST_P(Approvals, WhatMakesNoSense) {
  const std::string id = submit();
  const Lease lease = claim();
  for (const Ask& bad : std::initializer_list<Ask>{{.note = ""},
                                                   {.note = "n", .quorum = 0},
                                                   {.note = "n", .roles = {"a\nb"}},
                                                   {.note = "n", .deadline_ms = UINT64_MAX},
                                                   {.note = "n", .deadline_ms = 1, .on_deadline = OnDeadline::kEscalate}}) {
    Waiting call = waiting(1, "refund", "command");
    call.ask = bad;
    Lease mine = lease;
    EXPECT_THROW(store->advance(mine, {.state = "s", .waiting = {call}}), UsageError);
  }
  EXPECT_EQ(status(id), RunStatus::kRunning);
}

// --- At the same time

// All of `acts` at once, each with a store of its own; gives how many weren't refused.
template <class Open>
int at_once(const Open& open, const std::vector<std::function<void(Store&)>>& acts) {
  std::atomic<int> done = 0, ready = 0;
  std::vector<std::thread> threads;
  for (const auto& act : acts)
    threads.emplace_back([&] {
      const auto mine = open();
      ++ready;
      while (ready < int(acts.size())) std::this_thread::yield();
      try {
        act(*mine);
        ++done;
      } catch (const Refused&) {
      }
    });
  for (std::thread& thread : threads) thread.join();
  return done;
}

TEST_P(Approvals, TwoPeopleAtOnce) {
  for (int i = 0; i < 10; ++i) {
    const std::string id = ask({});
    const Decision approve = by(id, "ada"), deny = by(id, "bo", Verdict::kDeny);
    EXPECT_EQ(at_once([&] { return open(); }, {[&](Store& s) { s.decide(approve); }, [&](Store& s) { s.decide(deny); }}), 1);
    EXPECT_EQ(store->decisions(id).size(), 1u);
    const std::string both = ask({.quorum = 2});
    const Decision ada = by(both, "ada"), bo = by(both, "bo");
    EXPECT_EQ(at_once([&] { return open(); },
                      {[&](Store& s) { s.decide(ada); }, [&](Store& s) { s.decide(bo); }, [&](Store& s) { s.decide(ada); }}),
              2);
    EXPECT_EQ(state(both), CallState::kPending);
  }
}

TEST_P(Approvals, TwoEditsAtOnce) {
  for (int i = 0; i < 10; ++i) {
    const std::string id = ask({.quorum = 2});
    Decision ada = by(id, "ada"), bo = by(id, "bo");
    ada.args = {Data(80)};
    bo.args = {Data(90)};
    EXPECT_EQ(at_once([&] { return open(); }, {[&](Store& s) { s.decide(ada); }, [&](Store& s) { s.decide(bo); }}), 1);
    EXPECT_EQ(state(id), CallState::kAwaitingApproval);
  }
}

// Each has a clock of its own: for one the deadline is over, for the other it isn't yet.
TEST_P(Approvals, ADeadlineAgainstADecision) {
  for (int i = 0; i < 10; ++i) {
    const std::string id = ask({.deadline_ms = 1000});
    const Decision approve = by(id, "ada");
    const auto late = [&] { return Store::open(database.where(), {.clock = [now = time] { return double(now + 1000) / 1000; }}); };
    std::atomic<size_t> lapsed = 0;
    const std::unique_ptr<Store> one = late(), other = late();
    at_once([&] { return open(); },
            {[&](Store& s) { s.decide(approve); }, [&](Store&) { lapsed += one->lapse(); }, [&](Store&) { lapsed += other->lapse(); }});
    ASSERT_EQ(store->decisions(id).size(), 1u);
    EXPECT_EQ(lapsed, store->decisions(id)[0].who.empty() ? 1u : 0u);
    EXPECT_EQ(state(id), lapsed ? CallState::kRaised : CallState::kPending);
  }
}

TEST_P(Approvals, AClaimsEndAgainstADecision) {
  for (int i = 0; i < 10; ++i) {
    const std::string id = ask({});
    store->claim_approval({id, 1, "ada"}, 1000);
    pass(1000);
    const Decision approve = by(id, "bo");
    at_once([&] { return open(); }, {[&](Store& s) { s.decide(approve); }, [&](Store& s) { s.claim_approval({id, 1, "ada"}, 1000); }});
    const bool approved = state(id) == CallState::kPending;
    EXPECT_EQ(store->decisions(id).size(), approved ? 1u : 0u);
    EXPECT_EQ(call(id, 1).asked.claimed_by, approved ? "" : "ada");
    if (!approved) store->cancel(id);
  }
}

// --- A store of before

// Its columns, of which those of bytes come first, as they were in version 3.
struct OldTable {
  const char *name, *bytes, *others;
};
constexpr OldTable kOldTables[] = {
    {"program", "text", "hash"},
    {"run", "",
     "id, tenant, queue, name, status, epoch, seq, owner, lease_until, ready_at, wake_at, timer_at, goes_on, failures, key, parent, "
     "priority, "
     "tags, program, inputs, limits, spent, created, ended, outcome, events, head"},
    {"snapshot", "stdout, stderr, state", "run, seq, parent, hash, at, timer_at, goes_on"},
    {"call", "",
     "run, id, seq, key, function, args, kind, file, line, state, policy, tool, idempotent, attempts, answer, consumed_by, abandoned_by, "
     "retries, due_at, reason, channel"},
    {"decision", "", "run, call, seq, shown, who, channel, verdict, reason, args, edited, at"},
    {"event", "", "run, number, at, kind, epoch, seq, status, worker, data, hash"},
};

std::string literal(const Row::Cell& cell, bool is_bytes, bool is_postgres) {
  if (const auto* number = std::get_if<int64_t>(&cell)) return std::to_string(*number);
  const auto* text = std::get_if<std::string>(&cell);
  if (!text) return "NULL";
  std::string quoted = is_bytes ? (is_postgres ? "'\\x" : "X'") : "'";
  for (const char c : *text) {
    if (is_bytes) quoted += {"0123456789abcdef"[uint8_t(c) >> 4], "0123456789abcdef"[c & 15]};
    else quoted += c == '\'' ? "''" : std::string(1, c);
  }
  return quoted + "'";
}

TEST_P(Approvals, AnOlderStoresApprovalsGoOn) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.state = "s", .waiting = {asked(1, "refund", "command"), asked(2, "refund", "command")}});
  store->decide(by(id, "ada"));
  const std::string shown = store->approval(id, 2)->shown;

  const TestDatabase old(GetParam());
  old.connect()->within(true, [&](Database& behind) { migrate(behind, 3); });
  std::string script;
  for (const OldTable& table : kOldTables) {
    const std::string columns = std::string(table.bytes) + (*table.bytes ? ", " : "") + table.others;
    const size_t bytes = *table.bytes ? size_t(std::ranges::count(std::string_view(table.bytes), ',')) + 1 : 0;
    const std::string select = "SELECT " + columns + " FROM " + table.name;
    for (const Row& row : database.connect()->run({select.c_str()})) {
      script += std::string("INSERT INTO ") + table.name + " (" + columns + ") VALUES (";
      for (size_t i = 0; i < row.cells.size(); ++i)
        script += (i ? ", " : "") + literal(row.cells[i], i < bytes, GetParam() == Kind::kPostgres);
      script += ");\n";
    }
  }
  old.connect()->run_script(script);

  store = Store::open(old.where(), {.clock = [this] { return double(time) / 1000; }});
  // (The log is today's, and knows what those tables lack.)
  const std::string unlike = id + ": as written: asked ";
  EXPECT_EQ(told(check(*store)), unlike + "1 isn't what was written\n" + unlike + "2 isn't what was written\n");
  EXPECT_EQ(store->decisions(id).at(0).who, "ada");
  const Approval waits = store->approvals().at(0);
  EXPECT_EQ(waits.shown, shown);
  EXPECT_EQ(waits.call.asked, (Asked{.ask = {.note = "--approve"}}));
  EXPECT_EQ(store->decide({.run = id, .call = 2, .shown = shown, .who = "bo", .verdict = Verdict::kApprove}), CallState::kPending);
  store.reset();  // its file goes with `old`
}

// A file of before has one decision about a call, without a number, and no remarks.
TEST_P(Approvals, AnOlderReleasesFileIsTakenIn) {
  const std::string id = ask({});
  store->decide(by(id, "ada"));
  std::string file = store->export_run(id);
  for (const char* part : {"\"number\": 1, ", ", \"roles\": \"[]\"", ", \"remark\": []"}) {
    const size_t at = file.find(part, file.find("\"decision\""));
    ASSERT_NE(at, file.npos) << part << file;
    file.erase(at, std::string(part).size());
  }
  store->cancel(id);
  pass(1);
  store->prune({.ended_before = time});
  EXPECT_EQ(store->import_run(file), id);
  EXPECT_EQ(store->decisions(id).at(0).number, 1u);
}

INSTANTIATE_TEST_SUITE_P(Databases, Approvals, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
