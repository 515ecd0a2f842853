// What a policy says just before a call is made. Used by turn.cpp.
#pragma once

#include <exception>

#include "fermata/durable/policy.h"

namespace fermata::durable {

// The arguments may be others by now, and the call may have waited under another policy. What its tool's answer is instead, to be thrown:
// FinalError for a call that is denied, HoldCall for one that needs an approval which nobody gave; null: it may be made. Throws what the
// policy throws: whether it may be made nobody knows.
// `asks`: what it asks for, of a call that people were asked about.
std::exception_ptr refusal(const Policy& policy, const PolicyCall& call, std::optional<Ask>* asks = nullptr);
// Whether those who have approved the call, with arguments that somebody gave, are all that the policy asks for these.
bool is_enough(const Ask& ask, const RunCall& call, const std::vector<Decided>& decisions);

}  // namespace fermata::durable
