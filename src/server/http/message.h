// Request and Response: what a handler gets and gives, whatever brought it here. Plain values.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fermata/session.h"
#include "server/auth/viewer.h"

namespace fermata {
class Jail;
}
namespace fermata::durable {
struct Run;
class Store;
class TimeTravel;
}  // namespace fermata::durable

namespace fermata::server {

// What was sent makes no sense: 400, with the message.
class BadRequest : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Texts = std::map<std::string, std::string, std::less<>>;

struct Request {
  std::string method;                                      // "GET"
  std::string path;                                        // decoded, "/runs/r1"
  std::vector<std::pair<std::string, std::string>> query;  // decoded, in order
  Texts headers;                                           // names in lower case
  std::string body;
  std::string remote;  // the address without the port
  Texts captures;      // {run} of "/runs/{run}": set by the router

  const std::string* parameter(std::string_view name) const;  // the first of the query; null: there is none
  // Of a body that is application/x-www-form-urlencoded. Of several of a name the last. Throws BadRequest.
  Texts form() const;
};

struct Response {
  int status = 200;
  std::string type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
};

// What handlers get besides.
struct Services {
  durable::Store& store;
  durable::TimeTravel& travel;
  Jail* jail = nullptr;  // where what is sent is compiled and run; null: in this process

  // The run, where the viewer may see it: of another tenant's nothing is said, not even that it is there.
  std::optional<durable::Run> seen_run(const std::string& id, const Viewer& viewer) const;
  // As Jail has them.
  std::unique_ptr<Session> session(std::string_view source, std::string name, SessionOptions options, std::vector<Finding>* findings) const;
  std::vector<Finding> check(std::string_view source, std::string name, const std::vector<Grant>& functions = {},
                             const std::vector<std::string>& inputs = {}) const;
};

using Handler = std::function<Response(Services&, const Request&, const Viewer&)>;

}  // namespace fermata::server
