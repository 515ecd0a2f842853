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
inline constexpr char kAlive[] = "/healthz", kReady[] = "/readyz", kMetrics[] = "/metrics";
// What is wrong there is told as programs can read it.
inline bool is_for_programs(std::string_view path) {
  return path.starts_with("/v1/") || path == kAlive || path == kReady || path == kMetrics;
}

// An error as RFC 9457 has it: {"type", "title", "status", "detail"}.
Response problem(int status, const std::string& detail);

}  // namespace fermata::server
