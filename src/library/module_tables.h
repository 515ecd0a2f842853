// All modules (modules.def), their native parts and the heap types that these bring (native_modules.def), for the image (session/image).
#pragma once

#include <span>
#include <string_view>

#include "objects/natives/native.h"

namespace fermata {

// Who may import a module, whose file it is, whose the module, and all that there are; modules.def.
enum class ModuleFor : uint8_t { kPrograms, kLibrary, kEngine };
enum class ModuleFrom : uint8_t { kOurs, kPython };
enum class ModuleState : uint8_t { kShared, kInC, kOwn };
struct ModuleName {
  std::string_view name;
  ModuleFor whom;
  ModuleFrom from;
  ModuleState state;
  std::string_view alias_of = {};
};
std::span<const ModuleName> module_list();                  // sorted
const ModuleName* find_module_name(std::string_view name);  // null: none
std::string_view why_no_module(std::string_view name);      // why it isn't here, and what to do instead; empty: nobody knows
bool is_package_name(std::string_view name);                // are there modules in it?

std::span<const ModuleRow* const> native_modules();
std::span<const TypeRow* const> native_module_types();

}  // namespace fermata
