#include "cli/seal.h"

#include "cli/commands.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

void add_to(Bound& bound, const std::vector<std::string>& options, const char* name) {
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem(std::string(name) + " takes NAME=JSON, not '" + option + "'");
    Data value;
    std::string problem;
    if (!from_json(std::string_view(option).substr(equals + 1), &value, &problem))
      throw UsageProblem(std::string(name) + " " + option + ": not JSON (a text is in quotes): " + problem);
    bound.insert_or_assign(option.substr(0, equals), std::move(value));
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
