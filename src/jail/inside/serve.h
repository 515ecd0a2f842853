// A jailed process's work: one session, driven by the requests of its parent, until that closes the socket.
#pragma once

#include "jail/inside/walls.h"

namespace fermata::jail {

// Before serve(): SIGUSR1 interrupts the session, SIGUSR2 has it yield after its next output.
void take_signals();
// The exit code. The socket is descriptor 0, and the filter is on.
int serve(const Room& room);

}  // namespace fermata::jail
