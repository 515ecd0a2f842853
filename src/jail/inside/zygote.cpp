#include "jail/inside/zygote.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail/inside/serve.h"
#include "jail/inside/walls.h"
#include "jail/wire/channel.h"
#include "jail/wire/control.h"
#include "jail/wire/parts.h"
#include "library/_sqlite3/api.h"
#include "session/image/image.h"

namespace fermata::jail {

namespace {

void on_child(int) {}  // only wakes ppoll()

Descriptor open_process(pid_t pid) { return Descriptor(int(syscall(SYS_pidfd_open, pid, 0))); }

class Zygote {
 public:
  Zygote(const Filter& filter, const Room& room, std::chrono::microseconds eagerness)
      : filter_(filter), room_(room), eagerness_(eagerness) {}
  int run();

 private:
  void obey(const Command& command, Descriptor socket);
  int64_t fork_child(Descriptor socket, Descriptor* pidfd);
  void reap();
  int end_children();
  int64_t status_of(uint64_t number);

  const Filter& filter_;
  const Room room_;
  const std::chrono::microseconds eagerness_;
  std::map<pid_t, uint64_t> numbers_;  // of the living
  std::map<uint64_t, int> statuses_;   // of the dead that nobody has asked for, the last ones
  static constexpr size_t kMostStatuses = 4'096;
};

int64_t Zygote::fork_child(Descriptor socket, Descriptor* pidfd) {
  if (!socket.is_open()) return -EBADF;
  const pid_t pid = fork();
  if (pid < 0) return -errno;
  if (pid == 0) {
    take_signals();
    rehearse();
    if (!shut(socket.get(), room_, filter_)) _exit(kNotShut);
    serve(room_, eagerness_);
  }
  *pidfd = open_process(pid);
  if (!pidfd->is_open()) {
    const int why = errno;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    return -why;
  }
  return pid;
}

void Zygote::reap() {
  int status = 0;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    const auto found = numbers_.find(pid);
    if (found == numbers_.end()) continue;
    statuses_[found->second] = status;
    numbers_.erase(found);
    if (statuses_.size() > kMostStatuses) statuses_.erase(statuses_.begin());
  }
}

// All of them, and their times are counted among its own.
int Zygote::end_children() {
  for (const auto& [pid, number] : numbers_) kill(pid, SIGKILL);
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
  }
  return 0;
}

int64_t Zygote::status_of(uint64_t number) {
  for (const auto& [pid, its] : numbers_) {
    if (its != number) continue;
    int status = -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    numbers_.erase(pid);
    return status;
  }
  const auto found = statuses_.find(number);
  if (found == statuses_.end()) return -1;
  const int status = found->second;
  statuses_.erase(found);
  return status;
}

void Zygote::obey(const Command& command, Descriptor socket) {
  CommandAnswer told{command.what, command.number, -EINVAL};
  Descriptor pidfd;
  if (command.what == Command::What::kFork) {
    told.value = fork_child(std::move(socket), &pidfd);
    if (told.value > 0) numbers_[pid_t(told.value)] = command.number;
  } else if (command.what == Command::What::kStatus) {
    reap();
    told.value = status_of(command.number);
  }
  send_packet(kControl, &told, sizeof told, pidfd.get());
}

int Zygote::run() {
  // A child's end is noticed while it waits, and at no other time.
  sigset_t children, before;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, &before);
  struct sigaction action = {};
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, nullptr);
  sigdelset(&before, SIGCHLD);
  for (;;) {
    pollfd waited{kControl, POLLIN, 0};
    const int found = ppoll(&waited, 1, nullptr, &before);
    reap();
    if (found <= 0) continue;
    Command command;
    Descriptor socket;
    const ssize_t n = receive_packet(kControl, &command, sizeof command, &socket);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return end_children();  // its Jail has gone
    if (size_t(n) == sizeof command) obey(command, std::move(socket));
  }
}

void tell_born(bool good, const std::string& text, int pidfd = -1) {
  const Born born{kProtocol, good};
  std::string packet(reinterpret_cast<const char*>(&born), sizeof born);
  packet += text;
  send_packet(kControl, packet.data(), packet.size(), pidfd);
}

std::string lines_of(const std::vector<Wall>& walls) {
  std::string lines;
  for (const Wall& wall : walls) lines += (wall.stands ? "+" : "-") + wall.name + "\t" + wall.detail + "\n";
  return lines;
}

void make_image(std::string_view modules) {
  shared_image();
  while (!modules.empty()) {
    const size_t end = std::min(modules.find(' '), modules.size());
    std::string problem;
    if (end) image_module(modules.substr(0, end), &problem);
    modules.remove_prefix(std::min(end + 1, modules.size()));
  }
}

// What the first packet says.
struct Task {
  Birth birth{};
  std::string modules{};
  Descriptor session{};  // the socket of the only one that there will be; closed: it has children for them
};

std::optional<Task> receive_task() {
  std::string packet(kMostBirthBytes, 0);
  Task task;
  const ssize_t n = receive_packet(kControl, packet.data(), packet.size(), &task.session);
  if (n < ssize_t(sizeof task.birth)) return std::nullopt;
  std::memcpy(&task.birth, packet.data(), sizeof task.birth);
  task.modules = packet.substr(sizeof task.birth, size_t(n) - sizeof task.birth);
  return task;
}

int be_zygote(const Task& task, std::vector<Wall> walls) {
  const std::chrono::microseconds eagerness(task.birth.eagerness_us);
  make_image(task.modules);
  prepare_sqlite_for_jail();
  if (!task.session.is_open()) rehearse();
  const Room room = Room::measure(task.birth.heap_most);
  try {
    const Filter filter;
    close_in(walls);
    describe_shut(walls);
    if (!task.session.is_open()) {
      tell_born(true, lines_of(walls));
      return Zygote(filter, room, eagerness).run();
    }
    tell_born(true, lines_of(walls), open_process(getpid()).get());
    take_signals();
    if (!shut(task.session.get(), room, filter)) return kNotShut;
    serve(room, eagerness);
  } catch (const JailError& error) {
    tell_born(false, error.what());
    return 1;
  }
}

// Waits for the process, and ends as that did. One that serves a session doesn't hear of the end of its Jail while the program runs: it is
// ended then.
[[noreturn]] void stay_for(pid_t pid, bool serves) {
  syscall(SYS_close_range, 0U, kControl - (serves ? 1U : 0U), 0U);
  syscall(SYS_close_range, kControl + 1U, ~0U, 0U);
  if (serves) {
    const Descriptor process = open_process(pid);
    pollfd waited[] = {{process.get(), POLLIN, 0}, {kControl, 0, 0}};
    while (poll(waited, 2, -1) < 0 && errno == EINTR) {
    }
    kill(pid, SIGKILL);  // (nothing changes for one that has ended)
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  raise(WTERMSIG(status));
  _exit(1);
}

}  // namespace

int run_zygote() {
  const std::optional<Task> task = receive_task();
  if (!task) return 2;
  if (task->birth.protocol != kProtocol) {
    tell_born(false, "fermata-jail is from another release");
    return 1;
  }
  std::vector<Wall> walls;
  if (!enter_namespaces(walls) && !task->session.is_open()) return be_zygote(*task, std::move(walls));
  // The first process of the namespace is the zygote: when it ends, all others in it do. This one stays outside.
  const pid_t pid = fork();
  if (pid < 0) {
    tell_born(false, std::string("fork: ") + std::strerror(errno));
    return 1;
  }
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    _exit(be_zygote(*task, std::move(walls)));
  }
  stay_for(pid, task->session.is_open());
}

}  // namespace fermata::jail
