// Schedules: made, paused, and fired: the run of a time and the schedule's next time are one transaction, so each time has one run.
#include "durable/rows/text.h"
#include "durable/timetable.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr size_t kAtOnce = 100;  // schedules that one transaction fires

ScheduleRow known(Transaction& transaction, const std::string& id) {
  auto schedule = lock_schedule(transaction.database, id);
  if (!schedule) throw Refused("there is no schedule " + id);
  return std::move(*schedule);
}

void note(Transaction& transaction, const char* action, const ScheduleRow& row) {
  transaction.notes.push_back({.action = action,
                               .tenant = row.tenant,
                               .data = {{"schedule", row.id}, {"name", row.name}, {"every", row.when}, {"queue", row.queue}}});
}

void begin_run(Transaction& transaction, ScheduleRow& schedule, Time at) {
  RunRow row;
  row.id = new_run_id(transaction.now);
  row.tenant = schedule.tenant;
  row.queue = schedule.queue;
  row.name = schedule.name;
  row.key = "schedule:" + schedule.id + ":" + time_text(at);
  row.by = schedule.by;
  row.priority = schedule.priority;
  row.tags = schedule.tags;
  row.program = schedule.program;
  row.limits = schedule.limits;
  row.inputs = with_zone(schedule.inputs, schedule.zone);
  row.created = transaction.now;
  // (Who may submit runs of the tenant can have made one of this key: theirs is the run of this time then.)
  if (find_key(transaction.database, row.tenant, row.key)) return;
  begin(transaction, Transition::kFire, row, {{"schedule", schedule.id}, {"time", at}});
  schedule.last = at;
  schedule.last_run = row.id;
  schedule.fired += 1;
}

}  // namespace

NewScheduleRow new_schedule(const NewSchedule& schedule, Time now) {
  if (schedule.run.at) throw UsageError("a schedule's runs begin at its times, not at another");
  const NewRun run = new_run(schedule.run, now);
  NewScheduleRow made{.row = {}, .source = run.source};
  ScheduleRow& row = made.row;
  row.id = run.row.id;
  row.when = schedule.when;
  row.zone = schedule.zone;
  row.missed = schedule.missed;
  row.tenant = run.row.tenant;
  row.queue = run.row.queue;
  row.name = run.row.name;
  row.by = run.row.by;
  row.priority = run.row.priority;
  row.tags = run.row.tags;
  row.program = run.row.program;
  row.inputs = run.row.inputs;
  row.limits = run.row.limits;
  row.key = run.row.key;
  row.created = now;
  row.next = Timetable(row.when, row.zone, now).next(now);
  return made;
}

Scheduled schedule(Transaction& transaction, const NewScheduleRow& schedule) {
  const ScheduleRow& row = schedule.row;
  if (!row.key.empty())
    if (const auto known = find_schedule(transaction.database, row.tenant, row.key)) {
      if (known->when != row.when || known->zone != row.zone || known->missed != row.missed)
        throw KeyConflict("the key '" + row.key + "' is that of schedule " + known->id + ", whose timetable is another one");
      check_key(row.key, "schedule " + known->id, known->program == row.program, other_inputs(known->inputs, row.inputs));
      return {known->id, false};
    }
  insert_program(transaction.database, row.program, schedule.source);
  insert_schedule(transaction.database, row);
  note(transaction, "schedule", row);
  if (!row.by.empty()) transaction.notes.back().who = row.by;
  return {row.id, true};
}

void pause_schedule(Transaction& transaction, const std::string& id) {
  ScheduleRow row = known(transaction, id);
  if (!row.next) throw Refused("schedule " + id + " is paused");
  row.next.reset();
  write_schedule(transaction.database, row);
  note(transaction, "pause_schedule", row);
}

void resume_schedule(Transaction& transaction, const std::string& id) {
  ScheduleRow row = known(transaction, id);
  if (row.next) throw Refused("schedule " + id + " isn't paused");
  row.next = Timetable(row.when, row.zone, row.created).next(std::max(transaction.now, row.last.value_or(0)));
  write_schedule(transaction.database, row);
  note(transaction, "resume_schedule", row);
}

void unschedule(Transaction& transaction, const std::string& id) {
  const ScheduleRow row = known(transaction, id);
  delete_schedule(transaction.database, id);
  note(transaction, "unschedule", row);
}

size_t fire(Transaction& transaction) {
  size_t fired = 0;
  for (ScheduleRow& row : lock_due_schedules(transaction, kAtOnce)) {
    std::optional<Timetable> timetable;
    try {
      timetable.emplace(row.when, row.zone, row.created);
    } catch (const UsageError&) {
      continue;  // its zone isn't on this machine
    }
    const Time at = row.missed == Missed::kAll ? *row.next : timetable->latest(*row.next, transaction.now);
    if (row.missed != Missed::kSkip || transaction.now - at < kPunctualMs) begin_run(transaction, row, at);
    row.next = timetable->next(at);
    write_schedule(transaction.database, row);
    ++fired;
  }
  return fired;
}

}  // namespace fermata::durable
