#include "fermata/host.h"

namespace fermata {

const char* to_string(Call::Kind kind) {
  static constexpr const char* kNames[] = {"call", "async", "timer"};
  return kNames[size_t(kind)];
}

}  // namespace fermata
