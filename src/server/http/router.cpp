#include "server/http/router.h"

namespace fermata::server {

namespace {

// The part that `path` begins with, up to the next "/"; both are taken off.
std::string_view next_part(std::string_view& path) {
  const size_t end = std::min(path.find('/', 1), path.size());
  const std::string_view part = path.substr(1, end - 1);
  path.remove_prefix(end);
  return part;
}

bool fits(std::string_view pattern, std::string_view path, Texts& captures) {
  while (!pattern.empty() && !path.empty()) {
    if (!path.starts_with('/')) return false;
    const std::string_view wanted = next_part(pattern), part = next_part(path);
    if (wanted.starts_with('{')) {
      if (part.empty()) return false;
      captures[std::string(wanted.substr(1, wanted.size() - 2))] = part;
    } else if (wanted != part) {
      return false;
    }
  }
  return pattern.empty() && path.empty();
}

}  // namespace

Router::Found Router::find(const std::string& method, std::string_view path) const {
  Found found;
  for (const Route& route : routes_) {
    Texts captures;
    if (!fits(route.pattern, path, captures)) continue;
    if (route.method == method || (route.method == "GET" && method == "HEAD")) return {&route, std::move(captures), ""};
    found.allowed += (found.allowed.empty() ? "" : ", ") + route.method;
  }
  return found;
}

}  // namespace fermata::server
