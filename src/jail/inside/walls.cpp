#include "jail/inside/walls.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/address_space.h"

namespace fermata::jail {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;  // terabytes of shadow: the address space can't be limited
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::string failed(const char* what) { return std::string(what) + ": " + std::strerror(errno); }

bool write_file(const char* path, const std::string& text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool whole = write(file, text.data(), text.size()) == ssize_t(text.size());
  close(file);
  return whole;
}

// Nobody's: the host's user is known inside under the number that stands for no user.
void map_ids(uid_t user, gid_t group) {
  constexpr char kNobody[] = "65534 ";
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", kNobody + std::to_string(user) + " 1");
  write_file("/proc/self/gid_map", kNobody + std::to_string(group) + " 1");
}

struct Namespace {
  const char* name;
  int flag;
  const char* what;
};
constexpr Namespace kNamespaces[] = {
    {"mount", CLONE_NEWNS, "a file tree of its own"},
    {"net", CLONE_NEWNET, "no network interface"},
    {"ipc", CLONE_NEWIPC, "no shared memory or queue of others"},
    {"uts", CLONE_NEWUTS, "a host name of its own"},
    {"cgroup", CLONE_NEWCGROUP, "no sight of the host's control groups"},
    {"pid", CLONE_NEWPID, "no process to see but its own kind"},
};

// An empty file system that can't be written, in the place of the host's.
bool empty_root(std::string* why) {
  const auto bad = [&](const char* what) {
    *why = failed(what);
    return false;
  };
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return bad("mount /");
  // Anywhere will do: nobody sees it but this namespace, which then sees nothing else.
  if (mount("none", "/proc", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k,nr_inodes=1,mode=000") != 0) return bad("mount tmpfs");
  if (chdir("/proc") != 0) return bad("chdir");
  if (syscall(SYS_pivot_root, ".", ".") != 0) return bad("pivot_root");
  if (umount2(".", MNT_DETACH) != 0) return bad("umount");
  if (mount("none", "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) return bad("remount");
  return true;
}

bool drop_capabilities() {
  for (int capability = 0; capability <= 63; ++capability) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

// Kernels newer than Debian 12's headers know more.
struct LandlockRules {
  uint64_t files, network, scoped;
};

Wall landlock() {
  Wall wall{.name = "landlock"};
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) {
    wall.detail = failed("landlock_create_ruleset");
    return wall;
  }
  LandlockRules rules{.files = version >= 5   ? 0xFFFFU
                               : version >= 3 ? 0x7FFFU
                               : version == 2 ? 0x3FFFU
                                              : 0x1FFFU,
                      .network = version >= 4 ? 0x3U : 0U,  // bind and connect by TCP
                      .scoped = version >= 6 ? 0x3U : 0U};  // abstract sockets and signals of others
  const size_t bytes = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
  const int ruleset = int(syscall(SYS_landlock_create_ruleset, &rules, bytes, 0));
  wall.stands = ruleset >= 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  wall.detail = wall.stands ? "version " + std::to_string(version) + ": no file" +
                                  (version >= 6   ? ", no connection, no signal to others"
                                   : version >= 4 ? ", no connection"
                                                  : "")
                            : failed("landlock");
  if (ruleset >= 0) close(ruleset);
  return wall;
}

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(resource, &both);
}

}  // namespace

bool enter_namespaces(std::vector<Wall>& walls) {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  write_file("/proc/self/oom_score_adj", "1000");  // when memory is short, these go first
  Wall& own = walls.emplace_back(Wall{.name = "user"});
  own.stands = unshare(CLONE_NEWUSER) == 0;
  own.detail = own.stands ? "nobody's, without rights outside" : failed("unshare");
  if (own.stands) map_ids(user, group);
  bool first = false;
  for (const Namespace& space : kNamespaces) {
    Wall& wall = walls.emplace_back(Wall{.name = space.name});
    wall.stands = unshare(space.flag) == 0;
    wall.detail = wall.stands ? space.what : failed("unshare");
    if (space.flag == CLONE_NEWPID) first = wall.stands;
  }
  return first;
}

void close_in(std::vector<Wall>& walls) {
  const auto mounts = [&] {
    for (const Wall& wall : walls)
      if (wall.name == "mount") return wall.stands;
    return false;
  };
  Wall root{.name = "root"};
  if (!mounts()) root.detail = "needs a mount namespace";
  else if (empty_root(&root.detail)) root = {.name = "root", .stands = true, .detail = "an empty file system, read-only"};
  walls.push_back(root);
  const bool dropped = drop_capabilities();
  walls.push_back({.name = "capabilities", .stands = dropped, .detail = dropped ? "none" : failed("capset")});
  const bool settled = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  walls.push_back({.name = "no_new_privs", .stands = settled, .detail = settled ? "no program gives it rights" : failed("prctl")});
  const bool hidden = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
  walls.push_back({.name = "not_dumpable", .stands = hidden, .detail = hidden ? "no core, no debugger" : failed("prctl")});
  walls.push_back(landlock());
}

bool shut(int socket, const Room& room, const Filter& filter) {
  if (dup2(socket, 0) != 0 || syscall(SYS_close_range, 1U, ~0U, 0U) != 0) return false;
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);  // (where there is no pid namespace)
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NPROC, 0);
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  if (const uint64_t most = room.address_space(room.heap_most)) limit(RLIMIT_AS, most);
  return filter.put_on();
}

void describe_shut(std::vector<Wall>& walls) {
  walls.push_back({.name = "descriptors", .stands = true, .detail = "one: the socket to the parent"});
  walls.push_back({.name = "rlimits", .stands = true, .detail = "address space, CPU time; no files, processes, cores, locked memory"});
  walls.push_back({.name = "seccomp", .stands = true, .detail = std::to_string(Filter::calls()) + " system calls allowed"});
}

Room Room::measure(uint64_t heap_most) { return {mapped_bytes(), heap_most}; }

uint64_t Room::address_space(uint64_t heap_bytes) const {
  // A table that grows has its old place and its new one; a state is beside the heap that it is saved from, and then in a message.
  constexpr uint64_t kAround = 64 << 20, kTimes = 3;
  return heap_bytes && heap_bytes < UINT64_MAX / 8 && !kSanitized ? image + kAround + kTimes * heap_bytes : 0;
}

void limit_address_space(const Room& room, uint64_t heap_bytes) {
  const uint64_t most = room.address_space(room.heap_most), wanted = room.address_space(heap_bytes);
  const rlimit both{wanted ? wanted : RLIM_INFINITY, most ? most : RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &both);
}

void limit_cpu(uint64_t seconds) {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  const rlimit both{seconds ? rlim_t(used.tv_sec) + seconds : RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CPU, &both);
}

}  // namespace fermata::jail
