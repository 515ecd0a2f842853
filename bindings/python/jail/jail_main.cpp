// fermata-jail of the Python package: the module _native, which is beside it, has all that it runs. (A program of its own, with the
// engine and its library once more, would double the package.) The module's needs of CPython are met by stand-ins that nobody calls:
// stand_ins.py writes them.
#include <cstdio>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

int main() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  if (n <= 0 || size_t(n) == sizeof path) return 2;
  std::string file(path, size_t(n));
  file.resize(file.rfind('/') + 1);
  file += FERMATA_MODULE;
  void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto run = module ? reinterpret_cast<int (*)()>(dlsym(module, "fermata_jail_main")) : nullptr;
  if (run) return run();
  std::fprintf(stderr, "fermata-jail: %s\n", dlerror());
  return 2;
}
