// What a run's tables hold against the hashes in its log (rows/digests.h). A part of the checker.
#pragma once

#include <string>
#include <vector>

#include "durable/rows/transaction.h"

namespace fermata::durable {

// What isn't as it was written, a line each. `contents`: the data of the log's events, whose own chain of hashes is right. Logs that an
// earlier release began have no hashes: of them the program's alone is looked at.
std::vector<std::string> unlike_the_log(Database& database, const RunRow& run, const std::vector<RunCall>& calls,
                                        const std::vector<Data>& contents);

}  // namespace fermata::durable
