// Who may do what: auth.toml, read and checked. Plain values.
//
//   [[person]]
//   name = "ada"
//   password = "$argon2id$…"                        # fermata password ada
//   may = ["decide:finance", "submit"]
//
//   [[token]]
//   name = "ci"
//   hash = "…"                                      # fermata token ci
//   tenant = "acme"
//   may = ["submit"]
//
//   [proxy]
//   header = "X-Remote-User"
//   from = ["10.0.0.1"]
//
// and [oidc], see provider.h, and
//
//   [[alert]]
//   name = "guessing"
//   actions = ["sign_in_failed"]
//   count = 20
//   within_s = 600
//   per = "from"
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/durable/alerts.h"
#include "server/auth/provider.h"
#include "server/auth/viewer.h"

namespace fermata::server {

struct Known {
  Viewer viewer;       // its csrf is empty
  std::string secret;  // a password's or a token's hash; empty: only a proxy names them
};

struct People {
  std::map<std::string, Known, std::less<>> persons;         // by name
  std::map<std::string, std::string, std::less<>> of_token;  // the name of a token's owner by the token's hash
  std::map<std::string, Known, std::less<>> tokens;          // by name
  std::string proxy_header;                                  // in lower case; empty: no proxy is believed
  std::set<std::string, std::less<>> proxies;                // their addresses
  std::optional<Provider> provider;
  std::vector<durable::AlertRule> alerts;
  std::map<std::string, std::string, std::less<>> of_provider;  // the name of a person by what the provider calls them

  const Known* by_token(std::string_view token) const;  // null: it is nobody's
  // Who signed in at the provider, which there is: a person that auth.toml links with them, or whoever its grants fit. Throws NotKnown.
  Viewer by_claims(const Claims& claims) const;
};

// "view", "submit", "work", "decide", "decide:ROLE", "admin" are put into `viewer`. Whoever may do anything else may also look. Throws
// std::invalid_argument for another word.
void grant(std::string_view word, Viewer& viewer);

// Of a person, a token or a tenant.
bool is_name(const std::string& text);
inline constexpr char kNoName[] = "names and tenants have at most 200 bytes, without control characters";

bool is_address(const std::string& text);  // of IPv4 or IPv6, without a port

// Throws ServerError, which says where what is wrong. `file` is its name in that.
People people_from(const std::string& text, const std::string& file);
// The same of a file, which others must not be able to read or change.
People people_of_file(const std::string& file);

}  // namespace fermata::server
