// `fermata schedules`, `pause`, `unpause`, `unschedule`.
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "durable/reports.h"

namespace fermata::cli {

std::string line_of(const durable::Schedule& schedule) {
  return visible_line(schedule.id + "  " + schedule.name + (schedule.key.empty() ? "" : " (" + schedule.key + ")") + "  " + schedule.when +
                      (schedule.zone == "UTC" ? "" : " " + schedule.zone) +
                      (schedule.next ? "  next " + time_text(*schedule.next) : "  paused") +
                      (schedule.last ? "  last " + time_text(*schedule.last) + " as " + schedule.last_run : ""));
}

namespace {

int change(const SchedulesOptions& options, void (durable::Store::*transition)(const std::string&)) {
  const auto store = open_store(options.store);
  const std::string id = told_if_refused([&] { return store->schedule_named(options.schedule); });
  told_if_refused([&] { ((*store).*transition)(id); });
  for (const durable::Schedule& schedule : store->schedules())
    if (schedule.id == id && !options.store.json) print_line(line_of(schedule));
  if (options.store.json) print_report({{"schedule", id}});
  return kExitDone;
}

}  // namespace

int schedules_command(const SchedulesOptions& options) {
  const auto store = open_store(options.store);
  Data::Items list;
  for (const durable::Schedule& schedule : store->schedules(options.tenant)) {
    if (options.store.json) list.push_back(data_of(schedule));
    else print_line(line_of(schedule));
  }
  if (options.store.json) print_report({{"schedules", Data::list(std::move(list))}});
  return kExitDone;
}

int pause_command(const SchedulesOptions& options) { return change(options, &durable::Store::pause_schedule); }
int unpause_command(const SchedulesOptions& options) { return change(options, &durable::Store::resume_schedule); }
int unschedule_command(const SchedulesOptions& options) { return change(options, &durable::Store::unschedule); }

}  // namespace fermata::cli
