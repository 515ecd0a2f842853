#include "fermata/durable/filters.h"

#include <algorithm>

#include "durable/rows/text.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"
#include "fermata/error.h"

namespace fermata::durable {

namespace {

constexpr size_t kLongest = 200;  // bytes of what is looked for

constexpr Statement kAll{"SELECT name, text, queue, mine FROM saved_filter WHERE tenant = $1 AND who = $2 ORDER BY name"};
constexpr Statement kInsert{
    "INSERT INTO saved_filter (tenant, who, name, text, queue, mine, at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT "
    "(tenant, who, name) DO UPDATE SET text = excluded.text, queue = excluded.queue, mine = excluded.mine, at = excluded.at"};
constexpr Statement kRemove{"DELETE FROM saved_filter WHERE tenant = $1 AND who = $2 AND name = $3"};

std::vector<SavedFilter> filters_of(Database& database, const std::string& tenant, const std::string& who) {
  std::vector<SavedFilter> filters;
  for (const Row& row : database.run(kAll, {tenant, who}))
    filters.push_back({.name = row.text(0), .text = row.text(1), .queue = row.text(2), .mine = row.number(3) != 0});
  return filters;
}

}  // namespace

void SavedFilters::save(const SavedFilter& filter) {
  check_name(who_, "a person");
  check_name(filter.queue, "a queue", true);
  if (!is_name(filter.name) || filter.name.size() > SavedFilter::kLongestName)
    throw UsageError("a filter's name has 1 to " + std::to_string(SavedFilter::kLongestName) + " bytes, without control characters");
  if (!filter.text.empty() && (!is_name(filter.text) || filter.text.size() > kLongest))
    throw UsageError("what a filter looks for has at most " + std::to_string(kLongest) + " bytes, without control characters");
  if (filter.text.empty() && filter.queue.empty() && !filter.mine) throw UsageError("there is nothing to save: it would show all");
  store_.impl().write([&](Transaction& transaction) {
    Database& database = transaction.database;
    const std::vector<SavedFilter> known = filters_of(database, tenant_, who_);
    if (known.size() >= SavedFilter::kMost && std::ranges::find(known, filter.name, &SavedFilter::name) == known.end())
      throw Refused("you have " + std::to_string(SavedFilter::kMost) + " filters: delete one first");
    database.write(kInsert, {tenant_, who_, filter.name, filter.text, filter.queue, filter.mine ? 1 : 0, transaction.now});
  });
}

void SavedFilters::remove(const std::string& name) {
  store_.impl().write([&](Transaction& transaction) { transaction.database.run(kRemove, {tenant_, who_, name}); });
}

std::vector<SavedFilter> SavedFilters::all() {
  return store_.impl().read([&](Database& database) { return filters_of(database, tenant_, who_); });
}

}  // namespace fermata::durable
