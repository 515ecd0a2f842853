#include "cli/program_files.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"

namespace fermata::cli {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw UsageProblem("--files-out: can't write " + path + ": " + why);
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// Where it goes below the folder. A jailed process may say anything.
std::string name_below(const std::string& path) {
  constexpr std::string_view kHome = "/home/user/";
  if (!path.starts_with("/")) fail(path, "it isn't a path from the root");
  std::string name = path.substr(path.starts_with(kHome) ? kHome.size() : 1);
  for (const std::string& part : parts_of(name))
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string::npos) fail(path, "it isn't a file's path");
  return name;
}

void write_below(int root, const std::string& name, std::string_view data) {
  std::vector<std::string> parts = parts_of(name);
  const std::string last = parts.back();
  parts.pop_back();
  Descriptor folder(dup(root));
  for (const std::string& part : parts) {
    if (mkdirat(folder.get(), part.c_str(), 0777) != 0 && errno != EEXIST) fail(name, std::strerror(errno));
    Descriptor next(openat(folder.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (next.get() < 0) fail(name, "'" + part + "' is a link, or no folder");
    folder = std::move(next);
  }
  const Descriptor file(openat(folder.get(), last.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
  if (file.get() < 0) fail(name, std::strerror(errno));
  struct stat info;
  if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_nlink > 1) fail(name, "something else is there");
  if (ftruncate(file.get(), 0) != 0) fail(name, std::strerror(errno));
  while (!data.empty()) {
    const ssize_t n = write(file.get(), data.data(), data.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(name, std::strerror(errno));
    data.remove_prefix(size_t(n));
  }
}

}  // namespace

std::vector<Mount> mounts_of(const std::vector<std::string>& options, const std::vector<Mount>& packages) {
  std::vector<Mount> mounts;
  static constexpr std::pair<std::string_view, Mount::Mode> kModes[] = {
      {":read", Mount::Mode::kRead}, {":overlay", Mount::Mode::kOverlay}, {":write", Mount::Mode::kWrite}};
  for (const std::string& option : options) {
    Mount mount;
    std::string rest = option;
    for (const auto& [name, mode] : kModes)
      if (rest.ends_with(name)) {
        mount.mode = mode;
        rest = rest.substr(0, rest.size() - name.size());
        break;
      }
    const size_t colon = rest.rfind(":/");
    mount.at = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (mount.at.empty() || colon == 0 || mount.at.find(':') != std::string::npos)
      throw UsageProblem("--mount takes DIR:PATH, DIR:PATH:overlay or DIR:PATH:write, PATH from the program's root; not '" + option + "'");
    try {
      mount.files = host_folder(rest.substr(0, colon));
    } catch (const UsageError& error) {
      throw UsageProblem(std::string("--mount: ") + error.what());
    }
    mounts.push_back(std::move(mount));
  }
  mounts.insert(mounts.end(), packages.begin(), packages.end());
  return mounts;
}

durable::Surroundings surroundings_of(const ProgramFiles& options, const std::string& program) {
  if (options.with_input && program == "-") throw UsageProblem("--stdin: the program itself comes from standard input");
  durable::Surroundings found;
  for (const std::string& option : options.files) {
    const size_t equals = option.find('=');
    const std::string path = option.substr(0, equals);
    const std::string from = equals == std::string::npos ? path : option.substr(equals + 1);
    // A file of ours keeps its name alone: where it lies here means nothing there.
    found.files.push_back({equals == std::string::npos ? std::filesystem::path(path).filename().string() : path, read_file(from)});
  }
  if (options.with_input) found.standard_input = read_file("-");
  for (const std::string& option : options.variables) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) throw UsageProblem("--env takes NAME=TEXT, not '" + option + "'");
    found.environment.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return found;
}

void write_files(const std::string& folder, const std::vector<File>& files) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const Descriptor root(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (root.get() < 0) throw UsageProblem("--files-out: '" + folder + "' isn't a folder: " + std::strerror(error ? error.value() : errno));
  std::set<std::string> written;
  for (const File& file : files) {
    const std::string name = name_below(file.path);
    if (!written.insert(name).second) fail(file.path, "another file, in /home/user, has its place there");
    write_below(root.get(), name, file.data);
  }
}

}  // namespace fermata::cli
