// Standing grants: what is approved beforehand, by whom, how often it was used; and their end.
#include <algorithm>

#include "base/text.h"
#include "fermata/durable/workers.h"
#include "serialization/data_text.h"
#include "server/http/form.h"
#include "server/pages/argument_fields.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::ArgumentRule;
using durable::StandingGrant;

constexpr size_t kNotPlaced = SIZE_MAX;
// The place of an argument that is passed without a name.
size_t place_of(const ArgumentRule& rule) { return number_from(rule.name).value_or(kNotPlaced); }

// "refund(order anything, amount from 0 to 100)"
Html meaning_of(const StandingGrant& grant, durable::KnownParameters& known) {
  std::vector<ArgumentRule> in_order = grant.terms.arguments;
  std::ranges::stable_sort(in_order, {}, place_of);
  Call call{.function = grant.function};
  for (const ArgumentRule& rule : in_order)
    if (place_of(rule) == call.args.size()) call.args.emplace_back();
  const std::vector<std::string> names = known.names(call, grant.queue.empty() ? "default" : grant.queue);
  Html rules;
  for (const ArgumentRule& rule : in_order) {
    if (!rules.empty()) rules += ", ";
    rules += place_of(rule) == kNotPlaced ? rule.name : argument_label(place_of(rule), names);
    if (rule.kind == ArgumentRule::Kind::kIs) rules += " = " + repr(rule.value, Hidden(), 200);
    if (rule.kind == ArgumentRule::Kind::kBetween) rules += " from " + repr(rule.value, Hidden()) + " to " + repr(rule.high, Hidden());
    if (rule.kind == ArgumentRule::Kind::kAny) rules += " anything";
  }
  if (grant.terms.others) rules += rules.empty() ? "whatever the arguments" : ", and whatever else";
  return el("code", {}, grant.function + "(", rules, ")");
}

std::vector<Html> row_of(const Viewer& viewer, const StandingGrant& grant, durable::KnownParameters& known, Time now) {
  const bool over = grant.revoked_at || grant.terms.until <= now || grant.used >= grant.terms.most;
  Html end;
  if (grant.revoked_at) end = all("revoked by ", grant.revoked_by, " ", when(*grant.revoked_at, now));
  else if (over) end = "over";
  else if (viewer.can(Permission::kDecide))
    end = post_form(viewer, path({"grants", grant.id, "revoke"}), {},
                    el("button", {{"class", "quiet"}, {"aria-label", "Revoke the grant of " + grant.function}}, "Revoke"));
  const Html where =
      grant.run.empty() ? Html() : all(" at ", el("a", {{"href", path({"calls", grant.run, std::to_string(grant.call)})}}, "a call"));
  return {meaning_of(grant, known), all(grant.who, where, el("p", {{"class", "quiet"}}, grant.terms.reason)), when(grant.terms.until, now),
          std::to_string(grant.used) + " of " + std::to_string(grant.terms.most), end};
}

}  // namespace

Response grants(Services& services, const Request& request, const Viewer& viewer) {
  const Time now = services.store.now();
  const bool over = request.parameter("over") != nullptr;
  std::vector<std::vector<Html>> rows;
  durable::KnownParameters known(services.store);
  for (const StandingGrant& grant : services.store.grants({.tenant = viewer.tenant, .over = over}))
    rows.push_back(row_of(viewer, grant, known, now));
  const Html other = over ? el("a", {{"href", "/grants"}}, "Only those that are good")
                          : el("a", {{"href", "/grants?over=yes"}}, "Also those that are over");
  const Html list = rows.empty() ? el("p", {{"class", "empty"}}, "Nothing is approved beforehand.")
                                 : wide_table({"What is approved", "By", "Until", "Used", "End"}, rows);
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
