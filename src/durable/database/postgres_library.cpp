#include "durable/database/postgres_library.h"

#include "durable/database/shared_library.h"

namespace fermata::durable {

namespace {

PostgresLibrary load() {
  const SharedLibrary library("libpq.so.5", "a store needs PostgreSQL's libpq", "libpq5");
  PostgresLibrary found{};
#define FUNCTION(name) library.find("PQ" #name, found.name);
#include "durable/database/postgres_functions.def"
#undef FUNCTION
  return found;
}

}  // namespace

const PostgresLibrary& libpq() {
  static const PostgresLibrary library = load();
  return library;
}

}  // namespace fermata::durable
