#include "server/guard.h"

#include <random>

namespace fermata::server {

namespace {

std::string token() {
  std::random_device random;  // the system's
  std::string text;
  constexpr char kDigits[] = "0123456789abcdef";
  for (int i = 0; i < 8; ++i)
    for (uint32_t bits = random(), j = 0; j < 8; ++j, bits >>= 4) text.push_back(kDigits[bits & 15]);
  return text;
}

std::string_view header(const Request& request, std::string_view name) {
  const auto found = request.headers.find(name);
  return found == request.headers.end() ? std::string_view() : found->second;
}

}  // namespace

Guard::Guard(const ServerOptions& options)
    : viewer_{.name = options.name,
              .tenant = options.tenant,
              .permissions = {Permission::kView, Permission::kSubmit, Permission::kWork, Permission::kDecide, Permission::kAdmin},
              .roles = options.roles,
              .csrf = token()} {
  if (options.address != "127.0.0.1" && options.address != "::1")
    throw ServerError("there is nobody to tell people apart, so it listens on 127.0.0.1 or ::1 alone, not on " + options.address);
}

bool Guard::is_here(std::string_view host) const {
  const std::string port = ":" + std::to_string(port_);
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"})
    if (host == std::string(name) + port || (port_ == 80 && host == name)) return true;
  return false;
}

std::string Guard::refusal(const Request& request) const {
  if (!is_here(header(request, "host"))) return "this server answers to localhost alone";
  const std::string_view site = header(request, "sec-fetch-site");
  if (!site.empty() && site != "same-origin" && site != "none" && request.method != "GET" && request.method != "HEAD")
    return "this was sent by another site's page";
  const std::string_view origin = header(request, "origin");
  if (!origin.empty() && !(origin.starts_with("http://") && is_here(origin.substr(7)))) return "this was sent by another site's page";
  return "";
}

}  // namespace fermata::server
