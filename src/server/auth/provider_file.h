// [oidc] of auth.toml.
#pragma once

#include <optional>

#include "server/auth/provider.h"
#include "server/auth/toml_reader.h"

namespace fermata::server {

// What `all` has of it. Throws ServerError.
std::optional<Provider> provider_of(const TomlReader& reader, const toml::table& all);

}  // namespace fermata::server
