#include "server/api/table.h"

#include <algorithm>

namespace fermata::server::api {

namespace {

constexpr Row kRows[] = {
#define API(method, path, permission, handler, takes, gives, text) {#method, path, #permission, #handler, takes, gives, text},
#include "server/api/routes.def"
#undef API
};

}  // namespace

std::span<const Row> table() { return kRows; }

std::vector<QueryParameter> query_of(const Row& row) {
  std::vector<QueryParameter> parameters;
  const std::string_view text = row.text ? row.text : "";
  for (size_t at = text.find('?'); at != text.npos; at = text.find('?', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const std::string_view name = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
    const std::string_view kind = rest.substr(name.size());
    parameters.push_back({.name = name,
                          .kind = kind.starts_with('=') ? kind.substr(1, kind.find_first_of(" ,;:!.", 1) - 1) : "",
                          .is_needed = rest.substr(0, rest.find_first_of(" ,;:.")).ends_with('!')});
  }
  return parameters;
}

std::string_view schema_given(const Row& row) {
  const std::string_view gives = row.gives;
  return gives.substr(0, gives.find(' '));
}

std::vector<std::string_view> statuses_of(const Row& row) {
  std::vector<std::string_view> statuses;
  const std::string_view gives = row.gives;
  for (size_t at = gives.find(' '); at != gives.npos; at = gives.find(' ', at + 1)) statuses.push_back(gives.substr(at + 1, 3));
  return statuses.empty() ? std::vector<std::string_view>{"200"} : statuses;
}

}  // namespace fermata::server::api
