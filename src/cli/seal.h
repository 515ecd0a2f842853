// --seal-keys: states that the command writes are sealed, and those that it reads must be. Made from options by the commands, used by
// files.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fermata/sealer.h"

namespace fermata::cli {

struct SealOptions {
  std::string keys;                  // a file; empty: nothing is sealed
  std::vector<std::string> bound;    // NAME=JSON, what states are bound to
  std::vector<std::string> rebound;  // NAME=JSON, what is different in the state that is written
};

class Seal {
 public:
  Seal() = default;  // nothing is sealed
  // Throws UsageProblem.
  explicit Seal(const SealOptions& options);

  bool is_on() const { return sealer_.has_value(); }
  // The state in what was read from a file. Throws BadState.
  std::string opened(std::string bytes, const std::string& path) const;
  std::string sealed(std::string state) const;

 private:
  std::optional<Sealer> sealer_;
  Bound read_, written_;
};

}  // namespace fermata::cli
