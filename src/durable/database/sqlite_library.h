// SQLite, loaded when the first store in a file is opened (shared_library.h).
#pragma once

#include <sqlite3.h>

namespace fermata::durable {

// Its functions, by their names without "sqlite3_".
struct SqliteLibrary {
#define FUNCTION(name) decltype(&sqlite3_##name) name;
#include "durable/database/sqlite_functions.def"
#undef FUNCTION
};

// Throws StoreError of kind kOpen when it can't be loaded.
const SqliteLibrary& sqlite();

}  // namespace fermata::durable
