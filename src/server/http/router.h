// Router: which handler a request is for, and whether the viewer may ask it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.h"

namespace fermata::server {

struct Route {
  std::string method;   // "GET", which answers HEAD, too
  std::string pattern;  // "/runs/{run}": a name in braces is any one part that isn't empty
  Permission permission = Permission::kView;
  Handler handler;
};

class Router {
 public:
  void add(Route route) { routes_.push_back(std::move(route)); }
  const std::vector<Route>& routes() const { return routes_; }

  struct Found {
    const Route* route = nullptr;  // null: there is none
    Texts captures{};
    std::string allowed{};  // without a route: the methods that the path has, "GET, POST"; empty: it isn't a path at all
  };
  Found find(const std::string& method, std::string_view path) const;

 private:
  std::vector<Route> routes_;
};

}  // namespace fermata::server
