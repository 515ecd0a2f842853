// SQLite for programs: its functions, loaded when a program first opens a database (a process that opens none starts without it), or
// linked, as in fermata-jail. What it allocates for a program's connection is charged to the heap of that program's session, its clock and
// zone are that session's. Where somebody else in this process began to use SQLite earlier, ours is a copy of the library.
#pragma once

#include <sqlite3.h>

namespace fermata {

class SqliteConnection;

// Its functions, by their names without "sqlite3_".
struct SqliteApi {
#define FUNCTION(name) decltype(&sqlite3_##name) name;
#include "library/_sqlite3/functions.def"
#undef FUNCTION
};

// Null when it isn't installed, or too old.
const SqliteApi* find_sqlite();
// After find_sqlite() has found it.
const SqliteApi& sqlite();
// Finds all functions: installed.cpp, in which SQLite is a library that is loaded, or the jail's own, into which it is linked. `own`: in a
// copy of that library that nobody else has; there may be none.
bool load_sqlite(SqliteApi& found, bool own);
// For a process that is going to be without files: all that SQLite wants of them. Threads: none yet.
void prepare_sqlite_for_jail();
// Is what it allocates for programs told apart?
bool sqlite_is_charged();

// While it lives, what SQLite does on this thread it does for a connection.
class SqliteScope {
 public:
  explicit SqliteScope(SqliteConnection* connection);
  ~SqliteScope();
  SqliteScope(const SqliteScope&) = delete;
  SqliteScope& operator=(const SqliteScope&) = delete;
  static SqliteConnection* current();  // or null

 private:
  SqliteConnection* before_;
};

extern sqlite3_vfs kSqliteFiles;  // vfs.cpp

}  // namespace fermata
