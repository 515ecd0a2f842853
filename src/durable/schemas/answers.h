// What people, whoever has a token, or a fork's maker answer instead of a call's tool: against the schema of a question, or what the
// workers of the run's queue know of the function's result ("x-returns" in Tool::parameters).
#pragma once

#include "durable/rows/transaction.h"

namespace fermata::durable {

// The answer as the result's type has it (fitted.h). An exception is one to all. Throws UsageError for what isn't one.
Answer fitted_answer(Database& database, Time now, const std::string& queue, const RunCall& call, const Answer& answer);

}  // namespace fermata::durable
