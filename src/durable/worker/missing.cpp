#include "durable/worker/missing.h"

#include <algorithm>

#include "base/source.h"
#include "base/utf8.h"

namespace fermata::durable {

namespace {

bool is_named(const std::vector<Grant>& grants, const std::string& name) {
  return std::ranges::find(grants, name, &Grant::name) != grants.end();
}

bool ends_with_await(std::string_view text) {
  constexpr std::string_view kAwait = "await";
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  if (!text.ends_with(kAwait)) return false;
  text.remove_suffix(kAwait.size());
  return text.empty() || !(std::isalnum(static_cast<unsigned char>(text.back())) || text.back() == '_' || (text.back() & 0x80));
}

}  // namespace

std::vector<Grant> undefined_functions(const std::string& source, const std::vector<Finding>& findings) {
  const Source text("", source);
  std::vector<Grant> grants;
  for (const Finding& finding : findings) {
    if (finding.kind != Finding::Kind::kUnknownName || finding.column == 0 || finding.end_column < finding.column) continue;
    const std::string_view line = text.line(finding.line);
    const size_t begin = utf8::offset_of_index(line, finding.column - 1), end = utf8::offset_of_index(line, finding.end_column - 1);
    const size_t next = line.find_first_not_of(" \t", end);
    const std::string name(line.substr(begin, end - begin));
    if (name.empty() || next == line.npos || line[next] != '(') continue;  // what isn't called is an input that is missing
    const bool awaited = ends_with_await(line.substr(0, begin));
    const auto known = std::ranges::find(grants, name, &Grant::name);
    if (known == grants.end()) grants.emplace_back(name, awaited);
    else known->asynchronous |= awaited;
  }
  return grants;
}

const std::vector<Grant>& MissingFunctions::undefined(const Work& work) {
  const auto known = undefined_.find(work.run.program);
  if (known != undefined_.end()) return known->second;
  const std::vector<Finding> findings = jail_ ? jail_->check(work.source, work.run.name) : Program::check(work.source, work.run.name);
  if (undefined_.size() >= kMostPrograms) undefined_.clear();
  return undefined_[work.run.program] = undefined_functions(work.source, findings);
}

std::vector<Grant> MissingFunctions::of(const Work& work, const std::vector<Grant>& known) {
  std::lock_guard lock(mutex_);
  std::vector<Grant> missing;
  for (const Grant& grant : undefined(work)) {
    const bool is_input = std::ranges::any_of(work.inputs, [&](const auto& input) { return input.first == grant.name; });
    if (!is_input && !is_named(known, grant.name)) missing.push_back(grant);
  }
  return missing;
}

}  // namespace fermata::durable
