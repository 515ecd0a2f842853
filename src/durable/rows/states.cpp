#include "durable/rows/states.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "durable/pieces/zstd_library.h"
#include "durable/rows/left_to_others.h"
#include "durable/rows/text.h"

namespace fermata::durable {

namespace {

constexpr Statement kInsertPiece{
    "INSERT INTO piece (run, seq, number, bytes) VALUES ($1, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS {bytes}))"};
constexpr Statement kPieces{
    "SELECT bytes FROM piece WHERE run = $1 AND seq = $2 AND number >= CAST($3 AS BIGINT) AND number < CAST($4 AS BIGINT) ORDER BY number"};
constexpr Statement kBrought{"SELECT bytes, number FROM piece WHERE run = $1 AND seq = $2 ORDER BY number"};
constexpr Statement kCount{"SELECT seq, count(*), min(number), max(number) FROM piece WHERE run = $1 GROUP BY seq ORDER BY seq"};
constexpr Statement kWritePiece{"UPDATE piece SET bytes = CAST($1 AS {bytes}) WHERE run = $2 AND seq = $3 AND number = $4"};

Bound piece_place(const std::string& tenant, const std::string& run, uint64_t seq, uint64_t number) {
  Bound place = state_place(tenant, run, seq);
  place.emplace("piece", int64_t(number));
  return place;
}

[[noreturn]] void damaged(const std::string& run, uint64_t seq) {
  throw StoreError(StoreError::Kind::kDamaged, "snapshot " + std::to_string(seq) + " of run " + run + " isn't what was stored");
}

std::string opened(const Seals& seals, const Bound& place, const std::string& run, uint64_t seq, std::string stored) {
  if (stored.empty()) return stored;  // the program couldn't be compiled
  std::string why;
  auto bytes = seals.open(std::move(stored), place, &why);
  if (!bytes) throw LeftToOthers("snapshot " + std::to_string(seq) + " of run " + run + " " + why);
  return std::move(*bytes);
}

}  // namespace

StoredState seal(const Seals& seals, const std::string& tenant, const std::string& run, uint64_t seq, std::string state,
                 const std::vector<Piece>* before) {
  StoredState stored;
  std::string brought_with;  // the key
  if (state.size() >= kLeastInPieces || is_list(state)) {
    std::map<PieceHash, Piece> known;
    if (before)
      for (const Piece& piece : *before) known.emplace(piece.hash, piece);
    std::vector<Piece> pieces;
    for (const std::string_view bytes : cut(state)) {
      Piece piece{.seq = seq, .number = uint32_t(stored.brought.size()), .size = uint32_t(bytes.size()), .hash = hash_of(bytes)};
      const auto [found, is_new] = known.emplace(piece.hash, piece);
      if (is_new) {
        Sealed sealed = seals.seal(packed(bytes), piece_place(tenant, run, seq, piece.number));
        if (!stored.brought.empty() && sealed.key != brought_with) throw SealMoved();
        brought_with = std::move(sealed.key);
        stored.brought.push_back(std::move(sealed.bytes));
      }
      pieces.push_back(found->second);
    }
    state = text_of(pieces);
    stored.pieces = std::make_shared<const std::vector<Piece>>(std::move(pieces));
  }
  static_cast<Sealed&>(stored) = seals.seal(std::move(state), state_place(tenant, run, seq));
  if (!stored.brought.empty() && stored.key != brought_with) throw SealMoved();
  stored.hash = hash_of_stored(stored.bytes, stored.brought);
  return stored;
}

void insert_pieces(Database& database, const std::string& run, uint64_t seq, const StoredState& state) {
  for (size_t i = 0; i < state.brought.size(); ++i) database.write(kInsertPiece, {run, seq, uint64_t(i), BytesView{state.brought[i]}});
}

FetchedState fetch_state(Database& database, const Seals& seals, const std::string& tenant, SnapshotRow snapshot) {
  FetchedState fetched{.tenant = tenant, .run = snapshot.run, .seq = snapshot.seq};
  const auto& [run, seq] = std::tie(fetched.run, fetched.seq);
  std::vector<std::string> brought;
  if (sha256(snapshot.state) != snapshot.stored) {
    brought = brought_by(database, run, seq);
    if (brought.empty() || hash_of_stored(snapshot.state, brought) != snapshot.stored) damaged(run, seq);
  }
  fetched.whole = opened(seals, state_place(tenant, run, seq), run, seq, std::move(snapshot.state));
  fetched.list = pieces_from(fetched.whole);
  if (!fetched.list) return fetched;
  std::map<uint64_t, std::set<uint32_t>> wanted;  // by the snapshots that brought them
  for (const Piece& piece : *fetched.list) wanted[piece.seq].insert(piece.number);
  for (uint32_t i = 0; i < brought.size(); ++i)
    if (wanted[seq].erase(i)) fetched.pieces[{seq, i}] = std::move(brought[i]);
  for (const auto& [of, numbers] : wanted) {
    for (auto first = numbers.begin(); first != numbers.end();) {
      auto last = std::next(first);
      while (last != numbers.end() && *last == *std::prev(last) + 1) ++last;
      uint32_t number = *first;
      for (Row& row : database.run(kPieces, {run, of, uint64_t(number), *std::prev(last) + uint64_t(1)}))
        fetched.pieces[{of, number++}] = row.text(0);
      first = last;
    }
  }
  return fetched;
}

std::string assembled(const Seals& seals, FetchedState fetched) {
  const auto& [tenant, run, seq, whole, list, pieces] = fetched;
  if (!list) return std::move(fetched.whole);
  std::map<std::pair<uint64_t, uint32_t>, size_t> uses;
  for (const Piece& piece : *list) ++uses[{piece.seq, piece.number}];
  std::map<std::pair<uint64_t, uint32_t>, std::string> repeated;
  std::string state;
  for (const Piece& piece : *list) {
    const std::pair place(piece.seq, piece.number);
    if (const auto known = repeated.find(place); known != repeated.end() && known->second.size() == piece.size) {
      state += known->second;
      continue;
    }
    const auto stored = pieces.find(place);
    if (stored == pieces.end()) damaged(run, seq);
    std::string bytes = unpacked(opened(seals, piece_place(tenant, run, piece.seq, piece.number), run, seq, stored->second), piece.size);
    if (hash_of(bytes) != piece.hash) damaged(run, seq);
    state += bytes;
    if (uses[place] > 1) repeated[place] = std::move(bytes);
  }
  return state;
}

std::string open(Database& database, const Seals& seals, const std::string& tenant, SnapshotRow snapshot) {
  return assembled(seals, fetch_state(database, seals, tenant, std::move(snapshot)));
}

std::shared_ptr<const std::vector<Piece>> pieces_of(Database& database, const Seals& seals, const std::string& tenant,
                                                    const std::string& run, uint64_t seq) {
  auto snapshot = find_snapshot(database, run, seq);
  if (!snapshot) return nullptr;
  auto pieces = pieces_from(opened(seals, state_place(tenant, run, seq), run, seq, std::move(snapshot->state)));
  return pieces ? std::make_shared<const std::vector<Piece>>(std::move(*pieces)) : nullptr;
}

bool reseal_state(Transaction& transaction, const std::string& tenant, SnapshotRow snapshot, bool takes_unsealed) {
  const Seals& seals = transaction.seals;
  const std::string &run = snapshot.run, key = seals.key();
  const uint64_t seq = snapshot.seq;
  if (snapshot.state.empty() || is_sealed_with(snapshot.state, key)) return false;
  std::vector<std::string> brought = brought_by(transaction.database, run, seq);
  if (hash_of_stored(snapshot.state, brought) != snapshot.stored) damaged(run, seq);
  const auto sealed_anew = [&](std::string bytes, const Bound& place) {
    if (!takes_unsealed || Sealer::is_sealed(bytes)) bytes = opened(seals, place, run, seq, std::move(bytes));
    Sealed sealed = seals.seal(std::move(bytes), place);
    if (sealed.key != key) throw SealMoved();
    return sealed;
  };
  for (size_t i = 0; i < brought.size(); ++i) {
    brought[i] = sealed_anew(std::move(brought[i]), piece_place(tenant, run, seq, i)).bytes;
    transaction.database.change(kWritePiece, {BytesView{brought[i]}, run, seq, uint64_t(i)}, "a piece of run " + run);
  }
  snapshot.state = sealed_anew(std::move(snapshot.state), state_place(tenant, run, seq)).bytes;
  snapshot.stored = hash_of_stored(snapshot.state, brought);
  write_state(transaction.database, snapshot, key);
  return true;
}

std::string hash_of_stored(std::string_view state, const std::vector<std::string>& brought) {
  if (brought.empty()) return sha256(state);
  std::string hashed(state);
  for (const std::string& piece : brought) {
    const PieceHash hash = hash_of(piece);
    hashed.append(hash.data(), hash.size());
  }
  return sha256(hashed);
}

std::vector<std::string> brought_by(Database& database, const std::string& run, uint64_t seq) {
  std::vector<std::string> brought;
  for (const Row& row : database.run(kBrought, {run, seq})) {
    if (row.count(1) != brought.size()) damaged(run, seq);
    brought.push_back(row.text(0));
  }
  return brought;
}

std::map<uint64_t, uint64_t> count_pieces(Database& database, const std::string& run) {
  std::map<uint64_t, uint64_t> counts;
  for (const Row& row : database.run(kCount, {run})) {
    if (row.number(0) < 1 || row.number(2) != 0 || row.number(3) != row.number(1) - 1) damaged(run, row.count(0));
    counts[row.count(0)] = row.count(1);
  }
  return counts;
}

}  // namespace fermata::durable
