#include "jail/outside/zygote_link.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail/wire/parts.h"

namespace fermata::jail {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(100);
constexpr int kStartMs = 30'000;  // the image is made in some 100 ms; a busy machine takes longer

[[noreturn]] void failed(const std::string& what) { throw JailError(what + ": " + std::strerror(errno)); }

// Both ends are closed in whatever this process executes.
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

}  // namespace

void signal_process(int pidfd, int number) {
  if (pidfd >= 0) syscall(SYS_pidfd_send_signal, pidfd, number, nullptr, 0);
}

void Child::signal(int number) const { signal_process(process.get(), number); }

void Child::kill() {
  signal(SIGKILL);
  channel.close();
}

ZygoteLink::ZygoteLink(JailOptions options) : options_(std::move(options)), made_in_(getpid()) {
  std::lock_guard lock(mutex_);
  start();
}

ZygoteLink::~ZygoteLink() {
  if (made_in_ == getpid()) stop();
}

void ZygoteLink::check_process() const {
  if (made_in_ != getpid()) throw UsageError("a Jail belongs to the process that made it: after fork() make another one");
}

void ZygoteLink::start() {
  const std::string program = options_.program.empty() ? find_jail_program() : options_.program;
  if (program.empty())
    throw JailError("the program fermata-jail isn't found: neither $FERMATA_JAIL names it, nor is it beside this program or library");
  auto [ours, theirs] = socket_pair(SOCK_SEQPACKET);
  // posix_spawn's dup2 onto the same number would leave it closed on exec.
  if (theirs.get() == kControl) theirs = Descriptor(fcntl(theirs.get(), F_DUPFD_CLOEXEC, kControl + 1));
  zygote_ = spawn(program, theirs.get());
  theirs.close();
  control_ = std::move(ours);
  std::string modules;
  for (const std::string& module : options_.modules) modules += " " + module;
  const Birth birth{kProtocol, uint32_t(modules.size()), options_.heap_bytes};
  std::string packet(reinterpret_cast<const char*>(&birth), sizeof birth);
  packet += modules;
  if (packet.size() > kMostBirthBytes) throw JailError("too many modules");
  std::string answer(kMostBirthBytes, 0);
  ssize_t n = -1;
  if (::send(control_.get(), packet.data(), packet.size(), MSG_NOSIGNAL) == ssize_t(packet.size()) && readable(control_.get(), kStartMs))
    n = recv(control_.get(), answer.data(), answer.size(), 0);
  Born born{};
  if (n >= ssize_t(sizeof born)) std::memcpy(&born, answer.data(), sizeof born);
  answer = answer.substr(sizeof born, std::max<ssize_t>(n, sizeof born) - sizeof born);
  if (born.protocol != kProtocol || !born.good) {
    stop();
    throw JailError(n < ssize_t(sizeof born)     ? program + " doesn't start"
                    : born.protocol == kProtocol ? answer
                                                 : program + " is from another release");
  }
  walls_.clear();
  for (size_t at = 0; at < answer.size();) {
    const size_t end = answer.find('\n', at), tab = answer.find('\t', at);
    walls_.push_back({answer.substr(at + 1, tab - at - 1), answer[at] == '+', answer.substr(tab + 1, end - tab - 1)});
    at = end + 1;
  }
  check_child();
  for (const std::string& name : options_.required) {
    const auto wall = std::find_if(walls_.begin(), walls_.end(), [&](const Wall& w) { return w.name == name; });
    if (wall != walls_.end() && wall->stands) continue;
    const std::string why = wall == walls_.end() ? "there is no such wall" : wall->detail;
    stop();
    throw JailError("the jail lacks " + name + ": " + why);
  }
}

// The first child says whether there is one behind these walls.
void ZygoteLink::check_child() {
  CommandAnswer status{.what = Command::What::kFork, .number = 0, .value = -1};
  ask_for_child();
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(kStartMs);
  std::string_view answer;
  if (read_answer(true, &status) && spares_.front().channel.send(message(Request::kHello), until) &&
      spares_.front().channel.receive(&answer, kMostBirthBytes, until) == Channel::Result::kMessage)
    return;
  std::string why = "a jailed process doesn't live";
  if (!spares_.empty() && send({Command::What::kStatus, spares_.front().number}, -1) && read_answer(true, &status) && status.value >= 0)
    why += WIFEXITED(int(status.value)) && WEXITSTATUS(int(status.value)) == kNotShut
               ? ": the system has no seccomp filters that end a process, or doesn't permit them"
               : " (status " + std::to_string(status.value) + ")";
  stop();
  throw JailError(why);
}

void ZygoteLink::stop() {
  spares_.clear();
  asked_.clear();
  control_.close();  // it ends when it sees that, and with it the namespace of its children
  if (zygote_ <= 0) return;
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    const pid_t ended = waitpid(zygote_, nullptr, WNOHANG);
    if (ended != 0) {  // (or somebody else has waited for it)
      zygote_ = 0;
      return;
    }
    usleep(i < 20 ? 200 : 5'000);
  }
  ::kill(zygote_, SIGKILL);
  waitpid(zygote_, nullptr, 0);
  zygote_ = 0;
}

bool ZygoteLink::send(const Command& command, int descriptor) { return send_packet(control_.get(), &command, sizeof command, descriptor); }

void ZygoteLink::ask_for_child() {
  auto [ours, theirs] = socket_pair(SOCK_STREAM);
  const uint64_t number = next_number_++;
  if (send({Command::What::kFork, number}, theirs.get())) asked_.push_back({number, std::move(ours)});
}

// One answer of the zygote's. False: there is none (now), or the zygote is gone. A status goes to `status`; a child becomes a spare.
bool ZygoteLink::read_answer(bool waits, CommandAnswer* status) {
  if (waits && !readable(control_.get(), kStartMs)) return false;
  CommandAnswer answer{};
  Descriptor process;
  ssize_t n;
  do n = receive_packet(control_.get(), &answer, sizeof answer, &process, MSG_DONTWAIT);
  while (n < 0 && errno == EINTR);
  if (n <= 0) return false;
  if (answer.what == Command::What::kStatus) {
    *status = answer;
    return true;
  }
  if (asked_.empty() || asked_.front().number != answer.number) return false;
  Asked asked = std::move(asked_.front());
  asked_.pop_front();
  if (!process.is_open()) throw JailError(std::string("the jail can't fork: ") + std::strerror(int(-answer.value)));
  ++forked_;
  Child& child = spares_.emplace_back();
  child.channel = Channel(std::move(asked.socket));
  child.channel.set_patience(kPatience);
  child.process = std::move(process);
  child.number = asked.number;
  return true;
}

bool ZygoteLink::lives() {
  if (!control_.is_open()) return false;
  pollfd waited{control_.get(), 0, 0};
  return poll(&waited, 1, 0) == 0 || !(waited.revents & (POLLHUP | POLLERR));
}

Child ZygoteLink::take() {
  check_process();
  std::lock_guard lock(mutex_);
  if (!lives()) {
    stop();
    start();
  }
  CommandAnswer none{};
  for (;;) {
    while (!asked_.empty() && read_answer(false, &none)) {
    }
    if (spares_.empty()) {
      if (asked_.empty()) ask_for_child();
      if (asked_.empty() || !read_answer(true, &none)) throw JailError("the jail's zygote doesn't answer");
    }
    Child child = std::move(spares_.front());
    spares_.pop_front();
    if (readable(child.process.get(), 0)) continue;  // it has ended meanwhile: somebody killed it
    // Forking takes more than a session's first steps do: it waits for a session's end, as long as there are others.
    if (spares_.size() <= options_.spares / 2) top_up();
    ++sessions_;
    return child;
  }
}

int ZygoteLink::why_it_ended(Child& child) {
  child.signal(SIGKILL);  // (nothing changes for one that has ended)
  std::lock_guard lock(mutex_);
  if (made_in_ != getpid() || !send({Command::What::kStatus, child.number}, -1)) return -1;
  CommandAnswer status{.what = Command::What::kFork, .number = 0, .value = -1};
  while (status.number != child.number || status.what != Command::What::kStatus)
    if (!read_answer(true, &status)) return -1;
  return int(status.value);
}

void ZygoteLink::top_up() {
  while (spares_.size() + asked_.size() < options_.spares) ask_for_child();
}

void ZygoteLink::retire(Child child) {
  child.kill();
  std::lock_guard lock(mutex_);
  --sessions_;
  if (made_in_ == getpid() && control_.is_open()) top_up();
}

void ZygoteLink::count_crash() {
  std::lock_guard lock(mutex_);
  ++crashed_;
  --sessions_;
}

std::vector<Wall> ZygoteLink::walls() const {
  std::lock_guard lock(mutex_);
  return walls_;
}

JailStats ZygoteLink::stats() const {
  std::lock_guard lock(mutex_);
  return {.sessions = sessions_, .spares = spares_.size() + asked_.size(), .forked = forked_, .crashed = crashed_, .zygote = int(zygote_)};
}

}  // namespace fermata::jail
