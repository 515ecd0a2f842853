#include "serialization/sealed.h"

#include <algorithm>
#include <cstring>

#include "serialization/seal_secret.h"

namespace fermata {

static_assert(kNonceBytes == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES && kTagBytes == crypto_aead_xchacha20poly1305_ietf_ABYTES);
static_assert(kBindingBytes == crypto_generichash_BYTES);

bool begins_sealed(std::string_view bytes) { return bytes.starts_with(kSealedMagic); }

StateError take_apart(std::string_view bytes, SealedParts* parts) {
  if (!begins_sealed(bytes)) {
    if (!bytes.empty() && kSealedMagic.starts_with(bytes))
      return {StateErrorKind::kTruncated, "the sealed state ends within its first bytes"};
    return {StateErrorKind::kNotSealed, "these bytes aren't a sealed state, and no others are taken where there are keys"};
  }
  const StateError truncated = {StateErrorKind::kTruncated, "the sealed state ends within its header"};
  std::string_view rest = bytes.substr(kSealedMagic.size());
  const auto take = [&](size_t size) {
    const std::string_view part = rest.substr(0, size);
    rest.remove_prefix(part.size());
    return part;
  };
  const std::string_view numbers = take(2);
  if (numbers.empty()) return truncated;
  if (uint8_t(numbers[0]) != kSealedVersion)
    return {StateErrorKind::kVersion,
            fmt::format("the seal has version {}; this release knows version {}", uint8_t(numbers[0]), kSealedVersion)};
  if (numbers.size() < 2) return truncated;
  const size_t key_size = uint8_t(numbers[1]);
  parts->key = take(key_size);
  if (parts->key.size() < key_size) return truncated;
  if (!is_key_id(parts->key)) return {StateErrorKind::kTampered, "what stands in its header for a key's id can't be one"};
  parts->nonce = take(kNonceBytes);
  parts->binding = take(kBindingBytes);
  if (rest.size() < kTagBytes) return truncated;
  parts->header = bytes.substr(0, bytes.size() - rest.size());
  parts->sealed = rest;
  return {};
}

size_t header_size(std::string_view key) { return kSealedMagic.size() + 2 + key.size() + kNonceBytes + kBindingBytes; }

size_t write_header(std::string_view key, const char* nonce, const char* binding, char* out) {
  char* at = std::copy(kSealedMagic.begin(), kSealedMagic.end(), out);
  *at++ = char(kSealedVersion);
  *at++ = char(key.size());
  at = std::copy(key.begin(), key.end(), at);
  at = std::copy_n(nonce, kNonceBytes, at);
  at = std::copy_n(binding, kBindingBytes, at);
  return size_t(at - out);
}

}  // namespace fermata
