// Lists to look at: what begins by itself, who is told, who did what. They are changed by the command and by /v1.
#include "base/text.h"
#include "fermata/durable/audit.h"
#include "fermata/durable/webhooks.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"
#include "server/http/form.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

constexpr size_t kMost = 100;  // on one page

using Rows = std::vector<std::vector<Html>>;

Response list_page(const Viewer& viewer, const char* title, const char* nothing, const std::vector<std::string>& titles, const Rows& rows,
                   const Html& more = {}) {
  const Html crumbs = el("p", {{"class", "crumbs"}}, el("a", {{"href", "/overview"}}, "Overview"));
  const Html list = rows.empty() ? el("p", {{"class", "empty"}}, nothing) : wide_table(titles, rows);
  return page_of(viewer, {.title = title, .at = At::kOverview}, all(crumbs, el("h1", title), list, more));
}

// "call 3, verdict 'deny'": without the hashes and numbers that nobody reads.
Html told(const std::string& json) {
  Data data;
  std::string problem, text;
  if (!from_json(json, &data, &problem, kMaxWrittenDepth) || data.type() != Data::Type::kDict) return {};
  for (const auto& [name, value] : data.pairs())
    if (name.is_str() && name.as_str() != "shown" && name.as_str() != "event" && !value.is_none())
      text += (text.empty() ? "" : ", ") + name.as_str() + " " + repr(value, Hidden(), 100);
  return el("code", {}, text);
}

}  // namespace

Response schedules(Services& services, const Request&, const Viewer& viewer) {
  const Time now = services.store.now();
  Rows rows;
  for (const durable::Schedule& one : services.store.schedules(viewer.tenant))
    rows.push_back({one.name, el("code", one.when + " " + one.zone), one.queue, one.by, one.next ? when(*one.next, now) : Html("paused"),
                    one.last ? all(when(*one.last, now), " ", run_link(one.last_run)) : Html("never"), std::to_string(one.fired)});
  return list_page(viewer, "Schedules", "Nothing begins by itself.", {"Program", "When", "Queue", "By", "Next", "Last", "Runs"}, rows);
}

Response webhooks(Services& services, const Request&, const Viewer& viewer) {
  const Time now = services.store.now();
  durable::Webhooks webhooks(services.store);
  const std::vector<durable::Notice> notices = webhooks.notices(viewer.tenant);
  Rows rows;
  for (const durable::Webhook& one : webhooks.all(viewer.tenant)) {
    Html waiting;
    for (const durable::Notice& notice : notices)
      if (notice.webhook == one.id)
        waiting += el("p", {}, notice.type + " ", notice.due ? when(*notice.due, now) : Html("given up"), ", ",
                      count_of(notice.attempts, "attempt"), notice.problem.empty() ? "" : ": " + notice.problem);
    rows.push_back({el("code", one.url), one.types.empty() ? "everything" : names_text(one.types), when(one.at, now), waiting});
  }
  return list_page(viewer, "Webhooks", "Nobody is told.", {"Address", "Of what", "Since", "Not accepted yet"}, rows);
}

Response audit(Services& services, const Request& request, const Viewer& viewer) {
  const Time now = services.store.now();
  durable::AuditQuery query{.tenant = viewer.tenant, .who = request.text_of("who"), .most = kMost};
  if (const std::string before = request.text_of("before"); !before.empty()) {
    query.before = number_from(before);
    if (!query.before) throw BadRequest("before is the number of a record");
  }
  const std::vector<durable::AuditRecord> records = durable::Audit(services.store).records(query);
  Rows rows;
  for (const durable::AuditRecord& one : records)
    rows.push_back({when(one.at, now), el("a", {{"href", "/audit" + fermata::server::query({{"who", one.who}})}}, one.who), one.action,
                    one.run.empty() ? Html() : run_link(one.run), one.how + (one.from.empty() ? "" : " from " + one.from), told(one.data)});
  Html more;
  if (records.size() == kMost)
    more = el("p", el("a",
                      {{"href", "/audit" + fermata::server::query({{"who", query.who}, {"before", std::to_string(records.back().number)}})},
                       {"rel", "next"}},
                      "Older ones"));
  if (!query.who.empty()) more += el("p", el("a", {{"href", "/audit"}}, "Everybody's"));
  return list_page(viewer, "Audit", "Nothing has been done yet.", {"When", "Who", "What", "Run", "How", "More"}, rows, more);
}

}  // namespace fermata::server
