// A jailed process's work: one session, driven by the requests of its parent, until that closes the socket.
#pragma once

#include <chrono>

#include "jail/inside/walls.h"

namespace fermata::jail {

// SIGUSR1 interrupts the session, SIGUSR2 has it yield after its next output, SIGXCPU ends the process; other signals do what they do
// usually.
void take_signals();
// What any session does first, done on one that is thrown away, over a socket of its own: in the zygote, so that it is made and shared; in
// a child, so that the pages which it writes are the child's own before anybody waits for it. Before the process is shut in.
void rehearse();
// The socket is descriptor 0, and the filter is on. `eagerness`: Channel::set_eagerness(), once the first request is there.
[[noreturn]] void serve(const Room& room, std::chrono::microseconds eagerness);

}  // namespace fermata::jail
