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
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

  const Known* by_token(std::string_view token) const;  // null: it is nobody's
};

// "view", "submit", "work", "decide", "decide:ROLE", "admin" are put into `viewer`. Whoever may do anything else may also look. Throws
// std::invalid_argument for another word.
void grant(std::string_view word, Viewer& viewer);

bool is_address(const std::string& text);  // of IPv4 or IPv6, without a port

// Throws ServerError, which says where what is wrong. `file` is its name in that.
People people_from(const std::string& text, const std::string& file);
// The same of a file, which others must not be able to read or change.
People people_of_file(const std::string& file);

}  // namespace fermata::server
