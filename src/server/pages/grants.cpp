// Standing grants: what is approved beforehand, by whom, how often it was used; and their end.
#include "serialization/data_text.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::ArgumentRule;
using durable::StandingGrant;

// "refund(amount from 0 to 100, 0 anything)"
Html meaning_of(const StandingGrant& grant) {
  Html rules;
  for (const ArgumentRule& rule : grant.terms.arguments) {
    if (!rules.empty()) rules += ", ";
    rules += rule.name;
    if (rule.kind == ArgumentRule::Kind::kIs) rules += " = " + repr(rule.value, Hidden(), 200);
    if (rule.kind == ArgumentRule::Kind::kBetween) rules += " from " + repr(rule.value, Hidden()) + " to " + repr(rule.high, Hidden());
    if (rule.kind == ArgumentRule::Kind::kAny) rules += " anything";
  }
  if (grant.terms.others) rules += rules.empty() ? "whatever the arguments" : ", and whatever else";
  return el("code", {}, grant.function + "(", rules, ")");
}

Html row_of(const Viewer& viewer, const StandingGrant& grant, Time now) {
  const bool over = grant.revoked_at || grant.terms.until <= now || grant.used >= grant.terms.most;
  Html end;
  if (grant.revoked_at) end = all("revoked by ", grant.revoked_by, " ", when(*grant.revoked_at, now));
  else if (over) end = "over";
  else if (viewer.can(Permission::kDecide))
    end = post_form(viewer, path({"grants", grant.id, "revoke"}), {},
                    el("button", {{"class", "quiet"}, {"aria-label", "Revoke the grant of " + grant.function}}, "Revoke"));
  const Html where =
      grant.run.empty() ? Html() : all(" at ", el("a", {{"href", path({"calls", grant.run, std::to_string(grant.call)})}}, "a call"));
  return el("tr", {}, el("td", meaning_of(grant)), el("td", {}, grant.who, where, el("p", {{"class", "quiet"}}, grant.terms.reason)),
            el("td", when(grant.terms.until, now)),
            el("td", {{"class", "number"}}, std::to_string(grant.used) + " of " + std::to_string(grant.terms.most)), el("td", end));
}

}  // namespace

Response grants(Services& services, const Request& request, const Viewer& viewer) {
  const Time now = services.store.now();
  const bool over = request.parameter("over") != nullptr;
  Html rows, head;
  for (const StandingGrant& grant : services.store.grants({.tenant = viewer.tenant, .over = over})) rows += row_of(viewer, grant, now);
  for (const char* title : {"What is approved", "By", "Until", "Used", "End"}) head += el("th", {{"scope", "col"}}, title);
  const Html other = over ? el("a", {{"href", "/grants"}}, "Only those that are good")
                          : el("a", {{"href", "/grants?over=yes"}}, "Also those that are over");
  const Html list =
      rows.empty() ? el("p", {{"class", "empty"}}, "Nothing is approved beforehand.")
                   : el("div", {{"class", "scrolls"}}, el("table", {{"class", "wide"}}, el("thead", el("tr", head)), el("tbody", rows)));
  return page_of(viewer, {.title = "Standing grants", .at = At::kGrants}, all(el("h1", "Standing grants"), el("p", other), list));
}

Response revoke_grant(Services& services, const Request& request, const Viewer& viewer) {
  const std::string& id = request.captures.find("grant")->second;
  for (const StandingGrant& grant : services.store.grants({.tenant = viewer.tenant, .over = true})) {
    if (grant.id != id) continue;
    try {
      services.store.revoke(id, viewer.name);
    } catch (const durable::Refused& refused) {
      return problem_page(viewer, 409, "That can't be done", el("p", refused.what()));
    }
    return see_other("/grants");
  }
  return not_found_page(viewer);
}

}  // namespace fermata::server
