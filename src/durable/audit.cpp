#include "fermata/durable/audit.h"

#include <pwd.h>
#include <unistd.h>

#include "durable/rows/audit.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr AuditAction kActions[] = {
#define AUDIT_ACTION(name, text) {#name, text},
#include "durable/audit_actions.def"
};

constexpr size_t kMostPruned = 10'000;  // of one transaction: others that write wait for it

}  // namespace

std::span<const AuditAction> audit_actions() { return kActions; }

Actor local_actor(const char* how) {
  Actor actor{.how = how};
  const passwd* user = getpwuid(getuid());
  actor.who = user ? user->pw_name : std::to_string(getuid());
  char machine[256] = {};
  if (gethostname(machine, sizeof machine - 1) == 0) actor.from = machine;
  return actor;
}

std::unique_ptr<Store> Store::acting(const Actor& actor, std::function<void(const AuditRecord&)> told) const {
  check_name(actor.who, "a person", true);
  check_name(actor.how, "how somebody proved it", true);
  check_name(actor.from, "an address", true);
  auto impl = std::make_unique<Impl>(impl_->backend, impl_->options, impl_->seals);
  impl->actor = actor;
  impl->told = std::move(told);
  impl->tracer = impl_->tracer;
  return std::unique_ptr<Store>(new Store(std::move(impl)));
}

void Audit::note(const AuditNote& note) {
  if (!is_audited(note.action)) throw UsageError("the audit has no action '" + note.action + "'");
  check_name(note.tenant, "a tenant", true);
  check_name(note.run, "a run", true);
  check_name(note.who, "a person", true);
  store_.impl().write([&](Transaction& transaction) { transaction.notes.push_back(note); });
}

std::vector<AuditRecord> Audit::records(const AuditQuery& query) {
  return store_.impl().read([&](Database& database) { return records_of(database, query); });
}

AuditState Audit::verify() {
  return store_.impl().read([](Database& database) { return audit_state(database); });
}

uint64_t Audit::prune(Time before) {
  uint64_t pruned = 0;
  for (;;) {
    const uint64_t now = store_.impl().write([&](Transaction& transaction) { return prune_audit(transaction, before, kMostPruned); });
    pruned += now;
    if (now < kMostPruned) return pruned;
  }
}

}  // namespace fermata::durable
