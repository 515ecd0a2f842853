// The table of routes as an OpenAPI 3.1 page.
#include <map>

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

// "?status" in a row's line is a parameter of the query, "{run}" in its path one of the path.
Data parameters(const Row& row) {
  Data::Items list;
  const auto add = [&](const std::string& name, const char* in) {
    list.push_back(Data::dict(
        {{"name", name}, {"in", in}, {"required", in == std::string_view("path")}, {"schema", Data::dict({{"type", "string"}})}}));
  };
  const std::string path = row.path, text = row.text;
  for (size_t at = path.find('{'); at != path.npos; at = path.find('{', at + 1))
    add(path.substr(at + 1, path.find('}', at) - at - 1), "path");
  for (size_t at = text.find('?'); at != text.npos; at = text.find('?', at + 1)) {
    const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 1);
    add(text.substr(at + 1, end - at - 1), "query");
  }
  return Data::list(std::move(list));
}

Data responses(const Row& row) {
  const auto response = [](const char* what, Data content) { return Data::dict({{"description", what}, {"content", std::move(content)}}); };
  const Data good = response("What was asked for", content("application/json", row.gives));
  Data::Pairs pairs{{"200", good}};
  if (std::string_view(row.method) == "POST") pairs.emplace_back("201", good);
  else pairs.emplace_back("304", Data::dict({{"description", "It is as the ETag says"}}));
  for (const auto& [status, what] :
       {std::pair("400", "What was sent makes no sense"), std::pair("401", "Nobody knows who asks"), std::pair("403", "The viewer may not"),
        std::pair("404", "It isn't there, or not for the viewer"), std::pair("409", "It isn't in a state that permits this"),
        std::pair("422", "It was understood, and can't be done"), std::pair("429", "The viewer, or their address, asks too often"),
        std::pair("503", "The store is busy")})
    pairs.emplace_back(status, response(what, content("application/problem+json", "Problem")));
  return Data::dict(std::move(pairs));
}

Data operation(const Row& row) {
  Data::Pairs pairs{{"operationId", row.handler},
                    {"summary", row.text},
                    {"x-permission", lower(row.permission + 1)},  // (without the k)
                    {"parameters", parameters(row)},
                    {"responses", responses(row)}};
  if (*row.takes) pairs.emplace_back("requestBody", Data::dict({{"content", content("application/json", row.takes)}}));
  return Data::dict(std::move(pairs));
}

}  // namespace

Response get_openapi(Services&, const Request&, const Viewer&) {
  Data::Pairs paths;
  for (size_t i = 0; i < std::size(kRows); ++i) {
    bool is_known = false;
    for (const auto& [path, operations] : paths) is_known |= path.as_str() == kRows[i].path;
    if (is_known) continue;
    Data::Pairs operations;
    for (size_t j = i; j < std::size(kRows); ++j)
      if (std::string_view(kRows[j].path) == kRows[i].path) operations.emplace_back(lower(kRows[j].method), operation(kRows[j]));
    paths.emplace_back(kRows[i].path, Data::dict(std::move(operations)));
  }
  Data schemas;
  std::string wrong;
  if (!from_json(schemas_json(), &schemas, &wrong)) throw std::logic_error("schemas.cpp: " + wrong);
  const Data bearer = Data::dict({{"type", "http"}, {"scheme", "bearer"}});
  Response page =
      json(Data::dict({{"openapi", "3.1.0"},
                       {"info", Data::dict({{"title", "Fermata"}, {"version", "1"}})},
                       {"paths", Data::dict(std::move(paths))},
                       {"components", Data::dict({{"schemas", schemas}, {"securitySchemes", Data::dict({{"token", bearer}})}})}}));
  for (size_t at = page.body.find("\"@ref\""); at != page.body.npos; at = page.body.find("\"@ref\"", at)) page.body[at + 1] = '$';
  return page;
}

}  // namespace fermata::server::api
