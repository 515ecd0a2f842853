#include "durable/database/shared_library.h"

#include <dlfcn.h>

#include "fermata/durable/store.h"

namespace fermata::durable {

SharedLibrary::SharedLibrary(const char* file, const char* need, const char* package)
    : file_(file), library_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
  if (library_) return;
  const char* why = dlerror();
  throw StoreError(StoreError::Kind::kOpen, std::string(need) + " (Debian's package " + package + "): " + why);
}

void* SharedLibrary::address(const char* symbol) const {
  if (void* found = dlsym(library_, symbol)) return found;
  throw StoreError(StoreError::Kind::kOpen, std::string(file_) + " is too old: it has no " + symbol);
}

}  // namespace fermata::durable
