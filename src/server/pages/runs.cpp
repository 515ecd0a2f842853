// The list of runs.
#include <array>

#include "serialization/data_text.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::RunStatus;

constexpr size_t kMost = 50;  // on one page
constexpr std::array kStatuses = {RunStatus::kReady, RunStatus::kRunning, RunStatus::kWaiting,   RunStatus::kSleeping,
                                  RunStatus::kDone,  RunStatus::kRaised,  RunStatus::kCancelled, RunStatus::kDead};

// What it came to, in a line.
Html outcome(const durable::Run& run) {
  if (run.status == RunStatus::kDone) return el("code", {}, repr(run.result, Hidden(), 120));
  if (run.error) return el("code", {{"class", "raised"}}, run.error->type + ": " + run.error->message.substr(0, 120));
  return run.reason;
}

std::vector<Html> row_of(const durable::Run& run, Time now) {
  return {run_link(run.id), run.name, badge(run.status), run.queue, when(run.created, now), outcome(run)};
}

Html filter_form(const std::string& status, const std::string& queue) {
  Html options = el("option", {{"value", ""}}, "All");
  for (const RunStatus one : kStatuses)
    options += el("option", {{"value", durable::to_string(one)}, {"selected", status == durable::to_string(one)}}, in_words(one));
  return el("form", {{"method", "get"}, {"action", "/runs"}, {"role", "search"}, {"class", "search"}},
            el("label", {{"for", "status"}}, "Status"), el("select", {{"id", "status"}, {"name", "status"}}, options),
            el("label", {{"for", "queue"}}, "Queue"),
            el("input", {{"id", "queue"}, {"name", "queue"}, {"size", "12"}, Attribute::typed("value", queue)}),
            el("button", {{"class", "quiet"}}, "Filter"));
}

}  // namespace

Response runs(Services& services, const Request& request, const Viewer& viewer) {
  const Time now = services.store.now();
  const std::string status = request.text_of("status"), queue = request.text_of("queue"), before = request.text_of("before");
  durable::RunQuery query{.tenant = viewer.tenant, .status = durable::run_status_from(status), .queue = queue, .most = kMost + 1};
  if (!before.empty()) {
    if (!services.seen_run(before, viewer)) return not_found_page(viewer);
    query.before = before;
  }
  std::vector<durable::Run> list = services.store.runs(query);
  const bool more = list.size() > kMost;
  if (more) list.pop_back();
  std::vector<std::vector<Html>> rows;
  for (const durable::Run& run : list) rows.push_back(row_of(run, now));
  Html content = el("div", {{"class", "headline"}}, el("h1", "Runs"), filter_form(status, queue));
  content += rows.empty() ? el("p", {{"class", "empty"}}, "There are none.")
                          : wide_table({"Run", "Program", "Status", "Queue", "Begun", "Outcome"}, rows);
  if (more)
    content += el("p", el("a",
                          {{"href", "/runs" + fermata::server::query({{"status", status}, {"queue", queue}, {"before", list.back().id}})},
                           {"rel", "next"}},
                          "Older ones"));
  return page_of(viewer, {.title = "Runs", .at = At::kRuns, .live = before.empty()}, content);
}

}  // namespace fermata::server
