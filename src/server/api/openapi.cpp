// The table of routes as an OpenAPI 3.1 page.
#include <algorithm>
#include <stdexcept>

#include "serialization/data_json.h"
#include "server/api/handlers.h"
#include "server/api/schemas.h"

namespace fermata::server::api {

namespace {

struct Row {
  const char *method, *path, *permission, *handler, *takes, *gives, *text;
};
constexpr Row kRows[] = {
#define API(method, path, permission, handler, takes, gives, text) {#method, path, #permission, #handler, takes, gives, text},
#include "server/api/routes.def"
#undef API
};

Data reference(const std::string& name) { return Data::dict({{"@ref", "#/components/schemas/" + name}}); }
Data content(const char* type, const std::string& schema) { return Data::dict({{type, Data::dict({{"schema", reference(schema)}})}}); }

std::string lower(std::string text) {
  for (char& c : text) c = char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

// What a parameter is: "NUMBER" of "?limit=NUMBER".
struct Kind {
  const char *name, *schema;
};
constexpr char kLines[] = "application/x-ndjson";  // in the line of whoever gives that, too
constexpr char kSnapshot[] = R"({"type": "string", "pattern": "^(latest|[0-9]+)$"})";
constexpr Kind kKinds[] = {
    {"", R"({"type": "string"})"},
    {"NUMBER", R"({"type": "integer", "minimum": 0})"},
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

// "?status" in a row's line is a parameter of the query, "{run}" in its path one of the path.
Data parameters(const Row& row) {
  Data::Items list;
  const auto add = [&](std::string_view name, const char* in, bool is_needed, std::string_view kind) {
    const auto* found = std::ranges::find(kKinds, kind, &Kind::name);
    if (found == std::end(kKinds)) throw std::logic_error("there is no kind of parameter " + std::string(kind));
    list.push_back(Data::dict({{"name", name}, {"in", in}, {"required", is_needed}, {"schema", data_of(found->schema)}}));
  };
  const std::string_view path = row.path, text = row.text;
  for (size_t at = path.find('{'); at != path.npos; at = path.find('{', at + 1)) {
    const std::string_view name = path.substr(at + 1, path.find('}', at) - at - 1);
    add(name, "path", true, name == "seq" ? "SNAPSHOT" : "");
  }
  for (size_t at = text.find('?'); at != text.npos; at = text.find('?', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const std::string_view name = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
    std::string_view kind = rest.substr(name.size());
    kind = kind.starts_with('=') ? kind.substr(1, kind.find_first_of(" ,;:!", 1) - 1) : "";
    add(name, "query", rest.substr(0, rest.find_first_of(" ,;:")).ends_with('!'), kind);
  }
  return Data::list(std::move(list));
}

Data responses(const Row& row) {
  const auto response = [](const char* what, Data content) { return Data::dict({{"description", what}, {"content", std::move(content)}}); };
  Data::Pairs given = content("application/json", row.gives).pairs();
  if (std::string_view(row.text).find(kLines) != std::string_view::npos)
    given.emplace_back(kLines, Data::dict({{"schema", Data::dict({{"type", "string"}})}}));
  const Data good = response("What was asked for", Data::dict(std::move(given)));
  Data::Pairs pairs{{"200", good}};
  if (std::string_view(row.method) == "POST") pairs.emplace_back("201", good);
  else pairs.emplace_back("304", Data::dict({{"description", "It is as the ETag says"}}));
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
  for (size_t i = 0; i < std::size(kRows); ++i) {
    bool is_known = false;
    for (const auto& [path, operations] : paths) is_known |= path.as_str() == kRows[i].path;
    if (is_known) continue;
    Data::Pairs operations;
    for (size_t j = i; j < std::size(kRows); ++j)
      if (std::string_view(kRows[j].path) == kRows[i].path) operations.emplace_back(lower(kRows[j].method), operation(kRows[j], schemas));
    paths.emplace_back(kRows[i].path, Data::dict(std::move(operations)));
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
