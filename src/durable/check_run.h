// The checker within a transaction that is under way, as the model check needs it. Called by checker.cpp's public half, too.
#pragma once

#include <string>
#include <vector>

#include "durable/database/database.h"
#include "fermata/durable/check.h"

namespace fermata::durable {

std::vector<Violation> check(Database& database, const std::string& run = "");

}  // namespace fermata::durable
