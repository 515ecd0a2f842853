// SQLite, loaded when the first store is opened: a process that opens none, as nearly every `fermata run`, starts without it.
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
