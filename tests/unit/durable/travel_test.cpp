// Any moment of a run as it was, and what would follow from other answers.
#include "fermata/durable/travel.h"

#include <algorithm>
#include <optional>

#include "fermata/sealer.h"
#include "workers.h"

namespace fermata::durable {
namespace {

class TravelTest : public WorkerTest {
 protected:
  void SetUp() override {
    WorkerTest::SetUp();
    if (!store) return;
    travel.emplace(*store, TravelOptions{.jailed = false});
    id = submit(
        "def main(order):\n    total = double(order)\n    print('total', total)\n    if ask(total):\n        pay(total)\n"
        "        return 'paid'\n    raise ValueError('no')\nname = 'ada'\nmain(21)");
    drain();
    ASSERT_EQ(store->run(id)->seq, 2u);
    call = store->open_calls(id).at(0).call.id;
  }
  static const Change* find(const std::vector<Change>& changes, const std::string& kind, const std::string& name = "") {
    const auto found = std::ranges::find_if(changes, [&](const Change& change) { return change.kind == kind && change.name == name; });
    return found == changes.end() ? nullptr : &*found;
  }

  std::string id;
  uint64_t call = 0;
  std::optional<TimeTravel> travel;
  TestDatabase elsewhere{Kind::kSqlite};
};

TEST_P(TravelTest, WhatChangedBetweenTwoSnapshots) {
  const Moment first = travel->at(id, 1), second = travel->at(id, 2);
  EXPECT_EQ(first.view.stack.at(1).function, "main");
  const std::vector<Change> changes = diff(first, second);
  ASSERT_TRUE(find(changes, "local", "main.total"));
  EXPECT_EQ(find(changes, "local", "main.total")->after, "42");
  EXPECT_FALSE(find(changes, "local", "main.total")->before);
  EXPECT_EQ(find(changes, "stdout")->after, "total 42\n");
  EXPECT_TRUE(find(changes, "stack"));
  EXPECT_EQ(find(changes, "call", "1")->before, "double(21)");
  EXPECT_EQ(find(changes, "call", std::to_string(call))->after, "ask(42)");
  EXPECT_FALSE(find(changes, "global", "name"));
  EXPECT_TRUE(diff(second, second).empty());
  EXPECT_THROW(travel->at(id, 7), Refused);
}

TEST_P(TravelTest, AlternativesKeepToTheRunsLimits) {
  Submission limited;
  limited.limits.steps = 5'000;
  limited.limits.file_bytes = 1'000;
  const std::string run = submit(
      "ask(1)\ntry:\n    open('a', 'wb').write(b'x' * 2000)\nexcept OSError as e:\n    print(e)\nfor i in range(100_000): pass", limited);
  drain();
  const uint64_t waits = store->open_calls(run).at(0).call.id;
  const Moment would = travel->what_if(run, 1, {{{waits, Data()}}}).at(0);
  EXPECT_EQ(would.status, Status::kExhausted);
  EXPECT_EQ(would.limit, "steps");
  EXPECT_EQ(would.printed, "[Errno 28] No space left on device\n");
}

TEST_P(TravelTest, AProgramThatAwaits) {
  const std::string run = submit(
      "import asyncio\nasync def main(order):\n    total = order * 2\n    await asyncio.gather(one(total), two())\n"
      "async def one(n):\n    await later(n)\nasync def two():\n    mine = 5\n    await later(0)\nasyncio.run(main(21))");
  drain();
  const uint64_t last = store->run(run)->seq;
  const Moment moment = travel->at(run, last);
  ASSERT_EQ(moment.view.stack.size(), 2u);
  EXPECT_EQ(moment.view.stack[1].function, "one");
  EXPECT_EQ(moment.view.stack[1].locals, (std::vector<std::pair<std::string, std::string>>{{"n", "42"}}));
  ASSERT_EQ(moment.view.tasks.size(), 3u);
  EXPECT_TRUE(moment.view.tasks[1].is_in_stack);
  EXPECT_EQ(moment.view.tasks[1].call, moment.view.pending.at(0).id);
  const SessionView second = travel->at(run, last, moment.view.pending.at(1).id).view;
  ASSERT_EQ(second.stack.size(), 2u);
  EXPECT_EQ(second.stack[0].function, "<module>");
  EXPECT_EQ(second.stack[1].function, "two");
  EXPECT_EQ(second.stack[1].locals, (std::vector<std::pair<std::string, std::string>>{{"mine", "5"}}));
  ASSERT_EQ(second.tasks_beside().size(), 2u);
  EXPECT_EQ(second.tasks_beside()[1].name, moment.view.tasks[1].name);
  EXPECT_EQ(travel->where(run, last, "n == 42 and total == 42 and mine == 5"), true) << "other tasks' variables, too";
  EXPECT_EQ(travel->where(run, last, "n == 43"), false);
}

// Of tasks without frames of the program's: by whoever waits for them. Nobody's variables are another call's.
TEST_P(TravelTest, ACallIsSeenFromWhoeverWaitsForIt) {
  const std::string run = submit(
      "import asyncio\nasync def leaf():\n    mine = 'leaf'\n    await later(1)\nasync def gathers(n):\n    mine = 'gathers'\n"
      "    await asyncio.gather(later(n), later(n + 1))\nasync def waits():\n    mine = 'waits'\n    await asyncio.wait_for(later(4), 9)\n"
      "async def shields():\n    mine = 'shields'\n    await asyncio.shield(later(5))\nasync def groups():\n    mine = 'groups'\n"
      "    async with asyncio.TaskGroup() as group:\n        group.create_task(later(6))\n"
      "async def main():\n    mine = 'main'\n    lost.append(asyncio.create_task(later(7)))\n"
      "    await asyncio.gather(leaf(), gathers(2), waits(), shields(), groups())\nlost = []\nasyncio.run(main())");
  drain();
  const uint64_t last = store->run(run)->seq;
  std::map<int64_t, std::string> seen;
  for (const Call& call : travel->at(run, last).view.pending) {
    if (call.kind == Call::Kind::kTimer) continue;
    const SessionView view = travel->at(run, last, call.id).view;
    std::string& mine = seen[call.args.at(0).as_int()];
    for (const FrameView& frame : view.stack)
      for (const auto& [name, value] : frame.locals)
        if (name == "mine") mine += value;
  }
  EXPECT_EQ(seen, (std::map<int64_t, std::string>{
                      {1, "'leaf'"}, {2, "'gathers'"}, {3, "'gathers'"}, {4, "'waits'"}, {5, "'shields'"}, {6, "'groups'"}, {7, ""}}));
}

TEST_P(TravelTest, OtherAnswersSideBySide) {
  const uint64_t events = store->run(id)->events;
  const auto moments = travel->what_if(id, 2, {{{call, Data(true)}}, {{call, Data(false)}}, {{call, Error{.type = "KeyError"}}}});
  ASSERT_EQ(moments.size(), 3u);
  EXPECT_EQ(moments[0].status, Status::kPaused);
  EXPECT_EQ(moments[0].view.pending.at(0).function, "pay") << "it isn't called";
  EXPECT_EQ(moments[1].error->message, "no");
  EXPECT_EQ(moments[2].error->type, "KeyError");
  EXPECT_EQ(store->run(id)->events, events) << "nothing is written";
  EXPECT_THROW(travel->what_if(id, 2, {{{99, Data()}}}), Refused);
  // An earlier moment, whose call has got another answer since; without one it is that.
  EXPECT_EQ(travel->what_if(id, 1, {{{1, Data(7)}}, {}}).at(0).view.pending.at(0).args, (std::vector<Data>{7}));
  EXPECT_EQ(travel->what_if(id, 1, {{}}).at(0).view.pending.at(0).args, (std::vector<Data>{42}));
}

TEST_P(TravelTest, RunsAreAskedForTheirVariables) {
  EXPECT_EQ(travel->where(id, 2, "total > 40 and name.startswith('a')"), true);
  EXPECT_EQ(travel->where(id, 2, "total > 100"), false);
  EXPECT_EQ(travel->where(id, 1, "total > 40"), std::nullopt) << "there is none yet";
  EXPECT_EQ(travel->where(id, 2, "ask(1)"), std::nullopt) << "nothing is called";
  std::string why;
  EXPECT_EQ(travel->where(id, 2, "totl > 40", &why), std::nullopt);
  EXPECT_EQ(why, "NameError: name 'totl' is not defined");
  EXPECT_EQ(travel->where(id, 2, "1 +"), std::nullopt);
  const std::string ended = submit("x = [1, 2]");
  drain();
  EXPECT_EQ(travel->where(ended, 1, "len(x) == 2"), true);
}

TEST_P(TravelTest, InAJail) {
  if (find_jail_program().empty()) GTEST_SKIP() << "there is no fermata-jail";
  TimeTravel jailed(*store);
  EXPECT_EQ(jailed.at(id, 2).printed, "total 42\n");
  EXPECT_EQ(jailed.what_if(id, 2, {{{call, Data(true)}}}).at(0).view.pending.at(0).function, "pay");
  EXPECT_EQ(jailed.where(id, 2, "total == 42"), true);
}

TEST_P(TravelTest, ARunGoesFromOneStoreToAnother) {
  const std::string file = store->export_run(id);
  const auto other = Store::open(elsewhere.where());
  EXPECT_EQ(other->import_run(file), id);
  EXPECT_EQ(told(check(*other)), "");
  EXPECT_EQ(other->state(id, 1), store->state(id, 1));
  EXPECT_EQ(other->calls(id).size(), 2u);
  EXPECT_EQ(other->attempts(id).size(), 1u);
  const durable::Run run = *other->run(id);
  EXPECT_EQ(run.status, RunStatus::kDead) << "it may go on where it came from";
  EXPECT_EQ(run.reason, "it was waiting when it was exported, and may go on there");
  EXPECT_THROW(other->import_run(file), Refused);
  other->retry(id);
  other->answer(id, call, Data(false));
  Worker(*other, options()).drain();
  EXPECT_EQ(other->run(id)->error->message, "no");
  EXPECT_EQ(told(check(*other)), "");
  TestDatabase third_database{Kind::kSqlite};
  const auto third = Store::open(third_database.where());
  third->import_run(other->export_run(id));
  EXPECT_EQ(third->run(id)->status, RunStatus::kRaised);
  EXPECT_EQ(told(check(*third)), "");
}

TEST_P(TravelTest, AFileThatWasChangedIsRefused) {
  const std::string file = store->export_run(id);
  const auto other = Store::open(elsewhere.where());
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = file;
    const size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    if (at != text.npos) text.replace(at, from.size(), to);
    return text;
  };
  for (const std::string& text :
       {changed("\"kind\": \"dispatch\"", "\"kind\": \"renew\""), changed("\"status\": \"waiting\"", "\"status\": \"ready\""),
        changed("\"fermata_run\": 1", "\"fermata_run\": 3"), changed("\"attempts\": 1", "\"attempts\": 2"),
        changed("\"seq\": 1", "\"seq\": 9"), std::string("{}"), std::string("no JSON"), file.substr(0, file.size() / 2)}) {
    EXPECT_ANY_THROW(other->import_run(text));
    EXPECT_TRUE(other->runs().empty());
  }
  for (const char* name : {"status", "seq", "key", "snapshot", "state"}) {
    const std::string text = changed("\"" + std::string(name) + "\": ", "\"" + std::string(name) + "x\": ");
    EXPECT_ANY_THROW(other->import_run(text)) << name;
  }
  EXPECT_TRUE(other->runs().empty());
}

TEST_P(TravelTest, ASealedFileTakesTheKeys) {
  const StoreOptions keys{.sealer = Sealer({SealKey("k", std::string(32, 'k'))})};
  TestDatabase other_keys{Kind::kSqlite};
  const auto sealed = Store::open(elsewhere.where(), keys);
  const std::string run = sealed->submit({.source = "secret = 'abc'\nask()"}).run;
  Worker(*sealed, options()).drain();
  const std::string file = sealed->export_run(run);
  EXPECT_TRUE(Sealer::is_sealed(file));
  EXPECT_THROW(store->import_run(file), StoreError);
  const auto other = Store::open(other_keys.where(), keys);
  other->import_run(file);
  EXPECT_EQ(other->state(run, 1), sealed->state(run, 1));
  EXPECT_THROW(other->import_run(store->export_run(id)), StoreError) << "a file that isn't sealed";
}

// A worker with a stricter policy asks about calls that an earlier one would have made.
TEST_P(TravelTest, AStricterWorkerAsksFirst) {
  const std::string run = submit("double(4)");
  WorkerOptions without = options();
  without.tools.clear();
  Worker(*store, without).drain();
  WorkerOptions strict = options();
  strict.approve.insert("double");
  Worker(*store, strict).drain();
  const auto asked = store->approval(run, 1);
  ASSERT_TRUE(asked);
  EXPECT_EQ(store->attempts(run).size(), 0u);
  store->decide({.run = run, .call = 1, .shown = asked->shown, .who = "ada", .verdict = Verdict::kApprove});
  Worker(*store, strict).drain();
  EXPECT_EQ(store->run(run)->result, Data(8));
}

INSTANTIATE_TEST_SUITE_P(Databases, TravelTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
