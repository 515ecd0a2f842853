// `fermata prune`, `export`, `import`, `stats`, `migrate`, `reseal`: what is done with a store as a whole, and with runs as files.
#include <unistd.h>

#include <algorithm>

#include "cli/files.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"

namespace fermata::cli {

int prune_command(const PruneOptions& options) {
  durable::PruneQuery query{.tenant = options.tenant, .most = options.most, .dry_run = !options.yes};
  if (!options.status.empty()) {
    query.status = durable::run_status_from(options.status);
    if (!query.status || (!durable::has_ended(*query.status) && query.status != durable::RunStatus::kDead))
      throw UsageProblem("--status takes done, raised, cancelled or dead, not '" + options.status + "'");
  }
  const auto store = open_store(options.store);
  query.ended_before = store->now() - durable::Time(options.older_than_days * 86'400'000.0);
  const std::vector<std::string> runs = store->prune(query);
  if (options.store.json) {
    print_report({{"pruned", options.yes}, {"runs", Data::list(Data::Items(runs.begin(), runs.end()))}});
    return kExitDone;
  }
  for (const std::string& run : runs) print_line(options.yes ? run : line_of(*store->run(run)));
  if (runs.empty()) say("there is nothing to prune");
  else if (!options.yes) say(std::to_string(runs.size()) + " runs would be deleted with all that is theirs: --yes does that");
  return kExitDone;
}

int export_command(const FileOptions& options) {
  const auto store = open_store(options.store);
  const std::string run = run_from(*store, options.run);
  const std::string bytes = told_if_refused([&] { return store->export_run(run); });
  if (options.file == "-") write_all(STDOUT_FILENO, bytes);
  else write_file(options.file, bytes);
  if (options.store.json && options.file != "-") print_report({{"run", run}, {"file", options.file}, {"bytes", int64_t(bytes.size())}});
  return kExitDone;
}

int import_command(const FileOptions& options) {
  const std::string bytes = read_file(options.file);
  const auto store = open_store(options.store, /*makes=*/true);
  const std::string run = told_if_refused([&] { return store->import_run(bytes); });
  if (options.store.json) print_report(data_of(*store->run(run)).pairs());
  else print_line(line_of(*store->run(run)));
  return kExitDone;
}

int stats_command(const StatsOptions& options) {
  const auto store = open_store(options.store);
  const durable::Time now = store->now();
  Data::Items list;
  for (const durable::QueueStats& queue : store->stats(options.tenant)) {
    if (options.store.json) {
      list.push_back(data_of(queue, now));
      continue;
    }
    std::string line = queue.queue + ":";
    for (const auto& [status, count] : queue.runs) line.append(" ").append(std::to_string(count)).append(" ").append(to_string(status));
    if (queue.oldest) line += "; ready for " + std::to_string(std::max<int64_t>(0, now - *queue.oldest) / 1000) + " s";
    print_line(visible_line(line));
    const std::pair<uint64_t, const char*> calls[] = {{queue.approvals, "need approvals"},
                                                      {queue.in_doubt, "are in doubt"},
                                                      {queue.held, "are held"},
                                                      {queue.unanswered, "wait for answers"},
                                                      {queue.deferred, "are answered later by their tools"}};
    for (const auto& [count, what] : calls)
      if (count) print_line("  calls that " + std::string(what) + ": " + std::to_string(count));
  }
  const durable::Moments moments = store->moments(options.tenant);
  if (options.store.json)
    print_report({{"queues", Data::list(std::move(list))}, {"moments", int64_t(moments.count)}, {"state_bytes", int64_t(moments.bytes)}});
  else print_line(std::to_string(moments.count) + " moments of runs, " + std::to_string(moments.bytes) + " bytes of states");
  return kExitDone;
}

int migrate_command(const MigrateOptions& options) {
  const auto store = open_store(options.store, /*makes=*/false, /*any_keys=*/options.allow_unsealed);  // its tables are this release's now
  if (options.allow_unsealed) store->allow_unsealed();
  const bool sealed = store->is_sealed();
  if (options.store.json) print_report({{"sealed", sealed}, {"key", sealed ? Data(store->sealed_by()) : Data()}});
  else print_line(std::string("its tables are this release's") + (sealed ? "; it is sealed with the key " + store->sealed_by() : ""));
  return kExitDone;
}

int reseal_command(const ResealOptions& options) {
  const auto store = open_store(options.store, /*makes=*/false, /*any_keys=*/true);
  const durable::Resealed done = store->reseal({.to_unsealed = options.unsealed, .takes_unsealed = options.take_unsealed});
  const std::string key = store->sealed_by();
  if (options.store.json) {
    print_report({{"key", options.unsealed ? Data() : Data(key)},
                  {"states", int64_t(done.states)},
                  {"runs", int64_t(done.runs)},
                  {"webhooks", int64_t(done.webhooks)},
                  {"left", Data::list(Data::Items(done.left.begin(), done.left.end()))}});
  } else {
    print_line(std::to_string(done.states) + " states of " + std::to_string(done.runs) + " runs, and the secrets of " +
               std::to_string(done.webhooks) + " webhooks " + (options.unsealed ? "were opened" : "were sealed anew"));
    if (done.left.empty())
      print_line(options.unsealed ? "nothing is sealed any more"
                                  : "all that is sealed is so with the key " + key + ": others may be left out");
  }
  for (const std::string& what : done.left) complain("left as it is: " + what);
  return done.left.empty() ? kExitDone : kExitBadState;
}

}  // namespace fermata::cli
