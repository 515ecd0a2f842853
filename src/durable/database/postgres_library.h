// libpq, loaded when the first store on a PostgreSQL server is opened (shared_library.h).
#pragma once

#include <libpq-fe.h>

namespace fermata::durable {

// Its functions, by their names without "PQ".
struct PostgresLibrary {
#define FUNCTION(name) decltype(&PQ##name) name;
#include "durable/database/postgres_functions.def"
#undef FUNCTION
};

// Throws StoreError of kind kOpen when it can't be loaded.
const PostgresLibrary& libpq();

}  // namespace fermata::durable
