// The form of sealed states: a header that anybody can read, and what only the keys open. SEALED.md describes it. Used by sealer.cpp, and
// by the loader for what it says of a sealed state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "serialization/state_error.h"

namespace fermata {

// 0xC1 begins nothing in MessagePack, and no text.
inline constexpr std::string_view kSealedMagic =
    "\xc1"
    "fermata";
inline constexpr unsigned char kSealedVersion = 1;
inline constexpr size_t kNonceBytes = 24, kBindingBytes = 32, kTagBytes = 16;

struct SealedParts {
  std::string_view header;  // all before `sealed`
  std::string_view key;     // its id
  std::string_view nonce, binding;
  std::string_view sealed;  // the state, encrypted, and the tag
};

bool begins_sealed(std::string_view bytes);
// Only the form is looked at. An error without a kind: there is none.
StateError take_apart(std::string_view bytes, SealedParts* parts);

size_t header_size(std::string_view key);
// Gives header_size().
size_t write_header(std::string_view key, const char* nonce, const char* binding, char* out);

}  // namespace fermata
