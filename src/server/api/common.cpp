// What handlers share, and how what goes wrong in them is told.
#include <algorithm>

#include "base/text.h"
#include "durable/reports.h"
#include "serialization/data_json.h"
#include "server/api/api.h"
#include "server/api/handlers.h"
#include "server/api/table.h"
#include "server/http/form.h"

namespace fermata::server {

namespace {

const char* title_of(int status) {
  switch (status) {
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 503: return "Service Unavailable";
    default: return "Internal Server Error";
  }
}

// What `give` gives, or throws, as a problem.
template <class Give>
Response answered(const Give& give) {
  try {
    return give();
  } catch (const NotFound& error) {
    return problem(404, error.what());
  } catch (const durable::NotThere& error) {
    return problem(404, error.what());
  } catch (const durable::Refused& error) {
    return problem(409, error.what());
  } catch (const UsageError& error) {
    return problem(422, error.what());
  }
}

// Throws UsageError for values that can't be: nobody decides, or begins a run, with them.
void check_values(const Services& services, const Request& request) {
  if (request.body.find("\"$") == request.body.npos) return;  // it has no tagged values
  Data data;
  std::string problem;
  if (!from_json(request.body, &data, &problem)) return;  // which the handler says
  if (const std::string why = services.value_problem(data); !why.empty()) throw UsageError("a value can't be: " + why);
}

// What nobody looks at is a mistake of whoever sent it. Throws BadRequest.
void check_query(const api::Row& row, const Request& request) {
  const std::vector<api::QueryParameter> known = api::query_of(row);
  for (const auto& [name, value] : request.query) {
    if (std::ranges::find(known, name, &api::QueryParameter::name) != known.end()) continue;
    std::string list;
    for (const api::QueryParameter& one : known) list += (list.empty() ? "?" : ", ?") + std::string(one.name);
    throw BadRequest("?" + name + ": there is no such parameter here" + (list.empty() ? "" : ": there are " + list));
  }
}

Handler answering(const api::Row& row, Handler handler) {
  return [row, handler = std::move(handler)](Services& services, const Request& request, const Viewer& viewer) {
    check_query(row, request);
    Response response = answered([&] {
      check_values(services, request);
      return handler(services, request, viewer);
    });
    if (response.rest) response.rest = [rest = std::move(response.rest)] { return answered(rest); };
    return response;
  };
}

}  // namespace

namespace api {

Response json(const Data& data, int status) {
  return {.status = status, .type = "application/json", .body = to_json(data) + "\n", .headers = {{"Cache-Control", "no-store"}}};
}

Data told(durable::KnownCalls& known, const Data& report, const durable::RunCall& call, const std::string& queue) {
  Data::Pairs pairs = report.pairs();
  pairs.emplace_back("arguments", known.arguments(call, queue));
  pairs.emplace_back("summary", known.summary(call, queue));
  return Data::dict(std::move(pairs));
}

durable::Run run_of(Services& services, const Request& request, const Viewer& viewer) {
  const std::string& id = request.captures.at("run");
  auto run = services.seen_run(id, viewer);
  if (!run) throw NotFound("there is no run " + id);
  return std::move(*run);
}

durable::RunCall call_of(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  const std::string& text = request.captures.at("call");
  const auto id = number_from(text);
  auto call = id ? services.store.call(run.id, *id) : std::nullopt;
  if (!call) throw NotFound("run " + run.id + " has no call " + text);
  return std::move(*call);
}

std::string tenant_of(const Viewer& viewer, const std::string& asked) {
  if (asked.empty()) return viewer.tenant;
  if (!viewer.sees(asked)) throw NotFound("there is no tenant " + asked);
  return asked;
}

Response run_response(Services& services, const std::string& run, int status) {
  const auto now = services.store.run(run);
  if (!now) throw NotFound("there is no run " + run);
  return json(data_of(*now), status);
}

std::optional<uint64_t> count_of(const Request& request, std::string_view name) {
  const std::string* text = request.parameter(name);
  if (!text) return std::nullopt;
  const auto number = number_from(*text);
  if (!number) throw BadRequest("?" + std::string(name) + " takes a whole number, 0 or more");
  return number;
}

uint64_t most_of(const Request& request, uint64_t unless_said, uint64_t at_most) {
  const uint64_t limit = count_of(request, "limit").value_or(unless_said);
  if (!limit) throw BadRequest("?limit has to be 1 at least");
  return std::min(limit, at_most);
}

uint64_t seq_of(const std::string& text, const durable::Run& run) {
  if (text == "latest" && run.seq == 0) throw durable::Refused("run " + run.id + " has no snapshot yet");
  if (text == "latest") return run.seq;
  const auto seq = number_from(text);
  if (!seq) throw BadRequest("a snapshot is a number, or `latest`, not '" + text + "'");
  return *seq;
}

}  // namespace api

Response problem(int status, const std::string& detail) {
  Response response =
      api::json(Data::dict({{"type", "about:blank"}, {"title", title_of(status)}, {"status", status}, {"detail", detail}}), status);
  response.type = "application/problem+json";
  return response;
}

void add_api(Router& router) {
  const api::Row* row = api::table().data();
#define API(method, path, permission, handler, takes, gives, text) \
  router.add({#method, path, Permission::permission, answering(*row++, api::handler)});
#include "server/api/routes.def"
#undef API
  router.add({"GET", kMetrics, Permission::kView, answering({}, api::get_metrics)});
}

}  // namespace fermata::server
