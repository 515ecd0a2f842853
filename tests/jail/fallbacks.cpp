// Jails on machines that lack something: each is made of this one, in a process of its own, by refusing what that machine would refuse.
// What isn't there must be said, with the reason, and everything else must stand; without seccomp there is no jail.
//
//   build/tests/jail/fallbacks       FERMATA_JAIL names the program
//
// Prints "N machines, N wrong" and what was wrong.
#include <seccomp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <sched.h>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fermata/jail.h"

using namespace fermata;

namespace {

struct Refused {
  int call;
  int error;
};

struct Machine {
  const char* name;
  std::vector<Refused> refused{};      // system calls
  std::vector<const char*> limits{};   // of /proc/sys/user, that are zero
  std::map<std::string, int> lacks{};  // walls, and why (errno; 0: something else)
  const char* no_jail = nullptr;       // what the error says
};

std::vector<Machine> machines() {
  const std::map<std::string, int> no_namespaces{{"user", EPERM}, {"mount", EPERM},  {"net", EPERM}, {"ipc", EPERM},
                                                 {"uts", EPERM},  {"cgroup", EPERM}, {"pid", EPERM}, {"root", 0}};
  return {
      {.name = "this one"},
      {.name = "without namespaces, as in a container", .refused = {{SCMP_SYS(unshare), EPERM}}, .lacks = no_namespaces},
      {.name = "without user namespaces", .limits = {"max_user_namespaces"}, .lacks = {{"user", ENOSPC}}},
      {.name = "with user namespaces only",
       .limits = {"max_mnt_namespaces", "max_net_namespaces", "max_pid_namespaces"},
       .lacks = {{"mount", ENOSPC}, {"net", ENOSPC}, {"pid", ENOSPC}, {"root", 0}}},
      {.name = "that permits no mounts", .refused = {{SCMP_SYS(mount), EPERM}}, .lacks = {{"root", EPERM}}},
      {.name = "that permits no other root", .refused = {{SCMP_SYS(pivot_root), EPERM}}, .lacks = {{"root", EPERM}}},
      {.name = "before Landlock", .refused = {{SCMP_SYS(landlock_create_ruleset), ENOSYS}}, .lacks = {{"landlock", ENOSYS}}},
      {.name = "with Landlock turned off",
       .refused = {{SCMP_SYS(landlock_create_ruleset), EOPNOTSUPP}},
       .lacks = {{"landlock", EOPNOTSUPP}}},
      {.name = "with Landlock that fails", .refused = {{SCMP_SYS(landlock_restrict_self), E2BIG}}, .lacks = {{"landlock", E2BIG}}},
      {.name = "with none of these",
       .refused = {{SCMP_SYS(unshare), EPERM}, {SCMP_SYS(landlock_create_ruleset), ENOSYS}},
       .lacks =
           [&] {
             auto lacks = no_namespaces;
             lacks["landlock"] = ENOSYS;
             return lacks;
           }()},
      {.name = "without seccomp", .refused = {{SCMP_SYS(seccomp), ENOSYS}}, .no_jail = "no seccomp filters"},
      {.name = "where seccomp isn't permitted", .refused = {{SCMP_SYS(seccomp), EPERM}}, .no_jail = "no seccomp filters"},
      {.name = "before pidfds", .refused = {{SCMP_SYS(pidfd_open), ENOSYS}}, .no_jail = std::strerror(ENOSYS)},
  };
}

bool write_file(const std::string& path, const std::string& text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool whole = write(file, text.data(), text.size()) == ssize_t(text.size());
  close(file);
  return whole;
}

// From here on this process is on that machine. False: it can't be made of this one.
bool move_to(const Machine& machine) {
  if (!machine.limits.empty()) {
    // The limits of a user namespace are its own, and hold for those within.
    const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
    if (unshare(CLONE_NEWUSER) != 0 || !write_file("/proc/self/setgroups", "deny") ||
        !write_file("/proc/self/uid_map", "0 " + user + " 1") || !write_file("/proc/self/gid_map", "0 " + group + " 1"))
      return false;
  }
  for (const char* limit : machine.limits)
    if (!write_file(std::string("/proc/sys/user/") + limit, "0")) return false;
  if (machine.refused.empty()) return true;
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  for (const Refused& refused : machine.refused)
    if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(refused.error), refused.call, 0) != 0) return false;
  return seccomp_load(filter) == 0;
}

struct Findings {
  const Machine& machine;
  int wrong = 0;
  void add(const std::string& what) {
    ++wrong;
    std::printf("on a machine %s: %s\n", machine.name, what.c_str());
  }
};

// What stands on this machine is what can be had.
void check_walls(const std::vector<Wall>& walls, const std::set<std::string>& stand_here, Findings& findings) {
  const Machine& machine = findings.machine;
  std::set<std::string> seen;
  for (const Wall& wall : walls) {
    seen.insert(wall.name);
    const auto lack = machine.lacks.find(wall.name);
    if (wall.stands != (lack == machine.lacks.end() && stand_here.contains(wall.name)))
      findings.add(wall.name + (wall.stands ? " stands: " : " doesn't stand: ") + wall.detail);
    else if (lack != machine.lacks.end() && lack->second && wall.detail.find(std::strerror(lack->second)) == wall.detail.npos)
      findings.add(wall.name + " lacks because of: " + wall.detail);
  }
  for (const std::string& name : stand_here)
    if (!seen.contains(name)) findings.add(name + " isn't named");
}

void run_in(Jail& jail, Findings& findings) {
  std::vector<Finding> problems;
  if (jail.session("1 + 2", "fallbacks.py", {}, &problems)->start().result != Data(3)) findings.add("a program gives something else");
  const auto session = jail.session("while True: pass", "fallbacks.py", {}, &problems);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    session->interrupt();
  });
  if (session->start().limit != "interrupt") findings.add("interrupt() isn't heard");
  other.join();
}

std::string error_of(JailOptions options) {
  try {
    Jail jail(std::move(options));
  } catch (const JailError& error) {
    return error.what();
  }
  return "";
}

int check(const Machine& machine, const std::set<std::string>& stand_here) {
  if (!move_to(machine)) {
    std::printf("a machine %s can't be made of this one: %s\n", machine.name, std::strerror(errno));
    return 0;
  }
  Findings findings{machine};
  for (const bool one_session : {false, true}) {
    const JailOptions options{.one_session = one_session};
    if (machine.no_jail) {
      const std::string error = error_of(options);
      if (error.find(machine.no_jail) == error.npos) findings.add(error.empty() ? "there is a jail" : "the error is: " + error);
      continue;
    }
    Jail jail(options);
    check_walls(jail.walls(), stand_here, findings);
    run_in(jail, findings);
    for (const auto& [name, reason] : machine.lacks) {
      const std::string error = error_of({.one_session = one_session, .required = {name}});
      if (!error.starts_with("the jail lacks " + name + ": ")) findings.add("where " + name + " is required, the error is: " + error);
    }
  }
  return findings.wrong;
}

// In a process of its own, as there is no way back.
int check_apart(const Machine& machine, const std::set<std::string>& stand_here) {
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    int wrong = 1;
    try {
      wrong = check(machine, stand_here);
    } catch (const std::exception& error) {
      std::printf("on a machine %s: %s\n", machine.name, error.what());
    }
    std::fflush(stdout);
    _exit(std::min(wrong, 100));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

int main() {
  std::set<std::string> stand_here;
  for (const Jail jail; const Wall& wall : jail.walls())
    if (wall.stands) stand_here.insert(wall.name);
  const std::vector<Machine> all = machines();
  int wrong = 0;
  for (const Machine& machine : all) wrong += check_apart(machine, stand_here);
  std::printf("%zu machines, %d wrong\n", all.size(), wrong);
  return wrong != 0;
}
