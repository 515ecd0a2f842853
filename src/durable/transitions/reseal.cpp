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
  size_t count = 0;
  for (const Row& row : transaction.database.run(kSnapshots, {id}))
    count += reseal_state(transaction, run.row.tenant, *find_snapshot(transaction.database, id, row.count(0)), takes_unsealed);
  if (count == 0) return 0;
  const std::string stored = hash_of_states(transaction.database, id, run.row.seq);
  run.finish({{"key", transaction.seals.key()}, {"states", int64_t(count)}, {"stored", stored}});
  return count;
}

}  // namespace fermata::durable
