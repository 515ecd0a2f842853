// The audit's rows. A transition notes what is to be told (Transaction::notes); when it is done, its transaction writes that behind what
// others have written: the row of audit_chain is locked last of all, so that nobody who has it waits for anything but the disk.
#pragma once

#include "durable/rows/transaction.h"
#include "fermata/durable/audit.h"

namespace fermata::durable {

bool is_audited(std::string_view action);
// Of a run's event. `data` may name who, and by whom.
void note_event(Transaction& transaction, const RunRow& run, const char* action, const Data::Pairs& data);
// All that was noted. Gives what was written.
std::vector<AuditRecord> write_notes(Transaction& transaction, const Actor& actor);

std::vector<AuditRecord> records_of(Database& database, const AuditQuery& query);
AuditState audit_state(Database& database);
// Nobody else adds to it until the transaction is over. Gives the number of the last record.
uint64_t lock_audit(Database& database);
// The number of the last record that is older; 0: none is.
uint64_t last_before(Database& database, Time time);
std::vector<AuditRecord> alerts_since(Database& database, Time time);  // after that time
uint64_t prune_audit(Transaction& transaction, Time before, size_t most);

}  // namespace fermata::durable
