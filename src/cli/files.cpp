#include "cli/files.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
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

// A file as it was when it was read as a state, or written here: what tells whether somebody else has written it since.
struct Identity {
  dev_t device;
  ino_t file;
  off_t size;
  time_t seconds;
  long nanoseconds;
  bool operator==(const Identity&) const = default;
};
Identity identity_of(const struct stat& info) {
  return {info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}
std::map<std::string, Identity> known_files;  // by their resolved paths

// A file in a folder that isn't to be seen before it is whole. Where the system can, it has no name until then, and is gone if the process
// is killed.
class Unseen {
 public:
  explicit Unseen(const std::string& folder) : folder_(folder) {
    if (access("/proc/self/fd", X_OK) == 0) file_.fd = open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (file_.fd >= 0) return;
    do {
      name_ = new_name();
      file_.fd = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (file_.fd < 0 && errno == EEXIST);
  }
  ~Unseen() {
    if (!name_.empty()) unlink(name_.c_str());
  }
  int fd() const { return file_.fd; }
  // 0 or errno.
  int give_name() {
    while (name_.empty()) {
      const std::string name = new_name(), itself = "/proc/self/fd/" + std::to_string(file_.fd);
      if (linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) name_ = name;
      else if (errno != EEXIST) return errno;
    }
    return 0;
  }
  const std::string& name() const { return name_; }
  void has_moved() { name_.clear(); }

 private:
  std::string new_name() const {
    static int serial = 0;
    return folder_ + "/.fermata-" + std::to_string(getpid()) + "-" + std::to_string(++serial) + ".tmp";
  }

  const std::string folder_;
  std::string name_;
  File file_{-1};
};

// What another process wrote at `path` gets a name of its own.
void keep_displaced(const std::string& displaced, const std::string& path) {
  for (int number = 1; number < 1'000; ++number) {
    const std::string kept = path + "." + std::to_string(number);
    if (renameat2(AT_FDCWD, displaced.c_str(), AT_FDCWD, kept.c_str(), RENAME_NOREPLACE) == 0)
      return complain("another process has written '" + path + "' meanwhile: that is kept in '" + kept + "'");
    if (errno != EEXIST) break;
  }
  complain("another process has written '" + path + "' meanwhile: that is kept in '" + displaced + "'");
}

// Puts it in the place of another file: 0 or errno.
int take_place(Unseen& made, const std::string& path) {
  if (const int error = made.give_name()) return error;
  const auto known = known_files.find(path);
  struct stat before;
  if (known == known_files.end() || renameat2(AT_FDCWD, made.name().c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) != 0) {
    if (rename(made.name().c_str(), path.c_str()) != 0) return errno;
    made.has_moved();
  } else if (stat(made.name().c_str(), &before) == 0 && identity_of(before) != known->second) {
    keep_displaced(made.name(), path);
    made.has_moved();
  }
  return 0;
}

void replace_file(const std::string& path, std::string_view bytes, std::optional<mode_t> mode) {
  const std::string folder = folder_of(path);
  Unseen made(folder);
  int error = made.fd() < 0 ? errno : 0;
  struct stat written = {};
  if (!error && mode && fchmod(made.fd(), *mode) != 0) error = errno;
  if (!error) error = try_write_all(made.fd(), bytes);
  if (!error && fsync(made.fd()) != 0) error = errno;
  if (!error && fstat(made.fd(), &written) != 0) error = errno;
  if (!error) error = take_place(made, path);
  if (error) cannot_write(path, error);
  known_files[path] = identity_of(written);
  File directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.fd >= 0) fsync(directory.fd);  // some file systems can't; the file itself is safe
}

std::string read_state(const std::string& path) {
  std::string bytes;
  File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  int error = file.fd < 0 ? errno : 0;
  struct stat info;
  if (!error && fstat(file.fd, &info) == 0) known_files[resolved(path)] = identity_of(info);
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
