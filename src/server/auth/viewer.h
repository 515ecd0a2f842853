// Viewer: who asks, and what they may. Made for each request by whatever knows people (tokens, passwords, a proxy); handlers trust it.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace fermata::server {

// kAnybody: whoever asks, of whom nothing is known. kAct: what changes nothing but takes part, for whoever may submit or decide; no word in
// auth.toml is for it alone.
enum class Permission : uint8_t { kAnybody, kView, kAct, kSubmit, kWork, kDecide, kAdmin };

// The word for it in auth.toml: "decide".
inline const char* to_string(Permission permission) {
  switch (permission) {
    case Permission::kAnybody: return "nothing";
    case Permission::kView: return "view";
    case Permission::kAct: return "submit or decide";
    case Permission::kSubmit: return "submit";
    case Permission::kWork: return "work";
    case Permission::kDecide: return "decide";
    case Permission::kAdmin: return "admin";
  }
  return "";
}

struct Viewer {
  std::string name;                  // "ada"
  std::string tenant;                // only this one; empty: all
  std::set<Permission> permissions;  // kAdmin has them all
  std::set<std::string> roles;       // with which they decide: "finance"
  std::string csrf;                  // of the browser's session; empty: none (a token)
  bool signed_in = false;            // by a session of the browser's, which they may end

  bool can(Permission permission) const { return permissions.contains(permission) || permissions.contains(Permission::kAdmin); }
  bool sees(const std::string& of) const { return tenant.empty() || tenant == of; }
};

}  // namespace fermata::server
