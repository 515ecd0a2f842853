#include "durable/rows/digests.h"
#include "durable/rows/states.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

namespace {

constexpr Statement kInsert{
    "INSERT INTO snapshot (run, seq, parent, hash, at, timer_at, goes_on, stdout, stderr, state) SELECT $1, CAST($2 AS BIGINT), $3, $4, "
    "CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS {bytes}), CAST($9 AS {bytes}), CAST($10 AS "
    "{bytes})" WHERE_SEALED_WITH("$11")};
constexpr Statement kFind{
    "SELECT parent, hash, at, timer_at, goes_on, stdout, stderr, state, coalesce(stored, hash) FROM snapshot WHERE run = $1 AND seq = $2"};
constexpr Statement kWriteState{
    "UPDATE snapshot SET state = $1, stored = $2 WHERE run = $3 AND seq = $4 AND EXISTS (SELECT 1" WHERE_SEALED_WITH("$5") ")"};
constexpr Statement kStored{"SELECT seq, coalesce(stored, hash) FROM snapshot WHERE run = $1 AND seq <= $2 ORDER BY seq"};
constexpr Statement kTime{"SELECT at FROM snapshot WHERE run = $1 AND seq = $2"};
constexpr Statement kHash{"SELECT hash FROM snapshot WHERE run = $1 AND seq = $2"};
constexpr Statement kInsertProgram{"INSERT INTO program (hash, text) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING"};

const std::exception_ptr& seal_moved() {
  static const std::exception_ptr kMoved = std::make_exception_ptr(SealMoved());
  return kMoved;
}

}  // namespace

void insert_snapshot(LockedRun& run, uint64_t seq, const std::string& parent, const StoredState& state, std::string_view stdout_text,
                     std::string_view stderr_text) {
  run.witness(digest_name("snapshot", seq),
              digest_of_snapshot(run.transaction().now, run.row.timer_at, run.row.goes_on, stdout_text, stderr_text));
  run.transaction().database.write_one(
      kInsert,
      {run.row.id, seq, parent, state.hash, run.transaction().now, run.row.timer_at, run.row.goes_on ? 1 : 0, BytesView{stdout_text},
       BytesView{stderr_text}, BytesView{state.bytes}, state.key},
      seal_moved());
  insert_pieces(run.transaction().database, run.row.id, seq, state);
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
  snapshot.stored = row->text(8);
  return snapshot;
}

void write_state(Database& database, const SnapshotRow& snapshot, const std::string& key) {
  database.write_one(kWriteState, {BytesView{snapshot.state}, snapshot.stored, snapshot.run, snapshot.seq, key}, seal_moved());
}

std::string hash_of_states(Database& database, const std::string& run, uint64_t last) {
  std::string lines;
  for (const Row& row : database.run(kStored, {run, last})) lines += std::to_string(row.count(0)) + " " + row.text(1) + "\n";
  return sha256(lines);
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
