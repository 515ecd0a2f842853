// The overview: how much there is of what, in each queue.
#include <array>

#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::QueueStats;
using durable::RunStatus;

constexpr std::array kStatuses = {RunStatus::kReady, RunStatus::kRunning, RunStatus::kWaiting,   RunStatus::kSleeping,
                                  RunStatus::kDone,  RunStatus::kRaised,  RunStatus::kCancelled, RunStatus::kDead};

uint64_t runs_of(const QueueStats& stats, RunStatus status) {
  const auto found = stats.runs.find(status);
  return found == stats.runs.end() ? 0 : found->second;
}

uint64_t people_of(const QueueStats& stats) { return stats.approvals + stats.in_doubt + stats.held + stats.unanswered; }

// A queue's runs as one bar, a part for each status; the figures are in the table.
Html bar_of(const QueueStats& stats, uint64_t most) {
  constexpr uint64_t kWidth = 1'000;
  Html parts;
  uint64_t x = 0;
  for (const RunStatus status : kStatuses) {
    const uint64_t count = runs_of(stats, status);
    if (!count) continue;
    const uint64_t width = std::max<uint64_t>(count * kWidth / std::max<uint64_t>(most, 1), 3);
    parts += el("rect",
                {{"x", std::to_string(x)},
                 {"y", "0"},
                 {"width", std::to_string(width)},
                 {"height", "10"},
                 {"class", std::string("is-") + durable::to_string(status)}},
                el("title", count_of(count, "run") + " " + in_words(status)));
    x += width;
  }
  return el("svg", {{"class", "bar"}, {"viewBox", "0 0 1000 10"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}}, parts);
}

Html tile(const char* what, uint64_t number, const std::string& to, bool bad = false) {
  return el("a", {{"class", bad && number ? "tile bad" : "tile"}, {"href", to}}, el("b", {}, std::to_string(number)), " ", what);
}

}  // namespace

Response overview(Services& services, const Request&, const Viewer& viewer) {
  const Time now = services.store.now();
  const std::vector<QueueStats> queues = services.store.stats(viewer.tenant);
  std::map<RunStatus, uint64_t> totals;
  uint64_t people = 0, most = 0;
  for (const QueueStats& stats : queues) {
    uint64_t all_of_it = 0;
    for (const auto& [status, count] : stats.runs) {
      totals[status] += count;
      all_of_it += count;
    }
    most = std::max(most, all_of_it);
    people += people_of(stats);
  }
  Html tiles = tile("wait for people", people, "/");
  for (const RunStatus status : {RunStatus::kReady, RunStatus::kRunning, RunStatus::kDone, RunStatus::kRaised, RunStatus::kDead})
    tiles += tile(durable::to_string(status), totals[status], "/runs" + query({{"status", durable::to_string(status)}}),
                  status == RunStatus::kDead);
  Html head = el("th", {{"scope", "col"}}, "Queue");
  for (const RunStatus status : kStatuses)
    head +=
        el("th", {{"scope", "col"}, {"class", "number"}},
           all(el("span", {{"class", std::string("key is-") + durable::to_string(status)}, {"aria-hidden", "true"}}), in_words(status)));
  head += all(el("th", {{"scope", "col"}, {"class", "number"}}, "people"), el("th", {{"scope", "col"}}, "ready since"));
  Html rows;
  for (const QueueStats& stats : queues) {
    Html cells = el("th", {{"scope", "row"}}, el("a", {{"href", "/runs" + query({{"queue", stats.queue}})}}, stats.queue));
    for (const RunStatus status : kStatuses) cells += el("td", {{"class", "number"}}, std::to_string(runs_of(stats, status)));
    cells += all(el("td", {{"class", "number"}}, std::to_string(people_of(stats))),
                 el("td", stats.oldest ? when(*stats.oldest, now) : Html("–")));
    rows +=
        all(el("tr", cells), el("tr", {{"class", "chart"}, {"aria-hidden", "true"}}, el("td", {{"colspan", "11"}}, bar_of(stats, most))));
  }
  Html content = all(el("h1", "Overview"), el("div", {{"class", "tiles"}}, tiles));
  content += rows.empty() ? el("p", {{"class", "empty"}}, "No run has been submitted yet.")
                          : el("div", {{"class", "scrolls"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Queues"}},
                               el("table", {{"class", "wide queues"}}, el("thead", el("tr", head)), el("tbody", rows)));
  content += el(
      "p", {{"class", "links"}}, el("a", {{"href", "/schedules"}}, "Schedules"),
      viewer.can(Permission::kAdmin) ? all(el("a", {{"href", "/webhooks"}}, "Webhooks"), el("a", {{"href", "/audit"}}, "Audit")) : Html());
  return page_of(viewer, {.title = "Overview", .at = At::kOverview, .live = true}, content);
}

}  // namespace fermata::server
