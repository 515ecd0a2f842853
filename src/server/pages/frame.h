// What all pages have around them, the forms on them, and the answers that handlers give.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.h"
#include "server/pages/html.h"

namespace fermata::server {

enum class At : uint8_t { kInbox, kRuns, kGrants, kOverview, kElsewhere };  // where in the navigation

struct Page {
  std::string title;
  At at = At::kElsewhere;
  bool live = false;  // it is fetched anew when something happens (static/live.js)
  int status = 200;
};
Response page_of(const Viewer& viewer, const Page& page, const Html& content);

// Something didn't work: what, and what helps.
Response problem_page(const Viewer& viewer, int status, const std::string& title, const Html& what);
Response not_found_page(const Viewer& viewer);
// After a POST, so that going back or loading again decides nothing.
Response see_other(const std::string& to);

// A form that changes something, with what proves that the person sent it from here.
Html post_form(const Viewer& viewer, const std::string& action, Attributes more, const Html& content);
Html hidden(Literal name, std::string_view value);
// A table as wide as the page; on a phone each row is a list, in which each cell has its column's title in front.
Html wide_table(const std::vector<std::string>& titles, const std::vector<std::vector<Html>>& rows);
// A labelled field of one line. `more`: "required" and the like.
Html text_field(Literal name, const std::string& id, std::string_view label, const Attributes& more = {});

}  // namespace fermata::server
