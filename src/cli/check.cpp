// `fermata check`: all that can be said of a program without running it.
#include <algorithm>
#include <tuple>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/handlers.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/tools.h"
#include "fermata/program.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

int list_modules(bool json) {
  std::string text;
  if (json) {
    Data::Items names;
    for (const std::string& name : Program::modules()) names.emplace_back(name);
    text = to_json(Data::list(std::move(names))) + "\n";
  } else {
    for (const std::string& name : Program::modules()) text += name + "\n";
  }
  write_all(STDOUT_FILENO, text);
  return kExitDone;
}

}  // namespace

int check_command(const CheckOptions& options) {
  if (options.modules) return list_modules(options.json);
  if (options.file.empty()) throw UsageProblem("FILE is required");
  for (const std::string& name : options.functions) check_name(name, "--function");
  for (const std::string& name : options.async) check_name(name, "--async");
  std::vector<std::string> inputs;
  for (const std::string& input : options.inputs) {
    inputs.push_back(input.substr(0, input.find('=')));
    check_name(inputs.back(), "--input");
  }
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  std::vector<Grant> functions(options.functions.begin(), options.functions.end());
  for (const std::string& name : options.async) functions.push_back(Grant::async(name));
  std::vector<Finding> calls;
  if (!options.tools.empty()) {
    const std::unique_ptr<Tools> tools = open_tools({options.tools});
    for (const Grant& grant : tools->functions()) functions.push_back(grant);
    for (const TypeDeclaration& type : tools->types())
      if (type.kind != ObjectKind::kHandle) functions.emplace_back(type.name);
    calls = tools->check(text.text, text.name);
  }
  std::vector<Finding> findings = Program::check(text.text, text.name, functions, inputs);
  findings.insert(findings.end(), calls.begin(), calls.end());
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) { return std::tie(a.line, a.column) < std::tie(b.line, b.column); });
  if (options.json) {
    print_report(report_of(text.name, findings));
  } else {
    std::string lines;
    for (const Finding& f : findings) {
      const std::string kind = f.kind == Finding::Kind::kSyntax || f.kind == Finding::Kind::kWarning ? f.type + ": " : "";
      lines += visible_line(text.name + ":" + std::to_string(f.line) + ":" + std::to_string(f.column) + ": " + kind + f.message) + "\n";
    }
    write_all(STDOUT_FILENO, lines);
  }
  const bool good = std::all_of(findings.begin(), findings.end(), [](const Finding& f) { return f.kind == Finding::Kind::kWarning; });
  return good ? kExitDone : kExitRaised;
}

}  // namespace fermata::cli
