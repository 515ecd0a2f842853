// The arguments of a call against what is known of its function's parameters (Tool::parameters). Asked by approvals.cpp, for arguments that
// somebody edits.
#pragma once

#include <string>
#include <vector>

#include "durable/rows/transaction.h"

namespace fermata::durable {

// What the workers of a queue know of a function's parameters, the one that was heard of last in front: those that are alive, or, when none
// of these knows any, those of the last hour. Empty: nobody knows.
std::vector<Data> parameters_of(Transaction& transaction, const std::string& function, const std::string& queue);

// Why the function doesn't take them: "refund() has no argument amuont (did you mean amount?)", "order.items[2].price has to be a number,
// not 'x'". Empty: it does, as far as is known. Values that the program itself gave there, in `was`, aren't looked at.
std::string arguments_misfit(const Data& parameters, const fermata::Call& call, const fermata::Call& was);

}  // namespace fermata::durable
