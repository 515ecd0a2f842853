#include "library/module_tables.h"

#include <algorithm>

#include "library/_abc.h"
#include "library/_ast/_ast.h"
#include "library/_operator.h"
#include "library/_streams/compression.h"
#include "library/_symtable.h"
#include "library/container_modules.h"
#include "library/copy.h"
#include "library/dataclasses.h"
#include "library/dis.h"
#include "library/json/json.h"
#include "library/number_modules.h"
#include "library/re/re.h"
#include "library/sys.h"
#include "library/text_modules.h"
#include "library/traceback.h"
#include "library/unicodedata.h"

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

std::span<const ModuleRow* const> native_modules() {
  static constexpr const ModuleRow* kModules[] = {
      &kAbcModule,       &kArrayModule,    &kAstModule,       &kBisectModule,    &kCollectionsModule, &kHashlibModule,     &kHeapqModule,
      &kItertoolsModule, &kWeakrefModule,  &kGcModule,        &kCmathModule,     &kCopyModule,        &kDataclassesModule, &kDisModule,
      &kOpcodeModule,    &kJsonModule,     &kMathModule,      &kOperatorModule,  &kRandomModule,      &kReModule,          &kSymtableModule,
      &kSysModule,       &kTextwrapModule, &kTracebackModule, &kLinecacheModule, &kBuiltinsModule,    &kUnicodedataModule, &kBinasciiModule,
      &kPyexpatModule,   &kCodecsModule,   &kStructModule,    &kLzmaModule,      &kStreamsModule,     &kZlibModule,
  };
  return kModules;
}

std::span<const TypeRow* const> native_module_types() {
  static constexpr const TypeRow* kTypes[] = {
      &kPatternType,
      &kMatchType,
      &kRandomStateType,
  };
  return kTypes;
}

}  // namespace fermata
