// `fermata submit`: puts a program into a store, for workers to run.
#include "cli/files.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "serialization/data_json.h"

namespace fermata::cli {

int submit_command(const SubmitOptions& options) {
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  // What can't be compiled isn't kept.
  std::vector<Finding> findings;
  if (!Program::compile(text.text, text.name, &findings)) return tell_findings(options.file, findings, options.store.json);
  durable::Submission submission{.source = text.text,
                                 .name = text.name,
                                 .arguments = options.arguments,
                                 .tenant = options.tenant,
                                 .queue = options.queue,
                                 .key = options.key,
                                 .priority = options.priority,
                                 .limits = options.limits.over(Limits()),
                                 .seed = options.seed};
  for (const std::string& option : options.inputs) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem("--input takes NAME=JSON, not '" + option + "'");
    Data value;
    std::string problem;
    if (!from_json(std::string_view(option).substr(equals + 1), &value, &problem))
      throw UsageProblem("--input " + option.substr(0, equals) + ": no JSON: " + problem);
    submission.inputs.emplace_back(option.substr(0, equals), std::move(value));
  }
  for (const std::string& option : options.tags) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem("--tag takes NAME=TEXT, not '" + option + "'");
    submission.tags[option.substr(0, equals)] = option.substr(equals + 1);
  }
  const auto store = open_store(options.store, /*makes=*/true);
  if (options.delay_s) submission.at = store->now() + durable::Time(*options.delay_s) * 1000;
  const durable::Submitted submitted = told_if_refused([&] { return store->submit(submission); });
  if (options.store.json) print_report({{"run", submitted.run}, {"new", submitted.is_new}});
  else print_line(submitted.run);
  return kExitDone;
}

}  // namespace fermata::cli
