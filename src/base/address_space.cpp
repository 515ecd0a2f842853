#include "base/address_space.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

namespace fermata {

uint64_t mapped_bytes() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return uint64_t(pages) * uint64_t(sysconf(_SC_PAGESIZE));
}

uint64_t address_space_left() {
  static const uint64_t left = [] {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    const uint64_t mapped = mapped_bytes();
    return limit.rlim_cur > mapped ? uint64_t(limit.rlim_cur) - mapped : 0;
  }();
  return left;
}

}  // namespace fermata
