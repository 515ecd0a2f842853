// A run's states as they are stored: whole or in pieces (pieces.h), which are packed; sealed, when the store is.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "durable/pieces/pieces.h"
#include "durable/rows/sealing.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

// What is stored for a state of the snapshot `seq`; `before` are the pieces of the one before. Throws StoreError (kSealed), SealMoved.
StoredState seal(const Seals& seals, const std::string& tenant, const std::string& run, uint64_t seq, std::string state,
                 const std::vector<Piece>* before = nullptr);
// With what seal() gave. After its snapshot's row.
void insert_pieces(Database& database, const std::string& run, uint64_t seq, const StoredState& state);

// A state as it is stored, with its pieces, by the snapshots that brought them and their numbers there.
struct FetchedState {
  std::string tenant{}, run{};
  uint64_t seq = 0;
  std::string whole{};  // unless there is a list
  std::optional<std::vector<Piece>> list{};
  std::map<std::pair<uint64_t, uint32_t>, std::string> pieces{};
};
// Throws StoreError (kDamaged), LeftToOthers.
FetchedState fetch_state(Database& database, const Seals& seals, const std::string& tenant, SnapshotRow snapshot);
// What seal() was given. It may take long, and needs no database: others wait for that. Throws as fetch_state().
std::string assembled(const Seals& seals, FetchedState fetched);
// Both.
std::string open(Database& database, const Seals& seals, const std::string& tenant, SnapshotRow snapshot);
// What the state of a snapshot consists of; none: it is whole, or isn't there.
std::shared_ptr<const std::vector<Piece>> pieces_of(Database& database, const Seals& seals, const std::string& tenant,
                                                    const std::string& run, uint64_t seq);

// Seals it anew, with its pieces; gives whether that was needed. Throws StoreError (kDamaged).
bool reseal_state(Transaction& transaction, const std::string& tenant, SnapshotRow snapshot, bool takes_unsealed);

// The SHA-256 of what a snapshot's row has as its state and, when it brought pieces, of their SHA-256 (32 bytes each) behind it.
std::string hash_of_stored(std::string_view state, const std::vector<std::string>& brought);
// The pieces that a run's snapshot has brought, as they are stored.
std::vector<std::string> brought_by(Database& database, const std::string& run, uint64_t seq);
// How many of each snapshot there are. Throws StoreError (kDamaged): they aren't numbered from 0.
std::map<uint64_t, uint64_t> count_pieces(Database& database, const std::string& run);

}  // namespace fermata::durable
