// Saved filters: what somebody looks for in the inbox again and again, under names of theirs. Each person has their own, in each tenant as
// whose they sign in.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

struct SavedFilter {
  static constexpr size_t kMost = 20;         // of a person
  static constexpr size_t kLongestName = 60;  // bytes
  std::string name{};
  std::string text{}, queue{};  // what calls have in them, and whose they are; empty: all
  bool mine = false;            // only those on which the person may decide
};

// From any thread. All throw StoreError.
class SavedFilters {
 public:
  // `store` outlives it. `tenant`: as whose `who` looks; empty: of all.
  SavedFilters(Store& store, std::string tenant, std::string who) : store_(store), tenant_(std::move(tenant)), who_(std::move(who)) {}

  // In the place of the one that has this name. Throws UsageError, and Refused when there are kMost.
  void save(const SavedFilter& filter);
  void remove(const std::string& name);  // if it is there
  std::vector<SavedFilter> all();        // by their names

 private:
  Store& store_;
  const std::string tenant_, who_;
};

}  // namespace fermata::durable
