// A state that whoever looks has no keys for, though others may: thrown by open(), seen by the worker.
#pragma once

#include "fermata/durable/store.h"

namespace fermata::durable {

class NotOpened : public StoreError {
 public:
  explicit NotOpened(const std::string& what) : StoreError(Kind::kDamaged, what) {}
};

}  // namespace fermata::durable
