// Signatures of requests after Standard Webhooks (standardwebhooks.com), symmetric ones: an HMAC-SHA256 over id, time and body, by which
// the receiver knows who sent it, and that it isn't an old one. By nettle, as all hashes here. Called by http_tool.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fermata::durable {

// The bytes of secrets written as "whsec_" and base64: of 24 to 64 bytes. Throws UsageError; the secret isn't in its message.
std::vector<std::string> keys_from(const std::vector<std::string>& secrets);

// The header webhook-signature: "v1,…", one for each key. `at`: seconds since 1970, as in webhook-timestamp.
std::string signature(const std::vector<std::string>& keys, std::string_view id, int64_t at, std::string_view body);

}  // namespace fermata::durable
