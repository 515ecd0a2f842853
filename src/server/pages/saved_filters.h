// What a viewer looks for in the inbox again and again: links, with how many calls fit each, and the form that saves one more.
#pragma once

#include <string>
#include <vector>

#include "fermata/durable/filters.h"
#include "server/http/message.h"
#include "server/pages/html.h"

namespace fermata::server {

// Those of the viewer, who may save some: whoever may do something about what waits.
std::vector<durable::SavedFilter> saved_filters(Services& services, const Viewer& viewer);
// The inbox's address with it.
std::string address_of(const durable::SavedFilter& filter);
// `counts`: how many calls fit each of them; `more`: at least so many, as not all were looked at.
Html saved_links(const Viewer& viewer, const std::vector<durable::SavedFilter>& filters, const std::vector<uint64_t>& counts, bool more);
// For what is looked for now.
Html save_form(const Viewer& viewer, const durable::SavedFilter& filter);

}  // namespace fermata::server
