// What is counted, as Prometheus reads it. Labels are queues and statuses alone: nothing that a program chose.
#include <algorithm>

#include "fermata/durable/store.h"
#include "server/api/api.h"
#include "server/api/handlers.h"

namespace fermata::server::api {

namespace {

std::string label(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out.push_back('\\');
    if (c == '\n') out += "\\n";
    else out.push_back(c);
  }
  return out;
}

}  // namespace

Response get_metrics(Services& services, const Request&, const Viewer& viewer) {
  const std::vector<durable::QueueStats> queues = services.store.stats(viewer.tenant);
  const durable::Time now = services.store.now();
  std::string text = "# HELP fermata_runs Runs by queue and status.\n# TYPE fermata_runs gauge\n";
  const auto row = [&](const char* name, const std::string& queue, const std::string& more, uint64_t value) {
    text += std::string(name) + "{queue=\"" + label(queue) + "\"" + more + "} " + std::to_string(value) + "\n";
  };
  for (const durable::QueueStats& queue : queues)
    for (const auto& [status, count] : queue.runs)
      row("fermata_runs", queue.queue, ",status=\"" + std::string(to_string(status)) + "\"", count);
  text += "# HELP fermata_calls_waiting Calls that wait for people, or for tools that answer later.\n# TYPE fermata_calls_waiting gauge\n";
  for (const durable::QueueStats& queue : queues) {
    row("fermata_calls_waiting", queue.queue, ",for=\"approval\"", queue.approvals);
    row("fermata_calls_waiting", queue.queue, ",for=\"reconciliation\"", queue.in_doubt);
    row("fermata_calls_waiting", queue.queue, ",for=\"repair\"", queue.held);
    row("fermata_calls_waiting", queue.queue, ",for=\"answer\"", queue.unanswered);
    row("fermata_calls_waiting", queue.queue, ",for=\"tool\"", queue.deferred);
  }
  text += "# HELP fermata_ready_seconds How long the run that is ready for longest has been ready.\n# TYPE fermata_ready_seconds gauge\n";
  for (const durable::QueueStats& queue : queues)
    if (queue.oldest) row("fermata_ready_seconds", queue.queue, "", uint64_t(std::max<int64_t>(0, now - *queue.oldest)) / 1'000);
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = std::move(text)};
}

}  // namespace fermata::server::api
