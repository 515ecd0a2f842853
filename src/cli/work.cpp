// `fermata work`: a worker over a store, whose tools are commands.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>

#include "cli/handlers.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "fermata/durable/worker.h"

namespace fermata::cli {

namespace {

std::atomic<durable::Worker*> stoppable{nullptr};  // what a signal handler can reach has to be global

void on_signal(int) {
  if (durable::Worker* worker = stoppable.load()) worker->stop();
}

// While it lives, Ctrl-C and SIGTERM stop the worker; a second one ends the process.
class StopOnSignal {
 public:
  explicit StopOnSignal(durable::Worker& worker) {
    stoppable.store(&worker);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGINT, &action, &interrupt_);
    sigaction(SIGTERM, &action, &terminate_);
  }
  ~StopOnSignal() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGTERM, &terminate_, nullptr);
    stoppable.store(nullptr);
  }

 private:
  struct sigaction interrupt_ = {}, terminate_ = {};
};

bool has(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

void check_known(const std::vector<std::string>& names, const std::vector<std::string>& known, const char* option) {
  for (const std::string& name : names)
    if (!has(known, name)) throw UsageProblem(std::string(option) + ": there is no --handler " + name + "=COMMAND");
}

}  // namespace

int work_command(const WorkOptions& options) {
  const Handlers handlers(options.handlers);
  check_known(options.idempotent, handlers.names(), "--idempotent");
  check_known(options.approve, handlers.names(), "--approve");
  durable::WorkerOptions worker_options{.name = options.name,
                                        .approve = {options.approve.begin(), options.approve.end()},
                                        .concurrency = options.concurrency,
                                        .lease_ms = options.lease_s * 1000,
                                        .limits = options.limits.over(Limits()),
                                        .jailed = options.jail};
  if (!options.queues.empty()) worker_options.queues = options.queues;
  worker_options.jail.heap_bytes = worker_options.limits.heap_bytes;
  for (const std::string& name : handlers.names()) {
    worker_options.tools.push_back({.function = name,
                                    .asynchronous = has(options.async, name),
                                    .idempotent = has(options.idempotent, name),
                                    .kind = "command",
                                    .answer = [&handlers](const durable::RunCall& call, uint64_t attempt) {
                                      return handlers.answer(call.call, {"FERMATA_IDEMPOTENCY_KEY=" + call.key, "FERMATA_RUN=" + call.run,
                                                                         "FERMATA_ATTEMPT=" + std::to_string(attempt)});
                                    }});
  }
  for (const std::string& name : options.functions) {
    check_name(name, "--function");
    worker_options.functions.emplace_back(name, has(options.async, name));
  }
  for (const std::string& name : options.async) {
    check_name(name, "--async");
    if (!has(handlers.names(), name) && !has(options.functions, name)) worker_options.functions.push_back(Grant::async(name));
  }
  std::mutex printing;
  worker_options.told = [&](const std::string& run, const std::string& what) {
    std::lock_guard lock(printing);
    if (options.store.json) print_report({{"run", run.empty() ? Data() : Data(run)}, {"what", what}});
    else complain(visible_line((run.empty() ? "" : "run " + run + " ") + what));
  };
  const auto store = open_store(options.store, /*makes=*/true);
  try {
    durable::Worker worker(*store, std::move(worker_options));
    StopOnSignal stop(worker);
    if (options.drain) worker.drain();
    else worker.run();
  } catch (const JailError& error) {
    throw UsageProblem(std::string("there is no jail to be had: ") + error.what() + "; --no-jail does without");
  }
  return kExitDone;
}

}  // namespace fermata::cli
