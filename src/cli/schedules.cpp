// `fermata schedules`, `pause`, `unpause`, `unschedule`.
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"

namespace fermata::cli {

Data data_of(const durable::Schedule& schedule) {
  const auto or_none = [](const std::string& text) { return text.empty() ? Data() : Data(text); };
  const auto time_or_none = [](const std::optional<durable::Time>& time) { return time ? Data(time_text(*time)) : Data(); };
  Data::Pairs tags;
  for (const auto& [name, value] : schedule.tags) tags.emplace_back(name, value);
  return Data::dict({{"schedule", schedule.id},
                     {"every", schedule.when},
                     {"zone", schedule.zone},
                     {"missed", durable::to_string(schedule.missed)},
                     {"name", schedule.name},
                     {"tenant", schedule.tenant},
                     {"queue", schedule.queue},
                     {"priority", schedule.priority},
                     {"tags", Data::dict(std::move(tags))},
                     {"key", or_none(schedule.key)},
                     {"by", or_none(schedule.by)},
                     {"created", time_text(schedule.created)},
                     {"paused", !schedule.next},
                     {"next", time_or_none(schedule.next)},
                     {"last", time_or_none(schedule.last)},
                     {"last_run", or_none(schedule.last_run)},
                     {"runs", int64_t(schedule.fired)}});
}

std::string line_of(const durable::Schedule& schedule) {
  return visible_line(schedule.id + "  " + schedule.name + "  " + schedule.when + (schedule.zone == "UTC" ? "" : " " + schedule.zone) +
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
