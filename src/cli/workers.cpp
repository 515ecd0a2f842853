// `fermata workers`: who works on a store.
#include "fermata/durable/workers.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"

namespace fermata::cli {

int workers_command(const StatsOptions& options) {
  const auto store = open_store(options.store);
  Data::Items list;
  for (const durable::WorkerInfo& worker : durable::workers(*store)) {
    if (options.store.json) {
      list.push_back(data_of(worker));
      continue;
    }
    print_line(visible_line(worker.name + "  " + (worker.is_alive ? "works" : "not heard of since " + time_text(worker.seen)) + "  " +
                            std::to_string(worker.runs) + " of " + std::to_string(worker.concurrency) + " runs  queues " +
                            joined(worker.queues) + "  process " + std::to_string(worker.process) + " on " + worker.host + " since " +
                            time_text(worker.since)));
    if (!worker.tools.empty()) print_line(visible_line("  answers " + joined(worker.tools)));
    if (!worker.functions.empty()) print_line(visible_line("  lets wait for others " + joined(worker.functions)));
  }
  if (options.store.json) print_report({{"workers", Data::list(std::move(list))}});
  return kExitDone;
}

}  // namespace fermata::cli
