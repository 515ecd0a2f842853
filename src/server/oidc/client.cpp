#include "server/oidc/client.h"

#include <algorithm>
#include <ctime>
#include <optional>

#include "base/base64.h"
#include "durable/http/exchange.h"
#include "serialization/data_json.h"
#include "server/pages/html.h"

namespace fermata::server {

namespace {

constexpr char kForm[] = "application/x-www-form-urlencoded";

// `what`: "the provider's configuration".
durable::HttpAnswer answer_of(durable::HttpRequest request, const std::string& what, Clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
  if (left <= 0) throw ProviderError(what + ": the provider takes too long");
  request.timeout_ms = uint64_t(left);
  request.most_answer = ProviderClient::kMostAnswer;
  auto ended = durable::exchange(request);
  if (const auto* problem = std::get_if<durable::NoAnswer>(&ended)) {
    const bool is_long = problem->kind == durable::NoAnswer::Kind::kTooLong;
    const std::string why = is_long ? "more than " + std::to_string(ProviderClient::kMostAnswer) + " bytes came" : problem->message;
    throw ProviderError(what + " (" + request.url + "): " + why);
  }
  return std::get<durable::HttpAnswer>(std::move(ended));
}

std::string fetched(const std::string& url, const std::string& what, Clock::time_point until) {
  durable::HttpAnswer answer = answer_of({.url = url, .type = ""}, what, until);
  if (answer.status != 200) throw ProviderError(what + " (" + url + "): it answered " + std::to_string(answer.status));
  return std::move(answer.body);
}

Data object_of(const std::string& text, const std::string& what) {
  constexpr int kMostDepth = 20;
  Data data;
  std::string problem;
  if (!from_json(text, &data, &problem, kMostDepth) || data.type() != Data::Type::kDict)
    throw ProviderError(what + " isn't an object of JSON" + (problem.empty() ? "" : ": " + problem));
  return data;
}

std::string text_at(const Data& dict, std::string_view key) {
  const Data* found = dict.find(key);
  return found && found->is_str() ? found->as_str() : "";
}

bool has_text(const Data& dict, std::string_view key, std::string_view text) {
  const Data* found = dict.find(key);
  return found && found->type() == Data::Type::kList &&
         std::ranges::any_of(found->items(), [&](const Data& one) { return one.is_str() && one.as_str() == text; });
}

ProviderClient::Endpoints endpoints_of(const Provider& provider, Clock::time_point until) {
  const std::string what = "the provider's configuration";
  const std::string folder = provider.issuer.substr(0, provider.issuer.size() - provider.issuer.ends_with('/'));
  const Data found = object_of(fetched(folder + "/.well-known/openid-configuration", what, until), what);
  // Else another provider's tokens could be taken for this one's.
  if (const std::string issuer = text_at(found, "issuer"); issuer != provider.issuer)
    throw ProviderError(what + " is of the issuer '" + plain_text(issuer) + "', but auth.toml has '" + provider.issuer + "'");
  const auto url = [&](const char* key) {
    std::string text = text_at(found, key);
    const bool is_safe = text.starts_with("https://") || !provider.issuer.starts_with("https://");
    if (!durable::is_http_url(text) || !is_safe || text.find('#') != text.npos)
      throw ProviderError(what + " has no " + key + " that can be used: '" + plain_text(text) + "'");
    return text;
  };
  const Data* names_itself = found.find("authorization_response_iss_parameter_supported");
  return {.authorization = url("authorization_endpoint"),
          .token = url("token_endpoint"),
          .keys = url("jwks_uri"),
          .names_itself = names_itself && *names_itself == Data(true),
          .takes_basic = !found.find("token_endpoint_auth_methods_supported") ||
                         has_text(found, "token_endpoint_auth_methods_supported", "client_secret_basic")};
}

std::string encoded(const std::string& text) { return query({{"", text}}).substr(2); }  // without "?="

}  // namespace

template <class T, class Fetch>
T ProviderClient::kept(Kept<T>& where, const Provider& provider, Fetch fetch) {
  {
    const std::lock_guard lock(mutex_);
    if (issuer_ != provider.issuer) {
      issuer_ = provider.issuer;
      endpoints_ = {};
      keys_ = {};
    }
    if (Clock::now() < where.until) {
      if (!where.problem.empty()) throw ProviderError(where.problem);
      return where.value;
    }
  }
  Kept<T> found;
  try {
    found = {.value = fetch(), .until = Clock::now() + kKept};
  } catch (const std::exception& error) {
    found = {.until = Clock::now() + kFailed, .problem = error.what()};
  }
  const std::lock_guard lock(mutex_);
  if (issuer_ == provider.issuer) where = found;
  if (!found.problem.empty()) throw ProviderError(found.problem);
  return found.value;
}

ProviderClient::Endpoints ProviderClient::endpoints(const Provider& provider, Clock::time_point until) {
  return kept(endpoints_, provider, [&] { return endpoints_of(provider, until); });
}

ProviderClient::Keys ProviderClient::keys(const Provider& provider, Clock::time_point until) {
  const std::string url = endpoints(provider, until).keys;
  return kept(keys_, provider,
              [&] { return std::make_shared<const std::vector<ProviderKey>>(keys_from(fetched(url, "the provider's keys", until))); });
}

std::string ProviderClient::token_for(const Provider& provider, const std::string& code, const std::string& verifier,
                                      Clock::time_point until) {
  const Endpoints at = endpoints(provider, until);
  const bool has_secret = !provider.client_secret.empty(), is_basic = has_secret && at.takes_basic;
  const std::string form = query({{"grant_type", "authorization_code"},
                                  {"code", code},
                                  {"redirect_uri", provider.callback()},
                                  {"code_verifier", verifier},
                                  {"client_id", is_basic ? "" : provider.client_id},
                                  {"client_secret", is_basic ? "" : provider.client_secret}});
  durable::HttpRequest request{.url = at.token, .body = form.substr(1), .type = kForm};
  if (is_basic)
    request.headers.emplace_back("Authorization",
                                 "Basic " + to_base64(encoded(provider.client_id) + ":" + encoded(provider.client_secret)));
  const std::string what = "the provider's token endpoint";
  const durable::HttpAnswer answer = answer_of(std::move(request), what, until);
  if (answer.status != 200) {
    std::string why = what + " answered " + std::to_string(answer.status);
    Data said;
    std::string problem;
    if (from_json(answer.body, &said, &problem, 5) && said.type() == Data::Type::kDict)
      why += ": " + plain_text(text_at(said, "error")) + " " + plain_text(text_at(said, "error_description"));
    throw ProviderError(why);
  }
  std::string token = text_at(object_of(answer.body, what + "'s answer"), "id_token");
  if (token.empty()) throw ProviderError(what + " gave no ID token (id_token)");
  return token;
}

Data ProviderClient::checked(const Provider& provider, const std::string& token, const std::string& nonce, Clock::time_point until) {
  const Expected expected{.issuer = provider.issuer, .client_id = provider.client_id, .nonce = nonce, .now_s = std::time(nullptr)};
  const Keys before = keys(provider, until);
  try {
    return checked_token(token, *before, expected);
  } catch (const KeyError&) {
    if (again_.take("", Clock::now()) > 0) throw;
  }
  {
    const std::lock_guard lock(mutex_);
    if (keys_.value == before) keys_ = {};
  }
  return checked_token(token, *keys(provider, until), expected);
}

}  // namespace fermata::server
