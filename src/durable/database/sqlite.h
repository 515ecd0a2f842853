// SQLite as a Database, by its C API: what counts here (savepoints within groups, extended error codes, whether a failed statement ended
// the transaction, a busy handler) is what C++ wrappers leave out.
#pragma once

#include <memory>
#include <string>

#include "durable/database/database.h"

namespace fermata::durable {

enum class SqliteUse : uint8_t { kWrite, kRead };

// The file is made when it isn't there and it is opened for writing. ":memory:" is a database of its own, for tests. Throws StoreError.
std::unique_ptr<Database> open_sqlite(const std::string& path, SqliteUse use, uint64_t patience_ms);

}  // namespace fermata::durable
