#include "server/auth/people.h"

#include <algorithm>
#include <stdexcept>

#include "server/auth/secrets.h"
#include "server/http/form.h"

namespace fermata::server {

const Known* People::by_token(std::string_view token) const {
  const auto name = of_token.find(token_hash(token));
  return name == of_token.end() ? nullptr : &tokens.find(name->second)->second;
}

Viewer People::by_claims(const Claims& claims) const {
  const std::string theirs = provider->name_of(claims);
  if (const auto linked = of_provider.find(theirs); linked != of_provider.end()) return persons.find(linked->second)->second.viewer;
  // Whoever may choose their name there mustn't be able to choose one of ours.
  if (persons.contains(theirs)) throw NotKnown("'" + theirs + "' is a person of auth.toml that has no oidc = \"" + theirs + "\"");
  std::optional<Viewer> viewer = provider->viewer_of(claims);
  if (!viewer) throw NotKnown("no [[oidc.grant]] fits '" + theirs + "', and no [[person]] has oidc = \"" + theirs + "\"");
  viewer->name = theirs;
  return *viewer;
}

bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= 200 && is_text(text) &&
         std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

void grant(std::string_view word, Viewer& viewer) {
  constexpr std::string_view kRole = "decide:";
  if (word == "submit") viewer.permissions.insert(Permission::kSubmit);
  else if (word == "work") viewer.permissions.insert(Permission::kWork);
  else if (word == "admin") viewer.permissions.insert(Permission::kAdmin);
  else if (word == "decide") viewer.permissions.insert(Permission::kDecide);
  else if (word.starts_with(kRole) && word.size() > kRole.size() && word[kRole.size()] != ' ' && !word.ends_with(' ')) {
    viewer.permissions.insert(Permission::kDecide);
    viewer.roles.emplace(word.substr(kRole.size()));
  } else if (word != "view") {
    throw std::invalid_argument("'" + std::string(word) + "' isn't one of view, submit, work, decide, decide:ROLE and admin");
  }
  viewer.permissions.insert(Permission::kView);
  if (viewer.can(Permission::kSubmit) || viewer.can(Permission::kDecide)) viewer.permissions.insert(Permission::kAct);
}

}  // namespace fermata::server
