// libFuzzer: loads the input as a JSON state and runs what it gets. Seeds: tests/states/v1/*.json.
#include "load_state.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fermata::load_and_run({reinterpret_cast<const char*>(data), size}, true);
  return 0;
}
