// SQLite as the system's shared library.
#include <dlfcn.h>
#include <unistd.h>

#include <string>
#include <type_traits>

#ifdef __linux__
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#endif

#include "library/_sqlite3/api.h"

namespace fermata {

namespace {

void* load(const char* file, int flags = 0) { return dlopen(file, RTLD_NOW | RTLD_LOCAL | flags); }

// The same library once more, with variables of its own: what its allocator is can be said only before it is used. (The loader knows files
// by their inodes.)
#if defined(__linux__) && defined(RTLD_DEEPBIND) && !defined(FERMATA_ASAN)
void* load_own(void* loaded) {
  struct link_map* map = nullptr;
  if (dlinfo(loaded, RTLD_DI_LINKMAP, &map) != 0 || !map) return nullptr;
  const int from = open(map->l_name, O_RDONLY | O_CLOEXEC);
  if (from < 0) return nullptr;
  const int to = memfd_create("sqlite", MFD_CLOEXEC);
  std::string piece(1 << 16, '\0');
  ssize_t size = to < 0 ? -1 : 0;
  while (size >= 0 && (size = read(from, piece.data(), piece.size())) > 0)
    if (write(to, piece.data(), size_t(size)) != size) size = -1;
  close(from);
  void* own = size == 0 ? load(("/proc/self/fd/" + std::to_string(to)).c_str(), RTLD_DEEPBIND) : nullptr;
  if (to >= 0) close(to);
  return own;
}
#else
void* load_own(void*) { return nullptr; }
#endif

}  // namespace

bool load_sqlite(SqliteApi& found, bool own) {
  void* file = load("libsqlite3.so.0");
  if (file && own) file = load_own(file);
  if (!file) return false;
  bool all = true;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
    all = all && function;
  };
#define FUNCTION(name) find("sqlite3_" #name, found.name);
#include "library/_sqlite3/functions.def"
#undef FUNCTION
  return all;
}

}  // namespace fermata
