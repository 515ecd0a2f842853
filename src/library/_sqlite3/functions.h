// What SQLite calls: functions, aggregates, collations and handlers of the program's, which are asked of it (SqliteConnection::ask), and
// our own in the place of those that may not be a process's; and its values in Python.
#pragma once

#include "library/_sqlite3/connection.h"
#include "library/_sqlite3/texts.h"

namespace fermata {

inline constexpr char kRaised[] = "user-defined function raised exception";

int add_own_functions(SqliteConnection& c);
// Its limits, up to what a session may have. The value before; below zero: it stays.
int set_sql_limit(SqliteConnection& c, int id, int value);

// How texts are read. kText: as str, when they are UTF-8, else as kRaw. kRaw: as bytearrays, so that they differ from blobs. kBytes: all as
// bytes.
enum class SqlText : uint8_t { kText, kRaw, kBytes };
Value column_value(Context& cx, sqlite3_stmt* stmt, int column, SqlText how);
Value value_of(Context& cx, sqlite3_value* value);  // a text that isn't UTF-8 is an error
Value row_of(SqliteConnection& c, List* statement, bool raw);
bool is_plain(Value v);  // something that SQL has
int bind_value(sqlite3_stmt* stmt, int at, Value v);
bool set_result(sqlite3_context* context, Value v);  // false: it isn't plain

}  // namespace fermata
