// A run with all that is its own as text, to be kept in a file and read into another store: its rows as they are, table by table, in JSON.
// Used by store.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "durable/database/database.h"

namespace fermata::durable {

// Throws Refused when there is no such run.
std::string exported(Database& database, const std::string& run);

struct ExportedRun {
  std::string id;
  std::map<std::string, Rows> rows;  // by table
};
// Throws Refused when the text isn't what exported() gives.
ExportedRun exported_from(std::string_view text);
// Throws Refused when the run is there.
void import(Database& database, const ExportedRun& run);

}  // namespace fermata::durable
