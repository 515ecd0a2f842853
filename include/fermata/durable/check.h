// Checks a store against the laws of durable runs, from its tables alone. Tests do so after whatever they did to it; `fermata log --verify`
// does for one run.
#pragma once

#include <string>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

struct Violation {
  std::string run{};  // empty: of the store as a whole
  std::string law{};  // "consumed once", "one chain", "not lost", "fenced", "called once", "as shown", "grants", "log", "transitions",
                      // "tenants", "notices", "as written"
  std::string text{};
};

// Of all runs, or of one. Empty: all laws hold.
std::vector<Violation> check(Store& store, const std::string& run = "");

}  // namespace fermata::durable
