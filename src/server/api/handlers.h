// The handlers of the API, as routes.def names them. Each gives JSON; it throws NotFound, BadRequest, and what the store throws, which
// answer_api() turns into problems.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fermata/durable/store.h"
#include "fermata/value.h"
#include "server/http/message.h"

namespace fermata::server {
class Body;
}

namespace fermata::durable {
class KnownCalls;
}

namespace fermata::server::api {

#define API(method, path, permission, handler, takes, gives, text) \
  Response handler(Services& services, const Request& request, const Viewer& viewer);
#include "server/api/routes.def"
#undef API
Response get_metrics(Services& services, const Request& request, const Viewer& viewer);  // (not JSON)

// The run of the path, where the viewer may see it. Throws NotFound.
durable::Run run_of(Services& services, const Request& request, const Viewer& viewer);
// The call of the path. Throws NotFound.
durable::RunCall call_of(Services& services, const Request& request, const Viewer& viewer);
// The tenant that is asked for; the viewer's own, where they see only that. Throws NotFound for another's.
std::string tenant_of(const Viewer& viewer, const std::string& asked);

// What a body says of a run to be. Throws BadRequest and NotFound.
durable::Submission submission_of(Body& body, const Request& request, const Viewer& viewer);
// What can't be compiled isn't kept: the answer, then.
std::optional<Response> compile_problem(Services& services, const durable::Submission& submission);

Response json(const Data& data, int status = 200);
// A call's report, with its arguments by name and what it is about.
Data told(durable::KnownCalls& known, const Data& report, const durable::RunCall& call, const std::string& queue);
// What a program has made or changed: paths and sizes.
Response files_response(const std::vector<File>& files);
// The one that ?path names. Throws NotFound.
Response file_response(const std::vector<File>& files, const std::string& path);
// ?path, below /home/user unless it begins with /. Throws BadRequest.
std::string path_of(const Request& request);
Response run_response(Services& services, const std::string& run, int status = 200);

// A whole number of the query. Throws BadRequest.
std::optional<uint64_t> count_of(const Request& request, std::string_view name);
// How many are listed at once: what ?limit says. Throws BadRequest.
inline constexpr uint64_t kListed = 100, kMostListed = 500;
uint64_t most_of(const Request& request, uint64_t unless_said = kListed, uint64_t at_most = kMostListed);
// A snapshot's number. Throws BadRequest.
uint64_t seq_of(const std::string& text, const durable::Run& run);

}  // namespace fermata::server::api
