// What a policy says just before a call is made. Used by turn.cpp.
#pragma once

#include "fermata/durable/policy.h"

namespace fermata::durable {

// The arguments may be others by now, and the call may have waited under another policy: throws FinalError for one that is denied, and
// HoldCall for one that needs an approval which nobody gave, and when the policy doesn't work.
void enforce(const Policy& policy, const PolicyCall& call);

}  // namespace fermata::durable
