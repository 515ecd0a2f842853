// fermata-jail: what fermata::Jail starts. It takes no arguments and is of no use to people.
#include <cerrno>
#include <cstdio>
#include <sys/socket.h>

#include "jail/inside/zygote.h"
#include "jail/wire/control.h"
#include "library/_sqlite3/api.h"

// It can load nothing later.
bool fermata::load_sqlite(SqliteApi& found, bool own) {
  found = {
#define FUNCTION(name) sqlite3_##name,
#include "library/_sqlite3/functions.def"
#undef FUNCTION
  };
  return !own;
}

int main() {
  int type = 0;
  socklen_t bytes = sizeof type;
  if (getsockopt(fermata::jail::kControl, SOL_SOCKET, SO_TYPE, &type, &bytes) != 0 || type != SOCK_SEQPACKET) {
    std::fputs("fermata-jail runs sessions for fermata --jail and fermata::Jail, which start it; see fermata doctor\n", stderr);
    return 2;
  }
  return fermata::jail::run_zygote();
}
