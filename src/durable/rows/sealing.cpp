#include "durable/rows/sealing.h"

#include <utility>

#include "durable/rows/transaction.h"

namespace fermata::durable {

namespace {

constexpr Statement kRead{"SELECT sealed, seal_key, seal_proof FROM fermata_store"};
constexpr Statement kSet{"UPDATE fermata_store SET sealed = $1, seal_key = $2, seal_proof = $3"};
constexpr Statement kNewest{"SELECT run, seq, state FROM snapshot ORDER BY run DESC, seq DESC LIMIT 1"};
constexpr Statement kAnyWebhook{"SELECT id FROM webhook LIMIT 1"};

// The key of that id is the store's if it opens this there.
const Bound kProofPlace = {{"what", "store"}};

std::string ids_of(const Sealer& sealer) {
  std::string ids;
  for (const std::string& id : sealer.key_ids()) ids += (ids.empty() ? "'" : ", '") + id + "'";
  return ids;
}

void write(Database& database, const std::optional<Sealer>& sealer) {
  if (!sealer) database.run(kSet, {0, "", std::nullopt});
  else database.run(kSet, {1, sealer->key_ids()[0], BytesView{sealer->seal("", kProofPlace)}});
}

}  // namespace

Bound state_place(const std::string& tenant, const std::string& run, uint64_t seq) {
  return {{"tenant", tenant}, {"run", run}, {"seq", int64_t(seq)}};
}

bool is_sealed_with(std::string_view bytes, const std::string& key) {
  return Sealer::is_sealed(bytes) ? Sealer::key_id_of(bytes) == key : key.empty();
}

Seals::Seals(const StoreOptions& options) : given_(options) {}

// Of the keys that whoever sealed it may have got meanwhile.
std::optional<Sealer> Seals::later_keys() const {
  try {
    return given_.later_keys ? given_.later_keys() : std::nullopt;
  } catch (const UsageError&) {
    return std::nullopt;  // the file is being written, say
  }
}

std::optional<Sealer> Seals::with_key(const std::string& id) const {
  if (auto found = given_.sealer->sealing_with(id)) return found;
  const auto later = later_keys();
  return later ? later->sealing_with(id) : std::nullopt;
}

Seals::Known Seals::known() const {
  std::lock_guard lock(mutex_);
  return known_;
}
bool Seals::are_unsettled() const {
  std::lock_guard lock(mutex_);
  return unsettled_;
}

void Seals::read(Database& database) {
  const Row row = database.run(kRead).at(0);
  const bool sealed = row.number(0) != 0;
  const std::string& key = row.text(1);
  Known known{.key = key, .unseals = this->known().unseals && !sealed};
  if (!have_keys()) {
    if (sealed)
      known.problem = "the store is sealed" + (key.empty() ? "" : ", with the key '" + key + "'") +
                      ": its keys are needed (--seal-keys FILE, Store(sealer=…))";
  } else if (!key.empty()) {
    known.sealer = with_key(key);
    if (!known.sealer) known.problem = "the store is sealed with the key '" + key + "', and there are only " + ids_of(*given_.sealer);
    else if (!known.sealer->open(row.text_or_empty(2), kProofPlace))
      known.problem = "the store is sealed with another key '" + key + "' than the one that is given";
  } else if (!known.unseals) {
    known.problem = sealed ? "the store is sealed, and none of its states can be opened with these keys"
                           : "the store isn't sealed, and holds what these keys would be for: fermata reseal --take-unsealed seals it";
  }
  std::lock_guard lock(mutex_);
  unsettled_ = !known.problem.empty() && key.empty() && have_keys();
  known_ = std::move(known);
}

// A store of an earlier release that is sealed says with which key in its states alone.
void Seals::settle(Database& database) {
  database.run_script(database.dialect().sealed);
  read(database);
  if (!are_unsettled()) return;
  const bool was_sealed = database.run(kRead).at(0).number(0) != 0;
  std::string why;
  const auto newest = database.find(kNewest, {});
  if (newest) {
    const std::string& run = newest->text(0);
    const auto row = find_run(database, run);
    const std::string& state = newest->text(2);
    if (!was_sealed || !row || (!state.empty() && !open(state, state_place(row->tenant, run, newest->count(1)), &why))) return;
  }
  if (!was_sealed && database.find(kAnyWebhook, {})) return;
  write(database, given_.sealer);
  read(database);
}

void Seals::change(Database& database, const Reseal& how) {
  settle(database);
  const bool is_sealed = database.run(kRead).at(0).number(0) != 0;
  if (is_sealed || !(how.to_unsealed || how.takes_unsealed)) check();
  write(database, how.to_unsealed ? std::nullopt : given_.sealer);
  {
    std::lock_guard lock(mutex_);
    known_.unseals = how.to_unsealed;
  }
  read(database);
}

std::string Seals::key() const { return known().key; }

void Seals::check_still(Database& database) const {
  if (database.run(kRead).at(0).text(1) != key()) throw SealMoved();
}

void Seals::check() const {
  if (const std::string problem = known().problem; !problem.empty()) throw StoreError(StoreError::Kind::kSealed, problem);
}

Sealed Seals::seal(std::string bytes, const Bound& place) const {
  const Known now = known();
  if (!now.problem.empty()) throw StoreError(StoreError::Kind::kSealed, now.problem);
  if (!now.sealer || bytes.empty()) return {std::move(bytes), now.key};
  return {now.sealer->seal(bytes, place), now.key};
}

std::optional<std::string> Seals::open(std::string bytes, const Bound& place, std::string* why) const {
  if (!have_keys()) {
    if (!Sealer::is_sealed(bytes)) return bytes;
    *why = "is sealed, and there are no keys";
    return std::nullopt;
  }
  if (known().unseals && !Sealer::is_sealed(bytes)) return bytes;
  StateProblem problem;
  auto text = given_.sealer->open(bytes, place, &problem);
  if (!text && problem.kind == "foreign key")
    if (const auto later = later_keys()) text = later->open(bytes, place, &problem);
  if (!text) *why = "can't be opened: " + problem.kind + ": " + problem.message;
  return text;
}

}  // namespace fermata::durable
