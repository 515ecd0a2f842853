// Schedules' rows.
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

namespace {

#define SCHEDULE_COLUMNS                                                                                                             \
  "id, timetable, zone, missed, tenant, queue, name, submitted_by, priority, tags, program, inputs, limits, key, created, next_at, " \
  "last_at, "                                                                                                                        \
  "last_run, fired"

constexpr Statement kInsert{"INSERT INTO schedule (" SCHEDULE_COLUMNS
                            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, NULL, NULL, 0)"};
constexpr Statement kByKey{"SELECT " SCHEDULE_COLUMNS " FROM schedule WHERE tenant = $1 AND key = $2"};
constexpr Statement kAll{"SELECT " SCHEDULE_COLUMNS " FROM schedule WHERE tenant = $1 OR $2 = '' ORDER BY id"};
constexpr Statement kLock{"SELECT " SCHEDULE_COLUMNS " FROM schedule WHERE id = $1{lock}"};
constexpr Statement kDue{"SELECT " SCHEDULE_COLUMNS " FROM schedule WHERE next_at <= $1 ORDER BY next_at LIMIT $2{skip}"};
constexpr Statement kUpdate{"UPDATE schedule SET next_at = $1, last_at = $2, last_run = $3, fired = $4 WHERE id = $5"};
constexpr Statement kDelete{"DELETE FROM schedule WHERE id = $1"};

constexpr const char* kMissed[] = {"skip", "once", "all"};

std::vector<ScheduleRow> schedules_from(const Rows& rows) {
  std::vector<ScheduleRow> schedules;
  for (const Row& row : rows) {
    ScheduleRow& schedule = schedules.emplace_back();
    size_t i = 0;
    schedule.id = row.text(i++);
    schedule.when = row.text(i++);
    schedule.zone = row.text(i++);
    const auto missed = missed_from(row.text(i++));
    if (!missed) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: schedule " + schedule.id + " makes no sense");
    schedule.missed = *missed;
    schedule.tenant = row.text(i++);
    schedule.queue = row.text(i++);
    schedule.name = row.text(i++);
    schedule.by = row.text_or_empty(i++);
    schedule.priority = row.number(i++);
    schedule.tags = tags_from(row.text(i++));
    schedule.program = row.text(i++);
    schedule.inputs = row.text(i++);
    schedule.limits = limits_from(row.text(i++));
    schedule.key = row.text_or_empty(i++);
    schedule.created = row.number(i++);
    schedule.next = row.maybe_number(i++);
    schedule.last = row.maybe_number(i++);
    schedule.last_run = row.text_or_empty(i++);
    schedule.fired = row.count(i++);
  }
  return schedules;
}
std::optional<ScheduleRow> schedule_from(const Rows& rows) {
  std::vector<ScheduleRow> schedules = schedules_from(rows);
  return schedules.empty() ? std::nullopt : std::optional(std::move(schedules[0]));
}

}  // namespace

const char* to_string(Missed missed) { return kMissed[size_t(missed)]; }
std::optional<Missed> missed_from(std::string_view name) {
  for (const Missed missed : {Missed::kSkip, Missed::kOnce, Missed::kAll})
    if (name == to_string(missed)) return missed;
  return std::nullopt;
}

void insert_schedule(Database& database, const ScheduleRow& s) {
  database.write(kInsert, {s.id, s.when, s.zone, to_string(s.missed), s.tenant, s.queue, s.name, or_null(s.by), s.priority, json_of(s.tags),
                           s.program, s.inputs, json_of(s.limits), or_null(s.key), s.created, s.next});
}

std::optional<ScheduleRow> find_schedule(Database& database, const std::string& tenant, const std::string& key) {
  return schedule_from(database.run(kByKey, {tenant, key}));
}
std::vector<ScheduleRow> schedules_of(Database& database, const std::string& tenant) {
  return schedules_from(database.run(kAll, {tenant, tenant}));
}
std::optional<ScheduleRow> lock_schedule(Database& database, const std::string& id) { return schedule_from(database.run(kLock, {id})); }
std::vector<ScheduleRow> lock_due_schedules(Transaction& transaction, size_t most) {
  return schedules_from(transaction.database.run(kDue, {transaction.now, uint64_t(most)}));
}

void write_schedule(Database& database, const ScheduleRow& s) {
  database.change(kUpdate, {s.next, s.last, or_null(s.last_run), s.fired, s.id}, "schedule " + s.id);
}
void delete_schedule(Database& database, const std::string& id) { database.change(kDelete, {id}, "schedule " + id); }

}  // namespace fermata::durable
