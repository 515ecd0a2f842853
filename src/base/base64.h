// Base64 (RFC 4648, the common alphabet, padded), by nettle. Used by the JSON forms of states and values and by module binascii.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fermata {

constexpr size_t base64_length(size_t bytes) { return (bytes + 2) / 3 * 4; }
void write_base64(std::string_view bytes, char* out);  // base64_length(bytes.size()) characters
std::string to_base64(std::string_view bytes);
// False: it isn't base64, to the letter: no blanks, nothing left over.
bool from_base64(std::string_view text, std::string* out);

}  // namespace fermata
