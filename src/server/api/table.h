// The table of routes, routes.def, as rows; and what their lines say of parameters, headers and statuses. What is checked of a request, and
// what /v1/openapi.json says, are made of these.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fermata::server::api {

struct Row {
  const char *method, *path, *permission, *handler, *takes, *gives, *text;
};
std::span<const Row> table();

// "?limit=LIMIT!" in a row's line.
struct QueryParameter {
  std::string_view name, kind;
  bool is_needed = false;
};
std::vector<QueryParameter> query_of(const Row& row);

// "Run 200 201": a schema's name, and with which statuses it is given; without any 200 alone.
std::string_view schema_given(const Row& row);  // "": none
std::vector<std::string_view> statuses_of(const Row& row);

// Words in a row's line.
inline constexpr std::string_view kKey = "Idempotency-Key", kETag = "ETag", kLines = "application/x-ndjson", kEvents = "text/event-stream";
inline bool tells_of(const Row& row, std::string_view word) { return std::string_view(row.text).find(word) != std::string_view::npos; }

}  // namespace fermata::server::api
