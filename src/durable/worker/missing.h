// The functions that a program calls and that are defined nowhere: its host's, which this worker may lack. A call of one waits for somebody
// who has it, rather than that it ends the program with a NameError that nobody can mend. Owned by a worker, asked by its turns.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "fermata/durable/store.h"
#include "fermata/host.h"
#include "fermata/jail.h"

namespace fermata::durable {

class MissingFunctions {
 public:
  // `jail`: where texts are read; null: in this process.
  explicit MissingFunctions(Jail* jail) : jail_(jail) {}

  // Those of a run's program that aren't among `known`, nor among its inputs.
  std::vector<Grant> of(const Work& work, const std::vector<Grant>& known);

 private:
  const std::vector<Grant>& undefined(const Work& work);

  static constexpr size_t kMostPrograms = 1'000;
  Jail* jail_;
  std::mutex mutex_;
  std::map<std::string, std::vector<Grant>> undefined_{};  // by the hash of the program's text
};

// In a text that Program::check has these findings about.
std::vector<Grant> undefined_functions(const std::string& source, const std::vector<Finding>& findings);

}  // namespace fermata::durable
