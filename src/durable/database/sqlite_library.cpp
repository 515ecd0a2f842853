#include "durable/database/sqlite_library.h"

#include <dlfcn.h>

#include <string>

#include "fermata/durable/store.h"

namespace fermata::durable {

namespace {

// The name that its binary interface has had since 2004.
constexpr const char* kFile = "libsqlite3.so.0";

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) throw StoreError(StoreError::Kind::kOpen, std::string(kFile) + " is too old for a store: it has no " + name);
}

SqliteLibrary load() {
  void* const library = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (!library) throw StoreError(StoreError::Kind::kOpen, std::string("a store needs SQLite: ") + dlerror());
  SqliteLibrary found{};
#define FUNCTION(name) find(library, "sqlite3_" #name, found.name);
#include "durable/database/sqlite_functions.def"
#undef FUNCTION
  return found;
}

}  // namespace

const SqliteLibrary& sqlite() {
  static const SqliteLibrary library = load();
  return library;
}

}  // namespace fermata::durable
