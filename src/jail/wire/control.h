// What a Jail and its zygote say to each other, over a socket that keeps packets whole. Only our own code is on either side of it: jailed
// processes don't have it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "jail/wire/channel.h"

namespace fermata::jail {

// Both are compiled from one source, but a path may lead to another release's program.
inline constexpr uint32_t kProtocol = 3;

// The zygote's descriptor for it when it starts.
inline constexpr int kControl = 3;

// The first packet to the zygote. When a socket comes with it, there will be one session: it becomes that one's process, and has no
// children.
struct Birth {
  uint32_t protocol;
  uint32_t modules_bytes;  // of the text that follows: the modules to make, each behind a space
  uint64_t heap_most;      // JailOptions::heap_bytes
  uint64_t eagerness_us;   // of its children: Channel::set_eagerness()
};
// The zygote's answer, when it is ready: this, and a text: lines of the walls ("+name\tdetail" or "-name\tdetail"), or an error's. When
// there will be one session, its own pidfd comes with it.
struct Born {
  uint32_t protocol;
  uint32_t good;
};
inline constexpr unsigned kMostBirthBytes = 64 * 1024;

// Exit codes of a jailed process that ends by itself.
enum JailedExit : int {
  kLeft = 0,       // the parent closed the socket
  kNotShut = 91,   // it couldn't be shut in
  kNoMemory = 92,  // the system gave none
  kUncaught = 93,  // a C++ exception that nobody expected
  kNonsense = 94,  // the parent sent what makes no sense
  kCpuTime = 95,   // limit_cpu()'s seconds are used up
};

struct Command {
  enum class What : uint64_t {
    kFork,    // with a socket; the answer comes with a pidfd
    kStatus,  // of one that has ended or is about to: waits for it
  };
  What what;
  uint64_t number;  // of the child
};
struct CommandAnswer {
  Command::What what;
  uint64_t number;
  int64_t value;  // kFork: the process as its parent sees it, or -errno; kStatus: as from waitpid(), or -1 when it isn't known (any more)
};

// A packet, and with it a descriptor when that isn't below zero. False: it wasn't sent whole.
bool send_packet(int socket, const void* packet, size_t bytes, int descriptor);
// As recvmsg(), which may say EINTR; a descriptor that comes with the packet is closed on exec.
ssize_t receive_packet(int socket, void* packet, size_t bytes, Descriptor* descriptor, int flags = 0);

}  // namespace fermata::jail
