// Audit: who did what to a store, how they proved who they are, and from where: decisions, grants, cancelled runs, sign-ins at a server
// (audit_actions() lists them all). A record is written by the transaction that it is about, so that neither is there without the other;
// records are only ever added, in one order, each with a hash over the one before.
//
//   auto hers = store->acting({.who = "ada", .how = "session", .from = "10.0.0.7"});     // what is done through it is told as hers
//   hers->cancel(run);
//   for (const AuditRecord& record : Audit(*store).records({.who = "ada"})) …
//
// A run that is submitted names who did that, and what a standing grant approves is in its run's log and decisions: neither is told again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

// Through whom a transition happens. Decisions and the like name somebody themselves: that counts then.
struct Actor {
  std::string who{};   // empty: nobody knows
  std::string how{};   // they proved it: "session", "token", "proxy"; or what they used: "command", "python"
  std::string from{};  // an address, or a machine's name
};
// The user of this process, at this machine.
Actor local_actor(const char* how);

struct AuditAction {
  const char *name, *text;
};
std::span<const AuditAction> audit_actions();

// What is told. `action` is one of audit_actions().
struct AuditNote {
  std::string action{};
  std::string tenant{};  // whose run it is about, or who did it; empty: of none
  std::string run{};     // may be empty
  std::string who{};     // empty: the actor
  std::string how{};     // empty: as the actor; "deadline": nobody did it
  Data::Pairs data{};    // whatever else there is to know
};

struct AuditRecord {
  uint64_t number = 0;  // from 1, without gaps
  Time at = 0;
  std::string action{}, tenant{}, run{}, who{}, how{}, from{};
  std::string data{};  // JSON
  std::string hash{};  // SHA-256 of these lines: the hash before, number, at, action, tenant, run, who, how, from, data
};

struct AuditQuery {
  std::string tenant{}, who{}, action{};  // empty: all
  std::optional<Time> since{}, until{};   // from then on; before then
  // The oldest first of those behind this number. Without it the newest first, of those before `before`.
  std::optional<uint64_t> after{};
  std::optional<uint64_t> before{};
  size_t most = 100;
};

struct AuditState {
  uint64_t number = 0;    // of the last record
  std::string hash{};     // its hash
  uint64_t pruned = 0;    // the number of the last one that was pruned
  std::string problem{};  // empty: what is there is what was written
};

// From any thread. All throw StoreError.
class Audit {
 public:
  // `store` outlives it.
  explicit Audit(Store& store) : store_(store) {}

  // Throws UsageError for an action that isn't listed.
  void note(const AuditNote& note);
  std::vector<AuditRecord> records(const AuditQuery& query = {});
  // Reads them all. Whoever can write to the database can write others: keep the last hash elsewhere if that matters.
  AuditState verify();
  // The oldest ones, up to the first that isn't older than that, are deleted; the chain goes on. Gives how many.
  uint64_t prune(Time before);

 private:
  Store& store_;
};

}  // namespace fermata::durable
