// Mounts as a session has them, and whoever answers for a jailed one: what may be asked of each. A jailed process says what it likes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/mount.h"

namespace fermata {

class Mounts {
 public:
  static constexpr uint64_t kMostAtOnce = 1 << 20;  // bytes of one request to read
  static constexpr size_t kMostEntries = 100'000;   // of one folder

  Mounts() = default;
  // Throws UsageError for a place that can't be one.
  explicit Mounts(std::vector<Mount> mounts);
  // ENODEV: there is none at that place. What the host's code throws is thrown.
  FileAnswer ask(std::string_view at, const FileRequest& request);
  // What a file of a package of the host's holds (below /packages, and only to read), if it is UTF-8 and doesn't say otherwise. By the
  // mounts and their answers alone: what a program has made of its tree says nothing.
  std::optional<std::string> package_text(std::string_view path);
  const std::vector<Mount>& all() const { return mounts_; }

 private:
  std::vector<Mount> mounts_;
  std::vector<uint64_t> written_;
};

const char* to_string(Mount::Mode mode);

// Is it in a package whose place says what is in it (fermata/_core/packages.py): "/packages/NAME-0123456789abcdef/…"? What that place is
// called, or empty.
std::string_view package_of(std::string_view path);

}  // namespace fermata
