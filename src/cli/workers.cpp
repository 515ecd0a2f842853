// `fermata workers`: who works on a store.
#include "fermata/durable/workers.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"

namespace fermata::cli {

namespace {

template <class Names>
Data list_of(const Names& names) {
  return Data::list(Data::Items(names.begin(), names.end()));
}

template <class Names>
std::string text_of(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Data data_of(const durable::WorkerInfo& worker) {
  return Data::dict({{"worker", worker.name},
                     {"alive", worker.is_alive},
                     {"host", worker.host},
                     {"process", worker.process},
                     {"queues", list_of(worker.queues)},
                     {"tools", list_of(worker.tools)},
                     {"functions", list_of(worker.functions)},
                     {"runs", int64_t(worker.runs)},
                     {"concurrency", int64_t(worker.concurrency)},
                     {"since", time_text(worker.since)},
                     {"seen", time_text(worker.seen)}});
}

}  // namespace

int workers_command(const StatsOptions& options) {
  const auto store = open_store(options.store);
  Data::Items list;
  for (const durable::WorkerInfo& worker : durable::workers(*store)) {
    if (options.store.json) {
      list.push_back(data_of(worker));
      continue;
    }
    print_line(visible_line(worker.name + "  " + (worker.is_alive ? "works" : "wasn't heard of since " + time_text(worker.seen)) + "  " +
                            std::to_string(worker.runs) + " of " + std::to_string(worker.concurrency) + " runs  queues " +
                            text_of(worker.queues) + "  process " + std::to_string(worker.process) + " on " + worker.host + " since " +
                            time_text(worker.since)));
    if (!worker.tools.empty()) print_line(visible_line("  answers " + text_of(worker.tools)));
    if (!worker.functions.empty()) print_line(visible_line("  lets wait for others " + text_of(worker.functions)));
  }
  if (options.store.json) print_report({{"workers", Data::list(std::move(list))}});
  return kExitDone;
}

}  // namespace fermata::cli
