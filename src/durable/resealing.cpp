// Which key seals a store: looked at when it is opened, and changed by Store::reseal().
#include <set>

#include "durable/rows/webhooks.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr uint64_t kPage = 1'000;
constexpr size_t kMostTold = 100;

// As much of each state as says with which key it is sealed.
constexpr Statement kHeads{
    "SELECT run, seq, substr(state, 1, 200) FROM snapshot WHERE (run, seq) > ($1, CAST($2 AS BIGINT)) ORDER BY run, seq LIMIT $3"};
constexpr Statement kForget{"UPDATE fermata_store SET sealed = 0, seal_key = '', seal_proof = NULL"};
constexpr Statement kSealed{"SELECT sealed, seal_key FROM fermata_store"};

}  // namespace

void Store::Impl::open_seals() {
  read_seals();
  if (options.any_keys) return;
  if (seals->are_unsettled()) backend->write([&](Database& database) { seals->settle(database); });
  seals->check();
}

bool Store::is_sealed() {
  return impl_->read([](Database& database) { return database.run(kSealed).at(0).number(0) != 0; });
}
std::string Store::sealed_by() {
  return impl_->read([](Database& database) { return database.run(kSealed).at(0).text(1); });
}

void Store::allow_unsealed() {
  if (impl_->seals->have_keys()) throw UsageError("there are keys: reseal() opens what is sealed with them");
  impl_->write([](Transaction& transaction) {
    transaction.database.run_script(transaction.database.dialect().sealed);
    transaction.database.run(kForget);
    transaction.notes.push_back({.action = "reseal", .data = {{"keys_lost", true}}});
  });
  impl_->read_seals();
}

Resealed Store::reseal(const Reseal& how) {
  Impl& impl = *impl_;
  if (!impl.seals->have_keys()) throw UsageError("what is sealed, and is to be, takes keys");
  Resealed done;
  const auto leave = [&](std::string what) {
    if (done.left.size() < kMostTold) done.left.push_back(std::move(what));
  };
  try {
    impl.write([&](Transaction& transaction) {
      done = {};
      impl.seals->change(transaction.database, how);
      done.webhooks = reseal_webhooks(transaction, how.takes_unsealed, done.left);
      transaction.notes.push_back({.action = "reseal", .data = {{"key", impl.seals->key()}}});
    });
  } catch (...) {
    impl.read_seals();  // nothing was changed
    throw;
  }
  // Nobody writes with another key from here on: so one walk finds all.
  std::string run;
  for (uint64_t seq = 0;;) {
    Rows page = impl.read([&](Database& database) { return database.run(kHeads, {run, seq, kPage}); });
    std::set<std::string> runs;
    for (const Row& row : page)
      if (!row.text(2).empty() && !is_sealed_with(row.text(2), impl.seals->key())) runs.insert(row.text(0));
    for (const std::string& id : runs) {
      try {
        const size_t states = impl.write([&](Transaction& transaction) { return durable::reseal(transaction, id, how.takes_unsealed); });
        done.states += states;
        done.runs += states > 0;
      } catch (const Refused&) {
        // It was pruned meanwhile.
      } catch (const StoreError& error) {
        if (error.kind() != StoreError::Kind::kDamaged) throw;
        leave("run " + id + ": " + error.what());
      }
    }
    if (page.empty()) return done;
    run = page.back().text(0);
    seq = page.back().count(1);
  }
}

}  // namespace fermata::durable
