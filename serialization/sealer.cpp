#include "fermata/sealer.h"

#include <cstring>
#include <fmt/core.h>
#include <msgpack.hpp>

#include <algorithm>

#include "serialization/seal_secret.h"
#include "serialization/sealed.h"
#include "serialization/state_error.h"

namespace fermata {

namespace {

constexpr size_t kMostBoundBytes = 1 << 16;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(char* text) { return reinterpret_cast<unsigned char*>(text); }

bool refuse(StateProblem* problem, StateErrorKind kind, std::string message) {
  if (problem) *problem = {state_error_name(kind), std::move(message)};
  return false;
}

[[noreturn]] void bad_bound(const std::string& why) { throw UsageError("bound: " + why); }

// A MessagePack map in the order of the names' bytes, each part in its shortest form: equal texts for equal bindings, and for no others.
std::string bound_text(const Bound& bound) {
  msgpack::sbuffer buffer;
  msgpack::packer<msgpack::sbuffer> packer(buffer);
  size_t size = 0;
  for (const auto& [name, value] : bound) {
    size += name.size();
    if (value.type() == Data::Type::kStr || value.type() == Data::Type::kBytes) size += value.as_str().size();
    else if (!value.is_small_int()) bad_bound("the value of '" + name + "' is neither a str, nor bytes, nor an int of 64 bits");
    if (size > kMostBoundBytes) bad_bound(fmt::format("more than {} bytes", kMostBoundBytes));
  }
  if (bound.size() > kMostBoundBytes) bad_bound(fmt::format("more than {} names", kMostBoundBytes));
  packer.pack_map(uint32_t(bound.size()));
  for (const auto& [name, value] : bound) {
    packer.pack_str(uint32_t(name.size())).pack_str_body(name.data(), uint32_t(name.size()));
    if (value.is_small_int()) packer.pack_int64(value.as_int());
    else if (const std::string& text = value.as_str(); value.is_str())
      packer.pack_str(uint32_t(text.size())).pack_str_body(text.data(), uint32_t(text.size()));
    else packer.pack_bin(uint32_t(text.size())).pack_bin_body(text.data(), uint32_t(text.size()));
  }
  return std::string(buffer.data(), buffer.size());
}

// Of what a sealed state is bound to, under its nonce: it can't be guessed without the key, and doesn't show that two belong together.
void write_binding(const unsigned char* key, const char* nonce, const std::string& bound, char* out) {
  crypto_generichash_state hash;
  crypto_generichash_init(&hash, key, crypto_generichash_KEYBYTES, kBindingBytes);
  crypto_generichash_update(&hash, bytes_of(std::string_view(nonce, kNonceBytes)), kNonceBytes);
  crypto_generichash_update(&hash, bytes_of(bound), bound.size());
  crypto_generichash_final(&hash, bytes_of(out), kBindingBytes);
  sodium_memzero(&hash, sizeof hash);
}

std::string names_of(const Bound& bound) {
  std::string names;
  for (const auto& [name, value] : bound) names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? "nothing" : names;
}

}  // namespace

Sealer::Sealer(std::vector<SealKey> keys) : keys_(std::move(keys)) {
  if (keys_.empty()) throw UsageError("a Sealer needs a key");
  for (size_t i = 0; i < keys_.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (keys_[i].id() == keys_[j].id()) throw UsageError("two keys have the id '" + keys_[i].id() + "'");
}

size_t Sealer::sealed_size(size_t state_bytes) const { return header_size(keys_[0].id()) + state_bytes + kTagBytes; }

void Sealer::seal_to(std::string_view state, const Bound& bound, char* out) const {
  const SealKey& key = keys_[0];
  const std::string text = bound_text(bound);
  char nonce[kNonceBytes], binding[kBindingBytes];
  randombytes_buf(nonce, sizeof nonce);
  write_binding(key.secret_->binding.get(), nonce, text, binding);
  const size_t header = write_header(key.id(), nonce, binding, out);
  crypto_aead_xchacha20poly1305_ietf_encrypt(bytes_of(out + header), nullptr, bytes_of(state), state.size(), bytes_of(out), header, nullptr,
                                             bytes_of(nonce), key.secret_->cipher.get());
}

std::string Sealer::seal(std::string_view state, const Bound& bound) const {
  std::string out(sealed_size(state.size()), '\0');
  seal_to(state, bound, out.data());
  return out;
}

std::optional<size_t> Sealer::opened_size(std::string_view sealed, StateProblem* problem) {
  SealedParts parts;
  if (const StateError error = take_apart(sealed, &parts)) {
    refuse(problem, error.kind, error.message);
    return std::nullopt;
  }
  return parts.sealed.size() - kTagBytes;
}

bool Sealer::open_to(std::string_view sealed, const Bound& bound, char* out, StateProblem* problem) const {
  const std::string text = bound_text(bound);
  SealedParts parts;
  if (const StateError error = take_apart(sealed, &parts)) return refuse(problem, error.kind, error.message);
  const auto key = std::find_if(keys_.begin(), keys_.end(), [&](const SealKey& k) { return k.id() == parts.key; });
  if (key == keys_.end()) {
    std::string known;
    for (const SealKey& each : keys_) known += (known.empty() ? "'" : ", '") + each.id() + "'";
    return refuse(problem, StateErrorKind::kForeignKey,
                  fmt::format("it is sealed with the key '{}', and there are only {}", parts.key, known));
  }
  char binding[kBindingBytes];
  write_binding(key->secret_->binding.get(), parts.nonce.data(), text, binding);
  const bool is_bound = sodium_memcmp(binding, parts.binding.data(), kBindingBytes) == 0;
  // Without a place for what is in it, it is verified alone: nothing is decrypted that belongs elsewhere.
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(is_bound ? bytes_of(out) : nullptr, nullptr, nullptr, bytes_of(parts.sealed),
                                                 parts.sealed.size(), bytes_of(parts.header), parts.header.size(), bytes_of(parts.nonce),
                                                 key->secret_->cipher.get()) != 0)
    return refuse(problem, StateErrorKind::kTampered, fmt::format("its bytes aren't those that were sealed with the key '{}'", parts.key));
  if (!is_bound)
    return refuse(problem, StateErrorKind::kReplayed,
                  fmt::format("it was sealed for another place than the one that was given here ({})", names_of(bound)));
  return true;
}

std::optional<std::string> Sealer::open(std::string_view sealed, const Bound& bound, StateProblem* problem) const {
  const std::optional<size_t> size = opened_size(sealed, problem);
  if (!size) return std::nullopt;
  std::string out(*size, '\0');
  if (!open_to(sealed, bound, out.data(), problem)) return std::nullopt;
  return out;
}

std::vector<std::string> Sealer::key_ids() const {
  std::vector<std::string> ids;
  for (const SealKey& key : keys_) ids.push_back(key.id());
  return ids;
}

std::optional<Sealer> Sealer::sealing_with(std::string_view id) const {
  const auto key = std::ranges::find(keys_, id, &SealKey::id);
  if (key == keys_.end()) return std::nullopt;
  Sealer other(*this);
  std::rotate(other.keys_.begin(), other.keys_.begin() + (key - keys_.begin()), other.keys_.begin() + (key - keys_.begin()) + 1);
  return other;
}

bool Sealer::is_sealed(std::string_view bytes) { return begins_sealed(bytes); }

std::optional<std::string> Sealer::key_id_of(std::string_view bytes) {
  SealedParts parts;
  if (take_apart(bytes, &parts)) return std::nullopt;
  return std::string(parts.key);
}

}  // namespace fermata
