#include "session/mounts.h"

#include <algorithm>
#include <cctype>
#include <cerrno>

#include "base/utf8.h"
#include "fermata/error.h"

namespace fermata {

namespace {

using What = FileRequest::What;

constexpr size_t kLongestName = 255, kLongestPath = 4096;
constexpr uint64_t kNameCosts = 4096;

// Below a mount: no empty parts, no "." and "..".
bool is_path(std::string_view path) {
  if (path.size() > kLongestPath || path.find('\0') != path.npos) return false;
  for (size_t at = 0; !path.empty() && at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    if (part.empty() || part == "." || part == ".." || part.size() > kLongestName) return false;
    at = end + 1;
  }
  return true;
}

void check_place(const std::string& at) {
  const auto refuse = [&](const char* why) { throw UsageError("a mount at '" + at + "': " + why); };
  if (!utf8::is_valid(at, utf8::Surrogates::kForbid)) refuse("that isn't text");
  if (!at.starts_with('/')) refuse("the path must begin with /");
  if (at.size() == 1 || !is_path(std::string_view(at).substr(1)))
    refuse("the path must name a folder, without . and .. and a / at its end");
  if (at == "/dev" || at.starts_with("/dev/")) refuse("devices are there");
}

bool reads(What what) { return what <= What::kRead || what == What::kClose; }

// How far beyond a file's end it writes: the host's file gets that many zeros, too.
uint64_t gap(const Mount& mount, const FileRequest& request) {
  if (request.position == 0 || request.data.empty()) return 0;
  const FileAnswer found = mount.files({.what = What::kStat, .path = request.path, .handle = request.handle});
  const uint64_t size = !found.error && found.entries.size() == 1 ? found.entries[0].size : 0;
  return request.position - std::min<uint64_t>(request.position, size);
}

// What it uses of the mount's limit.
uint64_t cost(const Mount& mount, const FileRequest& request) {
  switch (request.what) {
    case What::kWrite: return request.data.size() + gap(mount, request);
    case What::kResize: return request.position;
    case What::kMakeFile:
    case What::kMakeFolder:
    case What::kRename: return kNameCosts;
    default: return 0;
  }
}

constexpr std::string_view kPackages = "/packages/";

// Does a comment in one of the first two lines name an encoding in which the text would be another one? (PEP 263)
bool is_encoded_otherwise(std::string_view text) {
  const bool is_ascii = std::ranges::all_of(text, [](char c) { return uint8_t(c) < 0x80; });
  for (int line = 0; line < 2; ++line) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), whole.size() + 1));
    const size_t first = whole.find_first_not_of(" \t\f\r");
    if (first == whole.npos) continue;
    if (whole[first] != '#') return false;
    const size_t said = whole.find("coding");
    if (said == whole.npos || said + 6 >= whole.size() || (whole[said + 6] != ':' && whole[said + 6] != '=')) continue;
    std::string name;
    for (const char c : whole.substr(std::min(whole.size(), whole.find_first_not_of(" \t", said + 7)))) {
      if (!std::isalnum(uint8_t(c)) && c != '-' && c != '_' && c != '.') break;
      name += c == '_' ? '-' : char(std::tolower(uint8_t(c)));
    }
    static constexpr std::string_view kKnown[] = {"utf-8", "utf8", "ascii", "us-ascii", "latin-1", "iso-8859-1", "iso-8859-15", "cp1252"};
    const auto known = std::ranges::find(kKnown, name);
    return known == std::end(kKnown) || (!is_ascii && known - kKnown > 1);
  }
  return false;
}

}  // namespace

std::string_view package_of(std::string_view path) {
  constexpr size_t kDigits = 16;
  if (!path.starts_with(kPackages)) return {};
  const std::string_view place = path.substr(0, path.find('/', kPackages.size()));
  if (place.size() == path.size() || place.size() < kPackages.size() + kDigits + 2) return {};
  const std::string_view hash = place.substr(place.size() - kDigits);
  const bool hashed = place[place.size() - kDigits - 1] == '-' && hash.find_first_not_of("0123456789abcdef") == hash.npos;
  return hashed ? place : std::string_view();
}

const char* to_string(Mount::Mode mode) {
  switch (mode) {
    case Mount::Mode::kRead: return "read";
    case Mount::Mode::kOverlay: return "overlay";
    case Mount::Mode::kWrite: return "write";
  }
  return "read";
}

Mounts::Mounts(std::vector<Mount> mounts) : mounts_(std::move(mounts)), written_(mounts_.size()) {
  for (const Mount& mount : mounts_) {
    check_place(mount.at);
    if (!mount.files) throw UsageError("a mount at '" + mount.at + "' has no files");
    for (const Mount& other : mounts_)
      if (&other != &mount && (other.at == mount.at || other.at.starts_with(mount.at + "/")))
        throw UsageError("a mount at '" + other.at + "' lies in another one, at '" + mount.at + "'");
  }
}

FileAnswer Mounts::ask(std::string_view at, const FileRequest& request) {
  const auto found = std::ranges::find(mounts_, at, &Mount::at);
  if (found == mounts_.end()) return {.error = ENODEV};
  if (!is_path(request.path)) return {.error = ENOENT};
  if (request.what == What::kRead && request.count > kMostAtOnce) return {.error = EINVAL};
  if (!reads(request.what)) {
    if (found->mode != Mount::Mode::kWrite) return {.error = EROFS};
    if (request.path.empty()) return {.error = EBUSY};
    if (request.what == What::kRename && (!is_path(request.data) || request.data.empty())) return {.error = ENOENT};
    uint64_t& written = written_[size_t(found - mounts_.begin())];
    const uint64_t more = found->limit ? cost(*found, request) : 0;
    if (found->limit && (more > found->limit || written > found->limit - more)) return {.error = ENOSPC};
    written += more;
  }
  FileAnswer answer = found->files(request);
  // (A callback may say anything.)
  if (answer.data.size() > (request.what == What::kStat ? kLongestPath : request.count)) answer.data.resize(request.count);
  if (request.what == What::kWrite) answer.count = std::min<uint64_t>(answer.count, request.data.size());
  if (answer.error < 0 || answer.error > 4095) answer.error = EIO;
  if (request.what == What::kStat && !answer.error && answer.entries.size() != 1) answer.error = EIO;
  if (answer.entries.size() > kMostEntries) answer = {.error = EOVERFLOW};
  return answer;
}

std::optional<std::string> Mounts::package_text(std::string_view path) {
  constexpr size_t kMost = 16 << 20;
  if (!path.starts_with(kPackages) || path.size() > kLongestPath) return std::nullopt;
  const auto mount = std::ranges::find_if(mounts_, [&](const Mount& one) {
    return one.mode == Mount::Mode::kRead && one.at.starts_with(kPackages) && path.starts_with(one.at + "/");
  });
  if (mount == mounts_.end()) return std::nullopt;
  const std::string below(path.substr(mount->at.size() + 1));  // (ask() refuses what isn't below it)
  std::string text;
  for (;;) {
    const FileAnswer answer = ask(mount->at, {.what = What::kRead, .path = below, .position = text.size(), .count = kMostAtOnce});
    if (answer.error) return std::nullopt;
    if (answer.data.empty()) break;
    text += answer.data;
    if (text.size() > kMost) return std::nullopt;
  }
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.erase(0, kMark.size());
  if (!utf8::is_valid(text, utf8::Surrogates::kForbid) || text.find('\0') != text.npos || is_encoded_otherwise(text)) return std::nullopt;
  return text;
}

}  // namespace fermata
