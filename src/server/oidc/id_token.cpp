#include "server/oidc/id_token.h"

#include <cjose/cjose.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

#include "durable/database/shared_library.h"
#include "serialization/data_json.h"

namespace fermata::server {

namespace {

struct Jose {
#define FUNCTION(name) decltype(&::cjose_##name) name;
#include "server/oidc/jose.def"
};

const Jose& jose() {
  static const Jose found = [] {
    Jose functions{};
    const durable::SharedLibrary library("libcjose.so.0", "signing in at a provider needs libcjose", "libcjose0");
#define FUNCTION(name) library.find("cjose_" #name, functions.name);
#include "server/oidc/jose.def"
    return functions;
  }();
  return found;
}

// Which signatures are taken, and what keys make them. (No "none", and none whose key both sides have: HS256 and the like.)
struct Algorithm {
  const char *name, *kty, *crv;
};
constexpr Algorithm kAlgorithms[] = {
    {"RS256", "RSA", ""}, {"RS384", "RSA", ""},     {"RS512", "RSA", ""},     {"PS256", "RSA", ""},     {"PS384", "RSA", ""},
    {"PS512", "RSA", ""}, {"ES256", "EC", "P-256"}, {"ES384", "EC", "P-384"}, {"ES512", "EC", "P-521"},
};
constexpr size_t kLeastRsa = 2048;  // bits
constexpr size_t kMostKeys = 100;

constexpr int kMostDepth = 20;

Data json_of(std::string_view text, const char* what) {
  Data data;
  std::string problem;
  if (!from_json(text, &data, &problem, kMostDepth)) throw TokenError(std::string(what) + " isn't JSON: " + problem);
  if (data.type() != Data::Type::kDict) throw TokenError(std::string(what) + " isn't an object of JSON");
  return data;
}

std::string text_at(const Data& dict, std::string_view key) {
  const Data* found = dict.find(key);
  return found && found->is_str() ? found->as_str() : "";
}

std::string shown(const std::string& text) { return "'" + plain_text(text) + "'"; }

std::string header_text(cjose_header_t* header, const char* name) {
  cjose_err error{};
  const char* found = jose().header_get(header, name, &error);
  return found ? found : "";
}
// A text, a list or an object.
bool has_header(cjose_header_t* header, const char* name) {
  cjose_err error{};
  char* found = jose().header_get_raw(header, name, &error);
  std::free(found);
  return found || jose().header_get(header, name, &error);
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return text;
}

bool fits(const ProviderKey& key, const Algorithm& algorithm, const std::string& kid) {
  return key.kty == algorithm.kty && key.crv == algorithm.crv && (key.alg.empty() || key.alg == algorithm.name) &&
         (kid.empty() || key.kid == kid);
}

// Base64 as tokens and keys have it. (libcjose ends the process at some of what isn't: it is given nothing else.)
bool is_base64_url(std::string_view text) {
  return !text.empty() && text.size() % 4 != 1 && std::ranges::all_of(text, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

// Header, payload and signature.
bool is_compact(std::string_view token) {
  const size_t first = token.find('.'), second = token.find('.', first == token.npos ? first : first + 1);
  return second != token.npos && is_base64_url(token.substr(0, first)) && is_base64_url(token.substr(first + 1, second - first - 1)) &&
         is_base64_url(token.substr(second + 1));
}

// Its public parts alone; empty: it isn't one.
std::string jwk_of(const Data& key) {
  const std::string kty = text_at(key, "kty");
  Data::Pairs parts{{"kty", kty}};
  if (kty == "EC") parts.emplace_back("crv", text_at(key, "crv"));
  else if (kty != "RSA") return "";
  for (const char* name : kty == "EC" ? std::array{"x", "y"} : std::array{"n", "e"}) {
    const std::string part = text_at(key, name);
    if (!is_base64_url(part)) return "";
    parts.emplace_back(name, part);
  }
  return to_json(Data::dict(std::move(parts)));
}

bool verifies(cjose_jws_t* token, const ProviderKey& key) {
  cjose_err error{};
  const std::unique_ptr<cjose_jwk_t, decltype(jose().jwk_release)> jwk(jose().jwk_import(key.json.data(), key.json.size(), &error),
                                                                       jose().jwk_release);
  if (!jwk || (key.kty == "RSA" && jose().jwk_get_keysize(jwk.get(), &error) < kLeastRsa)) return false;
  return jose().jws_verify(token, jwk.get(), &error);
}

// The payload of what one of the keys has signed.
std::string signed_text(const std::string& token, const std::vector<ProviderKey>& keys) {
  if (token.size() > kMostToken) throw TokenError("the ID token has more than " + std::to_string(kMostToken) + " bytes");
  constexpr char kNotSigned[] = "the ID token isn't a signed one (JWS, in its compact form)";
  if (!is_compact(token)) throw TokenError(kNotSigned);
  cjose_err error{};
  const std::unique_ptr<cjose_jws_t, decltype(jose().jws_release)> jws(jose().jws_import(token.data(), token.size(), &error),
                                                                       jose().jws_release);
  if (!jws) throw TokenError(kNotSigned);
  cjose_header_t* header = jose().jws_get_protected(jws.get());
  const std::string alg = header_text(header, "alg"), kid = header_text(header, "kid"), typ = lower(header_text(header, "typ"));
  const auto* algorithm = std::ranges::find(kAlgorithms, alg, &Algorithm::name);
  if (algorithm == std::end(kAlgorithms)) throw TokenError("signatures by " + shown(alg) + " aren't taken");
  if (has_header(header, "crit")) throw TokenError("the ID token's header has 'crit', of which nothing is known here");
  // (Tokens of other kinds have the same form: "at+jwt".)
  if (has_header(header, "typ") && typ != "jwt") throw TokenError("it is a token of another kind: " + shown(typ));
  size_t fitting = 0;
  for (const ProviderKey& key : keys) fitting += fits(key, *algorithm, kid);
  if (!fitting) throw KeyError("the provider has no key " + shown(kid) + " for " + alg);
  if (kid.empty() && fitting > 1) throw TokenError("the ID token doesn't say which of the provider's keys has signed it (kid)");
  for (const ProviderKey& key : keys) {
    if (!fits(key, *algorithm, kid) || !verifies(jws.get(), key)) continue;
    uint8_t* text = nullptr;
    size_t size = 0;
    if (!jose().jws_get_plaintext(jws.get(), &text, &size, &error)) throw TokenError("the ID token is empty");
    return std::string(reinterpret_cast<const char*>(text), size);
  }
  throw KeyError("the signature of the ID token isn't the provider's");
}

std::optional<double> time_at(const Data& claims, const char* name) {
  const Data* found = claims.find(name);
  if (!found) return std::nullopt;
  if (found->is_small_int()) return double(found->as_int());
  if (found->type() == Data::Type::kFloat) return found->as_float();
  throw TokenError(std::string("'") + name + "' of the ID token isn't a time");
}

void check_audience(const Data& claims, const std::string& client_id) {
  const Data* aud = claims.find("aud");
  const bool is_list = aud && aud->type() == Data::Type::kList;
  const auto is_us = [&](const Data& one) { return one.is_str() && one.as_str() == client_id; };
  if (!aud || !(is_list ? std::ranges::any_of(aud->items(), is_us) : is_us(*aud)))
    throw TokenError("the ID token is for another client: aud isn't " + shown(client_id));
  const Data* azp = claims.find("azp");
  if (azp ? !is_us(*azp) : is_list && aud->items().size() > 1)
    throw TokenError("the ID token is for several clients, and was made for another one: azp isn't " + shown(client_id));
}

}  // namespace

std::string plain_text(std::string text) {
  constexpr size_t kMost = 200;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

void need_jose() { jose(); }

std::vector<ProviderKey> keys_from(std::string_view jwks) {
  const Data data = json_of(jwks, "the provider's JWKS");
  const Data* all = data.find("keys");
  if (!all || all->type() != Data::Type::kList) throw TokenError("the provider's JWKS has no list 'keys'");
  if (all->items().size() > kMostKeys) throw TokenError("the provider's JWKS has more than " + std::to_string(kMostKeys) + " keys");
  std::vector<ProviderKey> keys;
  for (const Data& one : all->items()) {
    if (one.type() != Data::Type::kDict) continue;
    ProviderKey key{.kid = text_at(one, "kid"),
                    .kty = text_at(one, "kty"),
                    .crv = text_at(one, "crv"),
                    .use = text_at(one, "use"),
                    .alg = text_at(one, "alg"),
                    .json = jwk_of(one)};
    if (!key.json.empty() && (key.use.empty() || key.use == "sig")) keys.push_back(std::move(key));
  }
  return keys;
}

Data checked_token(const std::string& token, const std::vector<ProviderKey>& keys, const Expected& expected) {
  Data claims = json_of(signed_text(token, keys), "what the ID token holds");
  if (const std::string iss = text_at(claims, "iss"); iss != expected.issuer)
    throw TokenError("the ID token is of another issuer: " + shown(iss) + ", not " + shown(expected.issuer));
  check_audience(claims, expected.client_id);
  const std::optional<double> exp = time_at(claims, "exp"), iat = time_at(claims, "iat"), nbf = time_at(claims, "nbf");
  const double now = double(expected.now_s), leeway = double(kLeewayS);
  if (!exp || !iat) throw TokenError("the ID token doesn't say when it was made, and until when it holds (iat, exp)");
  if (!(now < *exp + leeway)) throw TokenError("the ID token is too old: look at the clocks here and at the provider");
  if (!(*iat <= now + leeway) || (nbf && !(*nbf <= now + leeway)))
    throw TokenError("the ID token is of the future: look at the clocks here and at the provider");
  if (expected.nonce.empty() || text_at(claims, "nonce") != expected.nonce) throw TokenError("the ID token is of another sign-in (nonce)");
  if (text_at(claims, "sub").empty()) throw TokenError("the ID token doesn't say whom it is about (sub)");
  return claims;
}

}  // namespace fermata::server
