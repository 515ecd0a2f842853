// Exceptions as Data, and so as JSON: what is after "$raise" in an answer, and how a store keeps the one that ended a run. Pure functions,
// called by data_json.cpp and src/durable.
//
//   {"type": "OrderError", "message": "…"}  and, where there is something to say, the other members of Error by their names
#pragma once

#include "fermata/error.h"

namespace fermata {

Data data_of(const Error& error);
// False: it has no type, or a member is of another kind than data_of() writes.
bool error_from(const Data& data, Error* out);

}  // namespace fermata
