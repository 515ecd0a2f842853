// A state that whoever looks can do nothing with, though others may: it has no keys for it, other tools, or is of an earlier release.
// Thrown by open() and when a turn begins, seen by the worker.
#pragma once

#include "fermata/durable/store.h"

namespace fermata::durable {

class LeftToOthers : public StoreError {
 public:
  explicit LeftToOthers(const std::string& what) : StoreError(Kind::kDamaged, what) {}
};

}  // namespace fermata::durable
