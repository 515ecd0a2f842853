// What follows from what is said of a call just before it is made. Used by turn.cpp.
#pragma once

#include <exception>

#include "fermata/durable/policy.h"

namespace fermata::durable {

// The arguments may be others by now, and the call may have waited where nobody was to be asked. What its tool's answer is instead, to be
// thrown: FinalError for a call that is denied, HoldCall for one that needs an approval which nobody gave; null: it may be made.
std::exception_ptr refusal(const PolicyVerdict& verdict, const PolicyCall& call);
// Whether those who have approved the call, or its deadline did, with arguments that somebody gave, are all that the policy asks for these.
// `decisions`: on this call, at least one.
bool is_enough(const Ask& ask, const RunCall& call, const std::vector<Decided>& decisions);

}  // namespace fermata::durable
