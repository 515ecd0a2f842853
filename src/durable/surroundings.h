// What a run's program finds when it begins, for its session.
#pragma once

#include "fermata/durable/store.h"
#include "fermata/session.h"

namespace fermata::durable {

inline void set_surroundings(SessionOptions& to, const Surroundings& given) {
  to.files = given.files;
  to.standard_input = given.standard_input;
  to.environment = given.environment;
  if (!given.zone.empty()) to.zone = given.zone;
}

}  // namespace fermata::durable
