// A run's states, sealed anew: the store has another key.
#include "durable/rows/text.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr Statement kSnapshots{"SELECT seq FROM snapshot WHERE run = $1 ORDER BY seq"};

}  // namespace

size_t reseal(Transaction& transaction, const std::string& id, bool takes_unsealed) {
  LockedRun run(transaction, Transition::kReseal, id);
  run.by_itself();
  const Seals& seals = transaction.seals;
  size_t count = 0;
  for (const Row& row : transaction.database.run(kSnapshots, {id})) {
    SnapshotRow snapshot = *find_snapshot(transaction.database, id, row.count(0));
    if (snapshot.state.empty() || is_sealed_with(snapshot.state, seals.key())) continue;
    if (sha256(snapshot.state) != snapshot.stored)
      throw StoreError(StoreError::Kind::kDamaged, "snapshot " + std::to_string(snapshot.seq) + " of run " + id + " isn't what was stored");
    const bool takes = takes_unsealed && !Sealer::is_sealed(snapshot.state);
    std::string state = takes ? std::move(snapshot.state) : open(seals, run.row.tenant, id, snapshot.seq, std::move(snapshot.state));
    StoredState anew = seal(seals, run.row.tenant, id, snapshot.seq, std::move(state));
    snapshot.state = std::move(anew.bytes);
    snapshot.stored = anew.hash;
    write_state(transaction.database, snapshot, anew.key);
    ++count;
  }
  if (count == 0) return 0;
  const std::string stored = hash_of_states(transaction.database, id, run.row.seq);
  run.finish({{"key", seals.key()}, {"states", int64_t(count)}, {"stored", stored}});
  return count;
}

}  // namespace fermata::durable
