// What somebody who approved a call made of its arguments, by name: "replicas: 3 → 20". Of values that hold others only what differs is
// told, by its path; of long ones what is around the difference.
#pragma once

#include <string>
#include <vector>

#include "fermata/durable/store.h"
#include "server/pages/html.h"

namespace fermata::server {

struct ArgumentChange {
  std::string path{};             // "deployment.artifact.size_mb", "options['a b'][2]"
  std::string before{}, after{};  // as Python writes them; empty: it isn't there
};

// `names`: durable::KnownParameters. The first that differ; nobody reads more.
std::vector<ArgumentChange> argument_changes(const Call& before, const Call& after, const std::vector<std::string>& names = {});
// Both cut to about `limit` characters around what differs.
void cut_around(std::string& before, std::string& after, size_t limit);

// "replicas: 3 → 20, region: 'eu' → 'us'"
Html changes_in(const std::vector<ArgumentChange>& changes);
// The same of a decision that gave a call other arguments; empty: it didn't.
Html edit_of(const durable::Decided& decided, const Call& call, const std::vector<std::string>& names = {});
// The decisions by which a call got the arguments that it has now, the first one in front. None: they are the program's own.
std::vector<durable::Decided> edits_in_force(const std::vector<durable::Decided>& decisions, const durable::RunCall& call);

}  // namespace fermata::server
