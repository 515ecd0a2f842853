// The rows of webhooks and of their notices. Used by the transitions that concern them, by LockedRun, which tells them of a run, and by
// looking.cpp.
#pragma once

#include "durable/rows/transaction.h"
#include "fermata/durable/webhooks.h"

namespace fermata::durable {

void insert_webhook(Transaction& transaction, const Webhook& webhook);  // Throws SealMoved
// Their secrets as the store seals them now; gives of how many. What can't be opened is in `left`, with why. As reseal() of runs.
size_t reseal_webhooks(Transaction& transaction, bool takes_unsealed, std::vector<std::string>& left);
std::vector<Webhook> webhooks_of(Database& database, const std::string& tenant);  // of all, when it is empty
std::optional<Webhook> find_webhook(Database& database, const std::string& id);
void delete_webhook(Database& database, const std::string& id);  // with its notices

// For each of the tenant's webhooks that want it: the run's last event has a notice of this number, from 0.
void insert_notice(Transaction& transaction, const RunRow& run, uint64_t number, const char* type, Data::Pairs data);
// The same of a tenant's, of the alert that is the audit's record of that number.
void insert_alert_notice(Transaction& transaction, const std::string& tenant, uint64_t record, Data::Pairs data);
std::vector<Notice> notices_of(Database& database, const std::string& tenant);
std::optional<Time> next_notice(Database& database);
// Those that are due; they are due again after `lease_ms`, should nobody say what became of them.
std::vector<Delivery> take_notices(Transaction& transaction, size_t most, uint64_t lease_ms);
void delete_notice(Database& database, const Notice& notice);
// Unless it was taken again meanwhile. Without `due` it is given up.
void write_problem(Database& database, const Notice& notice, std::optional<Time> due, const std::string& problem);

}  // namespace fermata::durable
