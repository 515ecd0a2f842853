// Keys of sealed states: made, derived, read from files and written to them.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "serialization/seal_secret.h"

namespace fermata {

namespace {

constexpr size_t kMostFileBytes = 1 << 16;
constexpr char kHead[] =
    "# Keys of sealed states, `id base64`. The first one seals, all of them open. Whoever reads this file can read and forge the states.\n";

static_assert(crypto_kdf_KEYBYTES == SealKey::kBytes);
constexpr char kContext[crypto_kdf_CONTEXTBYTES + 1] = "fermseal";

SecretBytes derived(uint64_t number, size_t size, const unsigned char* key) {
  SecretBytes out = secret_bytes(size);
  crypto_kdf_derive_from_key(out.get(), size, number, kContext, key);
  sodium_mprotect_readonly(out.get());
  return out;
}

struct Text {
  SecretBytes bytes;
  size_t size = 0;
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.get()), size}; }
};

[[noreturn]] void fails(const std::string& path, const std::string& why) { throw UsageError("key file '" + path + "': " + why); }
[[noreturn]] void fails(const std::string& path, int error) { fails(path, fmt::format("[Errno {}] {}", error, std::strerror(error))); }

struct File {
  int fd;
  ~File() {
    if (fd >= 0) close(fd);
  }
};

void check_mode(const std::string& path, const struct stat& info) {
  const unsigned mode = info.st_mode & 07777;
  if (S_ISDIR(info.st_mode)) fails(path, EISDIR);
  if (mode & (S_IRWXO | S_IWGRP))
    fails(path, fmt::format("others may {} it (its mode is {:04o}): chmod 600 it, and make a new key if somebody may have read this one",
                            mode & S_IROTH ? "read" : "change", mode));
}

// `mode`, when given, becomes the file's.
Text read_keys(const std::string& path, mode_t* mode = nullptr) {
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) fails(path, errno);
  struct stat info;
  if (fstat(file.fd, &info) != 0) fails(path, errno);
  check_mode(path, info);
  if (mode) *mode = info.st_mode & 07777;
  Text text{secret_bytes(kMostFileBytes + 1)};
  while (text.size <= kMostFileBytes) {
    const ssize_t n = read(file.fd, text.bytes.get() + text.size, kMostFileBytes + 1 - text.size);
    if (n == 0) return text;
    if (n > 0) text.size += size_t(n);
    else if (errno != EINTR) fails(path, errno);
  }
  fails(path, fmt::format("more than {} bytes", kMostFileBytes));
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view first_word(std::string_view* text) {
  while (!text->empty() && is_blank(text->front())) text->remove_prefix(1);
  const std::string_view word = text->substr(0, size_t(std::find_if(text->begin(), text->end(), is_blank) - text->begin()));
  text->remove_prefix(word.size());
  return word;
}

std::vector<SealKey> parse_keys(const std::string& path, std::string_view text) {
  std::vector<SealKey> keys;
  const SecretBytes bytes = secret_bytes(SealKey::kBytes);
  for (size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string_view id = first_word(&line), key = first_word(&line);
    if (id.empty() || id.starts_with('#')) continue;
    size_t size = 0;
    // (What stands in the line is not said: it may be a key.)
    if (!is_key_id(id) || !first_word(&line).empty() ||
        sodium_base642bin(bytes.get(), SealKey::kBytes, key.data(), key.size(), nullptr, &size, nullptr, sodium_base64_VARIANT_ORIGINAL) !=
            0 ||
        size != SealKey::kBytes)
      fails(path, fmt::format("line {} is not `id base64` with {} bytes of base64", number, SealKey::kBytes));
    keys.emplace_back(std::string(id), std::string_view(reinterpret_cast<const char*>(bytes.get()), size));
  }
  return keys;
}

std::string id_of_today() {
  const time_t now = std::time(nullptr);
  tm day = {};
  gmtime_r(&now, &day);
  return fmt::format("{:04}-{:02}-{:02}-{:06x}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday, randombytes_random() & 0xFFFFFF);
}

// The errno, or 0.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n > 0) text.remove_prefix(size_t(n));
    else if (n < 0 && errno != EINTR) return errno;
  }
  return 0;
}

// Of the folder: two that make keys do so one after the other. It goes with the descriptor.
File locked_folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) fails(folder, errno);
  while (flock(fd, LOCK_EX) != 0)
    if (errno != EINTR) break;  // a file system without locks
  return File{fd};
}

// A new file that takes the place of the old one when it is whole. What one left that was killed goes.
void replace(const std::string& path, mode_t mode, std::initializer_list<std::string_view> parts) {
  const std::string unfinished = path + ".new";
  unlink(unfinished.c_str());
  int error = 0;
  {
    const File file{open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
    if (file.fd < 0) fails(unfinished, errno);
    for (const std::string_view part : parts)
      if (!error) error = write_all(file.fd, part);
    if (!error && (fchmod(file.fd, mode) != 0 || fsync(file.fd) != 0)) error = errno;
  }
  if (!error && rename(unfinished.c_str(), path.c_str()) != 0) error = errno;
  if (!error) return;
  unlink(unfinished.c_str());
  fails(path, error);
}

// Where the name leads, so that a symbolic link stays one.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : path;
}

}  // namespace

bool is_key_id(std::string_view id) {
  return !id.empty() && id.size() <= SealKey::kMostIdBytes && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  });
}

SealKey::SealKey(std::string id, std::string_view bytes) : id_(std::move(id)) {
  if (!is_key_id(id_)) throw UsageError("a key's id has 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  if (bytes.size() != kBytes) throw UsageError(fmt::format("the key '{}' must have {} bytes, not {}", id_, kBytes, bytes.size()));
  start_sodium();
  const auto* key = reinterpret_cast<const unsigned char*>(bytes.data());
  secret_ = std::make_shared<Secret>(
      Secret{derived(1, crypto_aead_xchacha20poly1305_ietf_KEYBYTES, key), derived(2, crypto_generichash_KEYBYTES, key)});
}

Sealer Sealer::from_file(const std::string& path) {
  std::vector<SealKey> keys = parse_keys(path, read_keys(path).view());
  if (keys.empty()) fails(path, "there is no key in it");
  return Sealer(std::move(keys));
}

std::string new_seal_key(const std::string& name, std::string id) {
  start_sodium();
  const std::string path = resolved(name);
  if (id.empty()) id = id_of_today();
  else if (!is_key_id(id)) throw UsageError("a key's id has 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  const File lock = locked_folder_of(path);
  mode_t mode = 0600;
  Text before{secret_bytes(1)};
  struct stat info;
  const bool is_there = stat(path.c_str(), &info) == 0;
  if (is_there && !S_ISREG(info.st_mode)) fails(path, "not a file");
  if (is_there) before = read_keys(path, &mode);
  for (const SealKey& key : parse_keys(path, before.view()))
    if (key.id() == id) fails(path, "there is a key '" + id + "' already");

  constexpr size_t kText = sodium_base64_ENCODED_LEN(SealKey::kBytes, sodium_base64_VARIANT_ORIGINAL);  // with a 0 at its end
  const SecretBytes key = secret_bytes(SealKey::kBytes), text = secret_bytes(kText);
  randombytes_buf(key.get(), SealKey::kBytes);
  char* const base64 =
      sodium_bin2base64(reinterpret_cast<char*>(text.get()), kText, key.get(), SealKey::kBytes, sodium_base64_VARIANT_ORIGINAL);
  // The head stays where it was.
  const std::string_view old = before.view(), head = old.starts_with(kHead) || !is_there ? std::string_view(kHead) : std::string_view();
  replace(path, mode, {head, id, " ", std::string_view(base64, kText - 1), "\n", old.substr(is_there ? head.size() : 0)});
  return id;
}

}  // namespace fermata
