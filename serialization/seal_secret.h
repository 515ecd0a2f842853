// Memory for keys, and what libsodium needs before anything else. Used by sealer.cpp and seal_keys.cpp.
#pragma once

#include <sodium.h>

#include <memory>
#include <new>
#include <stdexcept>

#include "fermata/sealer.h"

namespace fermata {

// Before any other use of the library, from any thread.
inline void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium can't be used here");
}

// Memory that is locked, guarded by unmapped pages, left out of dumps and wiped when it is freed.
struct FreeSecret {
  void operator()(void* memory) const { sodium_free(memory); }
};
using SecretBytes = std::unique_ptr<unsigned char, FreeSecret>;
inline SecretBytes secret_bytes(size_t size) {
  start_sodium();
  void* memory = sodium_malloc(size);
  if (!memory) throw std::bad_alloc();
  return SecretBytes(static_cast<unsigned char*>(memory));
}

// Two keys made of one, so that none has two uses.
struct SealKey::Secret {
  SecretBytes cipher, binding;  // of XChaCha20-Poly1305, of BLAKE2b
};

// Whether it has the letters that ids of keys have.
bool is_key_id(std::string_view id);

}  // namespace fermata
