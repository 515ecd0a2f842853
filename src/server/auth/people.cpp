#include "server/auth/people.h"

#include <algorithm>
#include <stdexcept>

#include "server/auth/secrets.h"

namespace fermata::server {

const Known* People::by_token(std::string_view token) const {
  const auto name = of_token.find(token_hash(token));
  return name == of_token.end() ? nullptr : &tokens.find(name->second)->second;
}

void grant(std::string_view word, Viewer& viewer) {
  constexpr std::string_view kRole = "decide:";
  if (word == "submit") viewer.permissions.insert(Permission::kSubmit);
  else if (word == "work") viewer.permissions.insert(Permission::kWork);
  else if (word == "admin") viewer.permissions.insert(Permission::kAdmin);
  else if (word == "decide") viewer.permissions.insert(Permission::kDecide);
  else if (word.starts_with(kRole) && word.size() > kRole.size()) {
    viewer.permissions.insert(Permission::kDecide);
    viewer.roles.emplace(word.substr(kRole.size()));
  } else if (word != "view") {
    throw std::invalid_argument("'" + std::string(word) + "' isn't one of view, submit, work, decide, decide:ROLE and admin");
  }
  viewer.permissions.insert(Permission::kView);
  if (viewer.can(Permission::kSubmit) || viewer.can(Permission::kDecide)) viewer.permissions.insert(Permission::kAct);
}

}  // namespace fermata::server
