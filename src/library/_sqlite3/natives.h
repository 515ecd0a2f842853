// What the natives, and the parts of states, have in common.
#pragma once

#include <span>

#include "library/_sqlite3/functions.h"
#include "objects/errors/errors.h"
#include "objects/natives/native.h"

namespace fermata {

Value wrong_record(Context& cx);
Value tuple_or_none(Context& cx, std::span<const Value> items);  // of a state: none where there is no room
// The connection of a record; null: *out says why not.
SqliteConnection* connection_of(Context& cx, Value record, Value* out);

#define CONNECTION(c)                                           \
  Value wrong_;                                                 \
  SqliteConnection* const c = connection_of(cx, a[0], &wrong_); \
  if (!c) return wrong_

Value database_serialize(Context& cx, Value* a);
Value database_backup(Context& cx, Value* a);
Value database_blob(Context& cx, Value* a);

}  // namespace fermata
