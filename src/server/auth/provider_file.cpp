#include "server/auth/provider_file.h"

#include <cstdlib>
#include <stdexcept>

#include "durable/http/exchange.h"
#include "server/auth/people.h"
#include "server/auth/private_file.h"
#include "server/oidc/id_token.h"

namespace fermata::server {

namespace {

// The host of a URL, without a port.
std::string_view host_of(std::string_view url) {
  const std::string_view place = durable::authority_of(url);
  return place.substr(0, place.starts_with('[') ? place.find(']') + 1 : place.find(':'));
}

class Reading {
 public:
  Reading(const TomlReader& reader, const toml::table& table) : reader_(reader), table_(table) {}

  Provider read() {
    reader_.only(table_, {"issuer", "client_id", "client_secret", "client_secret_file", "client_secret_env", "url", "label", "scopes",
                          "name", "grant"});
    Provider provider{.issuer = address("issuer"),
                      .client_id = reader_.required(table_, "client_id"),
                      .client_secret = secret(),
                      .url = address("url"),
                      .scope = scope(),
                      .name = reader_.required(table_, "name")};
    // (The issuer is a name, and kept to the letter.)
    if (provider.url.ends_with('/')) provider.url.pop_back();
    if (provider.url.find('/', provider.url.find("//") + 2) != provider.url.npos)
      reader_.fails(table_.get("url"), "'url' is the server's address alone, without a path");
    provider.label = reader_.text(table_, "label").value_or(std::string(host_of(provider.issuer)));
    reader_.each(
        table_, "grant", [&](const toml::table& grant) { provider.grants.push_back(grant_of(grant)); }, "oidc.grant");
    return provider;
  }

 private:
  // What is sent there must not be read on its way.
  std::string address(std::string_view key) const {
    std::string url = reader_.required(table_, key);
    const toml::node* at = table_.get(key);
    if (!durable::is_http_url(url) || durable::authority_of(url).find('@') != url.npos || url.find_first_of("?#") != url.npos)
      reader_.fails(at, "'" + std::string(key) + "' takes a URL such as https://login.example.org");
    const std::string_view host = host_of(url);
    if (!url.starts_with("https://") && host != "localhost" && host != "127.0.0.1" && host != "[::1]")
      reader_.fails(at, "'" + std::string(key) + "' takes https://, unless it is at this machine");
    return url;
  }

  std::string secret() const {
    std::optional<std::string> found;
    for (const std::string_view key : {"client_secret", "client_secret_file", "client_secret_env"}) {
      const auto given = reader_.text(table_, key);
      if (!given) continue;
      if (found) reader_.fails(table_.get(key), "there is a client's secret already");
      found = key == "client_secret" ? *given : key == "client_secret_env" ? of_environment(*given) : of_file(*given);
      if (found->empty() || found->find_first_of("\r\n") != found->npos)
        reader_.fails(table_.get(key), "the secret is a text of one line, and isn't empty");
    }
    return found.value_or("");
  }
  std::string of_environment(const std::string& name) const {
    const char* value = std::getenv(name.c_str());
    if (!value) reader_.fails(table_.get("client_secret_env"), "there is no '" + name + "' in the environment");
    return value;
  }
  std::string of_file(const std::string& name) const {
    const std::string& file = reader_.file();
    const std::string folder = name.starts_with('/') ? "" : file.substr(0, file.rfind('/') + 1);  // (npos + 1 is 0)
    std::string text = private_text(folder + name);
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return text;
  }

  std::string scope() const {
    std::string all = "openid";
    if (!table_.get("scopes")) return all;
    for (const auto& [scope, at] : reader_.texts(table_, "scopes")) {
      if (scope.empty() || scope.find_first_of(" \t\r\n\"\\") != scope.npos) reader_.fails(at, "a scope is one word");
      if (scope != "openid") all += " " + scope;
    }
    return all;
  }

  Provider::Grant grant_of(const toml::table& table) const {
    reader_.only(table, {"claim", "is", "tenant", "tenant_claim", "may"});
    Provider::Grant grant{.claim = reader_.text(table, "claim").value_or(""),
                          .is = reader_.text(table, "is").value_or(""),
                          .tenant = reader_.text(table, "tenant").value_or(""),
                          .tenant_claim = reader_.text(table, "tenant_claim").value_or("")};
    if (grant.claim.empty() != grant.is.empty()) reader_.fails(&table, "'claim' and 'is' go together");
    if (!grant.tenant.empty() && !grant.tenant_claim.empty()) reader_.fails(&table, "it is 'tenant' or 'tenant_claim'");
    if (!is_name(grant.tenant) && !grant.tenant.empty()) reader_.fails(table.get("tenant"), kNoName);
    Viewer viewer;
    for (const auto& [word, at] : reader_.texts(table, "may")) {
      try {
        server::grant(word, viewer);
      } catch (const std::invalid_argument& error) {
        reader_.fails(at, error.what());
      }
    }
    grant.permissions = std::move(viewer.permissions);
    grant.roles = std::move(viewer.roles);
    return grant;
  }

  const TomlReader& reader_;
  const toml::table& table_;
};

}  // namespace

std::optional<Provider> provider_of(const TomlReader& reader, const toml::table& all) {
  const toml::table* table = reader.table(all, "oidc");
  if (!table) return std::nullopt;
  Provider provider = Reading(reader, *table).read();
  try {
    need_jose();
  } catch (const std::exception& error) {
    reader.fails(table, error.what());
  }
  return provider;
}

}  // namespace fermata::server
