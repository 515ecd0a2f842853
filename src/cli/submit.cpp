// `fermata submit`: puts a program into a store, for workers to run.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <unistd.h>

#include "cli/files.h"
#include "cli/json_values.h"
#include "cli/program_files.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "cli/tools.h"
#include "durable/worker/built_in.h"
#include "durable/worker/missing.h"
#include "fermata/durable/tracing.h"
#include "fermata/durable/workers.h"

namespace fermata::cli {

namespace {

// What it printed and its result; how it ended is the exit code.
int wait_for(durable::Store& store, const durable::Submitted& submitted, const SubmitOptions& options) {
  if (!options.store.json) say(submitted.run);
  const durable::Run run = store.wait(submitted.run, options.timeout_s ? std::optional(*options.timeout_s * 1000) : std::nullopt);
  std::string printed;
  for (const durable::Snapshot& snapshot : store.snapshots(run.id)) printed += snapshot.stdout_text;
  if (options.store.json) {
    Data::Pairs report = data_of(run).pairs();
    report.emplace_back("new", submitted.is_new);
    report.emplace_back("stdout", printed);
    print_report(std::move(report));
  } else {
    write_all(STDOUT_FILENO, printed);
    if (run.status == durable::RunStatus::kDone && !run.result.is_none()) print_line(repr(run.result, Hidden(), 2000));
    else if (run.error) write_error(run.error->traceback);
    else if (run.status != durable::RunStatus::kDone) complain(line_of(run));
  }
  switch (run.status) {
    case durable::RunStatus::kDone: return kExitDone;
    case durable::RunStatus::kRaised:
    case durable::RunStatus::kCancelled: return kExitRaised;
    case durable::RunStatus::kDead: return run.limit.empty() ? kExitCrashed : kExitExhausted;
    default: return kExitPaused;
  }
}

int schedule(durable::Store& store, const durable::Submission& submission, const SubmitOptions& options) {
  const durable::NewSchedule schedule{.when = options.every,
                                      .zone = options.zone.empty() ? "UTC" : options.zone,
                                      .missed = *durable::missed_from(options.missed),
                                      .run = submission};
  const durable::Scheduled made = told_if_refused([&] { return store.schedule(schedule); });
  for (const durable::Schedule& one : store.schedules(submission.tenant)) {
    if (one.id != made.schedule) continue;
    if (!options.store.json) {
      print_line(line_of(one));
      continue;
    }
    Data::Pairs report = data_of(one).pairs();
    report.emplace_back("new", made.is_new);
    print_report(std::move(report));
  }
  return kExitDone;
}

// What the program, of which `findings` are known, calls and nobody would answer, which is told; it is submitted all the same, as a worker
// may come that knows it.
void tell_unknown(durable::Store& store, const durable::Submission& submission, const std::vector<Finding>& findings,
                  const std::string& tools) {
  std::vector<durable::WorkerInfo> workers = durable::workers(store);
  if (!tools.empty()) {
    durable::WorkerInfo meant{.queues = {submission.queue}, .is_alive = true};
    const auto file = open_tools({.file = tools});
    for (const Grant& grant : file->functions()) meant.functions.insert(grant.name);
    for (const TypeDeclaration& type : file->types()) meant.types.insert(type.name);
    workers.push_back(std::move(meant));
  }
  const durable::Answering answering(std::move(workers));
  if (!answering.has_workers(submission.queue)) return;
  std::set<std::string> given;
  for (const auto& [name, value] : submission.inputs) given.insert(name);
  for (const Grant& grant : durable::built_in_functions()) given.insert(grant.name);
  for (const Grant& grant : durable::undefined_functions(submission.source, findings)) {
    if (given.contains(grant.name)) continue;
    if (const std::string problem = answering.problem(grant.name, submission.queue); !problem.empty())
      complain(visible_line("warning: " + problem + ": a run that calls it waits for a worker that does, or for fermata answer"));
  }
}

}  // namespace

int submit_command(const SubmitOptions& options) {
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  const std::vector<Finding> findings = Sessions(options.jail).check(text);
  // What can't be compiled isn't kept.
  std::vector<Finding> errors;
  std::ranges::copy_if(findings, std::back_inserter(errors), [](const Finding& f) { return f.kind == Finding::Kind::kSyntax; });
  if (!errors.empty()) return tell_findings(options.file, errors, options.store.json);
  durable::Submission submission{.source = text.text,
                                 .name = text.name,
                                 .arguments = options.arguments,
                                 .surroundings = surroundings_of(options.files, options.file),
                                 .tenant = options.tenant,
                                 .queue = options.queue,
                                 .key = options.key,
                                 .by = options.who,
                                 .roles = {options.roles.begin(), options.roles.end()},
                                 .priority = options.priority,
                                 .limits = options.limits.over(Limits()),
                                 .seed = options.seed};
  if (options.every.empty()) {
    submission.surroundings.zone = options.zone;
    const char* traceparent = std::getenv("TRACEPARENT");
    if (traceparent && durable::trace_parent_from(traceparent)) submission.traceparent = traceparent;
  }
  for (const std::string& option : options.inputs) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem("--input takes NAME=JSON, not '" + option + "'");
    const std::string name = option.substr(0, equals);
    submission.inputs.emplace_back(name, json_from(option.substr(equals + 1), "--input " + name));
  }
  for (const std::string& option : options.tags) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem("--tag takes NAME=TEXT, not '" + option + "'");
    submission.tags[option.substr(0, equals)] = option.substr(equals + 1);
  }
  const auto store = open_store(options.store, /*makes=*/true);
  tell_unknown(*store, submission, findings, options.tools);
  if (options.delay_s) submission.at = store->now() + durable::Time(*options.delay_s) * 1000;
  if (!options.at.empty()) submission.at = time_from(options.at, store->now(), "--at");
  if (!options.every.empty()) return schedule(*store, submission, options);
  const durable::Submitted submitted = told_if_refused([&] { return store->submit(submission); });
  if (options.wait) return wait_for(*store, submitted, options);
  if (options.store.json) print_report({{"run", submitted.run}, {"new", submitted.is_new}});
  else print_line(submitted.run);
  return kExitDone;
}

}  // namespace fermata::cli
