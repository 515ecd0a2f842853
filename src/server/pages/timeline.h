// What happened to a run, as people tell it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fermata/durable/store.h"
#include "server/pages/html.h"

namespace fermata::server {

struct History {
  std::vector<durable::Event> events{};
  std::vector<durable::RunCall> calls{};
  std::vector<durable::Attempt> attempts{};
  std::vector<durable::Snapshot> snapshots{};
  std::vector<durable::Decided> decisions{};
  std::map<uint64_t, std::vector<std::string>> names{};  // of the unnamed arguments of calls that got others: durable::KnownParameters
};
Html timeline(const std::string& run, const History& history, durable::Time now);

}  // namespace fermata::server
