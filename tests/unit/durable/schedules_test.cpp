// Schedules: each time has one run, whoever fires it.
#include <thread>

#include "stores.h"
#include "workers.h"

namespace fermata::durable {
namespace {

constexpr Time kMinute = 60'000, kHour = 3'600'000;

class SchedulesTest : public StoreTest {
 protected:
  std::string schedule(NewSchedule schedule = {}) {
    if (schedule.when.empty()) schedule.when = "1h";
    if (schedule.run.source.empty()) schedule.run.source = "ask(1)";
    schedule.run.name = "report.py";
    return store->schedule(schedule).schedule;
  }
  Schedule known(const std::string& id) {
    for (Schedule& schedule : store->schedules())
      if (schedule.id == id) return schedule;
    ADD_FAILURE() << "no schedule " << id;
    return {};
  }
  // All that there is to do.
  void fire() {
    while (store->fire()) continue;
  }
  std::string problem(const NewSchedule& schedule) {
    try {
      store->schedule(schedule);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_P(SchedulesTest, ATimeHasOneRun) {
  const std::string id = schedule({.run = {.inputs = {{"n", 17}},
                                           .arguments = {"-x"},
                                           .queue = "reports",
                                           .by = "ada",
                                           .priority = 3,
                                           .tags = {{"kind", "daily"}},
                                           .limits = {.steps = 1'000}}});
  EXPECT_EQ(known(id).next, time + kHour);
  EXPECT_EQ(store->next_due(), time + kHour);
  pass(kHour - 1);
  EXPECT_EQ(store->fire(), 0u);
  pass(1);
  EXPECT_EQ(store->fire(), 1u);
  EXPECT_EQ(store->fire(), 0u);
  const std::vector<durable::Run> runs = store->runs();
  ASSERT_EQ(runs.size(), 1u);
  const durable::Run& run = runs[0];
  EXPECT_EQ(run.status, RunStatus::kReady);
  EXPECT_EQ(run.queue, "reports");
  EXPECT_EQ(run.name, "report.py");
  EXPECT_EQ(run.by, "ada");
  EXPECT_EQ(run.priority, 3);
  EXPECT_EQ(run.tags.at("kind"), "daily");
  EXPECT_EQ(run.limits.steps, 1'000u);
  EXPECT_EQ(run.key, "schedule:" + id + ":" + time_text(time));
  const Event event = store->log(run.id).at(0);
  EXPECT_EQ(event.kind, "fire");
  EXPECT_NE(event.data.find("\"schedule\": \"" + id + "\""), std::string::npos) << event.data;
  const Work work = store->load(store->claim({.worker = "w", .queues = {"reports"}}).at(0));
  EXPECT_EQ(work.source, "ask(1)");
  EXPECT_EQ(work.arguments, std::vector<std::string>{"-x"});
  EXPECT_EQ(work.inputs.at(0).second, Data(17));
  const Schedule now = known(id);
  EXPECT_EQ(now.fired, 1u);
  EXPECT_EQ(now.last, time);
  EXPECT_EQ(now.last_run, run.id);
  EXPECT_EQ(now.next, time + kHour);
}

TEST_P(SchedulesTest, WhatBecomesOfMissedTimes) {
  const std::string skip = schedule({.missed = Missed::kSkip}), once = schedule({.missed = Missed::kOnce}),
                    all = schedule({.missed = Missed::kAll});
  const Time made = time;
  pass(3 * kHour + kMinute);
  fire();
  EXPECT_EQ(known(skip).fired, 0u);
  EXPECT_EQ(known(once).fired, 1u);
  EXPECT_EQ(known(once).last, made + 3 * kHour);
  EXPECT_EQ(known(all).fired, 3u);
  for (const std::string& id : {skip, once, all}) EXPECT_EQ(known(id).next, made + 4 * kHour);
  // A little late is in time.
  pass(kHour - 1);
  fire();
  EXPECT_EQ(known(skip).fired, 1u);
  EXPECT_EQ(known(once).fired, 2u);
  EXPECT_EQ(known(all).fired, 4u);
}

TEST_P(SchedulesTest, PausedAndResumedAndGone) {
  const std::string id = schedule();
  store->pause_schedule(id);
  EXPECT_EQ(known(id).next, std::nullopt);
  EXPECT_EQ(store->next_due(), std::nullopt);
  EXPECT_EQ(refusal([&] { store->pause_schedule(id); }), "schedule " + id + " is paused");
  const Time made = time;
  pass(5 * kHour + 1);
  EXPECT_EQ(store->fire(), 0u);
  store->resume_schedule(id);
  EXPECT_EQ(refusal([&] { store->resume_schedule(id); }), "schedule " + id + " isn't paused");
  fire();
  EXPECT_EQ(known(id).fired, 0u);  // nothing was missed
  EXPECT_EQ(known(id).next, made + 6 * kHour);
  pass(kHour);
  fire();
  const std::string run = known(id).last_run;
  // The time that it has a run for doesn't come again.
  store->pause_schedule(id);
  store->resume_schedule(id);
  fire();
  EXPECT_EQ(known(id).fired, 1u);
  store->unschedule(id);
  EXPECT_TRUE(store->schedules().empty());
  EXPECT_EQ(status(run), RunStatus::kReady);
  EXPECT_EQ(refusal([&] { store->unschedule(id); }), "there is no schedule " + id);
  EXPECT_EQ(refusal([&] { store->pause_schedule(id); }), "there is no schedule " + id);
  EXPECT_EQ(refusal([&] { store->resume_schedule(id); }), "there is no schedule " + id);
}

TEST_P(SchedulesTest, AKeyHasOneSchedule) {
  const NewSchedule daily{.when = "@daily", .run = {.source = "1", .key = "daily"}};
  const Scheduled first = store->schedule(daily), again = store->schedule(daily);
  EXPECT_TRUE(first.is_new);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(again.schedule, first.schedule);
  NewSchedule other = daily;
  other.when = "@hourly";
  EXPECT_EQ(refusal([&] { store->schedule(other); }),
            "the key 'daily' is that of schedule " + first.schedule + ", whose timetable is another one");
  NewSchedule with = daily;
  with.run.inputs = {{"x", Data(1)}};
  EXPECT_EQ(refusal([&] { store->schedule(with); }), "the key 'daily' is that of schedule " + first.schedule + ", which has no input 'x'");
  other.run.tenant = "b";
  EXPECT_TRUE(store->schedule(other).is_new);
  EXPECT_EQ(store->schedules("b").size(), 1u);
  EXPECT_EQ(store->schedules().size(), 2u);
  EXPECT_EQ(store->schedule_named(first.schedule), first.schedule);
  EXPECT_EQ(refusal([&] { store->schedule_named("zzz"); }), "there is no schedule zzz");
}

TEST_P(SchedulesTest, WhatMakesNoSenseIsKeptOut) {
  EXPECT_NE(problem({.when = "now and then"}), "");
  EXPECT_NE(problem({.when = "0 0 31 4 *"}), "");
  EXPECT_NE(problem({.when = "@daily", .zone = "Mars/Base"}), "");
  EXPECT_NE(problem({.when = "@daily", .run = {.at = time}}), "");
  EXPECT_NE(problem({.when = "@daily", .run = {.queue = ""}}), "");
  EXPECT_TRUE(store->schedules().empty());
}

TEST_P(SchedulesTest, AZoneThatIsNotHereHoldsNobodyUp) {
  const std::string lost = schedule(), other = schedule();
  const auto database_here = database.connect();
  database_here->run_script("UPDATE schedule SET zone = 'Mars/Base' WHERE id = '" + lost + "'");
  pass(kHour);
  EXPECT_EQ(store->fire(), 1u);
  EXPECT_EQ(known(other).fired, 1u);
  EXPECT_EQ(known(lost).fired, 0u);
  // It comes when somebody has the zone.
  database_here->run_script("UPDATE schedule SET zone = 'UTC' WHERE id = '" + lost + "'");
  EXPECT_EQ(store->fire(), 1u);
  EXPECT_EQ(known(lost).fired, 1u);
}

TEST_P(SchedulesTest, ItsProgramStaysAsLongAsTheSchedule) {
  const std::string id = schedule();
  pass(kHour);
  fire();
  store->cancel(known(id).last_run, "");
  pass(1);
  EXPECT_EQ(store->prune({.ended_before = time}).size(), 1u);
  pass(kHour);
  fire();
  EXPECT_EQ(store->source(known(id).last_run), "ask(1)");
}

TEST_P(SchedulesTest, ARunOfItsKeyIsItsRun) {
  const std::string id = schedule();
  const std::string mine = submit({.key = "schedule:" + id + ":" + time_text(time + kHour)});
  pass(kHour);
  fire();
  EXPECT_EQ(store->runs().size(), 1u);
  EXPECT_EQ(known(id).next, time + kHour);
}

TEST_P(SchedulesTest, ManyFireAtOnce) {
  constexpr int kSchedules = 20, kHours = 5;
  for (int i = 0; i < kSchedules; ++i) schedule({.missed = Missed::kAll});
  pass(kHours * kHour);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([this] { fire(); });
  for (std::thread& thread : threads) thread.join();
  fire();
  EXPECT_EQ(store->runs({.most = 1000}).size(), size_t(kSchedules * kHours));
  for (const Schedule& schedule : store->schedules()) EXPECT_EQ(schedule.fired, uint64_t(kHours));
}

TEST_P(SchedulesTest, TheCheckerKnowsThem) {
  const std::string id = schedule();
  pass(kHour);
  fire();
  const auto database_here = database.connect();
  const auto law = [&](const std::string& change, const std::string& back) {
    database_here->run_script(change);
    const std::string text = told(check(*store));
    database_here->run_script(back);
    return text;
  };
  const std::string of = " WHERE id = '" + id + "'";
  EXPECT_EQ(law("UPDATE schedule SET fired = 0" + of, "UPDATE schedule SET fired = 1" + of),
            ": schedules: schedule " + id + " has fired 0 times, and 1 runs are its\n");
  EXPECT_EQ(law("UPDATE schedule SET next_at = last_at" + of, "UPDATE schedule SET next_at = last_at + 3600000" + of),
            ": schedules: the time of schedule " + id + " that comes next has a run\n");
  EXPECT_EQ(law("UPDATE run SET key = 'schedule:x'", "UPDATE run SET key = 'schedule:" + id + ":" + time_text(time) + "'"),
            store->runs()[0].id + ": schedules: its key isn't that of the time of schedule " + id + " that it is for\n" +
                store->runs()[0].id + ": as written: run isn't what was written\n");
}

INSTANTIATE_TEST_SUITE_P(Databases, SchedulesTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

TEST_P(SchedulesTest, ItsZoneIsItsRuns) {
  store->schedule({.when = "1s", .zone = "Asia/Tokyo", .run = {.source = "1"}});
  store->schedule({.when = "1s", .run = {.source = "2"}});
  store->schedule({.when = "1s", .zone = "Asia/Tokyo", .run = {.source = "3", .surroundings = {.zone = "Europe/Berlin"}}});
  pass(1000);
  store->fire();
  std::map<std::string, std::string> zones;
  for (const Lease& lease : store->claim({.worker = "w", .most = 9})) {
    const Work work = store->load(lease);
    zones[work.source] = work.surroundings.zone;
  }
  EXPECT_EQ(zones, (std::map<std::string, std::string>{{"1", "Asia/Tokyo"}, {"2", ""}, {"3", "Europe/Berlin"}}));
  EXPECT_THROW(store->submit({.source = "1", .surroundings = {.zone = "Nowhere/Else"}}), UsageError);
}

class FiringTest : public WorkerTest {};
TEST_P(FiringTest, AWorkerFiresSchedules) {
  store->schedule({.when = "1s", .run = {.source = "40 + 2", .name = "report.py"}});
  Worker worker(*store, {.jailed = false});
  std::thread thread([&] { worker.run(); });
  std::vector<durable::Run> done;
  while (done.empty()) {
    done = store->runs({.status = RunStatus::kDone});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  worker.stop();
  thread.join();
  EXPECT_EQ(done[0].result, Data(42));
}
INSTANTIATE_TEST_SUITE_P(Databases, FiringTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
