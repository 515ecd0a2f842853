// Attempts to get out of a jail: each in a process of its own, forked and shut in as fermata-jail does it, with the same walls and the same
// filter. None may succeed, and what isn't in the table of calls must end the process at once.
//
//   build/tests/jail/attempts [--patterns N]      N: how many sets of arguments for each system call (24)
//
// Prints "N attempts, N succeeded" and what did.
#include <linux/audit.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <linux/futex.h>
#include <poll.h>
#include <set>
#include <string>
#include <vector>

#include "jail/inside/walls.h"

using namespace fermata;
using namespace fermata::jail;

namespace {

enum Exit : int { kSucceeded = 40, kRefused = 41, kShut = 42 };

// What an attempt reaches for.
char passwd[] = "/etc/passwd";
char memory[4096];
pid_t outer = 0;  // the process that runs the attempts, as it knows itself

struct Attempt {
  std::string name;
  std::function<bool()> make;   // true: it has succeeded
  bool may_be_refused = false;  // the call is let through, and says no; others must end the process
};

long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) { return syscall(number, a, b, c, d, e, f); }
long at(void* p) { return long(p); }

bool runs_code(void* page) {
  static const unsigned char kReturn[] = {0xC3};
  std::memcpy(page, kReturn, sizeof kReturn);
  reinterpret_cast<void (*)()>(page)();
  return true;
}

std::vector<Attempt> named_attempts() {
  std::vector<Attempt> all;
  const auto add = [&](std::string name, std::function<bool()> make) { all.push_back({std::move(name), std::move(make)}); };
  const auto refused = [&](std::string name, std::function<bool()> make) { all.push_back({std::move(name), std::move(make), true}); };
  for (const char* path : {"/etc/passwd", "/proc/self/mem", "/proc/self/environ", "/proc/1/root/etc/passwd", "/proc/self/fd/0", "/dev/mem",
                           "/dev/tty", "/tmp", "/", ".", ""}) {
    add(std::string("open ") + path, [path] { return open(path, O_RDONLY) >= 0; });
    add(std::string("write to ") + path, [path] { return open(path, O_WRONLY | O_CREAT, 0600) >= 0; });
    add(std::string("stat ") + path, [path] { return call(SYS_newfstatat, AT_FDCWD, long(path), at(memory), 0) == 0; });
    add(std::string("readlink ") + path, [path] { return readlink(path, memory, sizeof memory) >= 0; });
    add(std::string("unlink ") + path, [path] { return unlink(path) == 0; });
    add(std::string("chdir ") + path, [path] { return chdir(path) == 0; });
    add(std::string("chroot ") + path, [path] { return chroot(path) == 0; });
    add(std::string("openat2 ") + path, [path] {
      uint64_t how[3] = {O_RDONLY, 0, 0};
      return call(SYS_openat2, AT_FDCWD, long(path), at(how), sizeof how) >= 0;
    });
    add(std::string("execve ") + path, [path] {
      char* none[] = {nullptr};
      return execve(path, none, none) == 0;
    });
    add(std::string("connect ") + path, [path] {
      sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
      std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
      return connect(0, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    });
  }
  for (int family = 0; family < 46; ++family)
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW})
      add("socket " + std::to_string(family) + " " + std::to_string(type), [=] { return socket(family, type, 0) >= 0; });
  for (int signal = 0; signal < 65; ++signal) {
    for (const int whom : {0, -1, 1, 2}) {
      add("kill " + std::to_string(whom) + " " + std::to_string(signal), [=] { return kill(whom, signal) == 0; });
      add("tkill " + std::to_string(whom) + " " + std::to_string(signal), [=] { return call(SYS_tkill, whom, signal) == 0; });
    }
    add("kill the parent " + std::to_string(signal), [=] { return kill(outer, signal) == 0; });
    add("kill itself " + std::to_string(signal), [=] { return call(SYS_tgkill, 3, 3, signal) == 0; });
    add("handle " + std::to_string(signal), [=] { return call(SYS_rt_sigaction, signal, at(memory), 0, 8) == 0; });
  }
  for (int request = 0; request < 35; ++request)
    add("ptrace " + std::to_string(request), [=] { return call(SYS_ptrace, request, outer, 0, 0) == 0; });
  for (int descriptor = -1; descriptor < 260; ++descriptor) {
    const std::string name = " descriptor " + std::to_string(descriptor);
    add("write to" + name, [=] { return write(descriptor, "x", 1) == 1; });
    add("read" + name, [=] { return read(descriptor, memory, 1) >= 0; });
    add("dup" + name, [=] { return dup(descriptor) >= 0; });
    if (descriptor != 0) {
      add("send to" + name, [=] { return send(descriptor, "x", 1, MSG_DONTWAIT) == 1; });
      add("receive from" + name, [=] { return recv(descriptor, memory, 1, MSG_DONTWAIT) >= 0; });
      add("map" + name, [=] { return mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, descriptor, 0) != MAP_FAILED; });
    }
  }
  add("give a descriptor away", [] {
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
    iovec part{memory, 1};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    *head = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    return sendmsg(0, &message, 0) >= 0;
  });
  add("send to an address", [] {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = "/x"};
    return sendto(0, "x", 1, 0, reinterpret_cast<sockaddr*>(&address), sizeof address) == 1;
  });
  for (const int protection : {PROT_EXEC, PROT_READ | PROT_EXEC, PROT_WRITE | PROT_EXEC, PROT_READ | PROT_WRITE | PROT_EXEC}) {
    const std::string name = " as " + std::to_string(protection);
    add("map memory" + name, [=] { return mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; });
    add("protect memory" + name, [=] {
      void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      return mprotect(page, 4096, protection) == 0;
    });
    add("protect the program" + name, [=] { return mprotect(reinterpret_cast<void*>(long(&runs_code) & -4096L), 4096, protection) == 0; });
    add("protect by key" + name, [=] { return call(SYS_pkey_mprotect, long(memory) & -4096L, 4096, protection, -1) == 0; });
  }
  add("map shared memory", [] { return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; });
  add("run code on the heap", [] { return runs_code(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); });
  add("run code in data", [] { return runs_code(memory); });
  add("change the program", [] { return runs_code(reinterpret_cast<void*>(&named_attempts)); });
  add("make reading executing", [] { return call(SYS_personality, 0x0400000) >= 0; });
  add("fork", [] { return fork() >= 0; });
  add("vfork", [] { return call(SYS_clone, CLONE_VFORK | CLONE_VM | SIGCHLD, 0, 0, 0, 0) >= 0; });
  add("a thread", [] { return call(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, at(memory + 2048), 0, 0, 0) >= 0; });
  add("clone3", [] {
    uint64_t arguments[8] = {};
    arguments[4] = SIGCHLD;
    return call(SYS_clone3, at(arguments), sizeof arguments) >= 0;
  });
  add("new namespaces", [] { return unshare(CLONE_NEWUSER) == 0; });
  add("another filter", [] { return prctl(PR_SET_SECCOMP, 2, memory) == 0; });
  add("be dumpable", [] { return prctl(PR_SET_DUMPABLE, 1) == 0; });
  add("read the parent", [] {
    iovec here{memory, 8}, there{memory, 8};
    return process_vm_readv(outer, &here, 1, &there, 1, 0) >= 0;
  });
  add("read its own memory by the system", [] {
    iovec here{memory, 8}, there{memory + 64, 8};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) >= 0;
  });
  // Calls in the table, beyond their conditions or beyond their limits.
  for (int resource = 0; resource < 20; ++resource) {
    const rlimit most{RLIM_INFINITY, RLIM_INFINITY};
    const auto raise = [=](int whom) { return call(SYS_prlimit64, whom, resource, at(const_cast<rlimit*>(&most)), 0) == 0; };
    if (resource == RLIMIT_AS) refused("raise its address space", [=] { return raise(0); });
    else if (resource != RLIMIT_CPU) add("raise limit " + std::to_string(resource), [=] { return raise(0); });
    add("raise the parent's limit " + std::to_string(resource), [=] { return raise(outer); });
    add("ask for limit " + std::to_string(resource), [=] { return call(SYS_prlimit64, 0, resource, 0, at(memory)) == 0; });
  }
  refused("more address space than there may be",
          [] { return mmap(nullptr, size_t(1) << 33, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; });
  for (int operation = 0; operation < 24; ++operation)
    for (const int flags : {0, FUTEX_PRIVATE_FLAG, FUTEX_CLOCK_REALTIME})
      if ((operation | flags) != (FUTEX_WAKE | FUTEX_PRIVATE_FLAG))
        add("futex " + std::to_string(operation | flags),
            [=] { return call(SYS_futex, at(memory), operation | flags, 0, 0, at(memory), 0) >= 0; });
#ifdef __x86_64__
  // The tables of other architectures.
  for (const long number : {1, 2, 5, 11, 37, 102, 120, 359})
    add("32-bit call " + std::to_string(number), [=] {
      long result;
      asm volatile("int $0x80" : "=a"(result) : "a"(number), "b"(0), "c"(0), "d"(0) : "memory");
      return result >= 0;
    });
  for (const long number : {0, 1, 2, 41, 56, 59, 520})
    add("x32 call " + std::to_string(number), [=] { return call(0x40000000 | number, at(passwd), 0, 0) >= 0; });
  add("the old page of calls", [] {
    // Emulated by the kernel, which asks the filter.
    const auto getcpu = reinterpret_cast<long (*)(void*, void*, void*)>(0xFFFFFFFFFF600800);
    return getcpu(memory, memory + 8, nullptr) == 0;
  });
#endif
  return all;
}

std::set<long> allowed_calls() {
  return {
#define CALL(name, condition, why) SYS_##name,
#include "jail/inside/calls.def"
#undef CALL
  };
}

// Every other system call there is, and will be, with sets of arguments that might do something.
std::vector<Attempt> numbered_attempts(int patterns) {
  constexpr long kMostNumber = 520;
  // uretprobe and uprobe of x86: kernels that have them ask no filter, and refuse them anywhere but in code that only the kernel can map.
  const std::set<long> unfiltered{335, 336};
  const std::set<long> allowed = allowed_calls();
  std::vector<Attempt> all;
  for (long number = 0; number < kMostNumber; ++number) {
    if (allowed.contains(number)) continue;
    for (int pattern = 0; pattern < patterns; ++pattern)
      all.push_back({"call " + std::to_string(number) + " with pattern " + std::to_string(pattern),
                     [=] {
                       const long values[] = {0, -1, 1, at(passwd), at(memory), 4096, 2, AT_FDCWD};
                       long a[6];
                       uint32_t mixed = uint32_t(pattern) * 2654435761U;  // the first are simple, the rest mixed
                       for (int i = 0; i < 6; ++i, mixed /= 8) a[i] = pattern < 8 ? values[pattern] : values[mixed % 8];
                       const long result = call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
                       return !unfiltered.contains(number) || result != -1;  // (of all others, coming back is enough)
                     },
                     unfiltered.contains(number)});
  }
  return all;
}

// Empty: it failed as it must.
std::string outcome_of(const Attempt& attempt, const Room& room, const Filter& filter) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return "no socket";
  const pid_t pid = fork();
  if (pid < 0) return "no process";
  if (pid == 0) {
    if (!shut(ends[1], room, filter)) _exit(kShut);
    _exit(attempt.make() ? kSucceeded : kRefused);
  }
  close(ends[0]);
  close(ends[1]);
  const int process = int(call(SYS_pidfd_open, pid, 0));
  pollfd end{process, POLLIN, 0};
  const bool ends_by_itself = poll(&end, 1, 30'000) == 1;
  close(process);
  if (!ends_by_itself) kill(pid, SIGKILL);
  int status = 0;
  waitpid(pid, &status, 0);
  if (!ends_by_itself) return "went on";
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGSYS || WTERMSIG(status) == SIGSEGV)) return "";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGILL && attempt.may_be_refused) return "";
  if (WIFEXITED(status) && WEXITSTATUS(status) == kRefused && attempt.may_be_refused) return "";
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == kSucceeded ? "succeeded"
         : WEXITSTATUS(status) == kRefused ? "was refused, and went on"
                                           : "exit code " + std::to_string(WEXITSTATUS(status));
}

int run(int patterns) {
  std::vector<Wall> walls;
  const bool first = enter_namespaces(walls);
  if (first) {  // as in the zygote
    const pid_t pid = fork();
    if (pid != 0) {
      int status = 0;
      waitpid(pid, &status, 0);
      return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }
  }
  outer = getpid();
  const Room room = Room::measure(64 << 20);
  const Filter filter;
  close_in(walls);
  std::vector<Attempt> all = named_attempts();
  for (Attempt& attempt : numbered_attempts(patterns)) all.push_back(std::move(attempt));
  // Without attempts, a process lives: what ends the others is what they try.
  const Attempt nothing{"nothing", [] { return false; }, true};
  if (const std::string problem = outcome_of(nothing, room, filter); !problem.empty()) {
    std::printf("a jailed process that does nothing %s\n", problem.c_str());
    return 1;
  }
  size_t succeeded = 0;
  for (const Attempt& attempt : all)
    if (const std::string problem = outcome_of(attempt, room, filter); !problem.empty()) {
      ++succeeded;
      std::printf("%s: %s\n", attempt.name.c_str(), problem.c_str());
    }
  std::printf("%zu attempts, %zu succeeded\n", all.size(), succeeded);
  std::fflush(stdout);
  return succeeded != 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int patterns = argc == 3 && std::strcmp(argv[1], "--patterns") == 0 ? std::atoi(argv[2]) : 24;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  return run(patterns);
}
