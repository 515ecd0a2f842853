// Signing in and out, of browsers: /sign-in and /sign-out.
#pragma once

#include "server/audit.h"
#include "server/guard.h"

namespace fermata::server {

class SignIn {
 public:
  explicit SignIn(Guard& guard) : guard_(guard) {}

  // GET gives the form, POST takes it. `next`, of the query or the form, is the page to go to afterwards. `asker` is then who tried. Throws
  // BadRequest.
  Response sign_in(const Request& request, Asker& asker);
  // POST, with the session's token.
  Response sign_out(const Request& request, const Viewer& viewer);
  // To the form, and back here.
  static Response first(const Request& request);

 private:
  Response begin(const Request& request, Session session, const std::string& next);
  std::string cookie(const Request& request, const std::string& value, const char* more);

  Guard& guard_;
  Failures of_names_{10}, of_addresses_{50};
  Buckets attempts_{{.per_s = 0.2, .burst = 30}};  // of an address, that don't succeed: each costs what a password's hash does
};

}  // namespace fermata::server
