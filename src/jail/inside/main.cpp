// fermata-jail: what fermata::Jail starts. It takes no arguments and is of no use to people.
#include <cerrno>
#include <cstdio>
#include <sys/socket.h>

#include "jail/inside/zygote.h"
#include "jail/wire/control.h"

int main() {
  int type = 0;
  socklen_t bytes = sizeof type;
  if (getsockopt(fermata::jail::kControl, SOL_SOCKET, SO_TYPE, &type, &bytes) != 0 || type != SOCK_SEQPACKET) {
    std::fputs("fermata-jail runs sessions for fermata --jail and fermata::Jail, which start it; see fermata doctor\n", stderr);
    return 2;
  }
  return fermata::jail::run_zygote();
}
