// What an audit is told of a request: who, from where, what, and what came of it. (What was decided is in the store's own log, too.)
#pragma once

#include <string>

#include "server/http/message.h"

namespace fermata::server {

struct Asker {
  std::string who{}, tenant{};  // at a sign-in that fails the name that was given; empty: nobody knows
  const char* how = "nobody";   // they proved it: "session", "token", "proxy", "local"; at a sign-in "password" or "token"
};

// Of a request that would change something, or signs somebody in or out.
class Audited {
 public:
  Audited(const Request& request, std::string from);
  static bool is_needed(const Request& request) { return request.method != "GET" && request.method != "HEAD"; }

  Asker asker{};
  std::string entry(int status) const;  // an object of JSON, in a line

 private:
  std::string method_, path_, from_, shown_, verdict_;  // the last two of a decision: the hash of what was shown, and how it was decided
};

}  // namespace fermata::server
