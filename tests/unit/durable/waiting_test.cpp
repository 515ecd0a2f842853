// What waits for people, in pages.
#include "approvals.h"

namespace fermata::durable {
namespace {

using WaitingTest = Approvals;

// The runs of the calls that are listed, in pages.
std::vector<std::string> pages(Store& store, WaitingQuery query) {
  std::vector<std::string> listed;
  for (bool more = true; more;) {
    const std::vector<Approval> approvals = store.approvals(query);
    std::vector<RunCall> calls;
    for (const Approval& approval : approvals) calls.push_back(approval.call);
    if (approvals.size() < query.most) {
      WaitingQuery rest = query;
      rest.most -= approvals.size();
      for (const RunCall& call : store.unanswered(rest)) calls.push_back(call);
    }
    more = calls.size() == query.most;
    if (!calls.empty()) query.after = place_of(calls.back());
    for (const RunCall& call : calls) listed.push_back(call.run);
  }
  return listed;
}

TEST_P(WaitingTest, TheMostUrgentComeFirst) {
  const std::string plain = ask({}), later = ask({.deadline_ms = 9'000}), soon = ask({.roles = {"finance"}, .deadline_ms = 5'000}),
                    held = ask({.deadline_ms = 1'000, .on_deadline = OnDeadline::kHold});
  time += 1;  // ids are in the order of their times
  const std::string last = ask({.roles = {"boss"}});
  time += 2'000;
  EXPECT_EQ(store->lapse(), 1u);
  const std::string nobody = submit({.queue = "others"});
  Lease lease = store->claim({.worker = "w1", .queues = {"others"}}).at(0);
  store->advance(lease, {.state = "s", .waiting = {waiting(1, "lookup"), waiting(2, "lookup")}});
  const std::vector<std::string> order = {held, soon, later, plain, last, nobody, nobody};
  for (const uint64_t most : {1, 2, 3, 5, 6, 7, 100}) EXPECT_EQ(pages(*store, {.most = most}), order) << most;
  EXPECT_EQ(pages(*store, {.queue = "q2", .most = 2}), std::vector{later});
  EXPECT_EQ(pages(*store, {.queue = "others", .most = 1}), std::vector({nobody, nobody}));
  const std::vector<std::string> theirs = {held, later, plain, last, nobody, nobody};
  for (const uint64_t most : {1, 2, 4, 100}) EXPECT_EQ(pages(*store, {.role = "boss", .most = most}), theirs) << most;
  EXPECT_EQ(pages(*store, {.tenant = "another", .most = 2}), std::vector<std::string>());
  // A page begins behind its place, whatever has become of what stood there.
  const std::string place = place_of(call(soon, 1));
  store->decide({.run = soon,
                 .call = 1,
                 .shown = store->approval(soon, 1)->shown,
                 .who = "ada",
                 .roles = {"finance"},
                 .channel = "test",
                 .verdict = Verdict::kDeny});
  EXPECT_EQ(store->approvals({.after = place, .most = 1}).at(0).call.run, later);
  EXPECT_EQ(store->waiting().at("others"), 2u);
  EXPECT_EQ(store->waiting("another").size(), 0u);
  for (const char* text : {"x", ":", "none:", "none:r", "1:r:-1", "-1:r:1", "1:r:", "1x:r:1", "none:r:99999999999999999999", "NONE:r:1"})
    EXPECT_THROW(store->approvals({.after = text}), UsageError) << text;
}

TEST_P(WaitingTest, NothingIsMissedWhenDeadlinesLapseBetweenPages) {
  std::vector<std::string> order;
  for (const uint64_t deadline : {1'000, 4'000, 4'200, 4'400, 9'000}) {
    const OnDeadline then = deadline == 4'400 ? OnDeadline::kEscalate : OnDeadline::kHold;
    order.push_back(ask({.deadline_ms = deadline, .on_deadline = then, .escalate = {"boss"}}));
  }
  time += 2'000;
  EXPECT_TRUE(store->approvals({.most = 1}).at(0).call.asked.overdue) << "by the clock, though nobody has noticed yet";
  EXPECT_EQ(store->lapse(), 1u);
  WaitingQuery query{.most = 2};
  std::vector<std::string> seen;
  for (const Approval& approval : store->approvals(query)) seen.push_back(approval.call.run), query.after = place_of(approval.call);
  time += 5'000;
  EXPECT_EQ(store->lapse(), 3u);
  query.most = 9;
  for (const Approval& approval : store->approvals(query)) seen.push_back(approval.call.run);
  EXPECT_EQ(seen, order);
  EXPECT_EQ(store->approvals().at(0).call.asked.was_due, time - 6'000);
}

TEST_P(WaitingTest, ListsLeaveLargeArgumentsOut) {
  const std::string queue = "large", id = submit({.queue = queue});
  Lease lease = store->claim({.worker = "w1", .queues = {queue}}).at(0);
  std::vector<Waiting> calls = {waiting(1, "refund", "command"), waiting(2, "refund", "command"), waiting(3, "lookup")};
  calls[0].ask = calls[1].ask = Ask{.note = "refunds"};
  for (const size_t i : {0, 2}) calls[i].call.args = {std::string(10'000, 'x')};
  store->advance(lease, {.state = "s", .waiting = calls});
  const WaitingQuery query{.most_bytes = 1'000};
  const std::vector<Approval> approvals = store->approvals(query);
  EXPECT_EQ(approvals.size(), 2u);
  EXPECT_TRUE(approvals[0].call.is_cut && approvals[0].call.call.args.empty() && approvals[0].shown.empty());
  EXPECT_TRUE(!approvals[1].call.is_cut && approvals[1].shown == store->approval(id, 2)->shown);
  EXPECT_TRUE(store->unanswered(query).at(0).is_cut);
  EXPECT_FALSE(store->approvals().at(0).call.is_cut);
  EXPECT_EQ(store->approval(id, 1)->call.call.args.at(0).as_str().size(), 10'000u);
}

// What a tool says of why it can't act may be what a program said, and that may be anything.
TEST_P(WaitingTest, ReasonsAreAnyText) {
  const std::string queue = "odd", id = submit({.queue = queue});
  Lease lease = store->claim({.worker = "w1", .queues = {queue}}).at(0);
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {waiting(1, "fetch", "command")}});
  store->dispatch(lease, 1, "command", false);
  const std::string odd("a\xed\xa0\x80\0b", 6);
  EXPECT_EQ(store->fail_call(lease, 1, {Failure::Kind::kHold, {.type = "RuntimeError", .message = odd}}), CallState::kHeld);
  EXPECT_EQ(call(id, 1).reason, "a\\ud800\\x00b");
}

// What a file says of where its calls stand isn't believed.
TEST_P(WaitingTest, WhatIsTakenInIsListed) {
  const std::string id = ask({.deadline_ms = 60'000});
  std::string file = store->export_run(id);
  const std::string deadline = "\"deadline_at\": " + std::to_string(time + 60'000);
  ASSERT_NE(file.find(deadline), file.npos);
  file.replace(file.find(deadline), deadline.size(), "\"deadline_at\": 7");
  store->cancel(id);
  store->prune({.ended_before = time + 1});
  ASSERT_TRUE(store->approvals().empty());
  EXPECT_EQ(store->import_run(file), id);
  EXPECT_EQ(store->approvals().at(0).call.run, id);
  EXPECT_EQ(store->lapse(), 0u);
  time += 60'000;
  EXPECT_EQ(store->lapse(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Databases, WaitingTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
