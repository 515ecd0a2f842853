// What the package's fermata-jail (bindings/python/jail) runs of this module. None of it knows CPython.
#include "jail/inside/zygote.h"

extern "C" [[gnu::visibility("default")]] int fermata_jail_main() { return fermata::jail::run_zygote(); }
