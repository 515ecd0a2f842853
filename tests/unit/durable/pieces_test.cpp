// Large states: what is stored of them, and that all of it is there again.
#include "durable/pieces/pieces.h"

#include <gtest/gtest.h>

#include <random>

#include "durable/check_run.h"
#include "durable/database/database.h"
#include "durable/pieces/zstd_library.h"
#include "durable/rows/states.h"
#include "fermata/sealer.h"
#include "stores.h"

namespace fermata::durable {
namespace {

std::string noise(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = char(random());
  return bytes;
}

TEST(Pieces, AreTheBytesAndOfTheirSizes) {
  for (const size_t size : {size_t(0), size_t(1), kSmallestPiece, kLargestPiece, size_t(3'000'000)}) {
    const std::string bytes = noise(size, 1);
    std::string joined;
    const auto pieces = cut(bytes);
    for (size_t i = 0; i < pieces.size(); ++i) {
      joined += pieces[i];
      EXPECT_LE(pieces[i].size(), kLargestPiece);
      EXPECT_TRUE(pieces[i].size() >= kSmallestPiece || i + 1 == pieces.size());
    }
    EXPECT_EQ(joined, bytes);
  }
  EXPECT_GT(cut(noise(3'000'000, 1)).size(), 50u);
}

TEST(Pieces, MoveWithTheirBytes) {
  const std::string bytes = noise(3'000'000, 2);
  std::string changed = bytes;
  changed.insert(1'000'000, "some bytes");
  std::set<PieceHash> known;
  for (const std::string_view piece : cut(bytes)) known.insert(hash_of(piece));
  size_t fresh = 0;
  for (const std::string_view piece : cut(changed)) fresh += !known.contains(hash_of(piece));
  EXPECT_LE(fresh, 3u);
}

TEST(Pieces, ListsAreReadAgain) {
  const std::vector<Piece> pieces = {{.seq = 7, .number = 3, .size = 10, .hash = hash_of("a")}, {.seq = uint64_t(1) << 40, .size = 1}};
  const std::string text = text_of(pieces);
  const auto read = pieces_from(text);
  ASSERT_TRUE(read && read->size() == 2);
  EXPECT_EQ(read->at(0).seq, 7u);
  EXPECT_EQ(read->at(0).number, 3u);
  EXPECT_EQ(read->at(0).hash, pieces[0].hash);
  EXPECT_EQ(read->at(1).seq, uint64_t(1) << 40);
  EXPECT_FALSE(pieces_from("a state"));
  EXPECT_EQ(failure([&] { pieces_from(text.substr(0, text.size() - 1)); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(failure([&] { pieces_from(text_of({{.size = uint32_t(kLargestPiece + 1)}})); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(failure([&] { pieces_from(text_of({{.size = 0}})); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(failure([&] { pieces_from(text_of({})); }), StoreError::Kind::kDamaged) << "no state is empty";
  // One piece, again and again.
  const std::vector<Piece> bomb(kMostInPieces / kLargestPiece + 1, {.size = uint32_t(kLargestPiece)});
  EXPECT_EQ(failure([&] { pieces_from(text_of(bomb)); }), StoreError::Kind::kDamaged);
}

TEST(Pieces, AreUnpackedAsTheyWere) {
  const std::string bytes = noise(100'000, 3), zeros(100'000, '\0');
  EXPECT_EQ(unpacked(packed(bytes), bytes.size()), bytes);
  EXPECT_EQ(unpacked(packed(zeros), zeros.size()), zeros);
  EXPECT_LT(packed(zeros).size(), 100u);
  EXPECT_EQ(failure([&] { unpacked(packed(zeros), 99'999); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(failure([&] { unpacked(packed(zeros), 100'001); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(failure([&] { unpacked("no frame", 10); }), StoreError::Kind::kDamaged);
}

constexpr Statement kCountAll{"SELECT count(*) FROM piece"};
constexpr Statement kSpoil{"UPDATE piece SET bytes = (SELECT bytes FROM piece WHERE number = 1 AND seq = 1) WHERE number = 0 AND seq = 1"};
constexpr Statement kRenumber{"UPDATE piece SET number = number + 1000 WHERE seq = 1"};
constexpr Statement kNegative{"UPDATE piece SET number = -1 WHERE seq = 1 AND number = 0"};
constexpr Statement kRemove{"DELETE FROM piece WHERE number = 1 AND seq = 1"};
constexpr Statement kOrphan{
    "INSERT INTO piece (run, seq, number, bytes) SELECT run, 9, number, bytes FROM piece WHERE seq = 1 AND number = 0"};

class PiecesTest : public StoreTest {
 protected:
  // A run with a snapshot that has this state, whose lease goes on.
  Lease begun(const std::string& state) {
    submit();
    Lease lease = claim();
    advance(lease, state);
    return lease;
  }
  void advance(Lease& lease, const std::string& state, Step::Then then = Step::Then::kKeep) {
    store->advance(lease, {.then = then, .state = state, .waiting = {waiting(1, "ask")}});
  }
  uint64_t stored() { return store->moments().bytes; }
  int64_t rows() {
    int64_t count = 0;
    database.connect()->within(false, [&](Database& behind) { count = behind.run(kCountAll).at(0).number(0); });
    return count;
  }
  void behind(const Statement& change) {
    database.connect()->within(true, [&](Database& behind) { behind.run(change); });
  }
  std::string found() {
    std::string text = told(check(*store));
    for (size_t at; (at = text.find('\n')) != text.npos;) text[at] = ' ';
    return text;
  }
};
INSTANTIATE_TEST_SUITE_P(All, PiecesTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

TEST_P(PiecesTest, ASnapshotCostsWhatChanged) {
  const std::string first = noise(3'000'000, 4);
  Lease lease = begun(first);
  const uint64_t whole = stored();
  EXPECT_GT(whole, 3'000'000u);
  std::string state = first;
  for (int i = 0; i < 20; ++i) {
    state.insert(size_t(140'000 * i), "a line\n");
    advance(lease, state);
    if (i % 7 == 3) lease.pieces.reset();  // another worker has it from here on
  }
  EXPECT_EQ(store->state(lease.run, 1), first);
  EXPECT_EQ(store->state(lease.run, 21), state);
  EXPECT_LT(stored() - whole, 20 * 300'000u);
  const uint64_t before = stored();
  advance(lease, state);
  EXPECT_EQ(store->state(lease.run, 22), state);
  EXPECT_LT(stored() - before, 10'000u);
  // What is small again, and large.
  advance(lease, "small");
  advance(lease, first);
  EXPECT_EQ(store->state(lease.run, 23), "small");
  EXPECT_EQ(store->state(lease.run, 24), first);
}

TEST_P(PiecesTest, WhatIsAlikeWithinAStateIsStoredOnce) {
  const Lease lease = begun(std::string(20'000'000, 'x'));
  EXPECT_LT(stored(), 20'000u);
  EXPECT_EQ(store->state(lease.run, 1), std::string(20'000'000, 'x'));
}

TEST_P(PiecesTest, ASmallStateIsStoredWhole) {
  const Lease lease = begun(noise(kLeastInPieces - 1, 5));
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(store->state(lease.run, 1), noise(kLeastInPieces - 1, 5));
}

// A program's process may say that its state is whatever it likes.
TEST_P(PiecesTest, AStateThatLooksLikeAListIsNone) {
  for (const std::string& state : {text_of({{.seq = 1, .size = 5}}), text_of({})}) {
    const Lease lease = begun(state);
    EXPECT_EQ(store->state(lease.run, 1), state);
  }
}

TEST_P(PiecesTest, ForksFilesAndPruning) {
  const std::string state = noise(500'000, 6);
  Lease lease = begun(state);
  advance(lease, state + "more", Step::Then::kLetGo);
  const std::string fork = store->fork({.run = lease.run, .seq = 2});
  EXPECT_EQ(store->state(fork, 2), state + "more");
  TestDatabase elsewhere{Kind::kSqlite};
  const auto other = Store::open(elsewhere.where());
  for (const std::string& run : {lease.run, fork}) {
    const std::string file = store->export_run(run);
    EXPECT_LT(file.size(), 1'000'000u) << "its states are in it once";
    other->import_run(file);
    EXPECT_EQ(other->state(run, 2), state + "more");
    std::string spoilt = file;
    const size_t at = spoilt.find("\"number\": 1", spoilt.find("\"piece\""));
    spoilt.replace(at, 11, "\"number\": 7");
    store->cancel(run);
    pass(1);
    store->prune({.ended_before = time});
    EXPECT_ANY_THROW(store->import_run(spoilt));
  }
  EXPECT_EQ(told(check(*other)), "");
  EXPECT_EQ(rows(), 0);
}

TEST_P(PiecesTest, TheCheckerFindsWhatWasChanged) {
  const Lease lease = begun(noise(500'000, 7));
  ASSERT_GT(rows(), 2);
  EXPECT_EQ(found(), "");
  // A list with another hash, written everywhere but in the log.
  database.connect()->within(true, [&](Database& behind) {
    static constexpr Statement kForge{"UPDATE snapshot SET state = $1, hash = $2 WHERE run = $3"};
    const std::string list = text_of({{.seq = 1, .number = 99, .size = 5}});
    const auto was = find_snapshot(behind, lease.run, 1);
    behind.run(kForge, {BytesView{list}, hash_of_stored(list, brought_by(behind, lease.run, 1)), lease.run});
    EXPECT_NE(told(check(behind, lease.run, true)).find("lacks a piece"), std::string::npos);
    behind.run(kForge, {BytesView{was->state}, was->hash, lease.run});
  });
  for (const auto& [change, law] : {std::pair(&kOrphan, "which isn't there"), std::pair(&kSpoil, "isn't what its hash says"),
                                    std::pair(&kRemove, "aren't numbered from 0")}) {
    behind(*change);
    EXPECT_NE(found().find(law), std::string::npos) << law;
    if (change != &kOrphan) {
      EXPECT_EQ(failure([&] { store->state(lease.run, 1); }), StoreError::Kind::kDamaged);
    }
  }
  store.reset();
}

// Whoever imports or changes rows may number them as they like.
TEST_P(PiecesTest, PiecesAreNumberedFromZero) {
  for (const Statement* change : {&kRenumber, &kNegative}) {
    SetUp();
    const Lease lease = begun(noise(500'000, 9));
    behind(*change);
    EXPECT_NE(found().find("aren't numbered from 0"), std::string::npos);
    EXPECT_EQ(failure([&] { store->state(lease.run, 1); }), StoreError::Kind::kDamaged);
    const auto keyed = open({.sealer = Sealer({SealKey("k", std::string(32, 'k'))}), .any_keys = true});
    const Resealed done = keyed->reseal({.takes_unsealed = true});
    EXPECT_EQ(done.states, 0u);
    EXPECT_EQ(done.left.size(), 1u) << "what can't be sealed is told";
    keyed->reseal({.to_unsealed = true});
    store->cancel(lease.run);
    pass(1);
    store->prune({.ended_before = time});
  }
}

// Pieces are sealed for their places: none may stand for another.
TEST_P(PiecesTest, SealedOnesStayAtTheirPlaces) {
  const auto keys = [](char letter) { return SealKey(std::string("key-") + letter, std::string(32, letter)); };
  store = open({.sealer = Sealer({keys('a')})});
  const std::string state = noise(500'000, 8);
  Lease lease = begun(state);
  advance(lease, state + "more", Step::Then::kLetGo);
  EXPECT_LT(stored(), 750'000u) << "a sealed snapshot costs what changed, too";
  const auto both = open({.sealer = Sealer({keys('b'), keys('a')})});
  EXPECT_EQ(both->reseal().states, 2u);
  EXPECT_EQ(told(check(*both)), "");
  store = open({.sealer = Sealer({keys('b')})});
  EXPECT_EQ(store->state(lease.run, 1), state);
  EXPECT_EQ(store->state(lease.run, 2), state + "more");
  EXPECT_EQ(store->state(store->fork({.run = lease.run, .seq = 2}), 2), state + "more");
  // Who can write to the database may set the hashes, too.
  behind(kSpoil);
  EXPECT_EQ(failure([&] { store->state(lease.run, 2); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(failure([&] { store->state(lease.run, 1); }), StoreError::Kind::kDamaged);
  store.reset();
}

}  // namespace
}  // namespace fermata::durable
