// The part of a form by which who approves a call lets later ones through, too: a standing grant, and what it takes.
#pragma once

#include <vector>

#include "fermata/durable/approvals.h"
#include "server/pages/argument_fields.h"

namespace fermata::server {

// As it was sent, when it was: somebody is told what is wrong with it, and loses nothing.
Html grant_fields(const std::vector<Field>& fields, const Texts& form);
bool wants_grant(const Texts& form);
// What was sent. Throws Unusable.
durable::GrantTerms terms_from(const Texts& form, const Call& call, const KnownArguments& known, durable::Time now);

}  // namespace fermata::server
