#include "base/entropy.h"

#include <algorithm>
#include <cstdlib>
#include <random>

#ifdef __linux__
#include <cerrno>
#include <sys/random.h>
#endif

namespace fermata {

void fill_with_entropy(void* data, size_t bytes) {
  auto* at = static_cast<unsigned char*>(data);
#ifdef __linux__
  while (bytes > 0) {
    const ssize_t got = getrandom(at, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) std::abort();
    at += got;
    bytes -= size_t(got);
  }
#else
  std::random_device source;
  std::generate_n(at, bytes, [&] { return static_cast<unsigned char>(source()); });
#endif
}

std::string entropy_text(size_t bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string raw(bytes, 0), text;
  fill_with_entropy(raw.data(), bytes);
  for (const unsigned char byte : raw) text += {kDigits[byte >> 4], kDigits[byte & 15]};
  return text;
}

}  // namespace fermata
