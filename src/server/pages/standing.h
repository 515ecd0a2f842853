// What a person may do about an approval, as far as it can be said beforehand; the store decides.
#pragma once

#include <string>

#include "fermata/durable/approvals.h"
#include "fermata/durable/workers.h"
#include "server/auth/viewer.h"

namespace fermata::server {

// Empty: they may. Otherwise why not, as a sentence.
std::string why_not(const durable::Approval& approval, const Viewer& viewer, durable::Time now);
// The same of saying what became of a call that waits for no approval.
std::string why_not(const durable::Run& run, const durable::RunCall& call, const Viewer& viewer, durable::Time now);
// Of a call that waits for whoever can answer it: "No worker of queue 'default' knows lookupp() (did you mean lookup?)."
std::string unanswered_text(const durable::Answering& answering, const durable::RunCall& call, const std::string& queue);
bool is_claimed_by_other(const durable::Asked& asked, const Viewer& viewer, durable::Time now);
bool is_overdue(const durable::Asked& asked, durable::Time now);

}  // namespace fermata::server
