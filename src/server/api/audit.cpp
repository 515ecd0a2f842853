// Who did what: the store's audit, as pages of JSON, or as lines of it for whoever collects logs.
#include <algorithm>

#include "durable/reports.h"
#include "durable/times.h"
#include "fermata/durable/audit.h"
#include "serialization/data_json.h"
#include "server/api/handlers.h"

namespace fermata::server::api {

namespace {

constexpr uint64_t kMostLines = 10'000;
constexpr char kLines[] = "application/x-ndjson";

std::optional<durable::Time> time_of(const Request& request, std::string_view name) {
  const std::string* text = request.parameter(name);
  if (!text) return std::nullopt;
  const auto time = durable::time_from(*text);
  if (!time) throw BadRequest("?" + std::string(name) + " takes a time, 2026-12-01T10:00:00Z or 2026-12-01");
  return time;
}

}  // namespace

Response list_audit(Services& services, const Request& request, const Viewer& viewer) {
  const auto accept = request.headers.find("accept");
  const bool is_lines = accept != request.headers.end() && accept->second.find(kLines) != std::string::npos;
  durable::AuditQuery query{.tenant = tenant_of(viewer, request.text_of("tenant")),
                            .who = request.text_of("who"),
                            .action = request.text_of("action"),
                            .since = time_of(request, "since"),
                            .until = time_of(request, "until"),
                            .after = count_of(request, "after"),
                            .before = count_of(request, "before")};
  if (!query.action.empty() &&
      std::ranges::none_of(durable::audit_actions(), [&](const durable::AuditAction& one) { return one.name == query.action; }))
    throw BadRequest("there is no action '" + query.action + "'");
  query.most = is_lines ? most_of(request, kMostLines, kMostLines) : most_of(request);
  if (is_lines && !query.after && !query.before) query.after = 0;
  const std::vector<durable::AuditRecord> records = durable::Audit(services.store).records(query);
  if (!is_lines)
    return json(Data::dict(
        {{"records", durable::list_of(records)}, {"next", records.size() == query.most ? Data(int64_t(records.back().number)) : Data()}}));
  Response response{.type = kLines, .headers = {{"Cache-Control", "no-store"}}};
  for (const durable::AuditRecord& record : records) response.body += to_json(data_of(record)) + "\n";
  return response;
}

}  // namespace fermata::server::api
