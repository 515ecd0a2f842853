// The tables of a store, and how one of an earlier version becomes one of this. Called when a store is opened.
#pragma once

#include "durable/database/database.h"

namespace fermata::durable {

inline constexpr int64_t kSchemaVersion = 21;

// 0: there are no tables yet. Throws StoreError: kOpen when the database is somebody else's, kVersion when a later release has written it.
int64_t version_of(Database& database);
// Within one transaction that writes: makes the tables, or what they lack. Throws what version_of() throws.
void migrate(Database& database, int64_t to = kSchemaVersion);

}  // namespace fermata::durable
