// Reports: what a session, a call or findings are as objects of JSON, for the command's --json and the server's API. src/durable/reports.h
// has those of a store's rows.
#pragma once

#include <string>
#include <vector>

#include "fermata/error.h"
#include "fermata/session.h"
#include "fermata/value.h"

namespace fermata {

// {"status", "result", "stdout", "stderr", "error", "limit", "pending", "spent"}, and more where there is more to say.
Data::Pairs report_of(const Session& session);
// The same of a program that doesn't compile: status "raised", and "findings".
Data::Pairs report_of(const std::string& file, const std::vector<Finding>& findings);
// "unknown-name".
std::string kind_name(Finding::Kind kind);
Data data_of(const Call& call);
Data::Pairs data_of(const Place& place);

}  // namespace fermata
