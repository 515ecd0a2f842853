// A page of the calls that wait for people: those that wait for approvals, the most urgent first, and behind them the others, as statements
// select them. What is said of the calls of a page is selected with the same words: pages of thousands are read in a few statements.
#pragma once

#include <string>

#include "durable/database/database.h"
#include "fermata/durable/approvals.h"

namespace fermata::durable {

// Of an approval: what the column urgent_at has.
int64_t urgent_at(const Asked& asked);

// What place_of() says.
struct Place {
  bool is_other = false;  // it waits for no approval
  int64_t urgent = -1;
  std::string run{};
  uint64_t call = 0;
};
Place place_from(const std::string& text);  // Throws UsageError.

struct WaitingPage {
  std::string tenant{}, queue{};
  Place after{};
  uint64_t most = INT64_MAX;
  uint64_t most_bytes = INT64_MAX;  // of the JSON of arguments: larger ones are left out
};

// Both are (run, id) of calls, and take what read_page() gives them; $1 is for the statement that they are in.
#define AWAITING_PAGE                                                                                                                \
  "(SELECT asked.run, asked.id FROM call AS asked JOIN run ON run.id = asked.run WHERE asked.state = 'awaiting_approval' AND "       \
  "(run.tenant = $2 OR $3 = '') AND (run.queue = $4 OR $5 = '') AND (asked.urgent_at, asked.run, asked.id) > ($6, $7, $8) ORDER BY " \
  "asked.urgent_at, asked.run, asked.id LIMIT $9)"
// Of each of these kinds there is an index.
#define OTHERS_WAITING                                                                                                                \
  "(SELECT run, id, state FROM call WHERE state IN ('in_doubt', 'held') UNION ALL SELECT run, id, state FROM call WHERE state "       \
  "= 'deferred' UNION ALL SELECT run, id, state FROM call WHERE state = 'pending' AND tool IS NULL AND channel IS NULL AND child IS " \
  "NULL) AS asked"
#define OTHERS_PAGE                                                                                                                      \
  "(SELECT asked.run, asked.id FROM " OTHERS_WAITING                                                                                     \
  " JOIN run ON run.id = asked.run WHERE (run.tenant = $2 OR $3 = '') AND (run.queue = $4 OR $5 = '') AND CAST($6 AS BIGINT) >= -1 AND " \
  "(asked.run, "                                                                                                                         \
  "asked.id) > ($7, $8) ORDER BY asked.run, asked.id LIMIT $9)"

inline Rows read_page(Database& database, const Statement& statement, const WaitingPage& page) {
  return database.run(statement, {page.most_bytes, page.tenant, page.tenant, page.queue, page.queue, page.after.urgent, page.after.run,
                                  page.after.call, page.most});
}

}  // namespace fermata::durable
