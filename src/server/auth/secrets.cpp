#include "server/auth/secrets.h"

#include <sodium.h>

#include <mutex>
#include <stdexcept>
#include <vector>

#include "serialization/seal_secret.h"

namespace fermata::server {

namespace {

constexpr size_t kBytes = 32;

std::string hex(const unsigned char* bytes, size_t size) {
  std::string text(size * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

std::string base64_url(const unsigned char* bytes, size_t size) {
  constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_encoded_len(size, kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes, size, kVariant);
  text.pop_back();
  return text;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

std::string new_token() {
  start_sodium();
  unsigned char bytes[kBytes];
  randombytes_buf(bytes, sizeof bytes);
  std::string text = "fermata_" + base64_url(bytes, sizeof bytes);
  sodium_memzero(bytes, sizeof bytes);
  return text;
}

std::string token_hash(std::string_view token) {
  start_sodium();
  unsigned char hash[kBytes];
  crypto_generichash(hash, sizeof hash, bytes_of(token), token.size(), nullptr, 0);
  return hex(hash, sizeof hash);
}

std::string password_hash(std::string_view password) {
  start_sodium();
  char hash[crypto_pwhash_STRBYTES];
  if (crypto_pwhash_str_alg(hash, password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    throw std::runtime_error("there isn't the memory to hash a password");
  return hash;
}

bool is_password_hash(const std::string& text) {
  start_sodium();
  return text.starts_with("$argon2id$") && text.size() < crypto_pwhash_STRBYTES &&
         crypto_pwhash_str_needs_rehash(text.c_str(), crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE) >= 0;
}

bool is_password(std::string_view password, const std::string& hash) {
  static std::mutex one;
  const std::lock_guard lock(one);
  start_sodium();
  static const std::string nobodys = password_hash(random_text());
  const bool is_it = crypto_pwhash_str_verify((hash.empty() ? nobodys : hash).c_str(), password.data(), password.size()) == 0;
  return is_it && !hash.empty();
}

std::string random_text() {
  start_sodium();
  unsigned char bytes[kBytes];
  randombytes_buf(bytes, sizeof bytes);
  return hex(bytes, sizeof bytes);
}

std::string keyed_hash(std::string_view text, const std::string& key) {
  start_sodium();
  unsigned char hash[kBytes];
  crypto_generichash(hash, sizeof hash, bytes_of(text), text.size(), bytes_of(key), key.size());
  return hex(hash, sizeof hash);
}

std::string code_challenge(std::string_view verifier) {
  start_sodium();
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, bytes_of(verifier), verifier.size());
  return base64_url(hash, sizeof hash);
}

bool is_same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace fermata::server
