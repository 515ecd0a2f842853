#include "jail/outside/zygote_link.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail/outside/launch.h"
#include "jail/wire/parts.h"

namespace fermata::jail {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(100);
// What a process may hold when a session of its tenant's is over, to be kept for the next one; and how long it may take to let go of it.
constexpr uint64_t kMostResident = 64 << 20;
constexpr int kMostTidyingMs = 1'000;

}  // namespace

void signal_process(int pidfd, int number) {
  if (pidfd >= 0) syscall(SYS_pidfd_send_signal, pidfd, number, nullptr, 0);
}

void Child::signal(int number) const { signal_process(process.get(), number); }

pid_t Child::pid() const {
  if (!is_there() || !process.is_open()) return 0;
  std::ifstream about("/proc/self/fdinfo/" + std::to_string(process.get()));
  int number = 0;
  for (std::string word; about >> word;)
    if (word == "Pid:") about >> number;
  return std::max(number, 0);
}

uint64_t Child::resident_bytes() {
  if (!memory.is_open()) memory = Descriptor(open(("/proc/" + std::to_string(pid()) + "/statm").c_str(), O_RDONLY | O_CLOEXEC));
  char text[128] = {};
  unsigned long all = 0, resident = 0, of_files = 0;
  if (pread(memory.get(), text, sizeof text - 1, 0) <= 0 || std::sscanf(text, "%lu %lu %lu", &all, &resident, &of_files) != 3)
    return UINT64_MAX;  // there is no telling
  return uint64_t(resident - std::min(resident, of_files)) * uint64_t(sysconf(_SC_PAGESIZE));
}

void Child::kill() {
  signal(SIGKILL);
  channel.close();
}

ZygoteLink::ZygoteLink(JailOptions options) : options_(std::move(options)), made_in_(getpid()) {
  std::lock_guard lock(mutex_);
  start();
}

ZygoteLink::~ZygoteLink() {
  if (is_ours()) stop();
}

bool ZygoteLink::is_ours() const { return made_in_ == getpid(); }

void ZygoteLink::check_process() const {
  if (!is_ours()) throw UsageError("a Jail (in Python: a Pool) belongs to the process that made it: after fork() make another one");
}

void ZygoteLink::start() {
  if (options_.one_session) {
    walls_ = start_only_child();
  } else {
    Launched launched = launch(options_);
    zygote_ = launched.pid;
    control_ = std::move(launched.control);
    walls_ = std::move(launched.walls);
    ask_for_child();
    CommandAnswer none{};
    if (!read_answer(true, &none)) {
      stop();
      throw JailError("the jail's zygote doesn't answer");
    }
  }
  check_child();
  check_walls();
}

std::vector<Wall> ZygoteLink::start_only_child() {
  auto [ours, theirs] = socket_pair(SOCK_STREAM);
  Launched launched = launch(options_, std::move(theirs));
  Child& child = add_spare(std::move(ours), std::move(launched.process), next_number_++);
  child.launched = launched.pid;
  child.control = std::move(launched.control);
  return std::move(launched.walls);
}

// The first child says whether there is one behind these walls.
void ZygoteLink::check_child() {
  Child& child = spares_.front();
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(kStartMs);
  std::string_view answer;
  if (child.channel.send(message(Request::kHello), until) &&
      child.channel.receive(&answer, kMostBirthBytes, until) == Channel::Result::kMessage)
    return;
  const int status = status_of(child);
  stop();
  std::string why = "a jailed process doesn't live";
  if (status >= 0)
    why += WIFEXITED(status) && WEXITSTATUS(status) == kNotShut
               ? ": the system has no seccomp filters that end a process, or doesn't permit them"
               : " (status " + std::to_string(status) + ")";
  throw JailError(why);
}

void ZygoteLink::check_walls() {
  for (const std::string& name : options_.required) {
    const auto wall = std::find_if(walls_.begin(), walls_.end(), [&](const Wall& w) { return w.name == name; });
    if (wall != walls_.end() && wall->stands) continue;
    const std::string why = wall == walls_.end() ? "there is no such wall" : wall->detail;
    stop();
    throw JailError("the jail lacks " + name + ": " + why);
  }
}

void ZygoteLink::stop() {
  for (Child& child : spares_) end(child);
  for (Child& child : resting_) end(child);
  spares_.clear();
  resting_.clear();
  asked_.clear();
  control_.close();  // it ends when it sees that, and with it the namespace of its children
  if (zygote_ > 0) wait_for_end(zygote_);
  zygote_ = 0;
}

void ZygoteLink::end(Child& child) {
  child.kill();
  child.control.close();
  if (child.launched > 0) wait_for_end(child.launched);
  child.launched = 0;
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
  add_spare(std::move(asked.socket), std::move(process), asked.number);
  return true;
}

Child& ZygoteLink::add_spare(Descriptor socket, Descriptor process, uint64_t number) {
  ++forked_;
  Child& child = spares_.emplace_back();
  child.channel = Channel(std::move(socket));
  child.channel.set_patience(kPatience);
  child.channel.set_eagerness(eagerness());
  child.process = std::move(process);
  child.number = number;
  return child;
}

bool ZygoteLink::lives() {
  if (!control_.is_open()) return false;
  pollfd waited{control_.get(), 0, 0};
  return poll(&waited, 1, 0) == 0 || !(waited.revents & (POLLHUP | POLLERR));
}

// One of those that wait, or that were asked for.
Child ZygoteLink::next_spare() {
  CommandAnswer none{};
  while (!asked_.empty() && read_answer(false, &none)) {
  }
  if (spares_.empty() && options_.one_session) start_only_child();
  if (spares_.empty()) {
    if (asked_.empty()) ask_for_child();
    if (asked_.empty() || !read_answer(true, &none)) throw JailError("the jail's zygote doesn't answer");
  }
  Child child = std::move(spares_.front());
  spares_.pop_front();
  return child;
}

// One that has served this tenant. What it sends before its answer to kNext, or after it, is a hostile program's, and its end.
std::optional<Child> ZygoteLink::resting(const std::string& tenant) {
  for (;;) {
    std::optional<Child> child;
    {
      std::lock_guard lock(mutex_);
      const auto found = std::find_if(resting_.rbegin(), resting_.rend(), [&](const Child& c) { return c.tenant == tenant; });
      if (found == resting_.rend()) return std::nullopt;
      child = std::move(*found);
      resting_.erase(std::next(found).base());
      ++sessions_;
    }
    const auto now = std::chrono::steady_clock::now();
    std::string_view answer;
    if (readable(child->channel.socket(), kMostTidyingMs) &&
        child->channel.receive(&answer, kMostBirthBytes, now) == Channel::Result::kMessage && answer == message(Reply::kDone) &&
        !child->channel.has_more())
      return child;
    retire(*child);
  }
}

Child ZygoteLink::take(const std::string& tenant) {
  check_process();
  if (!tenant.empty())
    if (std::optional<Child> child = resting(tenant)) return std::move(*child);
  std::lock_guard lock(mutex_);
  if (!options_.one_session && !lives()) {
    stop();
    start();
  }
  for (;;) {
    Child child = next_spare();
    if (readable(child.process.get(), 0)) {  // it has ended meanwhile: somebody killed it
      end(child);
      continue;
    }
    // Forking takes more than a session's first steps do: it waits for a session's end, as long as there are others.
    if (spares_.size() <= options_.spares / 2) top_up();
    ++sessions_;
    child.tenant = tenant;
    return child;
  }
}

int ZygoteLink::status_of(Child& child) {
  child.signal(SIGKILL);  // (nothing changes for one that has ended)
  if (child.launched > 0) {
    child.control.close();
    return wait_for_end(std::exchange(child.launched, 0));
  }
  if (!send({Command::What::kStatus, child.number}, -1)) return -1;
  CommandAnswer status{.what = Command::What::kFork, .number = 0, .value = -1};
  while (status.number != child.number || status.what != Command::What::kStatus)
    if (!read_answer(true, &status)) return -1;
  return int(status.value);
}

int ZygoteLink::why_it_ended(Child& child) {
  if (!is_ours()) return -1;
  std::lock_guard lock(mutex_);
  return status_of(child);
}

void ZygoteLink::top_up() {
  while (!options_.one_session && spares_.size() + asked_.size() < options_.spares) ask_for_child();
}

void ZygoteLink::retire(Child& child) {
  if (!is_ours()) return;  // it goes on, for the process that it belongs to
  std::lock_guard lock(mutex_);
  end(child);
  --sessions_;
  try {
    if (control_.is_open()) top_up();
  } catch (const JailError&) {  // no descriptors are left: whoever needs a process is told
  }
}

void ZygoteLink::rest(Child& child) {
  const bool may = is_ours() && !child.tenant.empty() && child.launched == 0 && options_.resting > 0;
  const auto now = std::chrono::steady_clock::now();
  if (!may || child.resident_bytes() > kMostResident || !child.channel.send(message(Request::kNext), now)) return retire(child);
  std::optional<Child> oldest;
  {
    std::lock_guard lock(mutex_);
    resting_.push_back(std::move(child));
    --sessions_;
    if (resting_.size() <= options_.resting) return;
    oldest = std::move(resting_.front());
    resting_.pop_front();
    ++sessions_;
  }
  retire(*oldest);
}

void ZygoteLink::give_up(Child& child) {
  if (!is_ours()) return;
  std::lock_guard lock(mutex_);
  end(child);
  ++crashed_;
  --sessions_;
}

std::vector<Wall> ZygoteLink::walls() const {
  std::lock_guard lock(mutex_);
  return walls_;
}

JailStats ZygoteLink::stats() const {
  check_process();
  std::lock_guard lock(mutex_);
  return {.sessions = sessions_,
          .spares = spares_.size() + asked_.size(),
          .resting = resting_.size(),
          .forked = forked_,
          .crashed = crashed_,
          .zygote = int(zygote_)};
}

}  // namespace fermata::jail
