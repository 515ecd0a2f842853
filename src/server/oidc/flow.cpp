#include "server/oidc/flow.h"

#include "server/auth/secrets.h"
#include "server/pages/html.h"

namespace fermata::server {

std::string ProviderFlow::begin(const Provider& provider, const std::string& browser, std::string next) {
  const std::string to = client_.endpoints(provider, Clock::now() + ProviderClient::kTime).authorization;
  Begun begun{.nonce = random_text(), .verifier = random_text(), .next = std::move(next), .identity = provider.identity()};
  const std::string nonce = begun.nonce, challenge = code_challenge(begun.verifier);
  const std::string more = query({{"response_type", "code"},
                                  {"client_id", provider.client_id},
                                  {"redirect_uri", provider.callback()},
                                  {"scope", provider.scope},
                                  {"state", pending_.add(browser, std::move(begun), Clock::now())},
                                  {"nonce", nonce},
                                  {"code_challenge", challenge},
                                  {"code_challenge_method", "S256"}});
  return to + (to.find('?') == to.npos ? '?' : '&') + more.substr(1);
}

std::optional<Begun> ProviderFlow::take(const Provider& provider, const std::string& state, const std::string& browser) {
  std::optional<Begun> begun = pending_.take(state, browser, Clock::now());
  return begun && begun->identity == provider.identity() ? std::move(begun) : std::nullopt;
}

ProviderFlow::Proved ProviderFlow::finish(const Provider& provider, const Begun& begun, const Returned& returned) {
  const auto until = Clock::now() + ProviderClient::kTime;
  // A code of another provider's isn't shown to this one (RFC 9207).
  const bool has_issuer = !returned.issuer.empty();
  if (has_issuer ? returned.issuer != provider.issuer : client_.endpoints(provider, until).names_itself)
    throw TokenError("what the browser brought back isn't of the issuer " + provider.issuer);
  if (!returned.error.empty())
    throw ProviderRefuses("the provider didn't sign somebody in: " + plain_text(returned.error + " " + returned.error_description));
  if (returned.code.empty()) throw TokenError("the browser brought back no code");
  const std::string token = client_.token_for(provider, returned.code, begun.verifier, until);
  const Data claims = client_.checked(provider, token, begun.nonce, until);
  return {.claims = provider.claims_of(claims), .subject = claims.find("sub")->as_str()};
}

}  // namespace fermata::server
