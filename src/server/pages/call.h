// The page of one call that waits for a person: what is asked, everything that helps to decide, and the forms to do so.
#pragma once

#include <optional>
#include <string>

#include "fermata/durable/store.h"
#include "server/http/message.h"
#include "server/pages/argument_fields.h"

namespace fermata::server {

// What somebody sent that couldn't be taken: it is shown again, with why.
struct Attempted {
  int status = 422;
  std::string problem{};  // in words
  std::optional<Edited> edited{};
  Texts form{};  // what else was in the fields
};

// A call that the viewer may see; its run, and the approval, when it waits for one. Nothing: there is none for them.
struct SeenCall {
  durable::Run run{};
  durable::RunCall call{};
  std::optional<durable::Approval> approval{};
  KnownArguments known{};
};
std::optional<SeenCall> seen_call(Services& services, const Request& request, const Viewer& viewer);
std::string call_path(const durable::RunCall& call, std::string_view action = {});

Response call_page(Services& services, const Request& request, const Viewer& viewer);
Response call_page_with(Services& services, const Viewer& viewer, const SeenCall& seen, const Attempted& attempted);

// The forms; call_forms.cpp.
Html decide_form(const Viewer& viewer, const SeenCall& seen, const Attempted& attempted, bool may);  // it has an approval
Html other_forms(const Viewer& viewer, const durable::Approval& approval, bool may);
// Of a call that waits for somebody, but for no approval.
Html answer_forms(const Viewer& viewer, const SeenCall& seen, durable::Time now);
Html thread_view(const Viewer& viewer, const durable::Approval& approval, bool may, durable::Time now);

}  // namespace fermata::server
