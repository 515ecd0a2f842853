// A libFuzzer target: FUZZ_TARGET is one of the functions of targets.h. States are also changed with their encoding kept whole.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "edit_state.h"
#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fermata::FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}

#ifdef FUZZ_STATES
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  fermata::Random random(seed);
  const std::string_view state(reinterpret_cast<const char*>(data), size);
  const std::string changed = fermata::edited_state(state, state, random);
  const size_t n = std::min(changed.size(), max_size);
  std::memcpy(data, changed.data(), n);
  return n;
}
#endif
