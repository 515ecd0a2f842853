// Request and Response: what a handler gets and gives, whatever brought it here. Plain values.
#pragma once

#include <cstdint>
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
struct Handling;
}  // namespace fermata::durable

namespace fermata::server {

class Sandboxes;
class Turns;

// What was sent makes no sense: 400, with the message.
class BadRequest : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// It can't be answered now, as too much is under way: 503, to be tried again.
class TooMany : public std::runtime_error {
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
  std::string remote;         // the address without the port
  bool is_encrypted = false;  // it came by TLS, to us
  Texts captures;             // {run} of "/runs/{run}": set by the router
  std::string wrong;          // why what was sent can't be taken: a header isn't UTF-8; empty: it can
  // Since it was first asked, when its answer waits (Response::waits); the greatest number when it can't wait any longer.
  uint64_t waited_ms = 0;

  const std::string* parameter(std::string_view name) const;  // the first of the query; null: there is none
  std::string text_of(std::string_view name) const;           // the same, or an empty text
  bool knows(std::string_view etag) const;                    // If-None-Match names it, compressed or not
  // Of a body that is application/x-www-form-urlencoded. Of several of a name the last. Throws BadRequest.
  Texts form() const;
};

// Who hears of changes.
struct Hearing {
  std::string tenant{};           // of this one's; empty: of all
  std::function<bool()> still{};  // whether they may, now; called often, on the listener's own thread
  std::shared_ptr<void> turn{};   // of those who are kept waiting
};

struct Response {
  int status = 200;
  std::string type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
  // Not null: it isn't an answer yet, and the request is asked again a little later, until waited_ms says that it is enough. No thread is
  // held meanwhile, but this: a turn of those that are kept waiting.
  std::shared_ptr<void> waits{};
  // Where it isn't empty, what it gives is the answer. It compiles or runs a program, on a thread for such: those for all else stay free.
  std::function<Response()> rest{};
  bool asks_others = false;  // it waits for another server instead, on a thread for that
  // Where it isn't empty: nobody takes the answer any more, so what `rest` does may end. Called once at most, on the listener's thread; not
  // necessarily while `rest` is under way.
  std::function<void()> ends{};
  // Not null: the answer is a stream of events, a line whenever something has changed.
  std::shared_ptr<const Hearing> hears{};
};

// Of a call's arguments, and of its answer, as JSON: what is larger is left out of lists, and of the call's page.
inline constexpr uint64_t kListedBytes = 16'000, kPageBytes = 1'000'000;

// What handlers get besides.
struct Services {
  durable::Store& store;
  durable::TimeTravel& travel;
  Jail* jail = nullptr;  // where what is sent is compiled and run; null: in this process
  Turns& executions;     // programs that run for whoever asks
  Turns& looks;          // states that are loaded to be looked at
  Turns& kept;           // requests whose answers wait, and streams of events
  Sandboxes& sandboxes;  // sessions that are fed
  // A stream of what changes, for as long as the viewer may look at the same tenant's things. Throws TooMany.
  const std::function<Response(const Request&, const Viewer&)>& hears;
  // Why nobody of that name could decide on a tenant's calls; empty: somebody could, as far as is known.
  std::function<std::string(const std::string& who, const std::string& tenant)> cannot_decide{};

  // A turn of the viewer's to have a program run, which its `rest` holds. Throws TooMany.
  std::shared_ptr<void> execution(const Viewer& viewer) const;
  // The same to look at states.
  std::shared_ptr<void> look(const Viewer& viewer) const;

  // The run, where the viewer may see it: of another tenant's nothing is said, not even that it is there.
  std::optional<durable::Run> seen_run(const std::string& id, const Viewer& viewer) const;
  // As Jail has them.
  std::unique_ptr<Session> session(std::string_view source, std::string name, SessionOptions options, std::vector<Finding>* findings) const;
  std::unique_ptr<Session> session(SessionOptions options) const;  // to be fed
  std::unique_ptr<Session> load(std::string_view state, SessionOptions options, StateProblem* problem, const Limits* limits) const;
  // Why values of CPython's classes that somebody wrote down can't be: "month must be in 1..12"; empty: they can.
  std::string value_problem(const Data& value) const;
  std::vector<Finding> check(std::string_view source, std::string name, const std::vector<Grant>& functions = {},
                             const std::vector<std::string>& inputs = {}) const;
};

// A call is handed over to somebody who can decide on it, or back to who had it. Throws UsageError.
void check_delegate(const Services& services, const durable::Handling& handling, const std::string& to);

using Handler = std::function<Response(Services&, const Request&, const Viewer&)>;

}  // namespace fermata::server
