// The transitions, each a function of a transaction that is under way: the caller has begun it, and commits it or, when something is
// thrown, rolls it back. What they need and do is in transitions.def and fermata/durable/store.h; here are the parts that need no database
// made ahead, as the transaction may hold up others. Called by store.cpp and the model check.
#pragma once

#include <string>
#include <vector>

#include "durable/rows/transaction.h"

namespace fermata::durable {

// A state as it is stored. seal() and open() bind it to its place if the store has keys.
struct StoredState {
  std::string bytes, hash;
};
StoredState seal(const StoreOptions& options, const std::string& tenant, const std::string& run, uint64_t seq, std::string state);
// Throws StoreError (kDamaged).
std::string open(const StoreOptions& options, const std::string& tenant, const std::string& run, uint64_t seq, std::string stored);

struct NewRun {
  RunRow row;
  std::string source;
};
// Throws UsageError for names that can't be written down.
NewRun new_run(const Submission& submission, Time now);

// Names are in the log's lines, in keys and on terminals. Throws UsageError.
void check_name(const std::string& name, const char* what, bool may_be_empty = false);

Submitted submit(Transaction& transaction, const NewRun& run);
std::vector<Lease> claim(Transaction& transaction, const Claim& claim);
void renew(Transaction& transaction, Lease& lease, uint64_t lease_ms);
RunCall dispatch(Transaction& transaction, const Lease& lease, const Dispatch& dispatch);
CallState fail_call(Transaction& transaction, const Lease& lease, uint64_t call, const Failure& failure);
bool answer(Transaction& transaction, const Lease& lease, uint64_t call, const Answer& answer);
void answer(Transaction& transaction, const std::string& run, uint64_t call, const Answer& answer);
void advance(Transaction& transaction, Lease& lease, const Step& step, const StoredState& state);
void release(Transaction& transaction, const Lease& lease, const std::vector<uint64_t>& without_tool);
void fail(Transaction& transaction, const Lease& lease, const std::string& reason);
size_t expire(Transaction& transaction);
size_t wake(Transaction& transaction);
size_t wake_for(Transaction& transaction, const std::vector<std::string>& functions, const std::vector<std::string>& queues);
uint64_t send(Transaction& transaction, const Message& message);
void decide(Transaction& transaction, const Decision& decision);
void reconcile(Transaction& transaction, const Reconciliation& reconciliation);
void cancel(Transaction& transaction, const std::string& run, const std::string& reason);
void retry(Transaction& transaction, const std::string& run, const std::optional<Limits>& limits);
std::string fork(Transaction& transaction, const Fork& fork);
void ask(Transaction& transaction, const Lease& lease, uint64_t call, const std::string& policy);
// A run whose rows come from another store.
void take_in(Transaction& transaction, const std::string& run);
std::vector<std::string> prune(Transaction& transaction, const PruneQuery& query);

}  // namespace fermata::durable
