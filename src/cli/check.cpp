// `fermata check`: all that can be said without running it about a program, or about a state and the functions that it would meet.
#include <algorithm>
#include <set>
#include <tuple>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/handlers.h"
#include "cli/report.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "cli/tools.h"
#include "durable/worker/built_in.h"
#include "fermata/program.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

int exit_code_of(const std::vector<Finding>& findings) {
  return std::ranges::all_of(findings, [](const Finding& f) { return f.kind == Finding::Kind::kWarning; }) ? kExitDone : kExitRaised;
}

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

// A state and the functions and classes of today.
std::vector<Finding> findings_of(Session& session, const CheckOptions& options) {
  std::vector<Finding> findings;
  const auto add = [&](Finding::Kind kind, const Call* call, std::string text) {
    Finding& f = findings.emplace_back(Finding{.kind = kind});
    if (call)
      f.line = call->line,
      text = repr(*call, hidden_in(session)) + ", which waits (" + call->file + " line " + std::to_string(call->line) + "): " + text;
    if (kind == Finding::Kind::kWarning) f.type = "Warning";
    f.message = std::move(text);
  };
  const auto call_of = [&](uint64_t id) {
    const auto& pending = session.pending();
    const auto found = std::ranges::find_if(pending, [&](const Call& c) { return c.id == id; });
    return found == pending.end() ? nullptr : &*found;
  };
  std::set<std::string> names(options.functions.begin(), options.functions.end());
  names.insert(options.async.begin(), options.async.end());
  const bool said = !names.empty() || !options.tools.empty();
  if (!options.tools.empty()) {
    const std::unique_ptr<Tools> tools = open_tools({options.tools});
    for (const Grant& grant : tools->functions()) names.insert(grant.name);
    for (const TypeDeclaration& type : tools->types()) {
      for (const Grant& method : type.methods) names.insert(type.name + "." + method.name);
      for (const std::string& attribute : type.attributes) names.insert(type.name + "." + attribute);
    }
    for (Misfit& misfit : misfits(*tools, session)) add(Finding::Kind::kMisfit, call_of(misfit.call), std::move(misfit.text));
    for (std::string& text : doubts(*tools, session)) add(Finding::Kind::kWarning, nullptr, std::move(text));
  }
  if (!said) return findings;
  std::set<std::string> waiting;
  for (const Call& call : session.pending()) {
    if (call.kind == Call::Kind::kTimer || names.contains(call.function)) continue;
    waiting.insert(call.function);
    add(Finding::Kind::kMisfit, &call, "there is no function " + call.function + "() any more");
  }
  for (const Grant& grant : session.functions())
    if (!names.contains(grant.name) && !waiting.contains(grant.name))
      add(Finding::Kind::kWarning, nullptr, "the program may call " + grant.name + "(), which isn't there any more");
  return findings;
}

// Whether it misses a module that is one of these, or within one.
bool misses_one_of(const Finding& finding, const std::vector<std::string>& names) {
  constexpr std::string_view kBegin = "No module named '";
  if (finding.kind != Finding::Kind::kUnknownImport || !finding.message.starts_with(kBegin)) return false;
  const std::string_view name = std::string_view(finding.message).substr(kBegin.size());
  return std::ranges::find(names, name.substr(0, name.find_first_of(".'"))) != names.end();
}

// What a policy finds (policy.cpp).
const std::string kOfPolicies[] = {"allow", "deny", "ask"};

int check_state(const CheckOptions& options) {
  if (!options.inputs.empty()) throw UsageProblem("a state has its inputs: --input is for a program");
  if (options.durable) throw UsageProblem("a state has its functions: --durable is for a program");
  if (options.policy) throw UsageProblem("a state isn't a policy");
  Sessions sessions(options.jail);
  const std::unique_ptr<Session> session = load_state(options.file, Seal(options.seal), sessions);
  const std::vector<Finding> findings = findings_of(*session, options);
  if (options.json) {
    print_report(report_of(options.file, findings));
  } else {
    std::string lines;
    for (const Finding& f : findings) lines += visible_line(options.file + ": " + (f.type.empty() ? "" : f.type + ": ") + f.message) + "\n";
    write_all(STDOUT_FILENO, lines);
  }
  return exit_code_of(findings);
}

}  // namespace

int check_command(const CheckOptions& options) {
  if (options.modules) return list_modules(options.json);
  check_is_given(options.file);
  for (const std::string& name : options.functions) check_name(name, "--function");
  for (const std::string& name : options.async) check_name(name, "--async");
  std::vector<std::string> inputs;
  for (const std::string& input : options.inputs) {
    inputs.push_back(input.substr(0, input.find('=')));
    check_name(inputs.back(), "--input");
  }
  if (is_state(options.file)) return check_state(options);
  if (!options.seal.keys.empty()) throw BadState(options.file + " is not a state: --seal-keys is for one");
  const ProgramText text = read_program(options.file, /*absolute=*/false);
  std::vector<Grant> functions(options.functions.begin(), options.functions.end());
  for (const std::string& name : options.async) functions.push_back(Grant::async(name));
  if (options.durable)
    for (Grant& grant : durable::built_in_functions())
      if (std::ranges::find(functions, grant.name, &Grant::name) == functions.end()) functions.push_back(std::move(grant));
  if (options.policy) functions.insert(functions.end(), std::begin(kOfPolicies), std::end(kOfPolicies));
  std::vector<Finding> calls;
  std::vector<std::string> importable;
  if (!options.tools.empty() || !options.packages.empty()) {
    const std::unique_ptr<Tools> tools = open_tools({.file = options.tools, .packages = options.packages});
    importable = tools->importable();
    for (const Grant& grant : tools->functions()) functions.push_back(grant);
    for (const TypeDeclaration& type : tools->types())
      if (type.kind != ObjectKind::kHandle) functions.emplace_back(type.name);
    calls = tools->check(text.text, text.name);
  }
  std::vector<Finding> findings = Sessions(options.jail).check(text, functions, inputs);
  std::erase_if(findings, [&](const Finding& finding) { return misses_one_of(finding, importable); });
  const std::vector<Grant> of_stores = options.durable ? std::vector<Grant>() : durable::built_in_functions();
  for (Finding& finding : findings) {
    constexpr std::string_view kUndefined = "' is not defined";
    const auto is_of = [&](const std::string& name) { return finding.message.starts_with("name '" + name + std::string(kUndefined)); };
    const bool of_policies = !options.policy && std::ranges::any_of(kOfPolicies, is_of);
    const bool in_stores = std::ranges::any_of(of_stores, is_of, &Grant::name);
    if (!of_policies && !in_stores) continue;
    finding.message.resize(finding.message.find(kUndefined) + kUndefined.size());  // nothing else is meant
    finding.message += !in_stores    ? ": in a policy it is, say --policy"
                       : of_policies ? ": in a store's runs it is, say --durable; in a policy, too, say --policy"
                                     : ": in a store's runs it is, say --durable";
  }
  findings.insert(findings.end(), calls.begin(), calls.end());
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return std::tie(a.line, a.column) < std::tie(b.line, b.column); });
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
  return exit_code_of(findings);
}

}  // namespace fermata::cli
