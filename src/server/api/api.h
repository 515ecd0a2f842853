// The API: what programs ask of the server, in JSON, below /v1. routes.def is the one table of it; the handlers are in the files beside it.
#pragma once

#include <stdexcept>
#include <string>

#include "server/http/router.h"

namespace fermata::server {

// It isn't there, or not for this viewer: 404, with the message.
class NotFound : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void add_api(Router& router);
inline bool is_api(std::string_view path) { return path.starts_with("/v1/"); }

// An error as RFC 9457 has it: {"type", "title", "status", "detail"}.
Response problem(int status, const std::string& detail);

}  // namespace fermata::server
