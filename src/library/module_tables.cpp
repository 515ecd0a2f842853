#include "library/module_tables.h"

#include <algorithm>

namespace fermata {

std::span<const ModuleName> module_list() {
  static constexpr ModuleName kNames[] = {
#define MODULE(name, whom) {#name, ModuleFor::whom, ModuleFrom::kOurs, ModuleState::kShared},
#define PYTHON_MODULE(name, state) {#name, ModuleFor::kPrograms, ModuleFrom::kPython, ModuleState::state},
#define MODULE_ALIAS(name, of) {#name, ModuleFor::kPrograms, ModuleFrom::kPython, ModuleState::kShared, #of},
#include "library/modules.def"
  };
  static_assert(std::ranges::is_sorted(kNames, {}, &ModuleName::name));
  return kNames;
}

std::string_view why_no_module(std::string_view name) {
  struct Absent {
    std::string_view name, why;
  };
#define WHY(id, title, text) constexpr std::string_view id = text;
#include "library/modules.def"
  static constexpr Absent kAbsent[] = {
#define NO_MODULE(name, why) {#name, why},
#include "library/modules.def"
  };
  static_assert(std::ranges::is_sorted(kAbsent, {}, &Absent::name));
  // For a module in a package without a row of its own, the package's.
  for (;; name = name.substr(0, name.rfind('.'))) {
    const auto found = std::ranges::lower_bound(kAbsent, name, {}, &Absent::name);
    if (found != std::end(kAbsent) && found->name == name) return found->why;
    if (name.find('.') == name.npos) return {};
  }
}

const ModuleName* find_module_name(std::string_view name) {
  const auto found = std::ranges::lower_bound(module_list(), name, {}, &ModuleName::name);
  return found != module_list().end() && found->name == name ? &*found : nullptr;
}

bool is_package_name(std::string_view name) {
  return std::ranges::any_of(module_list(), [&](const ModuleName& m) {
    return m.name.size() > name.size() && m.name.starts_with(name) && m.name[name.size()] == '.';
  });
}

#define NATIVE_MODULE(name) extern const ModuleRow k##name##Module;
#define NATIVE_TYPE(name) extern const TypeRow k##name##Type;
#include "library/native_modules.def"

std::span<const ModuleRow* const> native_modules() {
  static constexpr const ModuleRow* kModules[] = {
#define NATIVE_MODULE(name) &k##name##Module,
#include "library/native_modules.def"
  };
  return kModules;
}

std::span<const TypeRow* const> native_module_types() {
  static constexpr const TypeRow* kTypes[] = {
#define NATIVE_TYPE(name) &k##name##Type,
#include "library/native_modules.def"
  };
  return kTypes;
}

}  // namespace fermata
