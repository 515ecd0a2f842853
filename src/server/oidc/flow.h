// ProviderFlow: a sign-in at a provider, from the browser that is sent there to what is known of whoever came back: the authorization code
// flow of OpenID Connect, with PKCE, a state and a nonce. What it asks the provider blocks. From any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/auth/provider.h"
#include "server/oidc/client.h"
#include "server/oidc/pending.h"

namespace fermata::server {

class ProviderFlow {
 public:
  // Where `browser`, what its cookie holds, has to go. Throws ProviderError.
  std::string begin(const Provider& provider, const std::string& browser, std::string next);
  // What this browser had begun at this provider, once. Nothing: it hadn't, or it is too long ago.
  std::optional<Begun> take(const Provider& provider, const std::string& state, const std::string& browser);

  // What it brought back.
  struct Returned {
    std::string code{}, issuer{};              // empty: it has none
    std::string error{}, error_description{};  // why the provider doesn't sign them in
  };
  struct Proved {
    Claims claims{};
    std::string subject{};  // their number at the provider, so to speak
  };
  // Throws ProviderError and TokenError.
  Proved finish(const Provider& provider, const Begun& begun, const Returned& returned);

 private:
  Pending pending_;
  ProviderClient client_;
};

// It is the provider's word that somebody isn't signed in. For whoever runs the server.
class ProviderRefuses : public ProviderError {
 public:
  using ProviderError::ProviderError;
};

}  // namespace fermata::server
