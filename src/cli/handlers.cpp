#include "cli/handlers.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "serialization/data_json.h"

extern char** environ;

namespace fermata::cli {

namespace {

constexpr size_t kMaxAnswer = size_t(256) << 20;

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

// Starts `sh -c command` with its standard input and output on the pipes; 0 or an errno.
int spawn(const std::string& command, const std::vector<std::string>& environment, const Pipe& input, const Pipe& output, pid_t* pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.read.fd, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.write.fd, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);  // ignored in this process
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const char* argv[] = {"sh", "-c", command.c_str(), nullptr};
  std::vector<char*> variables;
  for (const std::string& variable : environment) variables.push_back(const_cast<char*>(variable.c_str()));  // (the first of a name counts)
  for (char** variable = environ; *variable; ++variable) variables.push_back(*variable);
  variables.push_back(nullptr);
  const int error = posix_spawn(pid, "/bin/sh", &actions, &attributes, const_cast<char**>(argv), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Feeds and reads at the same time, so that neither side waits for the other. False when the answer is too large.
bool exchange(std::string_view question, Pipe& input, Pipe& output, std::string* answer) {
  fcntl(input.write.fd, F_SETFL, O_NONBLOCK);
  std::array<char, 1 << 16> buffer;
  for (;;) {
    if (question.empty()) input.write.reset();
    pollfd waits[2] = {{output.read.fd, POLLIN, 0}, {input.write.fd, POLLOUT, 0}};  // a negative descriptor is left out
    if (poll(waits, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return true;
    }
    if (waits[1].revents) {
      const ssize_t n = write(input.write.fd, question.data(), question.size());
      if (n >= 0) {
        question.remove_prefix(size_t(n));
      } else if (errno != EAGAIN && errno != EINTR) {
        question = {};  // it doesn't want to read: that is its business
      }
    }
    if (waits[0].revents) {
      const ssize_t n = read(output.read.fd, buffer.data(), buffer.size());
      if (n == 0) return true;
      if (n > 0) answer->append(buffer.data(), size_t(n));
      if (n < 0 && errno != EINTR) return true;
      if (answer->size() > kMaxAnswer) return false;
    }
  }
}

Error runtime_error(std::string message) { return {.type = "RuntimeError", .message = std::move(message)}; }

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

Answer Handlers::answer(const Call& call, const std::vector<std::string>& environment) const {
  const auto failed = [&](const std::string& what) { return runtime_error("the handler of " + call.function + "() " + what); };
  Data::Pairs kwargs;
  for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(Data(name), value);
  const std::string question = to_json(Data::dict({{"args", Data::list(call.args)}, {"kwargs", Data::dict(std::move(kwargs))}})) + "\n";

  Pipe input, output;
  pid_t pid = 0;
  int error = input.open() && output.open() ? 0 : errno;
  if (!error) error = spawn(commands_.at(call.function), environment, input, output, &pid);
  if (error) return failed(std::string("can't be started: ") + std::strerror(error));
  input.read.reset();
  output.write.reset();
  std::string text;
  const bool whole = exchange(question, input, output, &text);
  if (!whole) kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!whole) return failed("answered with more than 256 MiB");
  if (WIFSIGNALED(status)) return failed("was ended by signal " + std::to_string(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0) return failed("failed with exit code " + std::to_string(WEXITSTATUS(status)));
  if (text.find_first_not_of(" \t\r\n") == text.npos) return Data();
  Answer answer;
  std::string problem;
  if (!answer_from_json(text, &answer, &problem)) return failed("answered with something that isn't a value: " + problem);
  return answer;
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
