#include "server/auth/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "server/server.h"

namespace fermata::server {

namespace {

constexpr size_t kMostFile = 1 << 20;

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

std::string private_text(const std::string& file) {
  const Descriptor in{open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat info;
  if (in.fd < 0 || fstat(in.fd, &info) != 0) throw ServerError(file + ": " + std::strerror(errno));
  if (info.st_mode & (S_IRWXO | S_IWGRP)) throw ServerError(file + ": others may read or change it: chmod 600 it");
  std::string text;
  char part[4096];
  ssize_t n = 0;
  while ((n = ::read(in.fd, part, sizeof part)) > 0 && text.size() <= kMostFile) text.append(part, size_t(n));
  if (n < 0) throw ServerError(file + ": " + std::strerror(errno));
  if (text.size() > kMostFile) throw ServerError(file + ": it is longer than 1 MB");
  return text;
}

}  // namespace fermata::server
