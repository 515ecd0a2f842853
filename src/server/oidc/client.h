// ProviderClient: what is asked of a provider of OpenID Connect: where its endpoints are, its keys, and a token for a code. What can be
// kept is kept for a while. Each request is bounded in size and in time, and blocks: not to be called where others wait. From any thread.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/auth/provider.h"
#include "server/buckets.h"
#include "server/oidc/id_token.h"

namespace fermata::server {

// It can't be asked, or what it says makes no sense: for whoever runs the server.
class ProviderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ProviderClient {
 public:
  static constexpr std::chrono::seconds kTime{10};   // of a sign-in's requests, all together
  static constexpr std::chrono::minutes kKept{60};   // endpoints and keys
  static constexpr std::chrono::seconds kFailed{5};  // after which it is asked again
  static constexpr size_t kMostAnswer = 256 * 1024;  // bytes

  struct Endpoints {
    std::string authorization, token, keys;
    bool names_itself = false;  // in what browsers bring back (RFC 9207)
    bool takes_basic = false;   // the client's secret, in a header; otherwise it is in the form
  };

  // They throw ProviderError, the last one TokenError, too.
  Endpoints endpoints(const Provider& provider, Clock::time_point until);
  std::string token_for(const Provider& provider, const std::string& code, const std::string& verifier, Clock::time_point until);
  // The claims of a token that was signed by one of its keys. An unknown one may be new: then they are fetched again.
  Data checked(const Provider& provider, const std::string& token, const std::string& nonce, Clock::time_point until);

 private:
  using Keys = std::shared_ptr<const std::vector<ProviderKey>>;
  template <class T>
  struct Kept {
    T value{};
    Clock::time_point until{};
    std::string problem{};  // why there is none
  };
  // As it is kept for the provider, or by `fetch`.
  template <class T, class Fetch>
  T kept(Kept<T>& where, const Provider& provider, Fetch fetch);
  Keys keys(const Provider& provider, Clock::time_point until);

  std::mutex mutex_;
  std::string issuer_{};  // whose these are
  Kept<Endpoints> endpoints_{};
  Kept<Keys> keys_{};
  Buckets again_{{.per_s = 0.1, .burst = 5}};  // keys, before their time
};

}  // namespace fermata::server
