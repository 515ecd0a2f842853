#include "durable/rows/audit.h"

#include <algorithm>

#include "durable/rows/text.h"
#include "durable/transitions/table.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

#define AUDIT_COLUMNS "number, at, action, tenant, run, who, how, origin, data, hash"

constexpr Statement kHead{"SELECT number, hash FROM audit_chain WHERE id = 1{lock}"};
constexpr Statement kInsert{"INSERT INTO audit (" AUDIT_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"};
constexpr Statement kSetHead{"UPDATE audit_chain SET number = $1, hash = $2 WHERE id = 1"};
constexpr Statement kIsThere{"SELECT 1 FROM audit WHERE number = $1 AND hash = $2"};
// Empty texts stand for all.
#define AUDIT_WHERE                                                                                                               \
  "FROM audit WHERE number > $1 AND number < $2 AND at >= $3 AND at < $4 AND (tenant = $5 OR $6 = '') AND (who = $7 OR $8 = '') " \
  "AND (action = $9 OR $10 = '') ORDER BY number "
constexpr Statement kOldest{"SELECT " AUDIT_COLUMNS " " AUDIT_WHERE "LIMIT $11"};
constexpr Statement kNewest{"SELECT " AUDIT_COLUMNS " " AUDIT_WHERE "DESC LIMIT $11"};
constexpr Statement kChain{"SELECT number, hash, pruned, pruned_hash FROM audit_chain WHERE id = 1"};
constexpr Statement kFirstOf{"SELECT min(number) FROM audit WHERE at >= $1"};
constexpr Statement kAlerts{"SELECT " AUDIT_COLUMNS " FROM audit WHERE at > $1 AND action = 'alert'"};
constexpr Statement kHashOf{"SELECT hash FROM audit WHERE number = $1"};
constexpr Statement kDelete{"DELETE FROM audit WHERE number <= $1"};
constexpr Statement kSetPruned{"UPDATE audit_chain SET pruned = $1, pruned_hash = $2 WHERE id = 1"};

constexpr size_t kPage = 1'000;

std::string hash_of(const std::string& before, const AuditRecord& record) {
  std::string text = before;
  for (const std::string& line : {std::to_string(record.number), std::to_string(record.at), record.action, record.tenant, record.run,
                                  record.who, record.how, record.from, record.data})
    text += "\n" + line;
  return sha256(text);
}

AuditRecord record_from(const Row& row) {
  return {.number = row.count(0),
          .at = row.number(1),
          .action = row.text(2),
          .tenant = row.text(3),
          .run = row.text(4),
          .who = row.text(5),
          .how = row.text(6),
          .from = row.text(7),
          .data = row.text(8),
          .hash = row.text(9)};
}

}  // namespace

bool is_audited(std::string_view action) {
  return std::ranges::find(audit_actions(), action, [](const AuditAction& one) { return std::string_view(one.name); }) !=
         audit_actions().end();
}

void note_event(Transaction& transaction, const RunRow& run, const char* action, const Data::Pairs& data) {
  AuditNote note{.action = action, .tenant = run.tenant, .run = run.id, .data = {{"event", int64_t(run.events)}}};
  if (std::string_view(action) == to_string(Transition::kLapse)) note.how = "deadline";
  for (const auto& [name, value] : data) {
    if (name.as_str() == "who" || name.as_str() == "by") note.who = value.as_str();
    else note.data.emplace_back(name, value);
  }
  transaction.notes.push_back(std::move(note));
}

std::vector<AuditRecord> write_notes(Transaction& transaction, const Actor& actor) {
  if (transaction.notes.empty()) return {};
  Database& database = transaction.database;
  const Row chain = database.run(kHead).at(0);
  uint64_t number = chain.count(0);
  std::string head = chain.text(1);
  std::vector<AuditRecord> written;
  for (AuditNote& note : transaction.notes) {
    const Actor by = note.how.empty() ? actor : Actor{.how = std::move(note.how)};
    AuditRecord record{.number = ++number,
                       .at = transaction.now,
                       .action = std::move(note.action),
                       .tenant = std::move(note.tenant),
                       .run = std::move(note.run),
                       .who = note.who.empty() ? by.who : std::move(note.who),
                       .how = by.how,
                       .from = by.from,
                       .data = to_json(Data::dict(std::move(note.data)))};
    record.hash = head = hash_of(head, record);
    database.write(kInsert, {record.number, record.at, record.action, record.tenant, record.run, record.who, record.how, record.from,
                             record.data, record.hash});
    written.push_back(std::move(record));
  }
  transaction.notes.clear();
  database.change(kSetHead, {number, head}, "the audit");
  database.is_witnessed_by([number, head](Database& other) { return other.find(kIsThere, {number, head}).has_value(); });
  return written;
}

std::vector<AuditRecord> records_of(Database& database, const AuditQuery& query) {
  const uint64_t after = query.after.value_or(0), before = query.before.value_or(INT64_MAX);
  std::vector<AuditRecord> records;
  for (const Row& row : database.run(query.after ? kOldest : kNewest,
                                     {after, before, query.since.value_or(INT64_MIN), query.until.value_or(INT64_MAX), query.tenant,
                                      query.tenant, query.who, query.who, query.action, query.action, uint64_t(query.most)}))
    records.push_back(record_from(row));
  return records;
}

AuditState audit_state(Database& database) {
  const Row chain = database.run(kChain).at(0);
  AuditState state{.number = chain.count(2), .hash = chain.text(3), .pruned = chain.count(2)};
  for (;;) {
    const std::vector<AuditRecord> records = records_of(database, {.after = state.number, .most = kPage});
    for (const AuditRecord& record : records) {
      const std::string next = "record " + std::to_string(state.number + 1);
      if (record.number != state.number + 1) state.problem = next + " is missing";
      else if (record.hash != hash_of(state.hash, record)) state.problem = next + " isn't what was written";
      if (!state.problem.empty()) return state;
      state.number = record.number;
      state.hash = record.hash;
    }
    if (records.size() < kPage) break;
  }
  if (state.number != chain.count(0) || state.hash != chain.text(1)) state.problem = "its end is missing";
  return state;
}

uint64_t lock_audit(Database& database) { return database.run(kHead).at(0).count(0); }

uint64_t last_before(Database& database, Time time) {
  const auto first = database.run(kFirstOf, {time}).at(0).maybe_number(0);
  return first ? uint64_t(*first) - 1 : database.run(kChain).at(0).count(0);
}

std::vector<AuditRecord> alerts_since(Database& database, Time time) {
  std::vector<AuditRecord> records;
  for (const Row& row : database.run(kAlerts, {time})) records.push_back(record_from(row));
  return records;
}

uint64_t prune_audit(Transaction& transaction, Time before, size_t most) {
  Database& database = transaction.database;
  const Row head = database.run(kHead).at(0);
  const uint64_t pruned = database.run(kChain).at(0).count(2);
  const auto first = database.run(kFirstOf, {before}).at(0).maybe_number(0);
  const uint64_t last = std::min(first ? uint64_t(*first) - 1 : head.count(0), pruned + most);
  if (last <= pruned) return 0;
  const std::string hash = database.run(kHashOf, {last}).at(0).text(0);
  database.run(kDelete, {last});
  database.change(kSetPruned, {last, hash}, "the audit");
  transaction.notes.push_back({.action = "prune_audit", .data = {{"up_to", int64_t(last)}, {"hash", hash}}});
  return last - pruned;
}

}  // namespace fermata::durable
