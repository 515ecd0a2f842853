#include "cli/handlers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <climits>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/interrupt_on_signal.h"
#include "serialization/data_json.h"

extern char** environ;

namespace fermata::cli {

namespace {

constexpr size_t kMaxAnswer = size_t(256) << 20;
constexpr size_t kMostErrors = 16'000;  // bytes of standard error that are kept

class Fd {
 public:
  ~Fd() { reset(); }
  void reset() {
    if (fd >= 0) close(fd);
    fd = -1;
  }
  int fd = -1;
};

struct Pipe {
  Fd read, write;
  bool open() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return false;
    read.fd = fds[0], write.fd = fds[1];
    return true;
  }
};

// Starts `sh -c command` with its standard streams on the pipes (that for errors may be closed: then it has this process's); 0 or an errno.
int spawn(const std::string& command, const Handlers::Request& request, const Pipe& input, const Pipe& output, const Pipe& errors,
          pid_t* pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.read.fd, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.write.fd, STDOUT_FILENO);
  if (errors.write.fd >= 0) posix_spawn_file_actions_adddup2(&actions, errors.write.fd, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);  // ignored in this process
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  // A command that may have to be ended has a process group of its own, with all that it starts.
  posix_spawnattr_setflags(&attributes, short(POSIX_SPAWN_SETSIGDEF | (request.timeout_ms ? POSIX_SPAWN_SETPGROUP : 0)));
  const char* argv[] = {"sh", "-c", command.c_str(), nullptr};
  std::vector<char*> variables;
  for (const std::string& variable : request.environment)
    variables.push_back(const_cast<char*>(variable.c_str()));  // (the first of a name counts)
  for (char** variable = environ; *variable; ++variable) variables.push_back(*variable);
  variables.push_back(nullptr);
  const int error = posix_spawn(pid, "/bin/sh", &actions, &attributes, const_cast<char**>(argv), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

using Clock = std::chrono::steady_clock;
enum class Exchanged : uint8_t { kWhole, kTooLong, kTimeOver };

// What a command wrote to standard error goes to ours; its end is kept.
void pass_on(std::string_view errors, std::string* told) {
  write_all(STDERR_FILENO, errors);
  told->append(errors);
  if (told->size() > kMostErrors) told->erase(0, told->size() - kMostErrors);
}

// Feeds and reads at the same time, so that no side waits for the other.
Exchanged exchange(std::string_view question, Pipe& input, Pipe& output, Pipe& errors, Clock::time_point end, std::string* answer,
                   std::string* told) {
  fcntl(input.write.fd, F_SETFL, O_NONBLOCK);
  std::array<char, 1 << 16> buffer;
  for (;;) {
    if (question.empty()) input.write.reset();
    int wait = -1;
    if (end != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) return Exchanged::kTimeOver;
      wait = int(std::min<int64_t>(left, INT_MAX));
    }
    // (A negative descriptor is left out.)
    pollfd waits[3] = {{output.read.fd, POLLIN, 0}, {input.write.fd, POLLOUT, 0}, {errors.read.fd, POLLIN, 0}};
    if (poll(waits, 3, wait) < 0) {
      if (errno == EINTR) continue;
      return Exchanged::kWhole;
    }
    if (waits[1].revents) {
      const ssize_t n = write(input.write.fd, question.data(), question.size());
      if (n >= 0) {
        question.remove_prefix(size_t(n));
      } else if (errno != EAGAIN && errno != EINTR) {
        question = {};  // it doesn't want to read: that is its business
      }
    }
    if (waits[2].revents) {
      const ssize_t n = read(errors.read.fd, buffer.data(), buffer.size());
      if (n > 0) {
        pass_on(std::string_view(buffer.data(), size_t(n)), told);
      } else if (n == 0 || errno != EINTR) {
        errors.read.reset();
      }
    }
    if (waits[0].revents) {
      const ssize_t n = read(output.read.fd, buffer.data(), buffer.size());
      if (n == 0 || (n < 0 && errno != EINTR)) return Exchanged::kWhole;
      if (n > 0) answer->append(buffer.data(), size_t(n));
      if (answer->size() > kMaxAnswer) return Exchanged::kTooLong;
    }
  }
}

// What has been written there by now.
void drain(Pipe& errors, std::string* told) {
  if (errors.read.fd < 0) return;
  fcntl(errors.read.fd, F_SETFL, O_NONBLOCK);
  std::array<char, 1 << 16> buffer;
  for (ssize_t n; (n = read(errors.read.fd, buffer.data(), buffer.size())) > 0;) pass_on(std::string_view(buffer.data(), size_t(n)), told);
}

// {"$later": SECONDS}; nothing: it is another answer.
std::optional<uint64_t> later_from(std::string_view text) {
  const auto take = [&](std::string_view token) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(token)) return false;
    text.remove_prefix(token.size());
    return true;
  };
  if (!take("{") || !take("\"$later\"") || !take(":") || !take("")) return std::nullopt;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  text.remove_prefix(size_t(end - text.data()));
  if (error != std::errc() || !(seconds > 0 && seconds <= 366 * 86'400) || !take("}") || !take("") || !text.empty()) return std::nullopt;
  return uint64_t(std::ceil(seconds * 1'000));
}

}  // namespace

Handlers::Handlers(const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem("--handler takes NAME=COMMAND, not '" + option + "'");
    const std::string name = option.substr(0, equals);
    check_name(name, "--handler");
    commands_[name] = option.substr(equals + 1);
  }
}

std::vector<std::string> Handlers::names() const {
  std::vector<std::string> names;
  for (const auto& [name, command] : commands_) names.push_back(name);
  return names;
}

std::optional<Answer> Handlers::answer(const Call& call) const {
  Ended ended = run(call, {});
  if (ended.interrupted && InterruptOnSignal::came()) return std::nullopt;
  if (ended.later_ms)
    return Error{.type = "RuntimeError", .message = "the handler of " + call.function + "() answers later: that takes a run in a store"};
  return std::move(ended.answer);
}

Handlers::Ended Handlers::run(const Call& call, const Request& request) const {
  Pipe input, output, errors;
  std::string text, told;
  const auto failed = [&](const std::string& what) {
    return Error{.type = "RuntimeError", .message = "the handler of " + call.function + "() " + what, .traceback = told};
  };
  Data::Pairs kwargs;
  for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(Data(name), value);
  const std::string question = to_json(Data::dict({{"args", Data::list(call.args)}, {"kwargs", Data::dict(std::move(kwargs))}})) + "\n";

  pid_t pid = 0;
  const bool opened = input.open() && output.open() && (!request.keeps_errors || errors.open());
  int error = opened ? 0 : errno;
  if (!error) error = spawn(commands_.at(call.function), request, input, output, errors, &pid);
  if (error) return {failed(std::string("can't be started: ") + std::strerror(error))};
  input.read.reset();
  output.write.reset();
  errors.write.reset();
  const auto end = request.timeout_ms ? Clock::now() + std::chrono::milliseconds(request.timeout_ms) : Clock::time_point::max();
  const Exchanged exchanged = exchange(question, input, output, errors, end, &text, &told);
  if (exchanged != Exchanged::kWhole) kill(request.timeout_ms ? -pid : pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  drain(errors, &told);
  if (exchanged == Exchanged::kTimeOver)
    return {.answer = failed("took longer than " + std::to_string(request.timeout_ms) + " ms"), .timed_out = true};
  if (exchanged == Exchanged::kTooLong) return {failed("answered with more than 256 MiB")};
  if (WIFSIGNALED(status))
    return {.answer = failed("was ended by signal " + std::to_string(WTERMSIG(status))), .interrupted = WTERMSIG(status) == SIGINT};
  const int code = WEXITSTATUS(status);
  if (code == 126 || code == 127)
    return {.answer = failed("isn't there, or can't be run: exit code " + std::to_string(code) + " of: " + commands_.at(call.function)),
            .is_missing = true};
  if (code != 0) return {.answer = failed("failed with exit code " + std::to_string(code)), .interrupted = code == 128 + SIGINT};
  if (text.find_first_not_of(" \t\r\n") == text.npos) return {Data()};
  Ended ended;
  if ((ended.later_ms = later_from(text))) return ended;
  std::string problem;
  if (!answer_from_json(text, &ended.answer, &problem)) return {failed("answered with something that isn't a value: " + problem)};
  return ended;
}

void check_name(const std::string& name, const char* option) {
  bool good = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  for (char c : name) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
    good = good && word;
  }
  if (!good) throw UsageProblem(std::string(option) + ": '" + name + "' isn't a name");
}

}  // namespace fermata::cli
