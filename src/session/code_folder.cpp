// The cache's folder: a file for each text, named by its key. Whatever is in it may be damaged, or somebody else's: then it isn't there.
#include <dirent.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>
#include <vector>

#include "base/entropy.h"
#include "session/code_cache.h"
#include "session/fd.h"

namespace fermata {

namespace {

// A file: this, the SHA-256 of the rest, the rest.
constexpr std::string_view kMagic = "fermata code 1\n";
constexpr size_t kHead = kMagic.size() + SHA256_DIGEST_SIZE;
constexpr uint64_t kBlock = 4096;  // what a small file takes
const std::string kUnfinished = "unfinished-";

// Of an entry: another one's bytes under its name aren't it.
std::string digest_of(std::string_view key, std::string_view bytes) {
  sha256_ctx hash;
  sha256_init(&hash);
  sha256_update(&hash, key.size(), reinterpret_cast<const uint8_t*>(key.data()));
  sha256_update(&hash, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_digest(&hash, sizeof digest, digest);
  return {reinterpret_cast<const char*>(digest), sizeof digest};
}

bool is_ours(const struct stat& found) { return found.st_uid == geteuid() && (found.st_mode & 022) == 0; }

// Of a file that the cache has made: no other one is removed, wherever the folder is.
bool is_name(std::string_view name) {
  if (name.starts_with(kUnfinished)) return name.size() == kUnfinished.size() + 16;
  return name.size() == 2 * SHA256_DIGEST_SIZE && name.find_first_not_of("0123456789abcdef") == name.npos;
}

uint64_t disk_bytes(uint64_t size) { return (size + kBlock - 1) / kBlock * kBlock; }

bool make_folders(const std::string& path) {
  for (size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
    if (mkdir(path.substr(0, at).c_str(), 0700) != 0 && errno != EEXIST) return false;
    if (at == path.npos) return true;
  }
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(size_t(n));
  }
  return true;
}

}  // namespace

bool CodeCache::open_folder() {
  if (std::exchange(looked_, true)) return bool(folder_fd_);
  if (folder_.empty() || !make_folders(folder_)) return false;
  Fd folder(open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat found = {};
  if (folder && fstat(folder.get(), &found) == 0 && is_ours(found)) folder_fd_ = std::move(folder);
  return bool(folder_fd_);
}

CodeCache::Bytes CodeCache::read(const std::string& key) const {
  const Fd file(openat(folder_fd_.get(), key.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat found = {};
  if (!file || fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode) || !is_ours(found)) return nullptr;
  if (uint64_t(found.st_size) < kHead || uint64_t(found.st_size) > kMostInMemory) return nullptr;
  std::string bytes(size_t(found.st_size), '\0');
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t n = ::read(file.get(), bytes.data() + at, bytes.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return nullptr;
    at += size_t(n);
  }
  std::string code = bytes.substr(kHead);
  if (!bytes.starts_with(kMagic) || bytes.compare(kMagic.size(), SHA256_DIGEST_SIZE, digest_of(key, code)) != 0) return nullptr;
  // Those that are used stay: the time of the last use, to a day.
  constexpr time_t kDay = 86'400;
  if (struct timespec now; clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_sec - found.st_mtim.tv_sec > kDay)
    futimens(file.get(), nullptr);
  return std::make_shared<const std::string>(std::move(code));
}

void CodeCache::write(const std::string& key, std::string_view bytes) {
  make_room(kHead + bytes.size());
  const std::string name = kUnfinished + entropy_text(8);
  const Fd file(openat(folder_fd_.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return;
  const bool written = write_all(file.get(), kMagic) && write_all(file.get(), digest_of(key, bytes)) && write_all(file.get(), bytes);
  if (!written || renameat(folder_fd_.get(), name.c_str(), folder_fd_.get(), key.c_str()) != 0) unlinkat(folder_fd_.get(), name.c_str(), 0);
}

void CodeCache::make_room(uint64_t bytes) {
  in_folder_ += disk_bytes(bytes);
  if (counted_ && in_folder_ <= kMostInFolder) return;
  struct File {
    struct timespec used;
    uint64_t bytes;
    std::string name;
  };
  std::vector<File> files;
  in_folder_ = disk_bytes(bytes);
  const int again = openat(folder_fd_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const folder = again < 0 ? nullptr : fdopendir(again);
  if (!folder) return;
  while (const dirent* entry = readdir(folder)) {
    struct stat found = {};
    if (!is_name(entry->d_name)) continue;
    if (fstatat(folder_fd_.get(), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(found.st_mode)) continue;
    files.push_back({found.st_mtim, disk_bytes(uint64_t(found.st_size)), entry->d_name});
    in_folder_ += files.back().bytes;
  }
  closedir(folder);
  counted_ = true;
  if (in_folder_ <= kMostInFolder) return;
  std::ranges::sort(files, [](const File& a, const File& b) {
    return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
  });
  for (const File& file : files) {
    if (in_folder_ <= kMostInFolder / 4 * 3) break;
    if (unlinkat(folder_fd_.get(), file.name.c_str(), 0) == 0) in_folder_ -= file.bytes;
  }
}

}  // namespace fermata
