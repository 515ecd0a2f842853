#include "jail/outside/launch.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail/wire/control.h"

namespace fermata::jail {

namespace {

[[noreturn]] void failed(const std::string& what) { throw JailError(what + ": " + std::strerror(errno)); }

// Starts the program with the socket as its kControl, in a session of its own (Ctrl-C isn't for it), without an environment.
pid_t spawn(const std::string& program, int control) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int i = 0; i < 3; ++i) posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, control, kControl);
  posix_spawn_file_actions_addclosefrom_np(&actions, kControl + 1);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  char name[] = "fermata-jail";
  char* arguments[] = {name, nullptr};
  char* environment[] = {nullptr};
  pid_t pid = 0;
  const int error = posix_spawn(&pid, program.c_str(), &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = error;
  if (error) failed(program);
  return pid;
}

std::string birth_packet(const JailOptions& options) {
  std::string modules;
  for (const std::string& module : options.modules) modules += " " + module;
  const Birth birth{.protocol = kProtocol,
                    .modules_bytes = uint32_t(modules.size()),
                    .heap_most = options.heap_bytes,
                    .eagerness_us = uint64_t(eagerness().count())};
  std::string packet(reinterpret_cast<const char*>(&birth), sizeof birth);
  packet += modules;
  if (packet.size() > kMostBirthBytes) throw JailError("too many modules");
  return packet;
}

std::vector<Wall> walls_of(std::string_view lines) {
  std::vector<Wall> walls;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = lines.find('\n', at), tab = lines.find('\t', at);
    walls.push_back({std::string(lines.substr(at + 1, tab - at - 1)), lines[at] == '+', std::string(lines.substr(tab + 1, end - tab - 1))});
    at = end + 1;
  }
  return walls;
}

}  // namespace

std::pair<Descriptor, Descriptor> socket_pair(int type) {
  int ends[2];
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) failed("socketpair");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool readable(int descriptor, int milliseconds) {
  pollfd waited{descriptor, POLLIN, 0};
  int found;
  do found = poll(&waited, 1, milliseconds);
  while (found < 0 && errno == EINTR);
  return found > 0;
}

std::chrono::microseconds eagerness() {
  static const bool alone = [] {
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof processors, &processors) == 0 && CPU_COUNT(&processors) < 2;
  }();
  return std::chrono::microseconds(alone ? 0 : 60);
}

Launched launch(const JailOptions& options, Descriptor session) {
  const std::string program = options.program.empty() ? find_jail_program() : options.program;
  if (program.empty())
    throw JailError("the program fermata-jail isn't found: neither $FERMATA_JAIL names it, nor is it beside this program or library");
  const std::string packet = birth_packet(options);
  auto [ours, theirs] = socket_pair(SOCK_SEQPACKET);
  // posix_spawn's dup2 onto the same number would leave it closed on exec.
  if (theirs.get() == kControl) theirs = Descriptor(fcntl(theirs.get(), F_DUPFD_CLOEXEC, kControl + 1));
  Launched launched{.pid = spawn(program, theirs.get()), .control = std::move(ours)};
  theirs.close();
  const int control = launched.control.get();
  std::string answer(kMostBirthBytes, 0);
  ssize_t n = -1;
  if (send_packet(control, packet.data(), packet.size(), session.get()) && readable(control, kStartMs))
    n = receive_packet(control, answer.data(), answer.size(), &launched.process);
  Born born{};
  if (n >= ssize_t(sizeof born)) std::memcpy(&born, answer.data(), sizeof born);
  answer = answer.substr(sizeof born, std::max<ssize_t>(n, sizeof born) - sizeof born);
  const bool good = born.protocol == kProtocol && born.good;
  if (good && (!session.is_open() || launched.process.is_open())) {
    launched.walls = walls_of(answer);
    return launched;
  }
  launched.control.close();
  wait_for_end(launched.pid);
  throw JailError(n < ssize_t(sizeof born)     ? program + " doesn't start"
                  : good                       ? std::string("the jail's process can't be held on to: pidfd_open: ") + std::strerror(ENOSYS)
                  : born.protocol == kProtocol ? answer
                                               : program + " is from another release");
}

int wait_for_end(pid_t pid) {
  constexpr int kPatienceMs = 1'000;
  const Descriptor process(int(syscall(SYS_pidfd_open, pid, 0)));
  if (process.is_open() && !readable(process.get(), kPatienceMs)) kill(pid, SIGKILL);
  int status = -1;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

}  // namespace fermata::jail
