// What a store keeps under seal: states, webhooks' secrets, runs as files. The store itself says which of the keys seals (fermata_store),
// and takes nothing that was sealed otherwise: so no two that have it open, whatever their keys, write in two ways.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "durable/database/database.h"
#include "durable/pieces/pieces.h"
#include "fermata/sealer.h"

namespace fermata::durable {

// Bytes as they are stored.
struct Sealed {
  std::string bytes{};
  std::string key{};  // that they are sealed with, its id; empty: they aren't
};
struct StoredState : Sealed {
  std::string hash{};                                  // of what is stored
  std::vector<std::string> brought{};                  // pieces that the snapshots before don't have, as they are stored
  std::shared_ptr<const std::vector<Piece>> pieces{};  // what it consists of; none: it is whole
};

// The store takes what is sealed with another key by now: Seals::read() says with which.
class SealMoved : public StoreError {
 public:
  SealMoved() : StoreError(Kind::kSealed, "it was changed meanwhile which key seals the store") {}
};

// The keys of whoever has a store open, and what the store says of them. Used from any thread.
class Seals {
 public:
  explicit Seals(const StoreOptions& options);

  // Reads what the store says. When the keys don't fit that, seal() and check() say why from then on.
  void read(Database& database);
  // The same when the store is opened: keys that come first become the store's. In a transaction that writes.
  void settle(Database& database);
  // Whether settle() has to be called: there are keys, and the store has none, as far as read() has seen.
  bool are_unsettled() const;
  // From now on the first of the keys seals; or nothing is sealed. What is there stays as it is. In a transaction that writes. Throws
  // StoreError (kSealed): the keys aren't the store's.
  void change(Database& database, const Reseal& how);

  bool have_keys() const { return given_.sealer.has_value(); }
  // Throws StoreError (kSealed) when the keys aren't the store's.
  void check() const;
  std::string key() const;  // that seals; empty: none does
  // Throws SealMoved when that isn't so any more.
  void check_still(Database& database) const;
  // Throws as check().
  Sealed seal(std::string bytes, const Bound& place) const;
  // What seal() was given. Nothing: `why` says so, and goes on after the name of what it is ("is sealed, and there are no keys").
  std::optional<std::string> open(std::string bytes, const Bound& place, std::string* why) const;

 private:
  struct Known {
    std::optional<Sealer> sealer{};  // the store's key in front
    std::string key{};
    std::string problem{};
    bool unseals = false;  // there are keys, which open what was sealed; nothing is sealed any more
  };
  Known known() const;
  std::optional<Sealer> with_key(const std::string& id) const;
  std::optional<Sealer> later_keys() const;

  const StoreOptions given_;
  mutable std::mutex mutex_;
  Known known_{};
  bool unsettled_ = false;
};

// What a run's state is bound to.
Bound state_place(const std::string& tenant, const std::string& run, uint64_t seq);

// It need not be sealed anew where this key seals; with an empty one nothing does.
bool is_sealed_with(std::string_view bytes, const std::string& key);

// Adds to a statement that writes what was sealed with the key `n`: it writes nothing when that isn't the store's any more.
#define WHERE_SEALED_WITH(n) " FROM fermata_store WHERE seal_key = " n

}  // namespace fermata::durable
