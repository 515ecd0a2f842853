// A folder of the host's as a mount's files. The kernel resolves each path below the folder's descriptor and follows no link, so that what
// the program asks for, and whoever changes the folder meanwhile, can't lead elsewhere.
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <list>
#include <memory>
#include <optional>
#include <utility>

#include "fermata/error.h"
#include "fermata/mount.h"
#include "session/fd.h"
#include "session/mounts.h"

namespace fermata {

namespace {

using What = FileRequest::What;

int64_t ns(const timespec& time) { return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec; }
timespec time_of(uint64_t ns) {
  const int64_t whole = int64_t(ns), part = (whole % 1'000'000'000 + 1'000'000'000) % 1'000'000'000;
  return {.tv_sec = (whole - part) / 1'000'000'000, .tv_nsec = part};
}

std::optional<FileEntry> entry_of(const struct stat& info) {
  FileEntry entry;
  if (S_ISDIR(info.st_mode)) entry.kind = FileEntry::Kind::kFolder;
  else if (S_ISLNK(info.st_mode)) entry.kind = FileEntry::Kind::kLink;
  else if (!S_ISREG(info.st_mode)) return std::nullopt;
  entry.mode = info.st_mode & 0777;
  entry.size = uint64_t(info.st_size);
  entry.links = info.st_nlink;
  entry.number = info.st_ino;
  entry.read_ns = ns(info.st_atim);
  entry.written_ns = ns(info.st_mtim);
  entry.changed_ns = ns(info.st_ctim);
  return entry;
}

class Folder {
 public:
  explicit Folder(Fd root) : root_(std::move(root)) {}

  FileAnswer answer(const FileRequest& r) {
    errno = 0;
    FileAnswer a;
    const int error = run(r, a);
    if (error) a = {.error = error};
    return a;
  }

 private:
  // A descriptor of what is at a path, or one that isn't: errno says why.
  Fd open(const std::string& path, uint64_t flags, uint64_t mode = 0) const {
    open_how how{};
    how.flags = flags | O_CLOEXEC | O_NOFOLLOW;
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
    long fd = -1;
    for (int tries = 0; tries < 100; ++tries) {  // (EAGAIN: something was renamed meanwhile)
      fd = syscall(SYS_openat2, root_.get(), path.empty() ? "." : path.c_str(), &how, sizeof how);
      if (fd >= 0 || (errno != EINTR && errno != EAGAIN)) break;
    }
    return Fd(int(fd));
  }

  // The folder that a path is in, and its last name.
  Fd open_above(const std::string& path, std::string& name) const {
    const size_t slash = path.rfind('/');
    name = slash == path.npos ? path : path.substr(slash + 1);
    return open(slash == path.npos ? "" : path.substr(0, slash), O_PATH | O_DIRECTORY);
  }

  // A regular file. Opening a device or a pipe could do something, so that what is there is looked at before, and again.
  Fd open_file(const std::string& path, uint64_t flags) const {
    const Fd there = open(path, O_PATH);
    struct stat info, opened;
    if (!there || fstat(there.get(), &info)) return Fd();
    if (!S_ISREG(info.st_mode)) return errno = S_ISDIR(info.st_mode) ? EISDIR : S_ISLNK(info.st_mode) ? ELOOP : ENOENT, Fd();
    Fd file = open(path, flags | O_NONBLOCK | O_NOCTTY);
    if (!file || fstat(file.get(), &opened)) return Fd();
    if (!S_ISREG(opened.st_mode)) return errno = ENOENT, Fd();
    return file;
  }

  // What is open under a handle, or the file at the path. -1: errno says why.
  int file_of(const FileRequest& r, bool writes, Fd& mine) {
    if (r.handle) {
      for (auto open = open_.begin(); open != open_.end(); ++open) {
        if (open->handle != r.handle || open->path != r.path) continue;
        if (writes && !open->writes) break;
        open_.splice(open_.begin(), open_, open);
        return open->fd.get();
      }
    }
    mine = open_file(r.path, writes ? O_RDWR : O_RDONLY);
    if (mine && writes && !is_only_here(mine.get(), r.path)) return errno = EPERM, -1;
    if (!mine || !r.handle) return mine.get();
    forget(r.handle);
    if (open_.size() >= kMostOpen) open_.pop_back();
    open_.push_front({r.handle, r.path, writes, std::move(mine)});
    return open_.front().fd.get();
  }

  // A file that has another name may be known elsewhere: it isn't changed. Neither is one whose name here was taken away while it was open,
  // unless that was its last one.
  bool is_only_here(int fd, const std::string& path) const {
    struct stat info, here;
    if (fstat(fd, &info) || info.st_nlink > 1) return false;
    if (info.st_nlink == 0) return true;
    const Fd there = open(path, O_PATH);
    return there && !fstat(there.get(), &here) && here.st_dev == info.st_dev && here.st_ino == info.st_ino;
  }

  int file_to_change(const FileRequest& r, Fd& mine) {
    const int fd = file_of(r, true, mine);
    if (fd < 0) return -1;
    if (!mine && !is_only_here(fd, r.path)) return errno = EPERM, -1;
    return fd;
  }

  void forget(uint64_t handle) {
    open_.remove_if([&](const Open& open) { return open.handle == handle; });
  }

  int stat(const FileRequest& r, FileAnswer& a) {
    struct stat info;
    Fd mine;
    if (r.handle) {
      const int fd = file_of(r, false, mine);
      if (fd < 0 || fstat(fd, &info)) return errno;
    } else {
      mine = open(r.path, O_PATH);
      if (!mine || fstat(mine.get(), &info)) return errno;
      if (S_ISLNK(info.st_mode)) {
        char target[4096];
        const ssize_t size = readlinkat(mine.get(), "", target, sizeof target);
        if (size < 0) return errno;
        a.data.assign(target, size_t(size));
      }
    }
    const auto entry = entry_of(info);
    if (!entry) return ENOENT;
    a.entries.push_back(*entry);
    return 0;
  }

  int list(const FileRequest& r, FileAnswer& a) {
    Fd folder = open(r.path, O_RDONLY | O_DIRECTORY);
    if (!folder) return errno;
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(fdopendir(folder.get()), closedir);
    if (!dir) return errno;
    folder.release();
    for (errno = 0; const dirent* e = readdir(dir.get()); errno = 0) {
      const std::string_view name = e->d_name;
      struct stat info;
      if (name == "." || name == ".." || fstatat(dirfd(dir.get()), e->d_name, &info, AT_SYMLINK_NOFOLLOW)) continue;
      auto entry = entry_of(info);
      if (!entry) continue;
      entry->name = name;
      a.entries.push_back(std::move(*entry));
      if (a.entries.size() > Mounts::kMostEntries) return EOVERFLOW;
    }
    return errno;
  }

  int read(const FileRequest& r, FileAnswer& a) {
    Fd mine;
    const int fd = file_of(r, false, mine);
    if (fd < 0) return errno;
    if (r.position > uint64_t(INT64_MAX)) return EINVAL;
    struct stat info;
    if (fstat(fd, &info)) return errno;
    const uint64_t left = uint64_t(info.st_size) > r.position ? uint64_t(info.st_size) - r.position : 0;
    a.data.resize(size_t(std::min(r.count, left)));
    for (size_t done = 0; done < a.data.size();) {
      const ssize_t n = pread(fd, a.data.data() + done, a.data.size() - done, off_t(r.position + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return errno;
      if (n == 0) a.data.resize(done);  // it has become shorter
      done += size_t(n);
    }
    return 0;
  }

  int write(const FileRequest& r, FileAnswer& a) {
    Fd mine;
    const int fd = file_to_change(r, mine);
    if (fd < 0) return errno;
    if (r.position > uint64_t(INT64_MAX)) return EFBIG;
    ssize_t n;
    do n = pwrite(fd, r.data.data(), r.data.size(), off_t(r.position));
    while (n < 0 && errno == EINTR);
    if (n < 0) return errno;
    a.count = uint64_t(n);
    return 0;
  }

  int change(const FileRequest& r) {
    Fd mine;
    if (r.what != What::kResize) mine = open(r.path, O_RDONLY | O_DIRECTORY);
    const int fd = mine ? mine.get() : file_to_change(r, mine);
    if (fd < 0) return errno;
    const timespec times[] = {time_of(r.position), time_of(r.count)};
    if (r.what == What::kResize && r.position > uint64_t(INT64_MAX)) return EFBIG;
    const int failed = r.what == What::kResize    ? ftruncate(fd, off_t(r.position))
                       : r.what == What::kSetMode ? fchmod(fd, mode_t(r.count & 0777))
                                                  : futimens(fd, times);
    return failed ? errno : 0;
  }

  int rename(const FileRequest& r) {
    std::string name, new_name;
    const Fd from = open_above(r.path, name);
    if (!from) return errno;
    const Fd to = open_above(r.data, new_name);
    if (!to) return errno;
    return renameat(from.get(), name.c_str(), to.get(), new_name.c_str()) ? errno : 0;
  }

  int run(const FileRequest& r, FileAnswer& a) {
    switch (r.what) {
      case What::kStat: return stat(r, a);
      case What::kList: return list(r, a);
      case What::kRead: return read(r, a);
      case What::kWrite: return write(r, a);
      case What::kResize:
      case What::kSetMode:
      case What::kSetTimes: return change(r);
      case What::kRename: return rename(r);
      case What::kClose: return forget(r.handle), 0;
      case What::kMakeFile: return open(r.path, O_WRONLY | O_CREAT | O_EXCL, r.count & 0777) ? 0 : errno;
      case What::kMakeFolder:
      case What::kRemoveFile:
      case What::kRemoveFolder: break;
    }
    std::string name;
    const Fd above = open_above(r.path, name);
    if (!above) return errno;
    if (r.what == What::kMakeFolder) return mkdirat(above.get(), name.c_str(), mode_t(r.count & 0777)) ? errno : 0;
    return unlinkat(above.get(), name.c_str(), r.what == What::kRemoveFolder ? AT_REMOVEDIR : 0) ? errno : 0;
  }

  static constexpr size_t kMostOpen = 64;  // kept open for the program; others are opened again
  struct Open {
    uint64_t handle;
    std::string path;
    bool writes;
    Fd fd;
  };
  Fd root_;
  std::list<Open> open_;  // that used last first
};

}  // namespace

MountedFiles host_folder(const std::string& folder) {
  Fd root(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) throw UsageError("the folder '" + folder + "' can't be mounted: " + std::strerror(errno));
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH;
  if (const Fd there{int(syscall(SYS_openat2, root.get(), ".", &how, sizeof how))}; !there)
    throw UsageError("the folder '" + folder + "' can't be mounted: " + std::strerror(errno));
  return [files = std::make_shared<Folder>(std::move(root))](const FileRequest& request) { return files->answer(request); };
}

}  // namespace fermata
