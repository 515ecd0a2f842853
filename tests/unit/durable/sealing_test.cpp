// Sealed stores: who may open them, what is written with which key, and how that is changed.
#include "fermata/sealer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "durable/rows/text.h"
#include "durable/store_impl.h"
#include "fermata/durable/audit.h"
#include "fermata/durable/webhooks.h"
#include "fermata/durable/worker.h"
#include "stores.h"

namespace fermata::durable {
namespace {

SealKey key(char letter) { return SealKey(std::string("key-") + letter, std::string(32, letter)); }
Sealer keys(std::string_view letters) {
  std::vector<SealKey> list;
  for (const char letter : letters) list.push_back(key(letter));
  return Sealer(std::move(list));
}

std::string problem(const std::function<void()>& transition) {
  try {
    transition();
  } catch (const StoreError& error) {
    EXPECT_EQ(error.kind(), StoreError::Kind::kSealed) << error.what();
    return error.what();
  }
  return "";
}

class SealingTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store = nullptr;
  }
  std::unique_ptr<Store> open_with(std::string_view letters, bool any_keys = false) {
    return open({.sealer = letters.empty() ? std::nullopt : std::optional(keys(letters)), .any_keys = any_keys});
  }
  // A run that has a snapshot, "secret", and waits there.
  std::string waiting_run(Store& one) {
    const std::string id = one.submit({.source = "ask(1)"}).run;
    Lease lease = one.claim({.worker = "w"}).at(0);
    one.advance(lease, {.state = "secret", .waiting = {waiting(1, "ask")}});
    return id;
  }
  // Of all states and webhooks: how many are sealed with this key.
  size_t sealed_with(const std::string& key) {
    static constexpr Statement kStates{"SELECT state FROM snapshot"}, kSecrets{"SELECT secrets FROM webhook"};
    size_t count = 0;
    database.connect()->within(false, [&](Database& behind) {
      for (const Statement* all : {&kStates, &kSecrets})
        for (const Row& row : behind.run(*all)) count += Sealer::key_id_of(row.text(0)).value_or("") == key;
    });
    return count;
  }
};
INSTANTIATE_TEST_SUITE_P(All, SealingTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

TEST_P(SealingTest, StatesAreSealedAtTheirPlace) {
  store = open_with("k");
  const std::string id = waiting_run(*store);
  EXPECT_EQ(store->state(id, 1), "secret");
  const std::string fork = store->fork({.run = id, .seq = 1});
  EXPECT_EQ(store->state(fork, 1), "secret");
  EXPECT_EQ(sealed_with("key-k"), 2u);
  // What somebody put there is refused, sealed for another place or not at all.
  static constexpr Statement kSwap{
      "UPDATE snapshot SET state = (SELECT state FROM snapshot WHERE run = $1), hash = (SELECT hash FROM snapshot WHERE run = $2) WHERE "
      "run = $3"};
  database.connect()->within(true, [&](Database& behind) { behind.run(kSwap, {id, id, fork}); });
  EXPECT_EQ(failure([&] { store->state(fork, 1); }), StoreError::Kind::kDamaged);
  store->cancel(fork);
  pass(1);
  store->prune({.ended_before = time});
}

TEST_P(SealingTest, ASealedStoreIsOpenedWithItsKeysAlone) {
  store = open_with("k");
  EXPECT_TRUE(store->is_sealed()) << "from the beginning";
  const std::string id = waiting_run(*store);
  EXPECT_NE(problem([&] { open(); }).find("the store is sealed, with the key 'key-k': its keys are needed"), std::string::npos);
  EXPECT_NE(problem([&] { open_with("x"); }).find("sealed with the key 'key-k', and there are only 'key-x'"), std::string::npos);
  const Sealer of_that_name({SealKey("key-k", std::string(32, 'x'))});
  EXPECT_NE(problem([&] { open({.sealer = of_that_name}); }).find("another key 'key-k'"), std::string::npos);
  EXPECT_EQ(open_with("xk")->state(id, 1), "secret") << "whichever comes first";

  // Without keys: what takes no state.
  const auto looks = open_with("", true);
  EXPECT_EQ(looks->run(id)->status, RunStatus::kWaiting);
  EXPECT_EQ(looks->answer(id, 1, Data(2)), CallState::kAnswered);
  EXPECT_EQ(failure([&] { looks->state(id, 1); }), StoreError::Kind::kDamaged);
  EXPECT_NE(problem([&] { Worker(*looks, {}); }), "");
  EXPECT_NE(problem([&] { looks->export_run(id); }), "");
  EXPECT_NE(problem([&] { Webhooks(*looks).add({.url = "http://x", .secrets = {"whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"}}); }), "");
  Lease lease = looks->claim({.worker = "w"}).at(0);
  EXPECT_NE(problem([&] { looks->advance(lease, {.state = "open", .consumed = {1}}); }), "");
  store->release(lease);
  EXPECT_EQ(sealed_with(""), 0u);
}

TEST_P(SealingTest, AStoreWithStatesIsNotOpenedWithKeysBeforeTheseAreSealed) {
  store = open();
  const std::string id = waiting_run(*store);
  EXPECT_NE(problem([&] { open_with("k"); }).find("isn't sealed"), std::string::npos);
  EXPECT_FALSE(store->is_sealed());
  const auto keyed = open_with("k", true);
  EXPECT_NE(problem([&] { keyed->reseal(); }), "") << "somebody else may have put them there";
  EXPECT_FALSE(store->is_sealed());
  const Resealed done = keyed->reseal({.takes_unsealed = true});
  EXPECT_EQ(done.states, 1u);
  EXPECT_EQ(done.left, std::vector<std::string>());
  EXPECT_EQ(keyed->state(id, 1), "secret");
  EXPECT_EQ(told(check(*keyed)), "");
  // Whoever had it open without keys writes nothing any more.
  store->answer(id, 1, Data(2));
  Lease lease = store->claim({.worker = "w"}).at(0);
  EXPECT_NE(problem([&] { store->advance(lease, {.state = "open", .consumed = {1}}); }).find("its keys are needed"), std::string::npos);
  EXPECT_EQ(failure([&] { store->fork({.run = id, .seq = 1}); }), StoreError::Kind::kDamaged);
  keyed->advance(lease, {.state = "more", .consumed = {1}});
  EXPECT_EQ(sealed_with("key-k"), 2u);

  EXPECT_EQ(keyed->reseal({.to_unsealed = true}).states, 2u);
  EXPECT_EQ(keyed->state(id, 2), "more");
  EXPECT_EQ(open()->state(id, 1), "secret");
  EXPECT_EQ(sealed_with("key-k"), 0u);
}

TEST_P(SealingTest, AWorkerStopsWhenItsStoreIsSealed) {
  store = open();
  waiting_run(*store);
  Worker worker(*store, {.jailed = false});
  const std::string id = store->submit({.source = "1 + 1"}).run;
  open_with("k", true)->reseal({.takes_unsealed = true});
  EXPECT_NE(problem([&] { worker.run(); }).find("its keys are needed"), std::string::npos);
  store = open_with("k");
  Worker(*store, {.jailed = false}).drain();
  EXPECT_EQ(status(id), RunStatus::kDone);
}

// What tools have answered isn't lost when their worker has no key any more.
TEST_P(SealingTest, AnswersStayWhenTheKeyIsAnother) {
  store = open_with("a");
  const std::string id = store->submit({.source = "pay(1)"}).run;
  std::atomic<int> paid = 0;
  Worker worker(*store, {.tools = {{.function = "pay",
                                    .answer = [&](const RunCall&, uint64_t) -> Answer {
                                      ++paid;
                                      open_with("ba")->reseal();
                                      return Data("paid");
                                    }}},
                         .jailed = false});
  EXPECT_NE(problem([&] { worker.run(); }).find("'key-b', and there are only 'key-a'"), std::string::npos);
  EXPECT_EQ(value(call(id, 1)), Data("paid"));
  store = open_with("b");
  Worker(*store,
         {.tools = {{.function = "pay", .answer = [](const RunCall&, uint64_t) -> Answer { return Data("again"); }}}, .jailed = false})
      .drain();
  EXPECT_EQ(store->run(id)->result, Data("paid"));
  EXPECT_EQ(paid, 1);
}

TEST_P(SealingTest, AnotherKeySealsWhatIsThereAnew) {
  store = open_with("a");
  const std::string id = waiting_run(*store), other = waiting_run(*store);
  Webhooks(*store).add({.url = "http://x", .secrets = {"whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"}});
  EXPECT_EQ(sealed_with("key-a"), 3u);
  const auto shown = store->snapshots(id);
  // A key that comes first doesn't seal before it is said.
  const auto both = open_with("ba");
  const std::string third = waiting_run(*both);
  EXPECT_EQ(sealed_with("key-a"), 4u);
  const Resealed done = both->reseal();
  EXPECT_EQ(done.states, 3u);
  EXPECT_EQ(done.runs, 3u);
  EXPECT_EQ(done.webhooks, 1u);
  EXPECT_EQ(done.left, std::vector<std::string>());
  EXPECT_EQ(sealed_with("key-b"), 4u);
  EXPECT_EQ(both->sealed_by(), "key-b");
  EXPECT_EQ(both->reseal().states, 0u);
  const auto after = open_with("b");
  EXPECT_EQ(after->state(id, 1), "secret");
  EXPECT_EQ(after->snapshots(id).at(0).hash, shown.at(0).hash) << "what was decided on counts";
  EXPECT_EQ(after->log(id).back().kind, "reseal");
  EXPECT_EQ(after->state(after->fork({.run = other, .seq = 1}), 1), "secret");
  after->answer(id, 1, Data(2));
  Lease lease = after->claim({.worker = "w"}).at(0);
  while (lease.run != id) lease = after->claim({.worker = "w"}).at(0);
  after->advance(lease, {.state = "more", .consumed = {1}});
  EXPECT_EQ(told(check(*after)), "");
  EXPECT_EQ(Audit(*after).records({.action = "reseal"}).size(), 2u);
  store = open_with("b");
}

TEST_P(SealingTest, WhoHasOpenedItLooksForTheKeyThatOthersGot) {
  int asked = 0;
  store = open({.sealer = keys("a"), .later_keys = [&]() -> std::optional<Sealer> {
                  if (++asked == 1) throw UsageError("it is being written");
                  return keys("ba");
                }});
  const std::string id = waiting_run(*store);
  store->answer(id, 1, Data(2));
  Lease lease = store->claim({.worker = "w"}).at(0);
  open_with("ba")->reseal();
  EXPECT_EQ(failure([&] { store->state(id, 1); }), StoreError::Kind::kDamaged);
  EXPECT_EQ(store->state(id, 1), "secret");
  store->advance(lease, {.state = "more", .consumed = {1}});
  EXPECT_EQ(sealed_with("key-b"), 2u);
}

// Nothing is lost when it is killed between any two of its transactions: each is whole.
TEST_P(SealingTest, WhatWasNotSealedAnewIsTheNextTime) {
  store = open_with("ba");
  std::vector<std::string> runs;
  EXPECT_EQ(open_with("a", true)->sealed_by(), "key-b");
  for (int i = 0; i < 5; ++i) runs.push_back(waiting_run(*store));
  {
    // As if it had ended after the second run: the store has its key, the others are as they were.
    const auto other = open_with("ab", false);
    other->reseal();
    database.connect()->within(true, [&](Database& behind) {
      Seals seals({.sealer = keys("ba")});
      seals.change(behind, {});
    });
  }
  EXPECT_EQ(sealed_with("key-a"), 5u);
  EXPECT_EQ(store->state(runs[3], 1), "secret") << "both keys open it";
  EXPECT_EQ(open_with("ba")->reseal().states, 5u);
  EXPECT_EQ(sealed_with("key-b"), 5u);
  EXPECT_EQ(told(check(*store)), "");
}

TEST_P(SealingTest, WhatTheKeysDontOpenIsLeft) {
  store = open_with("a");
  const std::string id = waiting_run(*store), other = waiting_run(*store);
  static constexpr Statement kSpoil{"UPDATE snapshot SET state = $1, hash = $2 WHERE run = $3"};
  const std::string plain = "not sealed";
  database.connect()->within(true, [&](Database& behind) { behind.run(kSpoil, {BytesView{plain}, sha256(plain), id}); });
  const auto both = open_with("ba");
  const Resealed done = both->reseal();
  EXPECT_EQ(done.states, 1u);
  ASSERT_EQ(done.left.size(), 1u);
  EXPECT_NE(done.left[0].find("run " + id + ": snapshot 1"), std::string::npos) << done.left[0];
  EXPECT_NE(problem([&] { open_with("c", true)->reseal(); }), "") << "the store's own key isn't there";
  EXPECT_EQ(both->sealed_by(), "key-b");
  store->cancel(id);
  pass(1);
  store->prune({.ended_before = time});
}

TEST_P(SealingTest, WhenTheKeysAreLostItIsOpenedWithout) {
  store = open_with("k");
  const std::string id = waiting_run(*store);
  EXPECT_THROW(store->allow_unsealed(), UsageError);
  const auto without = open_with("", true);
  without->allow_unsealed();
  const std::string other = waiting_run(*open());
  EXPECT_EQ(without->state(other, 1), "secret");
  EXPECT_EQ(failure([&] { without->state(id, 1); }), StoreError::Kind::kDamaged);
  EXPECT_NE(problem([&] { waiting_run(*store); }), "");
  store = open();
}

TEST_P(SealingTest, AFileIsTakenInUnderTheStoresKey) {
  store = open_with("a");
  const std::string id = waiting_run(*store);
  const std::string file = store->export_run(id);
  TestDatabase elsewhere(GetParam());
  const auto other = Store::open(elsewhere.where(), {.sealer = keys("ba")});
  EXPECT_EQ(other->import_run(file), id);
  EXPECT_EQ(other->state(id, 1), "secret");
  EXPECT_EQ(other->log(id).back().kind, "reseal");
  EXPECT_EQ(told(check(*other)), "");
  const std::string again = other->export_run(id);
  other->cancel(id);
  other->prune({.ended_before = other->now() + 1000});
  EXPECT_EQ(other->import_run(again), id);
  EXPECT_EQ(told(check(*other)), "");
}

// A store of an earlier release says only that it is sealed.
TEST_P(SealingTest, AStoreOfAnEarlierReleaseGetsItsKeyWhenItIsOpened) {
  store = open_with("a");
  const std::string id = waiting_run(*store);
  static constexpr Statement kOld{"UPDATE fermata_store SET seal_key = '', seal_proof = NULL"};
  database.connect()->within(true, [&](Database& behind) { behind.run(kOld); });
  EXPECT_NE(problem([&] { open(); }), "");
  EXPECT_NE(problem([&] { open_with("x"); }).find("can be opened with these keys"), std::string::npos);
  EXPECT_EQ(open_with("a")->state(id, 1), "secret");
  EXPECT_EQ(store->sealed_by(), "key-a");
}

// Writers and a change of the key at the same moment: nothing is left under the old one.
TEST_P(SealingTest, NothingIsWrittenWithAKeyThatWasChanged) {
  store = open_with("ab");
  std::atomic<int> at_work = 4;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&, queue = std::to_string(i)] {
      const auto one = open_with("ab");
      for (int run = 0; run < 10; ++run) {
        one->submit({.source = "ask(1)", .queue = queue});
        Lease lease = one->claim({.worker = "w" + queue, .queues = {queue}}).at(0);
        one->advance(lease, {.state = "secret", .waiting = {waiting(1, "ask")}});
      }
      --at_work;
    });
  for (int i = 0; at_work > 0; ++i) {
    const bool to_b = i % 2 == 0;
    open_with(to_b ? "ba" : "ab")->reseal();
    EXPECT_EQ(sealed_with(to_b ? "key-a" : "key-b"), 0u);
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(sealed_with(store->sealed_by()), 40u);
}

}  // namespace
}  // namespace fermata::durable
