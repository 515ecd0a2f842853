#include "durable/http/signature.h"

#include <nettle/hmac.h>

#include "base/base64.h"
#include "fermata/error.h"

namespace fermata::durable {

std::vector<std::string> keys_from(const std::vector<std::string>& secrets) {
  constexpr std::string_view kPrefix = "whsec_";
  std::vector<std::string> keys;
  for (const std::string& secret : secrets) {
    std::string key;
    if (!secret.starts_with(kPrefix) || !from_base64(std::string_view(secret).substr(kPrefix.size()), &key) || key.size() < 24 ||
        key.size() > 64)
      throw UsageError("a secret is whsec_ and the base64 of 24 to 64 bytes: echo whsec_$(head -c 32 /dev/urandom | base64)");
    keys.push_back(std::move(key));
  }
  return keys;
}

std::string signature(const std::vector<std::string>& keys, std::string_view id, int64_t at, std::string_view body) {
  const std::string time = std::to_string(at);
  std::string header;
  for (const std::string& key : keys) {
    hmac_sha256_ctx context;
    const auto add = [&](std::string_view bytes) {
      hmac_sha256_update(&context, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
    };
    hmac_sha256_set_key(&context, key.size(), reinterpret_cast<const uint8_t*>(key.data()));
    for (const std::string_view part : {id, std::string_view("."), std::string_view(time), std::string_view("."), body}) add(part);
    std::string digest(SHA256_DIGEST_SIZE, '\0');
    hmac_sha256_digest(&context, digest.size(), reinterpret_cast<uint8_t*>(digest.data()));
    header += (header.empty() ? "v1," : " v1,") + to_base64(digest);
  }
  return header;
}

}  // namespace fermata::durable
