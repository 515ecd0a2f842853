#include "cli/seal.h"

#include "cli/commands.h"
#include "cli/json_values.h"
#include "cli/terminal.h"

namespace fermata::cli {

namespace {

void add_to(Bound& bound, const std::vector<std::string>& options, const char* name) {
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem(std::string(name) + " takes NAME=JSON, not '" + option + "'");
    const std::string bound_name = option.substr(0, equals);
    bound.insert_or_assign(bound_name, json_from(option.substr(equals + 1), std::string(name) + " " + bound_name));
  }
}

}  // namespace

Seal::Seal(const SealOptions& options) {
  if (options.keys.empty()) {
    if (!options.bound.empty() || !options.rebound.empty()) throw UsageProblem("--bind and --rebind need --seal-keys");
    return;
  }
  sealer_ = Sealer::from_file(options.keys);
  add_to(read_, options.bound, "--bind");
  written_ = read_;
  add_to(written_, options.rebound, "--rebind");
  // So that what is wrong with it is found before anything runs.
  for (const Bound* bound : {&read_, &written_}) sealer_->seal("", *bound);
}

std::string Seal::opened(std::string bytes, const std::string& path) const {
  if (!sealer_) return bytes;
  StateProblem problem;
  std::optional<std::string> state = sealer_->open(bytes, read_, &problem);
  if (!state) throw BadState(path + " can't be opened: " + problem.kind + ": " + problem.message);
  return std::move(*state);
}

std::string Seal::sealed(std::string state) const { return sealer_ ? sealer_->seal(state, written_) : std::move(state); }

}  // namespace fermata::cli
