// The table of routes as an OpenAPI 3.1 page.
#include <algorithm>
#include <stdexcept>

#include "serialization/data_json.h"
#include "server/api/handlers.h"
#include "server/api/schemas.h"
#include "server/api/table.h"

namespace fermata::server::api {

namespace {

Data reference(std::string_view name) { return Data::dict({{"@ref", "#/components/schemas/" + std::string(name)}}); }
Data content(const char* type, std::string_view schema) { return Data::dict({{type, Data::dict({{"schema", reference(schema)}})}}); }

std::string lower(std::string text) {
  for (char& c : text) c = char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

// What a parameter is: "NUMBER" of "?after=NUMBER".
struct Kind {
  const char *name, *schema;
};
constexpr char kText[] = R"({"type": "string"})";
constexpr char kSnapshot[] = R"({"type": "string", "pattern": "^(latest|[0-9]+)$"})";
constexpr Kind kKinds[] = {
    {"", kText},
    {"NUMBER", R"({"type": "integer", "minimum": 0})"},
    {"LIMIT", R"({"type": "integer", "minimum": 1, "description": "How many; more than 500 (of lines 10000) are taken for that"})"},
    {"STATUS", R"({"@ref": "#/components/schemas/RunStatus"})"},
    {"SNAPSHOT", kSnapshot},
    {"TIME", R"({"type": "string", "anyOf": [{"format": "date-time"}, {"format": "date"}]})"},
    {"PATH", R"({"type": "string", "minLength": 1})"},
    {"true", R"({"enum": ["true", "false"]})"},
};

Data data_of(const char* json) {
  Data data;
  std::string wrong;
  if (!from_json(json, &data, &wrong)) throw std::logic_error(wrong + ": " + json);
  return data;
}

// A header that goes with a word in a row's line.
struct Header {
  std::string_view word;
  const char *name, *what;
};
constexpr Header kSent[] = {
    {kKey, "Idempotency-Key", "Under the same key it happens once: what was made the first time is given again. As the member `key`"},
    {"traceparent", "traceparent", "The span in which it is submitted, as W3C's Trace Context has it"},
    {kETag, "If-None-Match", "An ETag: 304 when nothing has changed since"},
};
constexpr Header kGiven[] = {{kETag, "ETag", "Changes with each event of the log"}};

// "?status" in a row's line is a parameter of the query, "{run}" in its path one of the path.
Data parameters(const Row& row) {
  Data::Items list;
  const auto add = [&](std::string_view name, const char* in, bool is_needed, std::string_view kind) {
    const auto* found = std::ranges::find(kKinds, kind, &Kind::name);
    if (found == std::end(kKinds)) throw std::logic_error("there is no kind of parameter " + std::string(kind));
    list.push_back(Data::dict({{"name", name}, {"in", in}, {"required", is_needed}, {"schema", data_of(found->schema)}}));
  };
  const std::string_view path = row.path;
  for (size_t at = path.find('{'); at != path.npos; at = path.find('{', at + 1)) {
    const std::string_view name = path.substr(at + 1, path.find('}', at) - at - 1);
    add(name, "path", true, name == "seq" ? "SNAPSHOT" : "");
  }
  for (const QueryParameter& one : query_of(row)) add(one.name, "query", one.is_needed, one.kind);
  for (const Header& header : kSent)
    if (tells_of(row, header.word))
      list.push_back(Data::dict({{"name", header.name}, {"in", "header"}, {"description", header.what}, {"schema", data_of(kText)}}));
  return Data::list(std::move(list));
}

Data responses(const Row& row) {
  const auto response = [](const char* what, Data content) { return Data::dict({{"description", what}, {"content", std::move(content)}}); };
  Data::Pairs given, headers;
  if (!schema_given(row).empty()) given = content("application/json", schema_given(row)).pairs();
  for (const std::string_view type : {kLines, kEvents})
    if (tells_of(row, type)) given.emplace_back(type, Data::dict({{"schema", data_of(kText)}}));
  for (const Header& header : kGiven)
    if (tells_of(row, header.word))
      headers.emplace_back(header.name, Data::dict({{"description", header.what}, {"schema", data_of(kText)}}));
  Data::Pairs pairs;
  for (const std::string_view status : statuses_of(row)) {
    Data::Pairs good = response(status == "201" ? "It was made" : "What was asked for", Data::dict(given)).pairs();
    if (!headers.empty()) good.emplace_back("headers", Data::dict(headers));
    pairs.emplace_back(status, Data::dict(std::move(good)));
  }
  if (tells_of(row, kETag)) pairs.emplace_back("304", Data::dict({{"description", "It is as the ETag says"}}));
  for (const auto& [status, what] :
       {std::pair("400", "What was sent makes no sense"), std::pair("401", "Nobody knows who asks"), std::pair("403", "The viewer may not"),
        std::pair("404", "It isn't there, or not for the viewer"), std::pair("409", "It isn't in a state that permits this"),
        std::pair("413", "More was sent than is taken"), std::pair("422", "It was understood, and can't be done"),
        std::pair("429", "The viewer, or their address, asks too often"), std::pair("500", "Something went wrong here"),
        std::pair("503", "The store is busy")})
    pairs.emplace_back(status, response(what, content("application/problem+json", "Problem")));
  return Data::dict(std::move(pairs));
}

Data operation(const Row& row, const Data& schemas) {
  Data::Pairs pairs{{"operationId", row.handler},
                    {"summary", row.text},
                    {"x-permission", lower(row.permission + 1)},  // (without the k)
                    {"parameters", parameters(row)},
                    {"responses", responses(row)}};
  if (*row.takes)
    pairs.emplace_back("requestBody", Data::dict({{"required", schemas.find(row.takes)->find("required") != nullptr},
                                                  {"content", content("application/json", row.takes)}}));
  if (std::string_view(row.permission) == "kAnybody") pairs.emplace_back("security", Data::list());
  return Data::dict(std::move(pairs));
}

}  // namespace

Response get_openapi(Services&, const Request&, const Viewer&) {
  const Data schemas = data_of(schemas_json());
  Data::Pairs paths;
  for (const Row& row : table()) {
    const auto is_here = [&](const auto& pair) { return pair.first.as_str() == row.path; };
    if (std::ranges::any_of(paths, is_here)) continue;
    Data::Pairs operations;
    for (const Row& other : table())
      if (std::string_view(other.path) == row.path) operations.emplace_back(lower(other.method), operation(other, schemas));
    paths.emplace_back(row.path, Data::dict(std::move(operations)));
  }
  const Data bearer = Data::dict({{"type", "http"}, {"scheme", "bearer"}});
  Response page =
      json(Data::dict({{"openapi", "3.1.0"},
                       {"info", Data::dict({{"title", "Fermata"}, {"version", "1"}})},
                       {"security", Data::list({Data::dict({{"token", Data::list()}})})},
                       {"paths", Data::dict(std::move(paths))},
                       {"components", Data::dict({{"schemas", schemas}, {"securitySchemes", Data::dict({{"token", bearer}})}})}}));
  for (size_t at = page.body.find("\"@ref\""); at != page.body.npos; at = page.body.find("\"@ref\"", at)) page.body[at + 1] = '$';
  return page;
}

}  // namespace fermata::server::api
