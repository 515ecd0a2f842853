// The checker within a transaction that is under way, as the model check needs it. Called by checker.cpp's public half, too.
#pragma once

#include <string>
#include <vector>

#include "durable/database/database.h"
#include "fermata/durable/check.h"

namespace fermata::durable {

// `alone`: a run that comes from a file: its children may be elsewhere.
std::vector<Violation> check(Database& database, const std::string& run = "", bool alone = false);

}  // namespace fermata::durable
