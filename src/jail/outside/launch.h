// Starts fermata-jail, and waits for its end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <utility>
#include <vector>

#include "fermata/jail.h"
#include "jail/wire/channel.h"

namespace fermata::jail {

// The two ends of a new one, both closed in whatever this process executes. Throws JailError.
std::pair<Descriptor, Descriptor> socket_pair(int type);
// Can it be read from, now or within that time? (A pidfd: has the process ended?)
bool readable(int descriptor, int milliseconds);

// What Channel::set_eagerness() is given on both sides: nothing where there is one processor, which the other side needs.
std::chrono::microseconds eagerness();

inline constexpr int kStartMs = 30'000;  // the image is made in some 100 ms; a busy machine takes longer

struct Launched {
  pid_t pid = 0;
  Descriptor control{};
  std::vector<Wall> walls{};
  Descriptor process{};  // of the one that serves the session: a pidfd
};
// Without a `session` a zygote, which waits for commands; with the other end of its socket a process that serves one session. Throws
// JailError.
Launched launch(const JailOptions& options, Descriptor session = {});
// Waits until it has ended, or ends it when that takes long; what waitpid() says, or -1 when somebody else has waited for it.
int wait_for_end(pid_t pid);

}  // namespace fermata::jail
