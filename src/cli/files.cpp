#include "cli/files.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/sessions.h"
#include "cli/source_encoding.h"
#include "cli/terminal.h"

namespace fermata::cli {

namespace {

struct File {
  int fd;
  explicit File(int descriptor) : fd(descriptor) {}
  ~File() {
    if (fd > STDERR_FILENO) close(fd);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

// 0, or the errno.
int read_all(int fd, std::string* out) {
  struct stat info;
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) out->reserve(size_t(info.st_size));
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n == 0) return 0;
    if (n < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    out->append(buffer, size_t(n));
  }
}

std::string reason(int error) { return "[Errno " + std::to_string(error) + "] " + std::strerror(error); }

int try_write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(size_t(n));
  }
  return 0;
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// Where the name leads, so that a symbolic link stays one.
std::string resolved(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string result = real;
  std::free(real);
  return result;
}

[[noreturn]] void cannot_write(const std::string& path, int error) { throw UsageProblem("can't write '" + path + "': " + reason(error)); }

void replace_file(const std::string& path, std::string_view bytes, std::optional<mode_t> mode) {
  static int serial = 0;
  const std::string folder = folder_of(path);
  std::string temporary;
  int fd = -1;
  do {
    temporary = folder + "/.fermata-" + std::to_string(getpid()) + "-" + std::to_string(++serial) + ".tmp";
    fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (fd < 0 && errno == EEXIST);
  if (fd < 0) cannot_write(path, errno);
  int error = 0;
  {
    File file(fd);
    if (mode && fchmod(fd, *mode) != 0) error = errno;
    if (!error) error = try_write_all(fd, bytes);
    if (!error && fsync(fd) != 0) error = errno;
  }
  if (!error && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error) {
    unlink(temporary.c_str());
    cannot_write(path, error);
  }
  File directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.fd >= 0) fsync(directory.fd);  // some file systems can't; the file itself is safe
}

std::string read_state(const std::string& path) {
  std::string bytes;
  File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  int error = file.fd < 0 ? errno : 0;
  if (!error) error = read_all(file.fd, &bytes);
  if (error) throw BadState("can't open state '" + path + "': " + reason(error));
  return bytes;
}

// As many bytes of its beginning; fewer when there aren't as many, none when it isn't a regular file or can't be read.
std::string read_beginning(const std::string& path, size_t size) {
  File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info;
  if (file.fd < 0 || fstat(file.fd, &info) != 0 || !S_ISREG(info.st_mode)) return "";
  std::string begin(size, '\0');
  const ssize_t n = read(file.fd, begin.data(), size);
  begin.resize(n > 0 ? size_t(n) : 0);
  return begin;
}

}  // namespace

void check_is_given(const std::string& file) {
  if (file.empty()) throw UsageProblem(isatty(STDIN_FILENO) ? "FILE is required" : "FILE is required; - is standard input");
}

ProgramText read_program(const std::string& path, bool absolute) {
  ProgramText program{path, {}};
  if (path == "-") {
    program.name = "<stdin>";
    if (const int error = read_all(STDIN_FILENO, &program.text)) throw UsageProblem("can't read standard input: " + reason(error));
    program.text = decode_program(std::move(program.text), program.name);
    return program;
  }
  std::string name = path;
  if (!path.starts_with('/')) {
    char folder[PATH_MAX];
    if (getcwd(folder, sizeof folder)) name = std::string(folder) + "/" + path;
  }
  if (absolute) program.name = name;
  File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  int error = file.fd < 0 ? errno : 0;
  if (!error) error = read_all(file.fd, &program.text);
  if (error) throw UsageProblem("can't open file '" + name + "': " + reason(error));
  program.text = decode_program(std::move(program.text), name);
  return program;
}

bool is_state(const std::string& path) {
  if (path == "-") return false;
  std::string text = read_beginning(path, 64);
  if (Sealer::is_sealed(text)) return true;
  if (text.starts_with("\xa7"
                       "fermata"))
    return true;
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  return text.starts_with("{\"fermata\":");
}

std::unique_ptr<Session> load_state(const std::string& path, const Seal& seal, Sessions& sessions, SessionOptions options) {
  StateProblem problem;
  std::unique_ptr<Session> session = sessions.load(seal.opened(read_state(path), path), std::move(options), &problem);
  if (!session)
    throw BadState(path + " is not a state that can be loaded: " + problem.kind + ": " + problem.message +
                   (problem.kind == "sealed" ? ": --seal-keys" : ""));
  return session;
}

std::optional<std::string> key_id_of(const std::string& path) { return Sealer::key_id_of(read_beginning(path, 256)); }

StateEncoding encoding_of(const std::string& path) { return path.ends_with(".json") ? StateEncoding::kJson : StateEncoding::kMessagePack; }

void write_state(const std::string& path, const Session& session, const Seal& seal) {
  write_file(path, seal.sealed(session.save(encoding_of(path))));
}

std::string read_file(const std::string& path) {
  std::string bytes;
  File file(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  int error = file.fd < 0 ? errno : 0;
  if (!error) error = read_all(file.fd, &bytes);
  if (error) throw UsageProblem("can't read '" + path + "': " + reason(error));
  return bytes;
}

void write_file(const std::string& path, std::string_view bytes) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return replace_file(path, bytes, std::nullopt);
  if (S_ISREG(info.st_mode)) return replace_file(resolved(path), bytes, info.st_mode & 07777);
  File file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  int error = file.fd < 0 ? errno : 0;
  if (!error) error = try_write_all(file.fd, bytes);
  if (error) cannot_write(path, error);
}

namespace {
std::atomic<int> output_lost{0};
}  // namespace

void write_all(int fd, std::string_view text) {
  const int error = try_write_all(fd, text);
  if (error == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  if (error && fd == STDOUT_FILENO) output_lost = error;
}

int lost_output() { return output_lost; }

}  // namespace fermata::cli
