#include "durable/rows/text.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

namespace {

constexpr Statement kInsert{
    "INSERT INTO snapshot (run, seq, parent, hash, at, timer_at, goes_on, stdout, stderr, state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
    "$9, $10)"};
constexpr Statement kFind{"SELECT parent, hash, at, timer_at, goes_on, stdout, stderr, state FROM snapshot WHERE run = $1 AND seq = $2"};
constexpr Statement kTime{"SELECT at FROM snapshot WHERE run = $1 AND seq = $2"};
constexpr Statement kHash{"SELECT hash FROM snapshot WHERE run = $1 AND seq = $2"};
constexpr Statement kInsertProgram{"INSERT INTO program (hash, text) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING"};

}  // namespace

void insert_snapshot(LockedRun& run, uint64_t seq, const std::string& parent, const std::string& hash, std::string_view state,
                     std::string_view stdout_text, std::string_view stderr_text) {
  run.transaction().database.write(kInsert, {run.row.id, seq, parent, hash, run.transaction().now, run.row.timer_at,
                                             run.row.goes_on ? 1 : 0, BytesView{stdout_text}, BytesView{stderr_text}, BytesView{state}});
}

std::optional<SnapshotRow> find_snapshot(Database& database, const std::string& run, uint64_t seq) {
  const auto row = database.find(kFind, {run, seq});
  if (!row) return std::nullopt;
  SnapshotRow snapshot;
  snapshot.run = run;
  snapshot.seq = seq;
  snapshot.parent = row->text(0);
  snapshot.hash = row->text(1);
  snapshot.at = row->number(2);
  snapshot.timer_at = row->maybe_number(3);
  snapshot.goes_on = row->number(4) != 0;
  snapshot.stdout_text = row->text(5);
  snapshot.stderr_text = row->text(6);
  snapshot.state = row->text(7);
  return snapshot;
}

Time snapshot_time(Database& database, const std::string& run, uint64_t seq) {
  const auto row = database.find(kTime, {run, seq});
  return row ? row->number(0) : 0;
}

std::string snapshot_hash(Database& database, const std::string& run, uint64_t seq) {
  if (seq == 0) return "";
  const auto row = database.find(kHash, {run, seq});
  if (!row) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: run " + run + " has no snapshot " + std::to_string(seq));
  return row->text(0);
}

void insert_program(Database& database, const std::string& hash, std::string_view text) {
  database.write(kInsertProgram, {hash, BytesView{text}});
}

}  // namespace fermata::durable
