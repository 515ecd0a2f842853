#include "server/auth/provider.h"

#include <iterator>

#include "fermata/value.h"
#include "server/auth/people.h"

namespace fermata::server {

namespace {

// "realm_access.roles" is in what is at "realm_access"; "https://acme.example/groups" is a claim's whole name.
const Data* at_path(const Data& in, std::string_view path) {
  if (in.type() != Data::Type::kDict) return nullptr;
  if (const Data* found = in.find(path)) return found;
  for (size_t dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1))
    if (const Data* part = in.find(path.substr(0, dot)))
      if (const Data* found = at_path(*part, path.substr(dot + 1))) return found;
  return nullptr;
}

void add_text(const Data& value, std::set<std::string>& to) {
  switch (value.type()) {
    case Data::Type::kStr: to.insert(value.as_str()); break;
    case Data::Type::kBool: to.insert(value.as_bool() ? "true" : "false"); break;
    case Data::Type::kInt:
      if (value.is_small_int()) to.insert(std::to_string(value.as_int()));
      break;
    default: break;
  }
}

std::set<std::string> texts_at(const Data& token, std::string_view path) {
  std::set<std::string> texts;
  const Data* value = at_path(token, path);
  if (!value) return texts;
  if (value->type() != Data::Type::kList) add_text(*value, texts);
  else
    for (const Data& item : value->items()) add_text(item, texts);
  return texts;
}

const std::string* only_text(const Claims& claims, const std::string& path) {
  const auto found = claims.find(path);
  return found == claims.end() || found->second.size() != 1 ? nullptr : &*found->second.begin();
}

// Nothing: it doesn't fit.
std::optional<std::string> tenant_of(const Provider::Grant& grant, const Claims& claims) {
  if (!grant.claim.empty()) {
    const auto found = claims.find(grant.claim);
    if (found == claims.end() || !found->second.contains(grant.is)) return std::nullopt;
  }
  if (grant.tenant_claim.empty()) return grant.tenant;
  // (Without one they would see all tenants.)
  const std::string* tenant = only_text(claims, grant.tenant_claim);
  return tenant && is_name(*tenant) ? std::optional(*tenant) : std::nullopt;
}

}  // namespace

// (Somebody may be in thousands of groups.)
Claims Provider::claims_of(const Data& token) const {
  Claims claims;
  const auto keep = [&](const std::string& path) {
    std::set<std::string> texts = texts_at(token, path);
    while (texts.size() > 2) texts.erase(std::prev(texts.end()));  // so that it isn't the only one
    if (!texts.empty()) claims[path].merge(texts);
  };
  keep(name);
  if (name == kEmail) keep(kEmailVerified);
  for (const Grant& grant : grants) {
    if (!grant.tenant_claim.empty()) keep(grant.tenant_claim);
    if (!grant.claim.empty() && texts_at(token, grant.claim).contains(grant.is)) claims[grant.claim].insert(grant.is);
  }
  return claims;
}

std::string Provider::name_of(const Claims& claims) const {
  const std::string* found = only_text(claims, name);
  if (!found || !is_name(*found)) throw NotKnown("the claim '" + name + "' isn't a name (one text of at most 200 bytes)");
  if (name == kEmail) {
    const std::string* verified = only_text(claims, kEmailVerified);
    if (!verified || *verified != "true") throw NotKnown("the provider doesn't say that this is their address: email_verified isn't true");
  }
  return *found;
}

std::optional<Viewer> Provider::viewer_of(const Claims& claims) const {
  std::optional<Viewer> viewer;
  for (const Grant& grant : grants) {
    const auto tenant = tenant_of(grant, claims);
    if (!tenant || (viewer && viewer->tenant != *tenant)) continue;
    if (!viewer) viewer = Viewer{.tenant = *tenant};
    viewer->permissions.insert(grant.permissions.begin(), grant.permissions.end());
    viewer->roles.insert(grant.roles.begin(), grant.roles.end());
  }
  return viewer;
}

}  // namespace fermata::server
