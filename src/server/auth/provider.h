// Provider: whom auth.toml's [oidc] believes about who somebody is (OpenID Connect), and what its claims give. Plain values.
//
//   [oidc]
//   issuer = "https://login.example.org/realms/acme"
//   client_id = "fermata"
//   client_secret_file = "oidc.secret"              # or client_secret, or client_secret_env
//   url = "https://fermata.example.org"             # this server, as browsers have it
//   name = "preferred_username"                     # the claim that names people
//
//   [[oidc.grant]]                                  # whoever has this gets that
//   claim = "groups"
//   is = "finance"
//   tenant = "acme"
//   may = ["decide:finance", "submit"]
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/auth/viewer.h"

namespace fermata {
class Data;
}

namespace fermata::server {

// Whoever has proved who they are isn't anybody here: why, for whoever runs the server.
class NotKnown : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What somebody's token says, as far as auth.toml asks for it: texts of each claim, by its path.
using Claims = std::map<std::string, std::set<std::string>, std::less<>>;

struct Provider {
  struct Grant {
    std::string claim{}, is{};             // no claim: all have it
    std::string tenant{}, tenant_claim{};  // the second is the claim that names it; neither: all tenants
    std::set<Permission> permissions{};
    std::set<std::string> roles{};
  };

  std::string issuer{}, client_id{}, client_secret{};  // no secret: a public client, which PKCE alone protects
  std::string url{};                                   // ours, without a slash at its end
  std::string label{};                                 // for people
  std::string scope{};                                 // "openid profile"
  std::string name{};                                  // the claim
  std::vector<Grant> grants{};

  // Where the provider sends browsers back to.
  std::string callback() const { return url + kCallback; }
  // Differs when those who signed in there have to do so again.
  std::string identity() const { return issuer + "\n" + client_id + "\n" + name; }
  // What is looked at of a token that has been checked, and no more: of groups those of a grant.
  Claims claims_of(const Data& token) const;
  // How the provider calls them. Throws NotKnown.
  std::string name_of(const Claims& claims) const;
  // What the claims give, by the first grant that fits, and those behind it with the same tenant. Nothing: none fits. Its name is empty.
  std::optional<Viewer> viewer_of(const Claims& claims) const;

  static constexpr char kBegin[] = "/sign-in/provider", kCallback[] = "/sign-in/callback";

 private:
  static constexpr char kEmail[] = "email", kEmailVerified[] = "email_verified";
};

}  // namespace fermata::server
