// What a store keeps under seal: states, webhooks' secrets, runs as files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fermata/durable/store.h"

namespace fermata::durable {

// Sealed for its place, if there are keys.
std::string sealed(const StoreOptions& options, std::string bytes, const Bound& place);
// What sealed() was given. Nothing: `why` says so, and goes on after the name of what it is ("is sealed, and there are no keys").
std::optional<std::string> opened(const StoreOptions& options, std::string bytes, const Bound& place, std::string* why);

}  // namespace fermata::durable
