// What nobody can guess: the host's source of randomness, for identities and seeds.
#pragma once

#include <cstddef>
#include <string>

namespace fermata {

// Fills from the system's source; never fails (the process ends when the system has none).
void fill_with_entropy(void* data, size_t bytes);
// That many bytes of it as hexadecimal digits.
std::string entropy_text(size_t bytes);

}  // namespace fermata
