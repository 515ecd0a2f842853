#include "durable/database/sqlite_library.h"

#include "durable/database/shared_library.h"

namespace fermata::durable {

namespace {

SqliteLibrary load() {
  const SharedLibrary library("libsqlite3.so.0", "a store needs SQLite", "libsqlite3-0");
  SqliteLibrary found{};
#define FUNCTION(name) library.find("sqlite3_" #name, found.name);
#include "durable/database/sqlite_functions.def"
#undef FUNCTION
  return found;
}

}  // namespace

const SqliteLibrary& sqlite() {
  static const SqliteLibrary library = load();
  return library;
}

}  // namespace fermata::durable
