// A policy in a file: `def policy(call): …`, which gives allow(), deny(reason) or ask(…). It runs in Fermata itself, where it can reach
// nothing but the call and what is known of its run (docs/approvals.md). Used by `fermata work --policy`.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fermata/durable/policy.h"
#include "fermata/host.h"
#include "fermata/program.h"

namespace fermata::cli {

class PolicyFile {
 public:
  // What functions call their arguments, by their places, where that is known.
  using Names = std::map<std::string, std::vector<std::string>>;
  // `types` are the host's classes, which arguments may be made of. Throws UsageProblem: it isn't there, can't be compiled, or has no
  // policy().
  PolicyFile(const std::string& file, std::vector<TypeDeclaration> types, Names names);

  // From any thread. Throws std::runtime_error when it raises, doesn't end, or gives something else.
  durable::PolicyVerdict look_at(const durable::PolicyCall& call) const;

 private:
  std::shared_ptr<const Program> program_;
  std::string file_;
  uint32_t lines_ = 0;
  std::vector<TypeDeclaration> types_;
  Names names_;
};

}  // namespace fermata::cli
