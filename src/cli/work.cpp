// `fermata work`: a worker over a store.
#include <algorithm>

#include "cli/report.h"
#include "cli/stop_on_signal.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "cli/work_setup.h"

namespace fermata::cli {

namespace {

// What is left when a worker has nothing more to do, and what helps: one line.
std::string left_over(durable::Store& store, const std::vector<std::string>& queues) {
  uint64_t approvals = 0, in_doubt = 0, held = 0, unanswered = 0, deferred = 0, ready = 0, sleeping = 0, dead = 0;
  for (const durable::QueueStats& queue : store.stats()) {
    if (std::ranges::find(queues, queue.queue) == queues.end()) continue;
    approvals += queue.approvals, in_doubt += queue.in_doubt, held += queue.held, unanswered += queue.unanswered;
    deferred += queue.deferred;
    const auto count = [&](durable::RunStatus status) { return queue.runs.contains(status) ? queue.runs.at(status) : 0; };
    ready += count(durable::RunStatus::kReady), sleeping += count(durable::RunStatus::kSleeping), dead += count(durable::RunStatus::kDead);
  }
  std::string text;
  const auto part = [&](uint64_t count, const char* one, const char* several) {
    if (count) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? one : several);
  };
  part(approvals, "call needs an approval", "calls need approvals");
  part(unanswered, "call waits for an answer", "calls wait for answers");
  part(in_doubt, "call is in doubt", "calls are in doubt");
  part(held, "call is held", "calls are held");
  part(deferred, "call is answered later by its tool", "calls are answered later by their tools");
  if (!text.empty()) text += " (fermata inbox)";
  part(ready, "run could go on", "runs could go on");
  part(sleeping, "run sleeps", "runs sleep");
  part(dead, "run is dead (fermata runs --status dead)", "runs are dead (fermata runs --status dead)");
  return text.empty() ? "nothing is left to do" : "nothing is left to do here: " + text;
}

}  // namespace

int work_command(const WorkOptions& options) {
  WorkSetup setup(options);
  const auto store = open_store(options.store, /*makes=*/true);
  durable::WorkerOptions worker_options = setup.worker_options(*store, tracer_for(options.otlp));
  const auto told = worker_options.told;
  const std::vector<std::string> queues = worker_options.queues;
  jail_needed([&] {
    durable::Worker worker(*store, std::move(worker_options));
    const StopOnSignal stop([&] { worker.stop(); });
    if (options.drain) worker.drain();
    else worker.run();
    if (options.drain) told({.what = left_over(*store, queues), .needs_somebody = false});
  });
  return kExitDone;
}

}  // namespace fermata::cli
