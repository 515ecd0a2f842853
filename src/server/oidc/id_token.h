// An ID token of OpenID Connect: whether its provider signed it, for us, now, and for this sign-in. Signatures are checked by libcjose.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/value.h"

namespace fermata::server {

// Others' text in a message for whoever runs the server: one line of ASCII, and not too much.
std::string plain_text(std::string text);

// Why it isn't taken: for whoever runs the server.
class TokenError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// None of the keys has signed it; others of the provider's may have.
class KeyError : public TokenError {
 public:
  using TokenError::TokenError;
};

// A provider's public key, of its JWKS.
struct ProviderKey {
  std::string kid{}, kty{}, crv{}, use{}, alg{};  // empty: not said
  std::string json{};
};

// Those that may sign; others are left out. Throws TokenError: it is no JWKS.
std::vector<ProviderKey> keys_from(std::string_view jwks);

struct Expected {
  std::string issuer, client_id, nonce;
  int64_t now_s = 0;
};

constexpr int64_t kLeewayS = 60;          // by which clocks may differ
constexpr size_t kMostToken = 64 * 1024;  // bytes

// What it claims. Throws TokenError, and std::runtime_error when there is no libcjose.
Data checked_token(const std::string& token, const std::vector<ProviderKey>& keys, const Expected& expected);

// Throws std::runtime_error.
void need_jose();

}  // namespace fermata::server
