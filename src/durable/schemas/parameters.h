// The arguments of a call against what is known of its function's parameters (Tool::parameters). Asked by approvals.cpp, for arguments that
// somebody edits.
#pragma once

#include <string>
#include <vector>

#include "durable/rows/transaction.h"

namespace fermata::durable {

// What the workers of a queue know of a function's parameters, the one that was heard of last in front: those that are alive; when none of
// these knows any, those of the last hour; or else the one that ended last. Empty: nobody knows.
std::vector<Data> parameters_of(Database& database, Time now, const std::string& function, const std::string& queue);
// The names of those that take arguments by their places, in order; "" where nothing is known, or workers say different things.
std::vector<std::string> place_names(Database& database, Time now, const std::string& function, const std::string& queue);

// Why the function doesn't take them: "refund() has no argument amuont (did you mean amount?)", "order.items[2].price has to be a number,
// not 'x'". Empty: it does, as far as is known. Values that the program itself gave there, in `was`, aren't looked at.
std::string arguments_misfit(const Data& parameters, const fermata::Call& call, const fermata::Call& was);
// The call with what differs from `was` as the parameters' types have it: "84.50" is a Decimal (fitted.h). It fits.
fermata::Call fitted_arguments(const Data& parameters, const fermata::Call& call, const fermata::Call& was);

// Why it has no argument of this name: "refund() has no argument amuont (did you mean amount?)". Empty: it has, as far as is known,
// or this is a place, "0".
std::string name_misfit(const Data& parameters, const std::string& function, const std::string& name);

// The parameters that the call doesn't pass, and that it could pass by their names. None: nothing is known of them.
std::vector<std::string> left_out(const Data& parameters, const fermata::Call& call);

// Gives the argument that is called so another value: the keyword, the place ("0"), or the parameter of that name, wherever the call passes
// it; of the one that takes all others a list of them. What the call doesn't pass becomes a keyword. False: it isn't known whether one that
// is passed without a name is meant.
bool set_argument(fermata::Call& call, const std::string& name, const Data& value, const Data& parameters);

}  // namespace fermata::durable
